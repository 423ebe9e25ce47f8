"""A plain dict for a store: what units do to events, money, bets and outcomes, checked as it comes.

The slowest and simplest store there is. It checks everything: the head must match, the chain must
hold, no transfer and no outcome comes twice, no floored account falls below zero, and the escrow of
an ended round is empty (I1, I2, I3, I5, I9).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.seals import SEALS

from sabot.ledger import Account, AccountKind, Transfer, balances_after, check_transfers
from sabot.money import Currency
from sabot.service.money.stakes import rows_of, transfer_of_stake
from sabot.service.ports import BetRow, CommandRow, OutcomeRow, StoredEvent, Unit
from sabot.service.storage.sealing import opened_event
from sabot.table import events as e
from sabot.table.record import codec


@dataclass(slots=True)
class Book:
    """Everything one table, or several, ever committed."""

    balances: dict[str, int] = field(default_factory=dict)
    transfers: dict[str, Transfer] = field(default_factory=dict)
    bets: dict[str, BetRow] = field(default_factory=dict)
    by_round: dict[str, set[str]] = field(default_factory=dict)
    outcomes: dict[str, OutcomeRow] = field(default_factory=dict)
    commands: dict[tuple[str, str], CommandRow] = field(default_factory=dict)
    events: dict[str, list[StoredEvent]] = field(default_factory=dict)
    snapshots: dict[str, tuple[int, bytes]] = field(default_factory=dict)

    def read(self, accounts: Sequence[str]) -> Mapping[str, int]:
        """The balances, as a store tells them."""
        return {account: self.balances.get(account, 0) for account in accounts}

    def commit(self, unit: Unit) -> None:
        """Apply a unit wholly, or fail the test."""
        self._append(unit)
        taken = [*rows_of(unit.stakes)]
        self._move([*(transfer_of_stake(*one) for one in taken), *unit.transfers])
        for bet, _ in taken:
            assert bet.id not in self.bets, f"taken twice: {bet.id}"
            self.bets[bet.id] = bet
            self.by_round.setdefault(bet.round_id, set()).add(bet.id)
        for outcome in unit.outcomes:
            assert outcome.bet in self.bets, f"an outcome without a bet: {outcome.bet}"
            assert outcome.bet not in self.outcomes, f"two outcomes: {outcome.bet}"
            self.outcomes[outcome.bet] = outcome
        for row in unit.commands:
            assert (row.actor, row.cmd_id) not in self.commands
            self.commands[row.actor, row.cmd_id] = row
        self._check_rounds_over(unit)

    def _append(self, unit: Unit) -> None:
        stored = self.events.setdefault(unit.table_id, [])
        assert unit.after_seq == len(stored), "decided on another head"
        before = stored[-1].hash if stored else codec.GENESIS
        for number, event in enumerate(unit.events, start=len(stored) + 1):
            assert event.seq == number
            before = codec.chained(
                before, seq=event.seq, kind=event.kind, version=event.version, body=event.body
            )
            assert event.hash == before, "the chain is broken"
        stored.extend(unit.events)
        if unit.snapshot is not None:
            self.snapshots[unit.table_id] = (len(stored), unit.snapshot)

    def _move(self, transfers: Sequence[Transfer]) -> None:
        check_transfers(transfers)
        for transfer in transfers:
            assert transfer.id not in self.transfers, f"moved twice: {transfer.id}"
            self.transfers[transfer.id] = transfer
        self.balances.update(balances_after(self.balances, transfers))

    def _check_rounds_over(self, unit: Unit) -> None:
        """I3, I5: whoever ended is paid out, bet by bet and to the cent."""
        over = {"RoundSettled", "RoundCancelled", "RoundLapsed"}
        for round_id in {event.round_id for event in unit.events if event.kind in over}:
            assert self.escrow(round_id) == 0, f"escrow of {round_id}: {self.escrow(round_id)}"
            open_bets = self.by_round.get(round_id, set()) - self.outcomes.keys()
            assert open_bets == set(), "every bet of a round that is over has its outcome"

    def escrow(self, round_id: str) -> int:
        """What waits in a round's escrow, whatever the currency."""
        accounts = (Account(AccountKind.ESCROW, round_id, currency) for currency in Currency)
        return sum(self.balances.get(str(account), 0) for account in accounts)

    def totals(self) -> dict[str, int]:
        """What all accounts of a currency hold together: nothing, however much was moved (I1)."""
        sums: dict[str, int] = {}
        for account, balance in self.balances.items():
            currency = Account.parse(account).currency.value
            sums[currency] = sums.get(currency, 0) + balance
        return sums

    def decoded(self, table_id: str) -> list[e.Event]:
        """The events as whoever reads them back knows them."""
        rows = self.events.get(table_id, [])
        return [opened_event(row, SEALS, table_id=table_id) for row in rows]
