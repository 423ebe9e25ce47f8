"""Lessons of the help say what the rules do."""

from __future__ import annotations

from sabot.gateway.lessons import SHOE, SMALLEST, baccarat_lessons


def test_F20_F108_the_third_card_table_is_bankers() -> None:
    lessons = baccarat_lessons()
    assert lessons.player_draws == (0, 1, 2, 3, 4, 5)
    rows = {row.total: ("".join(map(str, row.on)), row.alone) for row in lessons.banker_draws}
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
    roads = baccarat_lessons().roads
    assert [len(card.beads) for card in roads] == list(range(1, len(SHOE) + 1))
    assert "".join(bead.letter for bead in roads[-1].beads) == SHOE
    assert any(cell.ties for cell in roads[-1].big_road)
    assert all((roads[-1].big_eye, roads[-1].small, roads[-1].cockroach))


def test_F20_F214_every_pattern_has_an_example_that_shows_it() -> None:
    lessons = baccarat_lessons()
    assert [one.pattern for one in lessons.good_roads] == [pattern.value for pattern in SMALLEST]
    for one in lessons.good_roads:
        assert (one.pattern, "B") in {(road.pattern, road.side) for road in one.card.good_roads}
    assert lessons.good_roads[0].chance == "0.062500"
    assert 0.6 < float(lessons.any_chance) < 0.61
