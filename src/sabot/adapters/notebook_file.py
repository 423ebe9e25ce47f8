"""A notebook in a file: signed lines are added, and are on disk when it says so.

Several processes may write one file: the house, and `sabot staff` beside it. They take turns with a
lock on the file. A line that was cut short says nothing, and the next one begins on a new line.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import MappingProxyType

from sabot.errors import Unavailable
from sabot.service.ports import Seals
from sabot.service.proof.notebook import Fact, Facts, fact_of, line_of, take_in

COMPACT_BYTES = 16 << 20
"""A file that has grown by this much is rewritten: once in hours, in a busy house."""


class NotebookFile:
    """Facts in a file, and in memory as far as the file was read."""

    def __init__(self, path: Path, seals: Seals) -> None:
        self.path = path
        self._seals = seals
        self._lock = threading.Lock()
        self._facts: dict[tuple[str, str], str] = {}
        self._file = 0  # the number of the file that was read
        self._read = 0  # bytes of it, up to the end of a line
        self._compacted = 0  # bytes that are not worth another look

    def facts(self) -> Facts:
        """What counts now, also what other processes have noted."""
        with self._lock, self._told():
            try:
                descriptor = os.open(self.path, os.O_RDONLY)
            except FileNotFoundError:
                self._forget(0)
            else:
                try:
                    self._read_on(descriptor)
                finally:
                    os.close(descriptor)
            return MappingProxyType(self._facts)  # no copy: there may be many

    def note(self, facts: Iterable[Fact]) -> None:
        """Append facts that are on disk afterwards."""
        lines = b"".join(line_of(fact, self._seals) for fact in facts)
        if not lines:
            return
        with self._lock, self._told(), self._alone() as descriptor:
            size = os.fstat(descriptor).st_size
            torn = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
            _write(descriptor, b"\n" + lines if torn else lines)
            os.fsync(descriptor)
            if size + len(lines) > self._compacted + COMPACT_BYTES:
                self._compact(descriptor)

    def compact(self) -> None:
        """Rewrite the file with what counts, when that is less."""
        with self._lock, self._told():
            if self.path.exists():
                with self._alone() as descriptor:
                    self._compact(descriptor)

    def _compact(self, descriptor: int) -> None:
        self._read_on(descriptor)
        lines = [line_of(Fact(*key, value), self._seals) for key, value in self._facts.items()]
        size = sum(map(len, lines))
        self._compacted = size
        if os.fstat(descriptor).st_size <= size:
            return
        draft = self.path.with_name(f".{self.path.name}.new")
        with draft.open("wb") as file:
            os.fchmod(file.fileno(), 0o600)
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
            self._file, self._read = os.fstat(file.fileno()).st_ino, size
        draft.replace(self.path)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[int]:
        """The file, locked against other writers; one that has been replaced is left."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        while True:
            descriptor = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX)
                if os.fstat(descriptor).st_ino == self.path.stat().st_ino:
                    yield descriptor
                    return
            finally:
                os.close(descriptor)  # this lets go of the lock

    def _read_on(self, descriptor: int) -> None:
        """Take in the whole lines that were not read yet."""
        at = os.fstat(descriptor)
        if at.st_ino != self._file or at.st_size < self._read:
            self._forget(at.st_ino)
        if at.st_size == self._read:
            return
        with open(descriptor, "rb", closefd=False) as file:
            file.seek(self._read)
            whole, end, _ = file.read().rpartition(b"\n")
        self._read += len(whole) + len(end)
        found = (fact_of(line, self._seals) for line in whole.split(b"\n"))
        take_in(self._facts, (fact for fact in found if fact is not None))

    def _forget(self, file: int) -> None:
        self._facts, self._file, self._read = {}, file, 0

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise Unavailable(
                "house/notebook_unavailable", file=str(self.path), why=error.strerror
            ) from None


def _write(descriptor: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]
