"""The cards in a rehearsal's hands: which code lies on top."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sabot.cards import full_deck
from sabot.rehearsal.script import Chance


def made_up(shoe: str, decks: int, *, tag: str) -> list[str]:
    """Codes for a shoe without sets; `tag` keeps them apart from those of an earlier rehearsal.

    >>> made_up("live-1.3", 1, tag="x")[0]
    'live-1.3:x001:AS'
    """
    cards = [str(card) for _ in range(decks) for card in full_deck()]
    return [f"{shoe}:{tag}{number:03}:{card}" for number, card in enumerate(cards, start=1)]


def card_of(code: str) -> str:
    """The card that a code names.

    >>> card_of("live-1.3:x001:AS")
    'AS'
    """
    return code.rpartition(":")[2]


class Pile:
    """Shuffled cards, taken from the top. It never takes a code twice."""

    def __init__(self, codes: Iterable[str], chance: Chance) -> None:
        self._codes = list(codes)
        for last in range(len(self._codes) - 1, 0, -1):
            other = chance(last + 1)
            self._codes[last], self._codes[other] = self._codes[other], self._codes[last]

    def __len__(self) -> int:
        return len(self._codes)

    def take(self) -> str:
        """The card on top, which leaves the pile."""
        return self._codes.pop()

    def put_back(self, code: str) -> None:
        """Lay a card on top again that was only looked at."""
        self._codes.append(code)

    def burn(self, count: int) -> None:
        """Put so many aside."""
        del self._codes[len(self._codes) - count :]

    def without(self, seen: Sequence[str]) -> None:
        """Take out cards that lie on the table already."""
        gone = frozenset(seen)
        self._codes = [code for code in self._codes if code not in gone]
