"""Opaque tokens: shown once, kept as a digest.

A token has 256 random bits, so a plain SHA-256 is enough: it cannot be guessed, and a leaked digest
is useless. How long a digest's lookup takes says nothing about the token.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

TokenSource = Callable[[], str]
"""Gives a fresh token at each call: `lambda: secrets.token_urlsafe(32)` in production."""

LENGTH_MAX = 200
"""Longest token that is looked up; ours have 43 characters."""

_ID_LENGTH = 22
"""Characters of an id cut from a token: 132 bits."""


def digest_of(token: str) -> bytes:
    """The digest of a token; a text that cannot be ours gets one that matches nothing."""
    if len(token) > LENGTH_MAX or not token.isascii():
        return b""
    return sha256(token.encode()).digest()


def fresh_id(tokens: TokenSource) -> str:
    """Make an id that cannot be guessed, from a fresh token."""
    return tokens()[:_ID_LENGTH]
