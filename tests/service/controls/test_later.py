"""Sessions of play are written a moment later, and are read as if they were written."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest
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
    def keep_sessions(self, sessions: Sequence[PlaySession]) -> None:
        self.gate.wait(10)
        self.writes += 1
        super().keep_sessions(sessions)


def session(seen_ms: int, *, player: str = "ada") -> PlaySession:
    return PlaySession(session_id=f"of-{player}", player_id=player, started_ms=1, seen_ms=seen_ms)


def test_nobody_waits_and_everybody_sees_it() -> None:
    disk = SlowControls()
    later = SessionsLater(disk)
    for seen_ms in range(1, 100):
        later.keep_sessions([session(seen_ms)])  # returns although the disk stands still
    assert disk.sessions("ada", since_ms=0) == []
    assert list(later.sessions("ada", since_ms=0)) == [session(99)]
    assert list(later.sessions("ada", since_ms=100)) == []
    disk.gate.set()
    later.close()
    assert list(disk.sessions("ada", since_ms=0)) == [session(99)]
    assert disk.writes <= 3


def test_a_crowd_that_comes_together_is_written_together() -> None:
    disk = SlowControls()
    later = SessionsLater(disk)
    names = [f"p{number}" for number in range(500)]
    for name in names:
        later.keep_sessions([session(1, player=name)])
    disk.gate.set()
    later.close()
    assert disk.writes <= 2  # the first who came, and all others
    assert all(disk.sessions(name, since_ms=0) for name in names)


class FailsOnce(MemoryControls):
    """A disk at which something goes wrong that nobody has foreseen, the first time."""

    def __init__(self) -> None:
        super().__init__()
        self.failed = threading.Event()

    @override
    def keep_sessions(self, sessions: Sequence[PlaySession]) -> None:
        if not self.failed.is_set():
            self.failed.set()
            raise RuntimeError("nobody has foreseen this")
        super().keep_sessions(sessions)


def test_what_went_wrong_once_does_not_end_the_writing(caplog: pytest.LogCaptureFixture) -> None:
    disk = FailsOnce()
    later = SessionsLater(disk)
    later.keep_sessions([session(1)])
    assert disk.failed.wait(10)
    later.keep_sessions([session(2, player="bob")])
    later.close()
    assert list(disk.sessions("bob", since_ms=0)) == [session(2, player="bob")]
    assert "nobody has foreseen this" in caplog.text
