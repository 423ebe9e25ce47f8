"""The keys of a house, and where they come from: never from the database.

They seal hidden cards, and they prove that the house itself wrote what a start reads.

The first key of a ring seals; every key of it opens, so that keys can be rotated. A sealed value
names its key by a short hash. AES-SIV needs no nonce: a repeated nonce, after a restored backup or
a fork, would break other modes, and sealing the same value twice gives the same bytes. What is
sealed is bound to its place, so a value that was moved to another row does not open.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import tempfile
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable
from pathlib import Path
from secrets import token_bytes

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from sabot.errors import Corrupt, Malformed, Unavailable

KEY_BYTES = 32
SALT_BYTES = 16
"""Enough that it is not feasible to try every salt for each of 52 cards."""

_KEY = re.compile("[0-9a-f]{64}").fullmatch
_OTHERS = 0o007
"""Permission bits of users who are neither the owner of a file nor of its group."""


class _Key:
    """One key: its name, and what is derived from it."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) != KEY_BYTES:
            raise Malformed("keys/length", bytes=len(secret), needed=KEY_BYTES)
        self.id = hashlib.sha256(b"sabot key id:" + secret).hexdigest()[:12]
        self.cipher = AESSIV(_derived(secret, b"sabot seal", length=64))
        self.fingerprints = _derived(secret, b"sabot fingerprint", length=32)
        self.macs = _derived(secret, b"sabot mac", length=32)

    def mac(self, data: bytes, *, place: str) -> str:
        """What only this key makes of these bytes at this place."""
        where = place.encode()
        message = b"%d:%b:%b" % (len(where), where, data)
        return f"{self.id}.{hmac.digest(self.macs, message, 'sha256').hex()}"


def _derived(secret: bytes, purpose: bytes, *, length: int) -> bytes:
    return HKDF(SHA256(), length=length, salt=None, info=purpose).derive(secret)


class Keyring:
    """Keys by name; the first one seals."""

    def __init__(
        self, secrets: Iterable[bytes], *, random: Callable[[int], bytes] = token_bytes
    ) -> None:
        self._keys = {key.id: key for key in map(_Key, secrets)}
        if not self._keys:
            raise Malformed("keys/none")
        self._first = next(iter(self._keys.values()))
        self._random = random

    @property
    def ids(self) -> tuple[str, ...]:
        """The names of the keys; the first one seals."""
        return tuple(self._keys)

    def salt(self) -> str:
        """A new salt for a commitment."""
        return self._random(SALT_BYTES).hex()

    def seal(self, plain: bytes, *, place: str) -> str:
        """The value as text that only this ring opens, and only at this place."""
        sealed = self._first.cipher.encrypt(plain, [place.encode()])
        return f"{self._first.id}.{urlsafe_b64encode(sealed).decode()}"

    def open(self, sealed: str, *, place: str) -> bytes:
        """What was sealed; `Corrupt` without its key, or when it is not what was sealed here."""
        name, _, text = sealed.partition(".")
        key = self._keys.get(name)
        if key is None:
            raise Corrupt("keys/unknown", key=name[:40], place=place, known=" ".join(self._keys))
        try:
            return key.cipher.decrypt(urlsafe_b64decode(text), [place.encode()])
        except (InvalidTag, ValueError):
            raise Corrupt("keys/broken_seal", key=name, place=place) from None

    def mac(self, data: bytes, *, place: str) -> str:
        """Text that proves that this house wrote these bytes at this place; it names its key."""
        return self._first.mac(data, place=place)

    def is_mac(self, mac: str, data: bytes, *, place: str) -> bool:
        """Whether a key of this ring made this of these bytes, at this place."""
        key = self._keys.get(mac.partition(".")[0])
        if key is None or not mac.isascii():
            return False
        return hmac.compare_digest(key.mac(data, place=place), mac)

    def fingerprint(self, digest: bytes) -> bytes:
        """A digest that cannot be repeated without the key."""
        return hmac.digest(self._first.fingerprints, digest, "sha256")

    def made(self, fingerprint: bytes, digest: bytes) -> bool:
        """Whether a key of this ring made this fingerprint of a digest."""
        return any(
            hmac.compare_digest(hmac.digest(key.fingerprints, digest, "sha256"), fingerprint)
            for key in self._keys.values()
        )


# --- where keys come from -------------------------------------------------------------------------


def new_key() -> str:
    """A key as it is written down."""
    return token_bytes(KEY_BYTES).hex()


def keys_in(text: str, *, source: str) -> list[bytes]:
    """Keys as hexadecimal digits, by lines, blanks or commas; `#` begins a comment."""
    lines = (line.partition("#")[0] for line in text.splitlines())
    words = [word.lower() for line in lines for word in line.replace(",", " ").split()]
    if not words:
        raise Malformed("keys/none", source=source)
    for number, word in enumerate(words, start=1):
        if not _KEY(word):
            raise Malformed("keys/unreadable", source=source, number=number)  # never the word
    return [bytes.fromhex(word) for word in words]


def read_keys(file: Path) -> list[bytes]:
    """The keys of a file that no stranger on this machine can read."""
    try:
        mode = file.stat().st_mode
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not text"
        raise Malformed("keys/no_file", file=str(file), why=reason) from None
    if mode & _OTHERS:
        raise Malformed("keys/readable_by_others", file=str(file), mode=oct(mode & 0o777))
    return keys_in(text, source=str(file))


def made_or_read(file: Path) -> list[bytes]:
    """The keys of a file; a first key when there is no such file yet."""
    if not file.exists():
        write_keys(file, [new_key()], only_if_missing=True)
    return read_keys(file)


def write_keys(file: Path, keys: Iterable[str], *, only_if_missing: bool = False) -> None:
    """Write a key file that is whole and on disk, or not there at all.

    `only_if_missing` leaves a file alone that another process has made in the meantime. A disk that
    takes nothing is `Unavailable`.
    """
    text = "# Sabot sealing keys. The first one seals, all of them open. Keep them secret.\n"
    text += "".join(f"{key}\n" for key in keys)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        _write_whole(file, text, only_if_missing=only_if_missing)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise Unavailable("keys/not_written", file=str(file), why=why) from None


def _write_whole(file: Path, text: str, *, only_if_missing: bool) -> None:
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")  # mode 0600
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as draft:
            draft.write(text)
            draft.flush()
            os.fsync(draft.fileno())
        if only_if_missing:
            try:
                os.link(name, file)
            except FileExistsError:
                return
        else:
            Path(name).replace(file)
        _synchronised(file.parent)
    finally:
        Path(name).unlink(missing_ok=True)


def _synchronised(folder: Path) -> None:
    """A key that a power cut takes back would leave what it sealed shut for good."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
