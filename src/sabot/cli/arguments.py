"""Arguments of commands, and how a mistake in them is reported: a sentence, exit status 2."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer

from sabot.errors import SabotError
from sabot.lab.sentences import spoken

ANY_GAME = "Such as blackjack or speed_baccarat"
"""How a help text says what a game is called; a wrong name is answered with all of them."""


@contextmanager
def blamed_on(argument: str) -> Iterator[None]:
    """Report a refusal inside the block as a mistake in this argument or option."""
    try:
        yield
    except SabotError as error:
        raise typer.BadParameter(f"{spoken(error)}.", param_hint=argument) from None


def within(minimum: int, maximum: int) -> Callable[[int | None], int | None]:
    """A check for a number, which unlike the library's own does not fill the help with zeros."""

    def check(value: int | None) -> int | None:
        if value is not None and not minimum <= value <= maximum:
            raise typer.BadParameter(f"{value:,} is not from {minimum:,} to {maximum:,}.")
        return value

    return check
