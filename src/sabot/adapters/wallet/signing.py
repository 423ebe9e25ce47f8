"""Signatures: HMAC-SHA256 with a shared key, over the bytes that are sent and nothing parsed.

    signature = hex( HMAC-SHA256( secret, timestamp + "." + call + "." + body ) )

`timestamp` is Unix time in milliseconds, in decimal, as in the header; `call` is the name of the
call (`bet`), so that a body cannot be sent to another address; `body` is the raw body.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping

import msgspec
from typing_extensions import override

KEY_ID = "x-sabot-key-id"
TIMESTAMP = "x-sabot-timestamp"
SIGNATURE = "x-sabot-signature"

WINDOW_MS = 300_000
"""How old, or how far ahead, a timestamp may be."""


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """A shared key; the id tells which one, while keys are being changed."""

    id: str
    secret: bytes

    @override
    def __repr__(self) -> str:
        return f"Key(id={self.id!r}, secret=…)"  # a secret never reaches a log


def signature(secret: bytes, *, timestamp: str, call: str, body: bytes) -> str:
    """The signature of a call.

    >>> signature(b"secret", timestamp="1700000000000", call="balance", body=b"{}")[:16]
    'e7cf6af5103add03'
    """
    signed = f"{timestamp}.{call}.".encode() + body
    return hmac.new(secret, signed, hashlib.sha256).hexdigest()


def headers(key: Key, *, now_ms: int, call: str, body: bytes) -> dict[str, str]:
    """The headers that sign a call."""
    timestamp = str(now_ms)
    signed = signature(key.secret, timestamp=timestamp, call=call, body=body)
    return {KEY_ID: key.id, TIMESTAMP: timestamp, SIGNATURE: signed}


def verified(
    secrets: Mapping[str, bytes],
    given: Mapping[str, str],
    *,
    now_ms: int,
    call: str,
    body: bytes,
) -> bool:
    """Whether a call is signed with a known key, and not an old one repeated."""
    secret = secrets.get(given.get(KEY_ID, ""))
    timestamp = given.get(TIMESTAMP, "")
    if secret is None or not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) < 20):
        return False
    if abs(now_ms - int(timestamp)) > WINDOW_MS:
        return False
    expected = signature(secret, timestamp=timestamp, call=call, body=body)
    # Bytes, because a header may hold what `compare_digest` refuses as text.
    return hmac.compare_digest(expected.encode(), given.get(SIGNATURE, "").encode())
