"""Seats: shared at 7 Seat Baccarat, one player's each at blackjack (F13, F14, F46, F125-F131)."""

from __future__ import annotations

import pytest
from tests.table.driver import Studio, blackjack, rejections, seven, speed

from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase

CONFIRM = c.ConfirmBets()
FOUR_CARDS = "2S 4H 5D 5C"


def test_F125_F126_many_players_share_a_seat_and_each_has_one() -> None:
    table = seven()
    for name in ("ada", "bob", "cleo"):
        table.players.sit(name, 3)
    assert table.state.seats[3] == ("ada", "bob", "cleo")
    assert table.refusal("ada", c.TakeSeat(seat=4)) == "seat/enough"


def test_F14_without_a_number_a_random_one_of_the_least_occupied_seats_is_taken() -> None:
    table = seven()
    table.players.sit("ada", 1)
    order: list[int] = []
    for name in ("bob", "cleo", "dan", "eve", "fay", "gus"):
        table.does(name, c.TakeSeat())
        order += table.state.seats_of(name)
    assert sorted(order) == [2, 3, 4, 5, 6, 7], "an empty seat comes before a shared one"
    assert order != sorted(order), "the lowest number each time is not random"
    table.does("hal", c.TakeSeat())
    assert sorted(map(len, table.state.seats.values())) == [1, 1, 1, 1, 1, 1, 2]


def test_F14_the_seat_is_a_random_one_of_the_least_occupied() -> None:
    given: set[int] = set()
    table = seven()
    for name, seat in (("ada", 2), ("bob", 5), ("cleo", 5)):
        table.players.sit(name, seat)
    for _ in range(60):
        table.does("dan", c.TakeSeat())
        (seat,) = table.state.seats_of("dan")
        given.add(seat)
        table.does("dan", c.LeaveSeat(seat=seat))
    assert given == {1, 3, 4, 6, 7}


@pytest.mark.parametrize("seat", [0, 8, -1])
def test_F125_there_are_seven_seats(seat: int) -> None:
    assert seven().refusal("ada", c.TakeSeat(seat=seat)) == "seat/no_such_seat"


def test_F126_chips_lie_on_ones_own_seat_only() -> None:
    table = seven()
    table.players.sit("ada", 3)
    table.players.fund("ada")
    for seat in (4, None):
        chip = c.PlaceChip(kind="player", amount=500, seat=seat)
        assert table.refusal("ada", chip) == "seat/not_yours"
    assert table.players.place("ada", "player", 500, seat=3).accepted


def test_F126_players_of_one_seat_have_bets_of_their_own() -> None:
    table = seven()
    for name, amount in (("ada", 500), ("bob", 700)):
        table.players.sit(name, 3)
        table.players.place(name, "player", amount, seat=3)
    table.close()
    assert (table.players.stakes("ada"), table.players.stakes("bob")) == (
        {"player:3": 500},
        {"player:3": 700},
    )


def test_F125_seven_seats_share_one_round_of_two_hands() -> None:
    table = seven()
    for seat, name in enumerate(("ada", "bob", "cleo", "dan", "eve", "fay", "gus"), start=1):
        table.players.sit(name, seat)
        table.players.place(name, "banker", 1000, seat=seat)
    table.close()
    table.cards.deal(FOUR_CARDS)  # Banker wins with nine.
    assert {table.players.won(name) for name in ("ada", "dan", "gus")} == {1000}


def test_F128_who_has_confirmed_cannot_leave_before_the_round_ends() -> None:
    table = seven()
    table.players.sit("ada", 3)
    table.players.place("ada", "player", 500, seat=3)
    table.does("ada", CONFIRM)
    leave = c.LeaveSeat(seat=3)
    assert table.refusal("ada", leave) == "seat/bets_in_play"
    table.close()
    assert table.refusal("ada", leave) == "seat/bets_in_play"
    table.cards.deal(FOUR_CARDS)
    table.does("ada", leave)
    assert table.state.seats_of("ada") == frozenset()


def test_F128_who_has_only_chips_lying_may_leave_and_takes_them_along() -> None:
    table = seven()
    table.players.sit("ada", 3)
    table.players.place("ada", "player", 500, seat=3)
    table.does("ada", c.LeaveSeat(seat=3))
    assert table.players.chips("ada") == {}
    assert table.funds.available("ada", table="elsewhere") == table.players.balance("ada")
    assert table.refusal("ada", c.UndoBet()) == "bet/nothing_to_undo"
    assert table.close().accepted == ()


def test_F127_a_seat_is_changed_by_leaving_it() -> None:
    table = seven()
    table.players.sit("ada", 3)
    assert table.refusal("ada", c.LeaveSeat(seat=4)) == "seat/not_yours"
    table.does("ada", c.LeaveSeat(seat=3))
    table.players.sit("ada", 4)
    assert table.state.seats_of("ada") == {4}


def missed(table: Studio, *, seat: int = 1) -> None:
    """A round that only the player of another seat plays, to its end."""
    table.players.place("bob", "main", seat=seat)
    table.close()
    table.cards.deal("TS 9H 8D 8C")  # 18 against 17
    table.players.choose("stand")
    table.cards.deal("turn")
    table.rest()


def test_F46_a_blackjack_seat_is_free_after_three_missed_rounds() -> None:
    table = blackjack()
    table.players.sit("bob", 1)
    table.players.sit("ada", 2)
    for _ in range(2):
        missed(table)
        assert table.state.seats[2] == ("ada",)
    missed(table)
    assert (table.state.seats[1], table.state.seats[2]) == (("bob",), ())
    assert table.told(e.SeatLeft) == [e.SeatLeft(player="ada", seat=2, missed=3)]
    table.players.sit("cleo", 2)


def test_F46_a_bet_starts_the_count_of_missed_rounds_again() -> None:
    table = blackjack()
    table.players.sit("bob", 1)
    table.players.sit("ada", 2)
    missed(table)
    missed(table)
    table.players.place("ada", "main", seat=2)
    table.close()
    assert table.state.missed == {1: 1}


def test_F42_F126_a_shared_seat_is_kept_by_a_player_who_skips_rounds() -> None:
    table = seven()
    table.players.sit("ada", 3)
    for _ in range(4):
        table.close()
        table.cards.deal(FOUR_CARDS)
        table.rest()
    assert table.state.seats_of("ada") == {3}


def test_F131_a_blackjack_seat_has_one_player() -> None:
    table = blackjack()
    table.players.sit("ada", 3)
    assert table.refusal("bob", c.TakeSeat(seat=3)) == "seat/taken"
    assert table.refusal("ada", c.TakeSeat(seat=3)) == "seat/taken"


def test_F46_a_player_may_hold_several_seats_up_to_a_limit() -> None:
    table = blackjack()
    table.players.sit("ada", 1, 2, 3)
    assert table.refusal("ada", c.TakeSeat(seat=4)) == "seat/enough"
    for seat in (1, 2, 3):
        table.players.place("ada", "main", seat=seat)
    table.close()
    assert table.round.seats == {1, 2, 3}


def test_F46_a_full_table_has_no_seat_for_an_eighth() -> None:
    table = blackjack()
    for number in range(1, 8):
        table.does(f"player {number}", c.TakeSeat())
    assert table.refusal("eighth", c.TakeSeat()) == "seat/taken"


def test_tables_without_seats_have_none_to_take() -> None:
    assert speed().refusal("ada", c.TakeSeat(seat=1)) == "seat/none_here"


def test_F131_who_left_a_blackjack_seat_has_no_chip_on_it_when_another_sits_there() -> None:
    """Two players with a main bet on one hand cannot be: who would decide for it."""
    table = blackjack()
    table.players.sit("ada", 2)
    table.players.place("ada", "main", 1000, seat=2)
    table.players.place("ada", "perfect_pairs", 500, seat=2)
    table.does("ada", c.LeaveSeat(seat=2))
    table.players.sit("bob", 2)
    table.players.place("bob", "main", 700, seat=2)
    closed = table.close()
    assert [(bet.player, bet.stake) for bet in closed.accepted] == [("bob", 700)]
    assert table.players.won("ada") == 0


def test_F155_who_takes_the_seat_they_bet_behind_loses_that_chip_at_the_close() -> None:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.sit("bob", 2)
    table.players.place("ada", "main", seat=1)
    table.players.place("bob", "behind", seat=1)
    table.does("ada", c.LeaveSeat(seat=1))
    table.players.sit("bob", 1)
    table.players.place("bob", "main", seat=1)
    assert rejections(table.close(), "bob") == {"behind:1": (1000, "bet/behind_oneself")}


def test_F46_a_seat_may_be_taken_in_any_phase() -> None:
    table = seven()
    table.close()
    assert table.phase is Phase.DEALING
    table.players.sit("ada", 3)
    assert table.state.seats_of("ada") == {3}
