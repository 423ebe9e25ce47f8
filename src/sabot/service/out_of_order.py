"""A table that cannot be run: what is wrong with it, and what stands in for it.

A table is out of order when the disk holds something about it that cannot be read or does not fit
together. It is listed as closed, takes no command and writes nothing; all other tables go on.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from sabot.errors import SabotError
from sabot.service.engine import TableEngine
from sabot.service.funds import FundsBook
from sabot.service.players import Directory
from sabot.service.ports import Head, Seals
from sabot.table import codec
from sabot.table.phases import Phase
from sabot.table.state import TableState

CODE = "table/out_of_order"
"""The refusal of every command at such a table."""

UNFORESEEN = "unforeseen"
"""What is wrong where our own code did not foresee it."""

REASON_MAX = 500


class OutOfOrder(msgspec.Struct, frozen=True, kw_only=True):
    """Which table is out of order, the code of what was found, and a sentence for the staff."""

    table_id: str
    code: str
    reason: str


def out_of_order(table_id: str, error: Exception) -> OutOfOrder:
    """The record of a fault."""
    code = error.code if isinstance(error, SabotError) else UNFORESEEN
    reason = str(error) if isinstance(error, SabotError) else repr(error)
    return OutOfOrder(table_id=table_id, code=code, reason=reason[:REASON_MAX])


def stand_in(
    state: TableState, *, epoch: int, directory: Directory, funds: FundsBook, seals: Seals
) -> TableEngine:
    """An engine that shows the table as closed: settings and seats, no round and no cards."""
    closed = replace(
        state,
        phase=Phase.OFF,
        switched_off=True,
        shoe=None,
        round=None,
        timer=None,
        paused=None,
        proposal=None,
    )
    head = Head(epoch=epoch, seq=state.seq, hash=codec.GENESIS, snapshot=None, snapshot_seq=0)
    return TableEngine(closed, head, directory=directory, funds=funds, seals=seals)


def in_place_of(engine: TableEngine) -> TableEngine:
    """An engine that shows as closed the table of one that cannot go on."""
    return stand_in(
        engine.state,
        epoch=engine.epoch,
        directory=engine.directory,
        funds=engine.funds,
        seals=engine.seals,
    )
