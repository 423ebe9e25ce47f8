"""Passwords: what a new one must be, and the port that hashes them.

Owns the rule for a new password: long enough, not blank, not the login, and not one of those that
attackers try first. A hasher is slow on purpose and synchronous. Callers run in a thread, a few at
a time, because each hash needs its own memory.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Protocol

from sabot.errors import Malformed
from sabot.service.identity.refusals import PasswordRefusal

LENGTH_MIN = 10
LENGTH_MAX = 200
DISTINCT_MIN = 5
"""Different characters; a password with fewer is a pattern."""

BASES = frozenset(
    {
        *("admin", "administrator", "amore", "asdfgh", "baccarat", "baseball", "batman"),
        *("benvenuto", "blackjack", "casino", "ciao", "ciaociao", "dragon", "football"),
        *("iloveyou", "juventus", "letmein", "master", "monkey", "napoli", "parola"),
        *("password", "passwort", "qwerty", "qwertyuiop", "roulette", "sabot", "segreto"),
        *("superman", "tiamo", "trustno", "welcome"),
    }
)
"""Words that are refused even with digits and signs around them."""


class PasswordHasher(Protocol):
    """Hashes passwords, each with its own salt inside the hash."""

    def hash(self, password: str) -> str:
        """A new hash."""

    def verify(self, hashed: str, password: str) -> bool:
        """Say whether a password is the one that was hashed."""

    def is_outdated(self, hashed: str) -> bool:
        """Say whether a hash is weaker than one made today."""


def checked_password(password: str, *, login: str = "") -> str:
    """Refuse a password that is too short, too long to be hashed, or easy to guess.

    >>> checked_password("correct horse", login="ada")
    'correct horse'
    """
    if not LENGTH_MIN <= len(password) <= LENGTH_MAX or len(password.strip()) < LENGTH_MIN:
        raise Malformed(PasswordRefusal.LENGTH, min=LENGTH_MIN, max=LENGTH_MAX)
    folded = password.strip().casefold()
    bare = folded.strip(_AROUND)
    names = {login.casefold(), login.casefold().strip(_AROUND)} - {""}
    if folded in _common() or bare in BASES or len(set(folded)) < DISTINCT_MIN:
        raise Malformed(PasswordRefusal.COMMON)
    if folded in names or bare in names:
        raise Malformed(PasswordRefusal.IS_LOGIN)
    return password


_AROUND = "0123456789 !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"


@cache
def _common() -> frozenset[str]:
    """The passwords that attackers try first, read once."""
    text = (files(__package__) / "data" / "common_passwords.txt").read_text(encoding="utf-8")
    return frozenset(line for line in text.splitlines() if not line.startswith("# "))
