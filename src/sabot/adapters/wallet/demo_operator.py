"""A small operator: a wallet server with its own book, to try an integration against.

Not for real money: the book is in memory. `answer` is the whole protocol from bytes to bytes; the
server around it reads just enough HTTP/1.1 for it and closes on anything else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from http import HTTPStatus

import msgspec

from sabot.adapters.wallet import signing, wire
from sabot.adapters.wallet.book import Holder, OperatorBook, Ticket
from sabot.adapters.wallet.keys import KeyRing
from sabot.adapters.wallet.signing import Key
from sabot.adapters.wallet.statements import STATEMENT, written

HEAD_MAX = 16_384
BODY_MAX = 65_536
IDLE_SECONDS = 60

_encode = msgspec.json.Encoder().encode


class DemoOperator:
    """The operator's end of the wire."""

    def __init__(
        self, book: OperatorBook, *, key: Key | KeyRing, wall_ms: Callable[[], int]
    ) -> None:
        self.book = book
        self.keys = key if isinstance(key, KeyRing) else KeyRing(key)
        self._wall_ms = wall_ms

    async def respond(
        self, name: str, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, bytes] | None:
        """The answer as it goes over the wire; None breaks the connection instead."""
        return self.answer(name, headers, body)

    def answer(self, name: str, headers: Mapping[str, str], body: bytes) -> tuple[int, bytes]:
        """The answer to one call: an HTTP status and a body."""
        if name not in wire.CALLS and name != STATEMENT:
            return _refused(HTTPStatus.NOT_FOUND, wire.Status.BAD_REQUEST)
        now = self._wall_ms()
        # The signature first: nothing unsigned is even parsed.
        if not signing.verified(self.keys.secrets, headers, now_ms=now, call=name, body=body):
            return _refused(HTTPStatus.UNAUTHORIZED, wire.Status.BAD_SIGNATURE)
        if name == STATEMENT:
            return HTTPStatus.OK, written(self.book.listing())
        expected, _ = wire.CALLS[name]
        try:
            request = msgspec.json.decode(body, type=expected)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return _refused(HTTPStatus.BAD_REQUEST, wire.Status.BAD_REQUEST)
        return HTTPStatus.OK, _encode(self._decided(request))

    def _decided(self, request: wire.Request) -> wire.Message:
        match request:
            case wire.Authenticate():
                return self.book.authenticate(request)
            case wire.Balance():
                return self.book.balance(request)
            case wire.Bet() | wire.Result() | wire.Refund():
                return self.book.transact(request)

    # --- the server -------------------------------------------------------------------------------

    async def listen(self, host: str, port: int) -> asyncio.Server:
        """Answer calls at `http://host:port/<call>`."""
        return await asyncio.start_server(self._serve, host, port, limit=HEAD_MAX)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(None) as idle:
                while True:
                    idle.reschedule(asyncio.get_running_loop().time() + IDLE_SECONDS)
                    if not await self._exchange(reader, writer):
                        break
        except (TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError):
            pass  # gone, idle, or no HTTP: the connection ends without a reason
        finally:
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = await reader.readuntil(b"\r\n\r\n")
        method, path, headers = _read_head(head)
        length = headers.get("content-length", "")
        if method != "POST" or not length.isdecimal() or int(length) > BODY_MAX:
            writer.write(_response(*_refused(HTTPStatus.BAD_REQUEST, wire.Status.BAD_REQUEST)))
            await writer.drain()
            return False
        body = await reader.readexactly(int(length))
        answer = await self.respond(path.rpartition("/")[2], headers, body)
        if answer is None:
            return False
        writer.write(_response(*answer))
        await writer.drain()
        return headers.get("connection", "").lower() != "close"


def _refused(http: HTTPStatus, status: wire.Status) -> tuple[int, bytes]:
    return http, _encode(wire.Refused(status=status))


def _read_head(head: bytes) -> tuple[str, str, dict[str, str]]:
    first, *rest = head.decode("latin-1").split("\r\n")
    method, _, target = first.partition(" ")
    pairs = (line.partition(":") for line in rest if line)
    return method, target.partition(" ")[0], {k.strip().lower(): v.strip() for k, _, v in pairs}


def _response(status: int, body: bytes) -> bytes:
    phrase = HTTPStatus(status).phrase
    head = (
        f"HTTP/1.1 {int(status)} {phrase}\r\n"
        f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def demo_book() -> OperatorBook:
    """Three players with tokens: one rich, one poor, one whose session is over."""
    book = OperatorBook()
    for number, (name, balance) in enumerate(
        (("Rica", 1_000_000), ("Povero", 50), ("Tardo", 10_000)), start=1
    ):
        book.players[f"player-{number}"] = Holder(nickname=name, balance=balance)
        expired = name == "Tardo"
        book.tokens[f"token-{number}"] = Ticket(player=f"player-{number}", expired=expired)
    return book
