"""The wall and the console over real sockets: what staff are told, and what players never are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from tests.gateway.http.premises import Premises, Socket
from tests.gateway.staff.studio import (
    AUDITOR,
    CONSOLE,
    DEALER,
    LIVE,
    MANAGER,
    OTHER_DEALER,
    SUPERVISOR,
    act,
    device,
    done,
    ready,
    shown,
    studio,
    until_shown,
    watching,
)

from sabot.gateway.staff import wall
from sabot.service.identity.roles import DeviceKind


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wall, "TOGETHER_SECONDS", 0.0)
    monkeypatch.setattr(wall, "LOOK_SECONDS", 0.01)


def test_F241_staff_see_their_part_of_a_table_and_players_none(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        dealer = await ready(here)
        others = [await watching(here, who) for who in (MANAGER, SUPERVISOR, AUDITOR)]
        ann = await watching(here, "ann")
        part = shown(dealer)["studio"]
        assert part["dealer"]["name"] == DEALER
        assert part["instruction"]["act"] == "open"
        assert part["shoe"]["live"]
        for staff in others:
            assert shown(staff)["studio"]["dealer"]["console"] == CONSOLE
        assert shown(ann)["studio"] is None
        await done(dealer, "OpenBetting")
        await until_shown(dealer, greet=["Ann"])
        part = await until_shown(others[0], greet=[])
        assert part["instruction"]["why"] == "round/betting"
        assert shown(ann)["studio"] is None
        await done(dealer, "Pause", reason="Bob dropped it", public="studio/card_on_floor")
        part = await until_shown(others[0], paused_words="Bob dropped it")
        await ann.until("update", table=LIVE)
        assert shown(ann)["because"] == "studio/card_on_floor"
        assert "Bob" not in repr(ann.told)

    run(tmp_path, story)


def test_F241_the_wall_tells_every_table_and_every_change(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        manager = await here.socket(await here.bearer(MANAGER))
        await manager.until("welcome")
        manager.say(type="watch_staff")
        whole = await manager.until("staff_wall")
        assert [one["table"] for one in whole["tables"]] == ["speed-1", LIVE]
        kinds = {alarm["kind"] for alarm in whole["tables"][1]["alarms"]}
        assert kinds == set()  # it is not in service before its first cards
        dealer = await ready(here)
        while True:
            told = await manager.until("staff_table")
            manager.told.remove(told)
            if told["table"]["table"] == LIVE and told["table"]["dealer"]:
                break
        assert told["table"]["dealer"] == DEALER
        await done(dealer, "CallManager", reason="help")
        call = await alarm(manager, "call")
        await done(manager, "Acknowledge", alarm=call["alarm"])
        seen = await until_shown(dealer)
        while not (seen["call"] and seen["call"]["seen_by"]):
            dealer.heard.clear()
            await dealer.heard.wait()
            seen = await until_shown(dealer)
        assert seen["call"]["seen_by"] == MANAGER
        manager.say(type="unwatch_staff")
        manager.say(type="ping", n=1)
        await manager.until("pong")
        before = len(manager.told)
        await done(dealer, "CallManager", reason="again")
        manager.say(type="ping", n=2)
        await manager.until("pong", n=2)
        assert [m["type"] for m in manager.told[before:]] == ["pong"]

    run(tmp_path, story)


def test_F253_heartbeats_of_the_console_in_charge_and_of_devices(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        dealer = await ready(here)
        host = here.house.hosts[LIVE]
        dealer.say(type="heartbeat", table=LIVE, console="elsewhere")
        assert (await dealer.until("fault"))["code"] == "studio/other_console"
        other = await here.socket(await here.bearer(OTHER_DEALER))
        other.say(type="heartbeat", table=LIVE, console=CONSOLE)
        assert (await other.until("fault"))["code"] == "studio/not_signed_on"
        host._time._studio_heard_ms -= 60_000
        silent = host.studio_silent_ms
        assert silent is not None
        assert silent >= 60_000
        dealer.say(type="heartbeat", table=LIVE, console=CONSOLE)
        dealer.say(type="ping", n=1)
        await dealer.until("pong")
        heard = host.studio_silent_ms
        assert heard is not None
        assert heard < 60_000
        scanner = await here.socket(device(here, DeviceKind.SCANNER))
        host._time._studio_heard_ms -= 60_000
        scanner.say(type="heartbeat", table="speed-1")
        assert (await scanner.until("fault"))["code"] == "studio/not_its_table"
        scanner.say(type="heartbeat", table=LIVE)
        scanner.say(type="ping", n=1)
        await scanner.until("pong")
        heard = host.studio_silent_ms
        assert heard is not None
        assert heard < 60_000

    run(tmp_path, story)


def test_F253_a_silent_studio_becomes_an_alarm_without_an_event(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        dealer = await ready(here)
        manager = await here.socket(await here.bearer(MANAGER))
        manager.say(type="watch_staff")
        await manager.until("staff_wall")
        await done(dealer, "OpenBetting")
        host = here.house.hosts[LIVE]
        host._time._studio_heard_ms -= 25_000
        silent = await alarm(manager, "studio_silent")
        assert silent["priority"] == "1"
        assert silent["deadline_ms"] > here.house.clock.wall_ms()

    run(tmp_path, story)


def test_F271_a_camera_that_lost_its_picture_becomes_an_event(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        dealer = await ready(here)
        camera = await here.socket(device(here, DeviceKind.CAMERA))
        camera.say(type="heartbeat", table=LIVE, video=False)
        camera.say(type="heartbeat", table=LIVE, video=False)
        await until_shown(dealer, video=False)
        camera.say(type="heartbeat", table=LIVE, video=True)
        part = await until_shown(dealer, video=True)
        assert part["instruction"]["act"] == "load"
        kinds = [row.kind for row in here.house.store.events.read(LIVE, after=0)]
        assert (kinds.count("VideoLost"), kinds.count("VideoBack")) == (1, 1)

    run(tmp_path, story)


def test_a_console_without_its_scanner_is_told_on_the_wall(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        dealer = await ready(here)
        manager = await here.socket(await here.bearer(MANAGER))
        manager.say(type="watch_staff")
        await manager.until("staff_wall")
        dealer.say(type="heartbeat", table=LIVE, console=CONSOLE, scanner=False)
        await alarm(manager, "scanner_lost")
        await done(dealer, "OpenBetting")
        await until_shown(dealer, scanner=False)

    run(tmp_path, story)


def test_F241_a_scanner_is_lost_until_it_says_itself_that_it_is_back(tmp_path: Path) -> None:
    """Neither console nor other scanners answer for it; one that was removed is not awaited."""

    async def story(here: Premises) -> None:
        dealer = await ready(here)
        headers = [device(here, DeviceKind.SCANNER) for _ in range(2)]
        one, other = [await here.socket(each) for each in headers]

        async def says(socket: Socket, *, found: bool, shown: bool) -> None:
            console = CONSOLE if socket is dealer else ""
            socket.say(type="heartbeat", table=LIVE, console=console, scanner=found)
            socket.say(type="ping", n=len(socket.told))
            await socket.until("pong", n=len(socket.told))
            assert (lost(here) is None) == shown

        await says(one, found=False, shown=False)
        await says(dealer, found=True, shown=False)
        await says(other, found=True, shown=False)
        await says(one, found=True, shown=True)
        other.transport.disconnect()  # its line breaks
        while lost(here) is None:  # noqa: ASYNC110  nothing else tells of it without an alarm
            await asyncio.sleep(0.01)
        await says(await here.socket(headers[1]), found=True, shown=True)
        devices = here.services.identity.devices
        for each in devices.devices():
            devices.remove(each.device, actor="console:test", reason="a test")
        await one.until("ended")
        await one.closed.wait()
        assert lost(here) is None

    run(tmp_path, story)


def lost(here: Premises) -> int | None:
    """Since when the live table is without a scanner."""
    return here.gateway.wall.heartbeats.scanner_lost_ms(LIVE)


def test_a_dealer_acts_only_where_they_signed_on(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        await ready(here)
        other = await watching(here, OTHER_DEALER)
        for command in ("OpenBetting", "ShowCutCard"):
            refused = await act(other, command)
            assert refused["code"] == "studio/not_signed_on", command
        scan = {"position": "P1", "code": "live-1.1:1:4S", "card": "4S"}
        assert (await act(other, "Scan", **scan))["code"] == "studio/not_signed_on"
        assert (await act(other, "SignOn", console="b", at="b"))["code"] == "studio/dealer_on"
        await done(other, "CallManager", reason="the colleague is unwell")

    run(tmp_path, story)


def test_the_view_of_staff_survives_a_restart(tmp_path: Path) -> None:
    """Incidents, calls and who deals come back with their moments."""

    async def story() -> None:
        async with studio(tmp_path) as here:
            dealer = await ready(here)
            await done(dealer, "CallManager", reason="help")
            while not (part := shown(dealer)["studio"])["call"]:
                dealer.heard.clear()
                await dealer.heard.wait()
            before = part
        async with studio(tmp_path) as here:
            manager = await watching(here, MANAGER)
            after = shown(manager)["studio"]
        for name in ("dealer", "shoe"):
            assert {**after[name], "since_ms": 0} == {**before[name], "since_ms": 0}, name
        assert abs(after["dealer"]["since_ms"] - before["dealer"]["since_ms"]) < 1_000
        assert (after["call"]["reason"], after["call"]["by"]) == ("help", DEALER)
        assert after["call"]["at_ms"] > 0

    asyncio.run(story())


async def alarm(manager: Socket, kind: str) -> dict[str, Any]:
    """Wait for an alarm of a kind at the live table."""
    seen = 0
    while True:
        for message in manager.told[seen:]:
            seen += 1
            tables = message.get("tables") or [message.get("table")]
            for one in tables:
                for found in one["alarms"] if isinstance(one, dict) else ():
                    if found["kind"] == kind:
                        return dict(found)
        manager.heard.clear()
        await manager.heard.wait()


def run(folder: Path, story: Callable[[Premises], Coroutine[None, None, None]]) -> None:
    """Play a story in a studio of its own."""

    async def play() -> None:
        async with studio(folder) as here, asyncio.timeout(30):
            await story(here)

    asyncio.run(play())
