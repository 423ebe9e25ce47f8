"""What every test shares: examples that are the same tomorrow, and on any other machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tools.postgres import Postgres

# Derandomized: a red run is red for everyone. No deadline: the first call of a kernel compiles it.
settings.register_profile("sabot", derandomize=True, deadline=None, database=None)
settings.load_profile("sabot")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A PostgreSQL of our own, started when the first test asks for it."""
    from tools.postgres import FORGETFUL, postgres

    with postgres(FORGETFUL) as server:
        yield server
