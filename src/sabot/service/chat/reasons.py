"""Why a moderator acted, as codes: the log counts them, and words say what happened."""

from __future__ import annotations

from enum import StrEnum

from sabot.errors import Refused
from sabot.service.chat.refusals import ChatRefusal


class Reason(StrEnum):
    """The list of the moderators."""

    ABUSE = "abuse"
    THREAT = "threat"
    SPAM = "spam"
    ADVERT = "advert"
    CONTACT = "contact"  # an address or a number, or a meeting elsewhere
    COLLUSION = "collusion"
    MINOR = "minor"  # a player who seems to be under age
    LANGUAGE = "language"
    OTHER = "other"


def written(code: str, words: str) -> str:
    """A coded reason as it is kept with the act.

    >>> written("spam", "the same line in three rooms"), written("", "as agreed")
    ('spam: the same line in three rooms', 'as agreed')
    """
    if code and code not in Reason.__members__.values():
        raise Refused(ChatRefusal.NO_SUCH_REASON, reason=code)
    return f"{code}: {words}" if code else words
