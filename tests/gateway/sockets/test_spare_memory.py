"""When memory goes back to the system, and that it does."""

from __future__ import annotations

import sys

import pytest

from sabot.gateway.sockets.spare_memory import SpareMemory, give_back, release_code, resident

linux = pytest.mark.skipif(sys.platform != "linux", reason="only glibc gives memory back")
MEGABYTE = 2**20


def test_the_allocator_is_asked_when_memory_has_changed_since_the_last_time() -> None:
    sizes = {"now": 100, "kept": 100}
    asked: list[int] = []

    def give() -> None:
        asked.append(sizes["now"])
        sizes["now"] = sizes["kept"]

    spare = SpareMemory(resident=lambda: sizes["now"] * MEGABYTE, give_back=give)
    assert spare.look()  # the first time: what it began with
    assert not spare.look()
    sizes["now"] = 150
    assert spare.look()
    assert asked == [100, 150]
    sizes["kept"] = sizes["now"] = 120  # in use: it cannot be given back
    assert spare.look()
    assert not spare.look()
    sizes["now"], sizes["kept"] = 110, 101  # the crowd has left
    assert spare.look()
    assert not spare.look()
    assert asked == [100, 150, 120, 110]


@linux
def test_what_was_freed_goes_back() -> None:
    give_back()
    before = resident()
    pieces = [bytes(2_000) for _ in range(20_000)]
    last = bytes(2_000)  # behind them, so that the heap cannot simply end earlier
    assert resident() - before > 20 * MEGABYTE
    del pieces
    give_back()
    assert resident() - before < 8 * MEGABYTE
    assert len(last) == 2_000


@linux
def test_code_that_was_released_still_runs() -> None:
    import sqlite3

    assert release_code("_sqlite3") > 0
    assert sqlite3.connect(":memory:").execute("SELECT 1 + 1").fetchone() == (2,)
    assert release_code("no such library") == 0
