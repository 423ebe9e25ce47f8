"""One suite for every place where the mark of the house's clock is kept."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.conformance.conftest import AnyStore

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.house_clock import MemoryClockMarks
from sabot.adapters.sql.readers.house_clock import SqlClockMarks
from sabot.service.proof.clock import ClockMarks, Mark

MARK = Mark(at_ms=1_800_000_000_000, counter="boot:1", counted_ms=77, confirmed_at_ms=5)


@pytest.fixture
def marks(store: AnyStore) -> ClockMarks:
    return MemoryClockMarks() if isinstance(store, MemoryStore) else SqlClockMarks(store.database)


def test_the_last_mark_counts(marks: ClockMarks) -> None:
    assert (marks.load(), marks.latest_ms()) == (None, 0)
    marks.save(MARK)
    assert marks.load() == MARK
    doubted = replace(MARK, at_ms=MARK.at_ms + 1, doubted_at_ms=MARK.at_ms)
    marks.save(doubted)
    assert marks.load() == doubted
    marks.save(MARK)  # also an earlier one: a person may say that the clock was ahead
    assert marks.load() == MARK
