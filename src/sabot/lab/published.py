"""The exact returns that a game publishes: a file of its package, because computing takes seconds.

The gateway reads it for the help and does not know the laboratory.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import msgspec

from sabot.gamekit import AnyGame
from sabot.games import folders_of
from sabot.lab.returns import SPELLED, report
from sabot.maths.returns import Return

FILE = "returns.json"
"""In the package of each game."""

Line = dict[str, str | None]


def document(game: AnyGame) -> dict[str, dict[str, list[Line]]]:
    """The returns of every bet of every variant of a game."""
    return {name: _variant(name) for name in game.variants}


def _variant(name: str) -> dict[str, list[Line]]:
    bets = report(name).bets
    return {SPELLED.get(kind, kind): list(_lines(bet.returned)) for kind, bet in bets.items()}


def _lines(returned: Return) -> Iterator[Line]:
    total = returned.total_stake_decimal
    per = "stake" if total is None else "initial_stake"
    yield {"decimal": returned.decimal, "exact": _text(returned.exact), "per": per}
    if total is not None:
        yield {"decimal": total, "exact": _text(returned.total_stake_exact), "per": "total_stake"}


def _text(exact: Fraction | None) -> str | None:
    return None if exact is None else str(exact)


def written(game: AnyGame) -> bytes:
    """The file."""
    return msgspec.json.format(msgspec.json.encode(document(game)), indent=1) + b"\n"


def file_of(game: AnyGame) -> Path:
    """Where it lies."""
    return folders_of(game)[0] / FILE
