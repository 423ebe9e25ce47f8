"""A chip counts once, whatever comes again: in another round, after a restart, at another table."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace
from tests.service.hall import Hall, table
from tests.service.virtually import virtual
from tests.table.driver import BOSS, Studio, blackjack, scanner, speed

from sabot.runtime import engine as engines
from sabot.service.tables.envelopes import Envelope
from sabot.table import commands as c
from sabot.table.phases import Phase

CHIP = c.PlaceChip(kind="player", amount=1_000)
OF_A_ROUND: tuple[c.AnyCommand, ...] = (
    CHIP,
    c.LowerBet(kind="player", amount=1_000),
    c.UndoBet(),
    c.DoubleStakes(),
    c.Rebet(),
    c.ClearBets(),
    c.SetMode(mode="zero_commission"),
    c.ConfirmBets(chips=(c.NewChip(kind="player", amount=1_000),)),
    c.DealNow(),
)

pytestmark = pytest.mark.usefixtures("quiet")


def started_again(table: Studio) -> None:
    """The process died; what follows is read from the log under the next epoch."""
    table.engine = table.engine_of(table.state)
    table.engine.epoch += 1
    table.engine.funds.recovered(table.table_id)
    table.engine.start_clock(table.now_ms)


def next_round(table: Studio) -> None:
    table.close()
    table.cards.deal_on()
    table.rest()
    assert table.phase is Phase.BETTING


# --- every command of a player is harmless when it comes again ------------------------------------


def test_every_command_of_a_player_names_its_round_or_its_question_or_is_stored() -> None:
    asked = {c.Choose, c.Answer}
    stored = {c.TakeSeat, c.LeaveSeat}
    of_players = {*get_args(c.StagingCommand), *get_args(c.PlayerCommand)}
    assert of_players == c.FOR_ONE_ROUND | asked | stored
    assert {type(command) for command in OF_A_ROUND} == c.FOR_ONE_ROUND


@pytest.mark.parametrize("command", OF_A_ROUND, ids=lambda command: type(command).__name__)
@pytest.mark.parametrize("dies", [False, True])
def test_what_was_meant_for_the_round_before_is_refused(
    command: c.AnyCommand, *, dies: bool
) -> None:
    table = speed()
    table.players.fund("ada")
    old = table.envelope("ada", command)
    table.players.place("ada", "player", 500)
    next_round(table)
    if dies:
        started_again(table)
    table.players.place("ada", "player", 700)
    again = table.batch([replace(old, received_ms=table.now_ms)]).replies[0]
    assert (again.accepted, again.code) == (False, "bet/other_round")
    assert again.data["bets_for"] == table.engine.bets_for(table.state)
    assert table.players.chips("ada") == {"player": 700}


def test_a_chip_that_names_no_round_is_refused() -> None:
    table = speed()
    table.players.fund("ada")
    nameless = replace(table.envelope("ada", CHIP), bets_for="")
    assert table.batch([nameless]).replies[0].code == "bet/round_missing"
    assert table.players.chips("ada") == {}


def test_F47_the_chip_that_opens_betting_names_the_round_it_opens() -> None:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.fund("ada")
    first = table.envelope("ada", c.PlaceChip(kind="main", amount=1_000, seat=1))
    assert (table.phase, first.bets_for) == (Phase.IDLE, "bj-1@1")
    assert table.batch([first]).replies[0].accepted
    assert table.round.round_id == "bj-1"
    table.does(BOSS, c.CancelRound(reason="a test"))
    table.rest()
    assert table.phase is Phase.IDLE
    started_again(table)
    again = table.batch([replace(first, received_ms=table.now_ms)]).replies[0]
    assert (again.code, table.phase) == ("bet/other_round", Phase.IDLE)


def test_what_lay_before_a_restart_is_not_laid_again_beside_the_bet_it_became() -> None:
    """The same round goes on: its id alone would let a chip in beside the bet that it became."""
    table = scanner(multiple_bets=True)
    table.players.fund("ada")
    chip, confirm = table.envelope("ada", CHIP), table.envelope("ada", c.ConfirmBets())
    assert all(reply.accepted for reply in table.batch([chip, confirm]).replies)
    started_again(table)
    assert table.phase is Phase.BETTING
    assert table.batch([chip]).replies[0].code == "bet/other_round"
    table.close()
    assert table.players.stakes("ada") == {"player": 1_000}


def test_a_copy_of_a_chip_is_known_to_the_end_of_its_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "ANSWERS_MAX", 4)
    table = speed()
    table.players.fund("ada")
    chip = table.envelope("ada", CHIP)
    table.batch([chip])
    for number in range(20):
        table.players.place(f"other-{number}", "banker", 500)
    table.batch([chip])
    assert table.players.chips("ada") == {"player": 1_000}
    next_round(table)
    table.players.place("bruno", "banker", 500)
    table.players.place("carla", "banker", 500)
    assert table.engine.answer_to(chip.key) is None  # and then the round that it names is over
    again = table.batch([replace(chip, received_ms=table.now_ms)]).replies[0]
    assert again.code == "bet/other_round"


def test_a_table_that_can_remember_no_more_says_that_it_is_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engines, "ANSWERS_MAX", 4)
    monkeypatch.setattr(engines, "ANSWERS_OF_ROUND_MAX", 6)
    table = speed()
    answers = [table.players.place(f"player-{number}", "banker", 500) for number in range(12)]
    assert {reply.code for reply in answers[-2:]} == {"table/busy"}
    next_round(table)
    assert table.players.place("ada", "banker", 500).accepted


# --- after kill -9, with the store and the host of the product ------------------------------------


def test_a_chip_counts_once_when_it_comes_again_after_a_crash() -> None:
    async def play() -> None:
        async with Hall(table("speed-1"), houses=[]) as hall:
            ada = hall.deposit("ada")
            await hall.until(Phase.BETTING)
            assert (await hall.send(ada, CHIP, cmd_id="chip")).accepted
            await hall.until(Phase.DEALING)
            assert hall.bets(ada) == {"player": 1_000}
            await hall.stop()
            await hall.start()
            await hall.until(Phase.BETTING)
            again = await hall.send(ada, CHIP, cmd_id="chip")
            assert (again.accepted, again.code) == (False, "bet/other_round")
            await hall.until(Phase.DEALING)
            assert hall.bets(ada) == {}
            await hall.agree()

    virtual(play)


def test_an_id_used_at_one_table_is_another_body_at_another() -> None:
    """It had been answered as accepted there, and nothing had happened."""

    async def play() -> None:
        first, second = table("blackjack-1"), table("seven-1")
        async with Hall(first, second, houses=[]) as hall:
            sit = c.TakeSeat(seat=1)
            assert (await hall.send("ada", sit, at="blackjack-1", cmd_id="one")).accepted
            other = await hall.send("ada", sit, at="seven-1", cmd_id="one")
            assert (other.accepted, other.code) == (False, "command/other_body")
            assert not hall.host("seven-1").state.seats_of("ada")
            again = await hall.send("ada", sit, at="blackjack-1", cmd_id="one")
            assert again.accepted

    virtual(play)


def test_a_digest_differs_by_table_and_by_round() -> None:
    chip = Envelope(actor="ada", cmd_id="one", command=CHIP, bets_for="t-1@1")
    other = replace(chip, bets_for="t-2@1")
    assert len({chip.digest("t"), chip.digest("u"), other.digest("t")}) == 3
