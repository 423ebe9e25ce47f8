"""Cancelling takes two people, and a person who has seen hidden cards has no say (F244, P13)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tests.table.driver import BOSS, DEALER, HOUSE, OTHER_BOSS, Studio, blackjack, scanner

from sabot.errors import Refused
from sabot.service.office.refusals import ProposalRefusal
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.draft import two_names
from sabot.table.phases import Phase

PROPOSE = c.ProposeCancel(reason="the shoe fell over")
CANCEL = c.CancelRound(reason="the shoe fell over")
LOOK = c.LookAtHiddenCards(reason="a bent card")


def dealt() -> Studio:
    """A round of blackjack with a hole card, dealt by hand: only real cards are corrected."""
    table = blackjack(live=True)
    table.players.sit("ada", 1)
    table.players.place("ada", "main", 1000, seat=1)
    table.close()
    table.cards.deal("TS 6H 6D TC")
    return table


def test_F244_one_manager_cannot_cancel_a_round_with_bets() -> None:
    table = dealt()
    assert table.refusal(BOSS, CANCEL) == "cancel/not_proposed"
    table.does(BOSS, PROPOSE)
    assert table.refusal(BOSS, CANCEL) == "cancel/same_person"
    assert table.send(OTHER_BOSS, CANCEL).accepted
    assert table.phase is Phase.CANCELLED
    cancelled = table.told(e.RoundCancelled)[-1]
    assert (cancelled.actor, cancelled.proposed_by) == (OTHER_BOSS, BOSS)


def test_F244_a_dealer_proposes_and_does_not_decide() -> None:
    table = dealt()
    table.does(DEALER, PROPOSE)
    assert table.refusal(DEALER, CANCEL) == "command/not_yours"
    assert table.send(BOSS, CANCEL).accepted


def test_F244_the_house_cancels_alone_and_so_does_anybody_a_round_without_bets() -> None:
    table = dealt()
    assert table.send(HOUSE, CANCEL).accepted
    empty = scanner()
    empty.send("ada", c.PlaceChip(kind="player", amount=1000))
    assert not empty.state.current.bets
    assert empty.send(BOSS, CANCEL).accepted


def test_F244_a_proposal_ends_with_a_resume_and_with_its_round() -> None:
    table = dealt()
    table.does(BOSS, c.Pause(reason="a look"))
    table.does(BOSS, PROPOSE)
    table.does(OTHER_BOSS, c.Resume(reason="all is well"))
    assert table.refusal(OTHER_BOSS, CANCEL) == "cancel/not_proposed"


def test_P13_a_manager_who_has_seen_the_hole_card_has_no_say_in_the_round() -> None:
    """An attack: a manager who saw the hole card cancelled that round alone."""
    table = dealt()
    table.does(BOSS, LOOK)
    assert table.state.current.seen_by == {BOSS}
    assert table.refusal(BOSS, PROPOSE) == "cancel/seen"
    table.does(DEALER, PROPOSE)
    assert table.refusal(BOSS, CANCEL) == "cancel/seen"
    table.does(DEALER, c.Pause(reason="a look"))
    correction: dict[str, Any] = {"position": "dealer:1", "code": "shoe1:1:AS", "card": "AS"}
    assert table.refusal(BOSS, c.ProposeCorrection(**correction)) == "correction/seen"
    assert table.refusal(BOSS, c.CorrectCard(**correction)) == "correction/seen"
    assert table.send(OTHER_BOSS, CANCEL).accepted


def test_P13_a_proposal_is_dropped_when_its_proposer_looks() -> None:
    table = dealt()
    table.does(OTHER_BOSS, PROPOSE)
    table.does(OTHER_BOSS, LOOK)
    assert table.refusal(BOSS, CANCEL) == "cancel/not_proposed"


def test_P13_there_has_to_be_something_to_see_and_a_reason() -> None:
    table = scanner()
    table.players.place("ada", "player", 1000)
    table.close()
    assert table.refusal(BOSS, LOOK) == "cards/none_hidden"
    hidden = dealt()
    assert hidden.refusal(DEALER, LOOK) == "command/not_yours"
    assert hidden.refusal(BOSS, c.LookAtHiddenCards(reason=" ")) == "text/length"


@pytest.mark.parametrize("actor", [BOSS, OTHER_BOSS])
def test_what_one_has_seen_is_forgotten_with_the_round(actor: str) -> None:
    table = dealt()
    table.does(actor, LOOK)
    assert table.send(HOUSE, CANCEL).accepted
    table.time_up()
    table.players.place("ada", "main", 1000, seat=1)
    assert table.state.current.seen_by == frozenset()


# --- decided about one round, done to no other ----------------------------------------------------

ABOUT = {
    "propose": (BOSS, c.ProposeCancel(reason="cards fell", round_id="bj-1")),
    "cancel": (BOSS, c.CancelRound(reason="cards fell", round_id="bj-1")),
    "cancel by the house": (HOUSE, c.CancelRound(reason="cards fell", round_id="bj-1")),
    "look": (BOSS, c.LookAtHiddenCards(reason="cards fell", round_id="bj-1")),
    "propose a correction": (
        DEALER,
        c.ProposeCorrection(position="1:1", code="shoe1:1:AS", card="AS", round_id="bj-1"),
    ),
    "correct": (BOSS, c.CorrectCard(position="1:1", code="s:1:AS", card="AS", round_id="bj-1")),
}


@pytest.mark.parametrize("what", ABOUT)
def test_20_5_what_staff_decided_about_one_round_is_not_done_to_the_next(what: str) -> None:
    actor, command = ABOUT[what]
    table = dealt()
    assert table.send(HOUSE, CANCEL).accepted
    table.time_up()
    table.players.place("ada", "main", 1000, seat=1)
    table.close()
    table.cards.deal("TS 6H 6D TC")
    table.does(DEALER, c.Pause(reason="a look"))
    assert table.round.round_id == "bj-2"
    assert table.refusal(actor, command) == "round/other"


def test_20_5_a_decision_about_a_round_has_to_name_it() -> None:
    table = dealt()
    unnamed = table.envelope(BOSS, PROPOSE)
    unnamed = replace(unnamed, command=PROPOSE)
    [reply] = table.batch([unnamed]).replies
    assert (reply.code, reply.data) == ("round/missing", {"round_id": "bj-1"})


# --- two accounts that may be one person ----------------------------------------------------------


def related(_proposer: str, _decider: str) -> None:
    """One of them gave the other a role."""
    raise Refused(ProposalRefusal.ROLE_GIVEN, days=30)


def test_20_8_two_accounts_of_one_person_do_not_cancel_a_round() -> None:
    table = dealt()
    table.does(DEALER, PROPOSE)
    table.engine.check_eyes = related
    assert table.refusal(BOSS, CANCEL) == "proposal/role_given"
    table.engine.check_eyes = two_names
    assert table.send(BOSS, CANCEL).accepted


def test_20_8_nor_do_they_correct_a_card() -> None:
    table = dealt()
    table.does(DEALER, c.Pause(reason="a look"))
    place = table.round.steps[0].at
    correction: dict[str, Any] = {"position": place, "code": "shoe1:90:9S", "card": "9S"}
    table.does(DEALER, c.ProposeCorrection(**correction))
    table.engine.check_eyes = related
    assert table.refusal(BOSS, c.CorrectCard(**correction)) == "proposal/role_given"
    table.engine.check_eyes = two_names
    table.does(BOSS, c.CorrectCard(**correction))
