"""Cards put right: the dealer proposes, a colleague confirms, the round is replayed (F243)."""

from __future__ import annotations

import pytest
from tests.table.driver import BOSS, DEALER, OTHER_BOSS, Studio, blackjack, brag, scanner
from tests.table.studio.test_trouble import RESUME, in_play, incidents

from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase


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
    table = in_play("4S 2H", live=True)
    table.does(BOSS, c.Pause(reason="P1 is a five"))
    correct(table, "P1", "5S")
    table.does(BOSS, RESUME)
    table.cards.deal("4D 3C")  # 5 + 4 = 9 against 5.
    assert table.told(e.RoundSettled)[-1].outcome["player_points"] == 9
    assert (table.told(e.CorrectionProposed)[-1].actor, table.told(e.CardCorrected)[-1].actor) == (
        DEALER,
        BOSS,
    )


def test_F243_four_eyes_nobody_confirms_their_own_proposal() -> None:
    table = in_play("4S 2H", live=True)
    table.does(BOSS, c.Pause(reason="P1 is a five"))
    correction = proposed(table, "P1", "5S", by=BOSS)
    assert table.refusal(BOSS, correction) == "correction/same_person"
    table.does(OTHER_BOSS, correction)


def test_F243_only_what_was_proposed_can_be_confirmed() -> None:
    table = in_play("4S 2H", live=True)
    table.does(BOSS, c.Pause(reason="P1 is a five"))
    wish = c.CorrectCard(position="P1", code="shoe1:90:5S", card="5S")
    assert table.refusal(BOSS, wish) == "correction/not_proposed"
    proposed(table, "P1", "6S")
    assert table.refusal(BOSS, wish) == "correction/not_proposed"


def test_F243_a_proposal_does_not_outlive_its_round() -> None:
    """Made in passing, forgotten, and then confirmed on the next round's card: no."""
    table = in_play("4S 2H", live=True)
    proposed(table, "P1", "5S")
    table.cards.deal("5D 3C")
    table.rest()
    table.close()
    table.cards.deal("4S 2H")
    table.does(BOSS, c.Pause(reason="something else"))
    old = c.CorrectCard(position="P1", code="shoe1:90:5S", card="5S")
    assert table.refusal(BOSS, old) == "correction/not_proposed"


def test_F243_a_card_is_corrected_only_while_the_table_stands_still() -> None:
    table = in_play("4S 2H", live=True)
    correction = proposed(table, "P1", "5S")
    assert table.refusal(BOSS, correction) == "table/not_now"


CORRECTIONS = """
# position  card  code          refusal
  P3        5S    shoe1:90:5S   correction/no_card_there
  P1        5S    shoe7:90:5S   correction/foreign
  P1        5S    shoe1:90:6S   correction/foreign
  P1        4H    shoe1:1:4H    correction/repeated
  P1        11X   shoe1:90:11X  card/unreadable
"""


@pytest.mark.parametrize("line", CORRECTIONS.strip().splitlines()[1:])
def test_F243_I12_a_correction_is_a_card_of_this_shoe_that_lies_there(line: str) -> None:
    position, card, code, refusal = line.split()
    table = scanner(live=True)
    table.close()
    table.cards.deal("4H 4S 5H 5S")  # Codes 1 to 4.
    table.rest()
    table.close()
    table.cards.deal("2S 2H")
    table.does(BOSS, c.Pause(reason="P1 looks odd"))
    proposal = c.ProposeCorrection(position=position, code=code, card=card)
    assert table.refusal(DEALER, proposal) == refusal


def test_F243_two_cards_that_were_swapped_are_put_right_one_by_one() -> None:
    table = in_play("4S 2H", live=True)  # Codes 1 and 2.
    table.does(BOSS, c.Pause(reason="P1 and B1 were swapped"))
    correct(table, "P1", "2H", code="shoe1:2:2H")
    # Halfway one card lies in two places: nothing goes on like that.
    assert table.refusal(BOSS, RESUME) == "correction/card_twice"
    correct(table, "B1", "4S", code="shoe1:1:4S")
    table.does(BOSS, RESUME)
    assert table.shoe.codes == {"shoe1:1:4S", "shoe1:2:2H"}


def test_I12_a_card_that_was_never_there_can_still_come_later() -> None:
    table = in_play("4S 2H", live=True)
    table.does(BOSS, c.Pause(reason="the scanner read the next card"))
    correct(table, "B1", "3H")
    table.does(BOSS, RESUME)
    table.cards.scan("2H", at="P2", code="shoe1:2:2H")
    assert incidents(table) == []


def test_F243_a_correction_the_other_cards_contradict_is_impossible() -> None:
    """Four cards made Player draw; with a natural there would be no third card."""
    table = in_play("2S 2H 2D 3C", live=True)
    table.cards.scan("5S", at="P3")  # Banker, with five, draws against it.
    assert table.phase is Phase.DEALING
    table.does(BOSS, c.Pause(reason="P1 is a seven"))
    for card in ("6S", "7S"):
        proposal = c.ProposeCorrection(position="P1", code=f"shoe1:90:{card}", card=card)
        assert table.refusal(DEALER, proposal) == "correction/impossible"
    table.does(BOSS, c.CancelRound(reason="cannot be put right"))
    assert table.players.won("ada") == 0


def test_F243_in_brag_no_card_lies_twice() -> None:
    table = brag(live=True)
    table.close()
    table.cards.deal("2S 4H")
    table.does(BOSS, c.Pause(reason="looks odd"))
    proposal = c.ProposeCorrection(position="player:1", code="shoe1:90:4H", card="4H")
    assert table.refusal(DEALER, proposal) == "correction/too_many"
    table.does(BOSS, RESUME)
    table.cards.scan("4H")
    assert incidents(table) == ["scan/too_many"]


@pytest.mark.parametrize("cards", ["2S 4H", "2S 4H 7C 9D", "2S 4H 7C 9D JC QC"])
def test_F243_two_cards_that_were_swapped_in_brag_are_put_right_as_well(cards: str) -> None:
    table = brag(live=True)
    table.players.place("ada", "ante")
    table.close()
    table.cards.deal(cards)  # Codes 1 and 2 for the first two.
    table.does(BOSS, c.Pause(reason="the first two were swapped"))
    correct(table, "player:1", "4H", code="shoe1:2:4H")
    assert table.refusal(BOSS, RESUME) == "correction/card_twice"
    correct(table, "player:2", "2S", code="shoe1:1:2S")
    table.does(BOSS, RESUME)
    assert table.shoe.codes >= {"shoe1:1:2S", "shoe1:2:4H"}
    assert [step.at for step in table.round.steps[:2]] == ["player:1", "player:2"]
    assert [str(step.card) for step in table.round.steps[:2]] == ["4H", "2S"]


def test_R17_a_correction_that_makes_the_result_known_settles_on_resume() -> None:
    table = in_play("2S 9H 2D KC", live=True)
    assert table.phase is Phase.RESULT  # A natural nine ended it: too late to correct anything.
    table = in_play("2S 2H 2D TC", live=True)
    table.does(BOSS, c.Pause(reason="B1 is a nine"))
    correct(table, "B1", "9H")
    assert table.refusal(BOSS, c.CancelRound(reason="Banker would win")) == "round/result_known"
    table.does(BOSS, RESUME)
    assert table.phase is Phase.RESULT
    assert table.told(e.RoundSettled)[-1].outcome["winner"] == "banker"


def two_seats(cards: str) -> Studio:
    table = blackjack(live=True)
    for seat, name in ((1, "ada"), (2, "bob")):
        table.players.sit(name, seat)
        table.players.place(name, "main", seat=seat)
    table.close()
    table.cards.deal(cards)
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
    assert table.players.choose("stand", by="ada").code == "decision/not_your_hand"
    late = c.Choose(decision_id=old.decision_id, option="hit")
    assert table.refusal("ada", late) == "decision/past"
    table.players.choose("stand", by="bob")
    assert table.cards.turns()


def test_F243_a_correction_may_take_the_question_away() -> None:
    table = two_seats("9S 8S 6H AD 8D TC")
    table.does(BOSS, c.Pause(reason="the dealer has an ace"))
    correct(table, "dealer:1", "AH")  # Ace up and a ten below: insurance comes first.
    table.does(BOSS, RESUME)
    assert (table.phase, table.asks()) == (Phase.OFFER, "insurance")
    assert table.engine.deadline_ms == table.now_ms + table.round.config.timers.insurance


def test_F243_options_follow_the_corrected_cards() -> None:
    table = two_seats("9S 8S 6H 8D 8C TC")
    table.does(BOSS, c.Pause(reason="seat 1 has a pair"))
    correct(table, "seat:1:0:1", "8H")
    table.does(BOSS, RESUME)
    assert table.players.choose("split").accepted


def test_F243_answers_that_were_given_bind_the_question_they_answered() -> None:
    """Insurance was paid for: an up card that is no ace after all leaves only a cancel."""
    table = two_seats("9S 8S AH 3D 8D TC")
    table.players.answer("ada", "yes", kind="main")
    table.does(BOSS, c.Pause(reason="the dealer has a six"))
    proposal = c.ProposeCorrection(position="dealer:1", code="shoe1:90:6H", card="6H")
    assert table.refusal(DEALER, proposal) == "correction/impossible"
    table.does(BOSS, c.CancelRound(reason="cannot be put right"))
    assert (table.players.won("ada"), table.players.won("bob")) == (0, 0)


def test_F243_other_cards_may_be_corrected_under_an_open_question() -> None:
    table = two_seats("9S 8S AH 3D 8D 9C")
    table.players.answer("ada", "yes", kind="main")
    table.does(BOSS, c.Pause(reason="seat 2 has a nine"))
    correct(table, "seat:2:0:1", "9H")
    table.does(BOSS, RESUME)
    assert table.phase is Phase.OFFER
    assert table.players.answer("ada", "yes", kind="main").code == "decision/already_answered"
    table.players.answer("bob", "no", kind="main")
    assert table.asks() == "seat 1/0"


@pytest.mark.parametrize("option", ["stand", "double", "hit"])
def test_F243_a_decision_is_never_moved_to_another_hand(option: str) -> None:
    """Seat 1 seemed to have blackjack and was not asked: what seat 2 chose is not seat 1's choice.

    A double had been paid for by seat 2, and seat 1 would have got its card.
    """
    table = two_seats("AS 5S 6H TD 6D TC")
    assert table.asks() == "seat 2/0"
    table.players.choose(option)
    table.does(BOSS, c.Pause(reason="seat 1 has a nine"))
    proposal = c.ProposeCorrection(position="seat:1:0:1", code="shoe1:90:9S", card="9S")
    assert table.refusal(DEALER, proposal) == "correction/impossible"
    correct(table, "seat:1:0:2", "KD")  # still a blackjack: nobody else was to be asked
    table.does(BOSS, c.CancelRound(reason="cannot be put right"))
    assert (table.players.won("ada"), table.players.won("bob")) == (0, 0)


def test_F243_nor_from_one_split_hand_to_the_other() -> None:
    """The first hand had twenty-one and closed by itself; with a nine it would have been asked."""
    table = two_seats("8S TS 6H 8D 9D TC")
    table.players.choose("split")
    table.cards.deal("3H 2C")
    table.players.choose("hit")
    table.cards.deal("TH")
    assert table.asks() == "seat 1/1"
    table.players.choose("stand")
    assert table.asks() == "seat 2/0"
    table.does(BOSS, c.Pause(reason="the ten was a nine"))
    proposal = c.ProposeCorrection(position="seat:1:0:4", code="shoe1:90:9H", card="9H")
    assert table.refusal(DEALER, proposal) == "correction/impossible"
    correct(table, "seat:1:0:4", "KH")
