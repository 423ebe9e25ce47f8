"""Lessons of the help say what the rules do."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sabot.games import registry
from sabot.gateway.broadcast.lessons import lessons
from sabot.gateway.broadcast.table_info import help_of
from sabot.roads.examples import SHOE, SMALLEST
from sabot.wire.table_info import BaccaratLessons, Help


def told(taught: Mapping[str, Mapping[str, object]]) -> Help:
    return help_of([], lambda _variant: {}, taught)


def baccarat() -> BaccaratLessons:
    return told(lessons()).baccarat


def test_F20_every_game_that_has_lessons_is_in_the_help() -> None:
    assert set(lessons()) == {
        game.id for game in registry().values() if game.parts.lessons is not None
    }


def test_lessons_of_a_game_that_the_protocol_does_not_describe_come_as_they_are() -> None:
    ladder = {"steps": [1, 2, 3], "top": {"name": "king"}}
    page = msgspec.json.decode(msgspec.json.encode(told({**lessons(), "ladder": ladder})))
    assert page["lessons"] == {"ladder": ladder}
    assert page["baccarat"]["player_draws"] == [0, 1, 2, 3, 4, 5]


def test_F20_F108_the_third_card_table_is_bankers() -> None:
    found = baccarat()
    assert found.player_draws == (0, 1, 2, 3, 4, 5)
    rows = {row.total: ("".join(map(str, row.on)), row.alone) for row in found.banker_draws}
    assert rows == {
        0: ("0123456789", True),
        1: ("0123456789", True),
        2: ("0123456789", True),
        3: ("012345679", True),
        4: ("234567", True),
        5: ("4567", True),
        6: ("67", False),
        7: ("", False),
    }


def test_F20_F187_the_lesson_of_roads_adds_one_result_a_step() -> None:
    roads = baccarat().roads
    assert [len(card.beads) for card in roads] == list(range(1, len(SHOE) + 1))
    assert "".join(bead.letter for bead in roads[-1].beads) == SHOE
    assert any(cell.ties for cell in roads[-1].big_road)
    assert all((roads[-1].big_eye, roads[-1].small, roads[-1].cockroach))


def test_F20_F214_every_pattern_has_an_example_that_shows_it() -> None:
    found = baccarat()
    assert [one.pattern for one in found.good_roads] == [pattern.value for pattern in SMALLEST]
    for one in found.good_roads:
        assert (one.pattern, "B") in {(road.pattern, road.side) for road in one.card.good_roads}
    assert found.good_roads[0].chance == "0.062500"
    assert 0.6 < float(found.any_chance) < 0.61
