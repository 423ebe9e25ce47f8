"""Encodes a message as one WebSocket frame, once for all sockets."""

from __future__ import annotations

import msgspec

from sabot.wire.messages import Message

_TEXT = 0x81  # a whole text message in one frame
_SHORT = tuple(bytes((_TEXT, size)) for size in range(126))
_encode = msgspec.json.Encoder().encode


def frame(message: Message) -> bytes:
    """Encode a message. Servers send unmasked frames, so one frame fits every client."""
    body = _encode(message)
    size = len(body)
    if size < 126:
        return _SHORT[size] + body
    if size < 65_536:
        return bytes((_TEXT, 126)) + size.to_bytes(2, "big") + body
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big") + body
