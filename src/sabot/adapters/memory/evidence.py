"""What a start compares, from a store in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sabot.adapters.memory.store import MemoryStore
from sabot.adapters.units import net_changes
from sabot.ledger import AccountKind, Transfer, TransferKind
from sabot.service.ports import ActRow, LogRow, WalletOpRow, WalletOpState
from sabot.service.proof.books import Books, Misfit
from sabot.service.proof.checks import ControlRow, CreditDue, Standing, credit_ids
from sabot.table.record.codec import GENESIS

_ESCROW = f"{AccountKind.ESCROW}:"
_OPERATOR = f"{AccountKind.OPERATOR}:"


class MemoryEvidence:
    """Evidence from dictionaries."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    def house_log(self, *, after: int = 0, until: int | None = None) -> Sequence[LogRow]:
        """The records of the house log, in order."""
        last = len(self._store.facts.log) if until is None else until
        return [row for seq, row in sorted(self._store.facts.log.items()) if after < seq <= last]

    def log_head(self) -> tuple[int, bytes]:
        """The number and the hash of the last record; 0 and zeros without any."""
        last = self._store.facts.log.get(len(self._store.facts.log))
        return (0, GENESIS) if last is None else (last.seq, last.hash)

    def log_hash(self, seq: int) -> str | None:
        """The hash of a record; None when there is none."""
        found = self._store.facts.log.get(seq)
        return None if found is None else found.hash.hex()

    def heads(self) -> Mapping[str, Standing]:
        """The head of every table."""
        return {
            name: Standing(row.epoch, row.seq, row.hash, row.mac)
            for name, row in self._store.facts.heads.items()
        }

    def chain_at(self, table_id: str, seq: int) -> bytes | None:
        """The hash of an event; None when there is no such event."""
        found = next(self._store.events.read(table_id, after=seq - 1), None)
        return None if found is None else found.hash

    def every_act(self) -> Sequence[ActRow]:
        """Every act of the office."""
        return [*self._store.facts.acts.values()]

    def outside(self) -> Sequence[Transfer]:
        """Every transfer that belongs to no round."""
        moved = self._store.facts.transfers.values()
        return [one for one in moved if one.round is None and one.bet is None]

    def books(self) -> Books:
        """Every account but escrows, and those whose balance is not the sum of their postings."""
        held, booked = self.held(), net_changes(self._store.facts.transfers.values())
        misfits = [
            Misfit(name, held.get(name), booked.get(name, 0))
            for name in sorted(held.keys() | booked.keys())
            if not name.startswith(_ESCROW) and held.get(name, 0) != booked.get(name, 0)
        ]
        return Books(held, misfits)

    def held(self) -> Mapping[str, int]:
        """What all accounts but escrows hold."""
        held = self._store.facts.held.items()
        return {name: amount for name, amount in held if not name.startswith(_ESCROW)}

    def open_wallet_ops(self) -> Sequence[WalletOpRow]:
        """The wallet operations that are not finished."""
        return self._store.wallet_ops.unfinished()

    def taken(self, round_id: str, player: str) -> Sequence[WalletOpRow]:
        """The debits of a player in a round that are said to be taken."""
        whose = (round_id, player, WalletOpState.TAKEN)
        rows = self._store.facts.wallet_ops.values()
        return [row for row in rows if (row.round_id, row.player, row.state) == whose]

    def staked(self, round_id: str, player: str) -> int:
        """What a player has in a round from a wallet."""
        return sum(
            stake.amount
            for stake in self._store.facts.transfers.values()
            if stake.kind is TransferKind.STAKE
            and stake.round == round_id
            and stake.debit.startswith(_OPERATOR)
            and self._store.facts.bets[stake.bet or ""].player == player
        )

    def credits_due(self) -> Sequence[CreditDue]:
        """The players of operators whose bets have outcomes, round by round."""
        bets, known = self._store.facts.bets, self._store.facts.wallet_ops
        paid = [
            bets[stake.bet or ""]
            for stake in self._store.facts.transfers.values()
            if stake.kind is TransferKind.STAKE
            and stake.debit.startswith(_OPERATOR)
            and stake.bet in self._store.facts.outcomes
        ]
        whose = sorted({(bet.round_id, bet.player) for bet in paid})
        return [
            CreditDue(*one, next(filter(None, map(known.get, credit_ids(*one))), None))
            for one in whose
        ]

    def every_control(self) -> Sequence[ControlRow]:
        """The controls of every player."""
        return [ControlRow(name, *control) for name, control in self._store.facts.controls.items()]

    def every_staff(self) -> Mapping[str, str]:
        """Nothing: identities in memory are on no log."""
        return {}
