"""The scribe: a process of its own that writes what tables decide.

Python computes on one core at a time. While a house decides thousands of bets a second, only
another process can make and write the rows of the last ones on another core. The scribe has its own
connection to the same database and does there what `SqlStore.commit` does (`../scribe_process.py`).
This is our end of its pipe; when it closes, the scribe ends. If the scribe dies, the outcome of its
last transaction is unknown, and the epochs of the tables keep a late write harmless. Knows no
statement and no table.
"""

from __future__ import annotations

import fcntl
import logging
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from select import POLLIN, poll
from typing import IO, NoReturn

import msgspec

from sabot.errors import Corrupt, Malformed, Refused, SabotError, Unavailable
from sabot.service.ports import CommitFailure, Unit
from sabot.service.storage.refusals import StoreFault
from sabot.service.tables.envelopes import Data

PROCESS = "sabot.adapters.sql.scribe_process"

CALLED_FOR = 32
"""Bets and outcomes in one commit that make a house start a scribe: it has many players."""

WORTH_IT = 2
"""Bets and outcomes that are worth sending to another process; fewer are written here."""

END_SECONDS = 10.0
"""Seconds that a scribe may take to finish its last transaction."""

REST_SECONDS = 60.0
"""Seconds after a failed start before the house tries to start a scribe again."""

PIPE_BYTES = 1 << 20
"""Size of its pipe: a letter that fits in is sent without waiting until the scribe reads it."""

MISTAKE = "mistake"
"""The kind of an outcome that a bug of ours has caused."""

_KINDS: dict[str, type[SabotError]] = {
    error.kind: error for error in (Refused, Malformed, Unavailable, Corrupt)
}
_LENGTH = struct.Struct("<I")
OVERHEAD = _LENGTH.size
"""Bytes that precede a letter: its length."""

log = logging.getLogger("sabot.store")
_encode = msgspec.msgpack.Encoder().encode


class Gone(Exception):
    """The other end of the pipe is closed."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of units; `kind` is that of the error when nothing was written."""

    failures: list[CommitFailure | None] = []
    kind: str = ""
    code: str = ""
    data: Data = {}


_decode = msgspec.msgpack.Decoder(Outcome).decode


class Dictation:
    """Units that the scribe has received and will write."""

    def __init__(
        self, scribe: Scribe, heard: Callable[[Scribe], Sequence[CommitFailure | None]]
    ) -> None:
        self._scribe = scribe
        self._heard = heard

    @property
    def descriptor(self) -> int | None:
        """Where its answer can be read."""
        return self._scribe.descriptor

    def outcome(self) -> Sequence[CommitFailure | None]:
        """Wait for the answer."""
        return self._heard(self._scribe)


class Scribe:
    """Our end of the pipe, for one caller at a time.

    The process starts when there is much to write for the first time. No caller waits for that:
    until the scribe is ready, the store writes by itself.
    """

    def __init__(self, url: str, *, called_for: int = CALLED_FOR, worth_it: int = WORTH_IT) -> None:
        self._url = url
        self._called_for = called_for
        self._worth_it = worth_it
        self._process: subprocess.Popen[bytes] | None = None
        self._starting: threading.Thread | None = None
        self._rests_until = 0.0
        self._room = 0  # bytes that its pipe takes at once
        self.busy = False  # whether it has a letter that it has not answered
        self._closed = False

    def letter(self, units: Sequence[Unit]) -> bytes | None:
        """Units as they are sent; None when they are few, or when there is no scribe."""
        rows = sum([unit.taken + len(unit.outcomes) for unit in units])
        if self._process is None:
            if rows >= self._called_for:
                self._call()
            return None
        # The scribe has no keys: acts are written here, with the records that the house signs.
        if rows < self._worth_it or any(unit.acts for unit in units):
            return None
        try:
            return _encode(units)
        except UnicodeEncodeError:
            return None  # A name that is not text: the store finds its unit and fails it alone.

    def takes(self, letter: bytes) -> bool:
        """Send units if they fit into the pipe; whether the scribe has them now."""
        if len(letter) + OVERHEAD > self._room:
            return False
        try:
            self.send(letter)
        except Unavailable:
            return False  # The scribe did not get the whole letter, so it writes nothing of it.
        return True

    def send(self, letter: bytes) -> None:
        """Send units; `answer` returns their result."""
        process = self._process
        if process is None:
            raise Unavailable(StoreFault.UNREACHABLE, reason="no scribe")
        try:
            send(_pipe(process.stdin), letter)
        except OSError:
            self._gone(process)
        self.busy = True

    def answer(self) -> Sequence[CommitFailure | None]:
        """The result of the letter; raises what `SqlStore.commit` would raise."""
        self.busy = False
        process = self._process
        if process is None:
            raise Unavailable(StoreFault.OUTCOME_UNKNOWN, reason="the scribe is gone")
        try:
            outcome = _decode(receive(_pipe(process.stdout)))
        except (Gone, OSError):
            self._gone(process)
        if outcome.kind == MISTAKE:
            raise RuntimeError(f"the scribe met {outcome.code}")
        if outcome.kind:
            raise _KINDS[outcome.kind](outcome.code, **outcome.data)
        return outcome.failures

    def _gone(self, process: subprocess.Popen[bytes]) -> NoReturn:
        self._process = None
        _end(process)
        raise Unavailable(StoreFault.OUTCOME_UNKNOWN, reason="the scribe is gone")

    @property
    def descriptor(self) -> int | None:
        """Where its next answer can be read; None when it is gone."""
        return None if self._process is None else _pipe(self._process.stdout).fileno()

    def close(self) -> None:
        """Let it finish its transaction and end."""
        self._closed = True
        if self._starting is not None:
            self._starting.join()
        if self._process is not None:
            _end(self._process)
            self._process = None

    @property
    def pid(self) -> int | None:
        """The number of its process, when it is ready."""
        return None if self._process is None else self._process.pid

    def _call(self) -> None:
        """Start the process, unless it is starting or has failed to start a moment ago."""
        if self._starting is None and not self._closed and time.monotonic() >= self._rests_until:
            self._starting = threading.Thread(target=self.start, name="sabot-scribe")
            self._starting.start()

    def start(self) -> None:
        """Start the process now, and wait until it is ready; without it the store goes on alone."""
        try:
            process = _started(self._url)
            self._room = _room_in(_pipe(process.stdin))
            self._process = process
        except (Gone, OSError) as error:
            log.warning("no scribe: %r", error)
            self._rests_until = time.monotonic() + REST_SECONDS
        finally:
            self._starting = None


def _started(url: str) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(  # noqa: S603  our own interpreter and module
        [sys.executable, "-P", "-m", PROCESS],
        bufsize=0,  # An event loop sees what is in the pipe, and not what is in a buffer.
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        # Not as an argument: it may hold a password, and every user can list processes.
        send(_pipe(process.stdin), url.encode())
        receive(_pipe(process.stdout))
    except (Gone, OSError):
        _end(process)
        raise
    return process


def _room_in(pipe: IO[bytes]) -> int:
    """How much a pipe holds, made larger where the system allows it; 0 where it is unknown."""
    if sys.platform != "linux":
        return 0
    with suppress(OSError):
        return fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    return fcntl.fcntl(pipe, fcntl.F_GETPIPE_SZ)


def send(pipe: IO[bytes], letter: bytes) -> None:
    """Put one letter into the pipe."""
    left = memoryview(_LENGTH.pack(len(letter)) + letter)
    while left:
        left = left[pipe.write(left) :]
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes:
    """Wait for the next letter."""
    (size,) = _LENGTH.unpack(_whole(pipe, _LENGTH.size))
    return _whole(pipe, size)


def _whole(pipe: IO[bytes], size: int) -> bytes:
    parts: list[bytes] = []
    while size:
        read: bytes | None = pipe.read(size)
        if read is None:
            _await(pipe)
        elif not read:
            raise Gone
        else:
            parts.append(read)
            size -= len(read)
    return b"".join(parts)


def _await(pipe: IO[bytes]) -> None:
    """Wait until there is something to read; an event loop makes a pipe it watches non-blocking."""
    watch = poll()
    watch.register(pipe, POLLIN)
    watch.poll()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):  # It did not read the last letter.
        _pipe(process.stdin).close()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    _pipe(process.stdout).close()
