"""Attackers in a process of their own: `python -m tests.siege.attackers KIND PORT SECONDS TOKEN…`.

They go on for the given seconds, come back whenever they are disconnected, and then print how often
they did what. They have the lowest priority: real attackers bring their own processors, and the two
of this machine belong to the casino and its players.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec
from tests.siege.raw import BINARY, CONTINUATION, PING, PONG, Raw, handshake, masked, said

Attack = Callable[["Siege"], Awaitable[None]]
BREATH = 0.001


class Siege:
    """One attacker: where, as whom, and what they counted."""

    def __init__(self, port: int, token: str, number: int) -> None:
        self.port = port
        self.token = token
        self.number = number
        self.counts: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def socket(self, *, receive: int | None = None) -> AsyncIterator[Raw]:
        """A socket that hears nothing, until thrown out."""
        raw = await Raw.open(self.port, self.token, receive=receive)
        self.counts["sockets"] += 1
        try:
            yield raw
        finally:
            raw.drop()

    async def flood(self, frames: bytes, count: int) -> None:
        """The same again and again, while the socket is open; answers are read and forgotten."""
        async with self.socket() as raw:
            hearing = asyncio.create_task(raw.ended(60))
            while not hearing.done():
                await raw.send(frames)
                self.counts["frames"] += count
                await asyncio.sleep(BREATH)
            with contextlib.suppress(TimeoutError):
                self.counts[f"closed {await hearing}"] += 1


async def pings(siege: Siege) -> None:
    await siege.flood(masked(b"x" * 125, opcode=PING) * 50, 50)


async def pongs(siege: Siege) -> None:
    await siege.flood(masked(b"x" * 125, opcode=PONG) * 50, 50)


async def requests(siege: Siege) -> None:
    asked = (
        said(type="watch_lobby"),
        said(type="watch", table="speed-1"),
        said(type="ping", n=1),
        said(type="act", cmd_id="f", table="speed-1", command={"type": "UndoBet"}),
        said(type="enter", room="support"),
    )
    await siege.flood(b"".join(asked) * 10, 50)


async def garbage(siege: Siege) -> None:
    """One broken socket after the other."""
    broken = (
        masked(b"", length=100 * 2**20) + b"x" * 4096,
        masked(b"x", opcode=BINARY),
        masked(b"{}", mask=False),
        masked(b"{}", reserved=4),
        masked(b"x", fin=False) + masked(b"x", opcode=CONTINUATION, fin=False) * 200,
        masked(b"\xff" * 60_000),
        masked(b"[" * 60_000),
    )
    for frames in broken:
        async with siege.socket() as raw:
            await raw.send(frames)
            siege.counts["frames"] += 1
            with contextlib.suppress(TimeoutError):
                siege.counts[f"closed {await raw.ended(0.2)}"] += 1


async def strangers(siege: Siege) -> None:
    """Handshakes with tokens that nobody has."""
    raw = await Raw.connect(siege.port)
    raw.write(handshake(os.urandom(24).hex(), port=siege.port))
    siege.counts[f"status {(await raw.head())[9:12].decode()}"] += 1
    raw.drop()


async def silence(siege: Siege) -> None:
    """Connections that say nothing, half a head, or a head byte by byte."""
    starts = (b"", b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgr", b"GET / HTTP/1.1\r\nX: ")
    lines = []
    for start in starts * 10:
        raw = await Raw.connect(siege.port)
        raw.write(start)
        lines.append(raw)
        siege.counts["connections"] += 1
    try:
        for _ in range(20):
            await asyncio.sleep(0.1)
            for raw in lines[2::3]:
                raw.write(b"y")
    finally:
        for raw in lines:
            raw.drop()


async def http(siege: Siege) -> None:
    """Requests over HTTP, as fast as they are answered: of what is in memory."""
    await _get(siege, "/api/tables")


async def disk(siege: Siege) -> None:
    """The same of what has to be read from the disk, in a thread."""
    await _get(siege, "/api/preferences")


async def _get(siege: Siege, path: str) -> None:
    raw = await Raw.connect(siege.port)
    ask = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {siege.token}\r\n\r\n"
    try:
        for _ in range(100):
            await raw.send(ask.encode())
            head = await raw.head()
            siege.counts[f"status {head[9:12].decode()}"] += 1
            size = next(p for p in head.lower().split(b"\r\n") if p.startswith(b"content-length"))
            await raw.reader.readexactly(int(size.split(b":")[1]))
            await asyncio.sleep(BREATH)
    finally:
        raw.drop()


async def slow(siege: Siege) -> None:
    """Sockets that look at everything and read nothing."""
    async with siege.socket(receive=4096) as raw:
        ask = [said(type="watch", table=f"{name}-1") for name in ("speed", "blackjack", "brag")]
        while not raw.writer.transport.is_closing():
            await raw.send(*ask, said(type="watch_lobby"))
            siege.counts["frames"] += 4
            await asyncio.sleep(0.07)


async def nothing(_siege: Siege) -> None:
    """Keeps a processor as busy as an attack does, and leaves the casino alone."""
    sum(range(20_000))
    await asyncio.sleep(0)


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        *(nothing, pings, pongs, requests, garbage, strangers),
        *(silence, http, disk, slow),
    )
}


async def _again(siege: Siege, attack: Attack) -> None:
    while True:
        try:
            await attack(siege)
        except (OSError, EOFError, AssertionError, asyncio.IncompleteReadError):
            siege.counts["turned away"] += 1
            await asyncio.sleep(0.02)


async def _main(kind: str, port: int, seconds: float, tokens: list[str]) -> None:
    sieges = [Siege(port, token, number) for number, token in enumerate(tokens)]
    attacks = [asyncio.create_task(_again(siege, ATTACKS[kind])) for siege in sieges]
    await asyncio.wait(attacks, timeout=seconds)
    for attack in attacks:
        attack.cancel()
    await asyncio.gather(*attacks, return_exceptions=True)
    total: Counter[str] = Counter()
    for siege in sieges:
        total.update(siege.counts)
    sys.stdout.buffer.write(msgspec.json.encode(total))


if __name__ == "__main__":
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    asyncio.run(_main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4:]))
