"""Own limits at real tables: chips, Confirm, decisions, the close, and bets that stay valid."""

from __future__ import annotations

from functools import partial

import pytest
from tests.service.controls.moments import DAY, careful
from tests.table.driver import (
    Studio,
    blackjack_config,
    brag_config,
    rejections,
    scanner_config,
    speed_config,
)

from sabot.service.controls.bars import excluded, readmitted
from sabot.service.controls.desk import ControlDesk
from sabot.service.controls.limits import Limit, Pause
from sabot.table import commands as c

PLAYER_WINS = "9S 2H TD KC"
BANKER_WINS = "2S 9H KD TC"
MINUTE = 60_000


def seated(table: Studio, *, stake: int = 1_000) -> None:
    table.players.sit("ada", 1)
    assert table.players.place("ada", "main", stake, seat=1).accepted


@pytest.mark.parametrize("limit", [n for n in Limit if n is not Limit.SESSION_TIME])
def test_a_chip_beyond_a_limit_is_refused_with_its_code(limit: Limit) -> None:
    desk, _, [table] = careful(speed_config())
    desk.own.set_limit("ada", limit, 3_000)
    assert table.players.place("ada", "player", 2_000).accepted
    chip = c.PlaceChip(kind="player", amount=2_000)
    assert table.refusal("ada", chip) == limit.code
    assert table.refusal("ada", c.DoubleStakes()) == limit.code
    assert table.players.place("ada", "tie", 1_000).accepted
    assert table.players.place("bob", "player", 5_000).accepted  # Ada's limits are hers.


def test_when_the_money_ends_first_the_money_is_named() -> None:
    desk, _, [table] = careful(speed_config())
    table.players.fund("ada", 500)
    desk.own.set_limit("ada", Limit.STAKE_PER_DAY, 1_000)
    chip = c.PlaceChip(kind="player", amount=600)
    assert table.refusal("ada", chip) == "bet/insufficient_balance"


def test_P16_chips_on_other_felts_count_against_the_day_and_not_against_the_round() -> None:
    desk, _, [one, two] = careful(speed_config("one"), speed_config("two"))
    desk.own.set_limit("ada", Limit.STAKE_PER_ROUND, 1_000)
    assert one.players.place("ada", "player", 1_000).accepted
    assert two.players.place("ada", "player", 1_000).accepted
    desk.own.set_limit("ada", Limit.LOSS_PER_WEEK, 2_500)
    chip = c.PlaceChip(kind="tie", amount=600)
    assert two.refusal("ada", chip) == Limit.STAKE_PER_ROUND.code
    desk.own.set_limit("bob", Limit.LOSS_PER_WEEK, 2_500)
    assert one.players.place("bob", "player", 2_000).accepted
    assert two.players.place("bob", "player", 500).accepted
    assert two.refusal("bob", c.PlaceChip(kind="tie", amount=100)) == Limit.LOSS_PER_WEEK.code


def test_losses_of_the_day_and_stakes_of_open_rounds_use_up_a_loss_limit() -> None:
    desk, clock, [table] = careful(speed_config())
    desk.began("ada", "s1")
    desk.own.set_limit("ada", Limit.LOSS_PER_DAY, 1_500)
    table.players.place("ada", "player", 1_000)
    table.close()
    assert left(desk, table) == 500  # at risk counts as lost
    table.cards.deal(BANKER_WINS)
    assert (table.players.won("ada"), left(desk, table)) == (-1_000, 500)
    table.rest()
    chip = c.PlaceChip(kind="player", amount=600)
    assert table.refusal("ada", chip) == Limit.LOSS_PER_DAY.code
    table.players.place("ada", "player", 500)
    table.close()
    assert left(desk, table) == 0
    table.cards.deal(PLAYER_WINS)
    assert left(desk, table) == 1_000  # what was won is not lost any more
    clock.now_ms += DAY
    assert left(desk, table) == 1_500


def left(desk: ControlDesk, table: Studio) -> int:
    bound = desk.bound("ada", table=table.table_id)
    assert bound is not None
    return bound.cents


def test_a_cancelled_round_costs_nothing() -> None:
    desk, _, [table] = careful(speed_config())
    desk.began("ada", "s1")
    desk.own.set_limit("ada", Limit.STAKE_PER_DAY, 1_500)
    desk.own.set_limit("ada", Limit.LOSS_PER_DAY, 1_200)
    table.players.place("ada", "player", 1_000)
    table.close()
    table.does("boss", c.CancelRound(reason="test"))
    bound = desk.bound("ada", table="speed")
    assert bound == (500, Limit.STAKE_PER_DAY.code)  # it was staked, and came back


def test_a_limit_lowered_while_chips_lie_there_acts_at_the_close() -> None:
    desk, _, [table] = careful(speed_config())
    table.players.place("ada", "player", 1_000)
    table.players.place("ada", "tie", 500)
    desk.own.set_limit("ada", Limit.STAKE_PER_ROUND, 1_200)
    closed = table.close()
    assert rejections(closed, "ada") == {"tie": (500, Limit.STAKE_PER_ROUND.code)}
    assert table.players.stakes("ada") == {"player": 1_000}


def test_confirm_takes_what_the_limit_allows_and_tells_the_rest() -> None:
    desk, _, [table] = careful(scanner_config())
    table.players.place("ada", "player", 1_000)
    table.players.place("ada", "tie", 500)
    desk.own.set_limit("ada", Limit.STAKE_PER_DAY, 1_200)
    reply = table.does("ada", c.ConfirmBets())
    assert reply.data == {"player": "accepted", "tie": Limit.STAKE_PER_DAY.code}
    assert table.refusal("ada", c.ConfirmBets()) == Limit.STAKE_PER_DAY.code


def test_what_is_confirmed_counts_in_its_round() -> None:
    desk, _, [table] = careful(scanner_config())
    desk.own.set_limit("ada", Limit.STAKE_PER_ROUND, 1_500)
    table.players.place("ada", "player", 1_000)
    table.does("ada", c.ConfirmBets())
    chip = c.PlaceChip(kind="player", amount=600)
    assert table.refusal("ada", chip) == Limit.STAKE_PER_ROUND.code
    assert table.players.place("ada", "player", 500).accepted


@pytest.mark.parametrize("limit", [Limit.STAKE_PER_ROUND, Limit.STAKE_PER_DAY])
def test_two_steps_of_one_batch_share_a_limit(limit: Limit) -> None:
    desk, _, [table] = careful(scanner_config())
    desk.own.set_limit("ada", limit, 1_500)
    table.players.place("ada", "player", 1_000)
    work = table.batch(
        [
            table.envelope("ada", c.ConfirmBets()),
            table.envelope("ada", c.PlaceChip(kind="player", amount=1_000)),
        ]
    )
    assert [reply.code for reply in work.replies] == ["", limit.code]


def test_a_double_beyond_the_limit_is_refused_and_the_hand_played_on() -> None:
    desk, _, [table] = careful(blackjack_config())
    seated(table)
    desk.own.set_limit("ada", Limit.STAKE_PER_ROUND, 1_500)
    table.close()
    table.cards.deal("6S 6H 5D TC")
    assert table.players.choose("double").code == Limit.STAKE_PER_ROUND.code
    assert table.players.choose("stand").accepted


def test_a_split_and_an_insurance_beyond_the_limit_are_refused() -> None:
    desk, _, [table] = careful(blackjack_config())
    seated(table)
    desk.own.set_limit("ada", Limit.LOSS_PER_DAY, 1_499)
    table.close()
    table.cards.deal("8S AH 8D 9C")
    assert table.players.answer("ada", "yes", kind="main").code == Limit.LOSS_PER_DAY.code
    assert table.players.answer("ada", "no", kind="main").accepted
    assert table.players.choose("split").code == Limit.LOSS_PER_DAY.code


def test_play_beyond_the_limit_is_refused_and_passing_is_not() -> None:
    desk, _, [table] = careful(brag_config())
    desk.own.set_limit("ada", Limit.STAKE_PER_DAY, 1_500)
    table.players.place("ada", "ante", 1_000)
    table.close()
    table.cards.deal("9S 9H 4D KS 8H 3D")
    assert table.players.answer("ada", "play", kind="ante").code == Limit.STAKE_PER_DAY.code
    assert table.players.answer("ada", "fold", kind="ante").accepted


def test_F159_who_may_not_stake_more_does_not_follow() -> None:
    desk, _, [table] = careful(blackjack_config())
    seated(table)
    table.players.place("bob", "behind", 1_000, seat=1)
    desk.own.set_limit("bob", Limit.STAKE_PER_ROUND, 1_999)
    table.close()
    table.cards.deal("6S 6H 5D TC")
    assert table.players.choose("double").accepted
    assert table.players.stakes("bob") == {"behind:1": 1_000}


@pytest.mark.parametrize(("span", "code"), [(Pause.DAY, "cool_off"), (Pause.YEAR, "excluded")])
def test_in_a_pause_no_chip_lies_and_none_that_lay_becomes_a_bet(span: Pause, code: str) -> None:
    desk, _, [table] = careful(speed_config())
    table.players.place("ada", "player", 1_000)
    desk.own.pause("ada", span)
    for command in (c.PlaceChip(kind="tie", amount=100), c.DoubleStakes(), c.Rebet()):
        assert table.refusal("ada", command) == f"control/{code}"
    assert table.send("ada", c.UndoBet()).accepted  # taking back is always allowed
    closed = table.close()
    assert [bet.player for bet in closed.accepted] == []


def test_R29_in_a_pause_a_golden_chip_is_not_played_either() -> None:
    desk, _, [table] = careful(brag_config())
    table.players.fund("ada", 10_000, golden=1_000)
    assert table.players.place("ada", "ante", 1_000, golden=True).accepted
    desk.own.pause("ada", Pause.WEEK)
    chip = c.PlaceChip(kind="pair_plus", amount=1_000, golden="token")
    assert table.refusal("ada", chip) == "control/cool_off"
    assert rejections(table.close(), "ada") == {"ante": (1_000, "control/cool_off")}


def test_in_a_pause_nothing_is_confirmed() -> None:
    desk, _, [table] = careful(scanner_config())
    table.players.place("ada", "player", 1_000)
    desk.own.pause("ada", Pause.DAY)
    assert table.refusal("ada", c.ConfirmBets()) == "control/cool_off"
    assert rejections(table.close(), "ada") == {"player": (1_000, "control/cool_off")}


def test_chips_of_a_player_whom_others_keep_out_become_no_bets_until_it_is_lifted() -> None:
    desk, clock, [table] = careful(scanner_config())
    table.players.place("ada", "player", 1_000)
    out = partial(excluded, by="house", until_ms=clock.now_ms + DAY, actor="m", reason="a test")
    desk.own.change("ada", "excluded", lambda held, now: out(held, now_ms=now))
    for command in (c.PlaceChip(kind="tie", amount=100), c.ConfirmBets(), c.DoubleStakes()):
        assert table.refusal("ada", command) == "control/barred"
    assert rejections(table.close(), "ada") == {"player": (1_000, "control/barred")}
    desk.own.change("ada", "readmitted", lambda held, now: readmitted(held, "house", now_ms=now))
    assert desk.lock("ada") is None


def test_an_unanswered_reality_check_stops_new_bets_at_every_table_and_no_decision() -> None:
    desk, clock, [scanner, brag] = careful(scanner_config(), brag_config())
    desk.set_check("ada", 5)
    desk.began("ada", "s1")
    brag.players.place("ada", "ante", 1_000)
    brag.close()
    scanner.players.place("ada", "player", 1_000)
    scanner.does("ada", c.ConfirmBets())
    clock.now_ms += 5 * MINUTE
    for command in (c.PlaceChip(kind="tie", amount=100), c.DoubleStakes(), c.Rebet()):
        assert scanner.refusal("ada", command) == "control/reality_check"
    assert scanner.players.place("bob", "player", 1_000).accepted  # the check is Ada's
    scanner.close()
    scanner.cards.deal(PLAYER_WINS)
    assert (
        scanner.players.won("ada") == 1_000 - 1_000
    )  # won here what she risks there: confirmed is paid
    brag.cards.deal("KS KH 4D QC 7H 2S")
    assert brag.players.answer("ada", "play", kind="ante").accepted  # the hand is hers to finish
    scanner.rest()
    assert scanner.refusal("ada", c.PlaceChip(kind="tie", amount=100)) == "control/reality_check"
    desk.time.answer_check("ada")
    assert scanner.players.place("ada", "tie", 1_000).accepted


def test_chips_on_a_felt_become_no_bets_while_the_reality_check_waits() -> None:
    desk, clock, [table] = careful(speed_config())
    desk.set_check("ada", 5)
    desk.began("ada", "s1")
    table.players.place("ada", "player", 1_000)
    clock.now_ms += 5 * MINUTE
    assert rejections(table.close(), "ada") == {"player": (1_000, "control/reality_check")}


def test_a_bet_that_was_accepted_stays_valid_and_is_paid() -> None:
    desk, _, [table] = careful(scanner_config())
    table.players.place("ada", "player", 1_000)
    table.does("ada", c.ConfirmBets())
    desk.own.set_limit("ada", Limit.LOSS_PER_DAY, 1)
    desk.own.pause("ada", Pause.FOR_EVER)
    table.close()
    table.cards.deal(PLAYER_WINS)
    assert table.players.won("ada") == 1_000


def test_who_leaves_in_the_middle_of_a_round_is_remembered_until_it_is_over() -> None:
    """Bob is back before; Cora's chips become bets when she is gone."""
    desk, _, [table] = careful(speed_config())
    for name in ("ada", "bob", "cora"):
        desk.own.set_limit(name, Limit.LOSS_PER_DAY, 5_000)
        desk.began(name, f"{name}-1")
        table.players.place(name, "player", 1_000)
    desk.ended("cora-1")
    table.close()
    desk.ended("ada-1")
    desk.ended("bob-1")
    for name in ("ada", "bob", "cora"):
        assert desk.bound(name, table="speed") == (4_000, Limit.LOSS_PER_DAY.code)
    desk.began("bob", "bob-2")
    table.cards.deal(BANKER_WINS)
    assert [desk.accounts.knows(name) for name in ("ada", "bob", "cora")] == [False, True, False]
    assert desk.bound("bob", table="speed") == (4_000, Limit.LOSS_PER_DAY.code)


def test_an_excluded_player_may_still_decide_about_the_hand_that_is_dealt() -> None:
    desk, _, [table] = careful(blackjack_config())
    seated(table)
    table.close()
    table.cards.deal("6S 6H 5D TC")
    desk.own.pause("ada", Pause.FOR_EVER)
    assert table.players.choose("double").code == "control/excluded"
    assert table.players.choose("stand").accepted
    assert table.cards.turns()


def test_golden_chips_are_no_loss_and_what_they_win_is_won() -> None:
    desk, _, [table] = careful(brag_config())
    desk.began("ada", "s1")
    table.players.fund("ada", 10_000, golden=1_000)
    desk.own.set_limit("ada", Limit.LOSS_PER_DAY, 500)
    assert table.players.place("ada", "pair_plus", 1_000, golden=True).accepted
    table.close()
    assert left(desk, table) == 500
    table.cards.deal("9S 9H 4D KS 8H 3D")
    table.cards.deal("turn")
    assert table.players.won("ada", of=10_000) > 0
    assert left(desk, table) == 500 + table.players.won("ada", of=10_000)
