"""A table's set-up and a variant's rules as data: limits, pays, conditions, exact returns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from sabot.gamekit import DeclaredReturn, TableRules, Variant
from sabot.games import variants
from sabot.gateway.game_modules import module_of
from sabot.money import Currency, Odds
from sabot.table.config import SeatRule, Timers
from sabot.table.state import TableState
from sabot.wire.table_info import (
    BetInfo,
    DeclaredInfo,
    Help,
    Pay,
    ReturnInfo,
    TableInfo,
    TimerInfo,
    VariantHelp,
)

Lessons = Mapping[str, Mapping[str, object]]
"""Figures and examples for the help, by game."""

Returns = Callable[[str], Mapping[str, tuple[ReturnInfo, ...]]]
"""The exact returns of a variant, by kind of bet (F262)."""


def info_of(
    state: TableState, returns: Returns, *, currency: Currency, dealer: str | None = None
) -> TableInfo:
    """Describe a table to its players, in the money of the player who asks (F4–F7, F262).

    `dealer` is the name of the dealer in charge.
    """
    settings = state.settings
    variant = settings.variant
    seats = 0 if settings.seat_rule is SeatRule.NONE else variant.seats
    modes = {spec.mode for spec in variant.bets.values() if spec.mode is not None}
    return TableInfo(
        table=state.table_id,
        name=settings.name,
        version=settings.version,
        game=state.game.id,
        variant=variant.id,
        title=variant.title,
        decks=variant.decks,
        currency=currency.value,
        chips=settings.chips,
        bets=tuple(
            _bets(variant, settings.rules(switched_off=state.kinds_off), returns(variant.id))
        ),
        modes=tuple(sorted(modes)),
        opening=settings.opening.value,
        confirmation=settings.confirmation.value,
        auto_confirm=settings.auto_confirm,
        multiple_bets=settings.multiple_bets,
        seat_rule=settings.seat_rule.value,
        seats=seats,
        seats_per_player=settings.seats_per_player,
        deal_now=settings.deal_now,
        live=settings.live,
        dealer=dealer,
        private=settings.owner is not None,
        laid_before_close=settings.laid_before_close,
        ask_symbols=settings.ask_symbols.value,
        timers=_timers(settings.timers),
        voice=settings.voices,
        module=module_of(state.game),
    )


def help_of(states: Iterable[TableState], returns: Returns, lessons: Lessons) -> Help:
    """Describe every variant, with the windows of the first table that plays it.

    Lessons whose form the protocol describes have a field of their own; the module of another
    game knows the form of its lessons.
    """
    timers: dict[str, Timers] = {}
    for state in states:
        timers.setdefault(state.settings.variant.id, state.settings.timers)
    described = {game: one for game, one in lessons.items() if game in Help.__struct_fields__}
    others = {game: dict(one) for game, one in lessons.items() if game not in described}
    told = tuple(
        VariantHelp(
            variant=name,
            game=game.id,
            title=variant.title,
            decks=variant.decks,
            seats=variant.seats,
            bets=tuple(_bets(variant, TableRules(bets=variant.bets), returns(name))),
            timers=_timers(timers.get(name, Timers())),
            module=module_of(game),
        )
        for name, (game, variant) in variants().items()
    )
    return msgspec.convert({"variants": told, "lessons": others, **described}, Help)


def _bets(
    variant: Variant, rules: TableRules, returns: Mapping[str, tuple[ReturnInfo, ...]]
) -> Iterator[BetInfo]:
    for kind, spec in rules.bets.items():
        limits = rules.limits_of(kind)
        yield BetInfo(
            kind=str(kind),
            role=spec.role.value,
            minimum=limits.minimum,
            maximum=limits.maximum,
            pays=tuple(_pays(spec.pays)),
            bonus=tuple(_pays(variant.bonuses.get(kind, {}))),
            returns=returns.get(str(kind), ()),
            declared=_declared(spec.declared),
            on=rules.offers(kind),
            needs_any_of=_names(spec.needs_any_of),
            at_most_sum_of=_names(spec.at_most_sum_of),
            mode=spec.mode,
            last_round_of_shoe=spec.last_round_of_shoe,
            golden_chips=spec.golden_chips,
            opposite=_names(spec.opposite),
        )


def _declared(found: DeclaredReturn | None) -> DeclaredInfo | None:
    if found is None:
        return None
    return DeclaredInfo(
        figure=found.figure,
        by=found.by.value,
        on=found.on.value,
        slip=found.slip,
        reading=found.reading,
    )


def _pays(table: Mapping[str, Odds]) -> Iterator[Pay]:
    return (Pay(label=str(label), odds=str(odds)) for label, odds in table.items())


def _names(kinds: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(str(kind) for kind in kinds))


def _timers(timers: Timers) -> TimerInfo:
    return TimerInfo(
        betting=timers.betting,
        last_seconds=timers.last_seconds,
        insurance=timers.insurance,
        decision=timers.decision,
        card=timers.card,
        result=timers.result,
    )
