"""An office without tables: a store in memory, a desk, an operator, and a clock to turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from tests.seals import SEALS
from tests.service.faulty_wallet import Fault
from tests.service.operators import Directory, House, InlineCommitter, stored_ops
from tests.units import bet
from typing_extensions import override

from sabot.adapters.memory import MemoryStore
from sabot.errors import Unavailable
from sabot.lab.audit import Report, audit, sealed
from sabot.service.money.funds import FundsBook
from sabot.service.office.adjustments import Adjustments
from sabot.service.office.ceilings import CeilingDesk
from sabot.service.office.expiry import Expiry
from sabot.service.office.expiry_desk import ExpiryDesk
from sabot.service.office.four_eyes import FourEyes
from sabot.service.office.golden import GoldenRack
from sabot.service.office.notices import Notices
from sabot.service.office.office import Office
from sabot.service.players.history import StakedBet
from sabot.service.ports import CommitFailure, Unit, WalletOpRow
from sabot.service.tables.link import TableLink
from sabot.service.wallets.desk import WalletDesk
from sabot.service.wallets.log import WalletLog

DAY_MS = 24 * 3_600_000
HOUR_MS = 3_600_000
NOW_MS = 1_800_000_000_000


class TurnedClock:
    """A clock that stands still until somebody turns it."""

    def __init__(self) -> None:
        self.now_ms = NOW_MS

    def monotonic_ms(self) -> int:
        return self.now_ms

    def wall_ms(self) -> int:
        return self.now_ms


class Evidence:
    """What is known about that clock."""

    in_doubt = False
    confirmed_at_ms = 0


class Late(MemoryStore):
    """A database that writes a group when whoever asked for it has given up."""

    late = False
    kept: Sequence[Unit] = ()

    @override
    def commit(self, units: Sequence[Unit]) -> Sequence[CommitFailure | None]:
        if not self.late:
            return super().commit(units)
        self.late, self.kept = False, units
        raise Unavailable("store/outcome_unknown")

    def land(self) -> None:
        assert list(super().commit(self.kept)) == [None]


class Played:
    """A history without a table: every player has lost 100.00 on Player in the rounds named here.

    The rounds are in no log, and the audit of an office without tables asks for none.
    """

    def __init__(self) -> None:
        self.rounds = {"speed-1-7": "lose", "speed-1-8": "lose"}

    def bets_in(self, round_id: str, player: str) -> Sequence[StakedBet]:
        if round_id not in self.rounds:
            return []
        row = bet(player, 10_000, round_id=round_id, kind="player")
        result = self.rounds[round_id]
        return [StakedBet(bet=row, result=result or None, amount=0)]


class BackOffice:
    """Everything the office needs; begin it inside an event loop."""

    def __init__(
        self, *houses: House, store: MemoryStore | None = None, clock: TurnedClock | None = None
    ) -> None:
        self.store = store or MemoryStore()
        self.clock = clock or TurnedClock()
        self.directory = Directory()
        self.funds = FundsBook(self.directory, self.store.ledger.balances)
        log = WalletLog(self.store, InlineCommitter(self.store), owner="test", seals=SEALS)
        self.desk = WalletDesk(
            {house.name: house.operator for house in houses},
            directory=self.directory,
            save=log.save,
            jitter=lambda: 0.5,
        )
        self.office = Office(
            self.store.acts,
            log,
            self.desk,
            wallet_ops=self.store.wallet_ops,
            funds=self.funds,
            clock=self.clock,
        )
        self.played = Played()
        self.four_eyes = FourEyes(self.office)
        self.adjustments = Adjustments(
            self.four_eyes,
            self.directory,
            bets=self.played,
            ceilings=CeilingDesk(self.office),
        )
        self.rack = self.funds.rack = GoldenRack(self.office, self.directory, self.store.ledger)
        self.tables: dict[str, TableLink] = {}
        self.evidence = Evidence()
        self.notices = Notices(self.office, self.evidence)
        self.expiry = Expiry(
            self.office,
            self.rack,
            tables=self.tables.values,
            notices=self.notices,
            events=self.store.events,
            wallet_ops=self.store.wallet_ops,
        )
        self.expiries = ExpiryDesk(
            self.office,
            self.four_eyes,
            self.desk,
            directory=self.directory,
            notices=self.notices,
            wallet_ops=self.store.wallet_ops,
        )
        self.desk.recover(self.store.wallet_ops.unfinished())

    def balance(self, account: str) -> int:
        """What the ledger says."""
        return self.store.ledger.balances([account])[account]

    def audited(self, forge: Callable[[str, dict[str, object]], bool] | None = None) -> Report:
        """The audit of everything stored; a forger may change facts, or drop them."""
        facts = []
        for kind, fact in self.store.export_rows():
            row: dict[str, object] = dict(fact)
            if forge is None or forge(kind, row):
                facts.append((kind, row))
        return audit(sealed(facts))  # type: ignore[arg-type]

    def states(self) -> dict[str, str]:
        """How far each wallet operation has come."""
        return {name: row.state.value for name, row in stored_ops(self.store).items()}


async def owed(office: BackOffice, amount: int = 700) -> WalletOpRow:
    """A credit that an operator does not take, as the end of a round writes it down."""
    await office.adjustments.propose(
        "c1", actor="sonia", player="acme:ada", amount=amount, round_id="speed-1-7", reason="tape"
    )
    await office.adjustments.approve("c1", actor="marco", reason="seen")
    await asyncio.sleep(10)
    [row] = office.store.wallet_ops.unfinished()
    return row


def silent() -> House:
    acme = House("acme", lambda name, _id: Fault.LOST if name in ("result", "refund") else None)
    acme.join("ada")
    return acme


def no_notice(_kind: str, fact: dict[str, object]) -> bool:
    return fact.get("kind") != "expiry/announced"


def late_notice(_kind: str, fact: dict[str, object]) -> bool:
    if fact.get("kind") == "expiry/announced":
        fact["at_ms"] = int(str(fact["at_ms"])) + 1
    return True
