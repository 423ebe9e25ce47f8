"""Numbers in words, Italian and English, as the digits that they stand for.

Owns the words up to 999 in Italian, where each is one word, and up to 20 and the tens in English.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

_UNITS = ["zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove"]
_TEENS = [
    "dieci",
    "undici",
    "dodici",
    "tredici",
    "quattordici",
    "quindici",
    "sedici",
    "diciassette",
    "diciotto",
    "diciannove",
]
_TENS = ["venti", "trenta", "quaranta", "cinquanta", "sessanta", "settanta", "ottanta", "novanta"]
_VOWELS = "uo"
"""Uno and otto take the last letter of the tens away: ventuno, ventotto."""

_ENGLISH = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
_ENGLISH_TENS = ["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def _italian(number: int) -> str:
    """A number below 1000 in Italian, without accents.

    >>> _italian(28), _italian(333)
    ('ventotto', 'trecentotrentatre')
    """
    if number < len(_UNITS):
        return _UNITS[number]
    if number < 20:
        return _TEENS[number - 10]
    if number < 100:
        tens, unit = _TENS[number // 10 - 2], _UNITS[number % 10] if number % 10 else ""
        return (tens[:-1] if unit[:1] in _VOWELS and unit else tens) + unit
    hundreds, rest = divmod(number, 100)
    return ("" if hundreds == 1 else _UNITS[hundreds]) + "cento" + (_italian(rest) if rest else "")


def _words() -> Iterator[tuple[str, str]]:
    for number in range(1_000):
        yield _italian(number), str(number)
    for number, word in enumerate(_ENGLISH):
        yield word, str(number)
    for number, word in enumerate(_ENGLISH_TENS, start=3):
        yield word, str(10 * number)


DIGITS_OF: Mapping[str, str] = dict(_words())
"""The digits of each word, without accents and in small letters."""
