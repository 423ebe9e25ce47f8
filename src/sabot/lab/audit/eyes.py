"""Four eyes at a table: whether two accounts may have been one person.

The log of a table names the proposer and the decider. The acts of the office say which account gave
another a role. Each share of an audit collects both, and they are compared at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

THIRTY_DAYS_MS = 30 * 24 * 60 * 60 * 1000
STAFF = "staff:"


class Pair(NamedTuple):
    """Two people behind one event of a table."""

    proposer: str
    decider: str
    at_ms: int
    table: str
    seq: int


class RoleGiven(NamedTuple):
    """A colleague gave an account a role."""

    account: str
    giver: str
    at_ms: int


def dependent(pairs: Iterable[Pair], roles: Sequence[RoleGiven]) -> list[Pair]:
    """The pairs in which one got a role from the other within 30 days, or both from a third.

    >>> day = 24 * 60 * 60 * 1000
    >>> pair = Pair("staff:d", "staff:m", 40 * day, "live-1", 9)
    >>> dependent([pair], [RoleGiven("staff:d", "staff:m", 9 * day)])
    []
    >>> dependent([pair], [RoleGiven("staff:d", "staff:m", 11 * day)]) == [pair]
    True
    """
    found = []
    for pair in pairs:
        one, other = (_givers(who, pair.at_ms, roles) for who in (pair.proposer, pair.decider))
        if pair.proposer in other or pair.decider in one or one & other:
            found.append(pair)
    return found


def _givers(account: str, at_ms: int, roles: Iterable[RoleGiven]) -> frozenset[str]:
    since = at_ms - THIRTY_DAYS_MS
    return frozenset(
        role.giver
        for role in roles
        if role.account == account and since <= role.at_ms <= at_ms and role.giver.startswith(STAFF)
    )
