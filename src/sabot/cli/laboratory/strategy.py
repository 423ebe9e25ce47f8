"""`sabot strategy`: the best way to play, computed from the rules."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sabot.cli.arguments import blamed_on
from sabot.cli.look import person, words
from sabot.cli.refusals import StrategyRefusal
from sabot.errors import Refused
from sabot.games import part_of, registry, variant_named
from sabot.maths.charts import Chart

# One colour for each letter a chart may use; the letters alone say the same.
_COLOURS = {"S": "red", "H": "green", "D": "yellow", "d": "yellow", "P": "cyan", "F": "dim"}


def strategy(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The first game with decisions by default.")
    ] = None,
    machine: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Print the best strategy of a game in which players decide.

    \b
      sabot strategy three_card_brag
    """
    with blamed_on("GAME"):
        chosen = _charts(next(iter(_with_decisions())) if game is None else game)
    if machine:
        typer.echo(json.dumps([chart.as_json() for chart in chosen], indent=2))
    else:
        _print_charts(person(), chosen)


def _charts(game: str) -> list[Chart]:
    rules, variant = variant_named(game)
    charts = getattr(part_of(rules, "odds"), "charts", None)
    if charts is None:
        raise Refused(StrategyRefusal.NO_DECISIONS, game=game, known=" or ".join(_with_decisions()))
    found: list[Chart] = charts(variant)
    return found


def _with_decisions() -> Iterator[str]:
    """The variants of the games in which players decide."""
    for game in registry().values():
        if hasattr(part_of(game, "odds"), "charts"):
            yield from game.variants


def _print_charts(console: Console, charts: Sequence[Chart]) -> None:
    for number, chart in enumerate(charts):
        if number:
            console.print()
        console.print(Text(chart.title, style="bold"))
        console.print(_table(chart))
        following = charts[number + 1].legend if number + 1 < len(charts) else None
        if chart.legend != following:  # Told once for neighbours that share it.
            console.print(Text(chart.legend, style="dim"))


def _table(chart: Chart) -> Table:
    table = Table()
    table.add_column("", style="bold")
    for column in chart.columns:
        table.add_column(column, justify="center")
    for name, cells in chart.rows:
        table.add_row(words(name), *(Text(cell, style=_COLOURS.get(cell, "")) for cell in cells))
    return table
