"""Columns as PostgreSQL reads them quickest: arrays in its own binary form.

Owns the bytes and nothing else: it has never seen a table. Nothing is escaped, for every value is
preceded by its length; what is no text to the database is refused by the database.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from psycopg import pq
from psycopg.adapt import Dumper
from sqlalchemy import BigInteger, Integer, LargeBinary, Text
from typing_extensions import override

_header = struct.Struct(">iiiii").pack
_int4 = struct.Struct(">i").pack
_int8 = struct.Struct(">q").pack


class Array(bytes):
    """A column of values, ready to be sent."""


class ArrayDumper(Dumper):
    """Sends an array as it is; the statement says of what type it is."""

    format = pq.Format.BINARY

    @override
    def dump(self, obj: Array) -> Array:
        """The bytes themselves."""
        return obj


class _Kind(NamedTuple):
    """A type of ours: the number PostgreSQL has for it, and its values as bytes."""

    number: int
    coded: Callable[[Sequence[Any]], Sequence[bytes]]


_KINDS: Mapping[type, _Kind] = MappingProxyType(
    {
        Text: _Kind(25, lambda texts: [*map(str.encode, texts)]),
        LargeBinary: _Kind(17, lambda values: values),
        BigInteger: _Kind(20, lambda numbers: [*map(_int8, numbers)]),
        Integer: _Kind(23, lambda numbers: [*map(_int4, numbers)]),
    }
)


def array(kind: type, values: Sequence[Any]) -> Array:
    """Values of one of our types as an array.

    >>> array(Integer, [7, None]).hex(" ", 4)
    '00000001 00000001 00000017 00000002 00000001 00000004 00000007 ffffffff'
    """
    number, coded = _KINDS[kind]
    different = set(values)
    has_null = None in different
    # Half of the columns say the same again and again.
    once = has_null or 4 * len(different) < len(values)
    pieces = _coded_once(coded, different, values) if once else _coded_each(coded(values))
    return Array(b"".join((_header(1, has_null, number, len(values), 1), *pieces)))


def _coded_each(coded: Sequence[bytes]) -> list[bytes]:
    """The length of each value, and the value."""
    pieces = [b""] * (2 * len(coded))
    pieces[::2] = map(_int4, map(len, coded))
    pieces[1::2] = coded
    return pieces


def _coded_once(
    coded: Callable[[Sequence[Any]], Sequence[bytes]], different: set[Any], values: Sequence[Any]
) -> list[bytes]:
    """The same, from a list of the few values there are."""
    few = [*(different - {None})]
    known = {
        value: _int4(len(code)) + code for value, code in zip(few, coded(few), strict=True)
    } | {None: _int4(-1)}
    return [known[value] for value in values]
