"""`sabot rtp`: exact returns beside the declared ones."""

from __future__ import annotations

import json
import os
import sys
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from sabot.cards import Composition, cards
from sabot.games import variant_named, variants
from sabot.lab.returns import BetReport, VariantReport, as_json, report, returns_from
from sabot.lab.verdicts import Match
from sabot.maths.returns import decimal

_STYLES = {Match.MATCH: "green", Match.MISMATCH: "bold red", Match.NOT_DECLARED: "dim"}


def cache_folder() -> Path:
    """Where computed returns are kept between runs."""
    home = os.environ.get("SABOT_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    return Path(home or Path.home() / ".cache") / "sabot"


def rtp(
    games: Annotated[
        list[str] | None, typer.Argument(help="Which games; all of them when left out.")
    ] = None,
    machine: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    dealt: Annotated[
        str | None,
        typer.Option(
            help="Cards already out of the shoe, such as '9H KD 7C' ('-' reads them from standard "
            "input): the returns of one game from what remains."
        ),
    ] = None,
    fractions: Annotated[
        bool, typer.Option("--exact", help="Show the exact fractions as well.")
    ] = False,
    use_cache: Annotated[
        bool, typer.Option("--cache/--no-cache", help="Reuse figures computed by this very code.")
    ] = True,
) -> None:
    """Print the exact return of every bet against what its regulation declares.

    The exit status is 1 when a declared figure and the mathematics disagree.
    """
    chosen = list(games or variants())
    for name in chosen:
        variant_named(name)
    if dealt is not None:
        if len(chosen) != 1:
            raise typer.BadParameter("name one game with --dealt")
        _from_remaining(chosen[0], sys.stdin.read() if dealt == "-" else dealt, machine)
        return
    cache = cache_folder() if use_cache else None
    reports = [report(name, cache=cache) for name in chosen]
    if machine:
        typer.echo(json.dumps(as_json(reports), indent=2))
    else:
        console = Console()
        for each in reports:
            console.print(_table(each, fractions=fractions))
    raise typer.Exit(0 if all(each.agrees for each in reports) else 1)


def _table(each: VariantReport, *, fractions: bool) -> Table:
    table = Table(title=f"[bold]{each.title}[/]", title_justify="left")
    table.add_column("bet", no_wrap=True)
    table.add_column("return", justify="right", no_wrap=True)
    raised = any(bet.returned.total_stake is not None for bet in each.bets.values())
    if raised:
        table.add_column("on total stake", justify="right", no_wrap=True)
    table.add_column("declared", justify="right", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    if fractions:
        table.add_column("exact", overflow="fold", style="dim")
    for kind, bet in each.bets.items():
        table.add_row(*_cells(kind, bet, raised=raised, fractions=fractions))
    if each.drifts:
        ranges = ", ".join(each.drifts)
        table.caption = f"[bold red]no bet reaches the ends of the declared {ranges}[/]"
    return table


def _cells(kind: str, bet: BetReport, *, raised: bool, fractions: bool) -> list[str]:
    returned = bet.returned
    cells = [kind, _percent(returned.value if returned.exact is None else returned.exact)]
    if raised:
        cells.append("" if returned.total_stake is None else _percent(returned.total_stake))
    cells += [bet.declared or "", f"[{_STYLES[bet.verdict]}]{bet.verdict.value}[/]"]
    if fractions:
        cells.append("" if returned.exact is None else str(returned.exact))
    return cells


def _percent(value: Fraction | float) -> str:
    return f"{decimal(Fraction(value) * 100, 8)}%"


def _from_remaining(game: str, dealt: str, machine: bool) -> None:
    _, variant = variant_named(game)
    remaining = Composition.of_decks(variant.decks).without(cards(dealt))
    returns = returns_from(game, remaining)
    if machine:
        figures = {kind: returned.decimal for kind, returned in returns.items()}
        document = {"game": game, "cards_left": remaining.total, "bets": figures}
        typer.echo(json.dumps(document, indent=2))
        return
    table = Table(title=f"[bold]{variant.title}[/], {remaining.total} cards left")
    table.add_column("bet")
    table.add_column("return now", justify="right")
    table.add_column("whole shoe", justify="right", style="dim")
    whole = report(game, cache=cache_folder()).bets
    for kind, returned in returns.items():
        style = "bold green" if returned.value > 1 else ""
        table.add_row(
            kind, _percent(returned.value), _percent(whole[kind].returned.value), style=style
        )
    Console().print(table)
