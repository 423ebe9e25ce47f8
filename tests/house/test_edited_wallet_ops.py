"""Wallet operations that were edited, put back, invented or deleted in the database (ADR 0043).

An attacker who can write the database but has no keys moves no cent at an operator.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from msgspec.structs import astuple, replace
from tests.house.guests import ENVIRONMENT, START, LoopbackOperator
from tests.house.test_restarted_operators import opened, session_of, settings_for
from tests.service.faulty_wallet import Fault

from sabot.adapters.sql import open_store
from sabot.bootstrap.accepting import Acceptance
from sabot.bootstrap.sealing import keyring_of
from sabot.client import Client
from sabot.lab.audit import audit, sealed
from sabot.service.ports import Seals, WalletOpRow, WalletOpState
from sabot.service.wallets.signatures import is_signed, signed
from sabot.settings import Settings
from sabot.wire.table_view import Status

pytestmark = pytest.mark.usefixtures("quiet_log")

TABLE = "speed-1"
STAKE = 500
OTHER = 978_005
"""What an attack was paid."""


class Played(NamedTuple):
    """A house that has ended before its credit was heard, and the operator's book."""

    folder: Path
    book: dict[str, Any]
    paid: int


class World:
    """A copy of it, to be edited and started again."""

    def __init__(self, folder: Path, played: Played) -> None:
        shutil.copytree(played.folder, folder, dirs_exist_ok=True)
        self.folder, self.paid = folder, played.paid
        self.acme = LoopbackOperator("acme", players=2)
        vars(self.acme.book).update(deepcopy(played.book))

    @property
    def settings(self) -> Settings:
        return settings_for(self.folder, self.acme)

    @property
    def seals(self) -> Seals:
        return keyring_of(self.settings, ENVIRONMENT)

    def balance(self, player: str = "p0") -> int:
        return self.acme.book.players[player].balance

    def sql(self, *statements: str) -> None:
        with contextlib.closing(sqlite3.connect(self.folder / "house.db")) as db, db:
            for statement in statements:
                assert db.execute(statement).rowcount, statement

    def rows(self) -> dict[str, WalletOpRow]:
        """The wallet operations, by kind."""
        with open_store(f"sqlite:///{self.folder / 'house.db'}") as store:
            return {row.kind: row for row in store.wallet_ops.with_operator("acme")}

    def put(self, row: WalletOpRow) -> None:
        values = (*astuple(row)[:6], row.state.value, *astuple(row)[7:])
        with contextlib.closing(sqlite3.connect(self.folder / "house.db")) as db, db:
            marks = ", ".join("?" * len(values))
            db.execute(f"REPLACE INTO wallet_op VALUES ({marks})", values)  # noqa: S608

    def accept(self) -> None:
        with open_store(f"sqlite:///{self.folder / 'house.db'}") as store:
            Acceptance(store, self.seals, actor="eva", reason="looked at", at_ms=1).accept()

    def verified(self) -> bool:
        with open_store(f"sqlite:///{self.folder / 'house.db'}") as store:
            return audit(sealed(store.export_rows())).ok

    def start(self) -> dict[str, str]:
        """What a house is in doubt about; everything that it would send is sent."""
        return asyncio.run(self._start())

    async def _start(self) -> dict[str, str]:
        async with self.acme.listening(), opened(self.settings) as (casino, address):
            async with asyncio.timeout(10):
                await casino.house.desk.quiesce()
            async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
                ready = (await http.get("/readyz")).json()["in_doubt"]
            assert casino.house.out_of_order == {}
            doubts = [*casino.house.proof.doubts.values()]
        assert ready == ({"wallet_op": len(doubts)} if doubts else {})
        assert {one.code for one in doubts} <= {"wallet_op/in_doubt"}
        return {one.subject: one.reason for one in doubts}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A round of one player; no result has arrived at the operator."""
    folder = tmp_path_factory.mktemp("played")

    async def play() -> Played:
        acme = LoopbackOperator("acme", players=2)
        async with (
            asyncio.timeout(60),
            acme.listening(),
            contextlib.AsyncExitStack() as stack,
        ):
            casino, address = await stack.enter_async_context(opened(settings_for(folder, acme)))
            session = await session_of(casino, address, "p0")
            acme.server.failing.faults = lambda name, _id: Fault.LOST if name == "result" else None
            async with Client(address, token=session) as me:
                table = await me.watch(TABLE)
                await me.line.until(lambda: me.balance is not None)
                await table.status(Status.PLACE_YOUR_BETS)
                await table.place("player", STAKE)
                you = await table.round_over()
        return Played(folder, vars(acme.book), you.paid or 0)

    return asyncio.run(play())


@pytest.fixture
def world(tmp_path: Path, played: Played) -> Iterator[World]:
    here = World(tmp_path, played)
    assert here.rows()["result"].state is WalletOpState.OWED
    assert here.balance() == START - STAKE
    yield here
    assert here.balance("p1") == START


def test_what_is_as_the_house_wrote_it_is_sent(world: World) -> None:
    assert world.start() == {}
    assert world.balance() == START - STAKE + world.paid
    assert all(is_signed(row, world.seals) for row in world.rows().values())
    assert world.verified()


@pytest.mark.parametrize(
    "change",
    [
        f"amount = amount + {OTHER}",
        "player = 'acme:p1'",
        "operator = 'bolt'",
        "round_id = 'speed-1-99'",
        "kind = 'refund'",
        "details = ''",
        "at_ms = at_ms - 1",
        "mac = ''",
        "id = id || 'x'",
    ],
)
def test_a_credit_that_was_edited_is_not_sent(world: World, change: str) -> None:
    """Found by an attack: an edited amount paid 10,770.00 for 990.95."""
    world.sql(f"UPDATE wallet_op SET {change} WHERE state = 'owed'")  # noqa: S608
    assert world.start()
    assert world.balance() == START - STAKE


def test_a_person_with_the_keys_has_the_credit_paid_as_the_books_say(world: World) -> None:
    world.sql(f"UPDATE wallet_op SET amount = amount + {OTHER} WHERE state = 'owed'")  # noqa: S608
    world.accept()
    assert world.verified()
    assert world.start() == {}
    assert world.balance() == START - STAKE + world.paid


def test_a_credit_that_was_invented_is_dropped_when_it_is_accepted(world: World) -> None:
    owed = world.rows()["result"]
    world.put(replace(owed, id="speed-1-1/acme:p1:result", player="acme:p1", amount=OTHER))
    assert [*world.start()] == ["speed-1-1/acme:p1:result"]
    world.accept()
    assert world.start() == {}
    assert world.verified()


@pytest.mark.parametrize("change", ["DELETE FROM wallet_op", "UPDATE wallet_op SET state = 'paid'"])
def test_a_credit_that_was_deleted_or_called_paid_is_missed(world: World, change: str) -> None:
    world.sql(f"{change} WHERE state = 'owed'")
    [reason] = world.start().values()
    assert "missing" in reason or "wrote" in reason
    assert world.balance() == START - STAKE
    world.accept()
    assert world.start() == {}
    assert world.balance() == START - STAKE + world.paid
    assert world.verified()


@pytest.mark.parametrize("state", [WalletOpState.ASKED, WalletOpState.CANCELLING])
@pytest.mark.parametrize("hidden", [False, True])
def test_an_older_row_takes_no_bet_back_that_counts(
    world: World, state: WalletOpState, *, hidden: bool
) -> None:
    """The house signed the row when it asked: it is genuine, and out of date."""
    bet = world.rows()["bet"]
    assert bet.state is WalletOpState.TAKEN
    world.put(signed(replace(bet, state=state), world.seals))
    if hidden:
        world.put(replace(bet, id=f"{bet.id}9"))  # as if it had been taken for another debit
    assert [*world.start()] == [bet.id]
    assert world.balance() == START - STAKE + world.paid, "the credit goes on, the bet stays"
    world.accept()
    with open_store(f"sqlite:///{world.folder / 'house.db'}") as store:
        found = store.wallet_ops.find(bet.id)
    assert found is not None
    assert found.state is WalletOpState.TAKEN
    assert world.start() == {}


def test_a_debit_that_was_only_asked_is_still_taken_back(world: World) -> None:
    bet = world.rows()["bet"]
    late = replace(bet, id=f"{bet.id}9", state=WalletOpState.ASKED, amount=300)
    world.put(signed(late, world.seals))
    assert world.start() == {}
    with open_store(f"sqlite:///{world.folder / 'house.db'}") as store:
        found = store.wallet_ops.find(late.id)
    assert found is not None
    assert found.state is WalletOpState.CANCELLED
    assert world.balance() == START - STAKE + world.paid


def test_a_credit_that_was_put_back_is_paid_once(world: World) -> None:
    """An older row of a credit repeats an id that the operator knows."""
    owed = world.rows()["result"]
    assert world.start() == {}
    world.put(owed)
    assert world.start() == {}
    assert world.balance() == START - STAKE + world.paid
