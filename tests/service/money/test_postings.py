"""From what happened to where the money goes: text tables of transfers, bet by bet (I1, I5)."""

from __future__ import annotations

import msgspec
import pytest
from tests.table.cast import People
from tests.table.driver import (
    BOSS,
    GOLDEN,
    Studio,
    blackjack,
    brag,
    scanner,
    speed,
    speed_config,
)

from sabot.gamekit import Bet
from sabot.ledger import TransferKind
from sabot.money import Currency
from sabot.service.money.postings import postings_of
from sabot.table import commands as c
from sabot.table import events as e


def moved(table: Studio) -> list[str]:
    """Every transfer but gifts, as a line: kind, from, to, cents."""
    return [
        f"{t.kind} {t.debit} > {t.credit} {t.amount}".replace(":EUR", "")
        for t in table.book.transfers.values()
        if t.kind is not TransferKind.DEPOSIT
    ]


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


def test_I1_a_round_that_the_players_win() -> None:
    table = speed()
    table.players.place("ada", "player", 1000)
    table.players.place("bob", "banker", 300)
    table.close()
    table.cards.deal("4S 2H 5D 3C")
    assert moved(table) == lines("""
        stake player:ada > escrow:speed-1 1000
        stake player:bob > escrow:speed-1 300
        winnings house:house > escrow:speed-1 700
        payout escrow:speed-1 > player:ada 2000
    """)


def test_I1_a_round_that_the_house_wins() -> None:
    table = speed()
    table.players.place("ada", "player", 1000)
    table.players.place("bob", "tie", 300)
    table.close()
    table.cards.deal("4S 5H 3D 4C")
    assert moved(table)[2:] == ["loss escrow:speed-1 > house:house 1300"]


def test_a_tie_gives_stakes_back_and_the_house_nothing() -> None:
    table = speed()
    table.players.place("ada", "player", 1000)
    table.close()
    table.cards.deal("4S 4H 5D 5C")
    assert moved(table)[1:] == ["payout escrow:speed-1 > player:ada 1000"]


def test_F66_R3_cents_are_cut_per_bet_line() -> None:
    table = speed()
    table.players.place("ada", "banker", 101)
    table.close()
    table.cards.deal("4S 5H 3D 4C")
    assert moved(table)[1:] == lines("""
        winnings house:house > escrow:speed-1 95
        payout escrow:speed-1 > player:ada 196
    """)


def test_R29_a_golden_chip_that_wins() -> None:
    table = speed()
    table.players.fund("ada", golden=GOLDEN)
    table.players.place("ada", "player", GOLDEN, golden=True)
    table.close()
    table.cards.deal("4S 2H 5D 3C")
    ours = [line for line in moved(table) if not line.startswith("grant")]
    assert ours == lines("""
        stake golden:ada > escrow:speed-1 5000
        winnings house:house > escrow:speed-1 5000
        payout escrow:speed-1 > player:ada 5000
        loss escrow:speed-1 > promotion:house 5000
    """)


@pytest.mark.parametrize(
    ("cards", "last"),
    [
        ("4S 4H 5D 5C", "refund escrow:speed-1 > golden:ada 5000"),
        ("4S 5H 3D 4C", "loss escrow:speed-1 > promotion:house 5000"),
    ],
)
def test_F183_F184_a_golden_chip_that_pushes_or_loses(cards: str, last: str) -> None:
    table = speed()
    table.players.fund("ada", golden=GOLDEN)
    table.players.place("ada", "player", GOLDEN, golden=True)
    table.close()
    table.cards.deal(cards)
    assert moved(table) == ["stake golden:ada > escrow:speed-1 5000", last]


def test_R17_a_cancelled_round_reverses_every_stake_where_it_came_from() -> None:
    table = brag()
    table.players.fund("ada", golden=GOLDEN)
    table.players.place("ada", "ante", GOLDEN, golden=True)
    table.close()
    table.cards.deal("9S 9H 4D KS 8H 3D")
    table.players.answer("ada", "play", kind="ante")
    table.does(BOSS, c.CancelRound(reason="cards fell"))
    assert moved(table) == lines("""
        stake golden:ada > escrow:brag-1 5000
        stake player:ada > escrow:brag-1 5000
        refund escrow:brag-1 > golden:ada 5000
        refund escrow:brag-1 > player:ada 5000
    """)


def test_what_decisions_take_goes_into_the_same_escrow() -> None:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.place("ada", "main", 1000, seat=1)
    table.close()
    table.cards.deal("6S 6H 5D TC")
    table.players.choose("double")
    assert moved(table) == lines("""
        stake player:ada > escrow:bj-1 1000
        stake player:ada > escrow:bj-1 1000
    """)
    main = "bj-1/0/ada/main:1"
    assert set(table.book.transfers) >= {f"{main}:stake", f"{main}+double:stake"}


def test_two_currencies_have_two_escrows_and_two_houses() -> None:
    people = People({"zoe": Currency.GBP})
    table = Studio(speed_config(), people=people)
    for name in ("ada", "zoe"):
        table.players.place(name, "player", 1000)
    table.close()
    table.cards.deal("4S 2H 5D 3C")
    houses = {t.debit for t in table.book.transfers.values() if t.kind is TransferKind.WINNINGS}
    assert houses == {"house:house:EUR", "house:house:GBP"}
    assert (table.players.won("ada"), table.players.won("zoe")) == (1000, 1000)
    assert table.book.totals() == {"EUR": 0, "GBP": 0}


def test_ids_are_made_of_what_a_transfer_is_for() -> None:
    table = scanner()
    for amount in (1000, 500):
        table.players.place("ada", "player", amount)
        table.does("ada", c.ConfirmBets())
    table.close()
    table.cards.deal("4S 2H 5D 3C")
    ids = [name for name in table.book.transfers if not name.startswith("gift")]
    assert ids == [
        "scanner-1/0/ada/player:stake",
        "scanner-1/1/ada/player:stake",
        "scanner-1:house:EUR",
        "scanner-1/0/ada/player:payout",
        "scanner-1/1/ada/player:payout",
    ]


def test_I3_every_bet_has_one_outcome_that_says_what_it_brought() -> None:
    table = speed()
    table.players.place("ada", "player", 1000)
    table.players.place("ada", "tie", 200)
    table.close()
    table.cards.deal("4S 2H 5D 3C")
    outcomes = {row.bet: (row.result, row.amount) for row in table.book.outcomes.values()}
    assert outcomes == {
        "speed-1/0/ada/player": ("win", 2000),
        "speed-1/0/ada/tie": ("lose", 0),
    }


def test_a_bet_row_holds_the_whole_bet() -> None:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.place("ada", "main", 1000, seat=1)
    table.players.place("bob", "behind", 500, seat=1)
    table.close()
    row = table.book.bets["bj-1/0/bob/behind:1"]
    assert msgspec.json.decode(row.body, type=Bet) == table.players.bet("bob", "behind")
    assert (row.player, row.kind, row.stake, row.round_id) == ("bob", "behind", 500, "bj-1")


@pytest.mark.parametrize(
    "event",
    [
        e.BettingEnded(),
        e.TableRested(),
        e.RoundLapsed(round_id="r"),
        e.SeatTaken(player="a", seat=1),
    ],
)
def test_most_events_move_no_money(event: e.Event) -> None:
    postings = postings_of(event, "r", {}, People())
    assert (postings.stakes, postings.transfers, postings.outcomes) == ((), (), ())
