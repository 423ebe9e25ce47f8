"""Routes of playing for fun: the games there are, and a private table of one of them (F263)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from litestar import get, post
from litestar.params import PathParameter
from litestar.types import ControllerRouterHandler

from sabot.errors import Refused
from sabot.games import variant_named
from sabot.gateway.broadcast.lobby import limits_of
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller, player_of
from sabot.gateway.http.faults import AnyRequest
from sabot.gateway.http.play_money import has_play_money
from sabot.service.catalogue import private_table
from sabot.service.private.names import private_variants, table_id_of
from sabot.service.refusals import ForFunRefusal
from sabot.wire.for_fun import ForFunGame, ForFunOpened, ForFunShown

Variant = Annotated[str, PathParameter(min_length=1, max_length=100)]


def for_fun_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """A player's own table, without a dealer and without money."""

    def games(player: str) -> Iterator[ForFunGame]:
        for variant in private_variants().values():
            table = table_id_of(player, variant)
            minimum, maximum = limits_of(private_table(variant, table_id=table, owner=player))
            yield ForFunGame(
                variant=variant,
                game=variant_named(variant)[0].id,
                minimum=minimum,
                maximum=maximum,
                table=table if table in deps.broadcaster.private else None,
            )

    @get("/api/for-fun")
    async def shown(request: AnyRequest) -> ForFunShown:
        offered = await has_play_money(deps, caller(request))
        return ForFunShown(games=tuple(games(player_of(request))) if offered else ())

    @post("/api/for-fun/{variant:str}", status_code=200)
    async def opened(request: AnyRequest, variant: Variant) -> ForFunOpened:
        player = player_of(request)
        if not await has_play_money(deps, caller(request)):
            raise Refused(ForFunRefusal.REAL_MONEY)
        deps.house.controls.check_may_play(player)
        return ForFunOpened(table=await deps.private_rooms.open(player, variant))

    return [shown, opened]
