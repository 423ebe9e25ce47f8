"""Keys for tests: the same in every run, so that the same facts give the same bytes."""

from __future__ import annotations

from random import Random

from sabot.adapters.keyring import Keyring


def keyring(number: int = 1) -> Keyring:
    """A ring with one key; another number is another key."""
    return Keyring([bytes([number]) * 32], random=Random(number).randbytes)


SEALS = keyring()
