"""The promise of a virtual shoe: made before the first bet, kept when the shoe is retired.

The commitment is the SHA-256 of a salt and the cards in dealing order. Owns that formula and
nothing else; where order and salt come from, and who keeps them meanwhile, is not known here.
"""

from __future__ import annotations

import hashlib


def commitment(*, cards: str, salt: str) -> str:
    """SHA-256 of `salt:cards`, both as printed.

    >>> commitment(cards="AS KH", salt="00")[:16]
    'becdb556a94256b8'
    """
    return hashlib.sha256(f"{salt}:{cards}".encode()).hexdigest()
