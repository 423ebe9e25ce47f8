"""Passwords hashed with argon2id.

Slow on purpose, and it keeps a core and its memory busy for that time: never on the event loop. The
library lets go of the interpreter while it works, so a small pool of threads is enough.
"""

from __future__ import annotations

import argon2
import msgspec
from argon2.exceptions import InvalidHashError, VerificationError

from sabot.errors import Corrupt


class Argon2Cost(msgspec.Struct, frozen=True, kw_only=True):
    """What one hash costs; the defaults are the second choice of RFC 9106."""

    passes: int = 3
    memory_kib: int = 65_536
    lanes: int = 4


class Argon2Passwords:
    """Hashes passwords; hashes carry their own salt and cost."""

    def __init__(self, cost: Argon2Cost) -> None:
        self._cost = cost
        self._argon2 = argon2.PasswordHasher(
            time_cost=cost.passes, memory_cost=cost.memory_kib, parallelism=cost.lanes
        )

    def hash(self, password: str) -> str:
        """A new hash, with a salt from the operating system."""
        return self._argon2.hash(_bytes(password))

    def verify(self, hashed: str, password: str) -> bool:
        """Whether a password is the one that was hashed."""
        try:
            return self._argon2.verify(hashed, _bytes(password))
        except InvalidHashError:
            raise Corrupt("password/hash_unreadable") from None
        except VerificationError:
            return False

    def is_outdated(self, hashed: str) -> bool:
        """Whether a hash costs less to try than a new one; lanes alone make nothing harder."""
        found = argon2.extract_parameters(hashed)
        weaker = found.time_cost < self._cost.passes or found.memory_cost < self._cost.memory_kib
        return weaker or found.type is not argon2.Type.ID


def _bytes(password: str) -> bytes:
    # Half a surrogate pair is no text, but a request may hold one, and it must not break anything.
    return password.encode("utf-8", "surrogatepass")
