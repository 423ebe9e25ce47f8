"""A table's part in a wallet operation, without a table: ask, hear, decide, owe."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import count

from msgspec.structs import replace
from tests.seals import SEALS
from tests.service.faulty_wallet import Fault, Faults
from tests.service.operators import (
    Directory,
    House,
    InlineCommitter,
    State,
    check_books,
    stored_ops,
)

from sabot.adapters.memory import MemoryStore
from sabot.service.ports import Unit, WalletOpRow
from sabot.service.wallets.calls import (
    Heard,
    RefusedBy,
    Session,
    Taken,
)
from sabot.service.wallets.desk import WalletDesk
from sabot.service.wallets.log import WalletLog


class Floor:
    """A table's part in the play: asks, hears, decides, and writes each step down first."""

    def __init__(self, *houses: House, store: MemoryStore | None = None) -> None:
        self.store = store or MemoryStore()
        self.houses = houses
        self._numbers = count(1)
        self.heard: dict[str, Heard] = {}
        self.balances: dict[str, int] = {}
        self.rows: dict[str, WalletOpRow] = {}
        self.start()

    def start(self) -> None:
        """Begin, or begin again after a crash."""
        self.heard.clear()
        self._head = self.store.claim("t1", "test")
        log = WalletLog(self.store, InlineCommitter(self.store), owner="test", seals=SEALS)
        self.desk = WalletDesk(
            {house.name: house.operator for house in self.houses},
            directory=Directory(),
            save=log.save,
            jitter=lambda: 0.5,
            told=self.balances.__setitem__,
        )
        self.desk.recover(self.store.wallet_ops.unfinished())

    async def welcome(self, *players: str) -> None:
        for player in players:
            operator, _, theirs = player.partition(":")
            session = await self.desk.authenticate(operator, f"token-{theirs}")
            assert isinstance(session, Session)
            assert session.player.player_id == player

    def write(self, rows: Sequence[WalletOpRow]) -> None:
        unit = Unit(table_id="t1", epoch=self._head.epoch, after_seq=0, wallet_ops=tuple(rows))
        assert list(self.store.commit([unit])) == [None]
        self.rows.update({row.id: row for row in rows})

    def ask(self, player: str, amount: int) -> WalletOpRow:
        """A debit, written down before it is sent."""
        number = next(self._numbers)
        row = self._row(f"t1-{number}/{player}@1", player, "bet", amount, State.ASKED)
        self.write([row])
        self.desk.take_up([row], self.heard.__setitem__)
        return row

    async def decide(self, rows: Sequence[WalletOpRow], *, seconds: float = 3.0) -> None:
        """Wait for the answers, at most until the deadline; what is undecided is out."""
        deadline = asyncio.get_running_loop().time() + seconds
        while any(row.id not in self.heard for row in rows):
            await asyncio.sleep(0.01)
            if asyncio.get_running_loop().time() >= deadline:
                break
        moved = [replace(row, state=self._verdict(row)) for row in rows]
        self.write(moved)
        self.desk.take_up(moved)

    def _verdict(self, row: WalletOpRow) -> State:
        match self.heard.get(row.id):
            case Taken():
                return State.TAKEN
            case RefusedBy(in_doubt=False):
                return State.REFUSED
            case _:
                return State.CANCELLING

    def owe(self, player: str, amount: int, kind: str = "result") -> WalletOpRow:
        """A credit, written down in the transaction of the result."""
        number = next(self._numbers)
        row = self._row(f"t1-{number}/{player}:{kind}", player, kind, amount, State.OWED)
        self.write([row])
        self.desk.take_up([row])
        return row

    def _row(self, op_id: str, player: str, kind: str, amount: int, state: State) -> WalletOpRow:
        return WalletOpRow(
            id=op_id,
            operator=player.partition(":")[0],
            player=player,
            kind=kind,
            amount=amount,
            round_id=op_id.partition("/")[0],
            state=state,
        )

    def stored(self) -> dict[str, WalletOpRow]:
        """Every wallet operation on the disk."""
        return stored_ops(self.store)

    async def agree(self) -> None:
        """Everything is seen through, and both books say the same, to the cent."""
        async with asyncio.timeout(3_600):
            await self.desk.quiesce()
        await asyncio.sleep(100)  # whatever was late has arrived by now
        check_books(self.store, self.houses)


def once(fault: Fault, *, call: str) -> Faults:
    """The first of these calls fails, and from then on all is well."""
    left = [fault]
    return lambda name, _id: left.pop() if name == call and left else None
