"""Bringing a database to the schema of this version, at start and without a command.

Owns the order of the revisions in `versions/` and the stamp that says which were applied. The
revisions are Alembic's and travel inside the package, so an installed wheel can create and upgrade
its own database. They go forward only: the next revision corrects a mistake. Events are never
migrated; the codec upcasts them when they are read.

To add a revision: add a file to `versions/` with the next number, name the revision before it in
`down_revision`, say why and how to check it, and change `schema.py` to match; a test compares both.
A revision uses no code of the package, so that it does the same in every later version.
"""

from __future__ import annotations

from pathlib import Path

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import Script, ScriptDirectory
from alembic.script.revision import RevisionError
from alembic.util import CommandError
from sqlalchemy import Connection, func, inspect, select

from sabot.errors import Unavailable

# Any number that nothing else in the same database locks.
UPGRADE_LOCK = 5_080_117


def upgrade(connection: Connection) -> list[str]:
    """Apply the missing revisions in the caller's transaction, and return their numbers."""
    if connection.dialect.name == "postgresql":  # SQLite's transaction keeps others out anyway
        connection.execute(select(func.pg_advisory_xact_lock(UPGRADE_LOCK)))
    context = MigrationContext.configure(connection)
    applied = []
    with Operations.context(context):
        for revision in pending(context):
            revision.module.upgrade()
            context.stamp(_scripts(), revision.revision)
            applied.append(revision.revision)
    return applied


def check_current(connection: Connection) -> None:
    """Refuse a database that this version cannot read."""
    context = MigrationContext.configure(connection)
    missing = [revision.revision for revision in pending(context)]
    if missing:
        raise Unavailable("store/schema_old", missing=", ".join(missing))


def pending(context: MigrationContext) -> list[Script]:
    """The revisions a database lacks, oldest first."""
    current = context.get_current_revision()
    if current is None and _has_tables(context):
        raise Unavailable("store/schema_unknown", revision="none")
    try:
        return list(_scripts().iterate_revisions("heads", current or "base"))[::-1]
    except (CommandError, RevisionError):
        # A newer version wrote this database.
        raise Unavailable("store/schema_unknown", revision=current) from None


def _has_tables(context: MigrationContext) -> bool:
    """Whether a database holds a house all the same: its stamp was lost."""
    return context.connection is not None and inspect(context.connection).has_table("table_head")


def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(Path(__file__).parent))
