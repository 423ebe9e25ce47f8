"""The commands and how they fail: a sentence and an exit status, never a traceback.

Exit status 0 is success, 1 is "some of the input was wrong or a figure disagrees", 2 is "the
command itself was wrong". Each command lives in its own module; this one only gathers them.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import cast

import typer
from rich.text import Text
from typer.core import TyperCommand, TyperGroup
from typing_extensions import override

import sabot
from sabot.cli.look import bystander
from sabot.errors import SabotError
from sabot.lab.sentences import spoken

# Each command and the module and function that are loaded when it is asked for: databases, kernels
# and HTTP clients are heavy, and most commands need none of them.
COMMANDS = {
    "settle": ("laboratory.lines", "settle"),
    "roads": ("laboratory.lines", "roads"),
    "rtp": ("laboratory.returns", "rtp"),
    "simulate": ("laboratory.simulation", "simulate"),
    "strategy": ("laboratory.strategy", "strategy"),
    "play": ("terminal.gallery", "play"),
    "try": ("terminal.play", "try_"),
    "new-game": ("engineering.game_packages", "new_game"),
    "check-game": ("engineering.game_packages", "check_game_"),
    "serve": ("house.serve", "serve"),
    "watch": ("terminal.watch", "watch"),
    "staff": ("house.staff", "staff"),
    "device": ("studio.device", "device"),
    "scanner": ("studio.scanner", "scanner"),
    "rehearse": ("studio.rehearse", "rehearse_"),
    "replay": ("record.replay", "replay"),
    "export": ("record.export", "export"),
    "verify": ("record.verify", "verify"),
    "seal": ("record.seal", "seal"),
    "figures": ("record.figures", "figures"),
    "accept": ("record.accept", "accept"),
    "keys": ("house.keys", "keys"),
    "verify-shoe": ("record.shoe", "verify_shoe"),
    "reconcile": ("house.reconcile", "reconcile"),
    "wallet-check": ("engineering.wallet_check", "wallet_check"),
    "wallet-demo": ("engineering.wallet_check", "wallet_demo"),
}

_CONTEXT = {"help_option_names": ["-h", "--help"]}


class Commands(TyperGroup):
    """The commands, each loaded when it is named."""

    @override
    def list_commands(self, ctx: object) -> list[str]:
        return list(COMMANDS)

    @override
    def get_command(self, ctx: object, cmd_name: str) -> TyperCommand | None:
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        module, function = place
        alone = typer.Typer(
            add_completion=False,
            rich_markup_mode=None,  # Plain help wraps its paragraphs and fits any terminal.
            context_settings=_CONTEXT,
        )
        alone.command(cmd_name)(getattr(import_module(f"sabot.cli.{module}"), function))
        return cast(TyperCommand, typer.main.get_command(alone))


app = typer.Typer(
    cls=Commands,
    name="sabot",
    help="Live-dealer table games whose rules, odds and payouts anyone can check.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=_CONTEXT,
)


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
    """Run a command; an expected error becomes one sentence."""
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
