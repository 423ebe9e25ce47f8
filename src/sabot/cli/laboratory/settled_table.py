"""A settled line as a table for a person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sabot.cli.look import failure, heading, signed, words
from sabot.lab.scripts import Answered
from sabot.money import format_cents

Members = Mapping[str, object]

_COLOURS = {"win": "green", "push": "yellow", "lose": "red"}

_NAMES = {"comparison": "better hand"}

# A flag is told when it is up; these are also worth a word when they are down.
_DOWN = {"dealer_qualifies": "dealer does not qualify"}


def show(console: Console, answered: Answered) -> None:
    """Print one settled round, or why it could not be settled."""
    answer = answered.answer
    failed = failure(answer)
    if failed is not None:
        console.print(failed)
        return
    outcome = answer["outcome"]
    assert isinstance(outcome, Mapping)
    console.print(Text.assemble(heading(answer), "  ", " · ".join(_told(outcome))))
    console.print(_table(answer))
    console.print()


def _told(outcome: Members) -> Iterator[str]:
    """What happened, in a few words: each hand with what it is worth, each flag that is up."""
    for name, value in outcome.items():
        side, _, what = name.rpartition("_")
        match what, value:
            case "cards", list():
                worth = outcome.get(f"{side}_points", outcome.get(f"{side}_total"))
                yield f"{side} {' '.join(value)} = {worth}"
            case "points" | "total" | "used", _:
                continue  # Told with the cards.
            case "hand", str():
                yield f"{words(side)} {words(value)}"
            case _, True:
                yield words(name)
            case _, False:
                if name in _DOWN:
                    yield _DOWN[name]
            case _:
                yield f"{_NAMES.get(name, words(name))}: {words(str(value))}"


def _table(answer: Members) -> Table:
    table = Table()
    table.add_column("bet")
    table.add_column("stake", justify="right")
    table.add_column("result")
    table.add_column("payout", justify="right")
    for name, line in _lines(answer):
        table.add_row(name, _cents(line["stake"]), _result(line), _cents(line["payout"]))
    table.add_section()
    stake, payout = (int(str(answer[f"total_{what}"])) for what in ("stake", "payout"))
    net = f"net {signed(payout - stake)}"
    table.add_row("total", format_cents(stake), net, format_cents(payout), style="bold")
    return table


def _lines(answer: Members) -> Iterator[tuple[str, Members]]:
    """Every line with a stake, so that they add up: hands, bets, bets behind with insurances."""
    hands, bets, behind = (answer.get(name) for name in ("hands", "bets", "behind"))
    if isinstance(hands, list):
        for number, hand in enumerate(hands, 1):
            name = "main" if len(hands) == 1 else f"hand {number}"
            yield f"{name}: {' '.join(hand['cards'])} = {hand['total']}", hand
    if isinstance(bets, Mapping):
        yield from bets.items()
    if isinstance(behind, list):
        for number, line in enumerate(behind, 1):
            yield f"behind {number}", line
            if "insurance" in line:
                yield f"behind {number}, insurance", line["insurance"]


def _result(line: Members) -> Text:
    result = str(line["result"])
    remarks = [words(str(line["hand"]))] if line.get("hand", "none") != "none" else []
    remarks += [name for name, value in line.items() if value is True]
    told = ", ".join([words(result), *(words(remark) for remark in remarks)])
    return Text(told, style=_COLOURS.get(result, "dim"))


def _cents(amount: object) -> str:
    return format_cents(int(str(amount)))
