"""An operator's wallet over HTTP: sign a call, send it once, and check the answer.

One attempt per call: the desk decides whether and when to try again. Everything that is not a
well-formed answer to this call is `Unknown`: silence, an HTTP status other than 200, bytes that
cannot be read, another id, another amount, another currency or scale.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

import httpx
import msgspec

from sabot.adapters.wallet import signing, wire
from sabot.adapters.wallet.keys import KeyRing
from sabot.errors import Malformed
from sabot.service.wallets.calls import Answer, Call, Refusal, RefusedBy, Taken, Unknown, Welcome

TIMEOUT_SECONDS = 4.0
"""How long one call may take, from the first byte of the connection to the last of the answer."""

BODY_MAX = 16_384
"""Bytes of an answer; a longer one is not accepted."""

CENTS = 2
"""Our own scale."""

_REFUSALS = {
    wire.Status.INSUFFICIENT_FUNDS: Refusal.INSUFFICIENT_FUNDS,
    wire.Status.TOKEN_EXPIRED: Refusal.TOKEN_EXPIRED,
    wire.Status.PLAYER_BLOCKED: Refusal.PLAYER_BLOCKED,
    wire.Status.LIMIT: Refusal.LIMIT,
    wire.Status.UNKNOWN_PLAYER: Refusal.UNKNOWN_PLAYER,
    wire.Status.CANCELLED: Refusal.CANCELLED,
}
"""The refusals that concern the player. A conflict or a bad signature is our fault: unknown."""

_encode = msgspec.json.Encoder().encode

M = TypeVar("M", bound=wire.Message)


class Disbelieved(Exception):
    """An answer that cannot be used; the reason is for the log."""


class SignedClient:
    """Sends signed calls to one operator; knows nothing of what they mean."""

    def __init__(
        self,
        client: httpx.AsyncClient,
        *,
        address: str,
        key: signing.Key | KeyRing,
        wall_ms: Callable[[], int],
        timeout_seconds: float = TIMEOUT_SECONDS,
        body_max: int = BODY_MAX,
    ) -> None:
        self._body_max = body_max
        self._client = client
        self._timeout = timeout_seconds
        self._address = address
        self._urls: dict[str, httpx.URL] = {}
        self._keys = key if isinstance(key, KeyRing) else KeyRing(key)
        self._wall_ms = wall_ms

    async def send(self, name: str, body: bytes) -> tuple[int, bytes]:
        """The HTTP status and the body of the answer, or `Disbelieved`."""
        headers = signing.headers(self._keys.current, now_ms=self._wall_ms(), call=name, body=body)
        headers["content-type"] = "application/json"
        headers["accept-encoding"] = "identity"  # see `_body`
        request = httpx.Request("POST", self._url(name), content=body, headers=headers)
        try:
            async with asyncio.timeout(self._timeout):
                response = await self._client.send(request, stream=True)
                try:
                    return response.status_code, await _body(response, self._body_max)
                finally:
                    await response.aclose()
        except TimeoutError:
            raise Disbelieved("timeout") from None
        except httpx.HTTPError as error:
            raise Disbelieved(f"http/{type(error).__name__}") from None

    def _url(self, name: str) -> httpx.URL:
        """The address of a call, cached because parsing it takes longer than signing."""
        url = self._urls.get(name)
        if url is None:
            url = self._urls[name] = httpx.URL(f"{self._address}/{name}")
        return url


async def _body(response: httpx.Response, body_max: int) -> bytes:
    if response.headers.get("content-encoding", "").lower() not in {"", "identity"}:
        raise Disbelieved("answer/packed")  # unpacking could exceed any limit
    body = bytearray()
    async for part in response.aiter_bytes():
        body += part
        if len(body) > body_max:
            raise Disbelieved("answer/too_long")
    return bytes(body)


class HttpWallet:
    """The port over HTTP; amounts are in cents on our side and in `scale` on theirs."""

    def __init__(self, client: SignedClient, *, scale: int = CENTS) -> None:
        if not CENTS <= scale <= 8:
            raise Malformed("wallet/scale", scale=scale)
        self._client = client
        self._scale = scale
        self._unit: int = 10 ** (scale - CENTS)

    async def authenticate(self, token: str) -> Welcome | RefusedBy | Unknown:
        """Whose token it is."""
        try:
            answer = await self._ask(wire.Authenticate(token=token), wire.Welcomed)
            return self._welcome(answer)
        except Disbelieved as why:
            return Unknown(str(why))

    async def balance(self, player: str) -> Answer:
        """What the player may stake."""
        try:
            answer = await self._ask(wire.Balance(player=player), wire.Balanced)
            if answer.status is wire.Status.OK:
                _must(answer.player == player, "answer/other_player")
            return self._decided(answer.status, answer.balance, answer.scale)
        except Disbelieved as why:
            return Unknown(str(why))

    async def bet(self, call: Call) -> Answer:
        """Take a stake."""
        request = wire.Bet(
            id=call.id,
            player=call.player,
            token=call.token,
            round=call.round_id,
            currency=call.currency,
            amount=call.amount * self._unit,
            scale=self._scale,
            game=call.details.game or None,
            variant=call.details.variant or None,
            table=call.details.table or None,
            bets=tuple(
                wire.BetStake(kind=line.kind, seat=line.seat, stake=line.stake * self._unit)
                for line in call.details.bets
            ),
        )
        return await self._transact(request)

    async def result(self, call: Call) -> Answer:
        """Pay what a round brought, or give its stakes back."""
        outcome = wire.Outcome.CANCELLED if call.cancelled else wire.Outcome.SETTLED
        request = wire.Result(
            id=call.id,
            player=call.player,
            round=call.round_id,
            currency=call.currency,
            amount=call.amount * self._unit,
            scale=self._scale,
            outcome=outcome,
            game=call.details.game or None,
            variant=call.details.variant or None,
            table=call.details.table or None,
            bets=tuple(
                wire.BetOutcome(
                    kind=line.kind,
                    seat=line.seat,
                    golden=line.golden,
                    stake=line.stake * self._unit,
                    payout=(line.payout or 0) * self._unit,
                )
                for line in call.details.bets
            ),
            about=call.details.about or None,
        )
        return await self._transact(request)

    async def refund(self, call: Call) -> Answer:
        """Take one bet back."""
        request = wire.Refund(
            id=call.id,
            bet=call.bet,
            player=call.player,
            round=call.round_id,
            currency=call.currency,
            amount=call.amount * self._unit,
            scale=self._scale,
        )
        return await self._transact(request)

    async def _transact(self, request: wire.Bet | wire.Result | wire.Refund) -> Answer:
        try:
            answer = await self._ask(request, wire.Done)
            _must(answer.id == request.id, "answer/other_id")
            if answer.status is wire.Status.OK:
                _must(answer.amount == request.amount, "answer/other_amount")
                _must(answer.currency is request.currency, "answer/other_currency")
            return self._decided(answer.status, answer.balance, answer.scale)
        except Disbelieved as why:
            return Unknown(str(why))

    async def _ask(self, request: wire.Request, expected: type[M]) -> M:
        status, body = await self._client.send(wire.NAMES[type(request)], _encode(request))
        _must(status == httpx.codes.OK, f"http/{status}")
        try:
            return msgspec.json.decode(body, type=expected)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise Disbelieved("answer/unreadable") from None

    def _decided(self, status: wire.Status, balance: int | None, scale: int | None) -> Answer:
        if status is wire.Status.OK:
            return Taken(self._cents(balance, scale))
        refusal = _REFUSALS.get(status)
        _must(refusal is not None, f"answer/{status}")
        assert refusal is not None
        return RefusedBy(refusal)

    def _welcome(self, answer: wire.Welcomed) -> Welcome | RefusedBy:
        if answer.status is wire.Status.OK:
            player, nickname, currency = answer.player, answer.nickname, answer.currency
            if player is None or nickname is None or currency is None:
                raise Disbelieved("answer/incomplete")
            balance = self._cents(answer.balance, answer.scale)
            return Welcome(player=player, nickname=nickname, currency=currency, balance=balance)
        refusal = _REFUSALS.get(answer.status)
        if refusal is None:
            raise Disbelieved(f"answer/{answer.status}")
        return RefusedBy(refusal)

    def _cents(self, balance: int | None, scale: int | None) -> int:
        if balance is None or scale != self._scale:
            raise Disbelieved("answer/other_scale")
        return balance // self._unit  # parts of a cent cannot be staked here (R3)


def _must(holds: bool, why: str) -> None:  # noqa: FBT001 -- a condition, as for assert
    if not holds:
        raise Disbelieved(why)
