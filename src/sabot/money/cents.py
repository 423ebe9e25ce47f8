"""Amounts: whole hundredths of a currency, never floats (R3, F65)."""

from __future__ import annotations

from enum import StrEnum
from typing import NewType

Cents = NewType("Cents", int)
"""An amount in hundredths of the account's currency."""


class Currency(StrEnum):
    """Currencies with two decimals that an account may hold."""

    EUR = "EUR"
    GBP = "GBP"
    USD = "USD"


def format_cents(amount: int) -> str:
    """An amount as a person writes it, without a currency sign.

    >>> format_cents(Cents(124505)), format_cents(Cents(-5))
    ('1,245.05', '-0.05')
    """
    sign = "-" if amount < 0 else ""
    whole, hundredths = divmod(abs(amount), 100)
    return f"{sign}{whole:,}.{hundredths:02d}"
