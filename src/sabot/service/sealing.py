"""Where sealed values lie: events become bytes and bytes become events, with the house's seals.

Each place is named once, here. A value that was moved to another place does not open.
"""

from __future__ import annotations

from collections.abc import Callable

from sabot.service.ports import Seals, StoredEvent
from sabot.table import codec
from sabot.table.events import Event


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


def sealing_snapshot(seals: Seals, table_id: str) -> Callable[[bytes], str]:
    """Seals what is hidden in a snapshot of a table."""
    return lambda plain: seals.seal(plain, place=f"snapshot:{table_id}")


def opening_snapshot(seals: Seals, table_id: str) -> Callable[[str], bytes]:
    """Opens what is hidden in a snapshot of a table."""
    return lambda sealed: seals.open(sealed, place=f"snapshot:{table_id}")


def place_of(table_id: str, seq: int) -> str:
    """The place of an event: its table, and its number there."""
    return f"event:{table_id}:{seq}"
