"""How often one player may write."""

from __future__ import annotations

import pytest

from sabot.errors import Refused
from sabot.service.chat.flood import FORGIVEN_MS, WAIT_MAX_MS, Flood


def write(flood: Flood, now_ms: int, line: str | None = None) -> int:
    """Write a line; how long to wait when it comes too soon."""
    text = line or f"line {now_ms}"
    try:
        flood.check(text, now_ms)
    except Refused as refusal:
        return int(str(refusal.data["wait_ms"]))
    flood.wrote(text, now_ms)
    return 0


def burst(flood: Flood, now_ms: int) -> int:
    """Write until it is too fast; the wait that follows."""
    for number in range(6):
        wait = write(flood, now_ms + number)
        if wait:
            return wait
    raise AssertionError("six lines at once were accepted")


def test_F229_five_lines_in_ten_seconds_and_the_sixth_waits() -> None:
    flood = Flood()
    assert [write(flood, second * 1000) for second in range(5)] == [0] * 5
    assert write(flood, 9_999) == 10_000
    assert write(flood, 15_000) == 4_999
    assert write(flood, 19_999) == 0


def test_five_lines_in_just_over_ten_seconds_are_fine_for_ever() -> None:
    flood = Flood()
    assert not any(write(flood, 2_000 * number) for number in range(100))


def test_F229_the_wait_grows_each_time() -> None:
    flood, now, waits = Flood(), 0, []
    for _ in range(9):
        waits.append(burst(flood, now))
        now += waits[-1] + 10_010
    assert waits == [min(10_000 * 2**n, WAIT_MAX_MS) for n in range(9)]


def test_after_ten_quiet_minutes_the_first_wait_is_the_short_one_again() -> None:
    flood = Flood()
    assert burst(flood, 0) == 10_000
    assert burst(flood, FORGIVEN_MS + 9_000) == 20_000  # not quite quiet for long enough
    assert burst(flood, 2 * FORGIVEN_MS + 40_000) == 10_000
    assert not flood.idle(3 * FORGIVEN_MS)
    assert flood.idle(4 * FORGIVEN_MS)


def test_F229_the_same_line_three_times_is_refused() -> None:
    flood = Flood()
    for now, line in ((0, "BANKER!"), (5_000, "banker")):
        assert write(flood, now, line) == 0
    with pytest.raises(Refused, match="chat/repeated"):
        flood.check("Banker...", 10_000)
    assert write(flood, 10_000, "player") == 0
    assert write(flood, 15_000, "banker") == 0
