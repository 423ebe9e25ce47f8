"""What the accounts of a house hold, beside the sums of their postings, at one moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Misfit(NamedTuple):
    """An account whose balance is not the sum of its postings."""

    account: str
    balance: int | None
    booked: int


class Books(NamedTuple):
    """What all accounts but escrows hold, and those that do not fit."""

    held: Mapping[str, int]
    misfits: Sequence[Misfit]
