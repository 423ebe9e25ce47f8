"""Staff exclude a player over HTTP: whom, until when, and what they cannot lift (F17, I14)."""

from __future__ import annotations

import json
import threading
from typing import Any

import httpx
import pytest
from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import PASSWORD, Premises, Socket, played, signed
from tests.gateway.http.test_reach import OBJECTS, come

from sabot.adapters.sql import SqlPlayers
from sabot.adapters.sql.schema import PLAYER
from sabot.lab.audit import audit, sealed
from sabot.money import Currency
from sabot.service.identity.launches import Launch
from sabot.service.players.directory import Player
from sabot.service.players.registry import RegisteredPlayers

PATH = "/api/staff/exclusions"
MANAGER, OPERATOR, STRANGER = "shift_manager-house-1", "operator-acme-1", "operator-other-1"
HOUR = 3_600_000


async def post(here: Premises, login: str, path: str, **body: object) -> httpx.Response:
    async with here.browser() as client:
        return await client.post(path, json=body, headers=await here.bearer(login))


async def exclude(here: Premises, login: str, player: str, until_ms: int | None) -> dict[str, Any]:
    answer = await post(here, login, PATH, player=player, until_ms=until_ms, reason="a test")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def lift(here: Premises, login: str, player: str) -> str:
    answer = await post(here, login, f"{PATH}/lift", player=player, reason="enough")
    return "" if answer.status_code == 204 else str(answer.json()["code"])


async def listed(here: Premises, login: str, player: str) -> list[str]:
    """By whom a player is kept out, as somebody sees it."""
    answer = (await here.get(PATH, await here.bearer(login))).json()
    assert answer["running"] == len(answer["exclusions"])
    return [one["by"] for one in answer["exclusions"] if one["player"] == player]


async def launched(here: Premises, player: str) -> httpx.Response:
    """An operator's player comes, or tries to."""
    wish = Launch(operator="acme", operator_player=player, nickname="Ada", currency=Currency.EUR)
    async with here.browser() as client:
        body = {"token": here.services.identity.launches.ask(wish).token, "bearer": True}
        return await client.post("/api/sign-in/launch", json=body)


async def signed_up(here: Premises, login: str) -> dict[str, str]:
    """A new player of the house."""
    body = {"login": login, "password": PASSWORD, "nickname": login.title(), "bearer": True}
    async with here.browser() as client:
        answer = await client.post("/api/sign-up", json=body)
    return {"Authorization": f"Bearer {answer.json()['token']}"}


async def ended(socket: Socket) -> str:
    return str((await socket.until("ended"))["code"])


def test_F17_a_player_who_was_blocked_before_they_came_hides_no_list(casino: Casino) -> None:
    """An operator's server may block anybody of its own, also somebody who has never come."""

    async def story(here: Premises) -> None:
        body = json.dumps({"player": "neverseen", "reason": "x", "nonce": "n" * 16}).encode()
        async with here.browser() as client:
            path = "/operator/v1/block"
            answer = await client.post(path, content=body, headers=signed(body))
        assert answer.status_code == 200, answer.text
        assert await listed(here, MANAGER, "acme:neverseen") == ["acme"]
        assert await listed(here, OPERATOR, "acme:neverseen") == ["acme"]
        assert await listed(here, STRANGER, "acme:neverseen") == []
        assert await lift(here, STRANGER, "acme:neverseen") == "player/unknown"
        assert await lift(here, OPERATOR, "acme:neverseen") == ""
        assert await listed(here, MANAGER, "acme:neverseen") == []

    casino.run(story(casino.here))


def test_a_damaged_row_of_a_player_hides_no_list(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        await signed_up(here, "damaged")
        player = here.house.players.player("damaged").player_id
        await exclude(here, MANAGER, player, None)
        columns = PLAYER.c
        with here.house.store.database.writing() as connection:
            edit = PLAYER.update().where(columns.player_id == player).values(currency="???")
            connection.execute(edit)
        here.house.players = RegisteredPlayers(SqlPlayers(here.house.store.database))
        assert await listed(here, MANAGER, player) == ["house"]
        assert await listed(here, OPERATOR, player) == []

    casino.run(story(casino.here))


def test_F17_an_operator_keeps_its_own_player_out_and_lets_them_in_again(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        token = (await launched(here, "out")).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        socket = await here.socket(headers)
        await socket.until("welcome")
        end = here.house.clock.wall_ms() + HOUR
        told = await exclude(here, OPERATOR, "acme:out", end)
        assert (told["by"], told["until_ms"], told["actor"]) == (
            "acme",
            end,
            "staff:login:operator-acme-1",
        )
        assert await ended(socket) == "session/excluded"
        assert (await here.get("/api/me", headers)).status_code == 401
        refused = await launched(here, "out")
        assert (refused.status_code, refused.json()) == (
            403,
            {"code": "control/barred", "data": {"until_ms": end}},
        )
        for login in (OPERATOR, MANAGER, "auditor-house-1"):
            assert await listed(here, login, "acme:out") == ["acme"]
        assert await listed(here, STRANGER, "acme:out") == []
        # What the operator began is not the shift manager's to lift.
        assert await lift(here, MANAGER, "acme:out") == "exclusion/none"
        assert await lift(here, OPERATOR, "acme:out") == ""
        assert await lift(here, OPERATOR, "acme:out") == "exclusion/none"
        assert await listed(here, OPERATOR, "acme:out") == []
        assert (await launched(here, "out")).status_code == 200

    casino.run(story(casino.here))


def test_a_shift_manager_keeps_any_player_out_and_each_side_lifts_its_own(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        assert (await launched(here, "both")).status_code == 200
        await exclude(here, MANAGER, "acme:both", None)
        await exclude(here, OPERATOR, "acme:both", here.house.clock.wall_ms() + HOUR)
        assert sorted(await listed(here, OPERATOR, "acme:both")) == ["acme", "house"]
        assert await lift(here, OPERATOR, "acme:both") == ""
        refused = (await launched(here, "both")).json()
        assert (refused["code"], refused["data"]["until_ms"]) == ("control/barred", 2**53 - 1)
        assert await lift(here, "shift_manager-house-2", "acme:both") == ""
        assert (await launched(here, "both")).status_code == 200

    casino.run(story(casino.here))


def test_a_self_exclusion_is_neither_shortened_nor_lifted_by_anybody(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        headers = await signed_up(here, "carla")
        async with here.browser() as client:
            own = await client.post("/api/exclusion", json={"span": "1y"}, headers=headers)
        until = own.json()["lock"]["until_ms"]
        assert await lift(here, MANAGER, "carla") == "exclusion/none"
        await exclude(here, MANAGER, "carla", here.house.clock.wall_ms() + HOUR)
        assert await lift(here, MANAGER, "carla") == ""
        body = {"login": "carla", "password": PASSWORD, "bearer": True}
        async with here.browser() as client:
            refused = (await client.post("/api/sign-in", json=body)).json()
        assert refused == {"code": "control/excluded", "data": {"until_ms": until}}
        assert await listed(here, MANAGER, "carla") == []  # it is the player's own business

    casino.run(story(casino.here))


def test_another_end_replaces_the_exclusion_and_the_same_again_is_the_same(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        await signed_up(here, "dario")
        now = here.house.clock.wall_ms()
        first = await exclude(here, MANAGER, "dario", now + HOUR)
        assert await exclude(here, MANAGER, "dario", now + HOUR) == first
        longer = await exclude(here, MANAGER, "dario", None)
        assert longer["until_ms"] is None
        shorter = await exclude(here, MANAGER, "dario", now + 2 * HOUR)
        assert await listed(here, MANAGER, "dario") == ["house"]
        assert shorter["until_ms"] == now + 2 * HOUR
        assert await lift(here, MANAGER, "dario") == ""
        acts = [
            a for a in here.house.store.acts.about_player("dario") if a.kind.startswith("exclusion")
        ]
        assert [(act.subject.rpartition(":")[2], act.kind, act.reason) for act in acts] == [
            ("1", "exclusion/begun", "a test"),
            ("1", "exclusion/lifted", "a test"),
            ("2", "exclusion/begun", "a test"),
            ("2", "exclusion/lifted", "a test"),
            ("3", "exclusion/begun", "a test"),
            ("3", "exclusion/lifted", "enough"),
        ]
        assert {act.actor for act in acts} == {"staff:login:shift_manager-house-1"}
        report = audit(sealed(here.house.store.export_rows()))
        assert report.ok, report.violations

    casino.run(story(casino.here))


def test_exclusions_are_within_reach_only(casino: Casino) -> None:
    come(casino.here, "acme", "7")
    come(casino.here, "other", "9")

    async def cell(here: Premises, path: str, login: str, player: str) -> str:
        body: dict[str, object] = {"player": player, "reason": "a test"}
        if path == PATH:
            body |= {"until_ms": here.house.clock.wall_ms() + HOUR}
        answer = await post(here, login, path, **body)
        return str(answer.json()["code"]) if answer.content and "code" in answer.json() else ""

    for path in (PATH, f"{PATH}/lift"):  # and in again
        for player, reach in OBJECTS.items():
            for login in (MANAGER, OPERATOR, STRANGER):
                code = casino.run(cell(casino.here, path, login, player))
                assert code == ("" if login in reach else "player/unknown"), (path, login, player)
        assert casino.run(cell(casino.here, path, MANAGER, "nobody")) == "player/unknown"


@pytest.mark.parametrize("path", [PATH, "/api/staff/adjustments"])
def test_players_of_a_long_list_are_looked_up_where_nobody_waits_for_it(
    casino: Casino, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them may be a look at the disk; tables live in the loop."""
    threads: set[int] = set()
    player = RegisteredPlayers.player

    def looked_up(players: RegisteredPlayers, player_id: str) -> Player:
        if player_id == "fabio":
            threads.add(threading.get_ident())
        return player(players, player_id)

    async def story(here: Premises) -> None:
        if "fabio" not in {one.player for one in here.services.identity.exclusions.running()}:
            await signed_up(here, "fabio")
            await exclude(here, MANAGER, "fabio", None)
            round_id = played(here, "fabio")
            credit = {"id": "fabio-1", "player": "fabio", "amount": 5, "round": round_id}
            body = credit | {"reason": "a test"}
            assert (await post(here, MANAGER, "/api/staff/adjustments", **body)).is_success
        monkeypatch.setattr(RegisteredPlayers, "player", looked_up)
        answer = await here.get(path, await here.bearer(MANAGER))
        assert '"fabio"' in answer.text
        assert threads
        assert threading.get_ident() not in threads

    casino.run(story(casino.here))


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"until_ms": 1}, 409, "exclusion/until"),
        ({"until_ms": 0}, 400, "request/malformed"),
        ({"until_ms": "never"}, 400, "request/malformed"),
        ({"reason": ""}, 400, "request/malformed"),
        ({"reason": " "}, 409, "office/words"),
        ({"by": "acme"}, 400, "request/malformed"),
    ],
)
def test_what_is_no_exclusion_keeps_nobody_out(
    casino: Casino, change: dict[str, object], status: int, code: str
) -> None:
    async def story(here: Premises) -> None:
        body = {"player": "ben", "until_ms": None, "reason": "a test"} | change
        answer = await post(here, MANAGER, PATH, **body)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert await listed(here, MANAGER, "ben") == []

    casino.run(story(casino.here))


def test_what_staff_wrote_about_a_player_is_not_told_to_the_player(casino: Casino) -> None:
    """An exclusion and a disabled account: the player hears that it is so, and not why."""

    async def story(here: Premises) -> str:
        headers = await signed_up(here, "olivia")
        socket = await here.socket(headers)
        await socket.until("welcome")
        body = {"player": "olivia", "until_ms": None, "reason": "looks like a cheat"}
        assert (await post(here, MANAGER, PATH, **body)).status_code == 200
        await socket.until("ended")
        told = [repr(socket.told)]
        login = {"login": "olivia", "password": PASSWORD}
        async with here.browser() as olivia:
            paths = ("/api/me", "/api/limits", "/api/session", "/api/history/today")
            told += [(await here.get(path, headers)).text for path in paths]
            told.append((await olivia.post("/api/sign-in", json=login)).text)
            await lift(here, MANAGER, "olivia")
            here.services.identity.accounts.disable("login:olivia", reason="looks like a cheat")
            told.append((await olivia.post("/api/sign-in", json=login)).text)
        assert "sign_in/disabled" in told[-1]
        assert "control/barred" in told[-2]
        return "".join(told)

    assert "cheat" not in casino.run(story(casino.here))
