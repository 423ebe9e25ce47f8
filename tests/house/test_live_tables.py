"""Live tables of a house: a person deals whole rounds, goes silent, and comes back (P5, F253)."""

from __future__ import annotations

import asyncio

import pytest
from tests.house.human import Human
from tests.house.premises import BALANCE, Premises, table
from tests.table.cast import CONSOLE
from tests.table.driver import BOSS, DEALER, DEVICE, SECOND
from tests.virtual_time import run_in_virtual_time

from sabot.service.catalogue import live_table
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.authority import ActorKind
from sabot.table.config import AnyConfig, Opening
from sabot.table.phases import Phase

LIKE = ("speed-1", "seven-1", "scanner-1", "blackjack-1", "brag-1")
RESUME = c.Resume(reason="looked at it")


def live(like: str = "scanner-1", *, opening: Opening = Opening.DEALER) -> AnyConfig:
    return live_table(
        like, table_id="live-1", name="Live", opening=opening, burn=False, passports=False
    )


async def bet(house: Premises, like: str) -> None:
    settings = house.host().state.settings
    seat = 1 if settings.seats_per_player > 1 or settings.variant.seats else None
    if seat is not None and not house.host().state.seats_of("ada"):
        assert (await house.send("ada", c.TakeSeat(seat=seat))).accepted
    main = {"blackjack-1": "main", "brag-1": "ante"}.get(like, "player")
    chip = c.PlaceChip(kind=main, amount=1000, seat=seat)
    assert (await house.send("ada", chip)).accepted
    await house.send("ada", c.ConfirmBets())


async def _rounds(like: str, opening: Opening) -> Premises:
    house = Premises(live(like, opening=opening))
    async with house:
        house.deposit("ada")
        dealer = Human(house, "live-1")
        await dealer.begin()
        for _ in range(2):
            await dealer.open()
            await bet(house, like)
            while house.host().state.phase is not Phase.RESULT:
                await house.until(
                    Phase.DEALING, Phase.DEALER, Phase.RESULT, Phase.DECISION, Phase.OFFER
                )
                await dealer.deal()
                await asyncio.sleep(1)  # players who do not answer have their time
                house.host().heartbeat()
            await house.until(Phase.IDLE, Phase.BETTING, Phase.SHUFFLE)
    house.check()
    return house


@pytest.mark.parametrize("opening", [Opening.DEALER, Opening.CLOCK])
@pytest.mark.parametrize("like", LIKE)
def test_F86_F265_a_person_deals_whole_rounds_of_every_game(like: str, opening: Opening) -> None:
    house = run_in_virtual_time(_rounds(like, opening))
    assert len(house.told(e.RoundSettled)) == 2
    assert house.told(e.IncidentRecorded) == []
    assert {loaded.actor for loaded in house.told(e.ShoeLoaded)} == {DEALER}


# --- silence --------------------------------------------------------------------------------------


async def _begun(house: Premises) -> Human:
    house.deposit("ada")
    dealer = Human(house, "live-1")
    await dealer.begin()
    await dealer.open()
    await bet(house, "scanner-1")
    await house.until(Phase.DEALING)
    await dealer.deal(1)
    return dealer


async def _silent(seconds: float) -> Premises:
    house = Premises(live())
    async with house:
        dealer = await _begun(house)
        await asyncio.sleep(seconds)
        silent = house.host().studio_silent_ms
        assert silent is not None
        assert abs(silent - seconds * 1000) < 1_000
        if house.host().state.phase is Phase.DEALING:
            await dealer.deal()
    house.check()
    return house


def test_P5_F253_a_dealer_who_is_back_after_299_seconds_finishes_the_round() -> None:
    house = run_in_virtual_time(_silent(299))
    assert (len(house.told(e.RoundSettled)), house.told(e.RoundCancelled)) == (1, [])


def test_P5_F253_after_301_seconds_without_a_word_the_round_is_cancelled() -> None:
    house = run_in_virtual_time(_silent(302))
    [cancelled] = house.told(e.RoundCancelled)
    assert (cancelled.actor, cancelled.public) == ("house", "studio/lost")
    assert house.balance("ada") == BALANCE


async def _heard(word: str) -> Premises:
    house = Premises(live())
    async with house:
        await _begun(house)
        host = house.host()
        for _ in range(4):
            await asyncio.sleep(100)
            if word == "console":
                assert host.hear_studio(actor=DEALER, actor_kind=ActorKind.DEALER, console=CONSOLE)
            elif word == "device":
                assert host.hear_studio(actor=DEVICE, actor_kind=ActorKind.DEVICE)
            elif word == "command":
                await house.send(DEALER, c.Announce(phrase="please_wait"))
            elif word == "other console":
                assert not host.hear_studio(
                    actor=DEALER, actor_kind=ActorKind.DEALER, console="desk-2"
                )
                await house.send(DEALER, c.Announce(phrase="please_wait"), console="desk-2")
            else:
                await house.send(SECOND, c.CallManager(reason="nobody deals"))
                await house.send(BOSS, c.Acknowledge(alarm="studio_silent"))
    return house


@pytest.mark.parametrize(
    ("word", "cancelled"),
    [
        ("console", 0),
        ("device", 0),
        ("command", 0),
        ("other console", 1),
        ("other people", 1),
    ],
)
def test_P5_F253_the_console_in_charge_and_devices_speak_for_the_studio(
    word: str, cancelled: int
) -> None:
    house = run_in_virtual_time(_heard(word))
    assert len(house.told(e.RoundCancelled)) == cancelled


async def _virtual() -> int | None:
    async with Premises(live()) as house:
        assert house.host().studio_silent_ms is not None
    async with Premises(table("speed-1")) as house:
        return house.host().studio_silent_ms


def test_P5_a_virtual_table_has_no_studio_that_could_be_silent() -> None:
    assert run_in_virtual_time(_virtual()) is None


# --- a restart in the middle of a round -----------------------------------------------------------


async def _restarted() -> Premises:
    house = Premises(live())
    async with house:
        dealer = await _begun(house)
        lying = house.host().state.current.steps
        await house.close()
        await asyncio.sleep(400)
        await house.open()
        await house.until(Phase.PAUSED)
        state = house.host().state
        assert state.current.steps == lying
        assert state.dealer is not None
        assert state.paused is not None
        assert state.paused.public == "studio/restarted"
        missing = dealer.next_scan()
        assert (await dealer.send(missing)).code == "table/paused"
        await house.send(BOSS, RESUME)
        await dealer.does(missing)
        await dealer.deal()
        await house.until(Phase.RESULT)
    house.check()
    return house


def test_F253_a_live_round_stands_still_after_a_restart_and_goes_on_with_what_was_read() -> None:
    """The silence counts from the restart, though the house was closed for longer."""
    house = run_in_virtual_time(_restarted())
    assert house.told(e.RoundCancelled) == []
    assert len(house.told(e.RoundSettled)) == 1
