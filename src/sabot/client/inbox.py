"""Messages that are about no table: lines of chat, notices, faults."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator

from sabot.client.line import Line
from sabot.wire import messages as m

MESSAGES_KEPT = 256
"""Messages that wait to be read; beyond it the oldest are dropped and counted."""


class Inbox:
    """The messages that the program has not read yet."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._messages: deque[m.Message] = deque()
        self.dropped = 0  # messages that the program did not read in time

    async def read(self) -> AsyncIterator[m.Message]:
        """What is about no table: lines, notices, faults. Ends with the session.

        The last lines of a room come again after a break; the same line has the same id.
        """
        while True:
            while self._messages:
                yield self._messages.popleft()
            if self._line.over is not None:
                return
            await self._line.heard()

    def keep(self, message: m.Message) -> None:
        """A message has come."""
        if len(self._messages) >= MESSAGES_KEPT:
            self._messages.popleft()
            self.dropped += 1
        self._messages.append(message)
