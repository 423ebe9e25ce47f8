"""The last lines of rooms, remembered from the disk until something is said or deleted there.

A client that enters a room again and again makes the disk answer the same each time, in Python that
those who play have to wait for. The desk is the only one of the house that writes lines, and says
so before it does: what is remembered is what is stored.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Protocol

from sabot.service.chat.ports import ChatLine

ROOMS_MAX = 256
"""Rooms that are remembered, some 30 KiB each at most; the one untouched for longest goes first."""


class Lines(Protocol):
    """Where lines are kept."""

    def last(self, room: str, *, count: int) -> Sequence[ChatLine]: ...


class LastLines:
    """So many lines of each room; used by one thread at a time."""

    def __init__(self, store: Lines, *, count: int) -> None:
        self._store = store
        self._count = count
        self._rooms: OrderedDict[str, Sequence[ChatLine]] = OrderedDict()

    def of(self, room: str) -> Sequence[ChatLine]:
        """The newest lines of a room, oldest first."""
        lines = self._rooms.get(room)
        if lines is None:
            lines = self._rooms[room] = self._store.last(room, count=self._count)
            if len(self._rooms) > ROOMS_MAX:
                self._rooms.popitem(last=False)
        else:
            self._rooms.move_to_end(room)
        return lines

    def forget(self, room: str) -> None:
        """Something is about to be written there, whatever comes of it."""
        self._rooms.pop(room, None)
