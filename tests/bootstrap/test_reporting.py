"""Trouble with figures stays where it is: other tables are added up, and the house goes on."""

from __future__ import annotations

import asyncio
import logging

import pytest

from sabot.bootstrap.reporting import Reporting
from sabot.errors import Unavailable


class Desk:
    """Tables with stretches left to read; some cannot be read."""

    def __init__(self, *, left: dict[str, int], broken: frozenset[str] = frozenset()) -> None:
        self.left = left
        self.broken = broken
        self.full = False

    def behind(self) -> list[str]:
        if self.full:
            raise Unavailable("store/busy")
        return [name for name, stretches in self.left.items() if stretches > 0]

    def advance(self, table_id: str) -> bool:
        if table_id in self.broken:
            raise ValueError("a damaged row")
        self.left[table_id] -= 1
        return self.left[table_id] >= 0


def test_a_table_that_cannot_be_read_keeps_no_other_from_being_added_up(
    caplog: pytest.LogCaptureFixture,
) -> None:
    desk = Desk(left={"bad": 1, "t1": 3, "t2": 1}, broken=frozenset({"bad"}))
    with caplog.at_level(logging.ERROR, logger="sabot.house"):
        reporting = Reporting(desk, lambda: 5)
        for _ in range(3):
            asyncio.run(reporting.catch_up())
    assert caplog.text.count("table_id=bad") == 1, "the log says it once"
    assert desk.left == {"bad": 1, "t1": -1, "t2": -1}


def test_a_store_that_does_not_answer_is_asked_again_and_the_age_tells(
    caplog: pytest.LogCaptureFixture,
) -> None:
    desk = Desk(left={"t1": 1})
    reporting = Reporting(desk, lambda: 7)
    desk.full = True
    with caplog.at_level(logging.WARNING, logger="sabot.house"):
        asyncio.run(reporting.catch_up())
    assert reporting.read_ms == 0
    assert "store/busy" in caplog.text
    desk.full = False
    asyncio.run(reporting.catch_up())
    assert reporting.read_ms == 7
