"""What staff write: reasons and announcements, as long as words and no longer."""

from __future__ import annotations

from sabot.errors import Refused

TEXT_MAX = 500


def text(given: str) -> str:
    """A reason is words: something, and not a novel.

    >>> text(" a card fell ")
    'a card fell'
    """
    words = given.strip()
    if not 1 <= len(words) <= TEXT_MAX:
        raise Refused("text/length", minimum=1, maximum=TEXT_MAX)
    return words
