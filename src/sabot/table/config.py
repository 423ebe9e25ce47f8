"""A table as data: its variant, limits, chips, timers and switches.

Everything here can change an outcome or what a player may do, so it has a version. A round runs to
its end on the version it was opened with; a new version counts from the next round on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from typing_extensions import override

from sabot.gamekit import Limits, OppositePolicy, TableRules, Variant
from sabot.gamekit.presets import (
    CHIPS,
    DEFAULT_TIMERS,
    AskSymbols,
    Confirmation,
    Opening,
    SeatRule,
    Timers,
)
from sabot.money import Cents

__all__ = [
    "AnyConfig",
    "AskSymbols",
    "Confirmation",
    "Opening",
    "SeatRule",
    "TableConfig",
    "Timers",
]

V = TypeVar("V", bound=Variant)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableConfig(Generic[V]):
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
    burn: bool = (
        False  # F99: the first card of a live shoe is read and tells how many are discarded
    )
    passports: bool = False  # a live shoe is made of sets whose codes the house knows (F270)
    laid_before_close: int = 0  # cards that lie face down before betting closes (R25)
    needs_bets: bool = False  # no cards are dealt to an empty table (F47)
    limits: Mapping[str, Limits] = field(default_factory=dict)
    chips: tuple[Cents, ...] = CHIPS
    switched_off: frozenset[str] = frozenset()
    switched_on: frozenset[str] = frozenset()
    opposite_policy: OppositePolicy = OppositePolicy.CAP
    timers: Timers = DEFAULT_TIMERS
    ask_symbols: AskSymbols = AskSymbols.LAST  # F201
    voices: tuple[str, ...] = ()  # languages in which the table is announced (F11, F232)
    owner: str | None = None  # whose private table this is, dealt when they say so (F263)

    @property
    def rehearsal(self) -> bool:
        """Whether dealers learn here: real cards have passports, and those of a rehearsal none."""
        return self.live and not self.passports

    @property
    def betting_window(self) -> int | None:
        """How long betting is open; None where it lasts until the owner says Deal (F263)."""
        return self.timers.betting if self.owner is None else None

    def rules(self, *, switched_off: frozenset[str] = frozenset()) -> TableRules:
        """What may be bet; `switched_off` adds what the shift manager turned off (F59)."""
        return TableRules(
            bets=self.variant.bets,
            limits=self.limits,
            switched_off=self.switched_off | switched_off,
            switched_on=self.switched_on,
            opposite_policy=self.opposite_policy,
        )

    @override
    def __hash__(self) -> int:
        """Settings can be a key: two that are equal have these in common."""
        return hash((self.table_id, self.version, self.variant.id))


AnyConfig = TableConfig[Variant]
