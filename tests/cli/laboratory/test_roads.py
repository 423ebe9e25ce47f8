"""`sabot roads`: the answers, and the picture a person sees."""

import json
from pathlib import Path

import pytest
from tests.cli.driver import lines, ran, shown, terminal

from sabot.cli.laboratory import roads_picture
from sabot.lab.scripts import roads_lines
from sabot.roads.report import roads_report

SHOES = Path(__file__).parents[2] / "roads" / "vectors" / "roads.json"
MEMBERS = ["id", "runs", "bead_plate", "big_road", "derived", "ask", "good_roads"]


def test_the_given_shoes_come_out_as_the_report_tells_them() -> None:
    # The report itself is held against the given facts by the tests of the roads.
    shoes = [shoe["shoe"] for shoe in json.loads(SHOES.read_text("utf-8"))["shoes"]]
    done = ran("roads", typed=lines({"id": shoe, "sequence": shoe} for shoe in shoes))
    assert (done.status, done.err) == (0, "")
    assert done.answers == [{"id": shoe, **roads_report(shoe)} for shoe in shoes]


def test_an_answer_is_written_as_the_format_says() -> None:
    [answer] = ran("roads", typed='{"id": "x", "sequence": "TBBPT"}').answers
    assert list(answer) == MEMBERS
    assert answer == {
        "id": "x",
        "runs": [["B", 2], ["P", 1]],
        "bead_plate": [[0, 0, "T"], [1, 0, "B"], [2, 0, "B"], [3, 0, "P"], [4, 0, "T"]],
        "big_road": [[0, 0, "B", 1], [1, 0, "B", 0], [0, 1, "P", 1]],
        "derived": {
            "big_eye": {"colours": "", "cells": []},
            "small": {"colours": "", "cells": []},
            "cockroach": {"colours": "", "cells": []},
        },
        "ask": {"P": ["R", None, None], "B": ["B", None, None]},
        "good_roads": [],
    }


def test_a_good_road_is_told_with_pattern_side_and_depth() -> None:
    [answer] = ran("roads", typed='{"id": 1, "sequence": "PBBBBBBB"}').answers
    assert {"pattern": "streak", "side": "B", "depth": 7} in answer["good_roads"]  # type: ignore[operator]


def test_no_results_are_five_empty_roads() -> None:
    [answer] = ran("roads", typed='{"id": 1, "sequence": ""}').answers
    assert answer["runs"] == answer["bead_plate"] == answer["big_road"] == []


def test_the_place_of_a_wrong_letter_is_told() -> None:
    done = ran("roads", typed='{"id": 1, "sequence": "PBX"}')
    assert done.status == 1
    assert done.answers[0]["error"] == {
        "code": "roads/sequence",
        "message": "line 1, sequence: 'X' at place 3 is not one of P, B and T",
    }


# --- the picture ---------------------------------------------------------------------------------


def picture(sequence: str, width: int = 80, *, colours: bool = True) -> str:
    console = terminal(width, colours=colours)
    for answered in roads_lines([json.dumps({"id": "shoe", "sequence": sequence})]):
        roads_picture.show(console, answered)
    return shown(console)


def test_without_colours_letters_tell_sides_and_colours_apart() -> None:
    text = picture("TTPPBTBBPP", colours=False)
    rows = text.splitlines()
    assert rows[2].startswith("│ P2B/P")  # The two ties before the first decision wait in its cell.
    assert "○" not in text
    assert "next P: R" in text or "next P: B" in text


def test_with_colours_marks_are_coloured() -> None:
    assert "\x1b[1;34m○" in picture("P")
    assert "\x1b[1;31m○" in picture("B")
    assert "\x1b[1;32m" in picture("T")


def test_all_five_roads_and_what_would_come_next_are_shown() -> None:
    text = picture("BBPPPBPBB", width=120, colours=False)
    for title in ("Big Road", "Bead Plate", "Big Eye Boy", "Small Road", "Cockroach Road"):
        assert f"─ {title} ─" in text
    assert "next P: B B B   next B: R R R\n" in text
    assert "good roads: " in text


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("sequence", ["", "P", "PB" * 60, "P" * 90, "PBBPPPBTBP" * 9])
def test_a_picture_fits_its_terminal_however_long_the_shoe(sequence: str, width: int) -> None:
    rows = picture(sequence, width, colours=False).splitlines()
    assert max(map(len, rows)) <= width
    boxes = sum(row.count("╭") for row in rows)
    assert boxes == sum(row.count("╰") for row in rows) == 5
    assert sum(row.count("│") for row in rows) == 5 * 6 * 2


def test_a_long_road_shows_its_end() -> None:
    text = picture("PB" * 60 + "BBB", colours=False)
    big_road = text.splitlines()[2]
    assert big_road.startswith("│ P B P B")
    assert text.splitlines()[5].rstrip(" │").endswith("· B")  # the last column is four deep


def test_two_roads_stand_above_the_three_when_not_all_fit() -> None:
    rows = picture("BPP", 80, colours=False).splitlines()
    assert "Big Road" in rows[1]
    assert "Bead Plate" in rows[1]
    assert rows[9].count("─ ") >= 3
    assert "Big Eye Boy" in rows[9]
    assert "Cockroach Road" in rows[9]


def test_many_ties_stay_in_their_cell() -> None:
    rows = picture("P" + "T" * 12 + "B", colours=False).splitlines()
    assert rows[2].startswith("│ P+B ")


def test_a_shoe_that_cannot_be_drawn_says_why() -> None:
    assert picture("PX").startswith("\x1b[1;31m✗ \x1b[0m\x1b[1mshoe\x1b[0m  line 1, sequence: ")
