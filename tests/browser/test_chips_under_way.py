"""Chips on a slow line: under way until the casino has answered, said when it takes long."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect
from tests.browser.conftest import Enter, Stage
from tests.browser.pages import SLOW_MS, Screen, Table
from tools.staged import calm


class Line:
    """A line to the casino whose answers can be kept back."""

    def __init__(self, screen: Screen) -> None:
        self._kept: list[str | bytes] = []
        self._slow = False
        self._page: WebSocketRoute | None = None
        screen.page.route_web_socket(re.compile("/ws$"), self._between)

    def _between(self, page: WebSocketRoute) -> None:
        self._page = page
        page.connect_to_server().on_message(self._answer)

    def _answer(self, message: str | bytes) -> None:
        assert self._page is not None
        if self._slow:
            self._kept.append(message)
        else:
            self._page.send(message)

    def slow_down(self) -> None:
        """From now on nothing is heard."""
        self._slow = True

    def catch_up(self) -> None:
        """Everything that was kept back comes."""
        assert self._page is not None
        self._slow = False
        for message in self._kept:
            self._page.send(message)


def under_way(felt: Table, kind: str, seat: int | None = None) -> Locator:
    """The chips of a spot that nobody at the table has yet."""
    return felt.spot(kind, seat).locator(".under-way")


@pytest.mark.parametrize(
    ("table_id", "kind", "size"),
    [
        ("speed-1", "player", (1440, 900)),
        ("speed-1", "player", (390, 844)),
        ("brag-1", "ante", (390, 844)),
    ],
)
def test_F25_a_chip_without_an_answer_is_seen_under_way_and_said_after_a_second(
    stage: Stage, enter: Enter, table_id: str, kind: str, size: tuple[int, int]
) -> None:
    screen = enter(stage(calm(table_id)), size=size)
    line = Line(screen)
    felt = screen.table(table_id)
    felt.hold("5")
    felt.place(kind)
    expect(felt.spot(kind).locator(".stack")).to_be_visible()
    expect(under_way(felt, kind)).to_have_count(0)  # answered at once
    line.slow_down()
    felt.place(kind)
    felt.bet(1_000)
    expect(under_way(felt, kind)).to_be_visible(timeout=SLOW_MS)
    expect(felt.page.get_by_text(re.compile("still on its way"))).to_be_attached(timeout=SLOW_MS)
    line.catch_up()
    expect(under_way(felt, kind)).to_have_count(0, timeout=SLOW_MS)
    felt.bet(1_000)
