"""`sabot new-game` and `sabot check-game`: a game as a package of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from sabot.cli.arguments import blamed_on
from sabot.cli.look import person
from sabot.games import registry
from sabot.lab.check_game import Finding, State, check_game
from sabot.lab.new_game import write_game
from sabot.lab.published import file_of, written

_LOOK = {State.FINE: ("ok", "green"), State.LEFT_OUT: ("-", "dim"), State.MISSING: ("no", "red")}


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Such as high_card.")],
    folder: Annotated[
        Path | None,
        typer.Option("--in", metavar="FOLDER", help="Where to write it; ./NAME when left out."),
    ] = None,
) -> None:
    """Write a new game: a package with rules, odds, texts, a page and tests.

    The package is a whole game with three bets on one card, to be changed into yours.

    \b
      sabot new-game high_card
    """
    target = Path(name) if folder is None else folder
    with blamed_on("NAME"):
        written = write_game(name, target)
    typer.echo(f"{len(written)} files in {target}. Next:")
    typer.echo(f"  pip install -e {target}")
    typer.echo(f"  sabot check-game {name}")


def check_game_(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game, once it is installed.")],
    machine: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    write_returns: Annotated[
        bool, typer.Option("--write-returns", help="First write the exact returns for the help.")
    ] = False,
) -> None:
    """Say what a game brings and what is missing.

    The exit status is 1 when something is missing. Parts that a game may do without have a dash.

    \b
      sabot check-game high_card
    """
    if write_returns and name in registry():
        game = registry()[name]
        file_of(game).write_bytes(written(game))
    with blamed_on("NAME"):
        found = check_game(name)
    if machine:
        lines = [{"part": one.part, "state": one.state.value, "told": one.told} for one in found]
        typer.echo(json.dumps(lines, indent=2))
    else:
        person().print(_table(found))
    if any(one.state is State.MISSING for one in found):
        raise typer.Exit(1)


def _table(found: list[Finding]) -> Table:
    table = Table(box=None, show_header=False)
    for one in found:
        word, style = _LOOK[one.state]
        table.add_row(Text(word, style=style), Text(one.part), Text(one.told))
    return table
