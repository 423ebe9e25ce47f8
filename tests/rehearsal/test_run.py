"""Rehearsals in a real house: every game, every mistake, and a person who takes the table."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from tests.client.floor import play
from tests.rehearsal.live_house import GAMES, TABLE, LiveHouse, live, opened

from sabot.client import Refused
from sabot.rehearsal import Mistake, Script, rehearse
from sabot.rehearsal.people import Logins
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase

FAST = Script(pace=0.004, patience=0.2, manager=True)
LOGINS = Logins(password=DEMO_PASSWORD)


@contextlib.asynccontextmanager
async def rehearsing(house: LiveHouse, script: Script = FAST) -> AsyncIterator[list[str]]:
    """A rehearsal until the block ends; what it told."""
    told: list[str] = []
    running = asyncio.create_task(
        rehearse(house.address, TABLE, LOGINS, script, chance=Random(5).randrange, tell=told.append)
    )
    try:
        yield told
        assert not running.done(), running
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def bets(house: LiveHouse, kind: str, seat: int | None) -> None:
    """A player bets in every round until cancelled."""
    async with house.client("ada") as ada:
        table = await ada.watch(TABLE)
        if seat is not None:
            await table.take_seat(seat)
        while True:
            await table.until(lambda view: view.phase == "betting" and not table.you.bets)
            with contextlib.suppress(Refused):
                await table.place(kind, 500, seat=seat)
                await table.confirm()


MAIN = {"blackjack-1": ("main", 3), "brag-1": ("ante", None)}


@pytest.mark.parametrize("game", GAMES)
def test_F86_a_rehearsal_deals_whole_rounds_of_every_game(tmp_path: Path, game: str) -> None:
    async def story() -> list[e.Event]:
        config = live(game, burn=game == "seven-1")
        async with opened(tmp_path, [config]) as house:
            kind, seat = MAIN.get(game, ("player", None))
            player = asyncio.create_task(bets(house, kind, seat))
            async with rehearsing(house):
                await house.until_event(e.RoundSettled, 3)
            player.cancel()
            await asyncio.gather(player, return_exceptions=True)
            return house.events()

    events = play(story())
    dealt = [one for one in events if isinstance(one, e.CardDealt)]
    assert len(dealt) >= 12
    assert not any(isinstance(one, e.IncidentRecorded) for one in events)


EXPECTED: dict[Mistake, tuple[str | None, type[e.Event]]] = {
    Mistake.WRONG_POSITION: (None, e.CardsMoved),
    Mistake.UNEXPECTED: ("scan/unexpected", e.TableResumed),
    Mistake.REPEATED: ("scan/repeated", e.TableResumed),
    Mistake.DROPPED: ("cards/dropped", e.IncidentClosed),
    Mistake.BAD_BARCODE: ("scan/bad_barcode", e.TableResumed),
    Mistake.EARLY: ("scan/early", e.TableResumed),
}


@pytest.mark.parametrize("mistake", EXPECTED)
def test_F243_a_mistake_is_made_and_put_right_by_two_people(
    tmp_path: Path, mistake: Mistake
) -> None:
    script = Script(mistake=mistake, every=1, pace=0.004, patience=0.1, manager=True)
    kind, right = EXPECTED[mistake]

    async def story() -> list[e.Event]:
        async with opened(tmp_path) as house, rehearsing(house, script):
            await house.until_event(right)
            await house.until_event(e.RoundSettled, 2)
            return house.events()

    events = play(story())
    incidents = {one.kind for one in events if isinstance(one, e.IncidentRecorded)}
    assert incidents == ({kind} if kind else set())
    if mistake is Mistake.BAD_BARCODE:
        assert any(one.manual for one in events if isinstance(one, e.CardDealt))


def test_a_silent_dealer_comes_back_and_deals_on(tmp_path: Path) -> None:
    script = Script(mistake=Mistake.SILENCE, every=1, pace=0.004, silence_seconds=0.2)

    async def story() -> list[str]:
        async with opened(tmp_path) as house, rehearsing(house, script) as told:
            await house.until_event(e.RoundSettled, 2)
            return told

    assert any("silence" in line for line in play(story()))


def test_F270_a_rehearsal_with_passports_prepares_seals_and_loads_a_set(tmp_path: Path) -> None:
    async def story() -> tuple[e.ShoeLoaded, list[str]]:
        async with opened(tmp_path, [live(passports=True)]) as house:
            async with rehearsing(house):
                await house.until_event(e.RoundSettled, 2)
            desk = await house.desk("supervisor")
            [one] = await desk.sets()
            [loaded] = [one for one in house.events() if isinstance(one, e.ShoeLoaded)]
            people = [(step.deed, step.actor) for step in one.steps]
            assert people[0] == ("prepared", "staff:login:supervisor")
            assert people[1] == ("counted", "staff:login:manager2")
            return loaded, [step.deed for step in one.steps]

    loaded, deeds = play(story())
    assert len(loaded.sets) == 1
    assert deeds == ["prepared", "counted", "shuffled", "sealed", "at_table"]


def test_a_trainee_takes_the_table_deals_and_gives_it_back(tmp_path: Path) -> None:
    """Any dealer may sign on at any moment; the script stands by, and comes back."""

    async def story() -> list[str]:
        async with opened(tmp_path) as house, rehearsing(house, FAST) as told:
            await house.until_event(e.RoundSettled, 1)
            async with house.client("dealer", console="desk-9") as dora:
                await dora.act(TABLE, c.SignOn(console="desk-9"))
                assert house.state().dealer is not None
                while house.state().phase is not Phase.DEALING:
                    if house.state().phase is Phase.IDLE:
                        await dora.act(TABLE, c.OpenBetting())
                    await house.casino.house.hosts[TABLE].changed()
                before = house.state().current.cards_dealt
                shoe = house.state().shoe
                assert shoe is not None
                for number in range(20):
                    expected = house.state().current.expected
                    code = f"{shoe.shoe_id}:by-hand-{number}:{'23456789TJ'[number % 10]}S"
                    with contextlib.suppress(Refused):
                        position = getattr(expected, "positions", ("P1",))[0]
                        await dora.act(TABLE, c.Scan(position=position, code=code, card=code[-2:]))
                    if house.state().phase is not Phase.DEALING:
                        break
                assert before <= 6
                signed = sum(isinstance(one, e.DealerSignedOn) for one in house.events())
                while house.state().in_round:
                    await house.casino.house.hosts[TABLE].changed()
                await dora.act(TABLE, c.SignOff())
                await house.until_event(e.DealerSignedOn, signed + 1)
                settled = sum(isinstance(one, e.RoundSettled) for one in house.events())
                await house.until_event(e.RoundSettled, settled + 1)
            return told

    told = play(story())
    assert "Dora deals" in told


def test_a_rehearsal_goes_on_where_another_one_was_stopped(tmp_path: Path) -> None:
    async def story() -> int:
        async with opened(tmp_path) as house:
            async with rehearsing(house):
                await house.until_event(e.CardDealt, 3)
            async with rehearsing(house):
                await house.until_event(e.RoundSettled, 2)
            return sum(isinstance(one, e.IncidentRecorded) for one in house.events())

    assert play(story()) == 0


def test_a_second_rehearsal_takes_the_table_and_gives_it_back(tmp_path: Path) -> None:
    """As `sabot rehearse` does at the table that `sabot play` rehearses."""

    async def story() -> list[str]:
        async with opened(tmp_path) as house, rehearsing(house):
            await house.until_event(e.RoundSettled, 1)
            async with rehearsing(house) as told:
                await house.until_event(e.DealerSignedOn, 2)
                settled = sum(isinstance(one, e.RoundSettled) for one in house.events())
                await house.until_event(e.RoundSettled, settled + 1)
            await house.until_event(e.DealerSignedOn, 3)
            return told

    assert play(story())[0].startswith("signed on")


def test_a_virtual_table_is_not_rehearsed(tmp_path: Path) -> None:
    from sabot.service.catalogue import default_tables

    virtual = next(one for one in default_tables() if one.table_id == "speed-1")

    async def story() -> None:
        async with opened(tmp_path, [virtual]) as house:
            await rehearse(house.address, "speed-1", LOGINS, Script(scanner=False))

    with pytest.raises(Refused, match="rehearsal/not_live"):
        play(story())
