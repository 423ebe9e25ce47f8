"""A scanner that is unplugged and comes back, on a pseudo terminal and on a fake input device.

The serial scanner is pyserial on a real pseudo terminal. The typing scanner is a fake library: the
kernel of the test machines has no /dev/uinput.
"""

from __future__ import annotations

import asyncio
import os
import pty
import sys
import tty
from collections.abc import AsyncIterator
from functools import partial
from types import SimpleNamespace

import pytest
from tests.adapters.scanner.test_keys import presses

from sabot.adapters.scanner import evdev_device, serial_line, source
from sabot.adapters.scanner.framing import Framing
from sabot.errors import Unavailable

CODE = "S1:017:9H"


class Seen:
    """What was told of a scanner."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.news = asyncio.Event()

    def read(self, code: str) -> None:
        self._add(code)

    def held_down(self, code: str) -> None:
        self._add(f"held {code}")

    def plugged(self, *, there: bool, why: str = "") -> None:
        self._add("there" if there else "gone")

    def _add(self, what: str) -> None:
        self.told.append(what)
        self.news.set()

    async def until(self, count: int) -> list[str]:
        async with asyncio.timeout(10):
            while len(self.told) < count:
                self.news.clear()
                await self.news.wait()
        return self.told


def line() -> tuple[int, str]:
    """A pseudo terminal: the scanner's end, and the path that the bridge opens."""
    scanner, other = pty.openpty()
    tty.setraw(other)
    path = os.ttyname(other)
    os.close(other)
    return scanner, path


def test_a_serial_scanner_is_read_and_its_trigger_held_down_is_one_scan() -> None:
    async def story() -> list[str]:
        scanner, path = line()
        seen = Seen()
        following = asyncio.create_task(
            source.follow(partial(serial_line.opened, path), seen, Framing(prefix="~"))
        )
        await seen.until(1)
        os.write(scanner, f"~{CODE}\r\n~{CODE}\r\n".encode())
        told = await seen.until(3)
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        os.close(scanner)
        return told

    assert asyncio.run(story()) == ["there", CODE, f"held {CODE}"]


def test_a_serial_scanner_that_is_unplugged_is_told_and_opened_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(source, "AGAIN_SECONDS", 0.01)

    async def story() -> list[str]:
        lines = [line(), line()]
        left = iter(lines)
        seen = Seen()

        def open_() -> object:
            return serial_line.opened(next(left)[1])

        following = asyncio.create_task(source.follow(open_, seen, Framing()))  # type: ignore[arg-type]
        await seen.until(1)
        os.close(lines[0][0])
        await seen.until(3)
        os.write(lines[1][0], f"{CODE}\r".encode())
        told = await seen.until(4)
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        os.close(lines[1][0])
        return told

    assert asyncio.run(story()) == ["there", "gone", "there", CODE]


class FakeDevice:
    """What evdev gives for a path: it is grabbed, and sends events until it is unplugged."""

    grabbed: list[str]

    def __init__(self, path: str) -> None:
        self.path = path

    def grab(self) -> None:
        self.grabbed.append(self.path)

    def close(self) -> None:
        self.grabbed.append("closed")

    async def async_read_loop(self) -> AsyncIterator[SimpleNamespace]:
        for key, value in presses(f"{CODE}\n"):
            yield SimpleNamespace(type=1, code=key, value=value)
            yield SimpleNamespace(type=0, code=0, value=0)
        raise OSError(19, "No such device")


def test_a_typing_scanner_is_taken_for_us_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    FakeDevice.grabbed = []
    monkeypatch.setitem(sys.modules, "evdev", SimpleNamespace(InputDevice=FakeDevice))

    async def story() -> list[str]:
        seen = Seen()
        opened = partial(evdev_device.opened, "/dev/input/event5")
        following = asyncio.create_task(source.follow(opened, seen, Framing()))
        told = await seen.until(3)
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        return told

    assert asyncio.run(story()) == ["there", CODE, "gone"]
    assert FakeDevice.grabbed == ["/dev/input/event5", "closed"]


@pytest.mark.parametrize(
    ("check", "name"), [(evdev_device.check, "evdev"), (serial_line.check, "serial")]
)
def test_a_missing_library_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, check: object, name: str
) -> None:
    monkeypatch.setitem(sys.modules, name, None)  # as if not installed
    with pytest.raises(Unavailable, match="scanner/extra_missing"):
        check()  # type: ignore[operator]
