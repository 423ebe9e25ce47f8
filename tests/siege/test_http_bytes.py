"""Bytes that are hardly HTTP: answered with an error or a closed line, and nothing else happens."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.siege.fort import fort
from tests.siege.raw import Raw, handshake, play

REQUESTS = int(os.environ.get("SABOT_FRAMES", "50000")) // 20
AT_ONCE = 16
Record = Callable[[str, object], None]

LINES = (
    b"GET / HTTP/1.1",
    b"GET  / HTTP/1.1",
    b"GET / HTTP/9.9",
    b"GET / HTTP/0.9",
    b"GET /",
    b"GE\x00T / HTTP/1.1",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"PRI * HTTP/2.0",
    b"OPTIONS * HTTP/1.1",
    b"CONNECT x:1 HTTP/1.1",
    b"TRACE / HTTP/1.1",
    b"get / HTTP/1.1",
    b"GET http://evil.test/api/me HTTP/1.1",
    b"GET //evil.test/%2e%2e/%2e%2e/etc/passwd HTTP/1.1",
    b"GET /../../../../etc/passwd HTTP/1.1",
    b"GET /%00 HTTP/1.1",
    b"GET /%ff%fe%c0%af HTTP/1.1",
    b"GET /\xff\xfe HTTP/1.1",
    b"GET /api/tables/%F0%9F%82%A1 HTTP/1.1",
    b"GET /api/rounds/" + b"x" * 3_000 + b" HTTP/1.1",
    b"GET /api/rounds/%2e%2e%2f HTTP/1.1",
    b"GET /ws HTTP/1.1",
    b"POST /api/sign-in HTTP/1.1",
    b"POST /api/sign-in/guest HTTP/1.1",
    b"PUT /api/limits/loss_per_day HTTP/1.1",
    b"POST /operator/v1/launch HTTP/1.1",
    b"HEAD /healthz HTTP/1.1",
    b"DELETE /api/me HTTP/1.1",
)
HEADERS = (
    b"Host: x",
    b"Host: x\r\nHost: y",
    b"Content-Length: -1",
    b"Content-Length: 99999999999999999999",
    b"Content-Length: 5\r\nContent-Length: 6",
    b"Content-Length: 5\r\nTransfer-Encoding: chunked",
    b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: chunked, chunked",
    b"Transfer-Encoding: gzip",
    b"Transfer-Encoding : chunked",
    b"Expect: 100-continue",
    b"Connection: Upgrade\r\nUpgrade: websocket",
    b"Connection: Upgrade\r\nUpgrade: h2c",
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x",
    b"Authorization: Bearer " + b"x" * 400,
    b"Authorization: Bearer \xff\xfe",
    b"Cookie: sabot=\xff; =; ;;; sabot",
    b"Cookie: " + b"a=b; " * 500,
    b"Origin: null",
    b"Origin: http://[::1",
    b"Content-Type: application/json",
    b"Content-Type: multipart/form-data",
    b"X: " + b"y" * 9_000,
    b"X\x00Y: z",
    b": empty",
    b" folded",
    b"X-Forwarded-For: 1.2.3.4, \xff",
    b"\r",
)
BODIES = (
    b"",
    b"{}",
    b'{"login":"x","password":"y","bearer":true}',
    b'{"login":' + b"[" * 5_000,
    b"\xff\xfe",
    b"5\r\nhello\r\n0\r\n\r\n",
    b"ffffffffffffffff\r\n",
    b"-1\r\nx\r\n",
    b"0\r\nX: " + b"y" * 2_000 + b"\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 30,
    b"\x00" * 300,
)


def request(luck: Random) -> bytes:
    """Something like a request."""
    named = [b"Host: localhost"] if luck.random() < 0.9 else []  # or it gets no further
    head = [luck.choice(LINES), *named, *luck.sample(HEADERS, luck.randint(0, 5))]
    data = bytearray(b"\r\n".join(head) + b"\r\n\r\n" + luck.choice(BODIES))
    if luck.random() < 0.3:
        for _ in range(luck.randint(1, 5)):
            data[luck.randrange(len(data))] = luck.randrange(256)
    if luck.random() < 0.1:
        del data[luck.randrange(len(data)) :]
    return bytes(data)


def test_bytes_that_are_hardly_http_change_nothing(tmp_path: Path, record_property: Record) -> None:
    statuses: Counter[str] = Counter()

    async def one(port: int, luck: Random) -> None:
        raw = await Raw.connect(port)
        try:
            raw.write(request(luck))
            await raw.writer.drain()
            raw.writer.write_eof()
            answer = await asyncio.wait_for(raw.reader.read(4096), 2)
            statuses[answer[9:12].decode("ascii", "replace") or "closed"] += 1
        except (OSError, TimeoutError):
            statuses["closed"] += 1
        finally:
            raw.drop()
            Raw.alive.remove(raw)

    async def many(port: int, seed: int) -> None:
        luck = Random(seed)
        for _ in range(REQUESTS // AT_ONCE):
            await one(port, luck)

    async def test(port: int, token: str) -> None:
        await asyncio.gather(*(many(port, seed) for seed in range(AT_ONCE)))
        await asyncio.sleep(4)  # the pace of this address
        raw = await Raw.open(port, token)
        await raw.until("welcome")
        raw = await Raw.connect(port)
        raw.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await raw.head()).startswith(b"HTTP/1.1 200")
        raw = await Raw.connect(port)
        raw.write(handshake("nobody's"))
        assert (await raw.head()).startswith(b"HTTP/1.1 401")

    with fort(tmp_path, players=1) as besieged:
        before, files = besieged.memory, besieged.descriptors
        play(test(besieged.port, besieged.tokens[0]))
        grown, left, log = besieged.memory - before, besieged.descriptors, besieged.log
    told = ", ".join(f"{count} × {status}" for status, count in sorted(statuses.items()))
    record_property("counted", f"{REQUESTS} requests of bytes: {told}; {grown / 2**20:+.1f} MB")
    assert not [status for status in statuses if status.startswith("5") and status != "501"]
    assert grown < 24 * 2**20
    assert left < files + 20
    assert "ERROR" not in log
    assert "Traceback" not in log
