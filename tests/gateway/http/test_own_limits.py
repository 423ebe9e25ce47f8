"""What a player's own limits leave is told beside their money, and is not taken for it."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, time
from zoneinfo import ZoneInfo

import pytest
from tests.gateway.http.conftest import Casino
from tests.gateway.http.players import play
from tests.gateway.http.premises import Premises
from tests.gateway.http.test_for_fun import guest

from sabot.adapters.sql.readers.flows import SqlFlows
from sabot.service.money.flows import Flow


def test_a_balance_is_the_money_and_own_limits_are_told_beside_it(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        headers, _player = await guest(here)
        socket = await here.socket(headers)
        first = await socket.until("balance")
        assert first["allowed"] is None
        assert first["available"] == first["balance"] > 2_000
        async with here.browser() as client:
            answer = await client.put(
                "/api/limits/stake_per_day", headers=headers, json={"value": 2_000}
            )
        assert answer.status_code == 200, answer.text
        told = await socket.until("balance", allowed=2_000)
        assert (told["available"], told["balance"]) == (first["available"], first["balance"])

    casino.run(story(casino.here))


def test_P16_what_a_limit_per_round_leaves_is_told_for_each_table(casino: Casino) -> None:
    """A limit of 3.00 that chips on this table have used up leaves nothing here."""

    async def story(here: Premises) -> None:
        headers, _player = await guest(here)
        socket = await here.socket(headers)
        socket.say(type="watch", table="brag-1")
        await socket.until("you", table="brag-1")
        async with here.browser() as client:
            path, body = "/api/limits/stake_per_round", {"value": 300}
            answer = await client.put(path, headers=headers, json=body)
        told = {limit["name"]: limit["resets_ms"] for limit in answer.json()["limits"]}
        assert told["stake_per_round"] is None
        now_ms = here.house.clock.wall_ms()
        rome = datetime.fromtimestamp(told["stake_per_day"] / 1000, ZoneInfo("Europe/Rome"))
        assert rome.time() == time(), "21.3: a day begins at the house's midnight"
        assert now_ms < told["stake_per_day"] <= now_ms + 25 * 3_600_000
        chip = {"type": "PlaceChip", "kind": "ante", "amount": 300}
        for number in range(200):
            socket.say(type="act", cmd_id=f"{number}", table="brag-1", command=chip)
            if (await socket.until("answer", cmd_id=f"{number}"))["accepted"]:
                break
            await asyncio.sleep(0.05)  # until betting opens at this table
        async with asyncio.timeout(20):
            while not any(
                one["type"] == "you" and one["you"]["chips"] and one["you"]["allowed"] == 0
                for one in socket.told
            ):
                socket.heard.clear()
                await socket.heard.wait()
        assert any(one["type"] == "you" and one["you"]["allowed"] == 300 for one in socket.told)

    casino.run(story(casino.here))


def test_P16_a_limit_holds_over_all_sockets_and_tables_at_once(
    casino: Casino, record_property: Callable[[str, object], None]
) -> None:
    limit, chip, asked = 5_000, 500, 80

    async def story(here: Premises) -> Counter[str]:
        headers, _player = await guest(here)
        sockets = [await here.socket(headers) for _ in range(4)]
        for socket in sockets:
            for table in ("speed-1", "brag-1"):
                socket.say(type="watch", table=table)
                await socket.until("snapshot", table=table)
        async with here.browser() as client:
            path, body = "/api/limits/stake_per_day", {"value": limit}
            assert (await client.put(path, headers=headers, json=body)).status_code == 200
        for number in range(asked):
            table, kind = (("speed-1", "player"), ("brag-1", "ante"))[number // 4 % 2]
            command = {"type": "PlaceChip", "kind": kind, "amount": chip}
            sockets[number % 4].say(type="act", cmd_id=f"{number}", table=table, command=command)
        codes = Counter[str]()
        for number in range(asked):
            answer = await sockets[number % 4].until("answer", cmd_id=f"{number}")
            codes[answer.get("code", "accepted")] += 1
        told = (await here.get("/api/limits", headers)).json()["limits"]
        [used] = [one["used"] for one in told if one["name"] == "stake_per_day"]
        figures = (await here.get("/api/session", headers)).json()
        assert figures["today"]["staked"] <= limit
        assert used <= limit
        return codes

    codes = casino.run(story(casino.here))
    record_property("counted", f"chips over 4 sockets and 2 tables against a limit: {dict(codes)}")
    assert codes["accepted"] * chip <= limit
    assert codes["control/stake_per_day"] or codes["bet/too_late"]


def test_the_figures_of_the_reality_check_are_those_of_the_rounds(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        headers, socket = await play(here, "ann", rounds=1)
        async with asyncio.timeout(20):
            while True:  # until nothing is in play between two looks
                today = (await here.get("/api/history/today", headers)).json()
                figures = (await here.get("/api/session", headers)).json()
                again = (await here.get("/api/history/today", headers)).json()
                if today == again and not today["open"]:
                    break
                await asyncio.sleep(0.05)
        lines = [line for day in today["days"] for line in day["rounds"]]
        staked, returned = (sum(line[of] for line in lines) for of in ("staked", "returned"))
        assert figures["today"] == {
            "staked": staked,
            "returned": returned,
            "net": returned - staked,
        }
        assert figures["session"] == figures["today"]
        socket.transport.disconnect()

    casino.run(story(casino.here))


def test_what_is_left_of_limits_is_read_while_tables_go_on(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who plays a lot has a long month, and the loop belongs to everybody."""
    readers: list[threading.Thread] = []
    guests: list[str] = []
    flows = SqlFlows.flows

    def read(self: SqlFlows, player_id: str, *, since_ms: int) -> Sequence[Flow]:
        if player_id in guests:  # players of other tests still have their sockets in this casino
            readers.append(threading.current_thread())
        return flows(self, player_id, since_ms=since_ms)

    monkeypatch.setattr(SqlFlows, "flows", read)

    async def story(here: Premises) -> threading.Thread:
        headers, player = await guest(here)
        guests.append(player)
        accounts, sessions = here.house.controls.accounts, here.services.identity.sessions
        assert (await here.get("/api/limits", headers)).status_code == 200
        async with here.browser() as client:
            body = {"value": 2_000}
            await client.put("/api/limits/stake_per_day", headers=headers, json=body)
        for session_known in (True, False):
            accounts.forget()
            if not session_known:
                sessions._live.clear()
            socket = await here.socket(headers)
            assert (await socket.until("balance"))["allowed"] == 2_000
            accounts.forget()
            assert (await here.get("/api/session", headers)).status_code == 200
        return threading.current_thread()

    loop = casino.run(story(casino.here))
    assert len(readers) == 6
    assert loop not in readers
