"""What needs a person: one alarm for one cause, in the order in which a manager acts."""

from __future__ import annotations

from tests.studio.watching import Watched
from tests.table.driver import (
    BOSS,
    DEALER,
    HOUSE,
    OTHER_BOSS,
    blackjack_config,
    scanner_config,
    speed_config,
)

from sabot.studio.alarms import AGE_SOON_MS, IDLE_LATER_MS, PROPOSAL_MS, SILENT_MS
from sabot.table import commands as c
from sabot.table.config import Opening
from sabot.wire.studio import Priority

HOUR_MS = 3_600_000


def live(**changes: Opening) -> Watched:
    return Watched(speed_config(live=True, **changes))


def in_play() -> Watched:
    table = live()
    table.players.place("ada", "player", 1000)
    table.close()
    table.cards.deal("4S 2H")
    return table


def test_a_calm_table_has_no_alarm() -> None:
    assert in_play().alarms(silent_ms=SILENT_MS - 1) == ()


def test_F253_a_silent_studio_takes_the_other_alarms_of_its_table_along() -> None:
    table = in_play()
    table.does(DEALER, c.CallManager(reason="help"))
    (silent,) = table.alarms(silent_ms=SILENT_MS)
    assert (silent.alarm, silent.priority) == ("studio_silent", Priority.NOW)
    assert silent.deadline_ms == table.wall_ms - SILENT_MS + 300_000
    assert dict(silent.facts) == {"players": 1, "cents": 1000, "others": 1}
    assert table.kinds(silent_ms=SILENT_MS - 1) == ["call"]


def test_F253_silence_between_rounds_is_no_alarm() -> None:
    table = Watched(blackjack_config(live=True))
    assert table.kinds(silent_ms=10 * SILENT_MS) == []


def test_F241_an_incident_and_its_pause_are_one_alarm() -> None:
    table = in_play()
    table.cards.scan("4S", code="shoe1:1:4S")
    (one,) = table.alarms()
    number = table.state.incidents[-1].number
    assert (one.alarm, one.kind, one.priority) == (f"incident:{number}", "incident", Priority.NOW)
    assert one.facts["kind"] == "scan/repeated"
    assert one.facts["first"] == "P1"
    table.does(BOSS, c.Resume(reason="read once more by mistake"))
    (behind,) = table.alarms()
    assert (behind.alarm, behind.kind) == (one.alarm, "incident_open")
    assert behind.priority is Priority.LATER
    table.does(BOSS, c.CloseIncident(incident=number, reason="the dealer read it twice"))
    assert table.alarms() == ()


def test_F243_a_proposal_that_waits_takes_the_place_of_the_pause() -> None:
    table = in_play()
    table.does(DEALER, c.Pause(reason="P1 is a five"))
    (paused,) = table.alarms()
    assert (paused.kind, paused.facts["proposal"]) == ("paused", False)
    table.does(DEALER, c.ProposeCorrection(position="P1", code="shoe1:90:5S", card="5S"))
    (still,) = table.alarms()
    assert (still.alarm, still.facts["proposal"]) == (paused.alarm, True)
    table.later(PROPOSAL_MS + 1)
    (waits,) = table.alarms()
    assert (waits.kind, waits.priority) == ("correction_waits", Priority.NOW)
    assert dict(waits.facts) == {"by": "Dealer", "position": "P1"}
    assert table.refusal(BOSS, c.PutOff(alarm=waits.alarm, minutes=5, reason="busy")) == (
        "alarm/cannot_wait"
    )


def test_F244_a_proposed_cancel_waits_for_a_colleague() -> None:
    table = in_play()
    table.does(DEALER, c.ProposeCancel(reason="cards mixed up"))
    (one,) = table.alarms()
    assert (one.kind, one.priority, one.facts["by"]) == ("cancel_waits", Priority.SOON, "Dealer")


def test_F241_seen_says_by_whom_and_ends_nothing() -> None:
    table = in_play()
    table.does(DEALER, c.CallManager(reason="help"))
    (call,) = table.alarms()
    assert call.seen_by is None
    table.later(5_000)
    table.does(BOSS, c.Acknowledge(alarm=call.alarm))
    (seen,) = table.alarms()
    assert (seen.alarm, seen.seen_by, seen.seen_at_ms) == (call.alarm, "Boss", table.wall_ms)
    table.cards.deal("5D 3C")
    table.rest()
    assert table.kinds() == []  # the table has gone on


def test_an_unseen_call_outlives_its_round() -> None:
    table = in_play()
    table.does(DEALER, c.CallManager(reason="help"))
    table.cards.deal("5D 3C")
    table.rest()
    assert table.kinds() == ["call"]


def test_an_alarm_that_was_put_off_says_until_when() -> None:
    table = in_play()
    table.does(DEALER, c.CallManager(reason="help"))
    (call,) = table.alarms()
    table.does(BOSS, c.PutOff(alarm=call.alarm, minutes=5, reason="at another table"))
    (rests,) = table.alarms()
    assert rests.until_ms == table.wall_ms + 5 * 60_000
    table.later(5 * 60_000)
    assert table.alarms()[0].until_ms is None


def test_a_mark_on_an_earlier_silence_does_not_count_for_the_next() -> None:
    table = in_play()
    table.later(SILENT_MS)
    table.does(BOSS, c.Acknowledge(alarm="studio_silent"))
    assert table.alarms(silent_ms=SILENT_MS)[0].seen_by == "Boss"
    table.later(10 * SILENT_MS)
    assert table.alarms(silent_ms=SILENT_MS)[0].seen_by is None


def test_F96_fallen_cards_cards_by_hand_and_the_cut_card() -> None:
    table = in_play()
    table.does(DEALER, c.DropCards(count=1))
    for position, card in (("P2", "5D"), ("B2", "3C")):
        code = table.cards.code_of(card)
        table.does(DEALER, c.Scan(position=position, code=code, card=card, manual=True))
    assert {one.kind: one.facts["count"] for one in table.alarms()} == {"dropped": 1, "by_hand": 2}
    table = live()
    table.does(DEALER, c.ShowCutCard())
    assert table.kinds() == ["cut_card"]


def test_F95_old_cards_become_more_urgent() -> None:
    table = Watched(scanner_config(live=True))
    loaded = table.shoe.loaded_at_ms
    due = loaded + 24 * HOUR_MS
    table.now_ms += due - 4 * HOUR_MS - table.wall_ms
    assert [(one.kind, one.priority) for one in table.alarms()] == [("shoe_age", Priority.LATER)]
    table.now_ms += due - AGE_SOON_MS - table.wall_ms
    (old,) = table.alarms()
    assert (old.priority, old.deadline_ms) == (Priority.SOON, due)


def test_F96_cards_that_lie_idle() -> None:
    table = Watched(blackjack_config(live=True))
    table.later(HOUR_MS - IDLE_LATER_MS - 1)
    before = table.kinds()
    table.later(1)
    assert [kind for kind in table.kinds() if kind not in before] == ["shoe_idle"]


def test_a_live_table_without_dealer_or_cards() -> None:
    table = live(opening=Opening.DEALER)
    table.does(BOSS, c.RelieveDealer(reason="ill"))
    assert table.kinds() == ["no_dealer"]
    table.does(BOSS, c.ChangeCards(reason="worn"))
    assert table.kinds() == ["cards_awaited", "no_dealer"]
    table.does(BOSS, c.SwitchTable(off=True, reason="closing"))
    assert table.kinds() == []


def test_F271_a_lost_picture() -> None:
    table = in_play()
    table.does("device", c.ReportVideo(available=False))
    assert table.kinds() == ["video_lost"]
    assert table.alarms()[0].since_ms == table.wall_ms


def test_a_console_without_scanner() -> None:
    table = in_play()
    assert table.kinds(scanner_lost_ms=table.wall_ms) == ["scanner_lost"]


def test_F255_a_malfunction_that_switched_the_table_off_stands_alone() -> None:
    table = in_play()
    table.does(HOUSE, c.ReportMalfunction(detail="KeyError", again=True))
    (one,) = table.alarms()
    assert (one.kind, one.priority) == ("malfunction", Priority.NOW)


def test_a_table_that_cannot_be_run_or_written() -> None:
    table = in_play()
    assert table.kinds(out_of_order="events/gap", trouble_ms=5) == ["out_of_order"]
    assert table.kinds(cannot_write="house/cannot_write") == ["cannot_write"]


def test_alarms_are_sorted_by_priority_deadline_and_age() -> None:
    table = in_play()
    table.does(DEALER, c.ShowCutCard())
    table.later(1_000)
    table.does(DEALER, c.CallManager(reason="help"))
    table.does(DEALER, c.Pause(reason="stop"))
    assert table.kinds() == ["paused", "call", "cut_card"]


def test_the_alarms_are_the_same_after_a_restart() -> None:
    table = in_play()
    table.does(DEALER, c.CallManager(reason="help"))
    table.does(BOSS, c.Acknowledge(alarm=table.alarms()[0].alarm))
    table.does(DEALER, c.Pause(reason="stop"))
    table.does(OTHER_BOSS, c.ProposeCancel(reason="mixed up"))
    again = table.replayed()
    told = [(one.alarm, one.seen_by, dict(one.facts)) for one in table.alarms()]
    table.moments = again
    assert [(one.alarm, one.seen_by, dict(one.facts)) for one in table.alarms()] == told
