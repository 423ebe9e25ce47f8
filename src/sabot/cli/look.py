"""What all commands look like: consoles, headings, failures and signed amounts."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from sabot.lab.sentences import quoted
from sabot.money import format_cents


def person() -> Console:
    """Standard output for a person, without automatic colours."""
    return Console(highlight=False)


def bystander() -> Console:
    """Standard error, for what a person should see while the figures go into a pipe."""
    return Console(highlight=False, stderr=True)


def heading(answer: Mapping[str, object]) -> Text:
    """The id of an answered line, quoted: it may hold any text."""
    return Text(quoted(answer["id"]), style="bold")


def failure(answer: Mapping[str, object]) -> Text | None:
    """Why a line could not be answered, None when it could."""
    error = answer.get("error")
    if not isinstance(error, Mapping):
        return None
    message = f"  {error['message']}"
    if answer["id"] is None:
        return Text.assemble(("✗", "bold red"), message)
    return Text.assemble(("✗ ", "bold red"), heading(answer), message)


def signed(amount: int) -> str:
    """A result in money: what was won carries its sign as well.

    >>> signed(250), signed(-250), signed(0)
    ('+2.50', '-2.50', '0.00')
    """
    return f"{'+' if amount > 0 else ''}{format_cents(amount)}"


def words(slug: str) -> str:
    """A kind or label as a person reads it.

    >>> words("player_pair")
    'player pair'
    """
    return slug.replace("_", " ")
