"""The tables a fresh house opens with: one of each regulation, and two more baccarat tables.

The two are a second Speed Baccarat and an ordinary Live Baccarat.

Also what a private table of each regulation is. Names, timers and switches as data. A house with a
database of its own keeps its settings there; this is only where it starts.
"""

from __future__ import annotations

from dataclasses import replace

from sabot.games import variants
from sabot.money import Cents
from sabot.table.config import (
    AnyConfig,
    Confirmation,
    Opening,
    SeatRule,
    TableConfig,
    Timers,
)

_CHIPS = tuple(Cents(value) for value in (50, 100, 500, 2_500, 10_000, 50_000, 100_000))

VOICES = ("it", "en", "zh", "ja", "vi", "ko", "th", "id")
"""F232: the languages in which players' browsers can announce a table."""


def default_tables() -> tuple[AnyConfig, ...]:
    """The default tables with the default timers (F68, F81)."""
    return (
        replace(_speed("speed-1", "Speed Baccarat Aurora"), voices=VOICES),
        _speed("speed-2", "Speed Baccarat Borea"),
        TableConfig(
            table_id="seven-1",
            name="Seven Seats Cedro",
            version=1,
            variant=variants()["no_commission_baccarat"][1],
            confirmation=Confirmation.MANUAL,
            seat_rule=SeatRule.SHARED,
            chips=_CHIPS,
            timers=Timers(betting=15_000, card=1_500, result=10_000),
        ),
        TableConfig(
            table_id="scanner-1",
            name="Speed Six Duna",
            version=1,
            variant=variants()["speed6_scanner_baccarat"][1],
            confirmation=Confirmation.MANUAL,
            chips=_CHIPS,
            timers=Timers(betting=12_000, card=300, result=8_000),
        ),
        TableConfig(
            table_id="blackjack-1",
            name="Blackjack Edera",
            version=1,
            variant=variants()["blackjack"][1],
            opening=Opening.FIRST_BET,
            seat_rule=SeatRule.OWN,
            seats_per_player=3,
            deal_now=True,
            needs_bets=True,
            chips=_CHIPS,
            timers=Timers(betting=15_000, card=700, result=6_000),
            voices=VOICES,
        ),
        TableConfig(
            table_id="brag-1",
            name="Brag Faggio",
            version=1,
            variant=variants()["three_card_brag"][1],
            confirmation=Confirmation.MANUAL,
            auto_confirm=False,  # F39: its text leaves this to the provider
            multiple_bets=False,
            chips=_CHIPS,
            timers=Timers(betting=15_000, decision=12_000, card=600, result=7_000, shuffle=3_000),
        ),
        TableConfig(
            table_id="baccarat-1",
            name="Live Baccarat Ginepro",
            version=1,
            variant=variants()["live_baccarat"][1],
            chips=_CHIPS,
            # F124: the pace of a dealer who draws, reads and lays down one card after the other,
            # and then pays and clears the felt by hand.
            timers=Timers(betting=18_000, card=2_500, result=12_000),
        ),
    )


def demonstration(config: AnyConfig) -> AnyConfig:
    """A table of a demonstration, whose operator wants everything that the game has.

    F39: players may switch auto-confirm on. F62: Blind Play is on where the game has it.
    """
    return replace(_with_blind_play(config), auto_confirm=True)


def _with_blind_play(config: AnyConfig) -> AnyConfig:
    wanted = config.variant.bets.keys() & {"blind_play"}
    return replace(config, switched_on=config.switched_on | wanted)


def _speed(table_id: str, name: str) -> AnyConfig:
    return TableConfig(
        table_id=table_id,
        name=name,
        version=1,
        variant=variants()["speed_baccarat"][1],
        laid_before_close=6,
        chips=_CHIPS,
        timers=Timers(betting=12_000, card=900, result=10_000),
    )


PATIENCE_MS = 600_000
"""How long a question waits at a private table before silence is an answer (F263)."""


def private_table(variant: str, *, table_id: str, owner: str) -> AnyConfig:
    """F263: the game of a regulation without a dealer, dealt when its one player says so.

    Deal ends betting and confirms every chip. There are no seats but where each is a hand.
    """
    rules = variants()[variant][1]
    public = next(config for config in default_tables() if config.variant is rules)
    hands = public.seat_rule is SeatRule.OWN
    return replace(
        _with_blind_play(public),
        table_id=table_id,
        name=rules.title,
        owner=owner,
        opening=Opening.FIRST_BET,
        confirmation=Confirmation.AT_CLOSE,
        seat_rule=SeatRule.OWN if hands else SeatRule.NONE,
        deal_now=True,
        needs_bets=True,
        timers=Timers(
            card=450,
            result=4_000,
            cancelled=2_000,
            insurance=PATIENCE_MS,
            decision=PATIENCE_MS,
        ),
        voices=(),
    )


SHORTENED = (
    *("betting", "last_seconds", "debits", "insurance", "decision"),
    *("card", "result", "cancelled"),
)
"""The windows of play."""


def hurried(config: AnyConfig, *, factor: float) -> AnyConfig:
    """The same table with every window of play shortened, for tests and demonstrations."""
    short = {name: max(1, int(getattr(config.timers, name) * factor)) for name in SHORTENED}
    return replace(config, timers=replace(config.timers, **short))
