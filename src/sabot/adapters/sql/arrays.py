"""Columns in the form that PostgreSQL reads fastest: arrays in its own binary format.

Owns the bytes and knows no table. Nothing is escaped, because the length of every value stands
before it. The database refuses bytes that are not text to it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import groupby
from types import MappingProxyType
from typing import Any, NamedTuple

from psycopg import pq
from psycopg.adapt import Dumper
from sqlalchemy import BigInteger, Integer, LargeBinary, Text
from typing_extensions import override

_header = struct.Struct(">iiiii").pack
_length = struct.Struct(">i").pack

_NULL = _length(-1)
_SHORT = 1024  # bytes; nearly all values are shorter, and their lengths are encoded once
_LENGTHS = tuple(map(_length, range(_SHORT)))


class Array(bytes):
    """A column of values, ready to be sent."""


class ArrayDumper(Dumper):
    """Sends an array unchanged; the statement has its type."""

    format = pq.Format.BINARY

    @override
    def dump(self, obj: Array) -> Array:
        """The bytes themselves."""
        return obj


def array(kind: type, values: Sequence[Any]) -> Array:
    """Values of one of our types as an array.

    >>> array(Integer, [7, None]).hex(" ", 4)
    '00000001 00000001 00000017 00000002 00000001 00000004 00000007 ffffffff'
    """
    number, coded = _KINDS[kind]
    has_null = None in values
    body = _coded_with_nulls(coded, values) if has_null else coded(values)
    return Array(_header(1, has_null, number, len(values), 1) + body)


_Coded = Callable[[Sequence[Any]], bytes]


def _coded_with_nulls(coded: _Coded, values: Sequence[Any]) -> bytes:
    runs = groupby(values, key=lambda value: value is None)
    return b"".join(_NULL * len([*run]) if absent else coded([*run]) for absent, run in runs)


def _coded_bytes(values: Sequence[bytes]) -> bytes:
    pieces = [b""] * (2 * len(values))
    pieces[::2] = [_LENGTHS[n] if n < _SHORT else _length(n) for n in map(len, values)]
    pieces[1::2] = values
    return b"".join(pieces)


def _coded_numbers(values: Sequence[int], *, form: str, size: int) -> bytes:
    numbers = [size] * (2 * len(values))
    numbers[1::2] = values
    return struct.pack(">" + form * len(values), *numbers)


class _Kind(NamedTuple):
    """One of our types: its number in PostgreSQL, and how its values are encoded."""

    number: int
    coded: _Coded


_KINDS: Mapping[type, _Kind] = MappingProxyType(
    {
        Text: _Kind(25, lambda texts: _coded_bytes([*map(str.encode, texts)])),
        LargeBinary: _Kind(17, _coded_bytes),
        BigInteger: _Kind(20, partial(_coded_numbers, form="iq", size=8)),
        Integer: _Kind(23, partial(_coded_numbers, form="ii", size=4)),
    }
)
