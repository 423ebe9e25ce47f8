"""Units as rows of tables: what a whole batch writes, in a few statements.

Owns the folding. Pure: knows no database. Balances are folded to one change for each account, with
the lowest point that the account reaches between units, so that one statement decides for the batch
what the units would decide one after the other (I2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import astuple

from sabot.adapters.units import escrow_rounds, floor_of, last_seq, net_changes, speakable
from sabot.ledger import Transfer, TransferKind
from sabot.service.money.stakes import encode_bet
from sabot.service.ports import ActRow, CommandRow, Unit, WalletOpRow

Row = tuple[str | int | bytes | None, ...]

_PLAIN = {kind: kind.value for kind in TransferKind}


class Repeated(Exception):
    """In a batch an id occurs twice, stands in the wrong order, or cannot be stored."""


class HeadMove(NamedTuple):
    """A table's head moves from one number to another, if it has not moved since."""

    table_id: str
    epoch: int
    after_seq: int
    seq: int
    hash: bytes | None  # None keeps the present one: the unit has no events
    mac: str | None  # None keeps the present one too


class Change(NamedTuple):
    """What a batch does to one account."""

    account: str
    change: int
    dip: int  # the lowest point between two units, relative to the start; at most 0
    floor: int | None

    @property
    def may_create(self) -> bool:
        """Whether this may be the first change of an account, which starts at 0."""
        return self.floor is None or self.dip >= self.floor


class Money(NamedTuple):
    """What a batch does to every account, as mappings that are passed on unchanged."""

    totals: Mapping[str, int]
    dips: Mapping[str, int]  # of the accounts that fall below their start between two units

    @property
    def turning(self) -> list[str]:
        """The accounts that are lower between two units than at the end."""
        return [account for account, dip in self.dips.items() if dip < self.totals[account]]

    def changes(self) -> Iterator[Change]:
        """The changes, account by account."""
        for account, total in self.totals.items():
            yield Change(account, total, self.dips.get(account, 0), floor_of(account))


class Batch(NamedTuple):
    """Rows to insert and changes to make, once.

    The large ones are generators, so that a database across a socket works on the first rows while
    we make the next ones.
    """

    heads: Sequence[HeadMove]
    events: Iterable[Row]
    transfers: Iterable[Row]
    bets: Iterable[Row]
    outcomes: Iterable[Row]
    commands: Iterable[Row]
    secrets: Sequence[Row]
    wallet_ops: Sequence[Row]
    snapshots: Sequence[Row]
    money: Iterable[Mapping[str, int]]  # of each unit, to be folded
    acts: Sequence[ActRow] = ()


class Settled(NamedTuple):
    """What to check once the batch is written: outcomes and escrows (I5)."""

    table_id: str
    bets: Sequence[str]
    rounds: frozenset[str]


def fold(units: Sequence[Unit]) -> Batch:
    """Units of one batch as rows; `Repeated` when they have to be written one by one."""
    _check_order(units)
    return Batch(
        heads=_heads(units),
        events=(
            (unit.table_id, event.seq, unit.epoch, *astuple(event)[1:])
            for unit in units
            for event in unit.events
        ),
        transfers=transfer_rows(transfer for unit in units for transfer in unit.transfers),
        bets=_bet_rows(units),
        outcomes=(astuple(outcome) for unit in units for outcome in unit.outcomes),
        commands=_command_rows([command for unit in units for command in unit.commands]),
        secrets=[secret for unit in units for secret in unit.shoe_secrets],
        wallet_ops=_wallet_rows([op for unit in units for op in unit.wallet_ops]),
        snapshots=_snapshots(units),
        money=(net_changes(unit.transfers, unit.stakes) for unit in units),
        acts=[act for unit in units for act in unit.acts],
    )


def _check_order(units: Sequence[Unit]) -> None:
    """A batch writes all bets before all outcomes, so no outcome may come before its bet."""
    if not any(unit.outcomes for unit in units):
        return
    later: set[str] = set()
    for unit in reversed(units):
        if any(outcome.bet in later for outcome in unit.outcomes):
            raise Repeated
        later.update(bet.id for taken in unit.stakes for bet in taken.bets)


def fold_post(transfers: Sequence[Transfer], acts: Sequence[ActRow] = ()) -> Batch:
    """Transfers that belong to no table, with the acts that order them."""
    money = [net_changes(transfers)]
    return Batch((), (), transfer_rows(transfers), (), (), (), (), (), (), money, acts)


def fold_money(steps: Iterable[Mapping[str, int]]) -> Money:
    """What a sequence of changes does to each account.

    The accounts are sorted, so that two writers of one database lock them in the same order.
    """
    totals: dict[str, int] = {}
    dips: dict[str, int] = {}
    for changes in steps:
        for account, change in changes.items():
            totals[account] = total = totals.get(account, 0) + change
            if total < 0 and total < dips.get(account, 0):
                dips[account] = total
    return Money({account: totals[account] for account in sorted(totals)}, dips)


def transfer_rows(transfers: Iterable[Transfer]) -> Iterator[Row]:
    """Transfers as rows; the drivers take plain text, not members of an enum."""
    return (
        (t.id, _PLAIN[t.kind], t.debit, t.credit, t.amount, t.bet, t.round, t.reverses)
        for t in transfers
    )


def _bet_rows(units: Sequence[Unit]) -> Iterator[Row]:
    """Bets as rows, each with the account its stake came from."""
    return (
        (bet.id, taken.round_id, bet.player, bet.kind, bet.stake, encode_bet(bet), source)
        for unit in units
        for taken in unit.stakes
        for bet, source in zip(taken.bets, taken.sources, strict=True)
    )


def _command_rows(commands: Sequence[CommandRow]) -> Iterator[Row]:
    if not speakable(*[c.actor for c in commands], *[c.cmd_id for c in commands]):
        raise Repeated
    return map(astuple, commands)


def _wallet_rows(ops: Sequence[WalletOpRow]) -> list[Row]:
    if len({op.id for op in ops}) != len(ops):
        raise Repeated  # one by one, each is compared with the state before it
    return [(*astuple(op)[:6], op.state.value, *astuple(op)[7:]) for op in ops]


def _heads(units: Sequence[Unit]) -> list[HeadMove]:
    """One move for each table, whose units must follow one another."""
    moves: dict[str, HeadMove] = {}
    for unit in units:
        seq = last_seq(unit)
        new_hash, mac = (unit.events[-1].hash, unit.mac) if unit.events else (None, None)
        known = moves.get(unit.table_id)
        if known is None:
            move = HeadMove(unit.table_id, unit.epoch, unit.after_seq, seq, new_hash, mac)
        elif (known.epoch, known.seq) == (unit.epoch, unit.after_seq):
            moved = known if new_hash is None else known._replace(hash=new_hash, mac=mac)
            move = moved._replace(seq=seq)
        else:
            raise Repeated
        moves[unit.table_id] = move
    return [moves[table] for table in sorted(moves)]


def _snapshots(units: Sequence[Unit]) -> list[Row]:
    """The last snapshot of each table."""
    last = {
        unit.table_id: (unit.table_id, last_seq(unit), unit.snapshot)
        for unit in units
        if unit.snapshot is not None
    }
    return list(last.values())


def settled(units: Sequence[Unit]) -> list[Settled]:
    """The units with outcomes, to be checked afterwards."""
    return [
        Settled(
            unit.table_id,
            [outcome.bet for outcome in unit.outcomes],
            frozenset(escrow_rounds(unit)),
        )
        for unit in units
        if unit.outcomes
    ]
