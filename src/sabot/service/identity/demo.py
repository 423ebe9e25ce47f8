"""Accounts for a demonstration, with a password that everybody may know.

They are made in a demo only, and let in only where `IdentityRules.demo` says so: a demo's database
that is opened in production has no open doors. Visitors may change a password, and the next
start brings the known one back.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from sabot.errors import Refused, SabotError, Unavailable
from sabot.service.identity.accounts import Accounts, NewAccount
from sabot.service.identity.play_money import give_play_money
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import IdentityStore, Origin
from sabot.service.players import Directory
from sabot.service.ports import Store

log = logging.getLogger("sabot.identity")

ENVIRONMENT = "demo"
DEMO_OPERATOR = "demo"
DEMO_PASSWORD = "sabot-demo"  # noqa: S105 -- it is shown on the page where people sign in
DEMO_CENTS = 100_000

_PEOPLE = (
    ("ada", "Ada", Role.PLAYER),
    ("bruno", "Bruno", Role.PLAYER),
    ("dealer", "Dora", Role.DEALER),
    ("manager", "Marta", Role.SHIFT_MANAGER),
    ("manager2", "Mauro", Role.SHIFT_MANAGER),
    ("moderator", "Mino", Role.MODERATOR),
    ("operator", "Olga", Role.OPERATOR),
    ("auditor", "Aldo", Role.AUDITOR),
)
DEMO_ACCOUNTS = tuple(
    NewAccount(
        login=login,
        password=DEMO_PASSWORD,
        role=role,
        nickname=nickname,
        operator=DEMO_OPERATOR if role is Role.OPERATOR else None,
        origin=Origin.DEMO,
    )
    for login, nickname, role in _PEOPLE
)
"""Whom a demonstration has; the page where people sign in shows them."""


def demo_accounts(
    accounts: Accounts,
    *,
    store: IdentityStore,
    players: Directory,
    books: Store,
    environment: str,
    at_ms: int,
) -> Sequence[str]:
    """Make the accounts that are missing, with the known password; returns their logins.

    Refused outside of a demo.
    """
    if environment != ENVIRONMENT:
        raise Refused("demo/not_here", environment=environment)
    made = []
    for new in DEMO_ACCOUNTS:
        known = store.account_of_login(new.login)
        if known is None:
            accounts.create(new)
            made.append(new.login)
        elif known.origin is Origin.DEMO and known.version > 1:  # a new account has 1
            accounts.bring_password_back(known, new.password)
        if new.role is Role.PLAYER:
            _give(new.login, players, books, at_ms=at_ms)
    return made


def _give(login: str, players: Directory, books: Store, *, at_ms: int) -> None:
    """Play money; a player whose row does not fit gets none, and everybody else does."""
    try:
        give_play_money(books, players.player(login), DEMO_CENTS, at_ms=at_ms)
    except SabotError as error:
        if isinstance(error, Unavailable) and error.code.startswith("store/"):
            raise
        log.warning("player=%s is not as the demonstration made them: %s", login, error)
