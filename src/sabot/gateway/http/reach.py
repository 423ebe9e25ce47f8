"""Whose object it is: asked where the object is known, from the row of the route."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from sabot.errors import Refused, SabotError, Unavailable
from sabot.gateway.authority import may_know, may_reach
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller, reach_of
from sabot.gateway.http.faults import AnyRequest, unknown
from sabot.service.identity.roles import Principal
from sabot.service.players.directory import BOT_PREFIX, Player
from sabot.service.players.refusals import PlayerRefusal
from sabot.service.refusals import ArchiveRefusal


def within_reach(request: AnyRequest, player: Player) -> bool:
    """Whether the caller may see and do things about this player."""
    return may_reach(caller(request), reach_of(request), player)


class About(Protocol):
    """Something that is about one player."""

    @property
    def player(self) -> str: ...


A = TypeVar("A", bound=About)


async def all_within_reach(
    deps: Dependencies, request: AnyRequest, read: Callable[[], Sequence[A]]
) -> list[A]:
    """What of a list is about players within reach; they too are looked up in a thread."""

    def found() -> list[A]:
        return [one for one in read() if within_reach(request, named(deps, one.player))]

    return await asyncio.to_thread(found)


def named(deps: Dependencies, player_id: str) -> Player:
    """A player; of one who has never come, or whose row is damaged, what the id alone says.

    Whatever one row holds, the lists about all the others are told.
    """
    try:
        return deps.house.players.player(player_id)
    except Unavailable:
        raise
    except SabotError:
        operator, colon, _ = player_id.partition(":")
        ours = not colon or player_id.startswith(BOT_PREFIX)
        return Player(player_id=player_id, nickname="", operator=None if ours else operator)


async def check_named_reach(deps: Dependencies, request: AnyRequest, player_id: str) -> None:
    """The same as `check_reach`, also for an operator's player who has not come yet."""
    player = await asyncio.to_thread(named, deps, player_id)
    if player.operator is None:
        await check_reach(deps, request, player_id)
    if not within_reach(request, player):
        raise Refused(PlayerRefusal.UNKNOWN, player=player_id)


async def check_reach(deps: Dependencies, request: AnyRequest, player_id: str) -> None:
    """Another operator's player is as unknown as one that does not exist."""
    player = await asyncio.to_thread(deps.house.players.player, player_id)
    if not within_reach(request, player):
        raise Refused(PlayerRefusal.UNKNOWN, player=player_id)


def who_may_know(request: AnyRequest, round_id: str) -> Principal:
    """The caller's view of a round, if there is such a round for them (F263)."""
    who = caller(request)
    if not may_know(who, round_id.rpartition("-")[0]):
        raise unknown(ArchiveRefusal.UNKNOWN, round=round_id)
    return who
