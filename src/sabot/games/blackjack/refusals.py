"""Codes of blackjack alone."""

from __future__ import annotations

from sabot.errors import Code, For


class BlackjackRefusal(Code):
    """Bets and answers that no round of blackjack can hold."""

    TWICE = "bet/twice", For.HOUSE
    NOT_AN_EXTRA = "bet/not_an_extra", For.HOUSE
    NOT_DECIDED = "bet/not_decided", For.HOUSE
    WITHOUT_PARENT = "bet/without_parent", For.HOUSE
    NOT_WHAT_WAS_TAKEN = "bet/not_what_was_taken", For.HOUSE
    NEVER_OFFERED = "bet/never_offered", For.HOUSE
    ODDS_NOT_EVEN_MONEY = "odds/not_even_money", For.HOUSE
