"""Why a command of the terminal is refused."""

from __future__ import annotations

from sabot.errors import Code, For


class StrategyRefusal(Code):
    """Strategies of games that ask nothing."""

    NO_DECISIONS = "strategy/no_decisions", For.HOUSE
