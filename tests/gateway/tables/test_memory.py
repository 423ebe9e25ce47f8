"""What the network remembers of a table: folded from its events, and the same when folded again."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from sabot.gamekit import Bet
from sabot.games import variant_named
from sabot.gateway.tables.memory import TableMemory
from sabot.money import Cents
from sabot.table import events as e

SPECS = variant_named("blackjack")[1].bets


def memory_of(*events: e.Event) -> TableMemory:
    return TableMemory("blackjack", lambda: ((event, SPECS) for event in events))


def opened(number: int) -> e.RoundOpened:
    return e.RoundOpened(round_id=f"t-{number}", round_of_shoe=number, config_version=1)


def bet(name: str, *, kind: str = "main", seat: int = 3, parent: str | None = None) -> Bet:
    return Bet(id=name, player="ada", kind=kind, stake=Cents(100), seat=seat, parent=parent)


def settled(**amounts: int) -> e.RoundSettled:
    paid = tuple(
        e.Paid(bet=name, result="win" if amount else "lose", amount=amount, why=())
        for name, amount in amounts.items()
    )
    return e.RoundSettled(round_id="t", outcome={}, payouts=paid)


def a_round(bets: Sequence[Bet], **amounts: int) -> tuple[e.Event, ...]:
    return (opened(1), e.BetsClosed(accepted=tuple(bets), rejected=()), settled(**amounts))


@pytest.mark.parametrize(
    ("rounds", "medal"),
    [
        ([200], 1),
        ([200, 250], 2),
        ([200, 100], 1),  # a push is neutral
        ([200, 0], None),
        ([200, 0, 200], 1),
    ],
)
def test_F157_a_medal_counts_rounds_won_in_a_row(rounds: list[int], medal: int | None) -> None:
    events = [event for amount in rounds for event in a_round([bet("a")], a=amount)]
    assert memory_of(*events).medals.get(3) == medal


def test_F157_side_bets_and_bets_behind_win_no_medal() -> None:
    bets = [bet("a"), bet("b", kind="perfect_pairs"), bet("c", kind="behind")]
    assert memory_of(*a_round(bets, a=0, b=600, c=200)).medals == {}


def test_F157_a_lost_double_outweighs_nothing_it_did_not_win() -> None:
    bets = [bet("a"), bet("a+double", kind="double", parent="a")]
    assert memory_of(*a_round(bets, **{"a": 200, "a+double": 200})).medals == {3: 1}


@pytest.mark.parametrize(
    ("result", "amount", "medal"), [("win", 100, 2), ("push", 0, 1), ("lose", 0, None)]
)
def test_R30_a_golden_chip_wins_pushes_and_loses_like_cash(
    result: str, amount: int, medal: int | None
) -> None:
    chip = replace(bet("b"), golden=True)
    paid = e.Paid(bet="b", result=result, amount=amount, why=(), chip_returned=result == "push")
    events = (
        *a_round([bet("a")], a=200),
        opened(2),
        e.BetsClosed(accepted=(chip,), rejected=()),
        e.RoundSettled(round_id="t", outcome={}, payouts=(paid,)),
    )
    assert memory_of(*events).medals.get(3) == medal


def test_R30_insurance_wins_no_medal() -> None:
    bets = [bet("a"), bet("a+insurance", kind="insurance", parent="a")]
    assert memory_of(*a_round(bets, **{"a": 0, "a+insurance": 600})).medals == {}


def test_F157_who_stands_up_leaves_the_medal_behind() -> None:
    won = a_round([bet("a")], a=200)
    assert memory_of(*won, e.SeatLeft(player="ada", seat=3)).medals == {}


def test_F150_F168_the_last_decision_of_a_seat_is_known_until_the_next_round() -> None:
    asked = e.QuestionOpened(decision_id="d1", topic="hand", seat=3, hand=0)
    chosen = e.ChoiceMade(decision_id="d1", option="stand", by=e.By.AUTO_STAND)
    memory = memory_of(opened(1), asked, chosen)
    assert memory.chosen == {(3, 0): "auto_stand"}
    memory.see(opened(2), SPECS)
    assert memory.chosen == {}


def test_F72_what_was_not_taken_is_remembered_with_its_reason() -> None:
    out = e.Rejected(player="ada", kind="main", stake=50, reason="bet/under_minimum")
    memory = memory_of(opened(1), e.BetsClosed(accepted=(), rejected=(out,)))
    assert memory.rejected == {"ada": (out,)}


def test_what_is_read_from_the_disk_again_is_the_same() -> None:
    events = (*a_round([bet("a")], a=200), *a_round([bet("a")], a=250))
    memory = memory_of(*events)
    before = (dict(memory.medals), set(memory.bettors), dict(memory.payouts))
    memory.start_again()
    assert (dict(memory.medals), set(memory.bettors), dict(memory.payouts)) == before
