"""Where recorded facts come from: a database, or a file that was exported from one."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from sabot.adapters.sql import read_store
from sabot.cli.options import database_url
from sabot.lab.audit import sealed
from sabot.lab.replay import Record, records

Export = Annotated[
    Path | None,
    typer.Argument(
        metavar="EXPORT",
        help="A file that `sabot export` wrote ('-' is standard input); a database when left out.",
    ),
]


@contextmanager
def export_lines(export: Path | None, database: str | None) -> Iterator[Iterable[bytes]]:
    """The lines of an export: those of the file, or those the database gives now."""
    if export is None:
        with read_store(database_url(database)) as store:
            yield sealed(store.export_rows())
        return
    if database is not None:
        raise typer.BadParameter("name a file or a database, not both.", param_hint="EXPORT")
    if str(export) == "-":
        yield sys.stdin.buffer
        return
    with _opened(export) as lines:
        yield lines


@contextmanager
def _opened(export: Path) -> Iterator[Iterable[bytes]]:
    try:
        file = export.open("rb")
    except OSError as error:
        raise typer.BadParameter(f"{export}: {error.strerror}.", param_hint="EXPORT") from None
    with file:
        yield file


@contextmanager
def table_log(
    table_id: str, export: Path | None, database: str | None
) -> Iterator[Iterable[Record]]:
    """The events of one table, in order."""
    if export is not None:
        with export_lines(export, database) as lines:
            yield records(lines, table_id)
        return
    with read_store(database_url(database)) as store:
        yield (
            Record(event.seq, event.kind, event.version, event.body, event.at_ms)
            for event in store.events.read(table_id, after=0)
        )
