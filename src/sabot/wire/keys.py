"""Objects that name a key twice: two readers could take them for two different messages.

Owns the check. The decoder keeps the last of two values without a word, so the bytes are looked at
as well: exactly, or by counting quotation marks first where a message has been decoded already.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

_TAGGED = 4
"""Quotation marks around a tag and its name."""

_shapes: dict[type, tuple[int, tuple[tuple[str, object], ...]]] = {}


class _KeyTwice(Exception):
    pass


def _once(pairs: list[tuple[str, Any]]) -> None:
    if len({key for key, _ in pairs}) != len(pairs):
        raise _KeyTwice


_scan = json.JSONDecoder(object_pairs_hook=_once).decode


def names_a_key_twice(raw: bytes) -> bool:
    """Whether any object in valid JSON has the same key twice, in whatever spelling.

    >>> names_a_key_twice(b'{"a": {"b": 1}, "b": 2}'), names_a_key_twice(rb'{"a": 1, "\\u0061": 2}')
    (False, True)
    """
    try:
        _scan(raw.decode())
    except _KeyTwice:
        return True
    return False


def decoded_with_a_key_twice(raw: bytes, message: msgspec.Struct) -> bool:
    """The same for a message that was decoded from these bytes, nearly free where it is plain.

    Whatever is not a default has to be in the bytes, each key and each text between quotation
    marks. Where there are no more of them than that, no key is there twice.
    """
    return raw.count(b'"') != _fewest_marks(message) and names_a_key_twice(raw)


def _fewest_marks(value: object) -> int:
    """How many quotation marks a value has at least."""
    if isinstance(value, str):
        return 2
    if isinstance(value, tuple):
        return sum(map(_fewest_marks, value))
    if not isinstance(value, msgspec.Struct):
        return 0
    kind = type(value)
    marks, others = _shapes.get(kind) or _shape(kind)
    for name, default in others:
        given = getattr(value, name)
        if given is not default and given != default:
            marks += 2 + _fewest_marks(given)
    return marks


def _shape(kind: type[msgspec.Struct]) -> tuple[int, tuple[tuple[str, object], ...]]:
    """The marks of what is always there, and the fields that have to be looked at."""
    marks = 0 if kind.__struct_config__.tag is None else _TAGGED
    others: list[tuple[str, object]] = []
    for field in msgspec.structs.fields(kind):
        plain = field.type in (int, bool, str) and field.required
        if plain:
            marks += 4 if field.type is str else 2
        else:
            others.append((field.name, field.default))
    _shapes[kind] = marks, tuple(others)
    return _shapes[kind]
