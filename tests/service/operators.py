"""Operators for tests: a book each, a network that fails on purpose, and our wallet for it."""

from __future__ import annotations

import asyncio

import httpx
from tests.service.faulty_wallet import Faults, FaultyNetwork
from tests.virtual_time import VirtualClock
from typing_extensions import override

from sabot.adapters.memory import MemoryStore
from sabot.adapters.sql import SqlStore
from sabot.adapters.wallet.book import Holder, OperatorBook, Ticket
from sabot.adapters.wallet.demo_operator import DemoOperator
from sabot.adapters.wallet.http import HttpWallet, SignedClient
from sabot.adapters.wallet.signing import Key
from sabot.service.players.directory import Player
from sabot.service.ports import CommitFailure, Unit, WalletOpRow, WalletOpState
from sabot.service.storage.committer import Committer
from sabot.service.wallets.calls import Operator
from sabot.service.wallets.reconciliation import differences

KEY = Key(id="k1", secret=b"a shared secret")
START = 100_000
State = WalletOpState
ENDS = frozenset({State.TAKEN, State.REFUSED, State.CANCELLED, State.PAID})


class InlineCommitter(Committer):
    """Writes at once, without a thread: virtual time cannot see threads."""

    def __init__(self, store: MemoryStore | SqlStore) -> None:
        super().__init__(store)
        self._memory = store

    @override
    def commit(self, unit: Unit) -> asyncio.Future[CommitFailure | None]:
        return asyncio.ensure_future(self._commit(unit))

    async def _commit(self, unit: Unit) -> CommitFailure | None:
        await asyncio.sleep(0)
        return self._memory.commit([unit])[0]


class Directory:
    """Whoever has a colon in the name came through an operator."""

    def player(self, player_id: str) -> Player:
        operator, colon, _ = player_id.partition(":")
        return Player(player_id=player_id, nickname=player_id, operator=operator if colon else None)


class House:
    """One operator."""

    def __init__(
        self,
        name: str,
        faults: Faults = lambda _name, _id: None,
        *,
        book: OperatorBook | None = None,
    ) -> None:
        self.name = name
        self.book = book or OperatorBook()
        operator = DemoOperator(self.book, key=KEY, wall_ms=VirtualClock().wall_ms)
        self.network = FaultyNetwork(operator, faults)
        client = SignedClient(
            httpx.AsyncClient(transport=self.network, trust_env=False),
            address="https://wallet.example",
            key=KEY,
            wall_ms=VirtualClock().wall_ms,
        )
        self.operator = Operator(wallet=HttpWallet(client))

    def join(self, player: str, balance: int = START) -> str:
        """A player with money and a token; the id in our house."""
        self.book.players[player] = Holder(nickname=player, balance=balance)
        self.book.tokens[f"token-{player}"] = Ticket(player=player)
        return f"{self.name}:{player}"

    def balance(self, player: str) -> int:
        """What the operator says the player has."""
        return self.book.players[player.partition(":")[2]].balance


def stored_ops(store: MemoryStore) -> dict[str, WalletOpRow]:
    """Every wallet operation on the disk."""
    return dict(sorted(store.facts.wallet_ops.items()))


def check_books(store: MemoryStore, houses: tuple[House, ...]) -> None:
    """I10: nothing is open, and both books say the same, to the cent and for every player."""
    rows = stored_ops(store).values()
    assert {row.state for row in rows} <= ENDS
    for house in houses:
        # However often something was repeated, it was under the one id it had from the start.
        ours_to_say = {row.id for row in rows} | {f"{row.id}:refund" for row in rows}
        assert set(house.book.entries) <= ours_to_say
        ours = [row for row in rows if row.operator == house.name]
        assert differences(ours, house.book.listing()) == ()
        for player, holder in house.book.players.items():
            mine = [row for row in ours if row.player == f"{house.name}:{player}"]
            staked = sum(row.amount for row in mine if row.state is State.TAKEN)
            paid = sum(row.amount for row in mine if row.state is State.PAID)
            assert holder.balance == START - staked + paid, player
