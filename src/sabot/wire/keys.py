"""Finds objects that name a key twice: two readers could understand two different messages.

Owns the check. The decoder silently keeps the last of two values, so every message and every body
is checked, in about a microsecond each.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


class _KeyTwice(Exception):
    pass


def _once(pairs: list[tuple[str, Any]]) -> None:
    if len({key for key, _ in pairs}) != len(pairs):
        raise _KeyTwice


_scan = json.JSONDecoder(object_pairs_hook=_once).decode


def names_a_key_twice(raw: bytes) -> bool:
    """Say whether any object in valid JSON has the same key twice, in any spelling.

    Decoding drops the first of two values, with its key, so the message encoded again has fewer
    quotation marks. With a backslash a quotation mark can be written in two ways, so bytes with a
    backslash are scanned instead, which takes three times as long.

    >>> names_a_key_twice(b'{"a": {"b": 1}, "b": 2}'), names_a_key_twice(rb'{"a": 1, "\\u0061": 2}')
    (False, True)
    """
    if b"\\" not in raw:
        return _encode(_decode(raw)).count(b'"') != raw.count(b'"')
    try:
        _scan(raw.decode())
    except _KeyTwice:
        return True
    return False
