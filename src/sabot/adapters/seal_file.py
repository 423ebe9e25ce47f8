"""A file of seals outside of the database: lines are added, and are on disk when it says so."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from sabot.errors import Unavailable

SIZE_MAX = 4 << 20
"""Bytes before older lines are dropped: about a week of a house with ten tables."""


class SealFile:
    """Lines in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def lines(self) -> Sequence[bytes]:
        """The lines that are there; none without a file."""
        try:
            return self.path.read_bytes().splitlines()
        except FileNotFoundError:
            return []
        except OSError as error:
            why = error.strerror
            raise Unavailable("house/seals_unreadable", file=str(self.path), why=why) from None

    def add(self, line: bytes) -> None:
        """Append a line that is on disk afterwards."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, line)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def begin(self, line: bytes) -> None:
        """Append a line that says everything; the ones before it go when they are too many."""
        self.add(line)
        if self.path.stat().st_size <= SIZE_MAX:
            return
        draft = self.path.with_name(f".{self.path.name}.new")
        draft.write_bytes(line)
        draft.chmod(0o600)
        draft.replace(self.path)
