"""Passports: the code of every card of a set, as it is printed on the card.

Owns what a code looks like (`set:serial:card`), which codes make a whole set, and how a printer's
list is read. A code is kept as it was printed, because a scanner reads it so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from sabot.cards import Card
from sabot.errors import Malformed, Refused
from sabot.service.studio.refusals import PassportRefusal, SetRefusal

DECK = 52
DECKS_MAX = 8
SHOWN_MAX = 20
"""Codes that one refusal or count names."""

_SET = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,11}").fullmatch
_SERIAL = re.compile(r"[A-Za-z0-9-]{1,16}").fullmatch
_FIELDS = re.compile(r"[,;\t]")


def checked_set_id(set_id: str) -> str:
    """A name that fits into the barcode of each card."""
    if not _SET(set_id):
        raise Malformed("set/id", set=set_id[:32])
    return set_id


def card_of(code: str) -> Card:
    """The card that a code stands for; it is printed in our notation, or no scan would fit.

    >>> str(card_of("S1:017:TH"))
    'TH'
    """
    parts = code.split(":")
    if len(parts) != 3 or not _SET(parts[0]) or not _SERIAL(parts[1]):
        raise Malformed("passport/code", text=code[:64])
    card = Card.parse(parts[2])
    if str(card) != parts[2]:
        raise Malformed("passport/code", text=code[:64])
    return card


def own_deck(set_id: str, decks: int) -> tuple[str, ...]:
    """The codes of a set that we print ourselves, deck by deck in printed order.

    >>> own_deck("T1", 1)[:2]
    ('T1:001:AS', 'T1:002:AH')
    """
    name = checked_set_id(set_id)
    numbers = range(_checked_decks(decks) * DECK)
    return tuple(f"{name}:{number + 1:03}:{Card.from_ordinal(number % DECK)}" for number in numbers)


def read_list(text: str, set_id: str) -> tuple[str, ...]:
    """The codes of a printer's list: a code, or a serial and a card, on each line.

    Fields may be separated by commas, semicolons or tabs. A first line of headings is left out.

    >>> read_list("serial;card\\n001;AS\\nT1:002:AH\\n", "T1")
    ('T1:001:AS', 'T1:002:AH')
    """
    name = checked_set_id(set_id)
    return tuple(_codes(text.splitlines(), name))


def _codes(lines: Sequence[str], set_id: str) -> Iterator[str]:
    for number, line in enumerate(lines, start=1):
        fields = [field.strip(' "') for field in _FIELDS.split(line) if field.strip(' "')]
        try:
            yield from _code_among(fields, set_id)
        except Malformed:
            if number > 1:
                raise Malformed("passport/line", line=number) from None


def _code_among(fields: Sequence[str], set_id: str) -> Iterator[str]:
    """The code of a line; none of an empty one."""
    code = next((field for field in fields if field.count(":") == 2), None)
    if code is None and len(fields) > 1:
        code = f"{set_id}:{fields[0]}:{Card.parse(fields[1])}"
    if code is None and fields:
        code = fields[0]
    if code is not None:
        card_of(code)
        yield code


def checked_passport(set_id: str, decks: int, codes: Sequence[str]) -> tuple[str, ...]:
    """The codes of a whole set, or a refusal that says what is wrong with them."""
    needed = _checked_decks(decks)
    for code in codes:
        card_of(code)
        if code.partition(":")[0] != set_id:
            raise Refused(PassportRefusal.OTHER_SET, set=set_id, text=code[:64])
    if len(codes) != needed * DECK:
        raise Refused(PassportRefusal.WRONG_SIZE, needed=needed * DECK, found=len(codes))
    _check_serials(codes)
    for card, found in composition(codes).items():
        if found != needed:
            raise Refused(PassportRefusal.COMPOSITION, card=str(card), needed=needed, found=found)
    return tuple(codes)


def _check_serials(codes: Sequence[str]) -> None:
    serials = Counter(code.split(":")[1] for code in codes)
    serial, count = serials.most_common(1)[0]
    if count > 1:
        raise Refused(PassportRefusal.REPEATED, serial=serial)


def composition(codes: Sequence[str] | frozenset[str]) -> Counter[Card]:
    """How many of each of the 52 cards there are, also of those that are missing."""
    found: Counter[Card] = Counter({Card.from_ordinal(number): 0 for number in range(DECK)})
    found.update(card_of(code) for code in codes)
    return found


def _checked_decks(decks: int) -> int:
    if not 1 <= decks <= DECKS_MAX:
        raise Refused(SetRefusal.DECKS, decks=decks, maximum=DECKS_MAX)
    return decks
