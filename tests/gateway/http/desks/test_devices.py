"""Devices over HTTP and at the socket: a device acts at its own table and nowhere else."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import SCANNER, Premises

from sabot.bootstrap.staffing import device_desk
from sabot.service.identity.roles import Binding, DeviceKind

MANAGER = "shift_manager-house-1"
PLACE = {"table": "speed-1", "device": "scanner", "position": "P1", "reason": "a test"}
SCAN = {"type": "Scan", "position": "P1", "code": "T1:001:AS", "card": "AS"}


async def post(here: Premises, path: str, body: object, by: str = MANAGER) -> httpx.Response:
    async with here.browser() as client:
        return await client.post(path, json=body, headers=await here.bearer(by))


async def answer(
    here: Premises, headers: dict[str, str], table: str, **command: object
) -> dict[str, object]:
    """What a device is told about a command."""
    socket = await here.socket(headers)
    await socket.until("welcome")
    socket.say(type="act", cmd_id="d1", table=table, command={**SCAN, **command})
    return await socket.until("answer", cmd_id="d1")


def test_a_shift_manager_adds_a_device_and_its_token_is_told_once(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        made = (await post(here, "/api/studio/devices", PLACE)).json()
        shown = made["device"]
        assert {**PLACE, **shown} == {**shown, "reason": "a test"}
        me = await here.get("/api/me", {"Authorization": f"Bearer {made['token']}"})
        assert (me.json()["role"], me.json()["screens"]) == ("device", [])
        listed = await here.get("/api/studio/devices", await here.bearer(MANAGER))
        assert shown in listed.json()["devices"]
        assert made["token"] not in listed.text
        account = f"device:{shown['name']}:speed-1:scanner:P1"
        [act] = here.house.store.acts.about(account)
        assert (act.kind, act.actor, act.reason) == (
            "device/added",
            "staff:login:shift_manager-house-1",
            "a test",
        )

    casino.run(story(casino.here))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"table": "nowhere-1"}, "404 table/unknown"),
        ({"table": "a:b"}, "400 device/table"),
        ({"device": "camera"}, "400 device/position"),
        ({"device": "toaster"}, "400 request/malformed"),
        ({"reason": ""}, "400 request/malformed"),
    ],
)
def test_a_device_that_cannot_be_is_refused(
    casino: Casino, change: dict[str, str], told: str
) -> None:
    async def story(here: Premises) -> None:
        found = await post(here, "/api/studio/devices", PLACE | change)
        assert f"{found.status_code} {found.json()['code']}" == told

    casino.run(story(casino.here))


def test_a_device_that_is_removed_loses_its_socket_within_a_second(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        made = (await post(here, "/api/studio/devices", PLACE)).json()
        headers = {"Authorization": f"Bearer {made['token']}"}
        socket = await here.socket(headers)
        await socket.until("welcome")
        path = f"/api/studio/devices/{made['device']['name']}/remove"
        async with asyncio.timeout(1):
            gone = await post(here, path, {"reason": "broken"})
            assert gone.json() == made["device"]
            assert (await socket.until("ended"))["code"] == "session/disabled"
        assert (await here.get("/api/me", headers)).status_code == 401
        again = await post(here, path, {"reason": "broken"})
        assert (again.status_code, again.json()["code"]) == (404, "device/unknown")

    casino.run(story(casino.here))


def test_a_device_that_is_removed_on_the_machine_of_the_house_is_gone_soon(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        socket = await here.socket(here.device(SCANNER))
        await socket.until("welcome")

        def remove() -> None:
            with device_desk(here.house.settings) as (desk, _):
                for one in desk.devices():
                    desk.remove(one.device, actor="console:ops", reason="a test")

        await asyncio.to_thread(remove)
        assert (await socket.until("ended"))["code"] == "session/disabled"

    casino.run(story(casino.here))


@pytest.mark.parametrize(
    ("binding", "table", "command", "code"),
    [
        (SCANNER, "speed-1", {}, "command/machine_only"),  # it is let in: the table is virtual
        (SCANNER, "blackjack-1", {}, "studio/not_its_table"),
        (SCANNER, "no-such-table", {}, "studio/not_its_table"),
        (
            Binding(table="speed-1", kind=DeviceKind.SCANNER, position="P1"),
            "speed-1",
            {"position": "B1"},
            "studio/not_its_position",
        ),
        (Binding(table="speed-1", kind=DeviceKind.CAMERA), "speed-1", {}, "command/not_yours"),
        (Binding(table="speed-1", kind=DeviceKind.CONSOLE), "speed-1", {}, "command/not_yours"),
    ],
)
def test_a_device_acts_at_its_own_table_with_its_own_commands(
    casino: Casino, binding: Binding, table: str, command: dict[str, object], code: str
) -> None:
    async def story(here: Premises) -> None:
        told = await answer(here, here.device(binding), table, **command)
        assert (told["accepted"], told["code"]) == (False, code)

    casino.run(story(casino.here))


def test_a_device_sees_no_table_and_a_guessed_token_opens_no_socket(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        headers = here.device(SCANNER)
        socket = await here.socket(headers)
        await socket.until("welcome")
        socket.say(type="watch", table="speed-1")
        assert (await socket.until("fault"))["code"] == "request/not_for_you"
        for path in ("/api/tables", "/api/staff/tables", "/api/studio/sets"):
            assert (await here.get(path, headers)).status_code == 403
        guessed = {"Authorization": "Bearer " + "A" * 43}
        assert (await here.get("/api/me", guessed)).status_code == 401
        with pytest.raises(Exception, match="401"):
            await here.socket(guessed)

    casino.run(story(casino.here))
