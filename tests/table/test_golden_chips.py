"""Golden chips: one a round, never mixed with cash, never turned into cash (F180-F186, R29)."""

from __future__ import annotations

from tests.table.driver import (
    BOSS,
    GOLDEN,
    Studio,
    blackjack,
    brag,
    brag_config,
    rejections,
    scanner,
    several,
    speed,
    speed_config,
    verdict,
)

from sabot.table import commands as c
from sabot.table.phases import Phase

PAIR_WINS = "9S 9H 4D KS 8H 3D"
PLAYER_WINS = "4S 2H 5D 3C"
TIE = "4S 4H 5D 5C"


def with_chip(table: Studio, kind: str = "ante") -> Studio:
    """Ada has one golden chip of 50.00 and puts it down."""
    table.players.fund("ada", golden=GOLDEN)
    assert table.players.place("ada", kind, GOLDEN, golden=True).accepted
    return table


def test_R29_a_golden_chip_has_an_account_of_its_own() -> None:
    table = with_chip(speed(), "player")
    assert verdict(table.close(), "ada") == "accepted"
    assert (table.players.golden("ada"), table.players.won("ada")) == (0, 0)


def test_F184_a_win_pays_the_winnings_without_the_chip() -> None:
    table = with_chip(speed(), "player")
    table.close()
    table.cards.deal(PLAYER_WINS)
    assert (table.players.golden("ada"), table.players.won("ada")) == (0, GOLDEN)


def test_F183_a_push_returns_the_golden_chip_and_no_cash() -> None:
    table = with_chip(speed(), "player")
    table.close()
    table.cards.deal(TIE)
    assert (table.players.golden("ada"), table.players.won("ada")) == (GOLDEN, 0)


def test_F184_a_loss_uses_it_up() -> None:
    table = with_chip(speed(), "banker")
    table.close()
    table.cards.deal(PLAYER_WINS)
    assert (table.players.golden("ada"), table.players.won("ada")) == (0, 0)


def test_R17_a_cancelled_round_returns_the_golden_chip() -> None:
    table = with_chip(speed(), "player")
    table.close()
    table.does(BOSS, c.CancelRound(reason="cards fell"))
    assert (table.players.golden("ada"), table.players.won("ada")) == (GOLDEN, 0)


def test_R29_who_has_no_golden_chip_cannot_place_one() -> None:
    """Otherwise the ledger would refuse the close of everybody."""
    table = speed()
    table.players.fund("ada", golden=GOLDEN)
    chip = c.PlaceChip(kind="player", amount=GOLDEN + 1, golden="token")
    assert table.refusal("ada", chip) == "bet/no_golden_chip"


def test_R29_a_golden_chip_that_was_played_elsewhere_meanwhile_is_rejected_at_the_close() -> None:
    one, other = several((speed_config("one"), speed_config("other")))
    one.players.fund("ada", golden=GOLDEN)
    for table in (one, other):
        assert table.players.place("ada", "player", GOLDEN, golden=True).accepted
    assert verdict(one.close(), "ada") == "accepted"
    assert rejections(other.close(), "ada") == {"player": (GOLDEN, "bet/no_golden_chip")}


def test_F180_later_stakes_are_cash() -> None:
    table = with_chip(brag())
    table.close()
    table.cards.deal(PAIR_WINS)
    table.players.answer("ada", "play", kind="ante")
    assert not table.players.bet("ada", "play").golden
    assert table.players.won("ada") == -GOLDEN
    table.cards.deal("turn")  # Both win: the Ante its winnings, the Play twice its stake.
    assert (table.players.golden("ada"), table.players.won("ada")) == (0, 2 * GOLDEN)


def test_F180_a_double_on_a_golden_main_bet_is_cash() -> None:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.fund("ada", golden=GOLDEN)
    table.players.place("ada", "main", GOLDEN, seat=1, golden=True)
    table.close()
    table.cards.deal("6S 6H 5D TC")
    table.players.choose("double")
    assert not table.players.bet("ada", "double").golden
    assert table.players.won("ada") == -GOLDEN


def test_F181_no_mix_of_golden_and_cash_on_one_spot() -> None:
    table = with_chip(speed(), "player")
    table.players.place("ada", "player", 1000)
    closed = table.close()
    assert rejections(closed, "ada") == {"player": (1000, "bet/golden_and_cash")}
    assert [bet.golden for bet in closed.accepted] == [True]


def test_F181_nor_with_cash_that_is_confirmed_already() -> None:
    table = scanner()
    table.players.place("ada", "player", 1000)
    table.does("ada", c.ConfirmBets())
    with_chip(table, "player")
    assert rejections(table.close(), "ada") == {"player": (GOLDEN, "bet/golden_and_cash")}


def test_F181_nor_cash_on_a_confirmed_golden_chip() -> None:
    table = with_chip(scanner(), "player")
    table.does("ada", c.ConfirmBets())
    table.players.place("ada", "player", 1000)
    assert rejections(table.close(), "ada") == {"player": (1000, "bet/golden_and_cash")}


def test_F182_one_golden_chip_a_round_over_all_seats() -> None:
    table = blackjack()
    table.players.sit("ada", 1, 2)
    table.players.fund("ada", golden=2 * GOLDEN)
    for seat in (1, 2):
        table.players.place("ada", "main", GOLDEN, seat=seat, golden=True)
    closed = table.close()
    assert rejections(closed, "ada") == {"main:2": (GOLDEN, "bet/one_golden_chip")}
    assert table.players.golden("ada") == GOLDEN


def test_F182_a_second_golden_chip_does_not_join_the_first() -> None:
    table = with_chip(speed(), "player")
    table.players.fund("ada", golden=GOLDEN)
    chip = c.PlaceChip(kind="player", amount=GOLDEN, golden="another")
    assert table.refusal("ada", chip) == "bet/one_golden_chip"


def test_F182_nor_one_that_is_confirmed() -> None:
    table = with_chip(scanner(), "player")
    table.does("ada", c.ConfirmBets())
    for kind in ("player", "tie"):
        table.players.fund("ada", golden=GOLDEN)
        reply = table.players.place("ada", kind, GOLDEN, golden=True)
        assert reply.data == {kind: "bet/one_golden_chip"}
        table.does("ada", c.ClearBets())
    assert table.close().accepted == ()


def test_R29_a_golden_chip_is_not_cut() -> None:
    table = speed()
    table.players.fund("ada", golden=600_000)
    table.players.place("ada", "player", 600_000, golden=True)
    assert rejections(table.close(), "ada") == {"player": (600_000, "bet/golden_over_maximum")}


def test_R29_first_bets_only() -> None:
    table = speed()
    table.players.fund("ada", golden=GOLDEN)
    reply = table.players.place("ada", "player_pair", GOLDEN, golden=True)
    assert reply.data == {"player_pair": "bet/golden_not_here"}


def test_R29_short_of_cash_the_golden_chip_still_plays() -> None:
    table = brag()
    table.players.place("ada", "pair_plus", 1000)
    with_chip(table)
    table.players.fund("ada", 0)
    closed = table.close()
    assert [bet.kind for bet in closed.accepted] == ["ante"]
    assert rejections(closed, "ada") == {"pair_plus": (1000, "bet/insufficient_balance")}


def test_R29_double_and_rebet_leave_golden_chips_alone() -> None:
    table = with_chip(speed(), "player")
    table.players.place("ada", "tie", 500)
    table.does("ada", c.DoubleStakes())
    assert table.players.chips("ada") == {"player": GOLDEN, "tie": 1000}
    table.close()
    table.cards.deal(TIE)
    table.rest()
    table.does("ada", c.Rebet())
    assert table.players.chips("ada") == {"tie": 1000}


def test_F30_R29_rebet_says_that_a_golden_chip_is_not_repeated() -> None:
    table = with_chip(speed(), "player")
    table.players.place("ada", "tie", 500)
    table.close()
    table.cards.deal(TIE)
    table.rest()
    told = table.does("ada", c.Rebet()).data
    assert told == {"player": "bet/golden_once", "tie": "accepted"}


def test_F30_F47_a_round_of_golden_chips_alone_cannot_be_repeated_and_opens_none() -> None:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.fund("ada", golden=GOLDEN)
    assert table.players.place("ada", "main", GOLDEN, seat=1, golden=True).accepted
    table.close()
    table.cards.deal("9S 6H 9D TC")
    table.players.choose("stand")
    table.cards.deal("turn 9H")
    table.rest()
    assert table.phase is Phase.IDLE
    assert table.refusal("ada", c.Rebet()) == "bet/golden_once"
    assert table.is_in(Phase.IDLE)


def test_F186_blind_play_replaces_the_golden_ante_by_cash_and_says_so() -> None:
    table = with_chip(brag())
    reply = table.players.place("ada", "blind_play", 100)
    assert reply.data["notice"] == "bet/one_golden_chip"
    stage = table.engine.felt.stages["ada"]
    assert [(str(s.kind), s.stake, s.golden) for s in stage.layout] == [
        ("ante", GOLDEN, False),
        ("blind_play", GOLDEN, False),
    ]
    assert stage.golden is None  # The token is back in the rack.
    table.close()
    assert (table.players.golden("ada"), table.players.won("ada")) == (GOLDEN, -2 * GOLDEN)


def test_F186_one_undo_restores_the_golden_chip_with_its_token() -> None:
    table = with_chip(brag())
    table.players.place("ada", "blind_play", 100)
    table.does("ada", c.UndoBet())
    stage = table.engine.felt.stages["ada"]
    assert [spot.golden for spot in stage.layout] == [True]
    assert stage.golden == "token"


def test_R29_the_token_leaves_and_returns_with_its_chip() -> None:
    table = with_chip(speed(), "player")
    tokens = []
    for command in (c.LowerBet(kind="player", amount=1), c.UndoBet(), c.ClearBets(), c.UndoBet()):
        table.does("ada", command)
        tokens.append(table.engine.felt.stages["ada"].golden)
    assert tokens == [None, "token", None, "token"]


def test_R29_an_undo_that_would_bring_back_a_spent_chip_is_refused() -> None:
    one, other = several((speed_config("one"), speed_config("other")))
    with_chip(one, "player")
    one.does("ada", c.ClearBets())
    other.players.place("ada", "player", GOLDEN, golden=True)
    other.close()
    assert one.refusal("ada", c.UndoBet()) == "bet/no_golden_chip"


def test_F186_where_blind_play_is_off_nothing_is_lost() -> None:
    table = with_chip(Studio(brag_config(switched_on=frozenset())))
    table.close()
    table.cards.deal(PAIR_WINS)
    table.time_up()
    table.cards.deal("turn")
    assert table.phase is Phase.RESULT
