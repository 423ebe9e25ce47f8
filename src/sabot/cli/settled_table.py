"""A settled line as a table for a person."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sabot.lab.scripts import Answered
from sabot.money import format_cents

_COLOURS = {"win": "green", "push": "yellow", "lose": "red"}


def show(console: Console, answered: Answered) -> None:
    """Print one settled round, or why it could not be settled."""
    answer = answered.answer
    error = answer.get("error")
    if isinstance(error, Mapping):
        console.print(f"[bold red]✗[/] [bold]{answer['id']}[/]  {error['message']}")
        return
    table = Table(title=f"{answer['id']}  {_outcome(answer)}", title_justify="left")
    for heading, justify in (("bet", "left"), ("stake", "right"), ("result", "left")):
        table.add_column(heading, justify="right" if justify == "right" else "left")
    table.add_column("payout", justify="right")
    for name, line in _bets(answer):
        result = str(line["result"])
        table.add_row(
            name,
            format_cents(int(str(line["stake"]))),
            Text(result, style=_COLOURS.get(result, "dim")),
            format_cents(int(str(line["payout"]))),
        )
    table.add_section()
    stake, payout = (int(str(answer[f"total_{what}"])) for what in ("stake", "payout"))
    table.add_row(
        "total",
        format_cents(stake),
        f"net {format_cents(payout - stake)}",
        format_cents(payout),
        style="bold",
    )
    console.print(table)


def _outcome(answer: Mapping[str, object]) -> str:
    outcome = answer.get("outcome")
    if not isinstance(outcome, Mapping):
        return ""
    return "  ".join(
        f"{name.replace('_', ' ')} {' '.join(value) if isinstance(value, list) else value}"
        for name, value in outcome.items()
    )


def _bets(answer: Mapping[str, object]) -> list[tuple[str, Mapping[str, object]]]:
    """Every line with a stake: hands first, then bets, then bets behind."""
    lines: list[tuple[str, Mapping[str, object]]] = []
    hands, bets, behind = (answer.get(name) for name in ("hands", "bets", "behind"))
    if isinstance(hands, list):
        lines += [
            (f"hand {n} ({' '.join(hand['cards'])})", hand) for n, hand in enumerate(hands, 1)
        ]
    if isinstance(bets, Mapping):
        lines += [(str(kind), line) for kind, line in bets.items()]
    if isinstance(behind, list):
        lines += [(f"behind {number}", line) for number, line in enumerate(behind, 1)]
    return lines
