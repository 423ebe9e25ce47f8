"""Operators' wallets as a port: what is asked of them, and what they may answer.

Players who came through an operator keep their money there. Every call carries an id that never
changes, and an operator gives the same answer to the same id, so a call may be repeated as often
as it takes. An answer is one of three: done, refused, or unknown; what cannot be believed is
unknown. This module knows no HTTP and no table.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

import msgspec

from sabot.money import Currency
from sabot.service.players.directory import Player
from sabot.service.wallets.details import NONE, Details


class Refusal(StrEnum):
    """Why a wallet says no; the last two are our own words."""

    INSUFFICIENT_FUNDS = "insufficient_funds"
    TOKEN_EXPIRED = "token_expired"  # noqa: S105 -- a reason, not a secret
    PLAYER_BLOCKED = "player_blocked"
    LIMIT = "limit"  # one of the operator's own: deposit, loss, time
    UNKNOWN_PLAYER = "unknown_player"
    CANCELLED = "cancelled"  # the bet was taken back before it arrived
    UNAVAILABLE = "unavailable"  # the operator is silent and was not asked
    UNDECIDED = "undecided"  # no answer when the cards were due


class Taken(msgspec.Struct, frozen=True):
    """Done, now or before: the balance after it, in cents."""

    balance: int


class RefusedBy(msgspec.Struct, frozen=True):
    """Not done. In doubt, when an earlier attempt stayed without an answer."""

    reason: Refusal
    in_doubt: bool = False


class Unknown(msgspec.Struct, frozen=True):
    """No answer, or none that can be believed: it may have been done or not."""

    why: str


class Welcome(msgspec.Struct, frozen=True, kw_only=True):
    """Whose token it is."""

    player: str  # the operator's own id
    nickname: str
    currency: Currency
    balance: int


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """One operation as it is put to a wallet, amounts in cents.

    Only a bet carries a token: credits are accepted after it expired. A refund names its `bet`.
    """

    id: str
    player: str  # the operator's own id
    currency: Currency
    amount: int
    round_id: str
    token: str = ""
    bet: str = ""
    details: Details = NONE  # what it is for
    cancelled: bool = False  # a credit that gives stakes back, because the round was cancelled


Answer = Taken | RefusedBy | Unknown
Heard = Taken | RefusedBy


class Wallet(Protocol):
    """One operator's wallet; it answers in bounded time, and silence is `Unknown`."""

    async def authenticate(self, token: str) -> Welcome | RefusedBy | Unknown: ...
    async def balance(self, player: str) -> Answer: ...
    async def bet(self, call: Call) -> Answer: ...
    async def result(self, call: Call) -> Answer: ...
    async def refund(self, call: Call) -> Answer: ...


class Operator(msgspec.Struct, frozen=True, kw_only=True):
    """An operator's wallet, the one currency of its players, and how much is asked at once."""

    wallet: Wallet
    currency: Currency = Currency.EUR
    debits: int = 64
    credits: int = 16


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """A player who came with a token."""

    player: Player
    balance: int


def our_id(operator: str, theirs: str) -> str:
    """A player's id in this house; two operators may have a player 7 each.

    >>> our_id("acme", "7")
    'acme:7'
    """
    return f"{operator}:{theirs}"


def their_id(player: Player) -> str:
    """The id under which the operator knows a player."""
    return player.player_id.removeprefix(f"{player.operator}:")
