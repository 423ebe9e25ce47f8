"""What a dealer announces: a closed list, so that no free text of staff reaches players (F242).

Clients have each phrase in their language, as text and as a recording.
"""

from __future__ import annotations

from enum import StrEnum

from sabot.errors import Refused
from sabot.table.staff.refusals import AnnounceRefusal


class Phrase(StrEnum):
    """An announcement."""

    WELCOME = "welcome"
    BETS_OPEN = "bets_open"
    LAST_BETS = "last_bets"
    NO_MORE_BETS = "no_more_bets"
    LAST_HAND = "last_hand"
    NEW_SHOE = "new_shoe"
    NEW_CARDS = "new_cards"
    DEALER_CHANGE = "dealer_change"
    PLEASE_WAIT = "please_wait"
    INVESTIGATION = "investigation"
    ROUND_CANCELLED = "round_cancelled"
    BLACKJACK = "blackjack"
    NO_BLACKJACK = "no_blackjack"
    DEALER_NOT_QUALIFIED = "dealer_not_qualified"
    THANKS = "thanks"


def phrase(given: str) -> str:
    """Give an announcement of the list.

    >>> phrase("welcome")
    'welcome'
    """
    if given not in Phrase.__members__.values():
        raise Refused(AnnounceRefusal.UNKNOWN, phrase=given)
    return given
