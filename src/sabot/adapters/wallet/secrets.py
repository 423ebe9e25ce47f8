"""How strong a shared secret has to be where money is real.

Owns the rule alone. A secret that signs calls about money can be tried offline by a person who has
seen one signed call, so it has to be random: 32 bytes at least, and nothing a person would type.
"""

from __future__ import annotations

from itertools import pairwise

BYTES_MIN = 32
"""As long as the output of the hash that signs (SHA-256)."""

DISTINCT_MIN = 10
"""Different bytes; 32 random hexadecimal digits have fewer than this once in 100,000 times."""

WELL_KNOWN = (
    *("changeme", "default", "example", "insecure", "letmein", "password"),
    *("placeholder", "qwerty", "sabot", "secret", "testtest", "wallet"),
)
"""Words that only a person writes into a secret."""


def weakness_of(secret: bytes) -> str | None:
    """Why a secret is too weak for production; None when it is not.

    >>> weakness_of(b"hush")
    'shorter than 32 bytes'
    >>> weakness_of(b"0123456789abcdef0123456789abcdef")
    'repeats itself'
    >>> weakness_of(b"9dJx2-tQ7mWv0RzYkLp4hB_c6Nf8sGaE1uXo") is None
    True
    """
    if len(secret) < BYTES_MIN:
        return f"shorter than {BYTES_MIN} bytes"
    if len(set(secret)) < DISTINCT_MIN:
        return "too few different characters"
    if (secret + secret).find(secret, 1) < len(secret):
        return "repeats itself"
    steps = sum(abs(left - right) <= 1 for left, right in pairwise(secret))
    if 2 * steps > len(secret):
        return "counts up or down"
    letters = bytes(byte for byte in secret.lower() if chr(byte).isalnum()).decode("latin-1")
    known = next((word for word in WELL_KNOWN if word in letters), None)
    return None if known is None else "contains a well-known word"
