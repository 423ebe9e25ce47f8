"""Rounds are found in any stretch of events, and no event is read twice or left out."""

from __future__ import annotations

from sabot.service.reports.facts import Ended, Mark
from sabot.service.reports.finished import Finished, Line, rounds_in

LINES = [
    Line(1, "", "TableConfigured", 0),
    Line(2, "", "ShoeLoaded", 1),
    Line(3, "t-1", "RoundOpened", 10),
    Line(4, "t-1", "BetsClosed", 12),
    Line(5, "t-1", "IncidentRecorded", 13),
    Line(6, "t-1", "CardCorrected", 14),
    Line(7, "t-1", "RoundSettled", 20),
    Line(8, "t-1", "TableRested", 25),
    Line(9, "t-2", "RoundOpened", 30),
    Line(10, "t-2", "RoundLapsed", 40),
    Line(11, "t-3", "RoundOpened", 50),
    Line(12, "t-3", "TablePaused", 52),
    Line(13, "t-3", "RoundCancelled", 60),
    Line(14, "t-4", "RoundOpened", 70),
    Line(15, "t-4", "BetsClosed", 75),
]


def test_a_round_ends_settled_or_cancelled_and_keeps_its_marks() -> None:
    found = rounds_in(LINES, after=0).finished
    assert [(one.round_id, one.ended, one.marks) for one in found] == [
        ("t-1", Ended.SETTLED, Mark.INCIDENT | Mark.CORRECTED),
        ("t-3", Ended.CANCELLED, Mark.PAUSED),
    ]
    assert [(one.opened_ms, one.ended_ms) for one in found] == [(10, 20), (50, 60)]


def test_a_round_that_is_open_is_read_again_from_its_opening() -> None:
    assert rounds_in(LINES, after=0).upto == 13
    assert rounds_in(LINES[:7], after=0).upto == 7
    assert rounds_in(LINES[:6], after=0).upto == 2


def test_however_the_events_are_cut_each_round_is_found_once() -> None:
    whole = rounds_in(LINES, after=0).finished
    for limit in range(1, len(LINES) + 1):
        found: list[Finished] = []
        after, size = 0, limit
        while True:
            lines = [line for line in LINES if line.seq > after][:size]
            stretch = rounds_in(lines, after=after)
            if stretch.upto == after:
                if len(lines) < size:
                    break
                size *= 4
                continue
            found += stretch.finished
            after, size = stretch.upto, limit
        assert tuple(found) == whole, limit
