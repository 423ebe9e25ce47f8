"""What the tables of one simulated process share, and a table's bug."""

from __future__ import annotations

from collections.abc import Callable

from tests.service.operators import House
from tests.simulation.faults import Fault, Luck
from typing_extensions import override

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.history import MemoryHistory
from sabot.service.money.funds import FundsBook
from sabot.service.office.adjustments import Adjustments
from sabot.service.office.ceilings import CeilingDesk
from sabot.service.office.expiry import Expiry
from sabot.service.office.four_eyes import FourEyes
from sabot.service.office.golden import GoldenRack
from sabot.service.office.notices import Notices
from sabot.service.office.office import Office
from sabot.service.players.directory import Player
from sabot.service.ports import Seals
from sabot.service.proof.clock import HouseClock
from sabot.service.storage.committer import Committer
from sabot.service.wallets.desk import WalletDesk
from sabot.service.wallets.log import WalletLog


class Directory:
    """Players by name; whoever has a colon in it came through an operator."""

    def __init__(self) -> None:
        self._players: dict[str, Player] = {}

    def player(self, player_id: str) -> Player:
        found = self._players.get(player_id)
        if found is None:
            operator, colon, _ = player_id.partition(":")
            found = Player(
                player_id=player_id, nickname=player_id, operator=operator if colon else None
            )
            self._players[player_id] = found
        return found


class Bug(Exception):
    """A mistake in the code of one table."""


class BuggyDirectory(Directory):
    """A directory that breaks in the middle of a table's step, and says so first."""

    def __init__(self, luck: Luck, breaks: Callable[[], None]) -> None:
        super().__init__()
        self._luck = luck
        self._breaks = breaks

    @override
    def player(self, player_id: str) -> Player:
        if self._luck.strikes(Fault.BUG, one_in=1_200):
            self._breaks()
            raise Bug
        return super().player(player_id)


class Process:
    """One process: its book of funds, its writer, and its desk where there is an operator."""

    def __init__(
        self,
        store: MemoryStore,
        luck: Luck,
        operator: House | None,
        clock: HouseClock,
        seals: Seals,
    ) -> None:
        directory = Directory()
        self.clock = clock
        self.expiry: Expiry | None = None
        self.office: Office | None = None
        self.rack: GoldenRack | None = None
        self.four_eyes: FourEyes | None = None
        self.adjustments: Adjustments | None = None
        self.funds = FundsBook(directory, store.ledger.balances)
        self.committer = Committer(store)
        self.desk: WalletDesk | None = None
        if operator is not None:
            log = WalletLog(store, self.committer, owner="desk", seals=seals)
            self.desk = WalletDesk(
                {operator.name: operator.operator},
                directory=directory,
                save=log.save,
                jitter=luck.random.random,
                told=self.funds.told,
            )
            office = self.office = Office(
                store.acts,
                log,
                self.desk,
                wallet_ops=store.wallet_ops,
                funds=self.funds,
                clock=clock,
            )
            rack = self.rack = GoldenRack(office, directory, store.ledger)
            notices = Notices(office, clock)
            self.expiry = Expiry(
                office,
                rack,
                tables=lambda: (),
                notices=notices,
                events=store.events,
                wallet_ops=store.wallet_ops,
            )
            self.four_eyes = FourEyes(office)
            self.adjustments = Adjustments(
                self.four_eyes,
                directory,
                bets=MemoryHistory(store),
                ceilings=CeilingDesk(office),
            )
