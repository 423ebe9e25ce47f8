"""A unit without the rows that the database has already.

The same row again is skipped; another row under the same id is a conflict. Pure: the caller passes
in what the database holds under the unit's ids. Only units that met a taken key come here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from sabot.adapters.units import may_follow, storable
from sabot.ledger import Transfer
from sabot.service.money.stakes import rows_of
from sabot.service.ports import ActRow, BetRow, CommandRow, OutcomeRow, Stakes, Unit, WalletOpRow

V = TypeVar("V")


class Conflict(Exception):
    """An id is there already with other contents."""


class Known(NamedTuple):
    """What the database holds under the ids of a unit."""

    transfers: Mapping[str, Transfer]
    bets: Mapping[str, tuple[BetRow, str]]  # and where their stakes came from
    outcomes: Mapping[str, OutcomeRow]
    commands: Mapping[tuple[str, str], CommandRow]
    secrets: Mapping[str, tuple[str, bytes]]
    wallet_ops: Mapping[str, WalletOpRow]
    acts: Mapping[str, ActRow]


def narrowed(unit: Unit, known: Known) -> Unit:
    """The unit with only its new rows."""
    return replace(
        unit,
        stakes=_new_stakes(unit.stakes, known.bets),
        transfers=new_rows(unit.transfers, known.transfers, lambda transfer: transfer.id),
        outcomes=new_rows(unit.outcomes, known.outcomes, lambda outcome: outcome.bet),
        commands=_new_commands(unit, known.commands),
        shoe_secrets=new_rows(unit.shoe_secrets, known.secrets, lambda secret: secret[0]),
        wallet_ops=_last_words(unit.wallet_ops, known.wallet_ops),
        acts=new_rows(unit.acts, known.acts, lambda act: act.id),
    )


def new_rows(rows: Sequence[V], known: Mapping[str, V], key: Callable[[V], str]) -> tuple[V, ...]:
    """The rows whose key is not taken, each once."""
    seen = dict(known)
    new: list[V] = []
    for row in rows:
        if key(row) not in seen:
            seen[key(row)] = row
            new.append(row)
        elif seen[key(row)] != row:
            raise Conflict
    return tuple(new)


def _new_stakes(
    stakes: Sequence[Stakes], known: Mapping[str, tuple[BetRow, str]]
) -> tuple[Stakes, ...]:
    """The stakes whose bets are not there yet, each once."""
    bets = new_rows([*rows_of(stakes)], known, lambda one: one[0].id)
    left = {row.id for row, _ in bets}
    return tuple(_less(taken, left) for taken in stakes)


def _less(taken: Stakes, left: set[str]) -> Stakes:
    """The stakes whose bets are left, each taken once."""
    bets, sources = [], []
    for bet, source in zip(taken.bets, taken.sources, strict=True):
        if bet.id in left:
            left.remove(bet.id)
            bets.append(bet)
            sources.append(source)
    return replace(taken, bets=tuple(bets), sources=tuple(sources))


def _new_commands(
    unit: Unit, known: Mapping[tuple[str, str], CommandRow]
) -> tuple[CommandRow, ...]:
    """The answers that are new; a command answered before may not have a second effect."""
    seen = dict(known)
    new: list[CommandRow] = []
    for row in unit.commands:
        if not storable(row):
            raise Conflict
        key = (row.actor, row.cmd_id)
        first = seen.setdefault(key, row)
        if first is row:
            new.append(row)
            continue
        same = (first.digest, first.reply) == (row.digest, row.reply)
        if not same or (unit.events and key in known):
            raise Conflict
    return tuple(new)


def _last_words(
    ops: Sequence[WalletOpRow], known: Mapping[str, WalletOpRow]
) -> tuple[WalletOpRow, ...]:
    """The last state of each operation, when each may follow the one before."""
    seen = dict(known)
    for op in ops:
        if op.id in seen and not may_follow(seen[op.id], op):
            raise Conflict
        seen[op.id] = op
    return tuple({op.id: seen[op.id] for op in ops}.values())
