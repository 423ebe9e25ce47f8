from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FrameType
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.roads.big_road import BigRoadCell
from sabot.roads.derived import DerivedMark, DerivedName
from sabot.roads.results import BANKER, PLAYER, TIE, RoundResult, read_letters
from sabot.roads.shoe_roads import RoadMarks, ShoeRoads

if TYPE_CHECKING:
    from _typeshed import TraceFunction

shoes = st.text(alphabet="PBT", max_size=120)

# Shoes far longer than any table plays: mixed, one endless run, all singles, tails that pile up
# to the top row, ties only.
LONG_SHOES = {
    "mixed": "BBPTPPBPBBBPPTTBP" * 60,
    "one run": "B" * 1000,
    "singles": "BP" * 500,
    "tails": ("B" * 13 + "P" * 13) * 40,
    "ties": "T" * 1000,
}


def roads_of(shoe: str) -> ShoeRoads:
    roads = ShoeRoads()
    for result in read_letters(shoe):
        roads.add(result)
    return roads


def derived(roads: ShoeRoads) -> list[tuple[DerivedMark, ...]]:
    return [roads.derived(name) for name in DerivedName]


@given(shoes, shoes)
def test_F196_adding_results_never_changes_earlier_marks(shoe: str, more: str) -> None:
    before, after = roads_of(shoe), roads_of(shoe + more)
    assert after.beads[: len(before.beads)] == before.beads
    for old, new in zip(derived(before), derived(after), strict=True):
        assert new[: len(old)] == old
    if not before.big_road:
        return
    # On the Big Road the latest circle may gain ties, or join the ties that waited for it.
    *settled, latest = before.big_road
    assert list(after.big_road[: len(settled)]) == settled
    now = after.big_road[len(settled)]
    assert (now.row, now.column) == (latest.row, latest.column)
    assert latest.side in (None, now.side)
    assert now.ties >= latest.ties


@given(shoes)
def test_R20_ties_change_no_derived_mark(shoe: str) -> None:
    plain, tied = roads_of(shoe.replace("T", "")), roads_of(shoe)
    assert derived(tied) == derived(plain)
    assert tied.ask() == plain.ask()
    assert tied.runs == plain.runs
    assert [cell[:3] for cell in tied.big_road if cell.side] == [
        cell[:3] for cell in plain.big_road
    ]


@given(shoes)
def test_the_marks_that_were_sent_make_the_roads(shoe: str) -> None:
    """A client that keeps what it is sent shows what the server has."""
    roads = ShoeRoads()
    sent: list[RoadMarks] = [roads.add(result) for result in read_letters(shoe)]
    assert tuple(marks.bead for marks in sent) == roads.beads
    board: dict[tuple[int, int], BigRoadCell] = {}
    for marks in sent:
        board[marks.big_road.row, marks.big_road.column] = marks.big_road
    assert tuple(board.values()) == roads.big_road
    for position, road in enumerate(derived(roads), start=2):
        assert tuple(marks[position] for marks in sent if marks[position]) == road


def test_a_tie_is_sent_as_the_latest_circle_with_one_tie_more() -> None:
    roads = roads_of("BT")
    marks = roads.add(RoundResult(outcome=TIE, total=6))
    assert (marks.big_road.side, marks.big_road.ties) == (BANKER, 2)
    assert marks.bead.number == 6
    assert (marks.big_eye, marks.small, marks.cockroach) == (None, None, None)


def test_F187_a_result_marks_all_five_roads() -> None:
    marks = roads_of("BPBP").add(RoundResult(outcome=PLAYER, total=8))
    assert all(marks)


def lines_per_add(shoe: str) -> list[int]:
    """How many lines of Python each update runs, ask and good roads included."""
    counts: list[int] = []
    lines = 0

    def trace(frame: FrameType, event: str, arg: object) -> TraceFunction:
        nonlocal lines
        lines += event == "line"
        return trace

    roads = ShoeRoads()
    results = list(read_letters(shoe))
    previous = sys.gettrace()
    try:
        for result in results:
            lines = 0
            sys.settrace(trace)
            roads.add(result)
            roads.ask()
            roads.good_roads()
            sys.settrace(previous)
            counts.append(lines)
    finally:
        sys.settrace(previous)
    return counts


@pytest.mark.parametrize("shoe", LONG_SHOES.values(), ids=LONG_SHOES)
def test_one_update_costs_the_same_early_and_late(shoe: str) -> None:
    counts = lines_per_add(shoe)
    assert max(counts) < 400
    # All roads have begun by the second quarter; from there on an average update stays as it is.
    quarter = len(counts) // 4
    assert sum(counts[-quarter:]) <= 1.05 * sum(counts[quarter : 2 * quarter])


class Past:
    """A list that can be written on and looked up at its end, and not be read through."""

    def __init__(self) -> None:
        self._items: list[object] = []

    def __len__(self) -> int:
        return len(self._items)

    def append(self, item: object) -> None:
        self._items.append(item)

    def __setitem__(self, index: int, item: object) -> None:
        assert index == -1, "an update rewrote an earlier mark"
        self._items[index] = item

    def __getitem__(self, index: int) -> object:
        # R20 looks three finished runs back at most. A walk begins with 0, a copy with a slice.
        assert index in (-1, -2, -3), "an update read through the past"
        return self._items[index]


def pasts(roads: ShoeRoads) -> Iterator[tuple[object, str]]:
    """Every list that grows with the shoe."""
    yield roads._runs, "_finished"
    yield roads._bead_plate, "_beads"
    yield roads._big_road, "_cells"
    for road in (roads._big_eye, roads._small, roads._cockroach):
        yield road, "_marks"


@pytest.mark.parametrize("shoe", LONG_SHOES.values(), ids=LONG_SHOES)
def test_no_update_reads_through_the_shoe(shoe: str) -> None:
    roads = ShoeRoads()
    for owner, name in pasts(roads):
        setattr(owner, name, Past())
    for result in read_letters(shoe):
        roads.preview(result)
        roads.add(result)
        roads.ask()
        roads.good_roads()
    assert len(roads._bead_plate._beads) == len(shoe)


def test_the_past_of_these_tests_refuses_to_be_read_through() -> None:
    past = Past()
    past.append("mark")
    with pytest.raises(AssertionError, match="read through"):
        past[0]
    with pytest.raises(AssertionError, match="rewrote"):
        past[0] = "other"
