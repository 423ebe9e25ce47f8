"""Bots at a real house: they play every game, are marked, and know no more than the wire tells."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from tests.client.floor import play
from tests.gateway.http.premises import Premises, opened
from tests.service.identity.front_desk import FrontDesk
from tests.units import posted

from sabot.bots.crew import names_of, run_bots
from sabot.bots.temperament import TEMPERAMENTS
from sabot.client import Refused
from sabot.gamekit import Audience
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Currency
from sabot.service.identity.bots import BotDesk
from sabot.service.identity.rows import Origin
from sabot.service.identity.rules import IdentityRules

TABLES = ("speed-1", "seven-1", "blackjack-1", "brag-1")
BOTS = 3 * len(TABLES)
ROUNDS = 4


def desk_of(premises: Premises) -> BotDesk:
    services = premises.services
    return BotDesk(
        accounts=services.identity.accounts,
        sessions=services.identity.sessions,
        ledger=services.house.store.ledger,
        clock=services.house.clock,
        rules=services.identity.rules,
    )


async def crew_at_work(premises: Premises, seconds: float) -> dict[str, int]:
    """Bets of bots by table, counted from what the tables record."""
    desk = desk_of(premises)
    bets = dict.fromkeys(TABLES, 0)

    async def token_of(name: str) -> str:
        return (await asyncio.to_thread(desk.bot, name)).token

    running = asyncio.create_task(
        run_bots(premises.address, names_of(BOTS), token_of, Random(3).randrange)
    )
    try:
        async with asyncio.timeout(seconds):
            while min(bets.values()) < ROUNDS:
                await asyncio.sleep(0.2)
                for table in TABLES:
                    rows = premises.house.store.events.read(table, after=0)
                    bets[table] = sum(row.body.count(b'"player":"bot:') for row in rows)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    return bets


def test_bots_bet_at_every_table_and_are_marked(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    async def test() -> tuple[dict[str, int], list[bool], int]:
        async with opened(tmp_path, pace=0.1, tables=TABLES) as premises:
            bets = await crew_at_work(premises, seconds=60)
            feeds = premises.gateway.broadcaster.feeds
            people = [
                person.bot
                for feed in feeds.values()
                for seat in feed.view(Audience.PLAYER).seats.values()
                for person in seat
            ]
            taken = len(premises.house.hosts["blackjack-1"].state.seats)
        return bets, people, taken

    bets, people, taken = play(test(), seconds=100)
    record_property("counted", f"{BOTS} bots, bets by table: {bets}")
    assert min(bets.values()) >= ROUNDS
    assert people
    assert all(people)
    assert taken <= 5  # two seats stay free for people


def test_a_bot_without_money_asks_the_cashier_and_plays_on(tmp_path: Path) -> None:
    """A demonstration that is open for weeks stays alive."""

    async def test() -> int:
        async with opened(tmp_path, pace=0.1, tables=("speed-1",)) as premises:
            desk, store = desk_of(premises), premises.house.store
            [name] = names_of(1)
            token = desk.bot(name).token
            account = premises.house.players.player(f"bot:{name}").account
            lost = Transfer(
                id="lost",
                kind=TransferKind.WITHDRAWAL,
                debit=account,
                credit=str(Account(AccountKind.CASHIER, "demo", Currency.EUR)),
                amount=store.ledger.balances([account])[account],
            )
            assert posted(store, [lost]) is None

            async def token_of(_name: str) -> str:
                return token

            running = asyncio.create_task(
                run_bots(premises.address, [name], token_of, lambda _below: 0)  # always bets
            )
            bets = 0
            try:
                async with asyncio.timeout(20):
                    while not bets:
                        await asyncio.sleep(0.1)
                        rows = store.events.read("speed-1", after=0)
                        bets = sum(row.body.count(b'"player":"bot:') for row in rows)
            finally:
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)
        return bets

    assert play(test(), seconds=60)


def test_a_mistake_in_one_bot_ends_neither_the_others_nor_the_house() -> None:
    async def test() -> dict[str, int]:
        asked = dict.fromkeys(names_of(2), 0)
        enough = asyncio.Event()

        async def token_of(name: str) -> str:
            asked[name] += 1
            if asked[name] > 1:
                enough.set()
            if name == names_of(1)[0]:
                raise RuntimeError("a mistake of ours")
            await asyncio.Event().wait()
            return ""

        running = asyncio.create_task(
            run_bots("http://127.0.0.1:1", names_of(2), token_of, lambda _below: 0)
        )
        waiting = asyncio.create_task(enough.wait())
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        for task in (running, waiting):
            task.cancel()
        await asyncio.gather(running, waiting, return_exceptions=True)
        return asked

    asked = play(test(), seconds=20)
    assert asked == {"Ambra": 2, "Bruno": 1}


def test_every_temperament_is_in_a_crew_of_the_demonstration() -> None:
    assert len(TEMPERAMENTS) <= 12
    assert len(set(names_of(100))) == 100


def test_production_gives_no_session_to_a_bot() -> None:
    front = FrontDesk(rules=IdentityRules(demo=False))
    desk = BotDesk(
        accounts=front.accounts,
        sessions=front.sessions,
        ledger=front.books.ledger,
        clock=front.clock,
        rules=front.rules,
    )
    with pytest.raises(Refused, match="bot/not_here"):
        desk.bot("Ambra")
    assert front.store.accounts.of_player("bot:Ambra") is None


def test_a_bot_of_a_demonstration_is_let_in_nowhere_else() -> None:
    """The database of a demonstration, opened in production."""
    front = FrontDesk(rules=IdentityRules(demo=True))
    desk = BotDesk(
        accounts=front.accounts,
        sessions=front.sessions,
        ledger=front.books.ledger,
        clock=front.clock,
        rules=front.rules,
    )
    opened_ = desk.bot("Ambra")
    assert front.sessions.session_of(opened_.token).player_id == "bot:Ambra"
    account = front.store.accounts.of_player("bot:Ambra")
    assert account is not None
    assert account.origin is Origin.DEMO
    assert account.login is None
    production = front.restarted(rules=IdentityRules(demo=False))
    with pytest.raises(Refused, match="session/ended"):
        production.sessions.session_of(opened_.token)
