"""P16: one player at twenty tables has one balance, and no cent of it twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

from tests.house.guests import clean, running
from tests.units import posted

from sabot.bootstrap import House
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Currency
from sabot.runtime.host import TableHost
from sabot.service.catalogue import default_tables
from sabot.service.players.registry import of_house
from sabot.service.tables.envelopes import Envelope
from sabot.settings import Environment, Settings
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase
from sabot.table.state import TableState

TABLES = 20
PURSE = 7_500
CHIP = 500
ADA = "player:ada:EUR"


class Watch:
    """What was accepted and what came back, as the tables told it."""

    def __init__(self) -> None:
        self.stakes = self.paid = self.short = 0

    def __call__(self, _state: TableState, events: object) -> None:
        for event in events:  # type: ignore[attr-defined]
            if isinstance(event, e.BetsClosed):
                self.stakes += sum(bet.stake for bet in event.accepted)
                self.short += sum(
                    out.reason == "bet/insufficient_balance" for out in event.rejected
                )
            elif isinstance(event, e.RoundSettled):
                self.paid += sum(paid.amount for paid in event.payouts)


async def bets(house: House, host: TableHost, numbers: count[int], refused: list[str]) -> None:
    """Put the same chip down in every round, whether there is money or not."""
    while True:
        if host.state.phase is Phase.BETTING:
            command = c.PlaceChip(kind="player", amount=CHIP)
            envelope = Envelope(
                actor="ada",
                cmd_id=f"chip-{next(numbers)}",
                command=command,
                bets_for=host.engine.bets_for(host.state),
            )
            reply = await host.submit(envelope)
            if not reply.accepted:
                refused.append(reply.code)
            assert house.store.ledger.balances([ADA])[ADA] >= 0
        await host.changed()


async def settled(host: TableHost) -> None:
    """Wait until no bet is in play, and no chip lies there that would become one."""
    while _at_stake(host):
        await host.changed()


def _at_stake(host: TableHost) -> bool:
    chips = any(stage.layout for stage in host.engine.felt.stages.values())
    return chips or (host.state.in_round and len(host.state.current.bets) > 0)


def test_P16_twenty_tables_spend_one_balance(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    watch, refused = Watch(), list[str]()
    [first] = [each for each in default_tables() if each.table_id == "speed-1"]
    configs = [replace(first, table_id=f"speed-{n}") for n in range(1, TABLES + 1)]
    settings = Settings(
        environment=Environment.TEST,
        database=f"sqlite:///{tmp_path / 'house.db'}",
        bots=0,
        pace=0.03,
    )

    async def play() -> None:
        async with running(settings, configs=configs, publish=watch) as house:
            house.players.enrol(of_house("ada", nickname="Ada", at_ms=0))
            deposit = Transfer(
                id="deposit:ada",
                kind=TransferKind.DEPOSIT,
                debit=str(Account(AccountKind.CASHIER, "test", Currency.EUR)),
                credit=ADA,
                amount=PURSE,
            )
            assert posted(house.store, [deposit]) is None
            house.funds.forget()
            numbers = count(1)
            players = [
                asyncio.create_task(bets(house, host, numbers, refused))
                for host in house.hosts.values()
            ]
            await asyncio.sleep(6)
            for task in players:
                task.cancel()
            ended = await asyncio.gather(*players, return_exceptions=True)
            assert all(isinstance(end, asyncio.CancelledError) for end in ended), ended
            async with asyncio.timeout(20):
                await asyncio.gather(*(settled(host) for host in house.hosts.values()))
            assert house.store.ledger.balances([ADA])[ADA] == PURSE - watch.stakes + watch.paid
            assert house.funds.balance("ada") == house.store.ledger.balances([ADA])[ADA]
            clean(house)

    asyncio.run(play())
    assert watch.stakes > PURSE or watch.stakes - watch.paid == PURSE
    assert "bet/insufficient_balance" in refused
    record_property(
        "counted",
        f"{TABLES} tables, one purse of {PURSE}: {watch.stakes} staked, {watch.paid} paid,"
        f" {len(refused)} refused",
    )
