"""Reasons as codes: what players may read of a stop, a cancel or a change of cards.

Clients translate them. Words that staff wrote are for staff, and reach players by no event; an
older event without a code is told as `studio/procedure`.
"""

from __future__ import annotations

from enum import StrEnum

from sabot.errors import ON_DUTY, Code, For, Refused
from sabot.table.staff.refusals import ReasonRefusal


class Public(StrEnum):
    """Why staff stopped a table or cancelled a round, as players read it (F242)."""

    PROCEDURE = "studio/procedure"
    MIS_SCAN = "studio/mis_scan"
    CARD_ON_FLOOR = "studio/card_on_floor"
    CARDS_MIXED = "studio/cards_mixed"
    DEALER_ERROR = "studio/dealer_error"
    EQUIPMENT = "studio/equipment"
    VIDEO = "studio/video"
    INVESTIGATION = "studio/investigation"


class OfTheHouse(Code):
    """Why the house stopped a table or cancelled a round: incidents, and what it does by itself.

    Players read all of these as reasons; a scan that is an incident is refused with its code.
    """

    LOST = "studio/lost", *ON_DUTY
    RESTARTED = "studio/restarted", *ON_DUTY
    MALFUNCTION = "table/malfunction", For.PLAYER, *ON_DUTY
    EARLY = "scan/early", *ON_DUTY
    REPEATED = "scan/repeated", *ON_DUTY
    FOREIGN = "scan/foreign", *ON_DUTY
    UNREADABLE = "scan/unreadable", *ON_DUTY
    UNEXPECTED = "scan/unexpected", *ON_DUTY
    TOO_MANY = "scan/too_many", *ON_DUTY
    OUT_OF_ORDER = "scan/out_of_order", *ON_DUTY
    NOT_PROMISED = "scan/not_promised", *ON_DUTY
    BAD_BARCODE = "scan/bad_barcode", *ON_DUTY
    DROPPED = "cards/dropped", *ON_DUTY
    PROMISE_LOST = "shoe/promise_lost", *ON_DUTY, For.HOUSE
    LEFT = "for_fun/left", For.HOUSE


class Change(StrEnum):
    """Why a person, or the clock, has the cards changed (F95, F96)."""

    AGE = "age"
    IDLE = "idle"
    VIDEO_LOST = "video_lost"
    DROPPED_CARDS = "dropped_cards"
    BAD_BARCODE = "bad_barcode"
    WORN = "worn"
    SECURITY = "security"
    SET_CHANGED = "set_changed"
    SETTINGS = "settings"


class Retired(StrEnum):
    """Why the table itself gives up a shoe, besides the reasons of `Change`."""

    CUT_CARD = "cut_card"
    ROUND_OVER = "round_over"
    ROUND_CANCELLED = "round_cancelled"
    CARD_REMOVED = "card_removed"
    PROMISE_BROKEN = "promise_broken"
    PROMISE_LOST = "promise_lost"
    REPLACED = "replaced"
    TABLE_WAS_OFF = "table_was_off"
    LEFT = "for_fun/left"  # the one player of a private table went away


SHUFFLED_AGAIN = frozenset(
    {Retired.CUT_CARD, Retired.ROUND_OVER, Retired.ROUND_CANCELLED, Retired.CARD_REMOVED}
)
"""Reasons after which the same cards may be shuffled and come back (F93, F102)."""

_PUBLIC = frozenset({each.value for each in (*Public, *OfTheHouse)})
_CHANGES = frozenset(each.value for each in Change)
_RETIRED = frozenset({each.value for each in (*Change, *Retired)})

OTHER_CHANGE = "changed"
"""What players read of a reason that an older version stored in words."""


def public_code(given: str) -> str:
    """Give the code that players read: the one that was chosen, or `studio/procedure`.

    >>> public_code(""), public_code("studio/equipment")
    ('studio/procedure', 'studio/equipment')
    """
    if given not in {"", *(each.value for each in Public)}:
        raise Refused(ReasonRefusal.UNKNOWN, reason=given)
    return given or Public.PROCEDURE.value


def change_code(given: str, *, of_the_house: bool) -> str:
    """Give the reason of a change of cards, which is one of the list.

    >>> change_code("worn", of_the_house=False)
    'worn'
    """
    if given not in (_RETIRED if of_the_house else _CHANGES):
        raise Refused(ReasonRefusal.UNKNOWN, reason=given)
    return given


def read_by_players(reason: str, public: str = "") -> str:
    """Say what players read of an event with these words and this code.

    >>> read_by_players("Bob dropped it again"), read_by_players("scan/early")
    ('studio/procedure', 'scan/early')
    >>> read_by_players("Bob again", "studio/card_on_floor"), read_by_players("bob/again")
    ('studio/card_on_floor', 'studio/procedure')
    """
    told = public or reason
    return told if told in _PUBLIC else Public.PROCEDURE.value


def change_read_by_players(reason: str) -> str:
    """Say what players read of the reason a shoe was retired for.

    >>> change_read_by_players("cut_card"), change_read_by_players("Bob spilled his tea")
    ('cut_card', 'changed')
    """
    return reason if reason in _RETIRED else OTHER_CHANGE
