"""The person at the terminal: reading bets and answers from the keyboard.

Typing is forgiving and never fatal: what cannot be read is explained and asked again; `quit`,
Ctrl-D and Ctrl-C leave the table.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from rich.console import Console
from rich.markup import escape

from sabot.errors import Malformed
from sabot.gamekit import Ask
from sabot.lab.sentences import quoted
from sabot.money import Cents, format_cents

HELP = "?"

# At most nine digits before the point: a stake, not a way to fill the screen.
_AMOUNT = re.compile(r"(\d{1,9})(?:\.(\d*))?", re.ASCII)
_NUMBER = re.compile(r"[+-]?[\d.,]+|[+-]?\d.*", re.ASCII)
# A comma between two bets; one between digits belongs to a number that must be explained.
_SEPARATOR = re.compile(r"(?<!\d),|,(?!\d)|[=\s]")


class Left(Exception):
    """The player left the table."""


def read_line(console: Console, prompt: str) -> str:
    """One typed line, lower case."""
    try:
        text = console.input(f"[bold cyan]{prompt}[/] ").strip().lower()
    except (EOFError, KeyboardInterrupt):
        console.print()
        raise Left from None
    if text in ("quit", "exit", "q"):
        raise Left
    return text


def ask_yes(console: Console, question: str) -> bool:
    """Ask until it is yes or no; an empty line is yes."""
    while True:
        text = read_line(console, f"{question} [dim]\\[yes][/]")
        if text in ("", "y", "yes"):
            return True
        if text in ("n", "no"):
            return False
        _complain(console, f"'{quoted(text)}' is neither yes nor no.")


def parse_bets(text: str, kinds: Collection[str]) -> dict[str, Cents]:
    """Read `player 10, tie 2.50` as stakes by kind.

    >>> parse_bets("player 10, player pair 2.50", ["player", "player_pair"])
    {'player': 1000, 'player_pair': 250}
    """
    stakes: dict[str, Cents] = {}
    name: list[str] = []
    for word in filter(None, _SEPARATOR.split(text)):
        if word in kinds or not _NUMBER.fullmatch(word):
            name.append(word)
            continue
        kind = "_".join(name)
        if not kind:
            raise Malformed("bets/unreadable", line=text)
        if kind not in kinds:
            raise Malformed("bets/unknown", bet=" ".join(name))
        stakes[kind] = Cents(stakes.get(kind, 0) + parse_amount(word))
        name = []
    if name and name[0] in kinds and len(name) > 1:
        raise Malformed("amount/unreadable", amount=name[1])
    if name or not stakes:
        raise Malformed("bets/unreadable", line=text)
    return stakes


def parse_amount(text: str) -> Cents:
    """An amount with at most two decimals that count; the third is cut off (F65).

    >>> parse_amount("2.509"), parse_amount("7")
    (250, 700)
    """
    written = _AMOUNT.fullmatch(text)
    if written is None:
        raise Malformed("amount/unreadable", amount=text)
    whole, hundredths = written.groups(default="")
    cents = int(whole + hundredths[:2].ljust(2, "0"))
    if cents == 0:
        raise Malformed("amount/not_positive", amount=text)
    return Cents(cents)


def ask_bets(console: Console, kinds: Collection[str], suggestion: str) -> dict[str, Cents] | None:
    """Ask until the bets can be read; an empty line takes the suggestion, `?` gives None."""
    while True:
        text = read_line(console, f"Your bets [dim]\\[{suggestion}][/]:") or suggestion
        if text == HELP:
            return None
        try:
            return parse_bets(text, kinds)
        except Malformed as problem:
            _complain(console, _explained(problem, kinds, suggestion))


def _explained(problem: Malformed, kinds: Collection[str], suggestion: str) -> str:
    """What was wrong with a typed line, and what would work."""
    match problem.code:
        case "bets/unknown":
            return f"There is no bet '{quoted(problem.data['bet'])}' here: {', '.join(kinds)}."
        case "bets/unreadable":
            return f"Write a bet and an amount, such as: {suggestion}"
        case "amount/not_positive":
            return "An amount has to be more than nothing."
        case _:
            return f"'{quoted(problem.data['amount'])}' is no amount. Write it as 10 or 2.50."


def ask_option(
    console: Console, question: str, ask: Ask, *, costs: Mapping[str, Cents], balance: Cents
) -> str:
    """Ask until one of the options is chosen; an empty line is the default.

    An answer may be shortened as long as it is clear. An answer that the player cannot pay is not
    offered; choosing it anyway explains why.
    """
    offered = [option.id for option in ask.options if costs[option.id] <= balance]
    shown = " · ".join(_option_text(option, costs[option]) for option in offered)
    while True:
        text = read_line(console, f"{question} {shown} [dim]\\[{ask.default}][/]:") or ask.default
        meant = [option.id for option in ask.options if option.id == text] or [
            option.id for option in ask.options if option.id.startswith(text)
        ]
        if len(meant) == 1 and meant[0] in offered:
            return meant[0]
        _complain(console, _unclear(text, meant, offered, costs=costs, balance=balance))


def _unclear(
    text: str,
    meant: Collection[str],
    offered: Collection[str],
    *,
    costs: Mapping[str, Cents],
    balance: Cents,
) -> str:
    if len(meant) > 1:
        return f"'{text}' may be {' or '.join(meant)}."
    for option in meant:
        cost, left = format_cents(costs[option]), format_cents(balance)
        return f"{option} costs {cost}, and you have {left}."
    return f"'{quoted(text)}' is not one of {', '.join(offered)}."


def _option_text(option: str, cost: Cents) -> str:
    return f"{option} (+{format_cents(cost)})" if cost else option


def _complain(console: Console, sentence: str) -> None:
    console.print(f"[red]{escape(sentence)}[/]")
