"""What stands in for a table that is out of order: an engine that shows it as closed."""

from __future__ import annotations

from msgspec.structs import replace

from sabot.runtime.engine import TableEngine
from sabot.service.money.funds import FundsBook
from sabot.service.players.directory import Directory
from sabot.service.ports import Head, Seals
from sabot.table.phases import Phase
from sabot.table.record import codec
from sabot.table.state import TableState


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
