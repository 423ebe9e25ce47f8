"""The settings of a table, which seldom change: limits, windows, and what its bets pay."""

from __future__ import annotations

from typing import Annotated

import msgspec

from sabot.wire.messages import Tile
from sabot.wire.table_view import Scorecard

Anything = Annotated[object, msgspec.Meta(extra_json_schema={"description": "any JSON value"})]


class Pay(msgspec.Struct, frozen=True, kw_only=True):
    """What a label of the pay table pays, to one: `1`, `19/20`, `3/2`."""

    label: str
    odds: str


class ReturnInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The exact return of a bet: as a decimal, and as a fraction where one is known."""

    decimal: str  # twelve digits
    exact: str | None
    per: str  # of which stake: `stake`, `initial_stake`, `ante` …


class DeclaredInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The declared return of a bet, as this version of the table's settings holds it (F262)."""

    figure: str  # `98.94%`, or a range `87.55%-93.61%`
    by: str  # `regulation` or `house`
    on: str  # `stake` or `total_stake`
    slip: str | None  # a figure that the regulation prints beside this bet by mistake
    reading: str | None  # which reading says so: `R8`


class BetInfo(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of bet: limits, pays, conditions, exact and declared return (F4, F7, F262)."""

    kind: str
    role: str
    minimum: int
    maximum: int
    pays: tuple[Pay, ...]
    bonus: tuple[Pay, ...]  # paid on top, whether the bet wins or loses: the Ante Bonus
    returns: tuple[ReturnInfo, ...]
    declared: DeclaredInfo | None
    on: bool
    needs_any_of: tuple[str, ...]
    at_most_sum_of: tuple[str, ...]
    mode: str | None
    last_round_of_shoe: int | None
    golden_chips: bool
    opposite: tuple[str, ...]


class TimerInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Windows of play, in milliseconds."""

    betting: int
    last_seconds: int
    insurance: int
    decision: int
    card: int
    result: int


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table's settings as its players need them; `version` counts from the next round on."""

    table: str
    name: str
    version: int
    game: str
    variant: str
    title: str
    decks: int
    currency: str
    chips: tuple[int, ...]
    bets: tuple[BetInfo, ...]
    modes: tuple[str, ...]
    opening: str
    confirmation: str
    auto_confirm: bool  # whether a player may have chips confirmed automatically (F39)
    multiple_bets: bool
    seat_rule: str
    seats: int
    seats_per_player: int
    deal_now: bool
    live: bool
    dealer: str | None  # in charge now, by name; null for none and at a virtual table (F265)
    private: bool  # one player's own, for fun: no clock for bets, dealt on demand (F263)
    laid_before_close: int
    ask_symbols: str  # on the ask buttons: the `last` marks, or the `predicted` ones (F201)
    timers: TimerInfo
    voice: tuple[str, ...]
    module: str | None  # the address of an installed game's view; null for built-in games


class VariantHelp(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A regulation as data: its bets, what they pay and return, and the windows of play."""

    variant: str
    game: str
    title: str
    decks: int
    seats: int
    bets: tuple[BetInfo, ...]
    timers: TimerInfo
    module: str | None  # as in `TableInfo`


class DrawLesson(msgspec.Struct, frozen=True, kw_only=True):
    """Banker's two-card total, and when it draws: by Player's third card, or when Player stood."""

    total: int
    on: tuple[int, ...]
    alone: bool


class GoodRoadLesson(msgspec.Struct, frozen=True, kw_only=True):
    """The smallest example of a pattern for Banker, and how often it appears by chance."""

    pattern: str
    results: str
    card: Scorecard
    chance: str  # six digits


class BaccaratLessons(msgspec.Struct, frozen=True, kw_only=True):
    """Examples to draw; `roads` holds the roads of one shoe after each of its results."""

    player_draws: tuple[int, ...]
    banker_draws: tuple[DrawLesson, ...]
    roads: tuple[Scorecard, ...]
    good_roads: tuple[GoodRoadLesson, ...]
    any_chance: str  # that any pattern of either side holds


class Help(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every variant this house can play, and examples made by the rules."""

    variants: tuple[VariantHelp, ...]
    baccarat: BaccaratLessons
    lessons: dict[str, dict[str, Anything]] = {}  # of other packages, drawn by their modules


class Tables(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The lobby, as of now."""

    tables: tuple[Tile, ...]
