"""How long a text of staff may be: a reason or an announcement."""

from __future__ import annotations

from sabot.errors import Refused
from sabot.table.staff.refusals import TextRefusal

TEXT_MAX = 500


def text(given: str) -> str:
    """Strip a reason or an announcement; refuse an empty or a very long one.

    >>> text(" a card fell ")
    'a card fell'
    """
    words = given.strip()
    if not 1 <= len(words) <= TEXT_MAX:
        raise Refused(TextRefusal.LENGTH, minimum=1, maximum=TEXT_MAX)
    return words
