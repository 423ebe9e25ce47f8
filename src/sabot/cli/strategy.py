"""`sabot strategy`: the best way to play, computed from the rules."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from sabot.errors import Refused
from sabot.games import part_of, variant_named
from sabot.maths.charts import Chart


def strategy(
    game: Annotated[str, typer.Argument(help="blackjack or three_card_brag.")] = "blackjack",
    machine: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Print the best strategy of a game in which players decide."""
    rules, variant = variant_named(game)
    charts = getattr(part_of(rules, "odds"), "charts", None)
    if charts is None:
        raise Refused("strategy/no_decisions", game=game)
    chosen: list[Chart] = charts(variant)
    if machine:
        typer.echo(json.dumps([chart.as_json() for chart in chosen], indent=2))
        return
    console = Console()
    for chart in chosen:
        console.print(_table(chart))


def _table(chart: Chart) -> Table:
    table = Table(title=f"[bold]{chart.title}[/]", caption=chart.legend, title_justify="left")
    table.add_column("")
    for column in chart.columns:
        table.add_column(column, justify="center")
    for name, cells in chart.rows:
        table.add_row(name, *cells)
    return table
