"""Passwords: how long they are, and the port that hashes them.

Owns the rule for a new password. A hasher is slow on purpose and synchronous: callers are in a
thread of their own, and few of them at a time, because each takes its own memory.
"""

from __future__ import annotations

from typing import Protocol

from sabot.errors import Malformed

LENGTH_MIN = 8
LENGTH_MAX = 200


class PasswordHasher(Protocol):
    """Hashes passwords, each with a salt of its own inside the hash."""

    def hash(self, password: str) -> str:
        """A new hash."""

    def verify(self, hashed: str, password: str) -> bool:
        """Whether a password is the one that was hashed."""

    def is_outdated(self, hashed: str) -> bool:
        """Whether a hash is weaker than one made today would be."""


def checked_password(password: str) -> str:
    """Refuse a password that is too short to be safe or too long to be hashed.

    >>> checked_password("correct horse")
    'correct horse'
    """
    if not LENGTH_MIN <= len(password) <= LENGTH_MAX:
        raise Malformed("password/length", min=LENGTH_MIN, max=LENGTH_MAX)
    return password
