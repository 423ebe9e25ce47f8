"""What services read from a store in memory, one class for each port."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from sabot.adapters.memory.facts import Facts, Failed
from sabot.adapters.units import OPEN, check_money
from sabot.ledger import Account, AccountKind, Transfer
from sabot.service.ports import ActRow, CommandRow, CommitFailure, StoredEvent, WalletOpRow


class MemoryEvents:
    """Events in a dictionary."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def read(self, table_id: str, *, after: int) -> Iterator[StoredEvent]:
        """The events of a table in order."""
        self._facts.disk.check_works()
        seq = after + 1
        while (table_id, seq) in self._facts.events:
            yield self._facts.events[table_id, seq][1]
            seq += 1

    def seq_of(self, table_id: str, kind: str, *, nth_last: int) -> int:
        """Where the last event of a kind is, or an earlier one; 0 without so many."""
        kinds = [(event.seq, event.kind) for event in self.read(table_id, after=0)]
        found = [seq for seq, its_kind in kinds if its_kind == kind]
        return found[-nth_last] if len(found) >= nth_last else 0


class MemoryLedger:
    """Balances in a dictionary."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def balances(self, accounts: Sequence[str]) -> Mapping[str, int]:
        """Balances now; an unused account holds 0."""
        self._facts.disk.check_works()
        return {account: self._facts.held.get(account, 0) for account in accounts}

    def rounds_with_stakes(self, beginning: str) -> Sequence[str]:
        """The rounds whose escrow is not empty and whose id begins so."""
        self._facts.disk.check_works()
        held = (Account.parse(account) for account, cents in self._facts.held.items() if cents)
        escrows = {account.owner for account in held if account.kind is AccountKind.ESCROW}
        return sorted(round_id for round_id in escrows if round_id.startswith(beginning))

    def post(
        self, transfers: Sequence[Transfer], acts: Sequence[ActRow] = ()
    ) -> CommitFailure | None:
        """Transfers that belong to no table, with their acts; idempotent by id."""
        check_money(transfers)
        fault = self._facts.disk.begin("post")
        try:
            new = self._facts.add(self._facts.transfers, transfers, lambda transfer: transfer.id)
            self._facts.move(new)
            self._facts.add_acts(acts if new else ())
        except Failed as error:
            self._facts.disk.undo()
            return error.failure
        self._facts.disk.end(fault)
        return None


class MemoryAnswers:
    """Answers in a dictionary."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def answer(self, actor: str, cmd_id: str) -> CommandRow | None:
        """The stored answer to a command."""
        self._facts.disk.check_works()
        return self._facts.commands.get((actor, cmd_id))

    def answers(self, keys: Collection[tuple[str, str]]) -> Mapping[tuple[str, str], CommandRow]:
        """The stored answers to commands, by actor and id."""
        self._facts.disk.check_works()
        known = self._facts.commands
        return {key: known[key] for key in keys if key in known}


class MemoryWalletOps:
    """Wallet operations in a dictionary."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def unfinished(self, operator: str | None = None) -> Sequence[WalletOpRow]:
        """The operations that are not finished, by id."""
        self._facts.disk.check_works()
        return [
            op
            for _, op in sorted(self._facts.wallet_ops.items())
            if op.state in OPEN and operator in {None, op.operator}
        ]

    def find(self, op_id: str) -> WalletOpRow | None:
        """One operation, finished or not."""
        self._facts.disk.check_works()
        return self._facts.wallet_ops.get(op_id)


class MemoryShoes:
    """The orders of virtual shoes in a dictionary."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def secret(self, shoe_id: str) -> bytes | None:
        """The order of a virtual shoe."""
        self._facts.disk.check_works()
        found = self._facts.secrets.get(shoe_id)
        return None if found is None else found[1]


class MemoryActs:
    """Acts of the office in a dictionary."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def _by_id(self) -> list[ActRow]:
        self._facts.disk.check_works()
        return [act for _, act in sorted(self._facts.acts.items())]

    def about(self, subject: str) -> Sequence[ActRow]:
        """What the office did about a subject, by id."""
        return [act for act in self._by_id() if act.subject == subject]

    def about_player(self, player: str) -> Sequence[ActRow]:
        """What the office did about a player, by id."""
        return [act for act in self._by_id() if act.player == player]

    def by_actor(self, actor: str, *, since_ms: int) -> Sequence[ActRow]:
        """What an actor did in the office since a date of the house, by id."""
        return [act for act in self._by_id() if act.actor == actor and act.at_ms >= since_ms]

    def unanswered(self, kind: str) -> Sequence[ActRow]:
        """The acts of a kind that no act of another kind on the same subject has followed."""
        acts = self._by_id()
        followed = {act.subject for act in acts if act.kind != kind}
        return [act for act in acts if act.kind == kind and act.subject not in followed]

    def of_kinds(self, kinds: Collection[str]) -> Sequence[ActRow]:
        """The acts of these kinds, by id."""
        return [act for act in self._by_id() if act.kind in kinds]
