"""`sabot settle` and `sabot roads`: JSON Lines in, JSON Lines out, a table for a person."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, BinaryIO

import typer
from rich.console import Console

from sabot.cli.look import bystander, person
from sabot.lab.scripts import LINE_CHARACTERS_MAX, Answer, Answered, roads_lines, settle_lines

LINE_BYTES_MAX = 4 * LINE_CHARACTERS_MAX + 4
"""Bytes read of a line: enough to see that it is too long, in any alphabet."""

BYTE_ORDER_MARK = "\ufeff"

Source = Annotated[
    Path | None,
    typer.Argument(
        metavar="FILE", help="JSON Lines; standard input when it is left out or is '-'."
    ),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="JSON Lines on a terminal too; a pipe always gets them.")
]


def settle(source: Source = None, as_json: AsJson = False) -> None:
    """Settle rounds written as JSON Lines, by the rules that pay.

    A line that cannot be settled gives an error of its own, the others go through, and the exit
    status is 1.

    \b
      sabot settle rounds.jsonl > settled.jsonl
    """
    from sabot.cli.laboratory.settled_table import show

    _run(source, settle_lines, None if as_json else show)


def roads(source: Source = None, as_json: AsJson = False) -> None:
    """Draw the five roads of shoes written in letters.

    The ask answers and the good roads as well. Each line is {"id": …, "sequence": "PBBT…"}, with
    P for Player, B for Banker and T for a tie.

    \b
      echo '{"id": 1, "sequence": "PBBTPPP"}' | sabot roads
    """
    from sabot.cli.laboratory.roads_picture import show

    _run(source, roads_lines, None if as_json else show)


def _run(
    source: Path | None,
    answer: Callable[[Iterable[str]], Iterator[Answered]],
    picture: Callable[[Console, Answered], None] | None,
) -> None:
    console = person()
    failed = False
    for answered in answer(_read(source)):
        failed = failed or answered.failed
        if picture is None or not console.is_terminal:
            _write(answered.answer)
        else:
            picture(console, answered)
    raise typer.Exit(1 if failed else 0)


def _write(answer: Answer) -> None:
    # ASCII with escapes, so that no terminal, no locale and no reader with other line endings gets
    # it wrong. Flushed, because a program may wait for each answer.
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def _read(source: Path | None) -> Iterator[str]:
    if source is None or str(source) == "-":
        if sys.stdin.isatty():
            bystander().print("Type or paste JSON Lines; Ctrl-D ends.", style="dim")
        yield from _lines(sys.stdin.buffer)
        return
    try:
        with source.open("rb") as stream:
            yield from _lines(stream)
    except OSError as error:
        raise typer.BadParameter(f"{source}: {error.strerror}.", param_hint="FILE") from None


def _lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream; bytes that are no UTF-8 are kept, so that their line can be named."""
    mark = BYTE_ORDER_MARK
    while raw := stream.readline(LINE_BYTES_MAX):
        whole = raw
        while len(whole) == LINE_BYTES_MAX and not whole.endswith(b"\n"):
            whole = stream.readline(LINE_BYTES_MAX)  # Read past the rest of an endless line.
        yield raw.decode("utf-8", errors="surrogateescape").removeprefix(mark)
        mark = ""  # Some editors put it at the start of a file; anywhere else it is a mistake.
