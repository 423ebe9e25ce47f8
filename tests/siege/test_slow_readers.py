"""Sockets that stop reading: a bounded queue, then a full snapshot, or the end."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.siege.fort import Fort, fort
from tests.siege.latency import attacked, p99, waits_of
from tests.siege.raw import Raw, play, said

from sabot.gateway.sockets.connection import BACKLOG_MAX, PATIENCE_SECONDS
from sabot.gateway.sockets.spare_memory import SECONDS

SLOW = 24
UNNOTICED = 0.1
PER_SOCKET = BACKLOG_MAX + 256 * 1024
"""What a socket may cost: its queue, one write beyond it, and its buffers."""

ENOUGH = 16

Record = Callable[[str, object], None]
TABLES = ("speed-1", "speed-2", "seven-1", "scanner-1", "blackjack-1", "brag-1")


async def deaf(port: int, token: str) -> Raw:
    """Somebody who asks for everything, again and again, and reads nothing."""
    raw = await Raw.open(port, token, receive=4096)
    raw.writer.transport.pause_reading()  # type: ignore[attr-defined]
    return raw


def ask_for_everything(raw: Raw) -> None:
    """More than a socket may have waiting, when it is asked for `ENOUGH` times."""
    raw.write(b"".join(said(type="watch", table=table) for table in TABLES) * 2)


async def shout(raw: Raw, seconds: float) -> None:
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    while loop.time() < until and not raw.writer.transport.is_closing():
        ask_for_everything(raw)
        await asyncio.sleep(0.25)


def test_who_reads_nothing_is_cut_off_and_costs_little(
    tmp_path: Path, record_property: Record
) -> None:
    with fort(tmp_path, players=SLOW + 4) as besieged:

        async def test() -> tuple[int, int, float]:
            good, tokens = besieged.tokens[:4], besieged.tokens[4:]
            before = besieged.memory
            sockets = [await deaf(besieged.port, token) for token in tokens]
            shouting = [asyncio.create_task(shout(raw, 60)) for raw in sockets]
            most = 0
            begun = asyncio.get_running_loop().time()
            while not all(raw.writer.transport.is_closing() for raw in sockets):
                most = max(most, besieged.memory - before)
                await asyncio.sleep(0.2)
                assert asyncio.get_running_loop().time() - begun < 60
            took = asyncio.get_running_loop().time() - begun
            for task in shouting:
                task.cancel()
            assert p99(await waits_of(besieged.port, good, 1)) < 1
            return most, besieged.memory - before, took

        most, left, took = play(test())
        log = besieged.log
    record_property(
        "counted",
        f"{SLOW} deaf sockets: {most / SLOW / 1024:.0f} KiB each at most, all cut off after"
        f" {took:.1f} s, {left / 1024:.0f} KiB left behind",
    )
    assert most < SLOW * PER_SOCKET
    assert took < 25 + PATIENCE_SECONDS
    assert "ERROR" not in log
    assert "Traceback" not in log


def test_who_catches_up_gets_the_whole_picture(tmp_path: Path) -> None:
    async def picture(port: int, token: str) -> set[str]:
        """What is told after a silence, up to the money that ends the picture.

        The lobby that nobody asked for is of the picture; money may be told for other reasons too.
        """
        raw = await Raw.open(port, token, receive=4096)
        await raw.send(said(type="watch_lobby"), said(type="watch", table="speed-1"))
        await raw.until("snapshot")
        raw.writer.transport.pause_reading()  # type: ignore[attr-defined]
        for _ in range(ENOUGH):
            ask_for_everything(raw)
            await asyncio.sleep(0.25)
        mode = {"type": "SetMode", "mode": "commission"}
        shown = raw.bets_for("speed-1")
        raw.write(said(type="act", cmd_id="1", table="speed-1", bets_for=shown, command=mode))
        await asyncio.sleep(0.5)
        raw.writer.transport.resume_reading()  # type: ignore[attr-defined]
        raw.got.clear()
        await raw.until("lobby")
        await raw.until("balance")
        return {message["type"] for message in raw.got}

    async def test(besieged: Fort) -> set[str]:
        for token in besieged.tokens[1:]:  # a busy casino may not have fallen behind
            with suppress(TimeoutError):
                return await picture(besieged.port, token)
        return await picture(besieged.port, besieged.tokens[0])

    with fort(tmp_path, players=3) as besieged:
        assert play(test(besieged)) >= {"lobby", "snapshot", "you", "balance"}


DEAF, HALF_OPEN = 300, 500
LEFT_MAX = 4 * 2**20
"""Bytes that a crowd may leave behind. The allocator keeps a few pages that are partly in use."""

UNFINISHED = (
    b"",
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgr",
    b"POST /api/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n"
    + b"x" * 30_000,
)


async def crowd(besieged: Fort) -> None:
    """Sockets that read nothing until they are cut off, and connections that ask nothing."""
    sockets = [await deaf(besieged.port, besieged.tokens[number // 12]) for number in range(DEAF)]
    half = [await Raw.connect(besieged.port) for _ in range(HALF_OPEN)]
    for number, raw in enumerate(half):
        raw.write(UNFINISHED[number % len(UNFINISHED)])
    await asyncio.gather(*(shout(raw, 40) for raw in sockets))
    assert all(raw.writer.transport.is_closing() for raw in sockets)
    for raw in (*sockets, *half):
        raw.drop()


@dataclass(frozen=True)
class Pair:
    """A casino under siege, and one that is left in peace and grows as a casino that plays does."""

    besieged: Fort
    peaceful: Fort

    @property
    def surplus(self) -> int:
        """Bytes by which the besieged one is larger."""
        return self.besieged.memory - self.peaceful.memory


def left_after(pair: Pair, before: int, most: int, seconds: float) -> tuple[int, float]:
    """What is left of a crowd when it is at most so much, or after so many seconds.

    Not before the allocator was asked, and by then the next crowd is not one too many with this.
    """
    begun = time.monotonic()
    time.sleep(1.5 * SECONDS)
    while pair.surplus - before > most and time.monotonic() - begun < seconds:
        time.sleep(0.5)
    return pair.surplus - before, time.monotonic() - begun


def test_memory_of_a_deaf_crowd_is_back_within_a_minute(
    tmp_path: Path, record_property: Record
) -> None:
    """No crowd leaves anything behind, not even the first one after a start."""
    counted = []
    under_siege, in_peace = tmp_path / "siege", tmp_path / "peace"
    for folder in (under_siege, in_peace):
        folder.mkdir()
    with (
        fort(under_siege, players=DEAF // 12) as besieged,
        fort(in_peace, players=DEAF // 12) as peaceful,
    ):
        pair = Pair(besieged, peaceful)
        for _ in range(2):
            before = pair.surplus
            play(crowd(besieged))
            most = pair.surplus - before
            left, took = left_after(pair, before, LEFT_MAX, 60)
            counted.append((most, left, took))
        loaded = besieged.libraries
    record_property(
        "counted",
        f"{DEAF} deaf sockets and {HALF_OPEN} half-open ones, twice: "
        + ", ".join(
            f"{most / 2**20:+.1f} MB, {left / 2**20:+.1f} MB left after {took:.0f} s"
            for most, left, took in counted
        ),
    )
    assert [left for _, left, _ in counted if left > LEFT_MAX] == []
    assert any("uvloop" in path for path in loaded)
    assert [path for path in loaded if "llvm" in path or "numpy" in path] == []


@pytest.mark.skipif(
    "SABOT_SIEGE_SECONDS" not in os.environ,
    reason="compared on a quiet machine: make soak",
)
def test_slow_readers_do_not_slow_down_the_others(tmp_path: Path, record_property: Record) -> None:
    with fort(tmp_path, players=20) as besieged:
        good, bad = besieged.tokens[:4], besieged.tokens[4:]
        tries = []
        counts: dict[str, int] = {}
        for _ in range(3):  # others use this machine as well: the quietest of three counts
            peace, _ = play(attacked(besieged, "nothing", good=good, bad=bad, seconds=2))
            war, counts = play(attacked(besieged, "slow", good=good, bad=bad, seconds=2))
            tries.append((war / max(1.2 * peace, UNNOTICED), peace, war))
            if tries[-1][0] <= 1:
                break
    worst, peace, war = min(tries)
    record_property(
        "counted",
        f"slow readers: p99 {peace * 1e3:.1f} ms without, {war * 1e3:.1f} ms with"
        f" {counts['sockets']} of them, {counts['frames']} requests",
    )
    assert worst <= 1
