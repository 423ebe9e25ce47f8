"""Sabot: a live casino whose rules, odds and payouts can be checked by anyone."""

__version__ = "0.1.0"
