"""The players who wait for an answer in support."""

from __future__ import annotations

from sabot.errors import Unavailable
from sabot.service.chat import rooms
from sabot.service.chat.notices import Publish, SupportChanged
from sabot.service.chat.ports import ChatLine, ChatStore, Unanswered
from sabot.service.chat.rooms import Speaker
from sabot.service.chat.waiting import described


class SupportDesk:
    """Lists the players who wait, and tells support staff of changes."""

    def __init__(self, store: ChatStore, publish: Publish) -> None:
        self._store = store
        self._publish = publish

    def waiting(self, speaker: Speaker) -> list[Unanswered]:
        """Which players wait in support: those for the manager first, then the longest wait."""
        rooms.check_may_support(speaker)
        return described(self._store, self._store.unanswered())

    def changed(self, line: ChatLine) -> None:
        """A support room has a new line, or lost one: support staff hear how it stands."""
        if rooms.kind_of(line.room) != rooms.SUPPORT:
            return
        try:
            found = next(iter(self._store.unanswered(line.room)), None)
        except Unavailable:
            return  # what was done is done; a client that reads the list again sees it
        told = None if found is None else described(self._store, [found])[0]
        self._publish(SupportChanged(line.room, told))
