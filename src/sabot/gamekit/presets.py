"""A table as its game proposes it: pace, seats, and when chips become bets.

A fresh house opens these tables; afterwards the house keeps its own settings. The words of a
table's settings are defined here, so that a game can use them without knowing `table`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sabot.money import Cents

CHIPS = tuple(Cents(value) for value in (50, 100, 500, 2_500, 10_000, 50_000, 100_000))


class Opening(StrEnum):
    """What opens betting."""

    CLOCK = "clock"  # as soon as the last round is over
    DEALER = "dealer"  # the dealer's command
    FIRST_BET = "first_bet"  # the table waits for a chip (F47)


class Confirmation(StrEnum):
    """When chips become bets (F38, F39)."""

    AT_CLOSE = "at_close"  # chips count when betting closes; there is no Confirm button
    MANUAL = "manual"  # Confirm is needed, unless the table has auto-confirm and the player uses it


class AskSymbols(StrEnum):
    """What the three small symbols on Ask Player and Ask Banker are (F201, R22)."""

    LAST = "last"  # the last mark of each derived road, the same on both buttons
    PREDICTED = "predicted"  # the mark each road would get


class SeatRule(StrEnum):
    """What a seat is at this table."""

    NONE = "none"
    SHARED = "shared"  # a place to bet from that many players may share (F125, F126)
    OWN = "own"  # a hand for one player (F131)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timers:
    """Windows in milliseconds; all of them run on the monotonic clock."""

    betting: int = 12_000
    last_seconds: int = 5_000  # F69
    debits: int = 3_000  # how long an operator's wallet may take after betting closed
    insurance: int = 7_000  # F81
    decision: int = 10_000  # F81
    card: int = 600  # how long a virtual dealer takes for a card
    result: int = 5_000
    cancelled: int = 5_000
    shuffle: int = 20_000
    studio_lost: int = 300_000  # F253: cancelled when the studio is silent for longer
    idle_shoe: int = 3_600_000  # F96
    shoe_age: int = 86_400_000  # F95


DEFAULT_TIMERS = Timers()


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePreset:
    """One table that a fresh house opens.

    `lobby_order` sorts the tables of all games, smallest first; equal numbers keep the order of
    the games. `private_word` names the variant in the ids of private tables (F263); None where the
    game is not offered for fun. `demo_bets` are switched on at demonstrations and private tables
    (F62). `announced` tables are spoken in every language the house has (F232).
    """

    table_id: str
    name: str
    variant: str
    lobby_order: int = 100
    private_word: str | None = None
    opening: Opening = Opening.CLOCK
    confirmation: Confirmation = Confirmation.AT_CLOSE
    auto_confirm: bool = True
    seat_rule: SeatRule = SeatRule.NONE
    seats_per_player: int = 1
    multiple_bets: bool = True
    deal_now: bool = False
    needs_bets: bool = False
    laid_before_close: int = 0
    chips: tuple[Cents, ...] = CHIPS
    timers: Timers = DEFAULT_TIMERS
    announced: bool = False
    demo_bets: frozenset[str] = frozenset()
