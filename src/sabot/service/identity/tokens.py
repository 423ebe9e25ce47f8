"""Opaque tokens: shown once, kept as a digest.

A token has 256 random bits, so a plain SHA-256 is enough: there is nothing to guess, and a digest
that leaks opens no door. Looking a digest up tells nothing about the token by the time it takes.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

TokenSource = Callable[[], str]
"""A fresh token at each call: `lambda: secrets.token_urlsafe(32)` in production."""

LENGTH_MAX = 200
"""Characters of a token somebody sends us; ours have 43."""

_ID_LENGTH = 22
"""Characters of an id cut from a token: 132 bits."""


def digest_of(token: str) -> bytes:
    """What is kept of a token; whatever cannot be one of ours gets a digest that fits nothing."""
    if len(token) > LENGTH_MAX or not token.isascii():
        return b""
    return sha256(token.encode()).digest()


def fresh_id(tokens: TokenSource) -> str:
    """An id that nobody can guess, made from a token of its own."""
    return tokens()[:_ID_LENGTH]
