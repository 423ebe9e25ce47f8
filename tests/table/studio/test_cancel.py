"""Cancelling at every point of a round: every stake comes back exactly once (F244, R17, I15)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.table.driver import BOSS, HOUSE, Studio, blackjack, brag, scanner, seven

from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase

CANCEL = c.CancelRound(reason="the shoe fell over")
PLAYERS = ("ada", "bob", "cleo", "dan")

Script = list[Callable[[Studio], object]]


def _deal(cards: str) -> Callable[[Studio], object]:
    return lambda table: table.cards.deal(cards)


def _choose(option: str) -> Callable[[Studio], object]:
    return lambda table: table.players.choose(option)


def _answer(player: str, option: str, kind: str) -> Callable[[Studio], object]:
    return lambda table: table.players.answer(player, option, kind=kind)


# Ada doubles on seat 1 and has side bets, Bob splits on seat 2 and has a golden chip, Cleo stands
# behind both and follows, Dan stands behind one and does not. The dealer shows an ace.
BLACKJACK: Script = [
    lambda table: table.players.place("ada", "main", 1000, seat=1),
    lambda table: table.players.place("ada", "perfect_pairs", 500, seat=1),
    lambda table: table.players.place("ada", "21+3", 500, seat=1),
    lambda table: table.players.place("bob", "main", 5000, seat=2, golden=True),
    lambda table: table.players.place("cleo", "behind", 1000, seat=1),
    lambda table: table.players.place("cleo", "behind", 700, seat=2),
    lambda table: table.players.place("dan", "behind", 300, seat=2),
    lambda table: table.close(),
    *map(_deal, ["6S", "8S", "AH", "5D", "8D", "6C"]),
    _answer("ada", "yes", "main"),
    _answer("dan", "yes", "behind"),
    lambda table: table.time_up(),
    _choose("double"),
    _deal("9C"),
    _choose("split"),
    *map(_deal, ["TC", "3C"]),
    _choose("stand"),
    _choose("hit"),
    _deal("TD"),
    _deal("turn"),
]


def prepared() -> Studio:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.sit("bob", 2)
    for name in PLAYERS:
        table.players.fund(name, golden=5000 if name == "bob" else 0)
    table.players.wish("dan", follow_split=False)
    return table


def played(script: Script, table: Studio, steps: int) -> Studio:
    for step in script[:steps]:
        step(table)
    return table


def stakes_taken(table: Studio) -> dict[str, int]:
    return {bet.id: bet.stake for bet in table.book.bets.values()}


def test_the_script_below_takes_every_kind_of_stake() -> None:
    table = played(BLACKJACK, prepared(), len(BLACKJACK))
    kinds = [bet.kind for bet in table.round.bets.values()]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "main": 2,
        "perfect_pairs": 1,
        "21+3": 1,
        "behind": 3,
        "insurance": 2,
        "double": 2,
        "split": 2,
    }
    assert table.phase is Phase.RESULT


@pytest.mark.parametrize("steps", range(1, len(BLACKJACK)))
@pytest.mark.parametrize("pause", ["", "paused "], ids=lambda text: text.strip() or "running")
def test_F244_R17_I15_blackjack_cancelled_at_every_point(steps: int, pause: str) -> None:
    """The book checks escrow and outcomes; here the purses are what they were."""
    table = played(BLACKJACK, prepared(), steps)
    taken = stakes_taken(table)
    if pause:
        table.does(BOSS, c.Pause(reason="looking"))
    table.does(BOSS, CANCEL)
    assert [table.players.won(name) for name in PLAYERS] == [0, 0, 0, 0]
    assert table.players.golden("bob") == 5000
    [cancelled] = table.told(e.RoundCancelled)
    assert sorted(cancelled.refunds) == sorted(taken)
    refunds = {row.bet: row.amount for row in table.book.outcomes.values()}
    assert refunds == taken
    assert {row.result for row in table.book.outcomes.values()} <= {"refunded"}


def test_I15_the_points_at_which_a_round_of_blackjack_is_cancelled(
    record_property: Callable[[str, object], None],
) -> None:
    """As many as the script above has steps: running and paused, each refunded exactly once."""
    points = [
        (steps, stakes_taken(played(BLACKJACK, prepared(), steps)))
        for steps in range(1, len(BLACKJACK))
    ]
    bets = [len(taken) for _, taken in points]
    assert bets == sorted(bets)
    assert (bets[0], bets[-1]) == (0, 13)
    record_property("counted", f"blackjack cancelled at {2 * len(points)} points, {bets} bets each")


def test_R17_a_known_result_is_settled_and_never_cancelled() -> None:
    table = played(BLACKJACK, prepared(), len(BLACKJACK))
    assert table.refusal(BOSS, CANCEL) == "table/not_now"


def test_F78_a_cancelled_round_shows_so_and_then_the_next_may_open() -> None:
    table = played(BLACKJACK, prepared(), 8)
    table.does(BOSS, CANCEL)
    assert table.phase is Phase.CANCELLED
    assert table.engine.deadline_ms == table.now_ms + table.round.config.timers.cancelled
    table.rest()
    assert table.is_in(Phase.IDLE)
    assert table.players.place("ada", "main", seat=1).accepted


def test_F244_chips_that_were_no_bets_yet_go_back_as_well() -> None:
    table = played(BLACKJACK, prepared(), 7)
    table.does(BOSS, CANCEL)
    assert table.players.chips("ada") == {}
    assert table.funds.available("ada", table="elsewhere") == table.players.balance("ada")


@pytest.mark.parametrize("cards", ["", "2S", "2S 2H 2D TC", "2S 2H 2D TC AS"])
def test_F244_baccarat_cancelled_at_every_point(cards: str) -> None:
    table = scanner()
    table.players.place("ada", "player", 1000)
    table.does("ada", c.ConfirmBets())
    table.players.place("ada", "tie", 500)
    table.players.place("bob", "banker", 700)
    table.close()
    table.cards.deal(cards)
    table.does(BOSS, CANCEL)
    assert (table.players.won("ada"), table.players.won("bob")) == (0, 0)


def test_F244_confirmed_bets_of_an_open_window_go_back() -> None:
    table = seven()
    table.players.sit("ada", 1)
    table.players.place("ada", "player", 1000, seat=1)
    table.does("ada", c.ConfirmBets())
    table.does(BOSS, CANCEL)
    assert table.players.won("ada") == 0


BRAG: Script = [
    lambda table: table.players.place("ada", "ante", 1000),
    lambda table: table.players.place("ada", "poker_plus", 500),
    lambda table: table.players.place("bob", "blind_play", 700),
    lambda table: table.players.place("cleo", "ante", 5000, golden=True),
    lambda table: table.close(),
    *map(_deal, ["9S", "9H", "4D", "KS", "8H", "3D"]),
    _answer("ada", "play", "ante"),
    _answer("cleo", "play", "ante"),
    _deal("turn"),
]


@pytest.mark.parametrize("steps", range(1, len(BRAG)))
def test_F244_R17_brag_cancelled_at_every_point(steps: int) -> None:
    table = brag()
    for name in PLAYERS:
        table.players.fund(name, golden=5000 if name == "cleo" else 0)
    played(BRAG, table, steps)
    table.does(BOSS, CANCEL)
    assert [table.players.won(name) for name in PLAYERS] == [0, 0, 0, 0]
    assert table.players.golden("cleo") == 5000


def test_F253_the_house_cancels_in_its_own_name() -> None:
    table = played(BLACKJACK, prepared(), 8)
    table.does(HOUSE, c.CancelRound(reason="studio/lost"))
    [cancelled] = table.told(e.RoundCancelled)
    assert (cancelled.actor, cancelled.reason) == (HOUSE, "studio/lost")


def test_I15_a_round_is_cancelled_once() -> None:
    table = played(BLACKJACK, prepared(), 8)
    table.does(BOSS, CANCEL)
    assert table.refusal(BOSS, CANCEL) == "table/not_now"
