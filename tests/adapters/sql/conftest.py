"""Both kinds of database, empty."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.postgres import Postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'sabot.db'}"
    server: Postgres = request.getfixturevalue("postgres_server")
    name: str = request.node.name
    return server.create_database(name[:60])
