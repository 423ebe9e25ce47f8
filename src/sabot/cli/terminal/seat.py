"""The person at the terminal: reading bets and answers from the keyboard.

Typing is forgiving and never fatal: what cannot be read is explained and asked again; Ctrl-D or
`quit` leaves the table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from decimal import Decimal, InvalidOperation

from rich.console import Console

from sabot.errors import Malformed
from sabot.gamekit import Ask, Option, Placement
from sabot.money import Cents, format_cents


class Left(Exception):
    """The player left the table."""


def read_line(console: Console, prompt: str) -> str:
    """One typed line, lower case."""
    try:
        text = console.input(f"[bold cyan]{prompt}[/] ").strip().lower()
    except EOFError:
        raise Left from None
    if text in ("quit", "exit", "q"):
        raise Left
    return text


def parse_bets(text: str, kinds: Collection[str]) -> dict[str, Cents]:
    """Read `player 10 tie 2.50` as stakes by kind.

    >>> parse_bets("player 10 tie 2.50", ["player", "tie"])
    {'player': 1000, 'tie': 250}
    """
    tokens = text.replace(",", " ").replace("=", " ").split()
    if len(tokens) % 2:
        raise Malformed("bets/unreadable", line=text)
    stakes: dict[str, Cents] = {}
    for kind, amount in zip(tokens[::2], tokens[1::2], strict=True):
        if kind not in kinds:
            raise Malformed("bets/unknown", bet=kind)
        stakes[kind] = Cents(stakes.get(kind, 0) + parse_amount(amount))
    return stakes


def parse_amount(text: str) -> Cents:
    """An amount with at most two decimals that count; the third is cut off (F65).

    >>> parse_amount("2.509")
    250
    """
    try:
        cents = int(Decimal(text) * 100)
    except (InvalidOperation, ValueError, OverflowError):
        raise Malformed("amount/unreadable", amount=text) from None
    if cents <= 0:
        raise Malformed("amount/not_positive", amount=text)
    return Cents(cents)


def ask_bets(console: Console, kinds: Collection[str], suggestion: str) -> dict[str, Cents]:
    """Ask until the bets can be read; an empty line takes the suggestion."""
    while True:
        text = read_line(console, f"Your bets [dim]\\[{suggestion}][/]:") or suggestion
        try:
            return parse_bets(text, kinds)
        except Malformed as problem:
            console.print(_explained(problem, kinds), style="red", highlight=False)


def _explained(problem: Malformed, kinds: Collection[str]) -> str:
    """What was wrong with a typed line, and what would work."""
    match problem.code:
        case "bets/unknown":
            return f"There is no bet {problem.data['bet']!r} here. Bets: {', '.join(kinds)}."
        case "bets/unreadable":
            return "Write a bet and an amount, such as: player 10 tie 2.50"
        case _:
            return f"{problem.data['amount']!r} is no amount. Write it as 10 or 2.50."


def placements(stakes: dict[str, Cents], seat_of: Callable[[str], int | None]) -> list[Placement]:
    """The stakes as placements, each on its seat."""
    return [Placement(kind=kind, stake=stake, seat=seat_of(kind)) for kind, stake in stakes.items()]


def ask_option(
    console: Console, question: str, ask: Ask, *, stake: Cents, affordable: Cents
) -> str:
    """Ask until one of the options is chosen; an empty line is the default."""
    offered = [o for o in ask.options if option_cost(o, stake) <= affordable]
    shown = " · ".join(_option_text(option, stake) for option in offered)
    while True:
        text = read_line(console, f"{question} {shown} [dim]\\[{ask.default}][/]:") or ask.default
        matching = [option.id for option in offered if option.id.startswith(text)]
        if text in (option.id for option in offered):
            return text
        if len(matching) == 1:
            return matching[0]
        console.print("[red]Please choose one of these.[/]")


def option_cost(option: Option, stake: Cents) -> int:
    """What an option takes from the balance."""
    return stake * option.share.numerator // option.share.denominator if option.takes else 0


def _option_text(option: Option, stake: Cents) -> str:
    cost = option_cost(option, stake)
    return f"{option.id} (+{format_cents(cost)})" if cost else option.id
