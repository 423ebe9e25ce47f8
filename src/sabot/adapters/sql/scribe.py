"""The scribe: a process of its own that writes what tables decide.

Python computes on one core at a time. While a house decides thousands of bets a second, the rows of
the last ones can be made and written on another core only by another process. The scribe has a
connection of its own to the same database and does there what `SqlStore.commit` does
(`scribe_process.py`); this is our end of its pipe, and with it the scribe ends. It promises nothing
by itself: one that is gone leaves the outcome of its last transaction unknown, and the epochs of
the tables keep a late one harmless. Knows no statement and no table.
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
from sabot.service.envelopes import Data
from sabot.service.ports import CommitFailure, Unit

PROCESS = "sabot.adapters.sql.scribe_process"

CALLED_FOR = 32
"""Bets and outcomes in one commit that make a house call a scribe: it has many players."""

WORTH_IT = 2
"""Bets and outcomes that are worth the way to another process; a lone one is written here."""

END_SECONDS = 10.0
"""How long a scribe may take to finish its last transaction."""

REST_SECONDS = 60.0
"""How long nobody is called after a call in vain."""

PIPE_BYTES = 1 << 20
"""What its pipe should hold: a letter that fits in is sent without waiting until it is read."""

MISTAKE = "mistake"
"""A kind of what went wrong: a bug of ours."""

_KINDS: dict[str, type[SabotError]] = {
    error.kind: error for error in (Refused, Malformed, Unavailable, Corrupt)
}
_LENGTH = struct.Struct("<I")
OVERHEAD = _LENGTH.size
"""Bytes that go with a letter."""

log = logging.getLogger("sabot.store")
_encode = msgspec.msgpack.Encoder().encode


class Gone(Exception):
    """Nobody is at the other end of the pipe."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of units; `kind` is that of the error, where nothing was written."""

    failures: list[CommitFailure | None] = []
    kind: str = ""
    code: str = ""
    data: Data = {}


_decode = msgspec.msgpack.Decoder(Outcome).decode


class Dictation:
    """Units that the scribe has, and writes or will write."""

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
        """Wait for it."""
        return self._heard(self._scribe)


class Scribe:
    """Our end of the pipe, for one caller at a time.

    The process is started when there is much to write for the first time, which takes a moment in
    which nobody waits for it: until it is ready there is no scribe.
    """

    def __init__(self, url: str, *, called_for: int = CALLED_FOR, worth_it: int = WORTH_IT) -> None:
        self._url = url
        self._called_for = called_for
        self._worth_it = worth_it
        self._process: subprocess.Popen[bytes] | None = None
        self._starting: threading.Thread | None = None
        self._rests_until = 0.0
        self._room = 0  # bytes that its pipe takes at once
        self.busy = False  # it has a letter, and has not answered it
        self._closed = False

    def letter(self, units: Sequence[Unit]) -> bytes | None:
        """Units as they are sent; None when there are few of them, or nobody to send them to."""
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
            return None  # A name that is no text: its unit fails alone, where that is looked at.

    def takes(self, letter: bytes) -> bool:
        """Send units if that makes nobody wait; whether they are with the scribe now."""
        if len(letter) + OVERHEAD > self._room:
            return False
        try:
            self.send(letter)
        except Unavailable:
            return False  # It did not get the whole letter, so it writes nothing of it.
        return True

    def send(self, letter: bytes) -> None:
        """Send units; what becomes of them is `answer`."""
        process = self._process
        if process is None:
            raise Unavailable("store/unreachable", reason="no scribe")
        try:
            send(_pipe(process.stdin), letter)
        except OSError:
            self._gone(process)
        self.busy = True

    def answer(self) -> Sequence[CommitFailure | None]:
        """What became of the letter; what it raises is what `SqlStore.commit` would raise."""
        self.busy = False
        process = self._process
        if process is None:
            raise Unavailable("store/outcome_unknown", reason="the scribe is gone")
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
        raise Unavailable("store/outcome_unknown", reason="the scribe is gone")

    @property
    def descriptor(self) -> int | None:
        """Where its next answer can be read; None when it is gone."""
        return None if self._process is None else _pipe(self._process.stdout).fileno()

    def close(self) -> None:
        """Let it finish what it writes, and go."""
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
        """Start the process, unless that is under way, or was tried in vain a moment ago."""
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
        bufsize=0,  # What lies in the pipe can be seen from outside.
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        # Not as an argument: it may hold a password, and everybody can list processes.
        send(_pipe(process.stdin), url.encode())
        receive(_pipe(process.stdout))
    except (Gone, OSError):
        _end(process)
        raise
    return process


def _room_in(pipe: IO[bytes]) -> int:
    """How much a pipe holds, made larger where the system lets us; 0 where nobody knows."""
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
    """Wait until there is something to read: an event loop that watches a pipe makes it hasty."""
    watch = poll()
    watch.register(pipe, POLLIN)
    watch.poll()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):  # It did not read what was said last.
        _pipe(process.stdin).close()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    _pipe(process.stdout).close()
