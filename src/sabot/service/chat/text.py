"""What a line of chat may hold: readable text on one line.

Owns the normal form. Pure, and the same for all speakers.
"""

from __future__ import annotations

import unicodedata

from sabot.errors import Refused
from sabot.service.chat.refusals import ChatRefusal

LENGTH_MAX = 200
"""Characters of a line, after it is brought into its normal form."""

RAW_MAX = 4_000
"""Characters that are looked at; what is longer is refused unread."""

MARKS_MAX = 4
"""Combining marks on one letter: enough for every language, too few to cover other lines."""

# Controls, invisible marks of direction (bidi overrides among them), surrogates, private use.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_JOINERS = frozenset({"\u200c", "\u200d"})  # they spell words and emoji
_SPACES = frozenset({"Zs", "Zl", "Zp"})


def cleaned(text: str) -> str:
    """A line in its normal form, or a refusal.

    >>> cleaned("  well\\tplayed\\u202e ")
    'well played'
    """
    if len(text) > RAW_MAX:
        raise Refused(ChatRefusal.TOO_LONG, maximum=LENGTH_MAX)
    normal = unicodedata.normalize("NFC", "".join(_visible(letter) for letter in text))
    line = " ".join(_thinned(normal).split())
    if not line.strip("\u200c\u200d "):
        raise Refused(ChatRefusal.EMPTY)
    if len(line) > LENGTH_MAX:
        raise Refused(ChatRefusal.TOO_LONG, maximum=LENGTH_MAX, length=len(line))
    return line


def _visible(letter: str) -> str:
    if letter.isspace():
        return " "
    category = unicodedata.category(letter)
    if category in _SPACES:
        return " "
    return "" if category in _HIDDEN and letter not in _JOINERS else letter


def _thinned(text: str) -> str:
    """The text with at most so many marks on a letter."""
    kept: list[str] = []
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= MARKS_MAX:
            kept.append(letter)
    return "".join(kept)


def sameness(line: str) -> str:
    """What two lines have in common that say the same."""
    letters = unicodedata.normalize("NFKC", line).casefold()
    return "".join(letter for letter in letters if letter.isalnum()) or letters
