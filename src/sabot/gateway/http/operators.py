"""The route of operators' servers: a launch for one of their players, signed over the raw body."""

from __future__ import annotations

import asyncio
from urllib.parse import urlencode

import msgspec
from litestar import post
from litestar.types import ControllerRouterHandler

from sabot.errors import Malformed, Refused, Unavailable, field_of
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.faults import AnyRequest
from sabot.money import Currency
from sabot.service.identity.launches import Launch as Wish
from sabot.service.wallets import RefusedBy, Session, Unknown, our_id
from sabot.wire.keys import names_a_key_twice
from sabot.wire.office import AskLaunch, Launch

_ask = msgspec.json.Decoder(AskLaunch).decode


def operator_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """What operators' servers ask."""

    @post("/operator/v1/launch", status_code=200, opt={"body": AskLaunch, "signed": True})
    async def launch(request: AnyRequest) -> Launch:
        raw = await request.body()
        operator = deps.verify("launch", dict(request.headers), raw)
        if operator is None:
            raise Refused("signature/wrong")
        asked, wish = _wish(operator, raw)
        await asyncio.to_thread(deps.requests.count_once, operator, asked.nonce)
        if wish.table_id is not None and wish.table_id not in deps.hall.feeds:
            raise Refused("table/unknown", table=wish.table_id)
        deps.launches.check(wish)  # what a wallet answers is remembered
        await _known_to_wallet(deps, operator, asked)
        given = await asyncio.to_thread(deps.launches.ask, wish)
        query = urlencode({"token": given.token})
        url = f"{deps.settings.public_address}/launch?{query}"
        return Launch(url=url, expires_in_ms=given.expires_in_ms)

    return [launch]


def _wish(operator: str, raw: bytes) -> tuple[AskLaunch, Wish]:
    try:
        asked = _ask(raw)
        currency = Currency(asked.currency)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        field, reason = field_of(str(error))
        raise Malformed("request/malformed", field=field, reason=reason[:200]) from None
    except ValueError:
        raise Malformed("request/malformed", field="currency") from None
    if names_a_key_twice(raw):
        raise Malformed("request/key_twice")
    return asked, Wish(
        operator=operator,
        operator_player=asked.player,
        nickname=asked.nickname,
        currency=currency,
        table_id=asked.table,
    )


async def _known_to_wallet(deps: Dependencies, operator: str, asked: AskLaunch) -> None:
    """The operator's own wallet says whose token it is, before anybody comes in with it."""
    match await deps.authenticate(operator, asked.token):
        case Session(player=player):
            if player.player_id != our_id(operator, asked.player):
                raise Refused("launch/other_player", player=asked.player)
        case RefusedBy(reason=reason):
            raise Refused("launch/wallet", reason=reason.value)
        case Unknown(why=why):
            raise Unavailable("launch/wallet_silent", reason=why)
