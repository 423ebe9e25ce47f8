"""A damaged row that belongs to no table switches off its own part: the house opens, others play.

Tables have their own (`test_damaged_tables`), and so have the orders of shoes (`tests/house`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.bootstrap.test_casino import opened, settings_at

from sabot.client import Client, sign_in
from sabot.errors import SabotError
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.table.phases import Phase
from sabot.wire.table_view import Status

WALLET_OP = "INSERT INTO wallet_op VALUES ('speed-1-9/acme:x:{0}', 'acme', {1}, 5, '', '')"
ACT = "INSERT INTO office_act VALUES ('{0}', '{1}', '{2}', 'ada', 500, 'staff:x', 'y', x'00ff', 5)"

DAMAGES = {
    "a credit of an operator we do not know": WALLET_OP.format(
        "result", "'acme:x', 'result', 500, 'speed-1-9', 'owed', 0"
    ),
    "a wallet operation in no state": WALLET_OP.format(
        "bet", "'acme:x', 'bet', 500, 'speed-1-9', 'flying', 0"
    ),
    "a wallet operation of nobody": WALLET_OP.format("refund", "'', 'bet', -7, '', 'asked', 0"),
    "preferences": "UPDATE player_preferences SET body = x'00ff'",
    "a grant of golden chips": ACT.format("chips:g1:granted", "chips/granted", "chips:g1"),
    "a proposal": ACT.format("credit:c1:proposed", "credit/proposed", "credit:c1"),
    "an act of no kind": ACT.format("nonsense", "earthquake", "nonsense"),
    "a line of chat": "INSERT INTO chat_line VALUES"
    " ('table:speed-2', 1, 'ada', 'Ada', 'emperor', 'hello', 5, NULL)",
    "the currency of a player": "UPDATE player SET currency = 'XYZ' WHERE player_id = 'ada'",
    "the operator of a player": "UPDATE player SET operator = 'acme', operator_player = 'x'"
    " WHERE player_id = 'ada'",
    "a password": "UPDATE identity_account SET password = 'nonsense' WHERE login = 'ada'",
    "a bet": "UPDATE bet SET body = x'00ff', kind = 'nonsense'",
    "answers": "UPDATE command SET reply = x'00ff'",
    "a token of an operator": "INSERT INTO operator_token VALUES ('acme:x', x'00ff', 5)",
}

ACTS = ("a grant of golden chips", "a proposal", "an act of no kind")
"""Acts that the house log does not know: their player is in doubt (ADR 0034)."""

SHUT_OUT = ("the currency of a player", "the operator of a player", "a password", "a bet", "acts")
"""Damages that keep their own player out; with all the others, together, that player plays.

A settled bet that is not what its round says puts the money of its player in doubt (ADR 0049).
"""

AT_ONCE = {name: (name,) for name in SHUT_OUT if name != "acts"} | {
    "acts": ACTS,
    "all the others": tuple(name for name in DAMAGES if name not in (*SHUT_OUT, *ACTS)),
}


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """The damage is the subject here: its traceback is not news."""
    logging.getLogger("sabot").setLevel(logging.CRITICAL + 1)
    yield
    logging.getLogger("sabot").setLevel(logging.NOTSET)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a house in which ada has a preference, and a bet in the past."""
    folder = tmp_path_factory.mktemp("played")

    async def play() -> None:
        async with opened(settings_at(folder)) as (_, address), asyncio.timeout(60):
            token = await sign_in(address, login="ada", password=DEMO_PASSWORD)
            headers = {"Authorization": f"Bearer {token}"}
            async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
                changed = await http.patch(
                    "/api/preferences", json={"auto_stand": 17}, headers=headers
                )
                assert changed.status_code == 200
            await plays(address, "ada", "speed-1")

    asyncio.run(play())
    return folder


async def plays(address: str, login: str, table: str) -> int:
    """A round from the door to the result; what was staked."""
    token = await sign_in(address, login=login, password=DEMO_PASSWORD)
    async with asyncio.timeout(30), Client(address, token=token) as player:
        at = await player.watch(table)
        await at.status(Status.PLACE_YOUR_BETS)
        await at.place("player", 500)
        return (await at.round_over()).staked


@pytest.mark.parametrize("what", AT_ONCE)
def test_20_2_a_damaged_row_switches_off_its_own_part(
    played: Path, tmp_path: Path, what: str
) -> None:
    shutil.copytree(played, tmp_path / "house")
    with contextlib.closing(sqlite3.connect(tmp_path / "house" / "casino.db")) as db, db:
        for name in AT_ONCE[what]:
            assert db.execute(DAMAGES[name]).rowcount, name

    async def story() -> None:
        async with opened(settings_at(tmp_path / "house")) as (casino, address):
            assert await plays(address, "bruno", "speed-2") == 500
            if what in SHUT_OUT:
                with pytest.raises(SabotError):
                    await plays(address, "ada", "speed-1")
            else:
                assert await plays(address, "ada", "speed-1") == 500
            assert await plays(address, "bruno", "speed-1") == 500, "the table plays on"
            assert casino.house.out_of_order == {}

    asyncio.run(story())


def test_20_2_damaged_preferences_are_the_defaults_until_they_are_changed(
    played: Path, tmp_path: Path
) -> None:
    """Found by an attack: the row answered 500."""
    shutil.copytree(played, tmp_path / "house")
    with contextlib.closing(sqlite3.connect(tmp_path / "house" / "casino.db")) as db, db:
        assert db.execute(DAMAGES["preferences"]).rowcount

    async def story() -> list[tuple[int, int | None]]:
        async with opened(settings_at(tmp_path / "house")) as (_, address):
            token = await sign_in(address, login="ada", password=DEMO_PASSWORD)
            bearer = {"Authorization": f"Bearer {token}"}
            async with httpx.AsyncClient(base_url=address, headers=bearer, trust_env=False) as http:
                answers = [
                    await http.get("/api/preferences"),
                    await http.patch("/api/preferences", json={"auto_stand": 18}),
                    await http.get("/api/preferences"),
                ]
            return [(one.status_code, one.json()["auto_stand"]) for one in answers]

    assert asyncio.run(story()) == [(200, None), (200, 18), (200, 18)]


@pytest.mark.parametrize("what", ["the currency of a player", "the operator of a player"])
def test_20_4_an_edited_row_of_a_player_is_refused_with_a_reason_and_told(
    played: Path, tmp_path: Path, what: str
) -> None:
    """Found by an attack: such a player was answered 500, and staff heard nothing."""
    shutil.copytree(played, tmp_path / "house")

    async def story() -> tuple[set[tuple[int, str]], dict[str, int]]:
        answers = set()
        async with opened(settings_at(tmp_path / "house")) as (_, address):
            token = await sign_in(address, login="ada", password=DEMO_PASSWORD)
        with contextlib.closing(sqlite3.connect(tmp_path / "house" / "casino.db")) as db, db:
            assert db.execute(DAMAGES[what]).rowcount
        bearer = {"Authorization": f"Bearer {token}"}
        async with (
            opened(settings_at(tmp_path / "house")) as (_, address),
            httpx.AsyncClient(base_url=address, trust_env=False) as http,
        ):
            for path in ("/api/me", "/api/preferences", "/api/cashier", "/api/history/today"):
                got = await http.get(path, headers=bearer)
                answers.add((got.status_code, got.json()["code"]))
            body = {"login": "ada", "password": DEMO_PASSWORD}
            got = await http.post("/api/sign-in", json=body)
            answers.add((got.status_code, got.json()["code"]))
            return answers, (await http.get("/readyz")).json()["in_doubt"]

    answers, in_doubt = asyncio.run(story())
    assert answers == {(403, "player/unreadable")}
    assert in_doubt["person"] == 1


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE player SET currency = 'XYZ' WHERE player_id = 'ada'",
        "UPDATE player SET operator = 'acme', operator_player = 'x' WHERE player_id = 'ada'",
        "DELETE FROM player WHERE player_id = 'ada'",
    ],
)
def test_20_2_a_round_in_play_pays_everybody_though_a_players_row_is_damaged(
    tmp_path: Path, damage: str
) -> None:
    table, stake = "speed-1", 500

    async def leave_in_a_round() -> str:
        async with opened(settings_at(tmp_path, pace=0.5)) as (casino, address):
            tokens = [
                await sign_in(address, login=name, password=DEMO_PASSWORD)
                for name in ("ada", "bruno")
            ]
            async with (
                asyncio.timeout(30),
                Client(address, token=tokens[0]) as ada,
                Client(address, token=tokens[1]) as bruno,
            ):
                for player in (ada, bruno):
                    at = await player.watch(table)
                    await at.status(Status.PLACE_YOUR_BETS)
                    await at.place("player", stake)
                host = casino.house.hosts[table]
                while host.state.phase is not Phase.DEALING:
                    await host.changed()
                return host.state.current.round_id

    async def go_on(round_id: str) -> tuple[int, int]:
        async with opened(settings_at(tmp_path)) as (casino, address), asyncio.timeout(30):
            host = casino.house.hosts[table]
            while host.state.round is not None and host.state.current.round_id == round_id:
                await host.changed()
            assert casino.house.out_of_order == {}
            with pytest.raises(SabotError):
                await plays(address, "ada", "speed-2")
            names = ["player:ada:EUR", "player:bruno:EUR", f"escrow:{round_id}:EUR"]
            ada, bruno, left = casino.house.store.ledger.balances(names).values()
            assert left == 0
            return ada, bruno

    round_id = asyncio.run(leave_in_a_round())
    with contextlib.closing(sqlite3.connect(tmp_path / "casino.db")) as db, db:
        assert db.execute(damage).rowcount
    ada, bruno = asyncio.run(go_on(round_id))
    assert ada == bruno, "both had the same bet, and both were paid alike"
