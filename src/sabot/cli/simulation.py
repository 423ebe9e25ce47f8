"""`sabot simulate`: millions of rounds against the exact values."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from sabot.cli.returns import cache_folder
from sabot.games import variant_named
from sabot.lab.simulate import ROUNDS_MAX, SEED_MAX, Simulation, as_json
from sabot.lab.simulate import simulate as run

Z_SUSPICIOUS = 4.0
"""A bet this many standard errors away is marked: by chance one run in sixteen thousand."""


def simulate(
    game: Annotated[str, typer.Argument(help="Which game, such as speed_baccarat.")],
    rounds: Annotated[
        int, typer.Option(min=1, max=ROUNDS_MAX, help="How many rounds.")
    ] = 10_000_000,
    seed: Annotated[
        int, typer.Option(min=0, max=SEED_MAX, help="Same seed, same figures, bit for bit.")
    ] = 1,
    workers: Annotated[
        int | None, typer.Option(min=1, max=256, help="Cores to use; all when left out.")
    ] = None,
    machine: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Stake every bet one unit each round, by best strategy, and compare with the exact returns."""
    variant_named(game)
    with _progress() as progress:
        task = progress.add_task("playing", total=rounds)
        result = run(
            game,
            rounds=rounds,
            seed=seed,
            workers=workers,
            cache=cache_folder(),
            progress=lambda done: progress.advance(task, done),
        )
    if machine:
        typer.echo(json.dumps(as_json(result), indent=2))
    else:
        Console().print(_table(result))


def _progress() -> Progress:
    # On standard error, so that the figures can be piped while a person watches.
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )


def _table(result: Simulation) -> Table:
    speed = result.rounds / max(result.seconds, 1e-9)
    table = Table(
        title=f"[bold]{result.variant}[/]: {result.rounds:,} rounds, seed {result.seed}, "
        f"{result.seconds:.2f} s, {speed / 1e6:,.1f} million a second",
        title_justify="left",
    )
    for heading in ("simulated", "± error", "exact", "z"):
        if not table.columns:
            table.add_column("bet")
        table.add_column(heading, justify="right")
    for kind, bet in result.bets.items():
        z = bet.z
        style = "bold red" if z is not None and abs(z) > Z_SUSPICIOUS else ""
        table.add_row(
            kind,
            f"{float(bet.tally.mean):.4%}",
            f"{bet.tally.stderr:.4%}",
            f"{bet.exact.value:.4%}",
            "" if z is None else f"{z:+.2f}",
            style=style,
        )
    return table
