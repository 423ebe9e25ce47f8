"""Units as columns of rows: what a whole batch writes, table by table, in a handful of statements.

Owns the folding and nothing else: it is pure, and has never seen a database. Balances are folded to
one change for each account, with the lowest point the account passes through between units, so that
one statement decides for the batch what the units decide one after the other (I2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import astuple

from sabot.adapters.units import escrow_rounds, floor_of, last_seq, net_changes, speakable
from sabot.ledger import Transfer, TransferKind
from sabot.service.ports import ActRow, CommandRow, Unit, WalletOpRow
from sabot.service.stakes import encode_bet

Row = tuple[str | int | bytes | None, ...]

_PLAIN = {kind: kind.value for kind in TransferKind}


class Repeated(Exception):
    """Inside a batch an id comes twice, in the wrong order, or cannot be written at all."""


class HeadMove(NamedTuple):
    """A table's head goes from one number to another, if it still is where it was."""

    table_id: str
    epoch: int
    after_seq: int
    seq: int
    hash: bytes | None  # None keeps the old one: no event was written


class Change(NamedTuple):
    """What a batch does to one account."""

    account: str
    change: int
    dip: int  # the lowest the change gets between two units, at most 0
    floor: int | None

    @property
    def may_create(self) -> bool:
        """Whether this may be the first the account sees: from nothing it falls below no floor."""
        return self.floor is None or self.dip >= self.floor


class Money(NamedTuple):
    """What a batch does to every account, as columns: most are only handed on."""

    totals: Mapping[str, int]
    dips: Mapping[str, int]  # of those that get below where they began, between two units

    @property
    def turning(self) -> list[str]:
        """The accounts that get lower between two units than they end."""
        return [account for account, dip in self.dips.items() if dip < self.totals[account]]

    def changes(self) -> Iterator[Change]:
        """One by one."""
        for account, total in self.totals.items():
            yield Change(account, total, self.dips.get(account, 0), floor_of(account))


class Batch(NamedTuple):
    """Rows to be inserted, and changes to be made, once.

    What there are many of is made while it is gone through: a database across a socket works on
    the first rows meanwhile.
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
    money: Iterable[Mapping[str, int]]  # to be folded; one after the other
    acts: Sequence[ActRow] = ()


class Settled(NamedTuple):
    """What has to be looked at once the batch is written: its outcomes and escrows (I5)."""

    table_id: str
    bets: Sequence[str]
    rounds: frozenset[str]


def fold(units: Sequence[Unit]) -> Batch:
    """Units of one batch as rows; `Repeated` when they have to be looked at one by one."""
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
    """In a batch every bet is written before every outcome: no outcome may precede its bet."""
    if not any(unit.outcomes for unit in units):
        return
    later: set[str] = set()
    for unit in reversed(units):
        if any(outcome.bet in later for outcome in unit.outcomes):
            raise Repeated
        later.update(bet.id for taken in unit.stakes for bet in taken.bets)


def fold_post(transfers: Sequence[Transfer], acts: Sequence[ActRow] = ()) -> Batch:
    """Transfers that belong to no table, and the acts that ask for them."""
    money = [net_changes(transfers)]
    return Batch((), (), transfer_rows(transfers), (), (), (), (), (), (), money, acts)


def fold_money(steps: Iterable[Mapping[str, int]]) -> Money:
    """What changes that happen one after the other do to each account.

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
    """Transfers as rows; the drivers want plain text, not members of an enum."""
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
        raise Repeated  # whether each may follow the one before is looked at one by one
    return [(*astuple(op)[:6], op.state.value, *astuple(op)[7:]) for op in ops]


def _heads(units: Sequence[Unit]) -> list[HeadMove]:
    """One move for each table; its units have to follow one another."""
    moves: dict[str, HeadMove] = {}
    for unit in units:
        seq = last_seq(unit)
        new_hash = unit.events[-1].hash if unit.events else None
        known = moves.get(unit.table_id)
        if known is None:
            move = HeadMove(unit.table_id, unit.epoch, unit.after_seq, seq, new_hash)
        elif (known.epoch, known.seq) == (unit.epoch, unit.after_seq):
            move = known._replace(seq=seq, hash=new_hash or known.hash)
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
    """The units with outcomes, as what has to be looked at afterwards."""
    return [
        Settled(
            unit.table_id,
            [outcome.bet for outcome in unit.outcomes],
            frozenset(escrow_rounds(unit)),
        )
        for unit in units
        if unit.outcomes
    ]
