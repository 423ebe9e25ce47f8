"""The messages between us and an operator's wallet: the only description of the wire.

The OpenAPI document is made from these structs. Amounts are integers in units of ten to the minus
`scale` of the currency. Status codes are words, and every decided answer is an HTTP 200: any other
HTTP status means that nothing was decided. Fields that we do not know are passed over, so that an
operator may add its own.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from sabot.money import Currency

Id = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=200,
        description="Unique for ever. The same id means the same call, and gets the same answer.",
    ),
]
Theirs = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9._-]{1,64}$",
        description="The operator's own id of a player: letters, digits, dot, underscore, hyphen.",
    ),
]
Token = Annotated[
    str, Meta(min_length=1, max_length=512, description="The session that the operator began.")
]
Amount = Annotated[
    int, Meta(ge=0, le=2**53 - 1, description="In units of ten to the minus `scale`.")
]
Scale = Annotated[int, Meta(ge=2, le=8, description="Decimal places of every amount.")]


Name = Annotated[str, Meta(min_length=1, max_length=200)]


class Status(StrEnum):
    """How a call ended."""

    OK = "ok"
    INSUFFICIENT_FUNDS = "insufficient_funds"
    TOKEN_EXPIRED = "token_expired"  # noqa: S105 -- a word of the protocol, not a secret
    PLAYER_BLOCKED = "player_blocked"
    LIMIT = "limit"
    UNKNOWN_PLAYER = "unknown_player"
    CANCELLED = "cancelled"
    CONFLICT = "conflict"
    BAD_SIGNATURE = "bad_signature"
    BAD_REQUEST = "bad_request"


class Outcome(StrEnum):
    """Why a credit comes."""

    SETTLED = "settled"
    CANCELLED = "cancelled"


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """Anything on the wire."""


# --- what we ask ----------------------------------------------------------------------------------


class Authenticate(Message, frozen=True):
    """Say whose token it is; asked once, when the player arrives."""

    token: Token


class Balance(Message, frozen=True):
    """Say how much the player may stake."""

    player: Theirs


class BetStake(Message, frozen=True, kw_only=True, omit_defaults=True):
    """A part of a stake: all chips on one kind of bet, and one seat where the game has seats."""

    kind: Name
    seat: Annotated[int, Meta(ge=0)] | None = None
    stake: Amount


class BetOutcome(Message, frozen=True, kw_only=True, omit_defaults=True):
    """What became of all chips on one kind of bet and seat.

    `payout` includes the stake where it came back. A golden chip is the house's: its stake was
    never taken from the wallet, and `payout` is what the wallet is to pay for it.
    """

    kind: Name
    seat: Annotated[int, Meta(ge=0)] | None = None
    golden: bool = False
    stake: Amount
    payout: Amount


class Bet(Message, frozen=True, omit_defaults=True):
    """Take a stake. The only call that needs a living token.

    The stakes of `bets` add up to `amount`.
    """

    id: Id
    player: Theirs
    token: Token
    round: Id
    currency: Currency
    amount: Amount
    scale: Scale
    game: Name | None = None
    variant: Name | None = None
    table: Name | None = None
    bets: tuple[BetStake, ...] = ()


class Result(Message, frozen=True, omit_defaults=True):
    """Pay what a round brought the player, once per player and round; 0 when it brought nothing.

    The outcome `cancelled` gives back every stake of the round. It is repeated until it is
    acknowledged, and has to be accepted whatever became of the token. The payouts of `bets` add up
    to `amount`. A manual credit has no game and no bets; `about` is the round that it is for.
    """

    id: Id
    player: Theirs
    round: Id
    currency: Currency
    amount: Amount
    scale: Scale
    outcome: Outcome
    game: Name | None = None
    variant: Name | None = None
    table: Name | None = None
    bets: tuple[BetOutcome, ...] = ()
    about: Id | None = None


class Refund(Message, frozen=True):
    """Take back one bet that is not in the round, as if it had never been asked.

    The bet may be unknown, because the refund overtook it: acknowledge all the same, and refuse the
    bet with `cancelled` when it arrives.
    """

    id: Id
    bet: Id
    player: Theirs
    round: Id
    currency: Currency
    amount: Amount
    scale: Scale


# --- what they answer -----------------------------------------------------------------------------


class Welcomed(Message, frozen=True):
    """The answer to `authenticate`; all of it when the status is `ok`."""

    status: Status
    player: Theirs | None = None
    nickname: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    currency: Currency | None = None
    balance: Amount | None = None
    scale: Scale | None = None


class Balanced(Message, frozen=True):
    """The answer to `balance`; all of it when the status is `ok`."""

    status: Status
    player: Theirs | None = None
    currency: Currency | None = None
    balance: Amount | None = None
    scale: Scale | None = None


class Done(Message, frozen=True):
    """The answer to `bet`, `result` and `refund`, with the id of the call.

    All of it when the status is `ok`. The balance may be the one of now, also in a repeated answer.
    """

    status: Status
    id: Id
    currency: Currency | None = None
    amount: Amount | None = None
    balance: Amount | None = None
    scale: Scale | None = None


class Refused(Message, frozen=True):
    """The answer to a call that was not even read: with an HTTP status other than 200."""

    status: Status


Request = Authenticate | Balance | Bet | Result | Refund

CALLS: dict[str, tuple[type[Request], type[Message]]] = {
    "authenticate": (Authenticate, Welcomed),
    "balance": (Balance, Balanced),
    "bet": (Bet, Done),
    "result": (Result, Done),
    "refund": (Refund, Done),
}
"""The calls by name: POST to the operator's address followed by `/name`."""

NAMES: dict[type[Request], str] = {request: name for name, (request, _) in CALLS.items()}
