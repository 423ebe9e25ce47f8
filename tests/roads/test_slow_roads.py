"""Every road again, from scratch and in another way, against the incremental code.

What is written here rescans the whole shoe after every result, keeps the cells it has drawn in a
dictionary, and follows the readings word for word. It shares no line with the package.
"""

from collections.abc import Iterable
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.roads.report import roads_report

GAPS = {"big_eye": 1, "small": 2, "cockroach": 3}

SHORT_SHOES = ["".join(letters) for length in range(11) for letters in product("PB", repeat=length)]
SHORT_SHOES_WITH_TIES = [
    "".join(letters) for length in range(8) for letters in product("PBT", repeat=length)
]

# Any shoe; and shoes of long runs, which alone make tails that meet.
any_shoe = st.text(alphabet="PBT", max_size=90)
long_runs = st.lists(
    st.tuples(st.sampled_from("PPPBBBT"), st.integers(min_value=1, max_value=14)), max_size=16
).map(lambda blocks: "".join(letter * length for letter, length in blocks))
shoes = any_shoe | long_runs


def slow_runs(marks: Iterable[str]) -> list[tuple[str, int]]:
    runs: list[tuple[str, int]] = []
    for mark in marks:
        if runs and runs[-1][0] == mark:
            runs[-1] = (mark, runs[-1][1] + 1)
        else:
            runs.append((mark, 1))
    return runs


def slow_layout(marks: str) -> list[tuple[int, int]]:
    """R19 with a drawn board: cells are free until something stands in them."""
    board: set[tuple[int, int]] = set()
    places: list[tuple[int, int]] = []
    start = -1
    for _, length in slow_runs(marks):
        start += 1
        while (0, start) in board:
            start += 1
        row, column, turned = 0, start, False
        for nth in range(length):
            if nth:
                falls = not turned and row < 5 and (row + 1, column) not in board
                turned = turned or not falls
                row, column = (row + 1, column) if falls else (row, column + 1)
            assert (row, column) not in board, "two marks in one cell"
            board.add((row, column))
            places.append((row, column))
    return places


def slow_big_road(shoe: str) -> list[list[int | str | None]]:
    decided = shoe.replace("T", "")
    places = slow_layout(decided)
    # Split at decided results: what stands between two of them are ties.
    ties = [len(gap) for gap in shoe.replace("P", "B").split("B")]
    if not decided:
        return [[0, 0, None, ties[0]]] if ties[0] else []
    on_cell = [ties[0] + ties[1], *ties[2:]]
    return [
        [row, column, side, count]
        for (row, column), side, count in zip(places, decided, on_cell, strict=True)
    ]


def derived_by_reading(shoe: str, k: int) -> str:
    """R20 word for word: the m-th result of run n against run n − k."""
    heights = [length for _, length in slow_runs(shoe.replace("T", ""))]
    colours = ""
    for n, height in enumerate(heights):
        for m in range(1, height + 1):
            if m == 1 and n - 1 - k >= 0:
                colours += "R" if heights[n - 1] == heights[n - 1 - k] else "B"
            if m >= 2 and n - k >= 0:
                p = heights[n - k]
                colours += "R" if m <= p or m > p + 1 else "B"
    return colours


def derived_by_cells(shoe: str, k: int) -> str:
    """The players' own rule: draw columns without a floor and look at neighbouring cells.

    In the top row, look whether the two columns to the left (the second k before the first) end
    level. Lower down, look k columns to the left: red with a circle there, or with neither a
    circle there nor one above it; blue where the column ends just above.
    """
    columns = [length for _, length in slow_runs(shoe.replace("T", ""))]
    drawn = {(row, column) for column, height in enumerate(columns) for row in range(height)}
    colours = ""
    for column, height in enumerate(columns):
        for row in range(height):
            if row == 0:
                left, further = column - 1, column - 1 - k
                if further >= 0:
                    depth = max(columns[left], columns[further])
                    level = all(
                        ((r, left) in drawn) == ((r, further) in drawn) for r in range(depth)
                    )
                    colours += "R" if level else "B"
            elif column - k >= 0:
                beside, above = (row, column - k) in drawn, (row - 1, column - k) in drawn
                colours += "R" if beside == above else "B"
    return colours


def slow_ask(shoe: str, side: str) -> list[str | None]:
    """R22: write the result down, and see which mark is new."""
    answers: list[str | None] = []
    for k in GAPS.values():
        before, after = derived_by_reading(shoe, k), derived_by_reading(shoe + side, k)
        assert after[: len(before)] == before
        answers.append(after[len(before) :] or None)
    return answers


def slow_good_roads(shoe: str) -> list[dict[str, str | int]]:
    """R23, every pattern looked up again from the end of the shoe."""
    runs = slow_runs(shoe.replace("T", ""))
    if not runs:
        return []
    last_side, last_length = runs[-1]
    singles = trailing(length == 1 for _, length in runs)
    doubles = trailing(length >= 2 for _, length in runs)
    depths = [
        ("streak", last_side, last_length, 4),
        ("ping_pong", runs[-singles][0], singles, 4),
        *(("one_two", side, slow_one_two(runs, side), 6) for side in "PB"),
        ("sandwich", last_side, doubles, 3),
        *(("separate", side, slow_separate(runs, side), 4) for side in "PB"),
        *(("change", side, slow_change(runs, side), 3) for side in "PB"),
    ]
    return [
        {"pattern": pattern, "side": side, "depth": depth}
        for pattern, side, depth, threshold in depths
        if depth >= threshold
    ]


def slow_one_two(runs: list[tuple[str, int]], side: str) -> int:
    results = 0
    for back, (of, length) in enumerate(reversed(runs)):
        exact = length == (1 if of == side else 2)
        short = back == 0 and of != side and length == 1
        if not exact and not short:
            break
        results += length
    return results


def slow_separate(runs: list[tuple[str, int]], side: str) -> int:
    singles = [length == 1 for of, length in runs if of == side]
    return 1 + trailing(a != b for a, b in pairwise(singles)) if singles else 0


def slow_change(runs: list[tuple[str, int]], side: str) -> int:
    if runs[-1][0] == side and runs[-1][1] != 1:
        return 0
    return trailing(length == 1 for of, length in runs[:-1] if of == side)


def trailing(facts: Iterable[bool]) -> int:
    """How many of the last facts are true in a row."""
    count = 0
    for fact in facts:
        count = count + 1 if fact else 0
    return count


def assert_same(shoe: str) -> None:
    report = roads_report(shoe)
    assert report["runs"] == [list(run) for run in slow_runs(shoe.replace("T", ""))]
    assert report["bead_plate"] == [[i % 6, i // 6, letter] for i, letter in enumerate(shoe)]
    assert report["big_road"] == slow_big_road(shoe)
    for name, k in GAPS.items():
        colours = derived_by_reading(shoe, k)
        assert colours == derived_by_cells(shoe, k)
        cells = zip(slow_layout(colours), colours, strict=True)
        assert report["derived"][name] == {
            "colours": colours,
            "cells": [[*place, colour] for place, colour in cells],
        }
    assert report["ask"] == {side: slow_ask(shoe, side) for side in "PB"}
    assert report["good_roads"] == slow_good_roads(shoe)


def test_every_short_shoe_equals_the_slow_roads() -> None:
    for shoe in SHORT_SHOES:
        assert_same(shoe)


def test_every_short_shoe_with_ties_equals_the_slow_roads() -> None:
    for shoe in SHORT_SHOES_WITH_TIES:
        assert_same(shoe)


@settings(max_examples=700)
@given(shoes)
def test_random_shoes_equal_the_slow_roads(shoe: str) -> None:
    assert_same(shoe)


@pytest.mark.parametrize("length", [11, 12])
def test_R23_every_shoe_of_this_length_has_the_good_roads_of_the_slow_scan(length: int) -> None:
    # The other side of the coin is covered by symmetry, which the first letter stands for.
    for letters in product("PB", repeat=length - 1):
        shoe = "B" + "".join(letters)
        assert roads_report(shoe)["good_roads"] == slow_good_roads(shoe)
