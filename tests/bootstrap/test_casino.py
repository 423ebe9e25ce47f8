"""The whole casino in one process: store, tables, identity, port, bots."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from sabot.adapters.wallet.signing import Key, headers
from sabot.bootstrap import Casino
from sabot.bootstrap.casino import address_of
from sabot.client import Client, sign_in
from sabot.errors import Malformed, Refused
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.settings import Environment, NetworkSettings, OperatorSettings, Settings
from sabot.wire.table_view import Status

HURRY = 0.02
ACME = OperatorSettings(
    id="acme",
    wallet="https://wallet.example/v1",
    key_id="k1",
    secret_env="ACME_SECRET",  # noqa: S106 -- the name of a variable
)
SECRET = {"ACME_SECRET": "not a secret"}


def settings_at(folder: Path, **changes: object) -> Settings:
    return Settings(
        **{  # type: ignore[arg-type]
            "database": f"sqlite:///{folder / 'casino.db'}",
            "bots": 0,
            "pace": HURRY,
            "network": NetworkSettings(port=0),
            **changes,
        }
    )


@contextlib.asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[tuple[Casino, str]]:
    """A casino that is ready, and its address."""
    casino = Casino(settings, environment=SECRET)
    casino.open_tables()
    listener = casino.listen()
    address = address_of(listener)
    running = asyncio.create_task(casino.run(listener))
    try:
        async with asyncio.timeout(20), httpx.AsyncClient(trust_env=False) as http:
            while (await http.get(f"{address}/readyz")).status_code != httpx.codes.OK:
                await asyncio.sleep(0.02)
        yield casino, address
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        casino.close()
        casino.house.store.close()


def test_F17_F18_a_demo_account_plays_a_round_over_the_network(tmp_path: Path) -> None:
    async def story() -> tuple[int, int]:
        async with opened(settings_at(tmp_path)) as (_, address):
            token = await sign_in(address, login="ada", password=DEMO_PASSWORD)
            async with Client(address, token=token) as casino:
                table = await casino.watch("speed-1")
                await table.status(Status.PLACE_YOUR_BETS)
                await table.place("player", 500)
                you = await table.round_over()
                return you.staked, casino.balance

    staked, balance = asyncio.run(story())
    assert staked == 500
    assert balance != 100_000  # played, and booked


def test_what_was_signed_in_and_staked_is_there_after_a_restart(tmp_path: Path) -> None:
    async def story() -> list[int]:
        balances = []
        settings = settings_at(tmp_path)
        async with opened(settings) as (_, address):
            token = await sign_in(address, login="bruno", password=DEMO_PASSWORD)
        for _ in range(2):
            async with opened(settings) as (_, address), Client(address, token=token) as casino:
                balances.append(casino.balance)
        return balances

    assert asyncio.run(story()) == [100_000, 100_000]


def test_bots_sit_down_by_themselves_and_are_marked(tmp_path: Path) -> None:
    async def story() -> set[bool]:
        async with opened(settings_at(tmp_path, bots=12)) as (_, address):
            token = await sign_in(address, login="ada", password=DEMO_PASSWORD)
            async with asyncio.timeout(30), Client(address, token=token) as casino:
                table = await casino.watch("blackjack-1")
                while not any(table.view.seats.values()):
                    await asyncio.sleep(0.02)
                return {person.bot for people in table.view.seats.values() for person in people}

    assert asyncio.run(story()) == {True}


def test_production_has_no_bots_no_demo_accounts_and_no_plain_sign_in(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="not_in_production"):
        settings_at(tmp_path, environment=Environment.PRODUCTION, bots=3, pace=1.0)
    with pytest.raises(Malformed, match="HTTPS"):
        settings_at(tmp_path, environment=Environment.PRODUCTION, pace=1.0)

    async def story() -> tuple[int, str]:
        production = settings_at(
            tmp_path,
            environment=Environment.PRODUCTION,
            pace=1.0,
            network=NetworkSettings(port=0, secure=True),
        )
        async with opened(production) as (_, address):
            async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
                shown = (await http.get("/api/demo-accounts")).status_code
            with pytest.raises(Refused) as refusal:
                await sign_in(address, login="ada", password=DEMO_PASSWORD)
            return shown, refusal.value.code

    assert asyncio.run(story()) == (404, "sign_in/refused")


def test_an_operators_server_signs_its_launches(tmp_path: Path) -> None:
    async def story() -> list[int]:
        settings = settings_at(tmp_path, operators=(ACME,))
        async with opened(settings) as (casino, address):
            body = b'{"player":"7","nickname":"Sette","currency":"EUR"}'
            now = casino.house.clock.wall_ms()
            key = Key(id="k1", secret=b"not a secret")
            forged = Key(id="k1", secret=b"another one")
            async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
                return [
                    (
                        await http.post(
                            "/operator/v1/launch",
                            content=body,
                            headers={
                                **headers(signer, now_ms=now, call="launch", body=body),
                                "Content-Type": "application/json",
                            },
                        )
                    ).status_code
                    for signer in (key, forged)
                ]

    good, bad = asyncio.run(story())
    assert (good // 100, bad) == (2, 401)
