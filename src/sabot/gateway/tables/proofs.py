"""The commitment of a virtual shoe and its disclosure, read from the log for anyone to check."""

from __future__ import annotations

from sabot.errors import Refused
from sabot.gateway.tables.past import GameOf
from sabot.service.storage.archive import Archive
from sabot.table import events as e
from sabot.table.record import codec
from sabot.table.staff.refusals import ShoeRefusal
from sabot.wire.history import ShoeProof

HOW = "sha256(salt + ':' + cards) in hexadecimal is the commitment"
HOW_LIVE = "a shoe of real cards promises nothing"


def proof_of(archive: Archive, shoe_id: str, game_of: GameOf) -> ShoeProof:
    """Find a shoe by its id, or refuse with `shoe/unknown`.

    The id of a virtual shoe is its table and the place in the log where it was loaded.
    """
    table, _, place = shoe_id.rpartition(".")
    known = place.isascii() and place.isdigit() and len(place) < 16 and game_of(table) is not None
    stored = archive.next_landmark(table, "ShoeLoaded", after=int(place) - 1) if known else None
    loaded = None if stored is None else codec.decode(stored.kind, stored.version, stored.body)
    if stored is None or not isinstance(loaded, e.ShoeLoaded) or loaded.shoe_id != shoe_id:
        raise Refused(ShoeRefusal.UNKNOWN, shoe=shoe_id[:100])
    disclosed = _disclosed(archive, table, shoe_id, after=stored.seq)
    return ShoeProof(
        shoe=shoe_id,
        table=table,
        live=loaded.live,
        loaded_at_ms=loaded.loaded_at_ms,
        commitment=loaded.commitment,
        disclosed=disclosed is not None,
        cards=None if disclosed is None else disclosed.cards,
        salt=None if disclosed is None else disclosed.salt,
        check=HOW_LIVE if loaded.live else HOW,
    )


def _disclosed(archive: Archive, table: str, shoe_id: str, *, after: int) -> e.ShoeDisclosed | None:
    """The next disclosure after the load: a shoe is disclosed before the next one is committed."""
    stored = archive.next_landmark(table, "ShoeDisclosed", after=after)
    event = None if stored is None else codec.decode(stored.kind, stored.version, stored.body)
    return event if isinstance(event, e.ShoeDisclosed) and event.shoe_id == shoe_id else None
