"""How often one player may write: five lines in ten seconds, then waits that grow.

Owns the counting for one player, and no clock. A line that is refused does not count as written;
a player who writes too fast again within ten minutes of a wait waits twice as long as the last
time.
"""

from __future__ import annotations

from collections import deque

from sabot.errors import Refused
from sabot.service.chat.refusals import ChatRefusal
from sabot.service.chat.text import sameness

LINES = 5
WINDOW_MS = 10_000
FIRST_WAIT_MS = 10_000
WAIT_MAX_MS = 10 * 60_000
FORGIVEN_MS = 10 * 60_000
"""This long after a wait has ended, the next one is the first one again."""

SAME_MAX = 2
"""The same line may come twice in a row; the third time it is refused."""


class Flood:
    """One player's last lines."""

    def __init__(self) -> None:
        self._times: deque[int] = deque(maxlen=LINES)
        self._last = ""
        self._same = 0
        self._strikes = 0
        self._until_ms = 0

    def check(self, line: str, now_ms: int) -> None:
        """Refuse a line that comes too soon or too often."""
        if now_ms < self._until_ms:
            raise Refused(ChatRefusal.TOO_FAST, wait_ms=self._until_ms - now_ms)
        if len(self._times) == LINES and now_ms - self._times[0] < WINDOW_MS:
            self._strike(now_ms)
            raise Refused(ChatRefusal.TOO_FAST, wait_ms=self._until_ms - now_ms)
        if self._same >= SAME_MAX and sameness(line) == self._last:
            raise Refused(ChatRefusal.REPEATED)

    def wrote(self, line: str, now_ms: int) -> None:
        """A line was accepted."""
        self._times.append(now_ms)
        same = sameness(line)
        self._same = self._same + 1 if same == self._last else 1
        self._last = same

    def is_fast(self, now_ms: int) -> bool:
        """Whether the next line within the window would be refused, or a wait was just over."""
        recent = [at for at in self._times if now_ms - at < WINDOW_MS]
        return len(recent) >= LINES - 1 or (
            self._strikes > 0 and now_ms - self._until_ms < FORGIVEN_MS
        )

    def idle(self, now_ms: int) -> bool:
        """Whether nothing of the past matters any more."""
        last = self._times[-1] if self._times else 0
        return now_ms - max(last, self._until_ms) >= FORGIVEN_MS

    def _strike(self, now_ms: int) -> None:
        if now_ms - self._until_ms >= FORGIVEN_MS:
            self._strikes = 0
        wait_ms = min(FIRST_WAIT_MS << self._strikes, WAIT_MAX_MS)
        self._strikes += 1
        self._until_ms = now_ms + wait_ms
