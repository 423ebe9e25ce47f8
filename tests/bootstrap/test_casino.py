"""The whole casino in one process: store, tables, identity, port, bots."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from secrets import token_hex
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from sabot.adapters.chance import shuffled_shoe
from sabot.adapters.clock import SystemClock
from sabot.adapters.wallet.book import Holder, OperatorBook, Ticket
from sabot.adapters.wallet.demo_operator import DemoOperator
from sabot.adapters.wallet.signing import Key, headers
from sabot.bootstrap import Casino
from sabot.bootstrap.casino import address_of
from sabot.bootstrap.opening import Told
from sabot.cards import Card, full_deck
from sabot.client import Client, sign_in
from sabot.errors import Malformed
from sabot.runtime.virtual_dealer import Shuffle
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.settings import Environment, NetworkSettings, OperatorSettings, Settings
from sabot.wire.table_view import Status, You

HURRY = 0.02
SECRET = {"ACME_SECRET": "not a secret", "SABOT_SEALING_KEYS": "5e" * 32}
PUBLIC = NetworkSettings(port=0, secure=True, public_address="https://house.example")


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
async def opened(
    settings: Settings, *, shuffle: Shuffle = shuffled_shoe
) -> AsyncIterator[tuple[Casino, str]]:
    """A casino that is ready, and its address."""
    told = Told(new=settings.environment is Environment.PRODUCTION)
    casino = Casino(settings, environment=SECRET, shuffle=shuffle, told=told)
    casino.open_tables()
    listener = casino.listen()
    address = address_of(listener)
    running = asyncio.create_task(casino.run(listener))
    try:
        async with asyncio.timeout(20), httpx.AsyncClient(trust_env=False) as http:
            # Outside of the process nobody could wait otherwise.
            while (await http.get(f"{address}/readyz")).status_code != httpx.codes.OK:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        yield casino, address
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        casino.close()
        casino.house.store.close()


def test_F17_F18_a_demo_account_plays_a_round_over_the_network(tmp_path: Path) -> None:
    async def story() -> tuple[You, int | None]:
        async with opened(settings_at(tmp_path)) as (_, address):
            token = await sign_in(address, login="ada", password=DEMO_PASSWORD)
            async with Client(address, token=token) as casino:
                table = await casino.watch("speed-1")
                await table.status(Status.PLACE_YOUR_BETS)
                await table.place("player", 500)
                you = await table.round_over()
                return you, casino.balance

    you, balance = asyncio.run(story())
    assert you.staked == 500
    assert balance == 100_000 - 500 + (you.paid or 0)


def test_what_was_signed_in_and_staked_is_there_after_a_restart(tmp_path: Path) -> None:
    async def story() -> list[int | None]:
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
                await table.until(lambda view: any(view.seats.values()))
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
            network=PUBLIC,
        )
        async with opened(production) as (_, address):
            named = {"Host": "house.example"}
            async with httpx.AsyncClient(base_url=address, trust_env=False, headers=named) as http:
                shown = (await http.get("/api/demo-accounts")).status_code
                body = {"login": "ada", "password": DEMO_PASSWORD, "bearer": True}
                refused = (await http.post("/api/sign-in", json=body)).json()["code"]
                other = await http.get("/api/visitor", headers={"Host": "127.0.0.1"})
                assert (other.status_code, other.json()["code"]) == (421, "host/unknown")
            return shown, refused

    assert asyncio.run(story()) == (404, "sign_in/refused")


def test_F17_an_operators_player_is_launched_and_plays_with_the_operators_money(
    tmp_path: Path,
) -> None:
    async def story() -> tuple[list[int], You, int]:
        book = OperatorBook()
        book.players["7"] = Holder(nickname="Sette", balance=10_000)
        book.tokens["of-seven"] = Ticket(player="7")
        key = Key(id="k1", secret=SECRET["ACME_SECRET"].encode())
        operator = DemoOperator(book, key=key, wall_ms=SystemClock().wall_ms)
        server = await operator.listen("127.0.0.1", 0)
        wallet = address_of(server.sockets[0])
        acme = OperatorSettings(
            id="acme",
            wallet=wallet,
            key_id="k1",
            secret_env="ACME_SECRET",  # noqa: S106 -- the name of a variable
            plain_http=True,
        )
        settings = settings_at(tmp_path, operators=(acme,))
        async with server, opened(settings) as (casino, address):
            forger = Key(id="k1", secret=b"another one")
            answers = [await launched(casino, address, signer) for signer in (forger, key)]
            token = await redeemed(address, answers[1].json()["url"])
            async with Client(address, token=token) as player:
                table = await player.watch("speed-1")
                await table.status(Status.PLACE_YOUR_BETS)
                await table.place("player", 500)
                you = await table.round_over()
            await casino.house.desk.quiesce()
            codes = [answer.status_code for answer in answers]
            return codes, you, book.players["7"].balance

    codes, you, balance = asyncio.run(story())
    assert codes == [401, 200]
    assert you.staked == 500
    assert balance == 10_000 - 500 + (you.paid or 0)


def test_F17_what_an_operator_has_paid_is_told_wherever_its_player_looks(tmp_path: Path) -> None:
    async def story() -> int | None:
        book = OperatorBook()
        book.players["7"] = Holder(nickname="Sette", balance=10_000)
        book.tokens["of-seven"] = Ticket(player="7")
        key = Key(id="k1", secret=SECRET["ACME_SECRET"].encode())
        operator = DemoOperator(book, key=key, wall_ms=SystemClock().wall_ms)
        server = await operator.listen("127.0.0.1", 0)
        acme = OperatorSettings(
            id="acme",
            wallet=address_of(server.sockets[0]),
            key_id="k1",
            secret_env="ACME_SECRET",  # noqa: S106 -- the name of a variable
            plain_http=True,
        )
        settings = settings_at(tmp_path, operators=(acme,))
        async with server, opened(settings, shuffle=player_wins) as (casino, address):
            answer = await launched(casino, address, key)
            token = await redeemed(address, answer.json()["url"])
            async with Client(address, token=token) as player:
                table = await player.watch("speed-1")
                await table.status(Status.PLACE_YOUR_BETS)
                await table.place("player", 500)
                await table.until(lambda _view: bool(table.you.bets))
                player.unwatch("speed-1")
                async with asyncio.timeout(5):
                    await player.line.until(lambda: (player.balance or 0) > 10_000)
                return player.balance

    assert asyncio.run(story()) == 10_500


def player_wins(decks: int) -> list[Card]:
    """Nine against two, in every round for as long as there are nines."""
    rounds = [(f"9{suit}", f"2{suit}", f"T{suit}", f"K{suit}") for suit in "CDHS"] * decks
    first = [Card.parse(word) for words in rounds for word in words]
    rest = list(full_deck()) * decks
    for card in first:
        rest.remove(card)
    return [*rest, *reversed(first)]  # the last of the list is dealt first


async def launched(casino: Casino, address: str, signer: Key) -> httpx.Response:
    """What the house answers to an operator's server that signs like this."""
    wish = {"token": "of-seven", "player": "7", "nickname": "Sette", "currency": "EUR"}
    body = json.dumps(wish | {"nonce": token_hex(16)}).encode()
    signed = headers(signer, now_ms=casino.house.clock.wall_ms(), call="launch", body=body)
    signed["Content-Type"] = "application/json"
    async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
        return await http.post("/operator/v1/launch", content=body, headers=signed)


async def redeemed(address: str, url: str) -> str:
    """The session of a player who follows the operator's link."""
    [token] = parse_qs(urlsplit(url).query)["token"]
    async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
        answer = await http.post("/api/sign-in/launch", json={"token": token, "bearer": True})
    return str(answer.json()["token"])


def test_production_refuses_a_chosen_order_of_cards(tmp_path: Path) -> None:
    production = settings_at(
        tmp_path,
        environment=Environment.PRODUCTION,
        pace=1.0,
        network=PUBLIC,
    )
    with pytest.raises(Malformed, match="not_in_production"):
        Casino(production, shuffle=lambda decks: list(full_deck()) * decks, environment=SECRET)
