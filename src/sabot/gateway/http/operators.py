"""The routes of operators' servers, signed over the raw body: launch, end a session, block.

Each call is signed under its own name, counts once, and reaches the operator's own players only.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TypeVar
from urllib.parse import urlencode

import msgspec
from litestar import post
from litestar.types import ControllerRouterHandler

from sabot.errors import Malformed, Refused, Unavailable, field_of
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.desks.exclusions import at_tables_too, shown
from sabot.gateway.http.faults import AnyRequest
from sabot.gateway.refusals import RequestRefusal
from sabot.money import Currency
from sabot.service.identity.launches import Launch as Wish
from sabot.service.identity.refusals import LaunchRefusal, SignatureRefusal
from sabot.service.identity.rows import Ended
from sabot.service.wallets.calls import RefusedBy, Session, Unknown, our_id
from sabot.table.refusals import TableRefusal
from sabot.wire import office as w
from sabot.wire.keys import names_a_key_twice

S = TypeVar("S", bound=w.SignedRequest)


def operator_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """What operators' servers ask."""

    @post("/operator/v1/launch", status_code=200, opt={"body": w.AskLaunch, "signed": True})
    async def launch(request: AnyRequest) -> w.Launch:
        operator, asked = await _signed(deps, request, "launch", w.AskLaunch)
        wish = _wish(operator, asked)
        if wish.table_id is not None and wish.table_id not in deps.broadcaster.feeds:
            raise Refused(TableRefusal.UNKNOWN, table=wish.table_id)
        deps.identity.launches.check(wish)  # what a wallet answers is remembered
        await _known_to_wallet(deps, operator, asked)
        given = await asyncio.to_thread(deps.identity.launches.ask, wish)
        query = urlencode({"token": given.token})
        url = f"{deps.settings.public_address}/launch?{query}"
        return w.Launch(url=url, expires_in_ms=given.expires_in_ms)

    return [launch, *_player_routes(deps)]


def _player_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """What operators' servers do about a player who is here, or is to stay away."""

    @post("/operator/v1/end-session", status_code=200, opt={"body": w.EndSession, "signed": True})
    async def end_session(request: AnyRequest) -> w.SessionsEnded:
        operator, asked = await _signed(deps, request, "end-session", w.EndSession)
        player = our_id(operator, asked.player)
        await deps.house.desk.leave(player)  # first: no bet goes out under the token any more
        ended = await asyncio.to_thread(deps.identity.accounts.put_out, player, Ended.OPERATOR)
        return w.SessionsEnded(sessions=ended)

    @post("/operator/v1/block", status_code=200, opt={"body": w.BlockPlayer, "signed": True})
    async def block(request: AnyRequest) -> w.ExclusionShown:
        operator, asked = await _signed(deps, request, "block", w.BlockPlayer)
        player = our_id(operator, asked.player)
        await deps.house.desk.leave(player)
        work = partial(
            deps.identity.exclusions.exclude,
            player,
            by=operator,
            until_ms=asked.until_ms,
            actor=_actor(operator),
            reason=asked.reason,
        )
        return shown(await at_tables_too(deps, player, work))

    @post("/operator/v1/unblock", status_code=204, opt={"body": w.UnblockPlayer, "signed": True})
    async def unblock(request: AnyRequest) -> None:
        operator, asked = await _signed(deps, request, "unblock", w.UnblockPlayer)
        player = our_id(operator, asked.player)
        lift = partial(
            deps.identity.exclusions.lift,
            player,
            by=operator,
            actor=_actor(operator),
            reason=asked.reason,
        )
        await at_tables_too(deps, player, lift)

    return [end_session, block, unblock]


def _actor(operator: str) -> str:
    """The name of an operator's server on record."""
    return f"operator:{operator}"


async def _signed(
    deps: Dependencies, request: AnyRequest, call: str, expected: type[S]
) -> tuple[str, S]:
    """The operator that signed a request, and what it asks, for the first time."""
    raw = await request.body()
    operator = deps.verify(call, dict(request.headers), raw)
    if operator is None:
        raise Refused(SignatureRefusal.WRONG)
    try:
        asked = msgspec.json.decode(raw, type=expected)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        field, reason = field_of(str(error))
        raise Malformed(RequestRefusal.MALFORMED, field=field, reason=reason[:200]) from None
    if names_a_key_twice(raw):
        raise Malformed(RequestRefusal.KEY_TWICE)
    await asyncio.to_thread(deps.identity.requests.count_once, operator, asked.nonce)
    return operator, asked


def _wish(operator: str, asked: w.AskLaunch) -> Wish:
    try:
        currency = Currency(asked.currency)
    except ValueError:
        raise Malformed(RequestRefusal.MALFORMED, field="currency") from None
    return Wish(
        operator=operator,
        operator_player=asked.player,
        nickname=asked.nickname,
        currency=currency,
        table_id=asked.table,
    )


async def _known_to_wallet(deps: Dependencies, operator: str, asked: w.AskLaunch) -> None:
    """The operator's own wallet says whose token it is, before a player comes in with it."""
    match await deps.authenticate(operator, asked.token):
        case Session(player=player):
            if player.player_id != our_id(operator, asked.player):
                raise Refused(LaunchRefusal.OTHER_PLAYER, player=asked.player)
        case RefusedBy(reason=reason):
            raise Refused(LaunchRefusal.WALLET, reason=reason.value)
        case Unknown(why=why):
            raise Unavailable("launch/wallet_silent", reason=why)
