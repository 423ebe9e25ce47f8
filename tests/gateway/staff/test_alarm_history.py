"""The alarms of a shift over real sockets: what every desk is told, and what a restart keeps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.gateway.http.premises import Premises, Socket
from tests.gateway.staff.studio import LIVE, MANAGER, OTHER_MANAGER, act, done, ready, studio
from tests.gateway.staff.test_wall import run

from sabot.errors import Unavailable
from sabot.gateway.staff import alarm_history, wall
from sabot.service.office.acts import Act
from sabot.service.studio.past_alarms import PastAlarm, PastAlarms

Holds = Callable[[dict[str, Any]], bool]


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wall, "TOGETHER_SECONDS", 0.0)
    monkeypatch.setattr(alarm_history, "LOOK_SECONDS", 0.01)


async def desk(here: Premises, login: str) -> Socket:
    """A shift manager at the wall."""
    socket = await here.socket(await here.bearer(login))
    socket.say(type="watch_staff")
    await socket.until("staff_alarms", whole=True)
    return socket


def lines(socket: Socket) -> dict[tuple[str, int], dict[str, Any]]:
    """The history as this desk has it."""
    found: dict[tuple[str, int], dict[str, Any]] = {}
    for message in socket.told:
        if message["type"] == "staff_alarms":
            found = {} if message["whole"] else found
            found |= {(line["alarm"], line["began_ms"]): line for line in message["lines"]}
    return found


async def line(socket: Socket, kind: str, holds: Holds = lambda _line: True) -> dict[str, Any]:
    """Wait for a line of a kind."""
    while True:
        for one in lines(socket).values():
            if one["kind"] == kind and holds(one):
                return one
        socket.heard.clear()
        await socket.heard.wait()


async def eventually(holds: Callable[[], bool]) -> None:
    """Wait for what the disk will hold; nothing tells of it."""
    for _ in range(1_000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


def is_over(one: dict[str, Any]) -> bool:
    return one.get("ended_ms") is not None


async def stopped(here: Premises, manager: Socket) -> Socket:
    """A dealer whose table a manager was called to, saw, and which has gone on."""
    dealer = await ready(here)
    await done(dealer, "OpenBetting")
    await done(dealer, "Pause", reason="a card fell", public="studio/card_on_floor")
    stands = await line(manager, "paused")
    assert not is_over(stands)
    await done(manager, "Acknowledge", alarm=stands["alarm"])
    await line(manager, "paused", lambda one: one["seen_by"] == MANAGER)
    await done(manager, "Resume", reason="picked up")
    return dealer


def test_F241_F276_two_desks_read_the_same_history_and_a_late_one_too(tmp_path: Path) -> None:
    """Raised, seen and over, with times and the person; nothing of it is the browser's own."""

    async def story(here: Premises) -> None:
        manager, colleague = await desk(here, MANAGER), await desk(here, OTHER_MANAGER)
        await stopped(here, manager)
        over = await line(manager, "paused", is_over)
        assert over["table"] == LIVE
        assert over["seen_by"] == MANAGER
        assert over["began_ms"] <= over["seen_at_ms"] <= over["ended_ms"]
        assert await line(colleague, "paused", is_over) == over
        late = await desk(here, OTHER_MANAGER)
        assert lines(late)[over["alarm"], over["began_ms"]] == over

    run(tmp_path, story)


def test_F276_the_history_survives_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        async with studio(tmp_path) as here:
            manager = await desk(here, MANAGER)
            await stopped(here, manager)
            before = await line(manager, "paused", is_over)
            await eventually(lambda: bool(here.house.past_alarms.since(0)))
        async with studio(tmp_path) as here:
            manager = await desk(here, OTHER_MANAGER)
            assert await line(manager, "paused", is_over) == before
            acts = here.house.store.acts.of_kinds({Act.ALARM_OVER})
            assert len({act.id for act in acts}) == len(acts)

    asyncio.run(story())


def test_a_silent_studio_ends_no_other_alarm(tmp_path: Path) -> None:
    """One cause has one alarm on the wall; in the history the others go on standing."""

    async def story(here: Premises) -> None:
        manager = await desk(here, MANAGER)
        dealer = await ready(here)
        await done(dealer, "OpenBetting")
        await done(dealer, "CallManager", reason="cards")
        await line(manager, "call")
        host = here.house.hosts[LIVE]
        host._time._studio_heard_ms -= 25_000
        await line(manager, "studio_silent")
        assert not is_over(await line(manager, "call"))
        dealer.say(type="heartbeat", table=LIVE, console="desk-7", scanner=True)
        await line(manager, "studio_silent", is_over)
        assert not is_over(await line(manager, "call"))

    run(tmp_path, story)


def test_a_disk_that_refuses_delays_the_record_and_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = PastAlarms.keep
    refused: list[PastAlarm] = []

    async def keep(self: PastAlarms, past: PastAlarm) -> None:
        if not refused:
            refused.append(past)
            raise Unavailable("store/busy")
        await kept(self, past)

    monkeypatch.setattr(PastAlarms, "keep", keep)

    async def story(here: Premises) -> None:
        manager = await desk(here, MANAGER)
        await stopped(here, manager)
        await line(manager, "paused", is_over)
        await eventually(lambda: refused[:1] == here.house.past_alarms.since(0)[:1])

    run(tmp_path, story)


def test_a_manager_sees_which_colleagues_have_a_table_open(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        manager, colleague = await desk(here, MANAGER), await desk(here, OTHER_MANAGER)
        colleague.say(type="watch", table=LIVE)
        await colleague.until("snapshot", table=LIVE)
        assert await there(manager) == [OTHER_MANAGER]
        manager.say(type="watch", table=LIVE)
        assert await there(colleague, 2) == [MANAGER, OTHER_MANAGER]
        colleague.say(type="unwatch", table=LIVE)
        while await there(manager) != [MANAGER]:
            manager.heard.clear()
            await manager.heard.wait()

    run(tmp_path, story)


async def there(socket: Socket, least: int = 1) -> list[str]:
    """The managers at the table, once so many are there."""
    while True:
        told = [one["table"] for one in socket.told if one["type"] == "staff_table"]
        names = [one["name"] for one in told[-1]["managers"]] if told else []
        if len(names) >= least:
            return names
        socket.heard.clear()
        await socket.heard.wait()


def test_the_second_of_two_contradictory_acts_is_refused(tmp_path: Path) -> None:
    """A manager resumes; a colleague who looks at the stop of before is told that it is over."""

    async def story(here: Premises) -> None:
        manager, colleague = await desk(here, MANAGER), await desk(here, OTHER_MANAGER)
        await stopped(here, manager)
        late = await act(colleague, "Resume", reason="as it is")
        assert (late["accepted"], late["code"]) == (False, "table/not_now")

    run(tmp_path, story)
