"""What a line of chat may hold: readable text on one line, and no way to write a link.

Owns the normal form. Pure, and the same for everybody; who may write links is decided elsewhere.
"""

from __future__ import annotations

import re
import unicodedata

from sabot.errors import Refused

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

_LINK = re.compile(
    r"""
      [a-z][a-z0-9+.-]{1,20}://            # a scheme
    | \bwww\s?\.                           # a host that says so
    | \b[\w-]{2,}(?:\.|\s?[(\[]\s?dot\s?[)\]]\s?)  # a name, a dot, however it is written
      (?:com|net|org|info|biz|io|it|eu|uk|de|fr|es|ru|cn|tv|me|co|bet|casino|xyz|top|site|online|link|app|gg)\b
    | \bt\.me\b
    | [\w.+-]+@[\w-]+\.\w                  # an address of mail
    """,
    re.VERBOSE | re.IGNORECASE,
)


def cleaned(text: str) -> str:
    """A line in its normal form, or a refusal.

    >>> cleaned("  well\\tplayed\\u202e ")
    'well played'
    """
    if len(text) > RAW_MAX:
        raise Refused("chat/too_long", maximum=LENGTH_MAX)
    normal = unicodedata.normalize("NFC", "".join(_visible(letter) for letter in text))
    line = " ".join(_thinned(normal).split())
    if not line.strip("\u200c\u200d "):
        raise Refused("chat/empty")
    if len(line) > LENGTH_MAX:
        raise Refused("chat/too_long", maximum=LENGTH_MAX, length=len(line))
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


def has_link(line: str) -> bool:
    """Whether a line leads somewhere else, also in wide letters.

    >>> has_link("see www.example.com"), has_link("3.5 to one, ok.")
    (True, False)
    """
    return _LINK.search(unicodedata.normalize("NFKC", line)) is not None


def sameness(line: str) -> str:
    """What two lines have in common that say the same."""
    letters = unicodedata.normalize("NFKC", line).casefold()
    return "".join(letter for letter in letters if letter.isalnum()) or letters
