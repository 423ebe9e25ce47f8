"""Routes of the shoe desk: sets of cards from their passport to the day they are retired."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Annotated

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.types import ControllerRouterHandler

from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller
from sabot.gateway.http.faults import AnyRequest, unknown
from sabot.gateway.sockets.request_reader import actor_of
from sabot.service.studio import passports, sets
from sabot.service.studio.labels import Sheet, pages
from sabot.service.studio.set_desk import Order
from sabot.service.studio.sets import CardSet, Stage, Step, Where
from sabot.studio.view import shoe_shown
from sabot.table.refusals import TableRefusal
from sabot.table.staff.reasons import Change
from sabot.table.studio.real_cards import cut_card_limits
from sabot.wire import shoe_desk as w

NameOf = Callable[[str], str]
Name = Annotated[str, PathParameter(min_length=1, max_length=12)]
Wanted = Annotated[Sheet, QueryParameter()]
Asked = w.PrepareSet | w.CountSet | w.ShuffleSet | w.SealSet | w.TakeSetAway | w.RetireSet

PDF = "application/pdf"


def card_set_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """Every set, and its steps."""
    return [*_seen(deps), *_steps(deps)]


def _seen(deps: Dependencies) -> list[ControllerRouterHandler]:
    desk, name = deps.house.sets, deps.staff_name

    @get("/api/studio/sets")
    async def card_sets() -> w.CardSets:
        return w.CardSets(
            sets=tuple(_shown(one, name) for one in desk.sets()),
            in_doubt=tuple(sorted(desk.in_doubt)),
            tables=tuple(_needs(deps)),
            change_reasons=tuple(each.value for each in Change),
        )

    @get("/api/studio/sets/{card_set:str}")
    async def card_set(card_set: Name) -> w.CardSetOpened:
        found = desk.find(card_set)
        return w.CardSetOpened(card_set=_shown(found, name), passport=found.codes)

    @get("/api/studio/sets/{card_set:str}/labels.pdf")
    async def labels(card_set: Name, sheet: Wanted = Sheet.CARDS) -> Response[bytes]:
        codes = desk.find(card_set).codes
        printed = await asyncio.to_thread(pages, card_set, codes, sheet=sheet)
        saved_as = f'attachment; filename="{card_set}-{sheet.value}.pdf"'
        return Response(printed, media_type=PDF, headers={"Content-Disposition": saved_as})

    return [card_sets, card_set, labels]


def _steps(deps: Dependencies) -> list[ControllerRouterHandler]:
    desk, name = deps.house.sets, deps.staff_name

    @post("/api/studio/sets", status_code=200)
    async def prepare(request: AnyRequest, data: JSONBody[w.PrepareSet]) -> w.CardSetShown:
        if data.passport is None:
            codes = passports.own_deck(data.set, data.decks)
        else:
            codes = passports.read_list(data.passport, data.set)
        made = await desk.prepare(
            data.set,
            data.decks,
            codes,
            test=data.passport is None,
            order=_order(request, data),
        )
        return _shown(made, name)

    @post("/api/studio/sets/{card_set:str}/count", status_code=200)
    async def count(
        request: AnyRequest, card_set: Name, data: JSONBody[w.CountSet]
    ) -> w.CardSetShown:
        counted = await desk.count(
            card_set,
            scans=data.scans,
            cards=data.cards,
            order=_order(request, data),
        )
        return _shown(counted, name)

    @post("/api/studio/sets/{card_set:str}/shuffle", status_code=200)
    async def shuffle(
        request: AnyRequest, card_set: Name, data: JSONBody[w.ShuffleSet]
    ) -> w.CardSetShown:
        if data.table is not None and data.table not in deps.broadcaster.feeds:
            raise unknown(TableRefusal.UNKNOWN, table=data.table)
        shuffled = await desk.shuffle(
            card_set,
            where=Where(data.where),
            table=data.table or "",
            order=_order(request, data),
        )
        return _shown(shuffled, name)

    @post("/api/studio/sets/{card_set:str}/seal", status_code=200)
    async def seal(
        request: AnyRequest, card_set: Name, data: JSONBody[w.SealSet]
    ) -> w.CardSetShown:
        sealed = await desk.seal(
            card_set,
            number=data.seal,
            order=_order(request, data),
        )
        return _shown(sealed, name)

    @post("/api/studio/sets/{card_set:str}/take-away", status_code=200)
    async def take_away(
        request: AnyRequest, card_set: Name, data: JSONBody[w.TakeSetAway]
    ) -> w.CardSetShown:
        return _shown(await desk.take_away(card_set, order=_order(request, data)), name)

    @post("/api/studio/sets/{card_set:str}/retire", status_code=200)
    async def retire(
        request: AnyRequest, card_set: Name, data: JSONBody[w.RetireSet]
    ) -> w.CardSetShown:
        return _shown(await desk.retire(card_set, order=_order(request, data)), name)

    return [prepare, count, shuffle, seal, take_away, retire]


def _needs(deps: Dependencies) -> Iterator[w.TableNeed]:
    """The live tables, in the order of the house."""
    for feed in deps.broadcaster.feeds.values():
        state = feed.table.state
        if state.config is None or not state.settings.live:
            continue
        settings, variant = state.settings, state.settings.variant
        least, most = cut_card_limits(variant.cut_card_from_end, decks=variant.decks)
        yield w.TableNeed(
            table=state.table_id,
            name=settings.name,
            variant=variant.id,
            decks=variant.decks,
            cut_card=variant.cut_card_from_end,
            cut_card_least=least,
            cut_card_most=most,
            burn=settings.burn,
            passports=settings.passports,
            shoe=None if state.shoe is None else shoe_shown(state, state.shoe),
        )


def _order(request: AnyRequest, data: Asked) -> Order:
    return Order(cmd=data.id, actor=actor_of(caller(request)), reason=data.reason)


def _shown(one: CardSet, name: NameOf) -> w.CardSetShown:
    at_table = one.stage is Stage.SHUFFLED and one.table
    return w.CardSetShown(
        set=one.set_id,
        decks=one.decks,
        stage=one.stage.value,
        test=one.test,
        ready=one.stage is Stage.SEALED,
        ready_at=one.table if at_table else None,
        table=sets.lies_at(one) or None,
        prepared_by=one.prepared_by,
        steps=tuple(_step(step, name) for step in one.steps),
    )


def _step(step: Step, name: NameOf) -> w.SetStep:
    body = step.body
    return w.SetStep(
        number=body.number,
        deed=step.deed.value,
        actor=step.actor,
        by=name(step.actor),
        reason=step.reason,
        at_ms=step.at_ms,
        before=None if body.before is None else body.before.value,
        after=body.after.value,
        by_scan=body.by_scan,
        missing=body.missing,
        extra=body.extra,
        where=None if body.where is None else body.where.value,
        seal=body.seal,
        table=body.table,
        shoe=body.shoe,
    )
