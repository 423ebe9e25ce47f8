"""What the ledger needs to know of a player: the currency, and whose wallet.

A player of the house keeps money in our own ledger. A player who came through an operator keeps it
there, and every stake is asked of the operator's wallet first.
"""

from __future__ import annotations

from typing import Protocol

import msgspec
from msgspec.structs import force_setattr

from sabot.ledger import Account, AccountKind
from sabot.money import Currency

BOT_PREFIX = "bot:"
"""The beginning of every bot's id."""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A player as the money sees them.

    `account` is where stakes come from and payouts go to. It follows from the rest, and is written
    out once because every bet asks for it several times.
    """

    player_id: str
    nickname: str
    currency: Currency = Currency.EUR
    operator: str | None = None
    account: str = ""

    def __post_init__(self) -> None:
        ours = self.operator is None
        kind = AccountKind.PLAYER if ours else AccountKind.OPERATOR
        owner = self.player_id if self.operator is None else self.operator
        force_setattr(self, "account", str(Account(kind, owner, self.currency)))

    @property
    def golden(self) -> str:
        """The account of golden chips that belong to no grant."""
        return self.golden_of(None)

    def golden_of(self, grant: str | None) -> str:
        """The account of the golden chips of one grant."""
        owner = self.player_id if grant is None else f"{self.player_id}/{grant}"
        return str(Account(AccountKind.GOLDEN, owner, self.currency))

    @property
    def is_bot(self) -> bool:
        return self.player_id.startswith(BOT_PREFIX)


class Directory(Protocol):
    """Finds players. Asking for an unknown player is the caller's error."""

    def player(self, player_id: str) -> Player: ...
