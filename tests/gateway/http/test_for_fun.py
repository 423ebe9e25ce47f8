"""Playing for fun over the network: a private table on demand that no other player sees (F263)."""

from __future__ import annotations

import asyncio
import hashlib
from itertools import count
from pathlib import Path

import pytest
from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import Premises, Socket, opened

from sabot.client import Client
from sabot.errors import Refused
from sabot.money import Currency
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.service.identity.launches import Launch
from sabot.service.private.names import private_variants, table_id_of
from sabot.wire.table_view import Status

SPEED = "speed_baccarat"


async def guest(here: Premises) -> tuple[dict[str, str], str]:
    """Somebody who plays for fun: the header, and who they are."""
    async with here.browser() as client:
        answer = await client.post("/api/sign-in/guest", json={"bearer": True})
    return {"Authorization": f"Bearer {answer.json()['token']}"}, answer.json()["me"]["player"]


async def wish(here: Premises, headers: dict[str, str], variant: str = SPEED) -> tuple[int, str]:
    """Ask for a table: the status, and the table or why not."""
    async with here.browser() as client:
        answer = await client.post(f"/api/for-fun/{variant}", headers=headers, json={})
    told = answer.json()
    return answer.status_code, told.get("table") or told["code"]


async def placed(socket: Socket, table: str, kind: str, *, name: str) -> None:
    """A chip; one that is refused because a result is still shown is put down again."""
    chip = {"type": "PlaceChip", "kind": kind, "amount": 500}
    async with asyncio.timeout(20):
        for number in count():
            cmd_id = f"{name}{kind}-{number}"
            socket.say(type="act", table=table, cmd_id=cmd_id, command=chip)
            if (await socket.until("answer", cmd_id=cmd_id))["accepted"]:
                return
            await asyncio.sleep(0.1)


async def dealt(socket: Socket, table: str, *, name: str = "") -> str:
    """A round on Player and Tie, from the first chip to the result; its id."""
    for kind in ("player", "tie"):
        await placed(socket, table, kind, name=name)
    seen = len(socket.told)  # the round before may have been told as paid until now
    socket.say(type="act", table=table, cmd_id=f"{name}deal", command={"type": "DealNow"})
    assert (await socket.until("answer", cmd_id=f"{name}deal"))["accepted"]
    while True:
        for message in socket.told[seen:]:
            seen += 1
            if message["type"] == "you" and message["table"] == table:
                you = message["you"]
                if you["paid"] is not None and you["bets"]:
                    return str(you["round"])
        socket.heard.clear()
        async with asyncio.timeout(20):
            await socket.heard.wait()


def test_F263_a_guest_plays_a_private_table_and_everything_works_on_it(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        headers, player = await guest(here)
        status, table = await wish(here, headers)
        assert (status, table) == (200, table_id_of(player, SPEED))
        info = (await here.get(f"/api/tables/{table}", headers)).json()
        assert (info["private"], info["deal_now"], info["opening"]) == (True, True, "first_bet")
        socket = await here.socket(headers)
        socket.say(type="watch", table=table)
        view = (await socket.until("snapshot", table=table))["view"]
        assert (view["status"], view["window"]) == ("place_your_bets", None)
        round_id = await dealt(socket, table)
        today = (await here.get("/api/history/today", headers)).json()
        assert [line["round"] for line in today["days"][0]["rounds"]] == [round_id]
        told = (await here.get(f"/api/rounds/{round_id}", headers)).json()
        assert {bet["kind"] for bet in told["bets"]} == {"player", "tie"}
        assert (await here.get(f"/api/rounds/{round_id}/replay", headers)).json()["frames"]
        [figures] = (await here.get("/api/statistics", headers)).json()["games"]
        assert (figures["game"], figures["results"]["rounds"]) == ("baccarat", 1)
        proof = (await here.get(f"/api/shoes/{view['shoe']}/proof", headers)).json()
        assert (proof["commitment"], proof["disclosed"]) == (view["commitment"], False)

    casino.run(story(casino.here))


def test_F263_a_private_table_is_in_no_list_and_unknown_to_others(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        headers, _ = await guest(here)
        _, table = await wish(here, headers)
        socket = await here.socket(headers)
        socket.say(type="watch_lobby")
        lobby = await socket.until("lobby")
        socket.say(type="watch", table=table)
        shoe = (await socket.until("snapshot", table=table))["view"]["shoe"]
        round_id = await dealt(socket, table)
        assert table not in {tile["table"] for tile in lobby["tiles"]}
        assert not [m for m in socket.told if m["type"] == "tile" and m["tile"]["table"] == table]
        ann, manager = await here.bearer("ann"), await here.bearer("shift_manager-house-1")
        for who, path in ((ann, "/api/tables"), (manager, "/api/staff/tables")):
            tables = (await here.get(path, who)).json()["tables"]
            assert table not in {one["table"] for one in tables}
        stranger, _ = await guest(here)
        operator = await here.bearer("operator-acme-1")
        for path, code in (
            (f"/api/tables/{table}", "table/unknown"),
            (f"/api/tables/{table}/scorecards", "table/unknown"),
            (f"/api/rounds/{round_id}", "round/unknown"),
            (f"/api/rounds/{round_id}/replay", "round/unknown"),
            (f"/api/shoes/{shoe}/proof", "shoe/unknown"),
        ):
            for who in (stranger, ann):
                answer = await here.get(path, who)
                assert (answer.status_code, answer.json()["code"]) == (404, code)
            assert (await here.get(path, operator)).status_code in (403, 404)
            assert (await here.get(path, manager)).status_code == 200
        whole = f"/api/staff/rounds/{round_id}"
        answer = await here.get(whole, operator)
        assert (answer.status_code, answer.json()["code"]) == (404, "round/unknown")
        assert (await here.get(whole, manager)).status_code == 200
        other = await here.socket(stranger)
        other.say(type="watch", table=table)
        assert (await other.until("fault"))["code"] == "table/unknown"
        other.say(type="act", table=table, cmd_id="x", command={"type": "DealNow"})
        assert (await other.until("answer", cmd_id="x"))["code"] == "table/unknown"
        other.say(type="enter", room=f"table:{table}")
        assert (await other.until("fault", code="table/unknown"))["data"]["request"]

    casino.run(story(casino.here))


def test_F263_only_play_money_plays_for_fun(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        ann = await here.bearer("ann")  # of the house: nobody says that her money is none
        assert await wish(here, ann) == (403, "for_fun/real_money")
        assert (await here.get("/api/for-fun", ann)).json() == {"games": []}
        launches = here.services.identity.launches
        come = Launch(operator="acme", operator_player="7", nickname="Seven", currency=Currency.EUR)
        token = launches.redeem(launches.ask(come).token).signed_in.token
        theirs = {"Authorization": f"Bearer {token}"}
        assert await wish(here, theirs) == (403, "for_fun/real_money")
        async with here.browser() as client:
            demo = {"login": "ada", "password": DEMO_PASSWORD, "bearer": True}
            token = (await client.post("/api/sign-in", json=demo)).json()["token"]
        ada = {"Authorization": f"Bearer {token}"}
        assert (await wish(here, ada))[0] == 200
        games = (await here.get("/api/for-fun", ada)).json()["games"]
        assert [game["variant"] for game in games] == [*private_variants().values()]
        assert [game["table"] is not None for game in games] == [True, *[False] * 4]

    casino.run(story(casino.here))


def test_F263_a_fourth_table_that_is_looked_at_is_refused(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        headers, _ = await guest(here)
        socket = await here.socket(headers)
        variants = [*private_variants().values()]
        tables = [(await wish(here, headers, variant))[1] for variant in variants[:3]]
        for table in tables:
            socket.say(type="watch", table=table)
            await socket.until("snapshot", table=table)
        assert await wish(here, headers, variants[3]) == (409, "for_fun/too_many")
        socket.say(type="unwatch", table=tables[0])
        socket.say(type="ping", n=1)
        await socket.until("pong")
        assert (await wish(here, headers, variants[3]))[0] == 200
        assert await wish(here, headers, "roulette") == (404, "for_fun/no_such_game")

    casino.run(story(casino.here))


def test_F263_a_closed_table_keeps_its_history_and_opens_when_looked_at(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        headers, _ = await guest(here)
        _, table = await wish(here, headers)
        socket = await here.socket(headers)
        socket.say(type="watch", table=table)
        view = (await socket.until("snapshot", table=table))["view"]
        round_id = await dealt(socket, table)
        private = here.house.private
        host = private.host(table)
        assert host is not None
        async with asyncio.timeout(20):
            while host.state.in_round or host.state.round is not None:
                await host.changed()
        await private.close(table)
        assert private.host(table) is None
        assert (await here.get(f"/api/rounds/{round_id}", headers)).status_code == 200
        proof = (await here.get(f"/api/shoes/{view['shoe']}/proof", headers)).json()
        text = f"{proof['salt']}:{proof['cards']}".encode()
        assert hashlib.sha256(text).hexdigest() == view["commitment"]
        socket.told.clear()
        socket.say(type="watch", table=table)
        again = (await socket.until("snapshot", table=table))["view"]
        assert (again["status"], again["shoe"] != view["shoe"]) == ("place_your_bets", True)

    casino.run(story(casino.here))


def test_F263_who_looks_at_a_table_that_closes_hears_so_last_of_all(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        headers, _ = await guest(here)
        _, table = await wish(here, headers)
        owner = await here.socket(headers)
        manager = await here.socket(await here.bearer("shift_manager-house-1"))
        for socket in (owner, manager):
            socket.say(type="watch", table=table)
            await socket.until("snapshot", table=table)
        await here.house.private.close(table)
        for socket in (owner, manager):
            assert (await socket.until("notice"))["code"] == "table/closed"
            about = [
                m for m in socket.told if table in (m.get("table"), m.get("data", {}).get("table"))
            ]
            assert about[-1] == {"type": "notice", "code": "table/closed", "data": {"table": table}}
            shown = [m["set"]["status"] for m in about if "status" in m.get("set", {})]
            assert shown[-1] == "closed_table"
            disclosed = [
                h for m in about for h in m.get("happened", ()) if h["what"] == "shoe_disclosed"
            ]
            assert len(disclosed) == 1
        owner.say(type="act", table=table, cmd_id="late", command={"type": "DealNow"})
        assert (await owner.until("answer", cmd_id="late"))["code"] == "table/closed"
        pause = {"type": "Pause", "reason": "a test"}
        manager.say(type="act", table=table, cmd_id="late", command=pause)
        assert (await manager.until("answer", cmd_id="late"))["code"] == "table/closed"
        manager.say(type="watch", table=table)
        await manager.until("fault", code="table/closed")
        await dealt_again(owner, table)

    async def dealt_again(socket: Socket, table: str) -> None:
        socket.told.clear()
        socket.say(type="watch", table=table)
        await socket.until("snapshot", table=table)
        await dealt(socket, table, name="again-")

    casino.run(story(casino.here))


def test_F263_the_client_says_that_a_table_was_closed_and_opens_it_again(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        headers, _ = await guest(here)
        _, name = await wish(here, headers)
        token = headers["Authorization"].removeprefix("Bearer ")
        async with Client(here.address, token=token) as client:
            table = await client.watch(name)
            waiting = asyncio.create_task(table.status(Status.RESULT))
            await asyncio.sleep(0)
            await here.house.private.close(name)
            with pytest.raises(Refused, match="table/closed"):
                await waiting
            assert name not in client.tables
            with pytest.raises(Refused, match="table/closed"):
                await table.place("player", 500)
            again = await client.watch(name)
            assert again.view.status is Status.PLACE_YOUR_BETS
            await again.place("player", 500)
            # Somebody who was skipped meanwhile has not heard of it.
            await again.clear()
            here.gateway.broadcaster.close_private(name)
            with pytest.raises(Refused, match="table/closed"):
                await again.place("player", 500)
            assert name not in client.tables

    casino.run(story(casino.here))


def test_F263_who_looks_away_before_a_closed_table_is_open_does_not_look_at_it(
    casino: Casino,
) -> None:
    async def story(here: Premises) -> None:
        headers, player = await guest(here)
        _, table = await wish(here, headers)
        socket = await here.socket(headers)
        private, broadcaster = here.house.private, here.gateway.broadcaster
        await private.close(table)
        socket.say(type="watch", table=table)
        socket.say(type="unwatch", table=table)
        async with asyncio.timeout(20):
            while broadcaster.feed(table) is None:  # noqa: ASYNC110 -- it is opened for whoever asked
                await asyncio.sleep(0.01)
        await private.open(player, SPEED)  # after whoever came first
        assert broadcaster.open.watching(table) == 0
        socket.say(type="watch", table=table)
        await socket.until("snapshot", table=table)
        assert broadcaster.open.watching(table) == 1

    casino.run(story(casino.here))


def test_F263_a_private_table_is_there_again_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, tables=("speed-1",)) as here:
            headers, _ = await guest(here)
            _, table = await wish(here, headers)
            socket = await here.socket(headers)
            socket.say(type="watch", table=table)
            await socket.until("snapshot", table=table)
            await dealt(socket, table)
        async with opened(tmp_path, tables=("speed-1",)) as here:
            socket = await here.socket(headers)
            socket.say(type="watch", table=table)
            await socket.until("snapshot", table=table)
            assert await dealt(socket, table, name="again-") == f"{table}-2"

    asyncio.run(story())
