"""Codes out of the characters of a scanner."""

from __future__ import annotations

import pytest

from sabot.adapters.scanner.framing import LENGTH_MAX, Framer, Framing, Trigger

CODE = "S1:017:9H"


@pytest.mark.parametrize(
    ("framing", "sent"),
    [
        (Framing(), f"{CODE}\r"),
        (Framing(), f"{CODE}\r\n"),
        (Framing(prefix="~"), f"~{CODE}\n"),
        (Framing(prefix="]C1", suffix="#"), f"]C1{CODE}#"),
        (Framing(prefix="~"), f"{CODE}\r"),
    ],
)
def test_a_code_ends_with_enter_or_the_suffix_of_the_scanner(framing: Framing, sent: str) -> None:
    framer = Framer(framing)
    assert [code for sign in sent for code in framer.feed(sign, at=1.0)] == [CODE]


def test_codes_that_come_together_are_two() -> None:
    assert list(Framer(Framing()).feed("S1:1:9H\r\nS1:2:KD\r\n", at=1.0)) == ["S1:1:9H", "S1:2:KD"]


def test_a_code_that_was_cut_off_is_no_part_of_the_next_one() -> None:
    framer = Framer(Framing())
    assert list(framer.feed("S1:017", at=1.0)) == []
    assert list(framer.feed("S1:018:KD\r", at=2.0)) == ["S1:018:KD"]


def test_a_flood_without_an_end_is_dropped() -> None:
    framer = Framer(Framing())
    assert list(framer.feed("9" * LENGTH_MAX * 50 + "\r", at=1.0)) == []
    assert list(framer.feed(f"{CODE}\r", at=1.01)) == [CODE]


def test_a_trigger_that_is_held_down_is_one_scan() -> None:
    trigger = Trigger()
    heard = [trigger.held(CODE, at=at) for at in (1.0, 1.2, 1.6, 2.2)]
    assert heard == [False, True, True, False]
    assert trigger.held("S1:018:KD", at=2.3) is False
