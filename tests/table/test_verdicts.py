"""The verdict at the close: accepted, some not accepted, rejected, and why (F63-F76, P10)."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace
from tests.table.driver import (
    Studio,
    blackjack,
    brag,
    brag_config,
    limits,
    off,
    rejections,
    scanner,
    seven_config,
    several,
    speed,
    speed_config,
    verdict,
)

from sabot.gamekit import Placement
from sabot.money import Cents
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table import rulebook
from sabot.table.phases import Phase
from sabot.table.rulebook import rulebook_of
from sabot.table.staging import Stage
from sabot.table.verdicts import Means, at_close, standing


def test_P10_F71_F72_F73_one_verdict_of_three_for_every_player() -> None:
    table = speed()
    table.players.place("ada", "player", 1000)
    table.players.place("bob", "player", 1000)
    table.players.place("bob", "tie", 50)
    table.players.place("cleo", "tie", 50)
    closed = table.close()
    told = {name: verdict(closed, name) for name in ("ada", "bob", "cleo", "dan")}
    assert told == {
        "ada": "accepted",
        "bob": "some not accepted",
        "cleo": "rejected",
        "dan": "no bet",
    }


def test_P10_the_verdict_is_durable_and_equal_to_the_ledger() -> None:
    table = speed()
    table.players.place("ada", "player", 1000)
    table.players.place("ada", "tie", 150_000)
    table.players.place("bob", "player_pair", 50)
    closed = table.close()
    assert table.told(e.BetsClosed) == [closed]
    for name, staked in {"ada": 101_000, "bob": 0}.items():
        assert sum(bet.stake for bet in closed.accepted if bet.player == name) == staked
        assert table.players.won(name) == -staked


def test_F72_every_chip_that_is_out_has_its_own_reason() -> None:
    table = speed()
    table.players.place("ada", "player", 1000)
    table.players.place("ada", "banker", 1000)
    table.players.place("ada", "tie", 150_000)
    table.players.place("ada", "super6", 500)
    table.players.place("ada", "player_pair", 99)
    table.players.place("ada", "banker_pair", 500)
    table.does(*off("banker_pair"))
    assert rejections(table.close(), "ada") == {
        "banker": (900, "bet/opposite_cut"),
        "tie": (50_000, "bet/over_maximum"),
        "super6": (500, "bet/wrong_mode"),
        "player_pair": (99, "bet/under_minimum"),
        "banker_pair": (500, "bet/switched_off"),
    }


def test_F63_a_chip_that_comes_at_the_deadline_is_late_though_nobody_heard_the_clock() -> None:
    table = speed()
    table.players.fund("ada")
    assert table.engine.deadline_ms is not None
    chip = c.PlaceChip(kind="player", amount=1000)
    table.now_ms = table.engine.deadline_ms
    assert table.refusal("ada", chip) == "bet/too_late"
    assert table.refusal("ada", c.UndoBet()) == "bet/too_late"
    table.now_ms -= 1
    assert table.send("ada", chip).accepted


def test_F63_a_chip_in_the_batch_that_opens_betting_is_not_late() -> None:
    """The deadline of the window before says nothing about this one."""
    table = speed()
    table.players.fund("ada")
    table.close()
    table.cards.deal("2S 4H 5D 5C")
    assert table.engine.deadline_ms is not None
    table.now_ms = table.engine.deadline_ms
    due = table.engine.due(table.now_ms)
    assert due is not None
    chip = table.envelope("ada", c.PlaceChip(kind="player", amount=1000))
    work = table.batch([due, replace(chip, bets_for="speed-2@1")])
    assert [reply.accepted for reply in work.replies] == [True, True]


# --- money ----------------------------------------------------------------------------------------


def test_F64_F76_a_chip_the_balance_does_not_cover_is_refused() -> None:
    table = speed()
    table.players.fund("ada", 1000)
    chip = c.PlaceChip(kind="player", amount=1100)
    assert table.refusal("ada", chip) == "bet/insufficient_balance"
    reply = table.send("ada", chip)
    assert reply.data == {"needed": 1100, "available": 1000}


def test_F76_chips_on_several_spots_are_covered_together() -> None:
    table = speed()
    table.players.fund("ada", 1000)
    table.players.place("ada", "player", 700)
    over = c.PlaceChip(kind="tie", amount=400)
    assert table.refusal("ada", over) == "bet/insufficient_balance"
    assert table.players.place("ada", "tie", 300).accepted


def test_F76_money_that_left_meanwhile_takes_the_newest_chips_out() -> None:
    table = speed()
    table.players.place("ada", "player", 1000)
    table.players.place("ada", "tie", 500)
    table.players.place("ada", "player_pair", 300)
    table.players.fund("ada", 1200)
    closed = table.close()
    assert table.players.stakes("ada") == {"player": 1000}
    assert rejections(closed, "ada") == {
        "tie": (500, "bet/insufficient_balance"),
        "player_pair": (300, "bet/insufficient_balance"),
    }
    assert table.players.balance("ada") == 200


def test_F76_a_chip_that_costs_nothing_keeps_its_own_reason() -> None:
    table = speed()
    table.players.place("ada", "player", 1000)
    table.players.place("ada", "tie", 50)
    table.players.fund("ada", 500)
    assert rejections(table.close(), "ada") == {
        "player": (1000, "bet/insufficient_balance"),
        "tie": (50, "bet/under_minimum"),
    }


def test_F45_a_side_bet_leaves_with_the_main_bet_that_could_not_be_paid() -> None:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.place("ada", "perfect_pairs", 500, seat=1)
    table.players.place("ada", "main", 1000, seat=1)
    table.players.fund("ada", 700)
    closed = table.close()
    assert rejections(closed, "ada") == {
        "main:1": (1000, "bet/insufficient_balance"),
        "perfect_pairs:1": (500, "bet/needs_main_bet"),
    }
    assert table.players.balance("ada") == 700


def test_P16_twenty_tables_cannot_promise_one_balance_twenty_times() -> None:
    tables = several(speed_config(f"speed-{number}") for number in range(20))
    tables[0].players.fund("ada", 5000)
    replies = [table.players.place("ada", "player", 1000) for table in tables]
    assert [reply.accepted for reply in replies] == [True] * 5 + [False] * 15
    assert {reply.code for reply in replies[5:]} == {"bet/insufficient_balance"}
    for table in tables:
        table.close()
    assert tables[0].players.balance("ada") == 0


def test_P16_chips_decided_at_the_same_instant_never_overdraw() -> None:
    """Two tables decide before either has stored: one of the two is told so at the close."""
    one, other = several((speed_config("one"), speed_config("other")))
    one.players.fund("ada", 1000)
    works = []
    for table in (one, other):
        chip = table.envelope("ada", c.PlaceChip(kind="player", amount=1000))
        works.append((table, table.engine.prepare([chip], wall_ms=0)))
    for table, work in works:
        table.book.commit(work.unit)
        table.engine.applied(work, now_ms=table.now_ms)
    taken = [verdict(table.close(), "ada") for table in (one, other)]
    assert sorted(taken) == ["accepted", "rejected"]
    assert one.players.balance("ada") == 0


def test_P16_stakes_on_their_way_to_the_disk_are_promised_to_nobody_else() -> None:
    one, other = several((seven_config("one"), speed_config("other")))
    one.players.fund("ada", 1000)
    one.players.sit("ada", 1)
    one.players.place("ada", "player", 1000, seat=1)
    work = one.engine.prepare([one.envelope("ada", c.ConfirmBets())], wall_ms=0)
    chip = c.PlaceChip(kind="player", amount=100)
    assert other.refusal("ada", chip) == "bet/insufficient_balance"
    one.engine.dropped(work)  # It was not stored: the chips still lie there and reserve.
    assert other.refusal("ada", chip) == "bet/insufficient_balance"
    one.does("ada", c.ClearBets())
    assert other.send("ada", chip).accepted


# --- what is accepted can be settled --------------------------------------------------------------


def test_F178_limits_that_cut_blind_play_cut_the_ante_with_it() -> None:
    """Ante and Blind Play are alike, or the round could not be settled."""
    table = Studio(brag_config(limits=limits(blind_play=(100, 500))))
    table.players.place("ada", "blind_play", 800)
    closed = table.close()
    assert table.players.stakes("ada") == {"ante": 500, "blind_play": 500}
    assert rejections(closed, "ada") == {
        "ante": (300, "bet/over_maximum"),
        "blind_play": (300, "bet/over_maximum"),
    }
    table.cards.deal("2S 4H 7D KS QH 8D turn")
    assert table.phase is Phase.RESULT


def test_F178_double_cuts_both_as_well() -> None:
    table = Studio(brag_config(limits=limits(blind_play=(100, 500))))
    table.players.place("ada", "blind_play", 400)
    table.does("ada", c.DoubleStakes())
    assert table.players.chips("ada") == {"ante": 500, "blind_play": 500}


def test_F178_an_ante_whose_blind_play_cannot_be_paid_is_asked_like_any_other() -> None:
    table = brag()
    table.players.place("ada", "blind_play", 800)
    table.players.fund("ada", 1000)
    closed = table.close()
    assert table.players.stakes("ada") == {"ante": 800}
    assert rejections(closed, "ada") == {"blind_play": (800, "bet/insufficient_balance")}
    table.cards.deal("2S 4H 7D KS QH 8D")
    assert table.asks() == "play_or_fold"


def test_a_table_that_deals_to_everybody_deals_without_a_bet() -> None:
    table = scanner()
    table.close()
    assert table.phase is Phase.DEALING


def test_F131_whatever_lies_on_the_felt_no_bet_stands_on_a_strangers_seat() -> None:
    """The felt takes such chips back; the close does not rely on it."""
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.sit("bob", 2)
    table.players.place("ada", "main", 1000, seat=1)
    chips = tuple(Placement(kind="main", stake=Cents(500), seat=seat) for seat in (1, 2))
    stages = {"ada": Stage(player="ada", layout=chips)}
    result = at_close(table.state, stages, Means(cash={"ada": 5000}.__getitem__))
    assert [bet.seat for bet in result.accepted] == [1]
    assert [(chip.seat, chip.reason) for chip in result.rejected] == [(2, "seat/not_yours")]


@pytest.mark.parametrize("seed", range(20))
def test_F51_F52_R16_a_remembered_verdict_is_the_one_that_would_be_given(seed: int) -> None:
    """Chips on bets, at random: what one table has judged before, another judges anew."""
    random, table = Random(seed), scanner()
    state = table.state
    for _ in range(60):
        spots = random.sample(("player", "banker", "tie", "player_pair", "banker_pair"), 2)
        layout = tuple(
            Placement(kind=kind, stake=Cents(random.choice((50, 500, 90_000)))) for kind in spots
        )
        stage = Stage(player=random.choice(("ada", "bob")), layout=layout)
        remembered = standing(state, stage)
        rulebook_of(state.settings, state.kinds_off)._judged.clear()
        assert standing(state, stage) == remembered
        taken = c.ConfirmBets(chips=(c.NewChip(kind=spots[0], amount=random.choice((500, 1_000))),))
        table.send(stage.player, taken)
        state = table.state


def test_verdicts_are_remembered_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "JUDGED_MAX", 10)
    state = scanner().state
    for stake in range(1, 40):
        standing(state, Stage(player="ada", layout=(Placement(kind="tie", stake=Cents(stake)),)))
    assert len(rulebook_of(state.settings, state.kinds_off)._judged) <= 10
