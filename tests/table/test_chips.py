"""Chips before they are bets: placing, taking back, doubling, repeating (F15-F42)."""

from __future__ import annotations

import pytest
from tests.table.driver import Studio, blackjack, brag, rejections, scanner, seven, speed, verdict

from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase
from sabot.table.staging import SPOTS_MAX, STAKE_MAX, STEPS_MAX

CLEAR, DOUBLE, REBET, UNDO = c.ClearBets(), c.DoubleStakes(), c.Rebet(), c.UndoBet()
A_CHIP = c.PlaceChip(kind="player", amount=1000)

# Player 5 against a natural 9: everything on Player loses.
BANKER_WINS = "2S 4H 3D 5C"


def played(table: Studio, **chips: int) -> None:
    """One round in which Ada placed these chips."""
    for kind, amount in chips.items():
        assert table.players.place("ada", kind, amount).accepted
    table.close()
    table.cards.deal(BANKER_WINS)
    table.rest()


# --- joining in the middle of a round -------------------------------------------------------------


def test_F15_who_joins_after_the_close_waits_for_the_next_window() -> None:
    table = speed()
    table.players.place("ada", "player")
    table.close()
    table.players.fund("bob")
    assert table.refusal("bob", A_CHIP) == "bet/too_late"
    table.cards.deal(BANKER_WINS)
    assert table.phase is Phase.RESULT
    assert table.refusal("bob", A_CHIP) == "bet/too_late"
    table.rest()
    assert table.players.place("bob", "player").accepted


def test_F16_no_bets_at_blackjack_until_the_running_round_ends() -> None:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    table.close()
    table.players.sit("bob", 2)  # To sit down is allowed at any time.
    table.players.fund("bob")
    for phase, cards in ((Phase.DEALING, ""), (Phase.DECISION, "9S 9H TD 5C")):
        table.cards.deal(cards)
        assert table.phase is phase
        assert table.refusal("bob", c.PlaceChip(kind="main", amount=1000, seat=2)) == "bet/too_late"
        behind = c.PlaceChip(kind="behind", amount=1000, seat=1)
        assert table.refusal("bob", behind) == "bet/too_late"


def test_F15_without_cards_or_a_round_no_chip_is_taken() -> None:
    table = speed()
    table.does("boss", c.ChangeCards(reason="video_lost"))
    table.close()
    table.cards.deal(BANKER_WINS)
    table.rest()
    assert table.phase is Phase.SHUFFLE
    for command in (A_CHIP, REBET, CLEAR, DOUBLE, UNDO):
        assert table.refusal("ada", command) == "bet/no_round"


# --- placing and taking back ----------------------------------------------------------------------


def test_F22_F25_each_click_adds_the_chip_to_its_spot() -> None:
    table = speed()
    table.players.place("ada", "player", 500)
    table.players.place("ada", "player", 2500)
    assert table.players.chips("ada") == {"player": 3000}


def test_F29_chips_lie_on_several_spots_at_once() -> None:
    table = speed()
    reply = table.players.place("ada", "player", 500)
    reply = table.players.place("ada", "tie", 100)
    assert table.players.chips("ada") == {"player": 500, "tie": 100}
    assert reply.data == {"player": "accepted", "tie": "accepted"}


def test_F26_F27_lowering_takes_the_chip_off_and_stops_at_zero() -> None:
    table = speed()
    table.players.place("ada", "player", 1500)
    table.does("ada", c.LowerBet(kind="player", amount=500))
    assert table.players.chips("ada") == {"player": 1000}
    table.does("ada", c.LowerBet(kind="player", amount=2500))
    assert table.players.chips("ada") == {}
    assert table.refusal("ada", c.LowerBet(kind="player", amount=100)) == "bet/nothing_there"


@pytest.mark.parametrize("amount", [0, -500])
def test_F26_lowering_by_nothing_or_less_is_refused(amount: int) -> None:
    table = speed()
    table.players.place("ada", "player", 1500)
    assert table.refusal("ada", c.LowerBet(kind="player", amount=amount)) == "bet/no_amount"


@pytest.mark.parametrize("amount", [0, -500])
def test_F22_a_chip_without_value_is_refused(amount: int) -> None:
    table = speed()
    assert table.players.place("ada", "player", amount).code == "bet/no_amount"


def test_F22_a_spot_the_table_does_not_have_is_refused() -> None:
    table = speed()
    table.players.fund("ada")
    assert table.refusal("ada", c.PlaceChip(kind="egalite_3", amount=500)) == "bet/not_offered"
    assert table.refusal("ada", c.PlaceChip(kind="player", amount=500, seat=1)) == "seat/none_here"


def test_F28_clear_takes_every_chip_back_and_undo_brings_them_again() -> None:
    table = speed()
    table.players.place("ada", "player", 500)
    table.players.place("ada", "tie", 100)
    table.does("ada", CLEAR)
    assert table.players.chips("ada") == {}
    table.does("ada", UNDO)
    assert table.players.chips("ada") == {"player": 500, "tie": 100}


def test_F28_clear_never_touches_confirmed_bets() -> None:
    table = scanner()
    table.players.place("ada", "player", 500)
    table.does("ada", c.ConfirmBets())
    table.players.place("ada", "tie", 100)
    table.does("ada", CLEAR)
    assert table.players.chips("ada") == {}
    assert table.players.stakes("ada") == {"player": 500}


# --- undo and double ------------------------------------------------------------------------------


def test_F34_undo_walks_back_newest_first() -> None:
    table = speed()
    for kind in ("player", "tie", "player_pair"):
        table.players.place("ada", kind, 500)
    seen = []
    for _ in range(3):
        table.does("ada", UNDO)
        seen.append(sorted(table.players.chips("ada")))
    assert seen == [["player", "tie"], ["player"], []]
    assert table.refusal("ada", UNDO) == "bet/nothing_to_undo"


def test_P11_undo_only_works_while_betting_is_open() -> None:
    table = speed()
    table.players.place("ada", "player")
    table.close()
    assert table.refusal("ada", UNDO) == "bet/too_late"


def test_P11_undo_racing_the_close_has_one_of_two_outcomes() -> None:
    """In one batch: before the close the chip is gone, behind it the bet stands."""
    for undo_first in (True, False):
        table = speed()
        table.players.place("ada", "player")
        assert table.engine.deadline_ms is not None
        undo = table.envelope("ada", UNDO)
        due = table.engine.due(table.engine.deadline_ms)
        assert due is not None
        work = table.batch([undo, due] if undo_first else [due, undo])
        closed = next(event for event in work.events if isinstance(event, e.BetsClosed))
        taken = sum(bet.stake for bet in closed.accepted)
        assert taken == (0 if undo_first else 1000)
        assert table.players.won("ada") == -taken
        assert work.replies[not undo_first].accepted is undo_first


def test_F32_double_doubles_everything_and_doubles_again() -> None:
    table = speed()
    table.players.place("ada", "player", 500)
    table.players.place("ada", "tie", 100)
    table.does("ada", DOUBLE)
    table.does("ada", DOUBLE)
    assert table.players.chips("ada") == {"player": 2000, "tie": 400}


def test_F34_one_double_is_one_undo_step() -> None:
    table = speed()
    table.players.place("ada", "player", 500)
    table.players.place("ada", "tie", 100)
    table.does("ada", DOUBLE)
    table.does("ada", UNDO)
    assert table.players.chips("ada") == {"player": 500, "tie": 100}


def test_F32_without_chips_there_is_nothing_to_double() -> None:
    table = speed()
    assert table.refusal("ada", DOUBLE) == "bet/nothing_to_double"


def test_F33_F52_double_stops_at_the_maximum() -> None:
    table = speed()
    table.players.place("ada", "tie", 60_000)  # The most on Tie is 100,000.
    reply = table.send("ada", DOUBLE)
    assert table.players.chips("ada") == {"tie": 100_000}
    assert reply.data["tie"] == "accepted"


def test_F76_double_that_the_balance_does_not_cover_is_refused_whole() -> None:
    table = speed()
    table.players.fund("ada", 1500)
    table.players.place("ada", "player", 1000)
    assert table.refusal("ada", DOUBLE) == "bet/insufficient_balance"


def test_no_number_of_doubles_makes_a_stake_larger_than_any_money() -> None:
    """A chip that counts for nothing is not cut, so only a limit on every stake stops it."""
    table = speed()
    table.players.place("ada", "banker_zero_commission", 1000)  # Refused in commission mode.
    codes = {table.send("ada", DOUBLE).code for _ in range(80)}
    assert codes == {"", "bet/too_large"}
    assert max(table.players.chips("ada").values()) <= STAKE_MAX
    assert rejections(table.close(), "ada")["banker_zero_commission"][1] == "bet/wrong_mode"


def test_a_chip_larger_than_any_money_is_refused() -> None:
    table = speed()
    table.players.fund("ada")
    huge = c.PlaceChip(kind="player", amount=STAKE_MAX + 1)
    assert table.refusal("ada", huge) == "bet/too_large"
    table.players.place("ada", "banker_zero_commission", STAKE_MAX)
    more = c.PlaceChip(kind="banker_zero_commission", amount=1)
    assert table.refusal("ada", more) == "bet/too_large"


def test_undo_remembers_a_bounded_number_of_steps() -> None:
    table = speed()
    for _ in range(STEPS_MAX + 20):
        table.players.place("ada", "player", 100)
    for _ in range(STEPS_MAX):
        table.does("ada", UNDO)
    assert table.refusal("ada", UNDO) == "bet/nothing_to_undo"
    assert table.players.chips("ada") == {"player": 2000}


def test_no_felt_is_larger_than_any_table() -> None:
    table = seven()
    table.players.sit("ada", 1)
    for kind in table.state.settings.variant.bets:
        table.players.place("ada", kind, 100, seat=1)
    assert len(table.players.chips("ada")) == len(table.state.settings.variant.bets) < SPOTS_MAX


# --- rebet ----------------------------------------------------------------------------------------


def test_F30_rebet_repeats_the_last_round_played() -> None:
    table = speed()
    played(table, player=1000, tie=200)
    table.close()  # A round that Ada sits out changes nothing.
    table.cards.deal(BANKER_WINS)
    table.rest()
    table.does("ada", REBET)
    assert table.players.chips("ada") == {"player": 1000, "tie": 200}


def test_F31_F34_after_rebet_double_and_undo_work_and_rebet_is_one_step() -> None:
    table = speed()
    played(table, player=1000, tie=200)
    table.does("ada", REBET)
    table.does("ada", DOUBLE)
    assert table.players.chips("ada") == {"player": 2000, "tie": 400}
    table.does("ada", UNDO)
    table.does("ada", UNDO)
    assert table.players.chips("ada") == {}


def test_F30_rebet_joins_the_chips_that_lie_there_already() -> None:
    """One spot holds one stake, whatever chips made it up: limits and bet ids depend on it."""
    table = speed()
    played(table, player=300_000)
    table.players.place("ada", "player", 250_000)
    table.does("ada", REBET)
    assert table.players.chips("ada") == {"player": 500_000}  # The most on Player.
    closed = table.close()
    assert [bet.stake for bet in closed.accepted] == [500_000]


def test_F30_F52_rebet_twice_stops_at_the_maximum() -> None:
    table = speed()
    played(table, tie=60_000)
    table.does("ada", REBET)
    table.does("ada", REBET)
    assert table.players.chips("ada") == {"tie": 100_000}


def test_F30_rebet_says_what_was_left_out_and_why() -> None:
    table = speed()
    played(table, player=1000, player_pair=300)
    table.does("boss", c.SwitchSideBets(kinds=("player_pair",), off=True, reason="abuse"))
    reply = table.send("ada", REBET)
    assert reply.data == {"player": "accepted", "player_pair": "bet/switched_off"}
    assert table.players.chips("ada") == {"player": 1000}


def test_F30_rebet_with_nothing_left_to_repeat_says_why() -> None:
    table = speed()
    assert table.refusal("ada", REBET) == "bet/nothing_to_repeat"
    played(table, player_pair=300)
    table.does("boss", c.SwitchSideBets(kinds=("player_pair",), off=True, reason="abuse"))
    assert table.refusal("ada", REBET) == "bet/switched_off"


def test_F30_rebet_leaves_out_a_seat_that_is_no_longer_ones_own() -> None:
    table = blackjack()
    table.players.sit("ada", 1, 2)
    for seat in (1, 2):
        table.players.place("ada", "main", seat=seat)
    table.close()
    table.cards.deal("TS TH 5C TD 9D 8C")  # Two hands of 20 and 19 against 13.
    for _ in range(2):
        table.players.choose("stand")
    table.cards.deal("turn 4S")
    table.rest()
    table.does("ada", c.LeaveSeat(seat=2))
    table.players.sit("bob", 2)
    reply = table.send("ada", REBET)
    assert reply.data == {"main:1": "accepted", "main:2": "seat/not_yours"}
    assert table.players.chips("ada") == {"main:1": 1000}


def test_F30_rebet_does_not_repeat_what_decisions_added() -> None:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    table.close()
    table.cards.deal("6S 5H 5C TD")
    table.players.choose("double")
    table.cards.deal("9C turn 4D")
    table.rest()
    table.does("ada", REBET)
    assert table.players.chips("ada") == {"main:1": 1000}


def test_F30_a_rejected_chip_is_not_repeated() -> None:
    table = speed()
    played(table, player=1000, tie=50)  # Fifty is under the minimum.
    table.does("ada", REBET)
    assert table.players.chips("ada") == {"player": 1000}


def test_F30_rebet_of_a_blind_play_keeps_ante_and_blind_play_equal() -> None:
    table = brag()
    table.players.place("ada", "blind_play", 500)
    table.close()
    table.cards.deal("2S 4H 7D KS QH 8D turn")
    table.rest()
    table.cards.load()
    table.does("ada", REBET)
    assert table.players.chips("ada") == {"ante": 500, "blind_play": 500}


# --- confirm --------------------------------------------------------------------------------------


def test_F38_confirm_makes_bets_of_the_chips_at_once() -> None:
    table = scanner()
    table.players.place("ada", "player", 1000)
    table.does("ada", c.ConfirmBets())
    assert table.players.stakes("ada") == {"player": 1000}
    assert (table.players.chips("ada"), table.players.won("ada")) == ({}, -1000)
    assert table.book.escrow(table.round.round_id) == 1000


def test_F38_without_chips_there_is_nothing_to_confirm() -> None:
    table = scanner()
    assert table.refusal("ada", c.ConfirmBets()) == "bet/nothing_to_confirm"


def test_F38_tables_whose_bets_count_at_the_close_have_no_confirm() -> None:
    table = speed()
    table.players.place("ada", "player")
    assert table.refusal("ada", c.ConfirmBets()) == "bet/no_confirm_here"
    assert verdict(table.close(), "ada") == "accepted"


@pytest.mark.parametrize("auto_confirm", [True, False])
def test_F39_F247_unconfirmed_chips_follow_the_auto_confirm_switch(auto_confirm: bool) -> None:
    table = scanner()
    table.players.wish("ada", auto_confirm=auto_confirm)
    table.players.place("ada", "player", 1000)
    closed = table.close()
    if auto_confirm:
        assert verdict(closed, "ada") == "accepted"
    else:
        assert rejections(closed, "ada") == {"player": (1000, "bet/not_confirmed")}
        assert table.players.won("ada") == 0


def test_F39_a_table_without_auto_confirm_waits_for_confirm_whatever_its_players_wish() -> None:
    table = scanner(auto_confirm=False)
    table.players.wish("ada", auto_confirm=True)
    table.players.place("ada", "player", 1000)
    assert rejections(table.close(), "ada") == {"player": (1000, "bet/not_confirmed")}


def test_F40_multiple_bets_add_to_what_is_confirmed() -> None:
    table = scanner()
    for amount in (1000, 500):
        table.players.place("ada", "player", amount)
        table.does("ada", c.ConfirmBets())
    table.players.place("ada", "tie", 200)
    table.close()
    assert [bet.id.split("/", 1)[1] for bet in table.round.bets.values()] == [
        "0/ada/player",
        "1/ada/player",
        "2/ada/tie",
    ]
    assert table.players.won("ada") == -1700


def test_F40_where_multiple_bets_are_off_the_first_confirm_is_the_last() -> None:
    table = scanner(multiple_bets=False)
    table.players.place("ada", "player", 1000)
    table.does("ada", c.ConfirmBets())
    assert table.refusal("ada", c.PlaceChip(kind="tie", amount=500)) == "bet/already_confirmed"
    assert table.refusal("ada", c.ConfirmBets()) == "bet/nothing_to_confirm"
    table.close()
    assert table.players.stakes("ada") == {"player": 1000}


def test_F40_a_game_with_decisions_takes_one_stake_on_a_spot() -> None:
    """Play and Ante must be alike: whatever the switch says, brag confirms once a round."""
    table = brag(multiple_bets=True)
    table.players.place("ada", "ante", 500)
    table.does("ada", c.ConfirmBets())
    assert table.refusal("ada", c.PlaceChip(kind="ante", amount=500)) == "bet/already_confirmed"
    table.close()
    table.cards.deal("2S 4H 7D KS QH 8D")
    assert table.players.answer("ada", "play", kind="ante").accepted
    table.cards.deal("turn")
    assert table.phase is Phase.RESULT


def test_F52_limits_count_confirmed_bets_and_new_chips_together() -> None:
    table = scanner()
    table.players.place("ada", "tie", 90_000)
    table.does("ada", c.ConfirmBets())
    reply = table.players.place("ada", "tie", 30_000)
    assert reply.data == {"tie": "bet/over_maximum"}  # The felt promises what the close will say.
    closed = table.close()
    assert rejections(closed, "ada") == {"tie": (20_000, "bet/over_maximum")}
    assert sum(bet.stake for bet in table.round.bets.values()) == 100_000


def test_F51_a_small_addition_to_a_confirmed_bet_is_over_the_minimum() -> None:
    table = scanner()
    table.players.place("ada", "tie", 100)
    table.does("ada", c.ConfirmBets())
    assert table.players.place("ada", "tie", 50).data == {"tie": "accepted"}
    assert verdict(table.close(), "ada") == "accepted"


def test_F72_confirm_says_which_chips_are_no_bets_and_leaves_them_lying() -> None:
    table = scanner()
    table.players.place("ada", "player", 1000)
    table.players.place("ada", "tie", 50)
    reply = table.send("ada", c.ConfirmBets())
    assert reply.data == {"player": "accepted", "tie": "bet/under_minimum"}
    assert table.players.chips("ada") == {"tie": 50}
    closed = table.close()
    assert rejections(closed, "ada") == {"tie": (50, "bet/under_minimum")}


def test_F181_confirm_leaves_the_chip_that_lay_beside_the_golden_one() -> None:
    table = scanner()
    table.players.fund("ada", golden=5000)
    table.players.place("ada", "player", 1000)
    table.players.place("ada", "player", 5000, golden=True)
    reply = table.send("ada", c.ConfirmBets())
    assert reply.data == {"player": "bet/golden_and_cash"}
    stage = table.engine.felt.stages["ada"]
    assert [(spot.stake, spot.golden) for spot in stage.layout] == [(5000, True)]
    assert stage.golden == "token"
    assert table.players.stakes("ada") == {"player": 1000}


def test_F38_confirm_of_chips_that_all_fail_is_refused_with_the_reason() -> None:
    table = scanner()
    table.players.place("ada", "tie", 50)
    assert table.refusal("ada", c.ConfirmBets()) == "bet/under_minimum"


def test_F41_F42_who_places_nothing_skips_the_round() -> None:
    table = scanner()
    table.players.place("ada", "player")
    table.does("ada", c.ConfirmBets())
    closed = table.close()
    assert verdict(closed, "bob") == "no bet"
    assert table.round.bettors == {"ada"}
