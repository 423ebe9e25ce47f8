"""Proposals about cards: withdrawn, declined, sent back, and a swap in one step (F243)."""

from __future__ import annotations

import pytest
from tests.table.driver import BOSS, DEALER, OTHER_BOSS, Studio, blackjack, brag, scanner

from sabot.gamekit import Audience
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase
from sabot.table.staff.card_sets import no_sets
from sabot.table.studio.corrections import effect

SWAP = c.ProposeMove(first="P1", second="B1")
MOVE = c.MoveCards(first="P1", second="B1")


def swapped(cards: str = "4S 9H 5D") -> Studio:
    """A round in which two cards lie in each other's place."""
    table = scanner(live=True)
    table.players.place("ada", "player")
    table.close()
    table.cards.deal(cards)
    table.does(DEALER, c.Pause(reason="I mixed them up", public="studio/cards_mixed"))
    return table


def lying(table: Studio) -> dict[str, str]:
    return {step.at: str(step.card) for step in table.round.steps if step.kind == "deal"}


def test_F243_a_swap_is_one_proposal_and_one_confirmation() -> None:
    table = swapped()
    codes = table.shoe.codes
    table.does(DEALER, SWAP)
    table.does(BOSS, MOVE)
    assert lying(table) == {"P1": "9H", "B1": "4S", "P2": "5D"}
    assert table.shoe.codes == codes
    assert table.state.proposal is None
    table.does(BOSS, c.Resume(reason="put right"))
    assert table.cards.waits_for() == ("B2",)
    table.cards.deal("5C")
    # 9 and 5 are four for Player, 4 and 5 are nine for Banker.
    assert table.told(e.RoundSettled)[-1].outcome["winner"] == "banker"


def test_F243_four_eyes_on_every_move() -> None:
    table = swapped()
    assert table.refusal(BOSS, MOVE) == "correction/not_proposed"
    table.does(BOSS, SWAP)
    assert table.refusal(BOSS, MOVE) == "correction/same_person"
    other = c.MoveCards(first="P1", second="P2")
    assert table.refusal(OTHER_BOSS, other) == "correction/not_proposed"
    table.does(OTHER_BOSS, MOVE)


def test_F243_a_correction_does_not_confirm_a_move() -> None:
    table = swapped()
    table.does(DEALER, SWAP)
    confirm = c.CorrectCard(position="P1", code="shoe1:90:9S", card="9S")
    assert table.refusal(BOSS, confirm) == "correction/not_proposed"


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ("P1", "P1", "correction/same_position"),
        ("P1", "B2", "correction/no_card_there"),
        ("Z9", "P1", "correction/no_card_there"),
    ],
)
def test_F243_two_cards_that_lie_there_change_places(first: str, second: str, code: str) -> None:
    table = swapped()
    assert table.refusal(DEALER, c.ProposeMove(first=first, second=second)) == code


def holed() -> Studio:
    """A round of blackjack with a hole card; positions as the game calls them."""
    table = blackjack(live=True)
    table.players.sit("ada", 1)
    table.players.place("ada", "main", 1000, seat=1)
    table.close()
    table.cards.deal("9S 6H 3D TC")
    table.does(DEALER, c.Pause(reason="I mixed them up"))
    return table


def test_P13_a_hidden_card_is_never_moved_into_the_light() -> None:
    table = holed()
    seat = table.round.steps[0].at
    move = c.ProposeMove(first=seat, second="dealer:2")
    assert table.refusal(DEALER, move) == "correction/one_face_down"


def test_P13_two_hidden_cards_change_places_and_stay_sealed() -> None:
    table = brag(live=True)
    table.players.place("ada", "ante")
    table.send("ada", c.ConfirmBets())
    table.close()
    table.cards.deal("4S 5H 6D KD 7C 2S")
    table.does(DEALER, c.Pause(reason="I mixed them up"))
    before = lying(table)
    table.does(DEALER, c.ProposeMove(first="dealer:1", second="dealer:2"))
    shown = effect(table.state, Audience.DEALER, no_sets)
    assert shown is not None
    dealer = next(hand for hand in shown.hands if hand.name == "dealer")
    assert set(dealer.cards) == {None}
    table.does(BOSS, c.MoveCards(first="dealer:1", second="dealer:2"))
    after = lying(table)
    assert (after["dealer:1"], after["dealer:2"]) == (before["dealer:2"], before["dealer:1"])
    rows = [row for row in table.book.events["brag"] if row.kind in ("MoveProposed", "CardsMoved")]
    assert len(rows) == 2
    assert not any(card.encode() in row.body for row in rows for card in after.values())


def test_F243_a_move_after_which_a_decision_makes_no_sense_is_refused() -> None:
    """The first seat stood on fifteen; with the other's ace it would never have been asked."""
    table = blackjack(live=True)
    for player, seat in (("ada", 1), ("bob", 2)):
        table.players.sit(player, seat)
        table.players.place(player, "main", 1000, seat=seat)
    table.close()
    table.cards.deal("TS 8S 6H 5C AD 9D")
    assert table.players.choose("stand").accepted
    table.does(DEALER, c.Pause(reason="I mixed them up"))
    places = [step.at for step in table.round.steps if step.kind == "deal"]
    move = c.ProposeMove(first=places[3], second=places[4])
    assert table.refusal(DEALER, move) == "correction/impossible"
    table.does(DEALER, c.ProposeMove(first=places[0], second=places[3]))


# --- withdrawn, declined, sent back ---------------------------------------------------------------


def test_F243_one_takes_back_only_ones_own_proposal() -> None:
    table = swapped()
    assert table.refusal(DEALER, c.WithdrawCorrection()) == "correction/none"
    table.does(DEALER, SWAP)
    assert table.refusal(BOSS, c.WithdrawCorrection()) == "correction/not_yours"
    table.does(DEALER, c.WithdrawCorrection())
    assert table.state.proposal is None
    assert table.refusal(BOSS, MOVE) == "correction/not_proposed"


def test_F243_a_manager_declines_what_a_colleague_proposed() -> None:
    table = swapped()
    assert table.refusal(BOSS, c.DeclineCorrection(reason="no")) == "correction/none"
    table.does(BOSS, SWAP)
    assert table.refusal(BOSS, c.DeclineCorrection(reason="no")) == "correction/same_person"
    table.does(OTHER_BOSS, c.DeclineCorrection(reason="the camera says otherwise"))
    assert table.state.proposal is None


def test_F243_a_proposal_is_sent_back_to_be_read_again() -> None:
    table = swapped()
    table.does(DEALER, SWAP)
    odd = c.AskRescan(position="B2", reason="I cannot see it")
    assert table.refusal(BOSS, odd) == "correction/no_card_there"
    table.does(BOSS, c.AskRescan(position="P1", reason="I cannot see it"))
    assert (table.state.proposal, table.state.rescan) == (None, "P1")
    again = c.ProposeCorrection(position="P1", code="shoe1:91:9S", card="9S", manual=True)
    table.does(DEALER, again)
    assert table.state.rescan == ""
    table.does(BOSS, c.CorrectCard(position="P1", code="shoe1:91:9S", card="9S"))
    [corrected] = table.told(e.CardCorrected)
    assert (corrected.manual, table.round.steps[0].corrected) == (True, True)


def test_F243_one_proposal_at_a_time() -> None:
    table = swapped()
    table.does(DEALER, SWAP)
    other = c.ProposeCorrection(position="P1", code="shoe1:91:9S", card="9S")
    assert table.refusal(BOSS, other) == "correction/other_open"
    table.does(DEALER, other)
    assert table.state.proposal is not None
    assert table.state.proposal.second == ""


# --- what it would lead to ------------------------------------------------------------------------


def test_F243_staff_see_what_a_proposal_would_lead_to_before_it_is_confirmed() -> None:
    table = swapped("2S 9H KD 7C")
    assert table.is_in(Phase.PAUSED)
    assert effect(table.state, Audience.MANAGER, no_sets) is None
    before = table.state
    table.does(DEALER, SWAP)
    told = effect(table.state, Audience.MANAGER, no_sets)
    assert told is not None
    totals = {hand.name: hand.total for hand in told.hands}
    assert totals == {"player": "9", "banker": "9"}
    assert (told.result_known, told.next, told.impossible) == (True, (), None)
    assert before.current.steps == table.round.steps
    table.does(BOSS, MOVE)
    table.does(BOSS, c.Resume(reason="put right"))
    assert table.is_in(Phase.RESULT)
