"""Sessions of play are written a moment later, and are read as if they were written."""

from __future__ import annotations

import threading

from typing_extensions import override

from sabot.adapters.memory.controls import MemoryControls
from sabot.service.controls.later import SessionsLater
from sabot.service.controls.sessions import PlaySession


class SlowControls(MemoryControls):
    """A disk that stands still until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = threading.Event()
        self.writes = 0

    @override
    def keep_session(self, session: PlaySession) -> None:
        self.gate.wait(10)
        self.writes += 1
        super().keep_session(session)


def session(seen_ms: int) -> PlaySession:
    return PlaySession(session_id="s", player_id="ada", started_ms=1, seen_ms=seen_ms)


def test_nobody_waits_and_everybody_sees_it() -> None:
    disk = SlowControls()
    later = SessionsLater(disk)
    for seen_ms in range(1, 100):
        later.keep_session(session(seen_ms))  # returns although the disk stands still
    assert disk.sessions("ada", since_ms=0) == []
    assert list(later.sessions("ada", since_ms=0)) == [session(99)]
    assert list(later.sessions("ada", since_ms=100)) == []
    disk.gate.set()
    later.close()
    assert list(disk.sessions("ada", since_ms=0)) == [session(99)]
    assert disk.writes <= 3
