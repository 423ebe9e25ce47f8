"""Trouble: incidents, pause and resume, corrections with four eyes (F240-F243, P4, P12, R18)."""

from __future__ import annotations

import pytest
from tests.table.driver import BOSS, DEALER, OTHER_BOSS, Studio, blackjack, brag, scanner, speed

from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase

RESUME = c.Resume(reason="looked at it")


def incidents(table: Studio) -> list[str]:
    return [incident.kind for incident in table.told(e.IncidentRecorded)]


def in_play(cards: str = "") -> Studio:
    table = scanner()
    table.place("ada", "player")
    table.close()
    table.deal(cards)
    return table


# --- scans that are incidents ---------------------------------------------------------------------


def test_P12_R25_a_scan_before_the_close_is_an_incident_and_not_data() -> None:
    table = speed()
    table.place("ada", "player")
    assert table.scan("9S", at="P1").accepted
    assert (table.phase, incidents(table)) == (Phase.PAUSED, ["scan/early"])
    assert table.told(e.CardDealt) == []
    assert table.shoe.codes == frozenset()


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
    assert table.send(DEALER, c.Scan(position=position, code=code, card=card)).accepted
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
        table.deal("4S 4S 5D 5C")  # Two of the eight each time.
        table.rest()
    table.close()
    table.scan("4S", at="P1")
    assert incidents(table) == ["scan/too_many"]


@pytest.mark.parametrize(("card", "code"), [("4s", "4s"), ("10d", "10d"), ("TD", "10D")])
def test_I12_a_card_has_one_name_in_its_code(card: str, code: str) -> None:
    """Written in another way it would be another card: read twice, or a ninth copy, unnoticed."""
    table = scanner(live=True)
    table.close()
    table.scan(card, at="P1", code=f"shoe1:1:{code}")
    assert incidents(table) == ["scan/foreign"]
    table.does(BOSS, RESUME)
    printed = {"4s": "4S"}.get(card, "TD")
    table.scan(card, at="P1", code=f"shoe1:1:{printed}")
    table.scan(printed, at="B1", code=f"shoe1:1:{printed}")
    assert incidents(table) == ["scan/foreign", "scan/repeated"]


@pytest.mark.parametrize("phase", [Phase.SHUFFLE, Phase.IDLE, Phase.RESULT, Phase.CANCELLED])
def test_F242_a_scan_outside_a_round_is_on_record_and_stops_nothing(phase: Phase) -> None:
    table = blackjack()
    if phase is Phase.SHUFFLE:
        table.does(BOSS, c.ChangeCards(reason="age"))
    elif phase is not Phase.IDLE:
        table.sit("ada", 1)
        table.place("ada", "main", seat=1)
        table.close()
        if phase is Phase.CANCELLED:
            table.does(BOSS, c.CancelRound(reason="cards fell"))
        else:
            table.deal("AS 6H KD TC turn")  # A blackjack leaves the dealer nothing to draw.
    assert table.phase is phase
    assert table.scan("9S", at="P1").accepted
    assert (table.phase, incidents(table)) == (phase, ["scan/early"])


def test_F242_a_scan_during_a_pause_is_one_more_incident() -> None:
    table = in_play("4S")
    table.does(BOSS, c.Pause(reason="a card fell"))
    assert table.scan("9S", at="B1").accepted
    assert (table.phase, incidents(table)) == (Phase.PAUSED, ["scan/early"])
    assert len(table.told(e.TablePaused)) == 1


def test_R26_a_card_refused_as_an_incident_can_be_read_again() -> None:
    table = in_play()
    table.scan("4S", at="Y9", code="shoe1:0:4S")
    table.does(BOSS, RESUME)
    table.scan("4S", at="P1", code="shoe1:0:4S")
    assert table.phase is Phase.DEALING
    assert [dealt.position for dealt in table.told(e.CardDealt)] == ["P1"]


# --- pause and resume -----------------------------------------------------------------------------


def paused_in(phase: Phase) -> Studio:
    table = blackjack()
    table.sit("ada", 1)
    table.place("ada", "main", seat=1)
    if phase is not Phase.BETTING:
        table.close()
        table.deal({Phase.INSURANCE: "9S AH 3D TC"}.get(phase, "9S 6H 3D TC"))
        if phase is Phase.DEALING:
            table.choose("hit")
        if phase is Phase.DEALER:
            table.choose("stand")
    assert table.phase is phase
    table.now_ms += 1_000
    table.does(BOSS, c.Pause(reason="a light fell"))
    return table


PAUSES = [Phase.BETTING, Phase.DEALING, Phase.INSURANCE, Phase.DECISION, Phase.DEALER]


@pytest.mark.parametrize("phase", PAUSES)
def test_F242_P4_a_round_pauses_in_any_phase_and_goes_on_where_it_was(phase: Phase) -> None:
    table = paused_in(phase)
    assert (table.phase, table.engine.deadline_ms) == (Phase.PAUSED, None)
    table.does(BOSS, RESUME)
    assert table.phase is phase


@pytest.mark.parametrize(
    ("phase", "window"),
    [(Phase.BETTING, "betting"), (Phase.INSURANCE, "insurance"), (Phase.DECISION, "decision")],
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
    assert table.choose("stand").accepted


def test_F242_while_paused_nobody_moves_chips_or_decides() -> None:
    table = paused_in(Phase.BETTING)
    for command in (c.PlaceChip(kind="main", amount=100, seat=1), c.UndoBet(), c.ClearBets()):
        assert table.refusal("ada", command) == "table/paused"
    table = paused_in(Phase.DECISION)
    assert table.choose("stand").code == "table/paused"


def test_F242_chips_lie_where_they_lay_when_betting_goes_on() -> None:
    table = paused_in(Phase.BETTING)
    table.does(BOSS, RESUME)
    table.close()
    assert table.stakes("ada") == {"main:1": 1000}


def test_F242_a_result_that_is_shown_cannot_be_paused() -> None:
    table = in_play("4S 2H 5D 3C")
    assert table.refusal(BOSS, c.Pause(reason="late")) == "table/not_now"


def test_P4_a_paused_table_at_rest_has_no_round_to_cancel_or_correct() -> None:
    table = blackjack()
    table.does(BOSS, c.Pause(reason="a light fell"))
    assert table.refusal(BOSS, c.CancelRound(reason="?")) == "round/none"
    correct = {"position": "P1", "code": "shoe1:1:9S", "card": "9S"}
    assert table.refusal(DEALER, c.ProposeCorrection(**correct)) == "correction/no_card_there"
    assert table.refusal(BOSS, c.CorrectCard(**correct)) == "correction/no_card_there"


def test_F241_the_dealer_calls_the_manager_and_speaks_to_the_table() -> None:
    table = in_play()
    table.does(DEALER, c.CallManager(reason="a card is bent"))
    table.does(DEALER, c.Announce(text=" Last hand of the shoe. "))
    assert table.told(e.ManagerCalled)[-1].actor == DEALER
    assert table.told(e.Announced)[-1].text == "Last hand of the shoe."


@pytest.mark.parametrize("text", ["", "   ", "x" * 501])
def test_I14_a_reason_is_words_and_not_a_novel(text: str) -> None:
    table = in_play()
    for command in (
        c.Pause(reason=text),
        c.CancelRound(reason=text),
        c.SwitchTable(off=True, reason=text),
        c.Announce(text=text),
        c.CallManager(reason=text),
    ):
        assert table.refusal(BOSS, command) == "text/length"


# --- corrections ----------------------------------------------------------------------------------


def proposed(
    table: Studio, position: str, card: str, *, code: str | None = None, by: str = DEALER
) -> c.CorrectCard:
    """The dealer says what a position really holds."""
    code = code or f"shoe1:90:{card}"
    proposal = c.ProposeCorrection(position=position, code=code, card=card)
    reply = table.send(by, proposal)
    assert reply.accepted, reply
    return c.CorrectCard(position=position, code=code, card=card)


def correct(table: Studio, position: str, card: str, *, code: str | None = None) -> None:
    """The dealer proposes, the shift manager confirms."""
    table.does(BOSS, proposed(table, position, card, code=code))


def test_F243_a_corrected_card_counts_as_if_it_had_been_read() -> None:
    table = in_play("4S 2H")
    table.does(BOSS, c.Pause(reason="P1 is a five"))
    correct(table, "P1", "5S")
    table.does(BOSS, RESUME)
    table.deal("4D 3C")  # 5 + 4 = 9 against 5.
    assert table.told(e.RoundSettled)[-1].outcome["player_points"] == 9
    assert (table.told(e.CorrectionProposed)[-1].actor, table.told(e.CardCorrected)[-1].actor) == (
        DEALER,
        BOSS,
    )


def test_F243_four_eyes_nobody_confirms_their_own_proposal() -> None:
    table = in_play("4S 2H")
    table.does(BOSS, c.Pause(reason="P1 is a five"))
    correction = proposed(table, "P1", "5S", by=BOSS)
    assert table.refusal(BOSS, correction) == "correction/same_person"
    table.does(OTHER_BOSS, correction)


def test_F243_only_what_was_proposed_can_be_confirmed() -> None:
    table = in_play("4S 2H")
    table.does(BOSS, c.Pause(reason="P1 is a five"))
    wish = c.CorrectCard(position="P1", code="shoe1:90:5S", card="5S")
    assert table.refusal(BOSS, wish) == "correction/not_proposed"
    proposed(table, "P1", "6S")
    assert table.refusal(BOSS, wish) == "correction/not_proposed"


def test_F243_a_proposal_does_not_outlive_its_round() -> None:
    """Made in passing, forgotten, and then confirmed on the next round's card: no."""
    table = in_play("4S 2H")
    proposed(table, "P1", "5S")
    table.deal("5D 3C")
    table.rest()
    table.close()
    table.deal("4S 2H")
    table.does(BOSS, c.Pause(reason="something else"))
    old = c.CorrectCard(position="P1", code="shoe1:90:5S", card="5S")
    assert table.refusal(BOSS, old) == "correction/not_proposed"


def test_F243_a_card_is_corrected_only_while_the_table_stands_still() -> None:
    table = in_play("4S 2H")
    correction = proposed(table, "P1", "5S")
    assert table.refusal(BOSS, correction) == "table/not_now"


CORRECTIONS = """
# position  card  code          refusal
  P3        5S    shoe1:90:5S   correction/no_card_there
  P1        5S    shoe7:90:5S   correction/foreign
  P1        5S    shoe1:90:6S   correction/foreign
  P1        4H    shoe1:0:4H    correction/repeated
  P1        11X   shoe1:90:11X  card/unreadable
"""


@pytest.mark.parametrize("line", CORRECTIONS.strip().splitlines()[1:])
def test_F243_I12_a_correction_is_a_card_of_this_shoe_that_lies_there(line: str) -> None:
    position, card, code, refusal = line.split()
    table = scanner()
    table.close()
    table.deal("4H 4S 5H 5S")  # Codes 1 to 4.
    table.rest()
    table.close()
    table.deal("2S 2H")
    table.does(BOSS, c.Pause(reason="P1 looks odd"))
    proposal = c.ProposeCorrection(position=position, code=code, card=card)
    assert table.refusal(DEALER, proposal) == refusal


def test_F243_two_cards_that_were_swapped_are_put_right_one_by_one() -> None:
    table = in_play("4S 2H")  # Codes 0 and 1.
    table.does(BOSS, c.Pause(reason="P1 and B1 were swapped"))
    correct(table, "P1", "2H", code="shoe1:1:2H")
    # Halfway one card lies in two places: nothing goes on like that.
    assert table.refusal(BOSS, RESUME) == "correction/card_twice"
    correct(table, "B1", "4S", code="shoe1:0:4S")
    table.does(BOSS, RESUME)
    assert table.shoe.codes == {"shoe1:0:4S", "shoe1:1:2H"}


def test_I12_a_card_that_was_never_there_can_still_come_later() -> None:
    table = in_play("4S 2H")
    table.does(BOSS, c.Pause(reason="the scanner read the next card"))
    correct(table, "B1", "3H")
    table.does(BOSS, RESUME)
    table.scan("2H", at="P2", code="shoe1:2:2H")
    assert incidents(table) == []


def test_F243_a_correction_the_other_cards_contradict_is_impossible() -> None:
    """Four cards made Player draw; with a natural there would be no third card."""
    table = in_play("2S 2H 2D 3C")
    table.scan("5S", at="P3")  # Banker, with five, draws against it.
    assert table.phase is Phase.DEALING
    table.does(BOSS, c.Pause(reason="P1 is a seven"))
    for card in ("6S", "7S"):
        proposal = c.ProposeCorrection(position="P1", code=f"shoe1:90:{card}", card=card)
        assert table.refusal(DEALER, proposal) == "correction/impossible"
    table.does(BOSS, c.CancelRound(reason="cannot be put right"))
    assert table.won("ada") == 0


def test_F243_in_brag_no_card_lies_twice() -> None:
    table = brag()
    table.close()
    table.deal("2S 4H")
    table.does(BOSS, c.Pause(reason="looks odd"))
    proposal = c.ProposeCorrection(position="player:1", code="shoe1:90:4H", card="4H")
    assert table.refusal(DEALER, proposal) == "correction/too_many"
    table.does(BOSS, RESUME)
    table.scan("4H")
    assert incidents(table) == ["scan/too_many"]


@pytest.mark.parametrize("cards", ["2S 4H", "2S 4H 7C 9D", "2S 4H 7C 9D JC QC"])
def test_F243_two_cards_that_were_swapped_in_brag_are_put_right_as_well(cards: str) -> None:
    table = brag()
    table.place("ada", "ante")
    table.close()
    table.deal(cards)  # Codes 0 and 1 for the first two.
    table.does(BOSS, c.Pause(reason="the first two were swapped"))
    correct(table, "player:1", "4H", code="shoe1:1:4H")
    assert table.refusal(BOSS, RESUME) == "correction/card_twice"
    correct(table, "player:2", "2S", code="shoe1:0:2S")
    table.does(BOSS, RESUME)
    assert table.shoe.codes >= {"shoe1:0:2S", "shoe1:1:4H"}
    assert [step.at for step in table.round.steps[:2]] == ["player:1", "player:2"]
    assert [str(step.card) for step in table.round.steps[:2]] == ["4H", "2S"]


def test_R17_a_correction_that_makes_the_result_known_settles_on_resume() -> None:
    table = in_play("2S 9H 2D KC")
    assert table.phase is Phase.RESULT  # A natural nine ended it: too late to correct anything.
    table = in_play("2S 2H 2D TC")
    table.does(BOSS, c.Pause(reason="B1 is a nine"))
    correct(table, "B1", "9H")
    assert table.refusal(BOSS, c.CancelRound(reason="Banker would win")) == "round/result_known"
    table.does(BOSS, RESUME)
    assert table.phase is Phase.RESULT
    assert table.told(e.RoundSettled)[-1].outcome["winner"] == "banker"


def two_seats(cards: str) -> Studio:
    table = blackjack()
    for seat, name in ((1, "ada"), (2, "bob")):
        table.sit(name, seat)
        table.place(name, "main", seat=seat)
    table.close()
    table.deal(cards)
    return table


def test_F243_a_correction_may_change_who_is_asked() -> None:
    """Seat 1 has twenty-one after all: the open question is not its player's any more."""
    table = two_seats("9S 8S 6H AD 8D TC")
    assert table.asks() == "seat 1/0"
    old = table.round.question
    assert old is not None
    table.does(BOSS, c.Pause(reason="seat 1 has a ten"))
    correct(table, "seat:1:0:1", "TS")
    table.does(BOSS, RESUME)
    assert table.asks() == "seat 2/0"
    new = table.round.question
    assert new is not None
    assert (new.ask.seat, new.decision_id != old.decision_id) == (2, True)
    assert table.choose("stand", by="ada").code == "decision/not_your_hand"
    late = c.Choose(decision_id=old.decision_id, option="hit")
    assert table.refusal("ada", late) == "decision/past"
    table.choose("stand", by="bob")
    assert table.turns()


def test_F243_a_correction_may_take_the_question_away() -> None:
    table = two_seats("9S 8S 6H AD 8D TC")
    table.does(BOSS, c.Pause(reason="the dealer has an ace"))
    correct(table, "dealer:1", "AH")  # Ace up and a ten below: insurance comes first.
    table.does(BOSS, RESUME)
    assert (table.phase, table.asks()) == (Phase.INSURANCE, "insurance")
    assert table.engine.deadline_ms == table.now_ms + table.round.config.timers.insurance


def test_F243_options_follow_the_corrected_cards() -> None:
    table = two_seats("9S 8S 6H 8D 8C TC")
    table.does(BOSS, c.Pause(reason="seat 1 has a pair"))
    correct(table, "seat:1:0:1", "8H")
    table.does(BOSS, RESUME)
    assert table.choose("split").accepted


def test_F243_answers_that_were_given_bind_the_question_they_answered() -> None:
    """Insurance was paid for: an up card that is no ace after all leaves only a cancel."""
    table = two_seats("9S 8S AH 3D 8D TC")
    table.answer("ada", "yes", kind="main")
    table.does(BOSS, c.Pause(reason="the dealer has a six"))
    proposal = c.ProposeCorrection(position="dealer:1", code="shoe1:90:6H", card="6H")
    assert table.refusal(DEALER, proposal) == "correction/impossible"
    table.does(BOSS, c.CancelRound(reason="cannot be put right"))
    assert (table.won("ada"), table.won("bob")) == (0, 0)


def test_F243_other_cards_may_be_corrected_under_an_open_question() -> None:
    table = two_seats("9S 8S AH 3D 8D 9C")
    table.answer("ada", "yes", kind="main")
    table.does(BOSS, c.Pause(reason="seat 2 has a nine"))
    correct(table, "seat:2:0:1", "9H")
    table.does(BOSS, RESUME)
    assert table.phase is Phase.INSURANCE
    assert table.answer("ada", "yes", kind="main").code == "decision/already_answered"
    table.answer("bob", "no", kind="main")
    assert table.asks() == "seat 1/0"


@pytest.mark.parametrize("option", ["stand", "double", "hit"])
def test_F243_a_decision_is_never_moved_to_another_hand(option: str) -> None:
    """Seat 1 seemed to have blackjack and was not asked: what seat 2 chose is not seat 1's choice.

    A double had been paid for by seat 2, and seat 1 would have got its card.
    """
    table = two_seats("AS 5S 6H TD 6D TC")
    assert table.asks() == "seat 2/0"
    table.choose(option)
    table.does(BOSS, c.Pause(reason="seat 1 has a nine"))
    proposal = c.ProposeCorrection(position="seat:1:0:1", code="shoe1:90:9S", card="9S")
    assert table.refusal(DEALER, proposal) == "correction/impossible"
    correct(table, "seat:1:0:2", "KD")  # still a blackjack: nobody else was to be asked
    table.does(BOSS, c.CancelRound(reason="cannot be put right"))
    assert (table.won("ada"), table.won("bob")) == (0, 0)


def test_F243_nor_from_one_split_hand_to_the_other() -> None:
    """The first hand had twenty-one and closed by itself; with a nine it would have been asked."""
    table = two_seats("8S TS 6H 8D 9D TC")
    table.choose("split")
    table.deal("3H 2C")
    table.choose("hit")
    table.deal("TH")
    assert table.asks() == "seat 1/1"
    table.choose("stand")
    assert table.asks() == "seat 2/0"
    table.does(BOSS, c.Pause(reason="the ten was a nine"))
    proposal = c.ProposeCorrection(position="seat:1:0:4", code="shoe1:90:9H", card="9H")
    assert table.refusal(DEALER, proposal) == "correction/impossible"
    correct(table, "seat:1:0:4", "KH")
