"""Finds the finished rounds in a stretch of a table's events.

Owns where a round begins and ends, and up to which event nothing more belongs to an unfinished one.
Reads only names and numbers of events, so a damaged body stops nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sabot.service.reports.facts import MARKS, Ended, Mark

OPENED = "RoundOpened"
CONFIGURED = "TableConfigured"
_ENDS = {"RoundSettled": Ended.SETTLED, "RoundCancelled": Ended.CANCELLED}
_LAPSED = "RoundLapsed"


class Line(NamedTuple):
    """An event as far as it is needed to find rounds."""

    seq: int
    round_id: str
    kind: str
    at_ms: int


class Finished(NamedTuple):
    """A round that has ended."""

    round_id: str
    opened_seq: int
    opened_ms: int
    seq: int
    ended_ms: int
    ended: Ended
    marks: Mark


class Stretch(NamedTuple):
    """The rounds that ended in a stretch, and its last event that is done with."""

    finished: tuple[Finished, ...]
    upto: int


def rounds_in(lines: Iterable[Line], *, after: int) -> Stretch:
    """The finished rounds among events that follow `after`.

    A round without a bet that was never dealt is in no list.

    >>> lines = [
    ...     Line(1, "t-1", "RoundOpened", 10),
    ...     Line(2, "t-1", "RoundSettled", 20),
    ...     Line(3, "t-2", "RoundOpened", 30),
    ... ]
    >>> stretch = rounds_in(lines, after=0)
    >>> [one.round_id for one in stretch.finished], stretch.upto
    (['t-1'], 2)
    """
    finished: list[Finished] = []
    upto, last = after, after
    opened: Line | None = None
    marks = Mark(0)
    for line in lines:
        last = line.seq
        if line.kind == OPENED:
            opened, marks = line, Mark(0)
        elif opened is None:
            upto = last
            continue
        elif line.round_id == opened.round_id:
            marks |= MARKS.get(line.kind, Mark(0))
            ended = _ENDS.get(line.kind)
            if ended is not None:
                finished.append(
                    Finished(
                        opened.round_id,
                        opened.seq,
                        opened.at_ms,
                        line.seq,
                        line.at_ms,
                        ended,
                        marks,
                    )
                )
            if ended is not None or line.kind == _LAPSED:
                opened, upto = None, last
    return Stretch(tuple(finished), upto if opened is not None else last)
