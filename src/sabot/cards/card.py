"""One playing card: what is printed on it, and how it is written down.

A card is a rank and a suit. What a rank is worth belongs to the games; which of eight
identical sevens this is belongs to the scanner.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from typing_extensions import override

from sabot.errors import Malformed


class Rank(StrEnum):
    """The thirteen ranks in printed order; the value is the notation."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"

    @property
    def ordinal(self) -> int:
        """Ace 0, two 1 … king 12.

        >>> Rank.KING.ordinal
        12
        """
        return _RANK_ORDINAL[self]


class Suit(StrEnum):
    """The four suits; the value is the notation."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def ordinal(self) -> int:
        """Spades 0, hearts 1, diamonds 2, clubs 3.

        >>> Suit.CLUBS.ordinal
        3
        """
        return _SUIT_ORDINAL[self]

    @property
    def red(self) -> bool:
        """Whether the suit is printed red.

        >>> [suit.red for suit in Suit]
        [False, True, True, False]
        """
        return self in (Suit.HEARTS, Suit.DIAMONDS)


_RANK_ORDINAL = {rank: index for index, rank in enumerate(Rank)}
_SUIT_ORDINAL = {suit: index for index, suit in enumerate(Suit)}


class Card(NamedTuple):
    """A rank and a suit.

    >>> Card.parse("9H")
    Card(rank=<Rank.NINE: '9'>, suit=<Suit.HEARTS: 'H'>)
    >>> str(Card(Rank.TEN, Suit.CLUBS))
    'TC'
    """

    rank: Rank
    suit: Suit

    @override
    def __str__(self) -> str:
        return self.rank + self.suit

    @property
    def ordinal(self) -> int:
        """A number from 0 to 51, rank by rank: AS 0, AH 1 … KC 51.

        >>> Card.parse("2S").ordinal
        4
        """
        return 4 * self.rank.ordinal + self.suit.ordinal

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card; both letters may be small, and `10` is a ten.

        >>> str(Card.parse("10d")), str(Card.parse("kc"))
        ('TD', 'KC')
        """
        card = _BY_NAME.get(text)
        if card is None and text.isascii():
            card = _BY_NAME.get(text.upper().replace("10", "T", 1))
        if card is None:
            raise Malformed("card/unreadable", card=text)
        return card

    @classmethod
    def from_ordinal(cls, ordinal: int) -> Card:
        """The card of a number from 0 to 51.

        >>> str(Card.from_ordinal(51))
        'KC'
        """
        if not 0 <= ordinal < len(_BY_ORDINAL):
            raise Malformed("card/no_such_number", number=ordinal)
        return _BY_ORDINAL[ordinal]


_BY_ORDINAL = tuple(Card(rank, suit) for rank in Rank for suit in Suit)
_BY_NAME = {str(card): card for card in _BY_ORDINAL}


def cards(text: str) -> tuple[Card, ...]:
    """Read several cards separated by spaces.

    >>> [str(card) for card in cards("9h Kd")]
    ['9H', 'KD']
    """
    return tuple(Card.parse(word) for word in text.split())
