"""`sabot try`: a round of each game in the terminal, against a virtual dealer."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.rule import Rule

from sabot.cli.arguments import ANY_GAME, blamed_on
from sabot.cli.look import person, signed
from sabot.cli.terminal.purse import Purse
from sabot.cli.terminal.seat import Left, ask_yes
from sabot.cli.terminal.table import TerminalTable
from sabot.games import variant_named, variants
from sabot.money import format_cents

PACE_SECONDS = 0.25
"""Between two cards, when a person watches."""


def try_(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help=f"{ANY_GAME}; a round of each when left out."),
    ] = None,
) -> None:
    """Play with play money: choose bets, see cards, decide, be paid.

    Nothing is at stake. The shoe is shuffled by the operating system's randomness, and the rules
    are the ones that settle real rounds.

    \b
      sabot try blackjack
    """
    names = [game] if game else list(variants())
    with blamed_on("GAME"):
        for name in names:
            variant_named(name)
    console = person()
    purse = Purse()
    console.print(
        f"Welcome. You have {format_cents(purse.balance)} of play money.\n"
        "[dim]Type bets and amounts, or just Enter for the suggestion; ? lists the bets, "
        "quit leaves.[/]"
    )
    try:
        for name in names:
            _play(console, name, purse, again=game is not None)
    except (Left, KeyboardInterrupt):
        purse.void()
    console.print(
        f"You staked {format_cents(purse.staked)} and {format_cents(purse.returned)} came back: "
        f"net {signed(purse.returned - purse.staked)}. Thank you for playing."
    )


def _play(console: Console, name: str, purse: Purse, *, again: bool) -> None:
    rules, variant = variant_named(name)
    console.print(Rule(f"[bold]{variant.title}[/]"))
    pace = PACE_SECONDS if console.is_terminal else 0.0
    table = TerminalTable(console, rules, variant, purse, pace=pace)
    table.play()
    while again and ask_yes(console, "Another round?"):
        table.play()
