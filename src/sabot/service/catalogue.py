"""The tables that a new house opens with, as the games propose them, and private tables.

A house stores its settings in its database; this is only where it starts.
"""

from __future__ import annotations

from dataclasses import replace

from sabot.errors import Malformed
from sabot.gamekit import AnyGame, TablePreset
from sabot.games import registry, variant_named
from sabot.table.config import AnyConfig, Confirmation, Opening, SeatRule, TableConfig, Timers
from sabot.table.refusals import TableRefusal

VOICES = ("it", "en", "zh", "ja", "vi", "ko", "th", "id")
"""F232: the languages in which players' browsers can announce a table."""


def default_tables() -> tuple[AnyConfig, ...]:
    """The tables of every game, in the order of the lobby."""
    return tuple(_config(game, preset) for game, preset in presets())


def presets() -> list[tuple[AnyGame, TablePreset]]:
    """Every table that a game proposes, in the order of the lobby."""
    found = [(game, preset) for game in registry().values() for preset in game.parts.tables]
    return sorted(found, key=lambda each: each[1].lobby_order)


def _config(game: AnyGame, preset: TablePreset) -> AnyConfig:
    return TableConfig(
        table_id=preset.table_id,
        name=preset.name,
        version=1,
        variant=game.variants[preset.variant],
        opening=preset.opening,
        confirmation=preset.confirmation,
        auto_confirm=preset.auto_confirm,
        seat_rule=preset.seat_rule,
        seats_per_player=preset.seats_per_player,
        multiple_bets=preset.multiple_bets,
        deal_now=preset.deal_now,
        needs_bets=preset.needs_bets,
        laid_before_close=preset.laid_before_close,
        chips=preset.chips,
        timers=preset.timers,
        voices=VOICES if preset.announced else (),
    )


def live_table(
    like: str, *, table_id: str, name: str, opening: Opening, burn: bool, passports: bool
) -> AnyConfig:
    """A table where a person deals real cards, otherwise as a game proposes its table `like`.

    The dealer opens betting, or the clock does; the clock closes it. No player hurries a person who
    deals, so there is no Deal now.
    """
    public = next((config for config in default_tables() if config.table_id == like), None)
    if public is None:
        raise Malformed(TableRefusal.UNKNOWN, table_id=like)
    return replace(
        public,
        table_id=table_id,
        name=name,
        live=True,
        opening=opening,
        burn=burn,
        passports=passports,
        deal_now=False,
    )


def demonstration(config: AnyConfig) -> AnyConfig:
    """A table of a demonstration, with everything that the game has.

    F39: players may switch auto-confirm on. F62: bets that are off by default are on.
    """
    return replace(_with_demo_bets(config), auto_confirm=True)


def _with_demo_bets(config: AnyConfig) -> AnyConfig:
    tables = variant_named(config.variant.id)[0].parts.tables
    wanted = [table.demo_bets for table in tables if table.variant == config.variant.id]
    return replace(config, switched_on=config.switched_on.union(*wanted))


PATIENCE_MS = 600_000
"""How long a question waits at a private table before silence is an answer (F263)."""


def private_table(variant: str, *, table_id: str, owner: str) -> AnyConfig:
    """F263: a variant without a dealer, dealt when its only player asks for the cards.

    Deal ends betting and confirms every chip. There are seats only in games where each is a hand.
    """
    rules = variant_named(variant)[1]
    public = next(config for config in default_tables() if config.variant is rules)
    hands = public.seat_rule is SeatRule.OWN
    return replace(
        _with_demo_bets(public),
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
"""The timers that `hurried` shortens: those of a round."""


def hurried(config: AnyConfig, *, factor: float) -> AnyConfig:
    """The same table with every window of play shortened, for tests and demonstrations."""
    short = {name: max(1, int(getattr(config.timers, name) * factor)) for name in SHORTENED}
    return replace(config, timers=replace(config.timers, **short))
