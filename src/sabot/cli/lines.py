"""`sabot settle` and `sabot roads`: JSON Lines in, JSON Lines out, a table for a person."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from sabot.cli import roads_picture, settled_table
from sabot.lab.scripts import Answered, roads_lines, settle_lines

Source = Annotated[
    Path | None,
    typer.Argument(help="A file of JSON Lines; standard input when it is left out or '-'."),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="JSON Lines even on a terminal (always so in a pipe).")
]


def settle(source: Source = None, as_json: AsJson = False) -> None:
    """Settle rounds written down as JSON Lines, by the rules that pay players.

    A line that cannot be settled gives an error of its own, the others go through, and the exit
    status is 1.
    """
    _run(source, settle_lines, None if as_json else settled_table.show)


def roads(source: Source = None, as_json: AsJson = False) -> None:
    """Draw the five roads, the ask answers and the good roads of shoes such as PBBT.

    Each line is {"id": …, "sequence": "PBBT…"}.
    """
    _run(source, roads_lines, None if as_json else roads_picture.show)


def _run(
    source: Path | None,
    answer: Callable[[Iterable[str]], Iterator[Answered]],
    picture: Callable[[Console, Answered], None] | None,
) -> None:
    console = Console()
    failed = False
    for answered in answer(_read(source)):
        failed = failed or answered.failed
        if picture is None or not console.is_terminal:
            sys.stdout.write(json.dumps(answered.answer, ensure_ascii=False) + "\n")
        else:
            picture(console, answered)
    sys.stdout.flush()
    raise typer.Exit(1 if failed else 0)


def _read(source: Path | None) -> Iterator[str]:
    # Bytes that are no UTF-8 become marks that no JSON holds: that line fails, the others do not.
    if source is None or str(source) == "-":
        if sys.stdin.isatty():
            Console(stderr=True).print("[dim]Reading JSON Lines from the keyboard…[/]")
        for raw in sys.stdin.buffer:
            yield raw.decode("utf-8", errors="replace")
        return
    try:
        with source.open(encoding="utf-8", errors="replace") as lines:
            yield from lines
    except OSError as error:
        raise typer.BadParameter(f"{source}: {error.strerror}") from None
