"""Taking over a table: claim it, read where it stands, go on.

From the last snapshot and the events after it; never from memory and never by guessing. A snapshot
that the house did not sign is not believed, and events that do not chain are refused (ADR 0034).
What was open gets a full new window, what was settled stays settled (design, "Recovery on start").
Waits for its turn to write, so where others play it is for a thread; it changes nothing but the new
engine.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import msgspec

from sabot.errors import Corrupt, Unavailable
from sabot.gamekit import AnyGame
from sabot.runtime.engine import TableEngine
from sabot.service.money.funds import FundsBook
from sabot.service.players.directory import Directory
from sabot.service.ports import CommandRow, CommitFailure, EventStore, Head, Seals, Store, Unit
from sabot.service.storage.committer import Committer
from sabot.service.storage.sealing import Restored, believed_snapshot, opened_event
from sabot.service.tables.envelopes import Reply
from sabot.table.authority import HOUSE
from sabot.table.evolve import evolve
from sabot.table.record import codec
from sabot.table.state import TableState

ROOM_BYTES = 16_384
"""What is written to see whether a full store has room again: more than a page may have left."""

log = logging.getLogger("sabot.host")


class SteppedDown(Exception):
    """Another owner has the table."""


def show_again(state: TableState, publish: Callable[[TableState, tuple[()]], None]) -> None:
    """Show the recovered table: chips are gone and windows begin again, though no event says so."""
    try:
        publish(state, ())
    except Exception:
        # The table is as it should be; the next event shows it.
        log.exception("table_id=%s not shown", state.table_id)


async def try_to_write(committer: Committer, engine: TableEngine) -> None:
    """A full store may still be claimed: only a write that needs room shows that there is."""
    if await committer.commit(_room_needed(engine)) is CommitFailure.FENCED:
        raise SteppedDown


def _room_needed(engine: TableEngine) -> Unit:
    """Something to write that fits only where there is room, and changes no table."""
    state = engine.state
    cmd_id = f"{state.table_id}:room:{engine.epoch}"
    reply = Reply(cmd_id=cmd_id, accepted=True, data={"room": "." * ROOM_BYTES})
    row = CommandRow(
        actor=HOUSE, cmd_id=cmd_id, digest=bytes(32), reply=msgspec.json.encode(reply), at_ms=0
    )
    return Unit(table_id=state.table_id, epoch=engine.epoch, after_seq=state.seq, commands=(row,))


def recover(
    table_id: str,
    game: AnyGame,
    *,
    store: Store,
    owner: str,
    directory: Directory,
    funds: FundsBook,
    seals: Seals,
    again: bool = False,
) -> TableEngine:
    """The engine of a table as the disk knows it, with a new epoch.

    `again` is for the present owner, which reads its table again. It never takes a table back from
    a later owner.
    """
    claim = store.claim_again if again else store.claim
    head = claim(table_id, owner, seals)
    if head is None:
        raise SteppedDown
    state = _state_of(table_id, game, head, events=store.events, seals=seals)
    return TableEngine(state, head, directory=directory, funds=funds, seals=seals)


def _state_of(
    table_id: str, game: AnyGame, head: Head, *, events: EventStore, seals: Seals
) -> TableState:
    """The table at its head: from a snapshot that is proved, otherwise from every event."""
    if head.snapshot is not None:
        try:
            known = believed_snapshot(head.snapshot, game, seals, table_id=table_id)
            return _followed(known, head, events=events, seals=seals)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001  whatever it holds, the events know better
            log.warning("table_id=%s snapshot not believed: %s", table_id, error)
    begin = Restored(TableState(table_id=table_id, game=game), codec.GENESIS)
    return _followed(begin, head, events=events, seals=seals)


def _followed(known: Restored, head: Head, *, events: EventStore, seals: Seals) -> TableState:
    """The events after what is known; their chain is computed again, up to the head (I9)."""
    state, chain = known
    table_id = state.table_id
    for stored in events.read(table_id, after=state.seq):
        if stored.seq != state.seq + 1:
            raise Corrupt("events/gap", table_id=table_id, seq=stored.seq, after=state.seq)
        chain = codec.chained(
            chain, seq=stored.seq, kind=stored.kind, version=stored.version, body=stored.body
        )
        if chain != stored.hash:
            raise Corrupt("events/chain", table_id=table_id, seq=stored.seq)
        state = evolve(state, opened_event(stored, seals, table_id=table_id))
    if state.seq != head.seq:
        raise Corrupt("events/missing", table_id=table_id, seq=state.seq, head=head.seq)
    if chain != head.hash:
        raise Corrupt("events/chain", table_id=table_id, seq=head.seq)
    return state
