"""`sabot simulate`: millions of rounds against the exact values."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from sabot.cli.arguments import ANY_GAME, blamed_on, within
from sabot.cli.laboratory.returns import cache_folder
from sabot.cli.look import bystander, person
from sabot.games import variant_named
from sabot.lab.simulate import ROUNDS_MAX, SEED_MAX, WORKERS_MAX, Simulation, as_json
from sabot.lab.simulate import simulate as run

Z_SUSPICIOUS = 4.0
"""A bet this many standard errors away is marked: by chance one run in sixteen thousand."""


def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help=f"{ANY_GAME}.")],
    rounds: Annotated[
        int, typer.Option(metavar="N", callback=within(1, ROUNDS_MAX), help="How many rounds.")
    ] = 10_000_000,
    seed: Annotated[
        int,
        typer.Option(
            metavar="N",
            callback=within(0, SEED_MAX),
            help="The same seed gives the same figures, bit for bit.",
        ),
    ] = 1,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            callback=within(1, WORKERS_MAX),
            help="Cores to play on; all when left out. The figures do not depend on it.",
        ),
    ] = None,
    machine: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Play millions of rounds and compare with the exact returns.

    Every bet is staked one unit in each round; blackjack and brag are played by their best
    strategy. z is the distance from the exact return in standard errors.

    \b
      sabot simulate blackjack --rounds 100000000
    """
    with blamed_on("GAME"):
        variant_named(game)
    with _progress() as progress:
        task = progress.add_task("preparing", total=rounds)
        result = run(
            game,
            rounds=rounds,
            seed=seed,
            workers=workers,
            cache=cache_folder(),
            progress=lambda done: progress.update(task, advance=done, description="playing"),
        )
    if machine:
        typer.echo(json.dumps(as_json(result), indent=2))
        return
    console = person()
    console.print(_heading(result))
    console.print(_table(result))


def _progress() -> Progress:
    # On standard error, so that the figures can be piped while a person watches; and only then.
    console = bystander()
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def _heading(result: Simulation) -> Text:
    speed = result.rounds / max(result.seconds, 1e-9)
    return Text.assemble(
        (result.variant, "bold"),
        f": {result.rounds:,} rounds, seed {result.seed}, {result.seconds:.2f} s, "
        f"{speed / 1e6:,.1f} million a second",
    )


def _table(result: Simulation) -> Table:
    table = Table()
    table.add_column("bet", no_wrap=True)
    for heading in ("simulated", "± error", "exact", "z"):
        table.add_column(heading, justify="right", no_wrap=True)
    for kind, bet in result.bets.items():
        suspicious = bet.z is not None and abs(bet.z) > Z_SUSPICIOUS
        table.add_row(
            kind,
            f"{float(bet.tally.mean):.4%}",
            f"{bet.tally.stderr:.4%}",
            f"{bet.exact.value:.4%}",
            "" if bet.z is None else f"{bet.z:+.2f}",
            style="bold red" if suspicious else "",
        )
    return table
