"""Arrays, read by the database they are made for."""

from collections.abc import Sequence
from typing import Any

import psycopg
import pytest
from sqlalchemy import BigInteger, Integer, LargeBinary, Text
from tools.postgres import Postgres

from sabot.adapters.sql.arrays import Array, ArrayDumper, array

NAMES = {Text: b"text", LargeBinary: b"bytea", BigInteger: b"int8", Integer: b"int4"}


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (Text, ["a", "", "{NULL,\"'\\}", "Ω 🂡", "line\nline", "x" * 70_000]),
        (Text, ["again"] * 9 + ["other"]),
        (Text, ["a", None, "null"]),
        (LargeBinary, [b"\0\xff", b"", b"\\x00"]),
        (LargeBinary, [b"again"] * 9 + [None]),
        (BigInteger, [0, -1, 2**63 - 1, -(2**63)]),
        (BigInteger, [5] * 9 + [None]),
        (Integer, [0, -1, 2**31 - 1]),
        (Integer, []),
    ],
)
def test_a_database_reads_what_was_given(
    postgres_server: Postgres, kind: type, values: Sequence[Any]
) -> None:
    with psycopg.connect(postgres_server.url()) as connection:
        connection.adapters.register_dumper(Array, ArrayDumper)
        query = b"SELECT unnest(%s::" + NAMES[kind] + b"[])"
        read = connection.execute(query, [array(kind, values)]).fetchall()
    assert [value for (value,) in read] == values


def test_what_is_no_text_to_a_database_is_refused_by_it(postgres_server: Postgres) -> None:
    with psycopg.connect(postgres_server.url()) as connection:
        connection.adapters.register_dumper(Array, ArrayDumper)
        with pytest.raises(psycopg.DataError):
            connection.execute("SELECT unnest(%s::text[])", [array(Text, ["a\0b"])])
