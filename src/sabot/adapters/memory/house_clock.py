"""The mark of a house's clock in memory."""

from __future__ import annotations

from sabot.service.proof.clock import Mark


class MemoryClockMarks:
    """Keeps the mark as long as the process runs."""

    def __init__(self, mark: Mark | None = None, *, latest_ms: int = 0) -> None:
        self._mark = mark
        self._latest_ms = latest_ms

    def load(self) -> Mark | None:
        """The last mark; None in a new house."""
        return self._mark

    def latest_ms(self) -> int:
        """The latest label of the tables' logs; 0 without any."""
        return self._latest_ms

    def save(self, mark: Mark) -> None:
        """Replace the mark."""
        self._mark = mark
