"""Incidents, calls and alarms: open until a shift manager has closed or seen them (F241, F276)."""

from __future__ import annotations

import pytest
from tests.table.driver import BOSS, DEALER, HOUSE, OTHER_BOSS, Studio, blackjack, scanner, speed

from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase
from sabot.table.record.snapshot import restored, snapshot_of
from sabot.table.staff.state import ALARMS_MAX, CALLS_MAX, INCIDENTS_MAX


def stopped() -> Studio:
    """A round in which the same card was read twice."""
    table = scanner(live=True)
    table.players.place("ada", "player")
    table.close()
    table.cards.deal("4S")
    table.cards.scan("4S", at="B1", code="shoe1:1:4S")
    return table


def test_F276_an_incident_has_a_number_a_position_and_where_the_code_was_read_first() -> None:
    table = stopped()
    [incident] = table.state.incidents
    assert (incident.kind, incident.position, incident.first) == ("scan/repeated", "B1", "P1")
    assert (incident.actor, incident.round_id, incident.open) == (DEALER, "scanner-1", True)
    [row] = [row for row in table.book.events["scanner"] if row.kind == "IncidentRecorded"]
    assert row.seq == incident.number


def test_P13_the_table_keeps_no_code_of_a_scan() -> None:
    assert stopped().state.incidents[0].detail == ""


def test_F276_it_is_closed_by_a_manager_once_the_table_goes_on() -> None:
    table = stopped()
    [incident] = table.state.incidents
    close = c.CloseIncident(incident=incident.number, reason="read by mistake")
    assert table.refusal(BOSS, close) == "incident/undecided"
    assert table.refusal(DEALER, close) == "command/not_yours"
    table.does(BOSS, c.Resume(reason="looked at it"))
    table.does(BOSS, close)
    [closed] = table.state.incidents
    assert (closed.open, closed.closed_by, closed.closed_because) == (
        False,
        BOSS,
        "read by mistake",
    )
    assert table.refusal(BOSS, close) == "incident/closed"
    unknown = c.CloseIncident(incident=9_999, reason="which one?")
    assert table.refusal(BOSS, unknown) == "incident/unknown"


def test_F276_a_cancelled_round_leaves_its_incident_open_until_it_is_closed() -> None:
    table = stopped()
    table.does(BOSS, c.CancelRound(reason="cards mixed", public="studio/cards_mixed"))
    assert table.state.incidents[0].open
    number = table.state.incidents[0].number
    table.does(BOSS, c.CloseIncident(incident=number, reason="cancelled"))


def test_F276_incidents_calls_and_alarms_survive_a_restart() -> None:
    table = blackjack(live=True)
    table.does(DEALER, c.DropCards(count=1))
    table.does(DEALER, c.CallManager(reason="a card fell"))
    table.does(BOSS, c.Acknowledge(alarm=f"incident:{table.state.incidents[0].number}"))
    table.does(BOSS, c.ReportVideo(available=False))
    assert restored(snapshot_of(table.state, str), table.game, str.encode) == table.state
    assert table.engine_of(table.state).state == table.state
    lists = (table.state.incidents, table.state.calls, table.state.alarms)
    assert [len(each) for each in lists] == [1, 1, 1]


def test_the_lists_have_limits_and_open_incidents_stay_longest() -> None:
    table = scanner(live=True)
    table.does(DEALER, c.DropCards(count=1))
    first = table.state.incidents[0].number
    for _ in range(INCIDENTS_MAX + 5):
        table.does(DEALER, c.DropCards(count=1))
        newest = table.state.incidents[-1].number
        table.does(BOSS, c.CloseIncident(incident=newest, reason="picked up"))
    assert len(table.state.incidents) == INCIDENTS_MAX
    assert table.state.incidents[0].number == first
    for number in range(ALARMS_MAX + 5):
        table.does(BOSS, c.Acknowledge(alarm=f"shoe_age:live.{number}"))
        table.does(DEALER, c.CallManager(reason="help"))
    assert (len(table.state.alarms), len(table.state.calls)) == (ALARMS_MAX, CALLS_MAX)


# --- calls and alarms -----------------------------------------------------------------------------


def test_F241_a_call_is_open_until_a_manager_has_seen_it() -> None:
    table = scanner(live=True)
    table.does(DEALER, c.CallManager(reason="a card is bent"))
    [call] = table.state.calls
    assert (call.reason, call.seen_by) == ("a card is bent", "")
    table.does(BOSS, c.Acknowledge(alarm=f"call:{call.number}"))
    assert table.state.calls[0].seen_by == BOSS
    assert table.state.alarms[0].seen_by == BOSS


def test_an_alarm_is_put_off_with_a_reason_and_a_time() -> None:
    table = speed()
    table.does(BOSS, c.PutOff(alarm="cut_card", minutes=10, reason="the shoe is on its way"))
    [mark] = table.state.alarms
    assert (mark.put_off_by, mark.minutes, mark.seen_by) == (BOSS, 10, "")
    table.does(OTHER_BOSS, c.Acknowledge(alarm="cut_card"))
    [mark] = table.state.alarms
    assert (mark.put_off_by, mark.seen_by) == (BOSS, OTHER_BOSS)


ODD: dict[str, list[c.Acknowledge | c.PutOff]] = {
    "alarm/unknown": [
        c.Acknowledge(alarm=""),
        c.Acknowledge(alarm="Bob's words"),
        c.Acknowledge(alarm="incident:999"),
        c.Acknowledge(alarm="call:999"),
        c.PutOff(alarm="x" * 99, minutes=5, reason="later"),
    ],
    "alarm/minutes": [
        c.PutOff(alarm="cut_card", minutes=0, reason="later"),
        c.PutOff(alarm="cut_card", minutes=481, reason="later"),
    ],
    "alarm/cannot_wait": [
        c.PutOff(alarm="studio_silent", minutes=5, reason="later"),
        c.PutOff(alarm="paused", minutes=5, reason="later"),
    ],
    "text/length": [c.PutOff(alarm="cut_card", minutes=5, reason=" ")],
}


@pytest.mark.parametrize("code", ODD)
def test_an_alarm_is_one_of_this_table_and_may_wait(code: str) -> None:
    table = speed()
    for command in ODD[code]:
        assert table.refusal(BOSS, command) == code


def test_an_incident_that_stops_the_table_cannot_wait() -> None:
    table = stopped()
    alarm = f"incident:{table.state.incidents[0].number}"
    later = c.PutOff(alarm=alarm, minutes=5, reason="later")
    assert table.refusal(BOSS, later) == "alarm/cannot_wait"
    table.does(BOSS, c.Resume(reason="looked at it"))
    table.does(BOSS, later)


def test_F242_what_players_read_of_a_stop_is_a_code_of_the_list() -> None:
    table = scanner(live=True)
    table.players.place("ada", "player")
    odd = c.Pause(reason="words", public="he/she")
    assert table.refusal(BOSS, odd) == "reason/unknown"
    table.does(BOSS, c.Pause(reason="Bob dropped it", public="studio/card_on_floor"))
    paused = table.state.paused
    assert paused is not None
    assert (paused.reason, paused.public) == ("Bob dropped it", "studio/card_on_floor")
    assert table.phase is Phase.PAUSED
    assert table.refusal(OTHER_BOSS, c.ProposeCancel(reason="w", public="?")) == "reason/unknown"
    table.does(OTHER_BOSS, c.ProposeCancel(reason="words", public="studio/equipment"))
    assert table.refusal(BOSS, c.CancelRound(reason="w", public="?")) == "reason/unknown"
    assert table.send(BOSS, c.CancelRound(reason="words")).accepted
    assert table.told(e.RoundCancelled)[-1].public == "studio/equipment"


def test_F242_the_house_says_its_own_code() -> None:
    table = scanner(live=True)
    table.does(HOUSE, c.CancelRound(reason="studio/lost"))
    assert table.told(e.RoundCancelled)[-1].public == "studio/lost"
    table.rest()
    table.does(HOUSE, c.Pause(reason="studio/restarted"))
    assert table.state.paused is not None
    assert table.state.paused.public == "studio/restarted"
