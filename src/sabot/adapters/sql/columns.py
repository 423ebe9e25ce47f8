"""The building blocks of `schema.py`: types, kinds of columns, and layouts of tables.

Text is compared byte by byte in both databases: keys sort alike everywhere, and an index does not
depend on the language library of the machine it was built on.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, MetaData, Table, Text

METADATA = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "fk": "%(table_name)s_%(column_0_name)s_fkey",
        "ck": "%(table_name)s_%(constraint_name)s",
    }
)

NUMBER = BigInteger().with_variant(Integer(), "sqlite")
STRING = Text().with_variant(Text(collation="C"), "postgresql")
BYTES = LargeBinary()

# A strict table refuses a value of another type. Without a row id, rows lie in the order of the
# key.
KEYED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}

# Rows lie in the order in which they were written: for tables with many rows a minute whose keys
# come in no order. In the order of the key, each of these rows would change a page of its own.
WRITTEN: dict[str, Any] = {"sqlite_strict": True}


def given(table: Table) -> list[Column[Any]]:
    """The columns that a writer fills; the database fills the others."""
    return [column for column in table.columns if column.identity is None]


def key_column(name: str) -> Column[str]:
    """Text that is the key, or a part of it."""
    return Column(name, STRING, primary_key=True)


def text_column(name: str) -> Column[str]:
    """Text that is always there."""
    return Column(name, STRING, nullable=False)


def number_column(name: str) -> Column[int]:
    """A whole number that is always there."""
    return Column(name, NUMBER, nullable=False)


def bytes_column(name: str) -> Column[bytes]:
    """Bytes that are always there."""
    return Column(name, BYTES, nullable=False)


def mac_column() -> Column[str]:
    """Proof that the house wrote the row; empty in a store without keys."""
    return text_column("mac")
