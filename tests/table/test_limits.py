"""Which chips may stand: inactive, cut, opposite, closed, switched off (F51-F60)."""

from __future__ import annotations

import pytest
from tests.table.driver import (
    BOSS,
    DEALER,
    Studio,
    blackjack,
    brag,
    configured,
    limits,
    off,
    rejections,
    scanner,
    seven,
    speed,
    speed_config,
    verdict,
)

from sabot.gamekit import OppositePolicy
from sabot.service.tables.envelopes import Data
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.config import Confirmation, Opening
from sabot.table.phases import Phase

FOUR_CARDS = "2S 4H 5D 5C"  # Player 7, Banker 9.


def zero_commission(table: Studio, player: str = "ada") -> None:
    table.does(player, c.SetMode(mode="zero_commission"))


# --- inactive and cut chips -----------------------------------------------------------------------


def test_F51_a_chip_under_the_minimum_is_inactive_and_rejected_at_the_close() -> None:
    table = speed()
    assert table.players.place("ada", "player", 50).data == {"player": "bet/under_minimum"}
    closed = table.close()
    assert rejections(closed, "ada") == {"player": (50, "bet/under_minimum")}


def test_F51_an_inactive_chip_reserves_nothing() -> None:
    table = speed()
    table.players.fund("ada", 100)
    table.players.place("ada", "tie", 50)
    assert table.funds.available("ada", table="elsewhere") == 100
    assert table.players.place("ada", "player", 100).accepted
    assert table.funds.available("ada", table="elsewhere") == 0


def test_F51_two_inactive_chips_make_an_active_one() -> None:
    table = speed()
    table.players.place("ada", "player", 50)
    assert table.players.place("ada", "player", 50).data == {"player": "accepted"}


def test_F52_a_chip_over_the_maximum_is_cut_with_a_notice() -> None:
    table = speed()
    assert table.players.place("ada", "tie", 150_000).data == {"tie": "bet/over_maximum"}
    assert table.funds.available("ada", table="elsewhere") == 900_000
    closed = table.close()
    assert table.players.stakes("ada") == {"tie": 100_000}
    assert rejections(closed, "ada") == {"tie": (50_000, "bet/over_maximum")}


def test_F3_a_table_has_limits_of_its_own() -> None:
    table = speed(limits=limits(player=(500, 2000)))
    assert table.players.place("ada", "player", 400).data == {"player": "bet/under_minimum"}
    assert table.players.place("ada", "player", 2000).data == {"player": "bet/over_maximum"}


# --- opposite bets --------------------------------------------------------------------------------

OPPOSITES = """
# policy player banker  player banker  reason
  cap     10000  1000   10000   1000   -
  cap     10000  1500   10000   1000   banker: bet/opposite_cut
  cap      1500 10000    1000  10000   player: bet/opposite_cut
  cap     10000 10000   10000   1000   banker: bet/opposite_cut
  forbid  10000   500   10000      0   banker: bet/opposite
  off     10000 10000   10000  10000   -
"""


@pytest.mark.parametrize("line", OPPOSITES.strip().splitlines()[1:])
def test_F53_R16_opposite_bets_by_policy(line: str) -> None:
    policy, player, banker, player_in, banker_in, *reason = line.split()
    table = speed(opposite_policy=OppositePolicy(policy))
    table.players.place("ada", "player", int(player))
    table.players.place("ada", "banker", int(banker))
    closed = table.close()
    expected = {"player": int(player_in), "banker": int(banker_in)}
    assert table.players.stakes("ada") == {kind: stake for kind, stake in expected.items() if stake}
    told = [f"{kind}: {why}" for kind, (_, why) in rejections(closed, "ada").items()]
    assert told == [" ".join(reason)] if reason != ["-"] else told == []


def test_F65_a_cap_of_a_tenth_keeps_two_decimals_and_the_third_is_cut() -> None:
    table = scanner()
    table.players.place("ada", "player", 10_009)
    table.players.place("ada", "banker", 5_000)
    closed = table.close()
    assert {bet.kind: bet.stake for bet in closed.accepted} == {"player": 10_009, "banker": 1_000}


@pytest.mark.parametrize("order", ["player banker", "banker player"])
def test_R16_confirming_one_side_first_does_not_get_around_the_cap(order: str) -> None:
    """What is confirmed cannot be cut any more, so the chip that came later goes."""
    table = scanner()
    small, large = order.split()
    table.players.place("ada", small, 5_000)
    table.does("ada", c.ConfirmBets())
    assert table.players.place("ada", large, 10_000).data == {large: "bet/opposite"}
    assert rejections(table.close(), "ada") == {large: (10_000, "bet/opposite")}
    assert table.players.stakes("ada") == {small: 5_000}


def test_R16_a_confirmed_minimum_is_not_outweighed_by_less_than_tenfold() -> None:
    """A confirmed bet that would be cut below the minimum is as untouchable as any other."""
    table = scanner()
    table.players.place("ada", "player", 100)
    table.does("ada", c.ConfirmBets())
    assert table.players.place("ada", "banker", 500).data == {"banker": "bet/opposite"}
    table.close()
    assert table.players.stakes("ada") == {"player": 100}


def test_R16_a_confirmed_side_may_be_outweighed_tenfold() -> None:
    table = scanner()
    table.players.place("ada", "player", 1_000)
    table.does("ada", c.ConfirmBets())
    assert table.players.place("ada", "banker", 10_000).data == {"banker": "accepted"}
    assert verdict(table.close(), "ada") == "accepted"


def test_R16_forbidden_means_the_side_that_was_not_confirmed() -> None:
    table = scanner(opposite_policy=OppositePolicy.FORBID)
    table.players.place("ada", "player", 1_000)
    table.does("ada", c.ConfirmBets())
    table.players.place("ada", "banker", 1_000)
    table.players.place("ada", "player", 500)
    closed = table.close()
    assert rejections(closed, "ada") == {"banker": (1_000, "bet/opposite")}
    assert sum(bet.stake for bet in table.round.bets.values()) == 1_500


def test_R16_opposites_count_over_all_seats_of_a_player() -> None:
    table = seven(seats_per_player=2)
    table.players.sit("ada", 1, 2)
    table.players.place("ada", "player", 10_000, seat=1)
    assert (
        table.players.place("ada", "banker", 5_000, seat=2).data["banker:2"] == "bet/opposite_cut"
    )


def test_R16_two_players_may_well_bet_against_each_other() -> None:
    table = speed()
    table.players.place("ada", "player")
    table.players.place("bob", "banker")
    assert table.close().rejected == ()


def test_F54_super_6_and_player_are_not_opposite() -> None:
    table = speed()
    zero_commission(table)
    table.players.place("ada", "player", 1000)
    table.players.place("ada", "super6", 1000)
    assert table.close().rejected == ()


# --- Super 6 --------------------------------------------------------------------------------------


def test_F55_super_6_needs_a_main_bet() -> None:
    table = speed()
    zero_commission(table)
    assert table.players.place("ada", "super6", 500).data == {"super6": "bet/needs_main_bet"}
    assert rejections(table.close(), "ada") == {"super6": (500, "bet/needs_main_bet")}


def test_F56_super_6_is_cut_to_the_main_bets() -> None:
    table = speed()
    zero_commission(table)
    table.players.place("ada", "player", 1000)
    table.players.place("ada", "tie", 500)
    table.players.place("ada", "super6", 2000)
    closed = table.close()
    assert table.players.stakes("ada")["super6"] == 1500
    assert rejections(closed, "ada") == {"super6": (500, "bet/over_main_bets")}


def test_F113_super_6_belongs_to_zero_commission() -> None:
    table = speed()
    table.players.place("ada", "player", 1000)
    assert table.players.place("ada", "super6", 500).data["super6"] == "bet/wrong_mode"


# --- zero commission ------------------------------------------------------------------------------


def test_F112_each_player_has_a_commission_mode_of_their_own() -> None:
    table = speed()
    zero_commission(table, "bob")
    table.players.place("ada", "banker", 10_000)
    table.players.place("bob", "banker_zero_commission", 10_000)
    assert table.close().rejected == ()
    table.cards.deal("TS 2H 5D 4C TH")  # Player 5, Banker wins with 6.
    assert (table.players.won("ada"), table.players.won("bob")) == (9_500, 5_000)


def test_F112_the_mode_is_kept_from_round_to_round() -> None:
    table = speed()
    zero_commission(table)
    table.close()
    table.cards.deal(FOUR_CARDS)
    table.rest()
    assert table.players.place("ada", "banker_zero_commission").data == {
        "banker_zero_commission": "accepted"
    }
    assert table.players.place("bob", "banker_zero_commission").data == {
        "banker_zero_commission": "bet/wrong_mode"
    }


@pytest.mark.parametrize("kind", ["banker_zero_commission", "super6"])
def test_F112_no_switching_while_chips_lie_where_it_matters(kind: str) -> None:
    table = speed()
    zero_commission(table)
    table.players.place("ada", "player")
    table.players.place("ada", kind)
    assert table.refusal("ada", c.SetMode(mode="commission")) == "mode/chips_in_the_way"
    table.does("ada", c.UndoBet())
    table.does("ada", c.SetMode(mode="commission"))


def test_F112_nor_while_bets_are_confirmed_there() -> None:
    """Or Banker would be hidden behind the mode, and Player would oppose nothing (R16)."""
    table = speed(confirmation=Confirmation.MANUAL)
    table.players.place("ada", "banker")
    table.does("ada", c.ConfirmBets())
    switch = c.SetMode(mode="zero_commission")
    assert table.refusal("ada", switch) == "mode/chips_in_the_way"
    table.does("bob", switch)
    table.does("ada", c.SetMode(mode="commission"))  # what holds already
    table.players.place("ada", "player")
    table.close()
    assert table.players.stakes("ada") == {"banker": 1000, "player": 100}
    table.cards.deal("9S 2H TD KC")
    table.rest()
    table.does("ada", switch)


def test_R16_a_confirmed_banker_is_opposite_in_whatever_mode_a_player_comes_back() -> None:
    """After a restart the felt is empty, and its owner may have wished for the other mode."""
    table = speed(confirmation=Confirmation.MANUAL)
    table.players.place("ada", "banker")
    table.does("ada", c.ConfirmBets())
    table.engine = table.engine_of(table.state)
    table.engine.start_clock(table.now_ms)
    table.players.wish("ada", mode="zero_commission")
    table.players.place("ada", "player")
    table.players.place("ada", "banker_zero_commission", 500)
    closed = table.close()
    assert table.players.stakes("ada") == {
        "banker": 1000,
        "banker_zero_commission": 500,
        "player": 150,
    }
    assert rejections(closed, "ada") == {"player": (850, "bet/opposite_cut")}


def test_F112_between_rounds_the_mode_may_be_chosen_and_opens_none() -> None:
    table = speed(opening=Opening.DEALER)
    zero_commission(table)
    assert table.phase is Phase.IDLE
    table.does(DEALER, c.OpenBetting())
    assert table.players.place("ada", "banker_zero_commission").data == {
        "banker_zero_commission": "accepted"
    }


def test_F112_a_mode_the_table_does_not_have_is_refused() -> None:
    table = scanner()
    assert table.refusal("ada", c.SetMode(mode="zero_commission")) == "mode/not_offered"


def test_F112_only_while_betting_is_open() -> None:
    table = speed()
    table.close()
    assert table.refusal("ada", c.SetMode(mode="zero_commission")) == "bet/too_late"


# --- bets that close with the shoe ----------------------------------------------------------------

PAIRS = ("player_pair", "banker_pair", "either_pair", "perfect_pair")
BONUSES = ("player_bonus", "banker_bonus", "super6")


def told_in(table: Studio, *, number: int) -> Data:
    """What is said in this round of the shoe about a chip on every side bet."""
    table.cards.play(rounds=number - table.round.number)
    assert table.round.number == number
    zero_commission(table)
    table.players.place("ada", "player", 5000)
    replies = [table.players.place("ada", kind, 200) for kind in (*PAIRS, *BONUSES)]
    told = dict(replies[-1].data)
    assert told.pop("player") == "accepted"
    table.does("ada", c.ClearBets())
    return told


def test_F57_F58_side_bets_close_by_round_of_the_shoe() -> None:
    """Rounds 44 and 60 are the last ones; a new shoe opens everything again."""
    table = speed()
    opened, closed = "accepted", "bet/closed_for_shoe"
    for number, pairs, bonuses in (
        (1, opened, opened),
        (44, opened, opened),
        (45, opened, closed),
        (60, opened, closed),
        (61, closed, closed),
    ):
        told = told_in(table, number=number)
        assert told == {**dict.fromkeys(PAIRS, pairs), **dict.fromkeys(BONUSES, bonuses)}
    table.players.place("ada", "player", 5000)
    table.players.place("ada", "player_pair", 200)
    assert rejections(table.close(), "ada") == {"player_pair": (200, "bet/closed_for_shoe")}
    table.does(BOSS, c.ChangeCards(reason="age"))
    table.cards.deal_on()
    table.rest()
    table.cards.load()
    assert set(told_in(table, number=1).values()) == {opened}


# --- switches -------------------------------------------------------------------------------------


def test_F59_the_shift_manager_switches_side_bets_off_and_on() -> None:
    table = speed()
    table.players.place("ada", "player")
    assert table.players.place("ada", "player_pair").data["player_pair"] == "accepted"
    table.does(*off("player_pair", "banker_pair"))
    assert table.players.place("bob", "banker_pair").data == {"banker_pair": "bet/switched_off"}
    closed = table.close()
    # A chip that lay there already is out as well, with the reason.
    assert rejections(closed, "ada") == {"player_pair": (1000, "bet/switched_off")}
    assert table.players.stakes("ada") == {"player": 1000}
    [told] = table.told(e.SideBetsSwitched)
    assert (told.actor, told.reason) == (BOSS, "abuse")
    table.cards.deal(FOUR_CARDS)
    table.rest()
    kinds = ("player_pair",)
    table.does(BOSS, c.SwitchSideBets(kinds=kinds, off=False, reason="all clear"))
    assert table.players.place("ada", "player_pair").data == {"player_pair": "accepted"}


def test_F59_a_confirmed_side_bet_stays_in_play_when_its_kind_is_switched_off() -> None:
    table = scanner()
    table.players.place("ada", "player_pair", 500)
    table.does("ada", c.ConfirmBets())
    table.does(*off("player_pair"))
    table.close()
    table.cards.deal("4S 5H 4D 3C")  # A pair of fours: 8 against 8.
    assert table.results()["ada/player_pair"] == ("win", 6000)


def test_R16_a_confirmed_bet_is_opposite_also_when_its_kind_is_switched_off() -> None:
    table = scanner()
    table.players.place("ada", "big")
    table.does("ada", c.ConfirmBets())
    table.does(*off("big"))
    assert table.players.place("ada", "small").data == {"small": "bet/opposite_cut"}
    table.players.place("ada", "big")
    closed = table.close()
    assert table.players.stakes("ada") == {"big": 1000, "small": 100}
    assert rejections(closed, "ada") == {
        "small": (900, "bet/opposite_cut"),
        "big": (1000, "bet/switched_off"),
    }


def test_F59_only_kinds_the_table_has_can_be_switched() -> None:
    table = speed()
    assert table.refusal(*off("perfect_pairs")) == "bet/not_offered"
    reason = c.SwitchSideBets(kinds=("tie",), off=True, reason="  ")
    assert table.refusal(BOSS, reason) == "text/length"


def test_F60_F61_a_new_version_of_the_settings_counts_from_the_next_round() -> None:
    table = speed()
    without = speed_config(version=2, switched_off=frozenset({"tie"}))
    table.does("house", configured(without))
    assert table.players.place("ada", "tie").data == {"tie": "accepted"}
    assert table.close().rejected == ()
    assert table.round.config.version == 1
    table.cards.deal(FOUR_CARDS)
    table.rest()
    assert table.round.config.version == 2
    assert table.players.place("ada", "tie").data == {"tie": "bet/switched_off"}
    assert table.phase is Phase.BETTING


def test_20_13_what_the_settings_leave_off_is_refused_and_not_answered_as_done() -> None:
    """F62, F149: Blind Play and Top 3 are the operator's to offer, not the shift manager's."""
    for table, kind in ((brag(switched_on=frozenset()), "blind_play"), (blackjack(), "top3")):
        for is_off in (False, True):
            switch = c.SwitchSideBets(kinds=(kind,), off=is_off, reason="players ask for it")
            assert table.refusal(BOSS, switch) == "bet/off_by_settings"


def test_20_13_what_the_settings_offer_is_switched_off_and_on_again() -> None:
    table = brag(switched_on=frozenset({"blind_play"}))
    on = c.SwitchSideBets(kinds=("blind_play",), off=False, reason="all clear")
    assert table.refusal(BOSS, on) == "bet/already_so"
    table.does(*off("blind_play"))
    assert table.refusal(*off("blind_play")) == "bet/already_so"
    assert table.players.place("ada", "blind_play").data["blind_play"] == "bet/switched_off"
    table.does(BOSS, on)
    assert table.players.place("ada", "blind_play").data["blind_play"] == "accepted"
    switched = table.told(e.SideBetsSwitched)
    assert [event.off for event in switched] == [True, False]
