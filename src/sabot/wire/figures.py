"""Finished rounds and their sums, as the back office lists them."""

from __future__ import annotations

from sabot.wire.strict import Body


class MoneyPart(Body, frozen=True):
    """What the players of one operator staked and got, in cents of one currency.

    `operator` is empty for players of the house, and `bot:` for the bots of a demonstration. Golden
    chips are apart: they are no money when they are staked.
    """

    operator: str
    currency: str
    players: int | None  # none in sums of many rounds, where they are counted once for all
    bets: int
    staked: int
    paid: int
    golden: int
    golden_paid: int


class FinishedRound(Body, frozen=True):
    """A round of a list."""

    round: str
    table: str
    game: str
    variant: str
    version: int
    opened_ms: int
    ended_ms: int
    ended: str  # settled or cancelled
    marks: tuple[str, ...]
    money: tuple[MoneyPart, ...]


class FinishedRounds(Body, frozen=True):
    """A page of a list, newest first, and how many rounds the whole list has.

    `count` is exact up to 10,000; `more` says that there are more than that. `as_of_ms` is when the
    last event was read: a round that ended later may be missing.
    """

    rounds: tuple[FinishedRound, ...]
    next: str | None
    count: int
    more: bool
    as_of_ms: int


class FigureLine(Body, frozen=True):
    """What one table took in one hour, day, or in all, of one variant."""

    from_ms: int
    table: str
    variant: str
    rounds: int
    money: tuple[MoneyPart, ...]


class FiguresTold(Body, frozen=True):
    """The sums of a stretch of time; `players` are different people of whole days."""

    since_ms: int
    until_ms: int
    players: int
    lines: tuple[FigureLine, ...]
    as_of_ms: int
