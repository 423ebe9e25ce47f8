"""Ways to reach a person outside of the house: links, addresses and telephone numbers.

Owns the search for them, also where they are spelled out ("nome chiocciola gmail punto com", "three
three three ...") or spread over a line. Ordinary talk about cards has numbers in it too: amounts,
scores, dates and counting stay allowed. Pure, and the same for chat and nicknames.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from sabot.service.chat.number_words import DIGITS_OF
from sabot.service.identity.lookalikes import plain

DIGITS_MIN = 8
"""Digits of a telephone number without blanks, or in groups; Italian ones have 8 to 11."""

LIST_DIGITS_MIN = {1: 10, 2: 10, 3: 9}
"""Digits in groups of at most so many, which may as well be a list of numbers."""

SPELLED_DIGITS_MIN = 7
HINTED_DIGITS_MIN = 6
"""Digits beside a word such as *telefono*."""

STAKES_MIN = 3
STAKE_STEP = 5
TOTAL_MAX = 31
"""No total at a table is higher; pairs of digits up to it are totals rather than a number."""

_HOSTS = (
    "com|net|org|info|biz|io|it|eu|uk|de|fr|es|ru|cn|tv|me|co|bet|casino|xyz|top|site|online|link"
    "|app|gg"
)
_SPELLED_HOSTS = "com|net|org|it|eu|ru"
_MAIL = "gmail|hotmail|outlook|yahoo|libero|icloud|protonmail|tiscali|virgilio|aol|gmx|fastwebnet"

_LINK = re.compile(
    rf"""
      [a-z][a-z0-9+.-]{{1,20}}://            # a scheme
    | \bwww\s?\.                             # a host that says so
    | \b[\w-]{{2,}}(?:\.|\s?[(\[{{]\s?(?:dot|punto|\.)\s?[)\]}}]\s?)(?:{_HOSTS})\b
    | \b[\w-]{{2,}}\s+\.\s*(?:com|net|org)\b(?!')   # a blank before the dot
    | \b[\w-]{{2,}}\s+(?:dot|punto)\s+(?:{_SPELLED_HOSTS})\b(?!')
    | \bt\.me\b
    | [\w.+-]+@[\w-]+\.\w                    # an address of mail
    | \w@\s*\w | \w\s+@\s+\w                 # one that is not finished; "ciao @ada" is not one
    | (?:@|[(\[{{]\s?at\s?[)\]}}]|\b(?:at|chiocciola|chiocciolina))\s*(?:{_MAIL})\b
    | [\w.]+\s*(?:[(\[{{]\s?(?:at|chiocciola)\s?[)\]}}])\s*\w
    | \bchiocciol(?:a|ina)\s+[\w-]+\s*(?:\.|\bpunto\b|\bdot\b)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_HINT = re.compile(
    r"\b(?:tel|telefono|telefonami|telefona|cell|cellulare|whatsapp|whats|wa|chiamami|scrivimi|phone"
    r"|call|text|mobile|numero|number)\b"
)
_DATE = re.compile(r"\b(?:\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2})\b")
_SCORES = re.compile(r"\b\d{1,2}\s?-\s?\d{1,2}(?:[\s,;]+\d{1,2}\s?-\s?\d{1,2})+\b")
_AMOUNT = re.compile(
    r"(?<![\d.,])\d{1,3}(?:(?:\.\d{3}){1,2}(?:,\d{1,2})?|(?:,\d{3}){1,2}(?:\.\d{1,2})?)(?![.,]?\d)"
)
_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")
_LETTER_AS_DIGIT = re.compile(r"(?<=\d)[oil]|[oil](?=\d)")
_BETWEEN = frozenset(["+", ".", ",", "-", "/", "(", ")", "_", "*", "~", "e", "and", "poi", "then"])
"""What may stand between two digits of one number."""

_REPEATED = {"doppio": 2, "double": 2, "triplo": 3, "triple": 3}
_AS_DIGIT = str.maketrans("oil", "011")


def leads_elsewhere(line: str) -> bool:
    """Whether a line holds a link, an address or a telephone number.

    >>> leads_elsewhere("ada at gmail dot com"), leads_elsewhere("3.5 to one, ok.")
    (True, False)
    """
    return has_address(line) or has_telephone(line)


def has_address(line: str) -> bool:
    """Whether a line holds a link, the name of a host or an e-mail address.

    >>> has_address("see www.example.com"), has_address("ok . it was me")
    (True, False)
    """
    return _LINK.search(_normal(line)) is not None


def has_telephone(line: str) -> bool:
    """Whether a line holds a telephone number, in digits or in words.

    >>> has_telephone("tre tre tre, 45 67 89 0"), has_telephone("punto 5 euro, poi 21+3")
    (True, False)
    """
    text = _normal(line).casefold()
    for harmless in (_DATE, _SCORES):
        text = harmless.sub(" ; ", text)
    least = HINTED_DIGITS_MIN if _HINT.search(text) else None
    text = _AMOUNT.sub(_short_amount, text)
    return any(_is_telephone(run, least) for run in _runs(_LETTER_AS_DIGIT.sub(_as_digit, text)))


def _normal(line: str) -> str:
    """A line with wide, small and foreign digits as plain ones, and letters as they look."""
    parts = unicodedata.normalize("NFKD", line)
    seen = (one for one in parts if not unicodedata.category(one).startswith(("M", "C")))
    digits = "".join(str(unicodedata.decimal(one, one)) for one in seen)
    # Letters only: digits look like letters, and a number must stay one.
    return "".join(one if one.isascii() else plain(one) for one in digits)


def _short_amount(found: re.Match[str]) -> str:
    """An amount as one number; a long one is left as it is, for it may be none."""
    digits = "".join(one for one in found[0] if one.isdigit())
    return found[0] if len(digits) > DIGITS_MIN else f" {digits[: DIGITS_MIN - 1]} ; "


def _as_digit(found: re.Match[str]) -> str:
    return found[0].translate(_AS_DIGIT)


class _Run(list[str]):
    """Groups of digits that may be one number, and whether words are among them."""

    spelled = False

    @property
    def digits(self) -> str:
        return "".join(self)


def _runs(text: str) -> Iterator[_Run]:
    run, times = _Run(), 1
    for token in _TOKEN.findall(text):
        digits = token if token.isdecimal() else DIGITS_OF.get(token)
        if digits is not None:
            run.spelled |= not token.isdecimal()
            run.append(digits * times)
            times = 1
        elif token in _REPEATED:
            times = _REPEATED[token]
        elif token not in _BETWEEN:
            yield run
            run, times = _Run(), 1
    yield run


def _is_telephone(run: _Run, least: int | None) -> bool:
    count = len(run.digits)
    if _is_counting(run):
        return False
    if least is not None and count >= least and len(run) > 1:
        return True
    if run.spelled:
        return count >= SPELLED_DIGITS_MIN
    longest = max(map(len, run), default=0)
    return count >= (DIGITS_MIN if len(run) == 1 else LIST_DIGITS_MIN.get(longest, DIGITS_MIN))


def _is_counting(run: _Run) -> bool:
    """Whether numbers are counted, repeated, totals or stakes rather than parts of one number."""
    numbers = [int(group) for group in run]
    if len(numbers) > 2 and len({later - earlier for earlier, later in pairwise(numbers)}) == 1:
        return True  # the same number again and again, too
    if any(group.startswith("0") for group in run):
        return False
    totals = len(numbers) > 1 and TOTAL_MAX >= max(numbers) >= 10
    stakes = len(numbers) >= STAKES_MIN and all(number % STAKE_STEP == 0 for number in numbers)
    return totals or stakes
