"""What a name looks like, so that two names that a reader would confuse count as the same.

Owns the keys of a name. The table of look-alike letters is that of Unicode (UTS 39), written by
`tools/confusables.py`. Pure: the list of players knows which names are taken.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files

_MARKS = (0x300, 0x36F)
"""The combining marks that Latin, Greek and Cyrillic letters carry."""

_TWINS = (("rn", "m"), ("vv", "w"))
"""Pairs that look like one letter. UTS 39 has the first; other letters turn into the second."""


def lookalike_keys(name: str) -> tuple[str, ...]:
    """The keys of a name, in order. Two names look alike when they share a key.

    There are up to two keys: as the name is written, where a capital I is a small L, and in small
    letters, where it is an I. One key for both would make *Lia* and *Ila* the same name.

    >>> lookalike_keys("Ada"), lookalike_keys("\\u0410DA"), lookalike_keys("Ivan")
    (('ada',), ('ada',), ('ivan', 'lvan'))
    """
    return tuple(sorted({looks_like(name), looks_like(name.casefold())}))


def looks_like(name: str) -> str:
    """A name in plain small letters and digits that look like it, without separators.

    >>> looks_like("M\\u0430rta_0"), looks_like("barn"), looks_like("Łukasz")
    ('martao', 'bam', 'lukasz')
    """
    letters = "".join(letter for letter in plain(name) if letter.isalnum() or _is_mark(letter))
    for pair, letter in _TWINS:
        letters = letters.replace(pair, letter)
    return letters


def plain(text: str) -> str:
    """Replace each letter of a text by the one it looks like; separators stay."""
    parts = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))
    seen = "".join(_table().get(one, one) for one in parts if not _is_accent(one))
    # A second pass: small letters of one alphabet look like small letters of another.
    small = unicodedata.normalize("NFD", seen.casefold())
    return "".join(_table().get(one, one) for one in small if not _is_accent(one)).casefold()


def _is_accent(letter: str) -> bool:
    return _MARKS[0] <= ord(letter) <= _MARKS[1]


def _is_mark(letter: str) -> bool:
    """Say whether a character belongs to the letter before it, like vowels of many scripts."""
    return unicodedata.category(letter).startswith("M")


@cache
def _table() -> dict[str, str]:
    """What each letter looks like, read once."""
    text = (files(__package__) / "data" / "confusables.txt").read_text(encoding="utf-8")
    lines = (line.split("\t") for line in text.splitlines() if not line.startswith("# "))
    return {letter: like for like, letters in lines for letter in letters}
