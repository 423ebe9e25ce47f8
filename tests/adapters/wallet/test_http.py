"""The client: what it sends is signed, and what it believes fits the call."""

from __future__ import annotations

import asyncio
import gzip
import tracemalloc
from collections.abc import AsyncIterator, Callable

import httpx
import msgspec
import pytest
from tests.virtual_time import run_in_virtual_time
from typing_extensions import override

from sabot.adapters.wallet import signing
from sabot.adapters.wallet.addresses import checked_address
from sabot.adapters.wallet.http import BODY_MAX, HttpWallet, SignedClient
from sabot.adapters.wallet.signing import Key
from sabot.errors import Malformed
from sabot.money import Currency
from sabot.service.wallets.calls import Answer, Call, Refusal, RefusedBy, Taken, Unknown, Welcome

KEY = Key(id="k1", secret=b"secret")
NOW = 1_700_000_000_000
CALL = Call(
    id="t1-7/acme:ada@1.1",
    player="ada",
    currency=Currency.EUR,
    amount=250,
    round_id="t1-7",
    token="token",  # noqa: S106 -- a test's own
    bet="t1-7/acme:ada@1.1",
)
GOOD = {
    "status": "ok",
    "id": CALL.id,
    "currency": "EUR",
    "amount": 250,
    "balance": 9_750,
    "scale": 2,
}

Handler = Callable[[httpx.Request], httpx.Response]


def wallet_over(handler: Handler, *, scale: int = 2) -> HttpWallet:
    client = httpx.AsyncClient(transport=httpx.MockTransport(handler), trust_env=False)
    signed = SignedClient(client, address="https://wallet.example/v1", key=KEY, wall_ms=lambda: NOW)
    return HttpWallet(signed, scale=scale)


def answers(members: object, status: int = 200) -> Handler:
    return lambda _request: httpx.Response(status, content=msgspec.json.encode(members))


def bet(handler: Handler, *, scale: int = 2) -> Answer:
    return asyncio.run(wallet_over(handler, scale=scale).bet(CALL))


def test_a_call_is_signed_over_its_raw_body_and_its_name() -> None:
    seen: list[httpx.Request] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(200, content=msgspec.json.encode(GOOD))

    assert bet(handler) == Taken(9_750)
    [request] = seen
    assert str(request.url) == "https://wallet.example/v1/bet"
    assert request.headers["x-sabot-key-id"] == "k1"
    assert request.headers["x-sabot-timestamp"] == str(NOW)
    secrets = {"k1": b"secret"}
    headers = dict(request.headers)

    def holds(**changes: object) -> bool:
        told = {"now_ms": NOW, "call": "bet", "body": request.content, **changes}
        return signing.verified(secrets, headers, **told)  # type: ignore[arg-type]

    assert holds()
    assert not holds(body=request.content + b" ")
    assert not holds(call="result")
    assert not holds(now_ms=NOW + signing.WINDOW_MS + 1)
    assert not holds(now_ms=NOW - signing.WINDOW_MS - 1)
    assert msgspec.json.decode(request.content) == {
        "id": CALL.id,
        "player": "ada",
        "token": "token",
        "round": "t1-7",
        "currency": "EUR",
        "amount": 250,
        "scale": 2,
    }


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"x-sabot-key-id": "k2", "x-sabot-timestamp": str(NOW), "x-sabot-signature": "0" * 64},
        {"x-sabot-key-id": "k1", "x-sabot-timestamp": "soon", "x-sabot-signature": "0" * 64},
        {"x-sabot-key-id": "k1", "x-sabot-timestamp": "²", "x-sabot-signature": "0" * 64},
        {"x-sabot-key-id": "k1", "x-sabot-timestamp": str(NOW), "x-sabot-signature": "é"},
        {"x-sabot-key-id": "k1", "x-sabot-timestamp": str(NOW)},
    ],
)
def test_what_is_not_signed_is_refused_quietly(headers: dict[str, str]) -> None:
    assert not signing.verified({"k1": b"s"}, headers, now_ms=NOW, call="bet", body=b"{}")


def test_a_key_does_not_show_its_secret() -> None:
    assert "secret=…" in repr(KEY)
    assert KEY.secret.decode() + "'" not in repr(KEY)


@pytest.mark.parametrize(
    "status",
    [
        "insufficient_funds",
        "token_expired",
        "player_blocked",
        "limit",
        "unknown_player",
        "cancelled",
    ],
)
def test_a_refusal_about_the_player_is_believed(status: str) -> None:
    assert bet(answers({"status": status, "id": CALL.id})) == RefusedBy(Refusal(status))


WRONG: dict[str, object] = {
    "another id": {**GOOD, "id": "other"},
    "no id": {name: value for name, value in GOOD.items() if name != "id"},
    "another amount": {**GOOD, "amount": 249},
    "no amount": {name: value for name, value in GOOD.items() if name != "amount"},
    "another currency": {**GOOD, "currency": "USD"},
    "another scale": {**GOOD, "scale": 4},
    "a balance in text": {**GOOD, "balance": "9750"},
    "a balance with a fraction": {**GOOD, "balance": 97.5},
    "a negative balance": {**GOOD, "balance": -1},
    "no balance": {name: value for name, value in GOOD.items() if name != "balance"},
    "an unknown status": {**GOOD, "status": "maybe"},
    "a conflict": {"status": "conflict", "id": CALL.id},
    "a refusal of another call": {"status": "insufficient_funds", "id": "other"},
    "a list": [GOOD],
    "nothing": None,
}


@pytest.mark.parametrize("why", WRONG)
def test_an_answer_that_does_not_fit_decides_nothing(why: str) -> None:
    assert isinstance(bet(answers(WRONG[why])), Unknown)


@pytest.mark.parametrize("status", [201, 204, 301, 400, 401, 404, 429, 500, 502, 503])
def test_only_an_http_200_decides(status: int) -> None:
    assert isinstance(bet(answers(GOOD, status)), Unknown)


DEEP = b'{"status":"ok","more":' + 8_000 * b"[" + 8_000 * b"]" + b"}"


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"<html>", b" " * (BODY_MAX + 1), DEEP])
def test_bytes_that_are_no_answer_decide_nothing(body: bytes) -> None:
    assert isinstance(bet(lambda _request: httpx.Response(200, content=body)), Unknown)


def test_an_answer_that_grows_when_it_is_unpacked_takes_no_room() -> None:
    """We ask for nothing packed; sixty kilobytes can hold as many megabytes of blanks."""
    packed = gzip.compress(b" " * 60_000_000)
    headers = {"content-encoding": "gzip"}
    tracemalloc.start()
    try:
        answer = bet(lambda _request: httpx.Response(200, stream=Packed(packed), headers=headers))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert isinstance(answer, Unknown)
    assert peak < 5_000_000


class Packed(httpx.AsyncByteStream):
    """Bytes that come from a network."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        for start in range(0, len(self._body), 65_536):
            yield self._body[start : start + 65_536]


@pytest.mark.parametrize(
    "error", [httpx.ConnectError, httpx.ReadError, httpx.RemoteProtocolError, httpx.PoolTimeout]
)
def test_a_broken_connection_decides_nothing(error: type[httpx.TransportError]) -> None:
    def handler(_request: httpx.Request) -> httpx.Response:
        raise error("gone")

    assert isinstance(bet(handler), Unknown)


def test_silence_lasts_four_seconds_at_most() -> None:
    class Silent(httpx.AsyncBaseTransport):
        @override
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            await asyncio.sleep(1_000)
            raise AssertionError

    async def ask() -> tuple[Answer, float]:
        client = httpx.AsyncClient(transport=Silent(), trust_env=False)
        signed = SignedClient(client, address="https://w.example", key=KEY, wall_ms=lambda: NOW)
        answer = await HttpWallet(signed).bet(CALL)
        return answer, asyncio.get_running_loop().time()

    assert run_in_virtual_time(ask()) == (Unknown("timeout"), 4.0)


def test_amounts_have_the_scale_of_the_operator() -> None:
    seen = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(msgspec.json.decode(request.content))
        answer = {**GOOD, "amount": 25_000, "balance": 975_099, "scale": 4}
        return httpx.Response(200, content=msgspec.json.encode(answer))

    assert bet(handler, scale=4) == Taken(9_750)  # 97.5099: what is below the cent cannot be staked
    assert (seen[0]["amount"], seen[0]["scale"]) == (25_000, 4)
    with pytest.raises(Malformed):
        wallet_over(handler, scale=1)


def test_a_credit_says_why_it_comes_and_carries_no_token() -> None:
    seen = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append((request.url.path, msgspec.json.decode(request.content)))
        return httpx.Response(200, content=msgspec.json.encode(GOOD))

    async def pay() -> None:
        wallet = wallet_over(handler)
        assert await wallet.result(CALL) == Taken(9_750)
        again = msgspec.structs.replace(CALL, cancelled=True)
        assert await wallet.result(again) == Taken(9_750)
        assert await wallet.refund(CALL) == Taken(9_750)

    asyncio.run(pay())
    assert [(path, body.get("outcome"), body.get("bet")) for path, body in seen] == [
        ("/v1/result", "settled", None),
        ("/v1/result", "cancelled", None),
        ("/v1/refund", None, CALL.bet),
    ]
    assert not any("token" in body for _, body in seen)


def test_a_token_names_its_player() -> None:
    good = {
        "status": "ok",
        "player": "ada",
        "nickname": "Ada",
        "currency": "GBP",
        "balance": 5,
        "scale": 2,
    }

    def ask(members: object) -> object:
        return asyncio.run(wallet_over(answers(members)).authenticate("t"))

    welcome = Welcome(player="ada", nickname="Ada", currency=Currency.GBP, balance=5)
    assert ask(good) == welcome
    assert ask({**good, "more": "of their own"}) == welcome
    assert ask({"status": "token_expired"}) == RefusedBy(Refusal.TOKEN_EXPIRED)
    for missing in ("player", "nickname", "currency", "balance", "scale"):
        assert isinstance(ask({k: v for k, v in good.items() if k != missing}), Unknown)
    for theirs in ("", "a:b", "a/b", "a" * 65, "é"):
        assert isinstance(ask({**good, "player": theirs}), Unknown)


def test_a_balance_is_that_of_the_player_asked_about() -> None:
    good = {"status": "ok", "player": "ada", "currency": "EUR", "balance": 5, "scale": 2}

    def ask(members: object) -> object:
        return asyncio.run(wallet_over(answers(members)).balance("ada"))

    assert ask(good) == Taken(5)
    assert isinstance(ask({**good, "player": "bob"}), Unknown)
    assert ask({"status": "unknown_player"}) == RefusedBy(Refusal.UNKNOWN_PLAYER)


def test_an_address_is_encrypted_or_on_this_machine() -> None:
    assert checked_address("https://wallet.example/") == "https://wallet.example"
    assert checked_address("http://127.0.0.1:8900") == "http://127.0.0.1:8900"
    assert checked_address("http://wallet.example", plain_http=True) == "http://wallet.example"
    for bad in ("http://wallet.example", "ftp://x", "wallet.example", "https://x/?a=1", "https://"):
        with pytest.raises(Malformed):
            checked_address(bad)
