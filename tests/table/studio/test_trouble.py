"""Trouble: incidents, pause and resume (F240-F242, P4, P12, R18)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table.driver import BOSS, DEALER, HOUSE, Studio, blackjack, brag, scanner, speed

from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase

RESUME = c.Resume(reason="looked at it")


def incidents(table: Studio) -> list[str]:
    return [incident.kind for incident in table.told(e.IncidentRecorded)]


def in_play(cards: str = "", *, live: bool = False) -> Studio:
    table = scanner(live=live)
    table.players.place("ada", "player")
    table.close()
    table.cards.deal(cards)
    return table


# --- scans that are incidents ---------------------------------------------------------------------


def test_P12_R25_a_scan_before_the_close_is_an_incident_and_not_data() -> None:
    table = speed()
    table.players.place("ada", "player")
    assert table.cards.scan("9S", at="P1").code == "scan/early"
    assert (table.phase, incidents(table)) == (Phase.PAUSED, ["scan/early"])
    assert table.told(e.CardDealt) == []


SCANS = """
# position  code           card  incident
  B1        shoe1:1:9S     9S    -
  B1        shoe1:2:9S     9S    scan/out_of_order
  B1        shoe1:50:9S    9S    scan/out_of_order
  P3        shoe1:1:9S     9S    scan/unexpected
  Z9        shoe1:1:9S     9S    scan/unexpected
  B1        shoe1:0:4S     4S    scan/repeated
  B1        shoe7:50:9S    9S    scan/foreign
  B1        shoe1:50:8S    9S    scan/foreign
  B1        nonsense       9S    scan/foreign
  B1        shoe1:50:11X   11X   scan/unreadable
"""


@pytest.mark.parametrize("line", SCANS.strip().splitlines()[1:])
def test_F242_an_odd_scan_is_a_typed_incident_that_pauses(line: str) -> None:
    position, code, card, kind = line.split()
    table = in_play("4S")
    reply = table.send(DEALER, c.Scan(position=position, code=code, card=card))
    assert (reply.accepted, reply.code or "-") == (kind == "-", kind)
    if kind == "-":
        assert (table.phase, incidents(table)) == (Phase.DEALING, [])
    else:
        assert (table.phase, incidents(table)) == (Phase.PAUSED, [kind])
        assert table.told(e.TablePaused)[-1].reason == kind
        assert len(table.told(e.CardDealt)) == 1


def test_I12_a_ninth_copy_of_a_card_is_not_in_eight_decks() -> None:
    table = scanner()
    for _ in range(4):
        table.close()
        table.cards.deal("4S 4S 5D 5C")  # Two of the eight each time.
        table.rest()
    table.close()
    table.cards.scan("4S", at="P1")
    assert incidents(table) == ["scan/too_many"]


@pytest.mark.parametrize(("card", "code"), [("4s", "4s"), ("10d", "10d"), ("TD", "10D")])
def test_I12_a_card_has_one_name_in_its_code(card: str, code: str) -> None:
    """Written in another way it would be another card: read twice, or a ninth copy, unnoticed."""
    table = scanner(live=True)
    table.close()
    table.cards.scan(card, at="P1", code=f"shoe1:1:{code}")
    assert incidents(table) == ["scan/foreign"]
    table.does(BOSS, RESUME)
    printed = {"4s": "4S"}.get(card, "TD")
    table.cards.scan(card, at="P1", code=f"shoe1:1:{printed}")
    table.cards.scan(printed, at="B1", code=f"shoe1:1:{printed}")
    assert incidents(table) == ["scan/foreign", "scan/repeated"]


@pytest.mark.parametrize("phase", [Phase.SHUFFLE, Phase.IDLE, Phase.RESULT, Phase.CANCELLED])
def test_F242_a_scan_outside_a_round_is_on_record_and_stops_nothing(phase: Phase) -> None:
    table = blackjack()
    if phase is Phase.SHUFFLE:
        table.does(BOSS, c.ChangeCards(reason="age"))
    elif phase is not Phase.IDLE:
        table.players.sit("ada", 1)
        table.players.place("ada", "main", seat=1)
        table.close()
        if phase is Phase.CANCELLED:
            table.does(BOSS, c.CancelRound(reason="cards fell"))
        else:
            table.cards.deal("AS 6H KD TC turn")  # A blackjack leaves the dealer nothing to draw.
    assert table.phase is phase
    assert table.cards.scan("9S", at="P1").code == "scan/early"
    assert (table.phase, incidents(table)) == (phase, ["scan/early"])


def test_20_12_the_card_that_was_due_when_the_table_stopped_is_no_early_scan() -> None:
    """A pause and a scan cross: nothing is recorded, and the card is read again later."""
    table = in_play("4S")
    table.does(BOSS, c.Pause(reason="a card fell"))
    due = c.Scan(position="B1", code="shoe1:1:9S", card="9S")
    assert table.refusal(DEALER, due) == "table/paused"
    table.does(BOSS, RESUME)
    table.does(DEALER, due)
    assert incidents(table) == []


def test_F242_another_scan_during_a_pause_is_one_more_incident() -> None:
    table = in_play("4S")
    table.does(BOSS, c.Pause(reason="a card fell"))
    assert table.cards.scan("4S", at="B1", code="shoe1:0:4S").code == "scan/repeated"
    assert (table.phase, incidents(table)) == (Phase.PAUSED, ["scan/repeated"])
    assert len(table.told(e.TablePaused)) == 1


# --- a card that was read too early ---------------------------------------------------------------


def read_early(*, live: bool) -> Studio:
    """A round in which a nine was read while players were still betting."""
    table = speed(live=live)
    table.players.place("ada", "player")
    code = "shoe1:77:9S" if live else "shoe1:0:9S"
    assert table.cards.scan("9S", at="P1", code=code).code == "scan/early"
    return table


@pytest.mark.parametrize("live", [False, True])
def test_20_12_P12_a_card_read_before_the_close_leaves_the_round(*, live: bool) -> None:
    """Everybody could have bet on it: the round goes on with the next card, never with this one."""
    table = read_early(live=live)
    removed = table.told(e.CardRemoved)
    assert [(card.card, card.actor) for card in removed] == [("9S", DEALER)]
    assert table.state.cards_out == 1
    table.does(BOSS, RESUME)
    table.close()
    again = table.cards.scan("9S", at="P1", code=removed[0].code)
    assert again.code == "scan/repeated"
    table.does(BOSS, RESUME)
    table.cards.deal("4S 4H 5D 5C")
    dealt = [card.code for card in table.told(e.CardDealt)]
    assert removed[0].code not in dealt
    if not live:
        assert [code.split(":")[1] for code in dealt] == ["1", "2", "3", "4"]
    assert table.shoe.used == 5


def test_20_12_two_people_may_cancel_the_round_instead() -> None:
    table = read_early(live=True)
    table.does(HOUSE, c.CancelRound(reason="a card was seen"))
    assert (table.phase, table.shoe.used) == (Phase.CANCELLED, 7)  # six lay there, one was removed


def test_20_12_an_early_card_of_another_set_takes_nothing_out_of_the_shoe() -> None:
    table = speed(live=True)
    table.players.place("ada", "player")
    for code in ("shoe7:1:9S", "shoe1:1:8S", "nonsense"):
        assert table.cards.scan("9S", at="P1", code=code).code == "scan/early"
    assert table.told(e.CardRemoved) == []
    assert table.shoe.codes == frozenset()


def test_20_12_a_card_read_between_rounds_is_not_dealt_in_the_next() -> None:
    table = in_play("4S 2H 5D 3C", live=True)
    assert table.cards.scan("9S", at="P1", code="shoe1:77:9S").code == "scan/early"
    assert table.shoe.used == 5
    table.rest()
    table.close()
    assert table.cards.scan("9S", at="P1", code="shoe1:77:9S").code == "scan/repeated"


def test_20_12_a_card_read_during_a_question_is_not_dealt_to_the_hand_that_was_asked() -> None:
    table = blackjack(live=True)
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    table.close()
    table.cards.deal("9S 6H 3D TC")
    assert table.cards.scan("5C", at="1:3", code="shoe1:99:5C").code == "scan/early"
    table.does(BOSS, RESUME)
    assert table.players.choose("hit").accepted
    assert table.cards.scan("5C", code="shoe1:99:5C").code == "scan/repeated"


def test_F102_a_single_deck_that_lost_a_card_is_not_used_for_another_round() -> None:
    table = brag(live=True)
    table.players.place("ada", "ante")
    assert table.cards.scan("9S", at="player:1", code="shoe1:77:9S").code == "scan/early"
    assert table.shoe.retired == "card_removed"


def test_I4_an_incident_keeps_its_answer() -> None:
    """The same scan once more is the same command: no second incident, and the same refusal."""
    table = speed(live=True)
    table.players.place("ada", "player")
    scan = c.Scan(position="P1", code="shoe1:77:9S", card="9S")
    for _ in range(2):
        assert table.send(DEALER, scan, cmd_id="once").code == "scan/early"
    assert incidents(table) == ["scan/early"]
    assert (DEALER, "once") in table.book.commands


def test_R26_a_card_refused_as_an_incident_can_be_read_again() -> None:
    table = in_play()
    table.cards.scan("4S", at="Y9", code="shoe1:0:4S")
    table.does(BOSS, RESUME)
    table.cards.scan("4S", at="P1", code="shoe1:0:4S")
    assert table.phase is Phase.DEALING
    assert [dealt.position for dealt in table.told(e.CardDealt)] == ["P1"]


# --- pause and resume -----------------------------------------------------------------------------


def paused_in(phase: Phase) -> Studio:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    if phase is not Phase.BETTING:
        table.close()
        table.cards.deal({Phase.OFFER: "9S AH 3D TC"}.get(phase, "9S 6H 3D TC"))
        if phase is Phase.DEALING:
            table.players.choose("hit")
        if phase is Phase.DEALER:
            table.players.choose("stand")
    assert table.phase is phase
    table.now_ms += 1_000
    table.does(BOSS, c.Pause(reason="a light fell"))
    return table


PAUSES = [Phase.BETTING, Phase.DEALING, Phase.OFFER, Phase.DECISION, Phase.DEALER]


@pytest.mark.parametrize("phase", PAUSES)
def test_F242_P4_a_round_pauses_in_any_phase_and_goes_on_where_it_was(phase: Phase) -> None:
    table = paused_in(phase)
    assert (table.phase, table.engine.deadline_ms) == (Phase.PAUSED, None)
    table.does(BOSS, RESUME)
    assert table.phase is phase


@pytest.mark.parametrize(
    ("phase", "window"),
    [(Phase.BETTING, "betting"), (Phase.OFFER, "insurance"), (Phase.DECISION, "decision")],
)
def test_R18_whoever_was_interrupted_gets_a_full_new_window(phase: Phase, window: str) -> None:
    table = paused_in(phase)
    table.now_ms += 3_600_000
    table.does(BOSS, RESUME)
    full = getattr(table.round.config.timers, window)
    assert table.engine.deadline_ms == table.now_ms + full


def test_R18_after_recovery_too() -> None:
    table = paused_in(Phase.DECISION)
    table.does(BOSS, RESUME)
    engine = table.engine_of(table.state)
    engine.start_clock(99_000)
    assert engine.deadline_ms == 99_000 + table.round.config.timers.decision


def test_R18_the_question_stays_the_same_question() -> None:
    table = paused_in(Phase.DECISION)
    before = table.round.question
    table.does(BOSS, RESUME)
    assert table.round.question == before
    assert table.players.choose("stand").accepted


def test_F242_while_paused_nobody_moves_chips_or_decides() -> None:
    table = paused_in(Phase.BETTING)
    for command in (c.PlaceChip(kind="main", amount=100, seat=1), c.UndoBet(), c.ClearBets()):
        assert table.refusal("ada", command) == "table/paused"
    table = paused_in(Phase.DECISION)
    assert table.players.choose("stand").code == "table/paused"


def test_F242_chips_lie_where_they_lay_when_betting_goes_on() -> None:
    table = paused_in(Phase.BETTING)
    table.does(BOSS, RESUME)
    table.close()
    assert table.players.stakes("ada") == {"main:1": 1000}


def test_F242_a_result_that_is_shown_cannot_be_paused() -> None:
    table = in_play("4S 2H 5D 3C")
    assert table.refusal(BOSS, c.Pause(reason="late")) == "table/not_now"


def test_P4_a_paused_table_at_rest_has_no_round_to_cancel_or_correct() -> None:
    table = blackjack(live=True)
    table.does(BOSS, c.Pause(reason="a light fell"))
    assert table.refusal(BOSS, c.CancelRound(reason="?")) == "round/none"
    correct: dict[str, Any] = {"position": "P1", "code": "shoe1:1:9S", "card": "9S"}
    assert table.refusal(DEALER, c.ProposeCorrection(**correct)) == "correction/no_card_there"
    assert table.refusal(BOSS, c.CorrectCard(**correct)) == "correction/no_card_there"


def test_F241_the_dealer_calls_the_manager_and_speaks_to_the_table() -> None:
    table = in_play()
    table.does(DEALER, c.CallManager(reason="a card is bent"))
    table.does(DEALER, c.Announce(phrase="last_hand"))
    assert table.told(e.ManagerCalled)[-1].actor == DEALER
    assert table.told(e.Announced)[-1].phrase == "last_hand"


@pytest.mark.parametrize("text", ["", "   ", "x" * 501])
def test_I14_a_reason_is_words_and_not_a_novel(text: str) -> None:
    table = in_play()
    for command in (
        c.Pause(reason=text),
        c.CancelRound(reason=text),
        c.SwitchTable(off=True, reason=text),
        c.CallManager(reason=text),
    ):
        assert table.refusal(BOSS, command) == "text/length"
