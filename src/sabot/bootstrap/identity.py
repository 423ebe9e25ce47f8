"""The identity of a house, wired: accounts, sessions, and the ways to sign in."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sabot.adapters.sql.readers.identity import SqlIdentity
from sabot.bootstrap.house import House
from sabot.gateway.services import IdentityServices
from sabot.money import Currency
from sabot.service.identity.accounts import Accounts
from sabot.service.identity.guests import GuestDesk
from sabot.service.identity.launches import LaunchDesk
from sabot.service.identity.passwords import PasswordHasher
from sabot.service.identity.rules import IdentityRules
from sabot.service.identity.sessions import Sessions
from sabot.service.identity.sign_in import SignInDesk
from sabot.service.identity.signed_requests import SignedRequests
from sabot.service.identity.staff import StaffDesk
from sabot.service.office.exclusions import ExclusionDesk
from sabot.service.studio.devices import DeviceDesk


def identity_of(
    house: House,
    *,
    rules: IdentityRules,
    hasher: PasswordHasher,
    tokens: Callable[[], str],
    currencies: Mapping[str, Currency],
    origins: Mapping[str, frozenset[str]],
) -> IdentityServices:
    """Wire identity onto the store of a house; `currencies` and `origins` are by operator."""
    clock, players, store = house.clock, house.players, house.store
    rows = SqlIdentity(store.database, house.proof)
    sessions = Sessions(rows, players=players, clock=clock, tokens=tokens, rules=rules)
    accounts = Accounts(rows, sessions=sessions, players=players, hasher=hasher, clock=clock)
    return IdentityServices(
        store=rows,
        rules=rules,
        accounts=accounts,
        sessions=sessions,
        sign_in=SignInDesk(
            rows, sessions=sessions, hasher=hasher, clock=clock, tokens=tokens, rules=rules
        ),
        guests=GuestDesk(
            accounts=accounts,
            sessions=sessions,
            ledger=store.ledger,
            clock=clock,
            tokens=tokens,
            rules=rules,
        ),
        launches=LaunchDesk(
            rows.launches,
            accounts=accounts,
            sessions=sessions,
            currencies=currencies,
            clock=clock,
            tokens=tokens,
            rules=rules,
            origins=origins,
        ),
        requests=SignedRequests(rows.requests, clock),
        staff=StaffDesk(rows.accounts, accounts, clock=clock),
        devices=DeviceDesk(rows.accounts, accounts, sessions, clock=clock, tokens=tokens),
        exclusions=ExclusionDesk(house.controls.own, accounts, acts=store.acts, clock=clock),
    )
