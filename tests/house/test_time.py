"""Time: windows run on the monotonic clock, the silence of a studio has its limit (P5, F257)."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from tests.house.premises import BALANCE, Premises, table
from tests.table.cast import CONSOLE
from tests.table.driver import BOSS, DEALER
from tests.virtual_time import run_in_virtual_time

from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase

DAY_MS = 86_400_000


# --- the wall clock -------------------------------------------------------------------------------


async def _windows(jump_ms: int) -> list[tuple[str, int]]:
    """When, on the clock of the loop, each phase of two rounds began; the wall clock jumps."""
    seen: list[tuple[str, int]] = []
    async with Premises(table("speed-1")) as house:
        async with asyncio.timeout(600):
            while len(seen) < 24:
                state = house.host().state
                seen.append((state.phase.value, house.clock.monotonic_ms()))
                if len(seen) == 3:
                    house.clock.wall_offset_ms += jump_ms
                await house.host().changed()
    return seen


@pytest.mark.parametrize("jump_ms", [DAY_MS, -DAY_MS, DAY_MS // 2])
def test_F257_no_window_notices_that_the_wall_clock_jumps(jump_ms: int) -> None:
    """Until, a day later by the wall clock, a new shoe is brought after the round."""
    jumped = run_in_virtual_time(_windows(jump_ms))
    still = run_in_virtual_time(_windows(0))
    phases = [phase for phase, _ in jumped]
    same = phases.index("result") + 1 if jump_ms == DAY_MS else len(still)
    assert same >= 8
    assert jumped[:same] == still[:same]


async def _next_day() -> None:
    """A day later by the wall clock: the window in play runs on, then the cards are changed."""
    async with Premises(table("speed-1")) as house:
        await house.until(Phase.BETTING)
        before = house.host().engine.deadline_ms
        house.clock.wall_offset_ms += DAY_MS + 1
        await asyncio.sleep(2)
        assert house.host().engine.deadline_ms == before
        await house.until(Phase.SHUFFLE)
        [retired] = house.told(e.ShoeRetired)
        assert (retired.reason, retired.actor) == ("age", "house")
        assert len(house.told(e.RoundSettled)) == 1


def test_F95_a_day_later_the_round_is_finished_and_the_cards_are_changed() -> None:
    run_in_virtual_time(_next_day())


async def _set_back() -> None:
    async with Premises(table("blackjack-1")) as house:
        await house.until(Phase.IDLE)
        timers = house.host().state.settings.timers
        await house.send(BOSS, c.Pause(reason="so that the cards do not lie idle"))
        house.clock.wall_offset_ms -= 10 * DAY_MS
        await asyncio.sleep(timers.shoe_age / 1000 - 10)
        assert house.told(e.ShoeRetired) == []
        await asyncio.sleep(20)
        assert [retired.reason for retired in house.told(e.ShoeRetired)] == ["age"]


def test_F95_a_wall_clock_set_back_makes_no_card_younger() -> None:
    run_in_virtual_time(_set_back())


# --- the studio is silent -------------------------------------------------------------------------


async def _silent_for(name: str, seconds: float) -> Premises:
    """Cut the line in the middle of the cards of a round, for so long since the last sign."""
    house = Premises(table(name))
    async with house:
        house.deposit("ada")
        await _bet(house, name)
        await house.until(Phase.DEALING)
        line = house.lines[name]
        line.heartbeat()
        line.cut = True
        await asyncio.sleep(seconds)
        line.cut = False
        line.heartbeat()
        await house.until(Phase.RESULT, Phase.CANCELLED, Phase.DECISION, Phase.OFFER)
        while house.host().state.in_round:
            await house.host().changed()
    house.check()
    return house


async def _bet(house: Premises, name: str) -> None:
    """A main bet of ten, at a seat where there are seats."""
    settings = table(name)
    await house.until(Phase.BETTING, Phase.IDLE)
    seat = 1 if settings.seats_per_player > 1 or settings.variant.seats else None
    if seat is not None:
        assert (await house.send("ada", c.TakeSeat(seat=seat))).accepted
    main = {"blackjack-1": "main", "brag-1": "ante"}.get(name, "player")
    chip = c.PlaceChip(kind=main, amount=1000, seat=seat)
    assert (await house.send("ada", chip)).accepted
    await house.send("ada", c.ConfirmBets())


TABLES = ("speed-1", "seven-1", "scanner-1", "blackjack-1", "brag-1")


@pytest.mark.parametrize("name", TABLES)
def test_P5_F253_after_299_seconds_of_silence_the_round_goes_on(name: str) -> None:
    house = run_in_virtual_time(_silent_for(name, 299))
    assert house.told(e.RoundCancelled) == []
    assert len(house.told(e.RoundSettled)) == 1


@pytest.mark.parametrize("name", TABLES)
def test_P5_F253_after_301_seconds_it_is_cancelled_and_everybody_refunded(name: str) -> None:
    house = run_in_virtual_time(_silent_for(name, 302))
    [cancelled] = house.told(e.RoundCancelled)
    assert (cancelled.actor, cancelled.reason) == ("house", "studio/lost")
    assert house.told(e.RoundSettled) == []
    assert house.balance("ada") == BALANCE


async def _known(seconds: float, *, swapped: bool = False) -> Premises:
    """A paused round whose correction made the result known, and then nobody from the studio."""
    house = Premises(replace(table("scanner-1"), live=True))
    async with house:
        house.deposit("ada")
        line = house.lines["scanner-1"]
        assert (await house.send(DEALER, c.SignOn(console=CONSOLE))).accepted
        assert (await house.send(DEALER, c.LoadShoe(shoe_id="live1", decks=8))).accepted
        await _bet(house, "scanner-1")
        line.cut = True  # From here on the test is the dealer.
        await house.until(Phase.DEALING)
        shoe = house.host().state.shoe
        assert shoe is not None
        for number, (position, card) in enumerate(
            (("P1", "2S"), ("B1", "3H"), ("P2", "2D"), ("B2", "KC")), start=shoe.used
        ):
            code = f"{shoe.shoe_id}:{number}:{card}"
            scan = c.Scan(position=position, code=code, card=card)
            assert (await house.send(DEALER, scan)).accepted
        assert (await house.send(BOSS, c.Pause(reason="B1 is a nine"))).accepted
        card, number = ("KC", shoe.used + 3) if swapped else ("9H", 950)
        told: dict[str, Any] = {
            "position": "B1",
            "code": f"{shoe.shoe_id}:{number}:{card}",
            "card": card,
        }
        assert (await house.send(DEALER, c.ProposeCorrection(**told))).accepted
        assert (await house.send(BOSS, c.CorrectCard(**told))).accepted
        line._host.heartbeat()
        await asyncio.sleep(seconds)
    return house


def test_R17_P5_a_known_result_is_settled_when_nobody_comes_to_resume() -> None:
    """Never cancelled: the shift manager may not, and neither may silence."""
    house = run_in_virtual_time(_known(302))
    assert house.told(e.RoundCancelled) == []
    [settled] = house.told(e.RoundSettled)
    assert settled.outcome["winner"] == "banker"
    [resumed] = house.told(e.TableResumed)
    assert (resumed.actor, resumed.reason) == ("house", "studio/lost")
    assert house.balance("ada") == BALANCE - 1000


def test_R17_P5_before_that_it_waits_for_the_shift_manager() -> None:
    house = run_in_virtual_time(_known(299))
    assert (house.told(e.RoundCancelled), house.told(e.RoundSettled)) == ([], [])
    assert house.host().state.phase is Phase.PAUSED


def test_I12_P5_a_card_that_lies_twice_is_no_known_result() -> None:
    """Halfway through a swap the cards mean nothing: without anybody it is cancelled."""
    house = run_in_virtual_time(_known(302, swapped=True))
    assert len(house.told(e.RoundCancelled)) == 1
    assert house.balance("ada") == BALANCE
