"""Bets behind another player's seat (F152-F164, R28, P3)."""

from __future__ import annotations

import pytest
from tests.table.driver import Studio, blackjack, rejections, verdict

from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase


def behind_ada(stake: int = 1000, *, funds: int | None = None, **wishes: bool) -> Studio:
    """Ada sits on seat 1 with 10.00, Bob stands behind her."""
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    if funds is not None:
        table.players.fund("bob", funds)
    table.players.wish("bob", **wishes)
    assert table.players.place("bob", "behind", stake, seat=1).accepted
    return table


def test_F152_F153_the_seated_player_decides_and_both_are_paid_alike() -> None:
    table = behind_ada()
    table.close()
    table.cards.deal("TS 6H 9D TC")
    assert table.players.choose("stand", by="bob").code == "decision/not_your_hand"
    table.players.choose("stand")
    table.cards.deal("turn 9S")
    assert (table.players.won("ada"), table.players.won("bob")) == (1000, 1000)


def test_F155_never_behind_oneself() -> None:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    reply = table.players.place("ada", "behind", seat=1)
    assert reply.data["behind:1"] == "bet/behind_oneself"


def test_F155_but_behind_others_while_holding_a_seat() -> None:
    table = behind_ada()
    table.players.sit("bob", 2)
    table.players.place("bob", "main", seat=2)
    assert verdict(table.close(), "bob") == "accepted"
    assert table.round.seats == {1, 2}


def test_F152_nobody_stands_behind_an_empty_seat() -> None:
    table = behind_ada()
    chip = c.PlaceChip(kind="behind", amount=1000, seat=5)
    assert table.refusal("bob", chip) == "seat/empty"
    assert table.refusal("bob", c.PlaceChip(kind="behind", amount=1000)) == "seat/empty"


def test_F158_F252_no_main_bet_at_the_close_rejects_the_bet_behind() -> None:
    table = behind_ada()
    table.players.sit("cleo", 2)
    table.players.place("cleo", "main", seat=2)
    table.does("ada", c.ClearBets())
    closed = table.close()
    assert rejections(closed, "bob") == {"behind:1": (1000, "bet/seat_not_staked")}
    assert (table.players.won("bob"), set(table.round.seats)) == (0, {2})


def test_F158_a_main_bet_that_was_rejected_is_no_main_bet() -> None:
    table = behind_ada()
    table.players.fund("ada", 0)
    table.players.sit("cleo", 2)
    table.players.place("cleo", "main", seat=2)
    closed = table.close()
    assert rejections(closed, "bob") == {"behind:1": (1000, "bet/seat_not_staked")}


def test_F158_with_nobody_left_the_round_lapses() -> None:
    table = behind_ada()
    table.does("ada", c.ClearBets())
    table.time_up()
    assert table.phase is Phase.IDLE
    assert table.players.won("bob") == 0


def test_F158_short_of_money_the_own_bet_stands_before_the_one_behind_another() -> None:
    """Cleo stands behind Bob's seat: it would be in the verdicts without being dealt to."""
    table = behind_ada()
    table.players.sit("bob", 2)
    table.players.place("bob", "main", 1000, seat=2)  # Newer than his bet behind Ada.
    table.players.place("cleo", "behind", 1000, seat=2)
    table.players.fund("bob", 1500)
    closed = table.close()
    assert rejections(closed, "bob") == {"behind:1": (1000, "bet/insufficient_balance")}
    assert verdict(closed, "cleo") == "accepted"
    assert table.round.seats == {1, 2}


def test_F158_two_who_stand_behind_each_other_without_money_for_both() -> None:
    table = behind_ada(funds=1500)
    table.players.sit("bob", 2)
    table.players.fund("ada", 2000)
    table.players.place("ada", "behind", 1000, seat=2)
    table.send("bob", c.LowerBet(kind="behind", amount=500, seat=1))
    table.players.place("bob", "main", 1000, seat=2)
    table.players.fund("ada", 1500)
    table.players.fund("bob", 1200)
    closed = table.close()
    assert table.round.seats == {1, 2}
    assert sorted(rejections(closed, "ada")) == ["behind:2"]
    assert sorted(rejections(closed, "bob")) == ["behind:1"]


# --- following ------------------------------------------------------------------------------------


def test_F159_a_double_is_followed_by_default() -> None:
    table = behind_ada()
    table.close()
    table.cards.deal("6S 6H 5D TC")
    table.players.choose("double")
    assert table.players.stakes("bob") == {"behind:1": 1000, "double:1": 1000}
    table.cards.deal("9C turn 3S")  # 20 against 19.
    assert (table.players.won("ada"), table.players.won("bob")) == (2000, 2000)


def test_F161_a_double_that_is_not_followed_still_gives_its_card() -> None:
    table = behind_ada(follow_double=False)
    table.close()
    table.cards.deal("6S 6H 5D TC")
    table.players.choose("double")
    assert table.players.stakes("bob") == {"behind:1": 1000}
    table.cards.deal("9C turn 3S")
    assert (table.players.won("ada"), table.players.won("bob")) == (2000, 1000)


def test_F159_a_split_is_followed_by_default() -> None:
    table = behind_ada()
    table.close()
    table.cards.deal("8S 6H 8D TC")
    table.players.choose("split")
    assert table.players.stakes("bob") == {"behind:1": 1000, "split:1": 1000}


def test_F162_R28_a_split_that_is_not_followed_stays_on_the_first_hand() -> None:
    table = behind_ada(follow_split=False)
    table.close()
    table.cards.deal("8S 9H 8D TC")
    table.players.choose("split")
    assert table.players.stakes("bob") == {"behind:1": 1000}
    table.cards.deal("TC 3C")  # 18 and 11.
    table.players.choose("stand")
    table.players.choose("hit")
    table.cards.deal("TD turn")  # 18 and 21 against 19.
    assert table.results()["bob/behind:1"] == ("lose", 0)
    assert (table.players.won("ada"), table.players.won("bob")) == (0, -1000)


@pytest.mark.parametrize("option", ["double", "split"])
def test_F159_who_cannot_pay_for_following_does_not_follow(option: str) -> None:
    table = behind_ada(funds=1900)
    table.close()
    table.cards.deal("8S 6H 8D TC")
    assert table.players.choose(option).accepted
    assert table.players.stakes("bob") == {"behind:1": 1000}
    assert table.players.balance("bob") == 900


def test_F159_a_followers_empty_purse_never_stops_the_seat() -> None:
    table = behind_ada(funds=1000)
    table.players.sit("dan", 3)
    table.close()
    table.cards.deal("6S 6H 5D TC")
    assert table.players.choose("double").accepted
    assert table.players.won("ada") == -2000


def test_F159_a_double_the_seat_cannot_pay_for_takes_nothing_from_those_behind() -> None:
    table = behind_ada()
    table.players.fund("ada", 1500)
    table.close()
    table.cards.deal("6S 6H 5D TC")
    assert table.players.choose("double").code == "bet/insufficient_balance"
    assert table.players.won("bob") == -1000


def test_F159_two_bets_behind_are_followed_as_far_as_the_money_goes() -> None:
    table = blackjack()
    for seat, name in ((1, "ada"), (2, "cleo")):
        table.players.sit(name, seat)
        table.players.place(name, "main", seat=seat)
    table.players.fund("bob", 3500)
    for seat in (1, 2):
        table.players.place("bob", "behind", 1000, seat=seat)
    table.close()
    table.cards.deal("6S 6C 6H 5D 5C TC")
    table.players.choose("double")
    table.cards.deal("9C")
    table.players.choose("double")
    taken = table.players.stakes("bob")
    assert taken == {"behind:1": 1000, "behind:2": 1000, "double:1": 1000}
    assert table.players.balance("bob") == 500


def test_F160_P3_preferences_are_those_of_the_first_chip_of_the_round() -> None:
    table = behind_ada()
    table.players.wish("bob", follow_double=False)
    table.players.place("bob", "behind", 500, seat=1)
    table.close()
    assert table.players.bet("bob", "behind").terms == {"follow_double", "follow_split"}
    table.cards.deal("TS 6H 9D TC")
    table.players.choose("stand")
    table.cards.deal("turn 9S")
    table.rest()
    table.players.place("ada", "main", seat=1)
    table.players.place("bob", "behind", seat=1)
    table.close()
    assert table.players.bet("bob", "behind").terms == {"follow_split"}


def test_F163_insurance_is_offered_for_the_bet_behind_on_its_own() -> None:
    table = behind_ada(2000)
    table.close()
    table.cards.deal("9S AH 3D KC")
    assert table.players.answer("bob", "yes", kind="behind").accepted
    assert table.players.won("bob") == -3000
    table.time_up()  # Ada says nothing: No.
    table.cards.deal("turn")
    assert (table.players.won("ada"), table.players.won("bob")) == (-1000, 0)


def test_F252_the_seats_default_binds_those_behind() -> None:
    table = behind_ada()
    table.close()
    table.cards.deal("9S 6H 3D TC")
    table.time_up()
    assert [choice.by for choice in table.told(e.ChoiceMade)] == [e.By.DEFAULT]
    table.cards.deal("turn 9S")
    assert table.players.won("bob") == 1000


def test_F164_no_side_bets_behind() -> None:
    table = behind_ada()
    chip = c.PlaceChip(kind="perfect_pairs", amount=500, seat=1)
    assert table.refusal("bob", chip) == "seat/not_yours"
