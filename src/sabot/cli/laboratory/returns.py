"""`sabot rtp`: exact returns beside the declared ones."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sabot.cards import Composition, cards
from sabot.cli.arguments import ANY_GAME, blamed_on
from sabot.cli.look import person
from sabot.gamekit import DeclaredBy
from sabot.games import variant_named, variants
from sabot.lab.returns import BetReport, VariantReport, as_json, report, returns_from
from sabot.lab.verdicts import Match
from sabot.maths.returns import Return, decimal

FRACTION_WIDTH_MAX = 16
"""A longer fraction takes two lines, so that the table fits eighty columns."""

_SOURCES = {DeclaredBy.REGULATION: "printed", DeclaredBy.HOUSE: "house"}
"""What the table calls the regulation's own figures and ours."""

_STYLES = {Match.MATCH: "green", Match.MISMATCH: "bold red", Match.NOT_DECLARED: "dim"}


def cache_folder() -> Path | None:
    """Where computed returns are kept between runs; nowhere when there is no home."""
    own = os.environ.get("SABOT_CACHE_DIR")
    if own:
        return Path(own)
    shared = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(shared) if shared else Path.home() / ".cache") / "sabot"
    except RuntimeError:
        return None


def rtp(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME", help=f"{ANY_GAME}; all when left out."),
    ] = None,
    machine: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    dealt: Annotated[
        str | None,
        typer.Option(
            metavar="CARDS",
            help="Cards that have left the shoe, such as '9H KD 7C' ('-' reads them from standard "
            "input): the returns of one game from what remains.",
        ),
    ] = None,
    fractions: Annotated[
        bool, typer.Option("--exact", help="Show the fractions behind the figures as well.")
    ] = False,
    use_cache: Annotated[
        bool, typer.Option("--cache/--no-cache", help="Reuse figures computed by this very code.")
    ] = True,
) -> None:
    """Print the exact return of every bet beside the declared one.

    A return is what comes back per unit staked, stake included. The source of a declared figure is
    the regulation (printed) or the house. A slip is a figure that the regulation prints beside the
    wrong bet; the reading says so. The exit status is 1 when a declared figure and the mathematics
    disagree.

    \b
      sabot rtp blackjack
      sabot rtp speed_baccarat --dealt '9H KD 7C'
    """
    chosen = list(dict.fromkeys(games or variants()))
    with blamed_on("GAME"):
        for name in chosen:
            variant_named(name)
    cache = cache_folder() if use_cache else None
    if dealt is not None:
        if len(chosen) != 1:
            raise typer.BadParameter("name the one game they were dealt in.", param_hint="--dealt")
        text = sys.stdin.read() if dealt == "-" else dealt
        _from_remaining(chosen[0], text, cache=cache, machine=machine, fractions=fractions)
        return
    reports = [report(name, cache=cache) for name in chosen]
    if machine:
        typer.echo(json.dumps(as_json(reports), indent=2))
    else:
        _print_reports(reports, fractions=fractions)
    raise typer.Exit(0 if all(each.agrees for each in reports) else 1)


def _print_reports(reports: Sequence[VariantReport], *, fractions: bool) -> None:
    console = person()
    for number, each in enumerate(reports):
        if number:
            console.print()
        console.print(Text(each.title, style="bold"))
        console.print(_table(each, fractions=fractions))
        for drift in each.drifts:
            console.print(Text(f"{drift}.", style="bold red"))
    disagreeing = [each.title for each in reports if not each.agrees]
    if disagreeing:
        names = ", ".join(disagreeing)
        console.print()
        console.print(
            Text(f"Declared figures and mathematics disagree: {names}.", style="bold red")
        )


def _table(each: VariantReport, *, fractions: bool) -> Table:
    raised = any(bet.returned.total_stake is not None for bet in each.bets.values())
    table = Table()
    table.add_column("bet", no_wrap=True)
    table.add_column("return", justify="right", no_wrap=True)
    if raised:
        table.add_column("on total\nstake", justify="right", no_wrap=True)
    table.add_column("declared", justify="right", no_wrap=True)
    table.add_column("source", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    for kind, bet in each.bets.items():
        table.add_row(*_cells(kind, bet, raised=raised, fractions=fractions))
    return table


def _cells(kind: str, bet: BetReport, *, raised: bool, fractions: bool) -> list[RenderableType]:
    returned = bet.returned
    cells: list[RenderableType] = [
        kind,
        _figure(returned.value, returned.exact, fractions=fractions),
    ]
    if raised:
        total = returned.total_stake
        exact = returned.total_stake_exact
        cells.append("" if total is None else _figure(total, exact, fractions=fractions))
    verdict = Text(bet.verdict.value, style=_STYLES[bet.verdict])
    declared = bet.declared
    if declared is None:
        return [*cells, "", "", verdict]
    source = _SOURCES[declared.by]
    if declared.slip is None:
        return [*cells, declared.figure, source, verdict]
    slip = Text(f"slip, {declared.reading}", style="yellow")
    struck = Text(declared.slip, style="strike")
    printed = _SOURCES[DeclaredBy.REGULATION]
    return [
        *cells,
        Group(declared.figure, struck),
        Group(source, printed),
        Group(verdict, slip),
    ]


def _figure(value: float, exact: Fraction | None, *, fractions: bool) -> RenderableType:
    """A percentage, and under it the fraction it comes from."""
    percent = Text(_percent(value if exact is None else exact))
    if exact is None or not fractions:
        return percent
    fraction = str(exact)
    if len(fraction) > FRACTION_WIDTH_MAX:
        fraction = fraction.replace("/", "/\n")
    return Group(percent, Text(fraction, style="dim"))


def _percent(value: Fraction | float) -> str:
    """A return in percent.

    >>> _percent(Fraction(1, 3)), _percent(Fraction(0))
    ('33.33333333%', '0.00000000%')
    """
    return f"{decimal(Fraction(value) * 100, 8)}%" if value else "0.00000000%"


def _from_remaining(
    game: str, dealt: str, *, cache: Path | None, machine: bool, fractions: bool
) -> None:
    _, variant = variant_named(game)
    with blamed_on("--dealt"):
        remaining = Composition.of_decks(variant.decks).without(cards(dealt))
        returns = returns_from(game, remaining)
    if machine:
        figures = {kind: returned.decimal for kind, returned in returns.items()}
        document = {"game": game, "cards_left": remaining.total, "bets": figures}
        typer.echo(json.dumps(document, indent=2))
        return
    whole = report(game, cache=cache).bets
    console = person()
    console.print(Text.assemble((variant.title, "bold"), f", {remaining.total} cards left"))
    console.print(_remaining_table(returns, whole, fractions=fractions))


def _remaining_table(
    returns: Mapping[str, Return], whole: Mapping[str, BetReport], *, fractions: bool
) -> Table:
    table = Table()
    table.add_column("bet", no_wrap=True)
    table.add_column("return now", justify="right", no_wrap=True)
    table.add_column("whole shoe", justify="right", style="dim", no_wrap=True)
    for kind, returned in returns.items():
        before = whole[kind].returned
        table.add_row(
            kind,
            _figure(returned.value, returned.exact, fractions=fractions),
            _figure(before.value, before.exact, fractions=fractions),
            style="bold green" if returned.value > 1 else "",
        )
    return table
