"""A blackjack table: opening, Deal now, decisions, insurance, auto stand, absent players."""

from __future__ import annotations

import pytest
from tests.table.driver import DEALER, HOUSE, Studio, blackjack, blackjack_config

from sabot.errors import Refused
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase

DEAL_NOW = c.DealNow()
SEATS = {"ada": 1, "bob": 2, "cleo": 3}


def seated(*players: str, table: Studio | None = None) -> Studio:
    """A table where these players have a main bet of 10.00 each."""
    table = table or blackjack()
    for name in players:
        table.players.sit(name, SEATS[name])
        assert table.players.place(name, "main", seat=SEATS[name]).accepted
    return table


def dealt(cards: str, *players: str, **settings: object) -> Studio:
    """The same, with betting closed and these cards dealt."""
    table = seated(*players or ("ada",), table=Studio(blackjack_config(**settings)))  # type: ignore[arg-type]
    table.close()
    table.cards.deal(cards)
    return table


# --- opening and Deal now -------------------------------------------------------------------------


def test_F47_the_first_chip_opens_betting_and_others_join() -> None:
    table = blackjack()
    table.players.sit("ada", 1)
    assert (table.phase, table.engine.deadline_ms) == (Phase.IDLE, None)
    table.players.place("ada", "main", seat=1)
    assert table.phase is Phase.BETTING
    table.players.sit("bob", 2)
    assert table.players.place("bob", "main", seat=2).accepted


@pytest.mark.parametrize(
    ("chip", "code"),
    [
        (c.PlaceChip(kind="main", amount=500, seat=2), "seat/not_yours"),
        (c.PlaceChip(kind="main", amount=0, seat=1), "bet/no_amount"),
        (c.PlaceChip(kind="insurances", amount=500, seat=1), "bet/not_offered"),
        (c.PlaceChip(kind="main", amount=5_000_000, seat=1), "bet/insufficient_balance"),
        (c.Rebet(), "bet/nothing_to_repeat"),
    ],
)
def test_F47_a_chip_that_is_refused_opens_nothing(chip: c.Command, code: str) -> None:
    table = blackjack(limits={})
    table.players.sit("ada", 1)
    table.players.fund("ada", 100_000)
    assert table.refusal("ada", chip) == code
    assert table.told(e.RoundOpened) == []


def test_F47_a_switch_of_mode_opens_nothing() -> None:
    table = blackjack()
    assert table.refusal("ada", c.SetMode(mode="zero_commission")) == "mode/not_offered"
    assert table.phase is Phase.IDLE


def test_F47_without_a_bet_no_cards_are_dealt_and_the_table_waits_again() -> None:
    table = seated("ada")
    table.does("ada", c.ClearBets())
    table.time_up()
    assert table.phase is Phase.IDLE
    [lapsed] = table.told(e.RoundLapsed)
    rows = table.book.events[table.table_id]
    assert {row.round_id for row in rows if row.kind in ("BetsClosed", "RoundLapsed")} == {
        lapsed.round_id
    }


def test_F47_chips_that_are_all_rejected_deal_no_cards_either() -> None:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.place("ada", "main", 50, seat=1)
    table.time_up()
    assert table.phase is Phase.IDLE
    assert [chip.reason for chip in table.told(e.BetsClosed)[-1].rejected] == ["bet/under_minimum"]


def test_F47_nobody_deals_to_no_seat_whatever_the_settings_say() -> None:
    table = Studio(blackjack_config(needs_bets=False))
    table.players.sit("ada", 1)
    table.players.place("ada", "main", 50, seat=1)
    table.time_up()
    assert table.phase is Phase.IDLE


def test_F48_one_player_alone_deals_now() -> None:
    table = seated("ada")
    table.does("ada", DEAL_NOW)
    assert table.phase is Phase.DEALING


def test_F48_two_players_both_have_to_press_it() -> None:
    table = seated("ada", "bob")
    table.does("ada", DEAL_NOW)
    assert table.phase is Phase.BETTING
    table.does("bob", DEAL_NOW)
    assert table.is_in(Phase.DEALING)


def test_F48_with_three_players_nobody_may_hurry_the_others() -> None:
    table = seated("ada", "bob", "cleo")
    assert table.refusal("ada", DEAL_NOW) == "deal_now/too_many_players"


def test_F48_a_refused_press_is_not_remembered() -> None:
    table = seated("ada", "bob", "cleo")
    assert table.refusal("ada", DEAL_NOW) == "deal_now/too_many_players"
    table.does("cleo", c.ClearBets())
    table.does("bob", DEAL_NOW)
    assert table.phase is Phase.BETTING
    table.does("ada", DEAL_NOW)
    assert table.is_in(Phase.DEALING)


def test_F48_a_third_player_who_joins_meanwhile_is_waited_for() -> None:
    table = seated("ada", "bob")
    table.does("ada", DEAL_NOW)
    seated("cleo", table=table)
    assert table.refusal("bob", DEAL_NOW) == "deal_now/too_many_players"


def test_F48_who_has_no_bet_does_not_deal() -> None:
    table = seated("ada")
    assert table.refusal("bob", DEAL_NOW) == "deal_now/no_bet"


def test_F48_other_tables_have_no_such_button() -> None:
    table = seated("ada", table=Studio(blackjack_config(deal_now=False)))
    assert table.refusal("ada", DEAL_NOW) == "deal_now/not_here"


# --- decisions ------------------------------------------------------------------------------------


def test_F81_each_hand_has_a_window_of_its_own() -> None:
    table = dealt("9S 8S 6H 3D 8D TC", "ada", "bob")
    first = table.round.question
    table.players.choose("hit")
    table.cards.deal("2S")
    second = table.round.question
    table.players.choose("stand")
    third = table.round.question
    assert first is not None
    assert second is not None
    assert third is not None
    ids = {first.decision_id, second.decision_id, third.decision_id}
    assert len(ids) == 3
    assert table.engine.deadline_ms == table.now_ms + table.round.config.timers.decision


def test_F140_F249_silence_is_stand() -> None:
    table = dealt("9S 6H 3D TC")
    table.time_up()
    [choice] = table.told(e.ChoiceMade)
    assert (choice.option, choice.by) == ("stand", e.By.DEFAULT)
    assert table.cards.turns()


def test_F249_back_in_time_the_player_still_decides() -> None:
    """A closed socket sends nothing, so the table never hears of it: only the clock counts."""
    table = dealt("9S 6H 3D TC")
    assert table.engine.deadline_ms is not None
    table.now_ms = table.engine.deadline_ms - 1
    assert table.players.choose("hit").accepted


def test_P2_at_the_deadline_a_decision_is_late_though_nobody_heard_the_clock() -> None:
    table = dealt("9S 6H 2D TC")
    assert table.engine.deadline_ms is not None
    table.now_ms = table.engine.deadline_ms
    assert table.players.choose("double").code == "decision/too_late"
    assert table.players.stakes("ada") == {"main:1": 1000}
    table.time_up()
    assert table.cards.turns()


def test_F101_only_the_asked_seats_player_decides() -> None:
    table = dealt("9S 8S 6H 3D 8D TC", "ada", "bob")
    assert table.players.choose("stand", by="bob").code == "decision/not_your_hand"
    assert table.players.choose("stand", by="stranger").code == "decision/not_your_hand"


def test_a_decision_names_the_window_it_answers() -> None:
    table = dealt("9S 6H 3D TC")
    question = table.round.question
    assert question is not None
    table.players.choose("hit")
    table.cards.deal("2S")
    late = c.Choose(decision_id=question.decision_id, option="hit")
    assert table.refusal("ada", late) == "decision/past"


@pytest.mark.parametrize("option", ["split", "insure", ""])
def test_only_what_is_offered_can_be_chosen(option: str) -> None:
    table = dealt("9S 6H 3D TC")
    assert table.players.choose(option).code == "round/answer_expected"


def test_F134_double_takes_the_stake_again_and_gives_one_card() -> None:
    table = dealt("6S 6H 5D TC")
    table.players.choose("double")
    assert table.players.stakes("ada") == {"main:1": 1000, "double:1": 1000}
    assert table.players.won("ada") == -2000
    table.cards.deal("9C turn 5S")  # 20 against 21.
    assert table.results() == {"ada/main:1": ("lose", 0), "ada/main:1+double": ("lose", 0)}


def test_F135_F138_split_plays_two_hands() -> None:
    table = dealt("8S 6H 8D TC")
    table.players.choose("split")
    table.cards.deal("2C 3C")
    assert table.asks() == "seat 1/0"
    table.players.choose("stand")
    assert table.asks() == "seat 1/1"
    table.players.choose("stand")
    table.cards.deal("turn 9S")  # The dealer busts with 25.
    assert table.players.won("ada") == 2000


@pytest.mark.parametrize("option", ["double", "split"])
def test_F134_F135_what_cannot_be_paid_for_is_refused(option: str) -> None:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.fund("ada", 1500)
    table.players.place("ada", "main", seat=1)
    table.close()
    table.cards.deal("8S 6H 8D TC")
    assert table.players.choose(option).code == "bet/insufficient_balance"
    assert table.players.choose("stand").accepted


# --- insurance ------------------------------------------------------------------------------------


def test_F141_insurance_is_offered_to_everybody_and_takes_half() -> None:
    table = dealt("9S 8S AH 3D 8D KC", "ada", "bob")
    assert (table.phase, table.asks()) == (Phase.OFFER, "insurance")
    assert table.players.answer("ada", "yes", kind="main").accepted
    assert table.phase is Phase.OFFER
    assert table.players.answer("bob", "no", kind="main").accepted
    assert table.is_in(Phase.DEALER)  # F142: everybody has answered, the dealer has blackjack.
    table.cards.deal("turn")
    assert (table.players.won("ada"), table.players.won("bob")) == (0, -1000)


def test_F142_without_a_blackjack_insurance_loses_and_play_goes_on() -> None:
    table = dealt("9S AH 3D 8C")
    table.players.answer("ada", "yes", kind="main")
    assert table.asks() == "seat 1/0"
    table.players.choose("stand")
    table.cards.deal("turn")  # 12 against 19.
    assert table.players.won("ada") == -1500


def test_F250_insurance_while_away_is_no() -> None:
    table = dealt("9S AH 3D KC")
    table.time_up()
    table.cards.deal("turn")
    assert table.players.won("ada") == -1000


def test_F81_insurance_has_a_window_of_its_own_length() -> None:
    table = dealt("9S AH 3D KC")
    assert table.engine.deadline_ms == table.now_ms + table.round.config.timers.insurance


ANSWERS = """
# player  bet of  option  refusal
  bob     ada     yes     decision/not_your_bet
  ada     ada     maybe   round/answer_expected
"""


@pytest.mark.parametrize("line", ANSWERS.strip().splitlines()[1:])
def test_F141_an_answer_is_for_ones_own_bet(line: str) -> None:
    player, owner, option, code = line.split()
    table = dealt("9S 8S AH 3D 8D KC", "ada", "bob")
    question = table.round.question
    assert question is not None
    bet = table.players.bet(owner, "main")
    answer = c.Answer(decision_id=question.decision_id, bet=bet.id, option=option)
    assert table.refusal(player, answer) == code


def test_F141_an_answer_is_given_once() -> None:
    table = dealt("9S 8S AH 3D 8D KC", "ada", "bob")
    table.players.answer("ada", "no", kind="main")
    assert table.players.answer("ada", "yes", kind="main").code == "decision/already_answered"


def test_F141_insurance_that_cannot_be_paid_for_is_refused() -> None:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.fund("ada", 1400)
    table.players.place("ada", "main", seat=1)
    table.close()
    table.cards.deal("9S AH 3D KC")
    assert table.players.answer("ada", "yes", kind="main").code == "bet/insufficient_balance"


def test_F141_a_question_to_everybody_is_not_answered_for_a_hand() -> None:
    table = dealt("9S AH 3D KC")
    assert table.players.choose("yes", by="ada").code == "decision/not_asked"


def test_F251_side_bets_stay_and_are_paid_by_themselves() -> None:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    table.players.place("ada", "perfect_pairs", 500, seat=1)
    table.close()
    table.cards.deal("8S 6H 8S TC")
    table.time_up()  # Away: Stand.
    table.cards.deal("turn 5C")  # 16 against 21.
    assert table.results() == {"ada/main:1": ("lose", 0), "ada/perfect_pairs:1": ("win", 13_000)}


# --- auto stand -----------------------------------------------------------------------------------


def standing_on(value: int | None, cards: str) -> Studio:
    table = blackjack()
    table.players.wish("ada", auto_stand=value)
    seated("ada", table=table)
    table.close()
    table.cards.deal(cards)
    return table


AUTO_STAND = """
# wish  cards        acts  why
  17    9S 6H 8D TC  yes   seventeen is reached
  17    9S 6H 7D TC  no    sixteen is not
  12    9S 6H 3D TC  yes   the lowest value
  17    AS 6H 7D TC  no    F167: soft
  16    8S 6H 8D TC  no    F167: a pair could be split
  20    TS 6H 9D TC  no    nineteen is under twenty
"""


@pytest.mark.parametrize("line", AUTO_STAND.strip().splitlines()[1:])
def test_F165_F167_auto_stand(line: str) -> None:
    words = line.split()
    table = standing_on(int(words[0]), " ".join(words[1:5]))
    assert table.cards.turns() is (words[5] == "yes")


def test_F168_who_decided_is_on_record() -> None:
    table = standing_on(17, "9S 6H 8D TC")
    [choice] = table.told(e.ChoiceMade)
    assert (choice.option, choice.by) == ("stand", e.By.AUTO_STAND)


def test_F165_auto_stand_acts_when_a_card_reaches_its_value() -> None:
    table = standing_on(17, "9S 6H 3D TC")
    table.players.choose("hit")
    table.cards.deal("6S")
    assert [choice.by for choice in table.told(e.ChoiceMade)] == [e.By.PLAYER, e.By.AUTO_STAND]


def test_F167_after_a_split_it_acts_on_each_hard_hand() -> None:
    table = standing_on(16, "8S 6H 8D TC")
    table.players.choose("split")
    table.cards.deal("9C 2C")
    assert table.asks() == "seat 1/1"  # 17 stood by itself, 10 is asked.


def test_F166_a_change_counts_from_the_next_round_joined() -> None:
    table = standing_on(None, "9S 6H 8D TC")
    table.players.wish("ada", auto_stand=12)
    assert table.asks() == "seat 1/0"
    table.players.choose("stand")
    table.cards.deal("turn 5S")
    table.rest()
    table.players.place("ada", "main", seat=1)
    table.close()
    table.cards.deal("9S 6H 8D TC")
    assert table.cards.turns()


@pytest.mark.parametrize("value", [0, 11, 21, 25])
def test_F165_values_the_slider_does_not_have_never_reach_a_round(value: int) -> None:
    """Otherwise one player's wish would stop the cards of everybody."""
    table = blackjack()
    with pytest.raises(Refused, match="auto_stand/out_of_range"):
        table.players.wish("ada", auto_stand=value)


# --- staff ----------------------------------------------------------------------------------------


def test_cards_are_turned_only_when_they_are_to_be_turned() -> None:
    table = dealt("9S 6H")
    assert table.refusal(DEALER, c.Reveal()) == "card/not_to_be_turned"


def test_F48_the_dealer_does_not_open_a_table_that_waits_for_a_bet() -> None:
    table = blackjack()
    assert table.refusal(DEALER, c.OpenBetting()) == "table/opens_by_itself"


def test_a_stale_clock_ends_nothing() -> None:
    table = dealt("9S 6H 3D TC")
    timer = table.state.timer
    assert timer is not None
    table.players.choose("hit")
    table.cards.deal("2S")
    assert table.refusal(HOUSE, c.TimeUp(seq=timer.seq)) == "timer/stale"
    assert table.refusal(HOUSE, c.TimeUp(seq=0)) == "timer/stale"
