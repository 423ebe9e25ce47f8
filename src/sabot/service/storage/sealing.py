"""Where sealed values lie: events become bytes and bytes become events, with the house's seals.

Each place is named once, here. A value that was moved to another place does not open. A snapshot
is stored with a proof that the house took it, and the hash of the event before it (ADR 0034).
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from sabot.errors import Corrupt
from sabot.gamekit import AnyGame
from sabot.service.ports import Seals, StoredEvent
from sabot.table.events import Event
from sabot.table.record import codec
from sabot.table.record.snapshot import restored, snapshot_of
from sabot.table.state import TableState


def sealed_body(event: Event, seals: Seals, *, table_id: str, seq: int) -> bytes:
    """An event as it is stored."""
    place = place_of(table_id, seq)
    return codec.encode(event, lambda plain: seals.seal(plain, place=place))


def opened_event(stored: StoredEvent, seals: Seals, *, table_id: str) -> Event:
    """A stored event with the cards that it hides."""
    place = place_of(table_id, stored.seq)
    return codec.decode(
        stored.kind, stored.version, stored.body, lambda sealed: seals.open(sealed, place=place)
    )


class _Attested(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A snapshot as it is stored: the chain where it was taken, and the proof of both."""

    seq: int
    hash: str
    mac: str
    body: msgspec.Raw


class Restored(NamedTuple):
    """A table from its snapshot, and the hash of the last event before the snapshot."""

    state: TableState
    hash: bytes


_attested = msgspec.json.Decoder(_Attested).decode


def stored_snapshot(state: TableState, seals: Seals, *, head_hash: bytes) -> bytes:
    """A table without a round as it is stored; `head_hash` is the chain at its last event."""
    place = _snapshot_place(state.table_id)
    body = snapshot_of(state, lambda plain: seals.seal(plain, place=place))
    chain = head_hash.hex()
    mac = seals.mac(_vouched(state.seq, chain, body), place=place)
    return msgspec.json.encode(
        _Attested(seq=state.seq, hash=chain, mac=mac, body=msgspec.Raw(body))
    )


def believed_snapshot(stored: bytes, game: AnyGame, seals: Seals, *, table_id: str) -> Restored:
    """The table that a snapshot was taken of; `Corrupt` when the house did not take this one."""
    place = _snapshot_place(table_id)
    try:
        attested = _attested(stored)
        chain = bytes.fromhex(attested.hash)
    except (ValueError, RecursionError) as error:
        raise Corrupt("snapshot/unproved", table_id=table_id, reason=str(error)) from None
    body = bytes(attested.body)
    if not seals.is_mac(attested.mac, _vouched(attested.seq, attested.hash, body), place=place):
        raise Corrupt("snapshot/unproved", table_id=table_id, reason="not signed by this house")
    state = restored(body, game, lambda sealed: seals.open(sealed, place=place))
    if (state.table_id, state.seq) != (table_id, attested.seq):
        raise Corrupt("snapshot/elsewhere", table_id=table_id, seq=attested.seq)
    return Restored(state, chain)


def _vouched(seq: int, chain: str, body: bytes) -> bytes:
    return f"{seq}:{chain}:".encode() + body


def _snapshot_place(table_id: str) -> str:
    return f"snapshot:{table_id}"


def place_of(table_id: str, seq: int) -> str:
    """The place of an event: its table, and its number there."""
    return f"event:{table_id}:{seq}"
