"""Accounts: whose money it is, in one currency each.

An account is a name. Players' accounts, escrows and golden-chip accounts may never fall below
zero; the house, the operators' clearing accounts and the cashier are where money comes from and
goes to, so they have no floor.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from typing_extensions import override

from sabot.errors import Malformed
from sabot.money import Currency


class AccountKind(StrEnum):
    """What an account is for."""

    PLAYER = "player"  # a player's own money
    ESCROW = "escrow"  # the stakes of one round; 0 once it is closed (I5)
    GOLDEN = "golden"  # the value of a player's golden chips
    HOUSE = "house"  # what the tables win and lose
    OPERATOR = "operator"  # clearing with an operator's wallet
    CASHIER = "cashier"  # deposits, withdrawals, demo money
    PROMOTION = "promotion"  # where golden chips come from and go to
    ADJUSTMENT = "adjustment"  # manual credits, four eyes (P6)
    EXPIRED = "expired"  # not claimed for 90 days (P8)

    @property
    def floor(self) -> int | None:
        """The least an account of this kind may hold; None where money enters and leaves."""
        return 0 if self in _FLOORED else None


_FLOORED = frozenset({AccountKind.PLAYER, AccountKind.ESCROW, AccountKind.GOLDEN})


class Account(NamedTuple):
    """One account.

    >>> str(Account(AccountKind.ESCROW, "speed-1-7", Currency.EUR))
    'escrow:speed-1-7:EUR'
    """

    kind: AccountKind
    owner: str
    currency: Currency

    @override
    def __str__(self) -> str:
        return f"{self.kind}:{self.owner}:{self.currency}"

    @staticmethod
    @lru_cache(maxsize=1 << 16)  # the same few thousand names come back with every transfer
    def parse(text: str) -> Account:
        """Read an account's name back; the owner may itself hold colons."""
        kind, _, rest = text.partition(":")
        owner, _, currency = rest.rpartition(":")
        try:
            return Account(AccountKind(kind), owner, Currency(currency))
        except ValueError:
            raise Malformed("account/unreadable", account=text) from None
