"""What moderators read over HTTP: a player's card without money, and the record of their acts."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated

from litestar import get
from litestar.params import PathParameter, QueryParameter
from litestar.types import ControllerRouterHandler

from sabot.errors import Refused
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller
from sabot.gateway.http.faults import AnyRequest
from sabot.gateway.http.reach import check_reach
from sabot.service.chat.flags import flags_of
from sabot.service.chat.moderation import ChatRecord
from sabot.service.chat.ports import ActKind, ChatAct, ChatLine
from sabot.wire import desk as w

PlayerId = Annotated[str, PathParameter(min_length=1, max_length=200)]
Since = Annotated[int, QueryParameter(ge=0, le=2**53 - 1)]


def player_chat_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """A player's card without money, and the record."""

    @get("/api/staff/chat")
    async def moderation(request: AnyRequest, since: Since) -> w.Moderation:
        off, acts = await deps.chat_rooms.moderation(caller(request), since_ms=since)
        deeds = await asyncio.to_thread(lambda: tuple(_deed(act, deps) for act in acts))
        return w.Moderation(off=off, deeds=deeds)

    @get("/api/staff/players/{player:str}/chat")
    async def chat(request: AnyRequest, player: PlayerId) -> w.PlayerChat:
        await check_reach(deps, request, player)
        who = await asyncio.to_thread(deps.house.players.player, player)
        since_ms = await asyncio.to_thread(deps.identity.accounts.since_ms, player)
        record = await deps.chat_rooms.record(player, caller(request))
        return _told(player, who.nickname, since_ms, record, deps)

    return [moderation, chat]


def _told(
    player: str, nickname: str, since_ms: int | None, record: ChatRecord, deps: Dependencies
) -> w.PlayerChat:
    return w.PlayerChat(
        player=player,
        nickname=nickname,
        since_ms=since_ms,
        lines=tuple(_line(one) for one in record.lines),
        restrictions=tuple(
            w.RestrictionShown(place=one.place, until_ms=one.until_ms)
            for one in record.restrictions
        ),
        notes=tuple(_note(one, deps) for one in record.acts),
    )


def _deed(act: ChatAct, deps: Dependencies) -> w.ChatDeed:
    """One act; a player whom the house does not know any more has no nickname."""
    nickname = ""
    if act.player:
        with suppress(Refused):
            nickname = deps.house.players.player(act.player).nickname
    return w.ChatDeed(
        action=act.kind.value,
        place=act.place,
        line=f"{act.place}/{act.number}" if act.kind is ActKind.DELETE else None,
        player=act.player,
        nickname=nickname,
        by=deps.staff_name(f"staff:{act.actor}"),
        at_ms=act.at_ms,
        reason=act.reason,
        until_ms=act.until_ms,
    )


def _line(line: ChatLine) -> w.ChatLineOf:
    return w.ChatLineOf(
        room=line.room,
        line=f"{line.room}/{line.number}",
        text=line.text,
        at_ms=line.at_ms,
        removed=line.deleted_ms is not None,
        flags=tuple(flag.value for flag in flags_of(line.text)),
    )


def _note(act: ChatAct, deps: Dependencies) -> w.ChatNote:
    return w.ChatNote(
        action=act.kind.value,
        place=act.place,
        by=deps.staff_name(f"staff:{act.actor}"),
        at_ms=act.at_ms,
        reason=act.reason,
        until_ms=act.until_ms,
    )
