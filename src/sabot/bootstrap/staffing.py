"""The list of the staff on a database, for whoever runs the house; the house may be open."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from sabot.adapters.clock import SystemClock
from sabot.adapters.passwords import Argon2Cost, Argon2Passwords
from sabot.adapters.sql import SqlPlayers
from sabot.adapters.sql.house_clock import SqlClockMarks
from sabot.adapters.sql.identity import SqlIdentity
from sabot.bootstrap.casino import tokens
from sabot.bootstrap.opening import entered
from sabot.service.house_clock import opened
from sabot.service.identity.accounts import Accounts
from sabot.service.identity.rules import IdentityRules
from sabot.service.identity.sessions import Sessions
from sabot.service.identity.staff import StaffDesk
from sabot.service.registry import RegisteredPlayers
from sabot.settings import Settings


@contextlib.contextmanager
def staff_desk(settings: Settings) -> Iterator[StaffDesk]:
    """Sessions end on the disk; a house that is open notices within a second or so.

    Roles are acts, and acts are signed: the keys of the house are needed.
    """
    with entered(settings) as (store, _):
        clock = opened(SystemClock(), SqlClockMarks(store))
        identity, players = SqlIdentity(store), RegisteredPlayers(SqlPlayers(store))
        sessions = Sessions(
            identity, players=players, clock=clock, tokens=tokens, rules=IdentityRules()
        )
        accounts = Accounts(
            identity,
            sessions=sessions,
            players=players,
            hasher=Argon2Passwords(Argon2Cost()),
            clock=clock,
        )
        yield StaffDesk(identity, accounts, clock=clock)
