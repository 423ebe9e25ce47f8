"""Codes that rules of any game are refused with; those of one game stand in its own package."""

from __future__ import annotations

from sabot.errors import Code, For


class PlayRefusal(Code):
    """What the rules of a round do not expect now; tables ask them first."""

    CARD_EXPECTED = "round/card_expected", For.HOUSE
    REVEAL_EXPECTED = "round/reveal_expected", For.HOUSE
    ANSWER_EXPECTED = "round/answer_expected", For.PLAYER
    OVER = "round/over", For.PLAYER
    EVERYBODY_ANSWERS = "round/everybody_answers", For.HOUSE
    NO_SEATS = "round/no_seats", For.HOUSE
    NO_SUCH_SEAT = "round/no_such_seat", For.HOUSE
    NOT_OVER = "round/not_over", For.HOUSE


class SettlementRefusal(Code):
    """A bet that no game could have taken."""

    SEAT_NOT_DEALT = "bet/seat_not_dealt", For.HOUSE


class ModeRefusal(Code):
    """Commission modes."""

    NOT_OFFERED = "mode/not_offered", For.PLAYER
    CHIPS_IN_THE_WAY = "mode/chips_in_the_way", For.PLAYER


class AutoStandRefusal(Code):
    """The wish to stand from a total on."""

    OUT_OF_RANGE = "auto_stand/out_of_range", For.PLAYER


class GameRefusal(Code):
    """Games that are not there."""

    UNKNOWN = "game/unknown", For.HOUSE


class EnumerationRefusal(Code):
    """What exact mathematics is not defined for."""

    TOO_SHORT = "shoe/too_short", For.HOUSE
