"""What staff see of a table: cards read, proposals with their effect, people, incidents."""

from __future__ import annotations

import pytest
from tests.studio.watching import DAY_MS, Watched, name
from tests.table.cast import CONSOLE
from tests.table.driver import BOSS, DEALER, OTHER_BOSS, blackjack_config, brag_config, speed_config

from sabot.gamekit import Audience
from sabot.studio.view import studio_view
from sabot.table import commands as c
from sabot.wire.studio import StudioView


def view(table: Watched, audience: Audience = Audience.MANAGER) -> StudioView:
    return studio_view(table.state, audience, moments=table.moments, name=name, greet=("Ada",))


def in_play() -> Watched:
    table = Watched(speed_config(live=True))
    table.players.place("ada", "player", 1000)
    table.players.place("bob", "tie", 500)
    table.close()
    table.later(7_000)
    table.cards.deal("4S 2H")
    return table


def blackjack_in_play(cards: str = "5S 6H 4D KC") -> Watched:
    table = Watched(blackjack_config(live=True))
    table.players.sit("ada", 2)
    table.players.place("ada", "main", seat=2)
    table.close()
    table.cards.deal(cards)
    return table


def test_F241_who_deals_since_when_and_at_which_console() -> None:
    table = in_play()
    shown = view(table).dealer
    assert shown is not None
    assert (shown.name, shown.actor, shown.console) == ("Dealer", DEALER, CONSOLE)
    assert shown.since_ms == DAY_MS + 1_000
    assert not shown.handing_over
    table.does(DEALER, c.HandOver())
    again = view(table).dealer
    assert again is not None
    assert again.handing_over


def test_cards_are_told_with_their_moment_and_dealer() -> None:
    table = in_play()
    table.later(1_000)
    code = table.cards.code_of("5D")
    table.does(DEALER, c.Scan(position="P2", code=code, card="5D", manual=True))
    *_, last = reads = view(table).reads
    assert [read.position for read in reads] == ["P1", "B1", "P2"]
    assert (last.card, last.code, last.manual, last.by) == ("5D", code, True, "Dealer")
    assert last.at_ms == table.wall_ms


def test_P13_a_card_that_lies_face_down_has_neither_card_nor_code() -> None:
    table = blackjack_in_play()
    hole = view(table).reads[-1]
    assert (hole.position, hole.card, hole.code) == ("dealer:2", None, None)
    assert "KC" not in repr(view(table))
    table.players.choose("stand")
    table.does(DEALER, c.Reveal())
    shown = {read.position: read.card for read in view(table).reads}
    assert shown["dealer:2"] == "KC"


def test_the_shoe_with_its_cut_card_and_age() -> None:
    table = in_play()
    shoe = view(table).shoe
    assert shoe is not None
    assert (shoe.shoe, shoe.live, shoe.cards, shoe.cards_left) == ("shoe1", True, 416, 414)
    assert shoe.to_cut == 414 - shoe.cut_card_from_end
    assert shoe.change_due_ms == shoe.loaded_at_ms + 24 * 3_600_000
    table.does(DEALER, c.ShowCutCard())
    shoe = view(table).shoe
    assert shoe is not None
    assert (shoe.last_hand, shoe.to_cut) == (True, 0)


def test_players_and_the_cash_on_the_table() -> None:
    shown = view(in_play())
    assert (shown.players, shown.staked, shown.greet) == (2, 1500, ("Ada",))
    assert shown.round_started_ms is not None


def test_F243_a_proposal_with_its_effect_survives_a_reconnect() -> None:
    table = in_play()
    table.does(DEALER, c.Pause(reason="P1 is a nine"))
    code = table.cards.code_of("9S")
    table.does(DEALER, c.ProposeCorrection(position="P1", code=code, card="9S", manual=True))
    proposal = view(table).proposal
    assert proposal is not None
    assert (proposal.kind, proposal.position, proposal.was, proposal.card) == (
        "card",
        "P1",
        "4S",
        "9S",
    )
    assert (proposal.by, proposal.manual, proposal.at_ms) == ("Dealer", True, table.wall_ms)
    assert (proposal.copies_seen, proposal.copies) == (0, 8)
    assert proposal.effect is not None
    totals = {hand.name: hand.total for hand in proposal.effect.hands}
    assert (totals["player"], totals["banker"]) == ("9", "2")
    assert proposal.effect.next == ("P2", "B2") or proposal.effect.next[0] == "P2"
    table.moments = table.replayed()
    assert view(table).proposal == proposal
    table.does(DEALER, c.WithdrawCorrection())
    assert view(table).proposal is None


def test_F243_cards_of_the_kind_that_were_seen_are_counted() -> None:
    table = in_play()
    table.cards.deal("4S 2H")
    table.rest()
    table.close()
    table.cards.deal("4S 2H")
    table.does(DEALER, c.Pause(reason="P1 is a deuce"))
    code = table.cards.code_of("2H")
    table.does(DEALER, c.ProposeCorrection(position="P1", code=code, card="2H"))
    proposal = view(table).proposal
    assert proposal is not None
    assert proposal.copies_seen == 3  # B1 and B2 of the first round, B1 of this one


def test_F243_a_move_names_two_positions_and_no_card() -> None:
    table = in_play()
    table.does(DEALER, c.Pause(reason="swapped"))
    table.does(DEALER, c.ProposeMove(first="P1", second="B1"))
    proposal = view(table).proposal
    assert proposal is not None
    assert (proposal.kind, proposal.position, proposal.second) == ("move", "P1", "B1")
    assert (proposal.card, proposal.code, proposal.copies_seen) == (None, None, None)
    assert proposal.effect is not None
    totals = {hand.name: hand.total for hand in proposal.effect.hands}
    assert (totals["player"], totals["banker"]) == ("2", "4")


@pytest.mark.parametrize("hole", ["KC", "9C", "2C"])
def test_P13_the_effect_of_a_proposal_does_not_tell_the_hole_card(hole: str) -> None:
    """With a king in the hole an ace would end the round at once: staff must not read it there."""
    table = blackjack_in_play(f"5S 6H 4D {hole}")
    table.does(DEALER, c.Pause(reason="dealer:1 is an ace"))
    code = table.cards.code_of("AH")
    table.does(DEALER, c.ProposeCorrection(position="dealer:1", code=code, card="AH"))
    proposal = view(table).proposal
    assert proposal is not None
    assert proposal.effect is not None
    assert (proposal.effect.next, proposal.effect.result_known) == ((), False)
    assert [hand.cards[1] for hand in proposal.effect.hands if hand.name == "dealer"] == [None]


def test_P13_a_proposal_about_a_hidden_card_shows_no_card() -> None:
    table = Watched(brag_config(live=True))
    table.players.place("ada", "ante")
    table.does("ada", c.ConfirmBets())
    table.close()
    table.cards.deal("5S 6H 4D KS KH")
    table.does(DEALER, c.Pause(reason="the first one"))
    code = table.cards.code_of("QS")
    table.does(DEALER, c.ProposeCorrection(position="dealer:1", code=code, card="QS"))
    proposal = view(table).proposal
    assert proposal is not None
    assert (proposal.was, proposal.card, proposal.code, proposal.copies_seen) == (None,) * 4


def test_F244_a_proposed_cancel_with_its_words_and_its_code() -> None:
    table = in_play()
    words = c.ProposeCancel(reason="three cards fell", public="studio/card_on_floor")
    table.does(DEALER, words)
    cancel = view(table).cancel
    assert cancel is not None
    assert (cancel.by, cancel.reason, cancel.public) == (
        "Dealer",
        "three cards fell",
        "studio/card_on_floor",
    )


def test_F276_incidents_stay_until_a_manager_has_closed_them() -> None:
    table = in_play()
    table.cards.scan("4S", code="shoe1:1:4S")
    (one,) = view(table).incidents
    assert (one.kind, one.position, one.first, one.open) == ("scan/repeated", "P2", "P1", True)
    assert (one.by, one.closed_by) == ("Dealer", None)
    assert "4S" not in repr(one)
    table.does(BOSS, c.Acknowledge(alarm=f"incident:{one.incident}"))
    table.does(BOSS, c.Resume(reason="go on"))
    table.does(OTHER_BOSS, c.CloseIncident(incident=one.incident, reason="read twice"))
    (closed,) = view(table).incidents
    assert (closed.open, closed.seen_by, closed.closed_by, closed.closed_because) == (
        False,
        "Boss",
        "Other Boss",
        "read twice",
    )


def test_F242_words_of_a_colleague_are_for_staff() -> None:
    table = in_play()
    table.does(DEALER, c.Pause(reason="Bob dropped it", public="studio/card_on_floor"))
    shown = view(table)
    assert (shown.paused_words, shown.paused_since_ms) == ("Bob dropped it", table.wall_ms)
    table.does(BOSS, c.Resume(reason="picked up"))
    assert view(table).paused_words is None


def test_F241_a_call_tells_the_dealer_who_saw_it() -> None:
    table = in_play()
    table.does(DEALER, c.CallManager(reason="help"))
    call = view(table, Audience.DEALER).call
    assert call is not None
    assert call.seen_by is None
    table.does(BOSS, c.Acknowledge(alarm=call.alarm))
    seen = view(table, Audience.DEALER).call
    assert seen is not None
    assert seen.seen_by == "Boss"
