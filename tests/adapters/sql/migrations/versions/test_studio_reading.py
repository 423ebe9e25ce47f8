"""The second revision makes the indexes that the studio reads by, with the conditions they need."""

from __future__ import annotations

import pytest
from sqlalchemy import inspect

from sabot.adapters.sql import open_store


@pytest.mark.parametrize(
    ("table", "index", "columns"),
    [
        ("event", "event_incident", ["at_ms"]),
        ("chat_line", "chat_line_speaker", ["speaker", "at_ms"]),
    ],
)
def test_the_indexes_are_there(url: str, table: str, index: str, columns: list[str]) -> None:
    with open_store(url) as store, store.database.reading() as connection:
        found = {one["name"]: one["column_names"] for one in inspect(connection).get_indexes(table)}
    assert found[index] == columns
