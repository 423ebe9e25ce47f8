"""The rules of a mirror, one by one, as `docs/wire.md` states them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sabot.client.mirror import HAPPENINGS_KEPT, Heard, TableMirror
from sabot.wire import messages as m
from sabot.wire.happenings import BettingEnded
from sabot.wire.requests import Since
from sabot.wire.table_view import Person, Status, TableView

VIEW: dict[str, Any] = {
    "table": "t",
    "name": "T",
    "game": "baccarat",
    "variant": "speed_baccarat",
    "status": "place_your_bets",
    "phase": "betting",
    "round": "t-1",
    "round_of_shoe": 1,
    "bets_for": "speed-1-1@1",
    "window": {"opened_at": 3, "length_ms": 1000, "left_ms": 900},
    "hands": [],
    "outcome": {},
    "question": None,
    "spots": [],
    "bets": [],
    "seats": {},
    "closed_kinds": [],
    "shoe": None,
    "commitment": None,
    "cards_left": 416,
    "last_hand": False,
    "because": None,
    "scorecard": None,
    "instruction": [],
    "studio": None,
}


def snapshot(seq: int, epoch: int = 1) -> m.Snapshot:
    view = msgspec.convert(VIEW, TableView)
    return m.Snapshot(table="t", epoch=epoch, seq=seq, round="t-1", view=view)


def update(after: int, seq: int, *, epoch: int = 1, **changes: object) -> m.Update:
    return m.Update(
        table="t",
        epoch=epoch,
        after=after,
        seq=seq,
        round="t-1",
        set=changes,
        happened=(BettingEnded(seq=seq),),
    )


@pytest.fixture
def mirror() -> TableMirror:
    found = TableMirror()
    assert found.since is None
    assert found.hear(snapshot(5)) is Heard.CHANGED
    return found


def test_an_update_replaces_the_fields_it_names_and_no_other(mirror: TableMirror) -> None:
    changes: dict[str, Any] = {
        "status": "dealing",
        "window": None,
        "seats": {"3": [{"nickname": "Ada"}]},
    }
    assert mirror.hear(update(5, 7, **changes)) is Heard.CHANGED
    assert mirror.view is not None
    assert mirror.view.status is Status.DEALING
    assert mirror.view.window is None
    assert mirror.view.seats == {3: (Person(nickname="Ada"),)}
    assert mirror.view.cards_left == 416
    assert mirror.since == Since(epoch=1, seq=7)


def test_what_is_known_already_is_ignored(mirror: TableMirror) -> None:
    assert mirror.hear(update(3, 5, status="dealing")) is Heard.IGNORED
    assert mirror.hear(update(2, 4, status="dealing")) is Heard.IGNORED
    assert mirror.view is not None
    assert mirror.view.status is Status.PLACE_YOUR_BETS
    assert mirror.seq == 5


def test_a_gap_changes_nothing_and_is_told(mirror: TableMirror) -> None:
    assert mirror.hear(update(6, 7, status="dealing")) is Heard.GAP
    assert mirror.hear(update(5, 7, epoch=2, status="dealing")) is Heard.GAP
    assert mirror.hear(update(5, 4, epoch=2, status="dealing")) is Heard.GAP
    assert mirror.view is not None
    assert mirror.view.status is Status.PLACE_YOUR_BETS
    assert TableMirror().hear(update(0, 1)) is Heard.GAP


def test_a_snapshot_is_taken_as_it_is_also_an_older_one(mirror: TableMirror) -> None:
    """A table that was read anew from the disk begins another epoch, maybe at a lower seq."""
    assert mirror.hear(snapshot(2, epoch=2)) is Heard.CHANGED
    assert mirror.since == Since(epoch=2, seq=2)


def test_F69_last_seconds_count_only_for_the_state_they_were_sent_in(mirror: TableMirror) -> None:
    def last(seq: int) -> m.LastSeconds:
        return m.LastSeconds(table="t", epoch=1, seq=seq, round="t-1", left_ms=500)

    assert mirror.hear(last(4)) is Heard.IGNORED
    assert mirror.hear(last(6)) is Heard.IGNORED
    assert mirror.hear(last(5)) is Heard.CHANGED
    assert mirror.view is not None
    assert mirror.view.status is Status.LAST_BETS


def test_last_seconds_that_come_after_the_close_change_nothing(mirror: TableMirror) -> None:
    mirror.hear(update(5, 6, status="bets_closed"))
    late = m.LastSeconds(table="t", epoch=1, seq=5, round="t-1", left_ms=500)
    assert mirror.hear(late) is Heard.IGNORED
    assert mirror.view is not None
    assert mirror.view.status is Status.BETS_CLOSED


def test_a_field_that_we_do_not_know_is_ignored_and_a_wrong_one_is_not(mirror: TableMirror) -> None:
    assert mirror.hear(update(5, 6, colour="red")) is Heard.CHANGED
    assert mirror.seq == 6
    with pytest.raises(msgspec.ValidationError):
        mirror.hear(update(6, 7, cards_left="many"))
    assert mirror.seq == 6


def test_what_happened_is_kept_within_bounds(mirror: TableMirror) -> None:
    for seq in range(6, 6 + 2 * HAPPENINGS_KEPT):
        mirror.hear(update(seq - 1, seq))
    assert len(mirror.happened) == HAPPENINGS_KEPT
    assert mirror.happened[-1].seq == 5 + 2 * HAPPENINGS_KEPT
