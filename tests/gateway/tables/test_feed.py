"""A whole view of a table: drawn once for those who come together, and never an old one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

import msgspec
import pytest
from tests.table.driver import Studio, speed

from sabot.errors import Unavailable
from sabot.gamekit import Audience
from sabot.gateway.tables.feed import PICTURE_MS, TableFeed
from sabot.gateway.tables.memory import TableMemory
from sabot.gateway.tables.projection import Projector
from sabot.runtime.engine import Work
from sabot.service.tables.envelopes import Envelope
from sabot.service.tables.link import TablePort
from sabot.table.state import TableState
from sabot.wire.messages import Snapshot
from sabot.wire.requests import Since
from sabot.wire.table_view import Status, TableView

Batch = Callable[[Sequence[Envelope]], Work]


class Moment:
    """The clock of a studio."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio

    def monotonic_ms(self) -> int:
        return self._studio.now_ms

    def wall_ms(self) -> int:
        return self._studio.now_ms


class Port:
    """A table of a test, as the gateway reaches it."""

    cannot_write = False

    def __init__(self, studio: Studio) -> None:
        self._studio = studio

    @property
    def state(self) -> TableState:
        return self._studio.state

    @property
    def epoch(self) -> int:
        return self._studio.engine.epoch

    @property
    def deadline_ms(self) -> int | None:
        return self._studio.engine.deadline_ms

    def bets_for(self, state: TableState) -> str:
        return self._studio.engine.bets_for(state)


@pytest.fixture
def studio() -> Studio:
    return speed()


@pytest.fixture
def feed(studio: Studio) -> TableFeed:
    memory = TableMemory(studio.state.game.id, lambda: ())
    projector = Projector(memory, who=studio.people.player, hides_bets=lambda _player: False)
    return TableFeed(
        cast(TablePort, Port(studio)), memory, projector, clock=Moment(studio), nickname=str
    )


def picture(feed: TableFeed) -> Snapshot:
    (frame,) = feed.catch_up(Audience.PLAYER, None)
    return msgspec.json.decode(frame[frame.index(b"{") :], type=Snapshot)


def test_those_who_come_together_get_the_same_bytes(studio: Studio, feed: TableFeed) -> None:
    first = feed.catch_up(Audience.PLAYER, None)[0]
    studio.now_ms += PICTURE_MS
    assert feed.catch_up(Audience.PLAYER, None)[0] is first
    studio.now_ms += 1
    again = picture(feed)
    assert again.view.window is not None
    assert again.view.window.left_ms == feed.left_ms()


def test_whoever_comes_after_an_event_sees_it(studio: Studio, feed: TableFeed) -> None:
    before = picture(feed)
    due = studio.engine.due(10**9)
    assert due is not None
    work = studio.batch([due])
    feed.publish(studio.state, work.events)
    assert picture(feed).seq == studio.state.seq > before.seq


def test_F69_whoever_comes_after_the_last_seconds_began_is_told(
    studio: Studio, feed: TableFeed
) -> None:
    assert studio.engine.deadline_ms is not None
    studio.now_ms = studio.engine.deadline_ms - studio.state.settings.timers.last_seconds - 1
    assert picture(feed).view.status is Status.PLACE_YOUR_BETS
    studio.now_ms += 2
    assert feed.last_seconds() is not None
    assert picture(feed).view.status is Status.LAST_BETS


def test_F247_whoever_comes_back_into_a_window_is_told_what_is_left_of_it(
    studio: Studio, feed: TableFeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def batch(envelopes: Sequence[Envelope], done: Batch = studio.batch) -> Work:
        work = done(envelopes)
        feed.publish(studio.state, work.events)
        return work

    left = Since(epoch=feed.epoch, seq=picture(feed).seq)
    monkeypatch.setattr(studio, "batch", batch)
    studio.cards.play()  # and the next round is open
    studio.now_ms += 3_000
    (frame,) = feed.catch_up(Audience.PLAYER, left)
    told = msgspec.json.decode(frame[frame.index(b"{") :], type=Snapshot)
    assert told.view.window is not None
    assert told.view.window.left_ms == feed.left_ms()
    assert told.view.window.left_ms < told.view.window.length_ms
    # Who has seen it open has its clock: what came since is enough.
    assert feed.catch_up(Audience.PLAYER, Since(epoch=feed.epoch, seq=told.seq)) == []


def test_a_table_that_began_again_is_shown_by_the_next_event_when_it_could_not_be_at_once(
    studio: Studio, feed: TableFeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_audience: Audience) -> TableView:
        raise Unavailable("store/unreachable")  # a nickname is looked up on disk

    picture(feed)
    studio.engine.epoch += 1
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(feed, "view", away)
        with pytest.raises(Unavailable):
            feed.publish(studio.state, ())
    shown = feed.publish(studio.state, ())
    assert b'"snapshot"' in shown[Audience.PLAYER]
