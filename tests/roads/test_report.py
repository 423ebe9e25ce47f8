import json
from pathlib import Path

import pytest

from sabot.errors import Malformed
from sabot.roads.report import DerivedReport, RoadsReport, roads_report

VECTORS = json.loads((Path(__file__).parent / "vectors" / "roads.json").read_text("utf-8"))["shoes"]


def cells_in_short(cells: list[list[int | str | None]] | list[list[int | str]]) -> str:
    words = []
    for row, column, mark, *ties in cells:
        count = f"+{ties[0]}" if ties and ties[0] else ""
        words.append(f"{mark or '-'}{row},{column}{count}")
    return " ".join(words)


def plate_in_short(beads: list[list[int | str]]) -> str:
    columns: dict[int | str, str] = {}
    for row, column, letter in beads:
        assert len(columns.setdefault(column, "")) == row
        columns[column] += str(letter)
    return " ".join(columns.values())


def in_short(report: RoadsReport) -> dict[str, str]:
    return {
        "runs": " ".join(f"{side}{length}" for side, length in report["runs"]),
        "bead_plate": plate_in_short(report["bead_plate"]),
        "big_road": cells_in_short(report["big_road"]),
        **{name: cells_in_short(road["cells"]) for name, road in report["derived"].items()},
        "ask": " ".join(
            f"{side}:{''.join(colour or '-' for colour in colours)}"
            for side, colours in report["ask"].items()
        ),
    }


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_F187_vector(vector: dict[str, str]) -> None:
    facts = {name: value for name, value in vector.items() if name not in {"name", "shoe"}}
    report = roads_report(vector["shoe"])
    assert in_short(report) == facts
    for road in report["derived"].values():
        assert road["colours"] == "".join(str(cell[2]) for cell in road["cells"])


def test_there_are_twelve_vectors() -> None:
    assert len(VECTORS) == 12


def test_report_has_exactly_the_members_of_the_format() -> None:
    report = roads_report("TBPBP")
    assert report == {
        "runs": [["B", 1], ["P", 1], ["B", 1], ["P", 1]],
        "bead_plate": [[0, 0, "T"], [1, 0, "B"], [2, 0, "P"], [3, 0, "B"], [4, 0, "P"]],
        "big_road": [[0, 0, "B", 1], [0, 1, "P", 0], [0, 2, "B", 0], [0, 3, "P", 0]],
        "derived": {
            "big_eye": {"colours": "RR", "cells": [[0, 0, "R"], [1, 0, "R"]]},
            "small": {"colours": "R", "cells": [[0, 0, "R"]]},
            "cockroach": {"colours": "", "cells": []},
        },
        "ask": {"P": ["B", "B", "B"], "B": ["R", "R", "R"]},
        "good_roads": [{"pattern": "ping_pong", "side": "B", "depth": 4}],
    }
    # Enums must not leak: JSON knows texts, numbers, lists and null.
    assert json.loads(json.dumps(report)) == report
    assert type(report["good_roads"][0]["pattern"]) is str
    assert type(report["ask"]["P"][0]) is str


def test_an_empty_shoe_has_a_report() -> None:
    empty: DerivedReport = {"colours": "", "cells": []}
    expected: RoadsReport = {
        "runs": [],
        "bead_plate": [],
        "big_road": [],
        "derived": {"big_eye": empty, "small": empty, "cockroach": empty},
        "ask": {"P": [None, None, None], "B": [None, None, None]},
        "good_roads": [],
    }
    assert roads_report("") == expected


@pytest.mark.parametrize(
    ("sequence", "position", "letter"),
    [("PBX", 3, "X"), ("p", 1, "p"), ("PB T", 3, " "), ("BPT\n", 4, "\n"), ("T€", 2, "€")],
)
def test_a_letter_that_is_no_result_is_malformed(sequence: str, position: int, letter: str) -> None:
    with pytest.raises(Malformed) as refusal:
        roads_report(sequence)
    assert refusal.value.code == "roads/sequence"
    assert refusal.value.data == {"position": position, "letter": letter}
