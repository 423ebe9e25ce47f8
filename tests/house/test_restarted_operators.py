"""Players of operators after a restart of the house: never a false zero, and no new launch."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from secrets import token_hex
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from tests.house.guests import ENVIRONMENT, KEY_ID, SECRET_ENV, START, LoopbackOperator
from tests.service.faulty_wallet import Fault

from sabot.adapters.wallet.signing import Key, headers
from sabot.bootstrap import Casino
from sabot.bootstrap.casino import address_of
from sabot.client import Client
from sabot.errors import Refused
from sabot.settings import Environment, NetworkSettings, Settings
from sabot.wire.table_view import Status, YourStatus

pytestmark = pytest.mark.usefixtures("quiet_log")
KEY = Key(id=KEY_ID, secret=ENVIRONMENT[SECRET_ENV].encode())


def settings_for(folder: Path, acme: LoopbackOperator) -> Settings:
    return Settings(
        environment=Environment.TEST,
        database=f"sqlite:///{folder / 'house.db'}",
        bots=0,
        pace=0.1,
        operators=(acme.settings,),
        network=NetworkSettings(port=0),
    )


@contextlib.asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[tuple[Casino, str]]:
    """A casino that is ready, and its address."""
    casino = Casino(settings, environment=ENVIRONMENT)
    casino.open_tables()
    listener = casino.listen()
    running = asyncio.create_task(casino.run(listener))
    try:
        async with asyncio.timeout(30):
            await casino.house.ready.wait()
        yield casino, address_of(listener)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        casino.close()
        casino.house.store.close()


async def launched(casino: Casino, address: str, player: str, key: Key = KEY) -> httpx.Response:
    """What an operator's server hears when it asks for a launch."""
    asked = {
        "token": f"token-{player}",
        "player": player,
        "nickname": player.title(),
        "currency": "EUR",
        "nonce": token_hex(16),
    }
    body = json.dumps(asked).encode()
    signed = headers(key, now_ms=casino.house.clock.wall_ms(), call="launch", body=body)
    async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
        return await http.post("/operator/v1/launch", content=body, headers=signed)


async def session_of(casino: Casino, address: str, player: str) -> str:
    """The session of a player whom the operator has launched."""
    answer = await launched(casino, address, player)
    [token] = parse_qs(urlsplit(answer.json()["url"]).query)["token"]
    async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
        answer = await http.post("/api/sign-in/launch", json={"token": token, "bearer": True})
    return str(answer.json()["token"])


def silent(name: str, _id: str) -> Fault | None:
    """No call about a balance arrives."""
    return Fault.LOST if name == "balance" else None


def test_20_6_after_a_restart_the_balance_is_the_wallets_and_bets_go_on(tmp_path: Path) -> None:
    async def story() -> tuple[int | None, int, int]:
        acme = LoopbackOperator("acme", players=1)
        async with acme.listening():
            settings = settings_for(tmp_path, acme)
            async with opened(settings) as (casino, address):
                session = await session_of(casino, address, "p0")
            async with opened(settings) as (casino, address), Client(address, token=session) as me:
                await me.line.until(lambda: me.balance is not None)
                known = me.balance
                table = await me.watch("speed-1")
                await table.status(Status.PLACE_YOUR_BETS)
                await table.place("player", 500)
                you = await table.round_over()
                await casino.house.desk.quiesce()
                return known, you.staked, acme.book.players["p0"].balance - (you.paid or 0)

    async def in_time() -> tuple[int | None, int, int]:
        async with asyncio.timeout(60):
            return await story()

    assert asyncio.run(in_time()) == (START, 500, START - 500)


def test_20_6_a_balance_nobody_has_told_yet_is_unknown_and_not_zero(tmp_path: Path) -> None:
    """The wallet is silent for a while: the player sees no number, and a chip says why."""

    async def story() -> tuple[list[Any], str, int | None]:
        acme = LoopbackOperator("acme", players=1)
        async with acme.listening():
            settings = settings_for(tmp_path, acme)
            async with opened(settings) as (casino, address):
                session = await session_of(casino, address, "p0")
            acme.server.failing.faults = silent
            async with opened(settings) as (_, address), Client(address, token=session) as me:
                await me.line.until(lambda: me.money is not None)
                assert me.welcome is not None
                assert me.money is not None
                shown = [me.welcome.balance, me.money.balance, me.money.available]
                table = await me.watch("speed-1")
                view = await table.status(Status.PLACE_YOUR_BETS)
                assert view is not None
                assert table.you.status is not YourStatus.INSUFFICIENT_BALANCE
                with pytest.raises(Refused) as refusal:
                    await table.place("player", 500)
                acme.heal()
                await me.line.until(lambda: me.balance is not None)
                return shown, refusal.value.code, me.balance

    async def in_time() -> tuple[list[Any], str, int | None]:
        async with asyncio.timeout(60):
            return await story()

    assert asyncio.run(in_time()) == ([None, None, None], "wallet/balance_unknown", START)
