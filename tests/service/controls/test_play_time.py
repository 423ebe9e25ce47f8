"""How long players play: the day's time, restarts, midnight."""

from __future__ import annotations

import pytest
from tests.service.controls.moments import DAY, HOUR, Desk

from sabot.errors import Refused
from sabot.service.controls.limits import Limit


def test_the_time_of_the_day_ends_a_session() -> None:
    around = Desk()
    around.desk.own.set_limit("ada", Limit.SESSION_TIME, 60)
    around.desk.began("ada", "s1")
    around.clock.now_ms += 30 * 60_000
    around.desk.seen("s1")
    around.desk.ended("s1")
    around.clock.now_ms += HOUR  # not played
    around.desk.began("ada", "s2")
    around.clock.now_ms += 30 * 60_000 - 1
    around.desk.seen("s2")
    assert around.told == []
    around.clock.now_ms += 1
    around.desk.seen("s2")
    assert around.told == [("ada", "control/session_time")]
    with pytest.raises(Refused) as refusal:
        around.desk.check_may_play("ada")
    assert refusal.value.data == {"until_ms": DAY}
    around.clock.now_ms = DAY
    around.desk.check_may_play("ada")


def test_the_time_of_the_day_is_looked_at_when_it_may_be_used_up_and_not_before() -> None:
    around = Desk()
    around.desk.began("ada", "s1")
    around.desk.began("bob", "s2")
    around.desk.own.set_limit("ada", Limit.SESSION_TIME, 60)
    assert sorted(around.looked_at()) == ["ada", "bob"]  # nobody knows yet who has a limit
    around.clock.now_ms += HOUR - 1
    assert around.looked_at() == []
    around.clock.now_ms += 1
    assert around.looked_at() == ["ada"]
    assert around.told == [("ada", "control/session_time")]
    around.desk.ended("s1")
    around.clock.now_ms += HOUR
    assert around.looked_at() == []


def test_a_limit_below_what_was_played_counts_at_once_and_midnight_gives_time_again() -> None:
    around = Desk()
    around.clock.now_ms = DAY - HOUR
    around.desk.began("ada", "s1")
    around.desk.own.set_limit("ada", Limit.SESSION_TIME, 90)
    around.looked_at()
    around.clock.now_ms = DAY + HOUR  # the limit might have been reached, were it one day
    assert around.looked_at() == ["ada"]
    assert around.told == []
    around.clock.now_ms += HOUR // 4
    assert around.looked_at() == []
    around.desk.own.set_limit("ada", Limit.SESSION_TIME, 75)
    assert around.looked_at() == ["ada"]
    assert around.told == [("ada", "control/session_time")]


def test_after_a_crash_a_session_lasted_until_it_was_last_seen() -> None:
    around = Desk()
    around.desk.own.set_limit("ada", Limit.SESSION_TIME, 60)
    around.desk.began("ada", "s1")
    around.clock.now_ms += 45 * 60_000
    around.desk.seen("s1")
    around.clock.now_ms += HOUR
    around.start()  # nobody said that s1 ended
    around.desk.began("ada", "s2")
    around.clock.now_ms += 15 * 60_000 - 1
    assert around.desk.lock("ada") is None
    around.clock.now_ms += 1
    assert around.desk.lock("ada") == "control/session_time"
