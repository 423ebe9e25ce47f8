"""Who a player is to the money: which currency, and whose wallet.

A player of the house keeps money in our own ledger. A player who came through an operator keeps it
there, and every stake is asked of the operator's wallet first.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

import msgspec

from sabot.ledger import Account, AccountKind
from sabot.money import Currency

BOT_PREFIX = "bot:"
"""Bots are marked by their very id."""


@lru_cache(maxsize=1 << 16)  # asked for several times with every bet
def _named(kind: AccountKind, owner: str, currency: Currency) -> str:
    return str(Account(kind, owner, currency))


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A player as the money sees them."""

    player_id: str
    nickname: str
    currency: Currency = Currency.EUR
    operator: str | None = None

    @property
    def account(self) -> str:
        """Where the player's stakes come from and payouts go to."""
        if self.operator is None:
            return _named(AccountKind.PLAYER, self.player_id, self.currency)
        return _named(AccountKind.OPERATOR, self.operator, self.currency)

    @property
    def golden(self) -> str:
        """Where the value of golden chips stands that belong to no grant."""
        return self.golden_of(None)

    def golden_of(self, grant: str | None) -> str:
        """Where the value of the golden chips of one grant stands."""
        owner = self.player_id if grant is None else f"{self.player_id}/{grant}"
        return _named(AccountKind.GOLDEN, owner, self.currency)

    @property
    def is_bot(self) -> bool:
        return self.player_id.startswith(BOT_PREFIX)


class Directory(Protocol):
    """Finds players; an unknown one is an error of the caller."""

    def player(self, player_id: str) -> Player: ...
