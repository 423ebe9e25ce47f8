"""The commands and how they fail: a sentence and an exit status, never a traceback.

Exit status 0 is success, 1 is "some of the input was wrong or a figure disagrees", 2 is "the
command itself was wrong". Each command lives in its own module; this one only gathers them.
"""

from __future__ import annotations

import os
import sys

import typer
from rich.text import Text

import sabot
from sabot.cli import lines, play, returns, simulation, strategy
from sabot.cli.look import bystander
from sabot.errors import SabotError
from sabot.lab.sentences import spoken

app = typer.Typer(
    name="sabot",
    help="Live-dealer table games whose rules, odds and payouts anyone can check.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # Plain help wraps its paragraphs and fits any terminal.
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("settle")(lines.settle)
app.command("roads")(lines.roads)
app.command("rtp")(returns.rtp)
app.command("simulate")(simulation.simulate)
app.command("strategy")(strategy.strategy)
app.command("try")(play.try_)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sabot {sabot.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version and stop."
    ),
) -> None:
    """Live-dealer table games whose rules, odds and payouts anyone can check."""


def main() -> None:
    """Run a command; whatever goes wrong on purpose becomes one sentence."""
    try:
        app()
    except SabotError as error:
        bystander().print(Text.assemble(("Error: ", "bold red"), f"{spoken(error)}."))
        sys.exit(2)
    except BrokenPipeError:
        # The reader went away (`sabot … | head`): leave quietly, without a second error at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
