"""The keys shared with an operator: one signs, two are accepted, and a file changes them in place.

Keys rotate while the house runs. A key file in TOML names at most two keys and says which of them
signs our own calls; it is read again when it changes. A file that cannot be read changes nothing:
the keys in use stay in use, and the log says why. Secrets reach neither a log nor an error.
"""

from __future__ import annotations

import asyncio
import logging
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated

import msgspec

from sabot.adapters.wallet.signing import Key
from sabot.errors import Malformed

KEYS_MAX = 2
"""The key in use, and the one before or after it."""

LOOK_SECONDS = 1.0
"""How often key files are looked at."""

Mark = tuple[int, int, int]
"""What of a file changes when it does: its time, its size and its number on the disk."""

log = logging.getLogger("sabot.wallets")


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A key file."""

    current: str
    keys: Annotated[dict[str, str], msgspec.Meta(min_length=1, max_length=KEYS_MAX)]


class KeyRing:
    """The keys shared with one operator."""

    def __init__(self, current: Key, *others: Key) -> None:
        self.current = current
        self.secrets: Mapping[str, bytes] = {key.id: key.secret for key in (*others, current)}

    def become(self, other: KeyRing) -> None:
        """Hold another ring's keys from now on."""
        self.current, self.secrets = other.current, other.secrets


def read_keys(file: Path, *, operator: str) -> KeyRing:
    """The keys of a file."""
    try:
        text = file.read_text(encoding="utf-8")
        stated = msgspec.convert(tomllib.loads(text), _File)
    except OSError as error:
        raise Malformed("settings/keys_file", operator=operator, reason=error.strerror) from None
    except (ValueError, msgspec.ValidationError):  # their words may quote a secret
        raise Malformed("settings/keys_file", operator=operator, reason="not a key file") from None
    if stated.current not in stated.keys:
        raise Malformed("settings/keys_file", operator=operator, reason="no such current key")
    keys = {name: Key(id=name, secret=secret.encode()) for name, secret in stated.keys.items()}
    if not all(key.id and key.secret for key in keys.values()):
        raise Malformed("settings/keys_file", operator=operator, reason="an empty key")
    current = keys.pop(stated.current)
    return KeyRing(current, *keys.values())


class KeyWatch:
    """Reads key files again when they change."""

    def __init__(
        self, files: Mapping[str, tuple[Path, KeyRing]], *, check: Callable[[str, KeyRing], None]
    ) -> None:
        self._files = files
        self._check = check
        # Nothing is seen at first: a file may have changed since the house was made.
        self._seen: dict[str, Mark | None] = dict.fromkeys(files)

    async def run(self) -> None:
        """Look until cancelled."""
        while self._files:
            await asyncio.sleep(LOOK_SECONDS)
            await asyncio.to_thread(self.look)

    def look(self) -> None:
        """Read the files that have changed."""
        for operator, (file, ring) in self._files.items():
            mark = _mark(file)
            if mark == self._seen[operator]:
                continue
            self._seen[operator] = mark
            try:
                new = read_keys(file, operator=operator)
                self._check(operator, new)
            except Malformed as error:
                log.error("operator=%s keys stay as they were: %s", operator, error)  # noqa: TRY400
                continue
            ring.become(new)
            log.warning("operator=%s keys=%s current=%s", operator, [*new.secrets], new.current.id)


def _mark(file: Path) -> Mark | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
