"""Money: integer cents, odds to one, and the only function that rounds."""

from sabot.money.cents import Cents, Currency, format_cents
from sabot.money.odds import HALF_BACK, PUSH, Odds, odds, payout, portion, winnings

__all__ = [
    "HALF_BACK",
    "PUSH",
    "Cents",
    "Currency",
    "Odds",
    "format_cents",
    "odds",
    "payout",
    "portion",
    "winnings",
]
