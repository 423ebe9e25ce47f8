"""A table as data: its variant, limits, chips, timers and switches.

Everything here can change an outcome or what a player may do, so it has a version. A round runs to
its end on the version it was opened with; a new version counts from the next round on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from sabot.gamekit import Limits, OppositePolicy, TableRules, Variant
from sabot.money import Cents

V = TypeVar("V", bound=Variant)

_Known = tuple[frozenset[str], TableRules]


class Opening(StrEnum):
    """Who opens betting."""

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
    OWN = "own"  # a hand of one's own (F131)


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


class _Remembered:
    """Room beside the settings for what follows from them; no part of their text."""

    __slots__ = ("_rules", "_text")
    _rules: _Known
    _text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableConfig(_Remembered, Generic[V]):
    """One version of one table."""

    table_id: str
    name: str
    version: int
    variant: V
    opening: Opening = Opening.CLOCK
    confirmation: Confirmation = Confirmation.AT_CLOSE
    auto_confirm: bool = True  # F39: whether players may let chips confirm themselves
    seat_rule: SeatRule = SeatRule.NONE
    seats_per_player: int = 1
    multiple_bets: bool = True  # F40
    deal_now: bool = False  # F48
    live: bool = False  # a physical shoe and scanner; otherwise a virtual shoe
    laid_before_close: int = 0  # cards that lie face down before betting closes (R25)
    needs_bets: bool = False  # no cards are dealt to an empty table (F47)
    limits: Mapping[str, Limits] = field(default_factory=dict)
    chips: tuple[Cents, ...] = tuple(Cents(n) for n in (50, 100, 500, 2500, 10000, 50000, 100000))
    switched_off: frozenset[str] = frozenset()
    switched_on: frozenset[str] = frozenset()
    opposite_policy: OppositePolicy = OppositePolicy.CAP
    timers: Timers = Timers()
    ask_symbols: AskSymbols = AskSymbols.LAST  # F201
    voices: tuple[str, ...] = ()  # languages in which the table is announced (F11, F232)
    owner: str | None = None  # whose private table this is, dealt when they say so (F263)

    @property
    def betting_window(self) -> int | None:
        """How long betting is open; None where it lasts until the owner says Deal (F263)."""
        return self.timers.betting if self.owner is None else None

    def rules(self, *, switched_off: frozenset[str]) -> TableRules:
        """What may be bet now; `switched_off` adds what the shift manager turned off (F59).

        Asked with every chip, so the last answer is remembered.
        """
        known: _Known | None = getattr(self, "_rules", None)
        if known is not None and known[0] == switched_off:
            return known[1]
        rules = TableRules(
            bets=self.variant.bets,
            limits=self.limits,
            switched_off=self.switched_off | switched_off,
            switched_on=self.switched_on,
            opposite_policy=self.opposite_policy,
        )
        object.__setattr__(self, "_rules", (switched_off, rules))
        return rules


AnyConfig = TableConfig[Variant]
