"""Databases are brought to the newest revision once, whichever they come from."""

import ast
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from sabot.adapters.sql import SqlStore, open_store, read_store
from sabot.adapters.sql import migrations as subject
from sabot.adapters.sql.migrations import pending, upgrade
from sabot.adapters.sql.schema import PLAYER
from sabot.errors import Unavailable

FOLDER = Path(subject.__file__).parent
VERSIONS = FOLDER / "versions"


@pytest.fixture
def store(url: str) -> Iterator[SqlStore]:
    with open_store(url) as opened:
        yield opened


def test_a_second_start_changes_nothing(store: SqlStore, url: str) -> None:
    with store.database.writing() as connection:
        assert upgrade(connection) == []
    with open_store(url) as again:
        assert again.claim("t1", "host").epoch == 1


def test_two_first_starts_at_once_make_one_schema(url: str) -> None:
    epochs: list[int] = []

    def start() -> None:
        with open_store(url) as mine:
            epochs.append(mine.claim("t1", "host").epoch)

    threads = [threading.Thread(target=start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(epochs) == [1, 2, 3]


def test_a_database_from_the_future_is_left_alone(store: SqlStore, url: str) -> None:
    with store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Unavailable, match="store/schema_unknown"):
        open_store(url)


# --- the next revision ----------------------------------------------------------------------------

NEXT = '''"""A column that the next version needs.

Why: to see that a database of the first release is upgraded.
How to check: this test.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("player", sa.Column("motto", sa.Text, nullable=False, server_default="none"))
'''


@pytest.fixture
def with_next_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package with one revision more."""
    folder = tmp_path / "migrations"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "r0002_a_motto.py").write_text(NEXT, encoding="utf-8")
    monkeypatch.setattr(subject, "_scripts", lambda: ScriptDirectory(str(folder)))


ADA = ("ada", "Ada", "EUR", None, None, 0, 7)


def test_the_next_revision_is_applied_once_and_keeps_the_rows(
    store: SqlStore, url: str, request: pytest.FixtureRequest
) -> None:
    with store.database.writing() as connection:
        connection.execute(PLAYER.insert().values(ADA))
    store.close()
    request.getfixturevalue("with_next_revision")
    with pytest.raises(Unavailable, match="store/schema_old") as refused:
        read_store(url)  # a reader changes nothing
    assert refused.value.data["missing"] == "0002"
    with open_store(url) as newer, newer.database.writing() as connection:
        assert connection.exec_driver_sql("SELECT player_id, motto FROM player").all() == [
            ("ada", "none")
        ]
        assert upgrade(connection) == []
    read_store(url).close()


def test_every_revision_says_why_and_how_to_check_it(store: SqlStore) -> None:
    files = sorted(path for path in VERSIONS.glob("*.py") if path.name != "__init__.py")
    for number, path in enumerate(files, start=1):
        said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        assert "Why: " in said, path.name
        assert "How to check: " in said, path.name
        assert path.name.startswith(f"r{number:04}_")
    with store.database.reading() as connection:
        context = MigrationContext.configure(connection)
        assert pending(context) == []
        assert context.get_current_revision() == f"{len(files):04}"
