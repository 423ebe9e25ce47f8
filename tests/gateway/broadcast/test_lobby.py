"""The board of all tables: drawn for all who ask, and only what is not what it was."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from sabot.gateway.broadcast import lobby
from sabot.wire.messages import Tile


class Brush:
    """Counts what is drawn."""

    def __init__(self) -> None:
        self.drawn: list[str] = []

    def __call__(self, feed: SimpleNamespace) -> Tile:
        self.drawn.append(feed.table_id)
        return f"{feed.table_id} {len(self.drawn)}"  # type: ignore[return-value]


@pytest.fixture
def brush(monkeypatch: pytest.MonkeyPatch) -> Brush:
    made = Brush()
    monkeypatch.setattr(lobby, "tile_of", made)
    return made


def feed(table: str) -> SimpleNamespace:
    return SimpleNamespace(table_id=table, table=SimpleNamespace(state=SimpleNamespace(config=1)))


def test_only_a_table_that_changed_is_drawn_again_until_the_seconds_are_old(brush: Brush) -> None:
    now = [1.0]
    feeds = {name: feed(name) for name in ("one", "two")}
    board = lobby.Board(feeds, now=lambda: now[0])  # type: ignore[arg-type]
    first = board.frame()
    assert board.frame() is first
    board.changed("two")
    assert board.frame() != first
    assert brush.drawn == ["one", "two", "two"]
    now[0] += lobby.CLOCK_AGE_MAX_SECONDS * 1.1
    assert [str(tile) for tile in board.lobby().tiles] == ["one 4", "two 5"]
