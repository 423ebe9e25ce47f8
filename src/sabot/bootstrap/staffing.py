"""The staff and the devices of a database, for the command line; the house may be open."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import NamedTuple

from sabot.adapters.clock import SystemClock
from sabot.adapters.passwords import Argon2Cost, Argon2Passwords
from sabot.adapters.sql import SqlPlayers, SqlStore
from sabot.adapters.sql.readers.evidence import SqlEvidence
from sabot.adapters.sql.readers.house_clock import SqlClockMarks
from sabot.adapters.sql.readers.identity import SqlIdentity
from sabot.bootstrap.casino import tokens
from sabot.bootstrap.live_tables import live_tables
from sabot.bootstrap.opening import entered
from sabot.service.catalogue import default_tables
from sabot.service.identity.accounts import Accounts
from sabot.service.identity.rules import IdentityRules
from sabot.service.identity.sessions import Sessions
from sabot.service.identity.staff import StaffDesk
from sabot.service.players.registry import RegisteredPlayers
from sabot.service.proof.clock import HouseClock, opened
from sabot.service.proof.standing import LogProof
from sabot.service.studio.devices import DeviceDesk
from sabot.service.wallets.log import DESK
from sabot.settings import Settings


class _Desks(NamedTuple):
    """What both desks of this module are made of."""

    store: SqlStore
    identity: SqlIdentity
    accounts: Accounts
    sessions: Sessions
    clock: HouseClock


@contextlib.contextmanager
def staff_desk(settings: Settings) -> Iterator[StaffDesk]:
    """Open the staff desk. Sessions end on disk, and an open house notices within a second or so.

    Changes of roles are acts, and acts are signed, so this needs the keys of the house.
    """
    with _opened(settings) as its:
        yield StaffDesk(its.identity.accounts, its.accounts, clock=its.clock)


@contextlib.contextmanager
def device_desk(settings: Settings) -> Iterator[tuple[DeviceDesk, frozenset[str]]]:
    """Open the desk of the studio's devices, with the tables of the house: as the staff desk."""
    with _opened(settings) as its:
        desk = DeviceDesk(
            its.identity.accounts, its.accounts, its.sessions, clock=its.clock, tokens=tokens
        )
        named = {config.table_id for config in (*default_tables(), *live_tables(settings))}
        yield desk, frozenset(named | (SqlEvidence(its.store.database).heads().keys() - {DESK}))


@contextlib.contextmanager
def _opened(settings: Settings) -> Iterator[_Desks]:
    with entered(settings) as (store, seals):
        clock = opened(SystemClock(), SqlClockMarks(store.database))
        proof = LogProof(SqlEvidence(store.database), seals, store.database.log.notebook)
        identity, players = (
            SqlIdentity(store.database, proof),
            RegisteredPlayers(SqlPlayers(store.database)),
        )
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
        yield _Desks(store, identity, accounts, sessions, clock)
