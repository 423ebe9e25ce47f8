"""Accounts for a demonstration, with a public password.

They are made in a demonstration only, and can sign in only where `IdentityRules.demo` is set, so a
demonstration's database that is opened in production is closed to them. Visitors may change a
password; the next start sets the known one again.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from sabot.errors import Refused, SabotError, Unavailable
from sabot.service.identity.accounts import Accounts, NewAccount
from sabot.service.identity.play_money import give_play_money
from sabot.service.identity.refusals import DemoRefusal
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import Origin
from sabot.service.identity.stores import AccountStore
from sabot.service.players.directory import Directory
from sabot.service.ports import LedgerStore

log = logging.getLogger("sabot.identity")

ENVIRONMENT = "demo"
DEMO_OPERATOR = "demo"
DEMO_PASSWORD = "sabot-demo"  # noqa: S105 -- it is shown on the page where people sign in
DEMO_CENTS = 100_000

_PEOPLE = (
    ("ada", "Ada", Role.PLAYER),
    ("bruno", "Bruno", Role.PLAYER),
    ("dealer", "Dora", Role.DEALER),
    ("dealer2", "Dino", Role.DEALER),
    ("supervisor", "Silvia", Role.SUPERVISOR),
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
"""The accounts of a demonstration; the sign-in page lists them."""


def demo_accounts(
    accounts: Accounts,
    *,
    store: AccountStore,
    players: Directory,
    ledger: LedgerStore,
    environment: str,
    at_ms: int,
) -> Sequence[str]:
    """Make the missing accounts, with the known password; returns their logins.

    Refused outside a demonstration.
    """
    if environment != ENVIRONMENT:
        raise Refused(DemoRefusal.NOT_HERE, environment=environment)
    made = []
    for new in DEMO_ACCOUNTS:
        if _made(new, accounts, store):
            made.append(new.login)
        if new.role is Role.PLAYER:
            _give(new.login, players, ledger, at_ms=at_ms)
    return made


def _made(new: NewAccount, accounts: Accounts, store: AccountStore) -> bool:
    """Make an account if it is missing. An account in doubt is left as it is."""
    try:
        known = store.of_login(new.login)
        if known is None:
            accounts.create(new)
            return True
        if known.origin is Origin.DEMO and known.version > 1:  # a new account has 1
            accounts.bring_password_back(known, new.password)
    except Refused as error:
        log.warning("login=%s is not as the demonstration made it: %s", new.login, error)
    return False


def _give(login: str, players: Directory, ledger: LedgerStore, *, at_ms: int) -> None:
    """Give play money. A player whose row is in doubt gets none; the others still get theirs."""
    try:
        give_play_money(ledger, players.player(login), DEMO_CENTS, at_ms=at_ms)
    except SabotError as error:
        if isinstance(error, Unavailable) and error.code.startswith("store/"):
            raise
        log.warning("player=%s is not as the demonstration made them: %s", login, error)
