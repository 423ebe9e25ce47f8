"""Sets of real cards, as a table needs to know them: their codes, and whether they may be dealt.

A set is some decks with a passport, the list of the codes on its cards. How a set is prepared,
counted and sealed is the business of the shoe desk and not known here.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import msgspec


class Standing(StrEnum):
    """Whether a set may be brought to a table."""

    READY = "ready"  # counted, shuffled and sealed
    NOT_READY = "not_ready"
    RETIRED = "retired"


class CardSet(msgspec.Struct, frozen=True, kw_only=True):
    """A set and its passport."""

    set_id: str
    decks: int
    codes: frozenset[str]
    standing: Standing
    table: str = ""  # where its cards lie now; empty at no table


SetOf = Callable[[str], CardSet | None]
"""Finds a set by its id."""


def no_sets(_set_id: str) -> CardSet | None:
    """Know no set."""
    return None
