"""`sabot export`: every recorded fact as JSON Lines, sealed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from sabot.cli.look import bystander
from sabot.cli.options import Database
from sabot.cli.record.facts import export_lines

FLUSH_BYTES = 1 << 20


def export(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="Where to write; standard output when left out."),
    ] = None,
    database: Database = None,
) -> None:
    """Write all events, accounts, transfers, bets, outcomes, commands and wallet operations.

    One JSON object a line, all of one instant, also while the house is running. The last line is
    a seal: the SHA-256 of everything before it. The format is in docs/export.md.

    \b
      sabot export house.jsonl && sabot verify house.jsonl
    """
    if file is None or str(file) == "-":
        with export_lines(None, database) as lines:
            for line in lines:
                sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
        return
    count, last = _written(file, database)
    digest = last.decode().rpartition('"sha256":"')[2].rstrip('"}\n')
    bystander().print(Text(f"{count:,} lines, sealed as {digest}"))


def _written(file: Path, database: str | None) -> tuple[int, bytes]:
    """Write beside the file and put it in its place when it is whole."""
    part = file.with_name(f"{file.name}.part")
    count, last = 0, b""
    try:
        with export_lines(None, database) as lines, part.open("wb", FLUSH_BYTES) as out:
            for last in lines:
                out.write(last)
                count += 1
        part.replace(file)
    except OSError as error:
        raise typer.BadParameter(f"{file}: {error.strerror}.", param_hint="FILE") from None
    finally:
        part.unlink(missing_ok=True)
    return count, last
