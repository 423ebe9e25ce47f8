"""Why a shoe cannot hold the cards that are asked of it."""

from __future__ import annotations

from sabot.errors import Code, For


class CardRefusal(Code):
    """Cards that a shoe does not hold."""

    NOT_IN_SHOE = "card/not_in_shoe", For.HOUSE


class CompositionRefusal(Code):
    """Cards that no shoe is made of."""

    IMPOSSIBLE = "shoe/impossible", For.HOUSE
