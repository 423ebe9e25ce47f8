"""A settled round is annulled in a whole casino on SQLite: over HTTP, and after a restart."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
from tests.bootstrap.test_casino import opened, settings_at

from sabot.adapters.sql.readers.flows import SqlFlows
from sabot.bootstrap import Casino
from sabot.cards import Card, full_deck
from sabot.client import Client, sign_in
from sabot.lab.audit import audit, sealed
from sabot.service.controls.limits import Limit
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.wire import messages as m
from sabot.wire.table_view import Status

TABLE = "speed-1"
WHY = "a card was read twice"
STAKE = 700
BEGIN = 100_000
PATH = "/api/staff/annulments"


def player_wins(decks: int) -> list[Card]:
    """Each of the first rounds: nine for Player, two for Banker."""
    rest = list(full_deck()) * decks
    first = [Card.parse(word) for word in ["9C", "2D", "TH", "KD"] * 4]
    for card in first:
        rest.remove(card)
    return [*rest, *reversed(first)]  # the last of the list is dealt first


class Asking:
    """People with browsers."""

    def __init__(self, http: httpx.AsyncClient, tokens: dict[str, str]) -> None:
        self._http = http
        self.tokens = tokens

    async def __call__(self, login: str, path: str, **body: str) -> dict[str, Any]:
        bearer = {"Authorization": f"Bearer {self.tokens[login]}"}
        method = "POST" if body else "GET"
        answer = await self._http.request(method, path, json=body or None, headers=bearer)
        told: dict[str, Any] = answer.json()
        return told


@contextlib.asynccontextmanager
async def people(folder: Path) -> AsyncIterator[tuple[Casino, Client, Asking]]:
    """A casino with a player on the line and two shift managers."""
    async with (
        opened(settings_at(folder), shuffle=player_wins) as (casino, address),
        asyncio.timeout(60),
        httpx.AsyncClient(base_url=address, trust_env=False) as http,
    ):
        tokens = {
            login: await sign_in(address, login=login, password=DEMO_PASSWORD)
            for login in ("manager", "manager2", "ada")
        }
        async with Client(address, token=tokens["ada"]) as ada:
            yield casino, ada, Asking(http, tokens)


async def lose(client: Client) -> str:
    """A round in which the player's bet on Banker loses; its id."""
    table = await client.watch(TABLE)
    await table.status(Status.PLACE_YOUR_BETS)
    await table.place("banker", STAKE)
    round_id = table.view.round or ""
    you = await table.round_over()
    assert (you.staked, you.paid) == (STAKE, 0)
    return round_id


async def agree(asks: Asking, round_id: str) -> None:
    """One shift manager proposes, may not decide, and a colleague approves, twice."""
    one = f"{PATH}/a1"
    assert (await asks("ada", PATH))["code"] == "request/not_for_you"
    proposed = await asks("manager", PATH, id="a1", round=round_id, reason=WHY)
    assert (proposed["verdict"], proposed["amount"]) == ("proposed", STAKE)
    [line] = proposed["lines"]
    assert (line["player"], line["amount"], line["operator"]) == ("ada", STAKE, None)
    own = await asks("manager", one, verdict="approve", reason=WHY)
    assert own["code"] == "proposal/own"
    assert [each["id"] for each in (await asks("manager2", PATH))["proposals"]] == ["a1"]
    done = await asks("manager2", one, verdict="approve", reason="seen")
    assert (done["verdict"], done["lines"]) == ("approved", [line])
    assert await asks("manager2", one, verdict="approve", reason="seen") == done
    listed = await asks("manager", PATH)
    assert (listed["proposals"], listed["annulled"]) == ([], [done])


async def check_history(asks: Asking, round_id: str) -> None:
    """The player's history shows both: the settlement and the annulment."""
    told = await asks("ada", f"/api/rounds/{round_id}")
    assert (told["status"], told["staked"], told["paid"]) == ("settled", STAKE, 0)
    assert told["annulled"]["amount"] == STAKE
    [day] = (await asks("ada", "/api/history/today"))["days"]
    rounds = {each["round"]: each["status"] for each in day["rounds"]}
    assert rounds[round_id] == "annulled"
    [entry] = (await asks("ada", "/api/history/account"))["entries"]
    assert (entry["kind"], entry["amount"], entry["round"]) == ("annulment", STAKE, round_id)
    assert WHY not in str(entry)


def test_F274_a_round_is_annulled_over_http_and_the_player_is_told(tmp_path: Path) -> None:
    async def story() -> str:
        async with people(tmp_path) as (casino, ada, asks):
            limits = casino.house.controls
            limits.own.set_limit("ada", Limit.LOSS_PER_DAY, 10_000)
            round_id = await lose(ada)
            assert limits.used("ada")[Limit.LOSS_PER_DAY] == STAKE
            assert (await asks("ada", "/api/statistics"))["total"]["staked"] == STAKE
            await agree(asks, round_id)
            notice = m.Notice(code="round/annulled", data={"round": round_id, "amount": STAKE})
            async for message in ada.inbox.read():
                if message == notice:
                    break
            assert ada.balance == BEGIN
            assert limits.used("ada")[Limit.LOSS_PER_DAY] == 0
            assert (await asks("ada", "/api/statistics"))["total"]["staked"] == 0
            await check_history(asks, round_id)
        return round_id

    async def after_a_restart(round_id: str) -> None:
        async with people(tmp_path) as (casino, ada, asks):
            assert casino.house.proof.doubts == {}
            assert ada.balance == BEGIN
            flows = SqlFlows(casino.house.store.database).flows("ada", since_ms=0)
            assert round_id not in {flow.round_id for flow in flows}
            await check_history(asks, round_id)
            assert audit(sealed(casino.house.store.export_rows())).violations == ()

    asyncio.run(after_a_restart(asyncio.run(story())))
