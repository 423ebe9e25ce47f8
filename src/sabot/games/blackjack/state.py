"""A round of blackjack as it lies on the table, and what can be read from it.

Frozen facts and questions about them. How the facts change is in `play.py`; what a stake earns is
in `settlement.py`; what each audience may see is in `display.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cache

import msgspec
from msgspec.structs import replace

from sabot.cards import Card, Rank
from sabot.games.blackjack import rules
from sabot.games.blackjack.variants import BlackjackVariant, TenUpBlackjack


class Choice(StrEnum):
    """What a seat can decide; the last one is shown beside its nickname (F150)."""

    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"


class Hand(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The cards of one hand of a seat and what was last decided for it."""

    cards: tuple[Card, ...] = ()
    choice: Choice | None = None
    split: bool = False
    awaits_card: bool = False

    @property
    def total(self) -> int:
        """The best total."""
        return rules.hand_total(self.cards)

    @property
    def blackjack(self) -> bool:
        """Ace and ten-value card, unless they met after a split (F133, F137)."""
        return not self.split and rules.is_blackjack(self.cards)

    @property
    def bust(self) -> bool:
        """Over 21 and lost (F139)."""
        return rules.is_bust(self.cards)

    @property
    def doubled(self) -> bool:
        """Whether its one further card was bought (F134)."""
        return self.choice is Choice.DOUBLE

    @property
    def closed(self) -> bool:
        """Whether nothing more can be decided for this hand."""
        if self.choice in (Choice.STAND, Choice.DOUBLE) or self.total >= rules.TWENTY_ONE:
            return True
        return self.split and self.cards[0].rank is Rank.ACE  # F136: one card to each split ace.

    @property
    def contested(self) -> bool:
        """Whether the dealer's further cards can still change what this hand earns."""
        return not self.bust and not self.blackjack

    def with_card(self, card: Card) -> Hand:
        """The hand after the card it waited for."""
        return Hand(cards=(*self.cards, card), choice=self.choice, split=self.split)


class Box(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One staked seat: one hand, or two after its only split (F135)."""

    seat: int
    hands: tuple[Hand, ...] = (Hand(),)

    @property
    def split(self) -> bool:
        """Whether the seat has used its split."""
        return len(self.hands) > 1

    @property
    def doubled(self) -> bool:
        """Whether the seat has doubled; a split seat cannot (R9)."""
        return self.hands[0].doubled

    @property
    def first_two(self) -> tuple[Card, Card]:
        """The two cards dealt before any decision: the side bets are about them (F146)."""
        if self.split:
            return self.hands[0].cards[0], self.hands[1].cards[0]
        return self.hands[0].cards[0], self.hands[0].cards[1]

    def with_hand(self, index: int, hand: Hand) -> Box:
        """The box with one hand changed."""
        return Box(seat=self.seat, hands=(*self.hands[:index], hand, *self.hands[index + 1 :]))


class Spot(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Where a card can go: a hand of a seat, or the dealer's hand when the seat is None."""

    seat: int | None
    hand: int = 0

    @property
    def name(self) -> str:
        """The name of the hand on the layout: `seat:3:0` or `dealer`."""
        return "dealer" if self.seat is None else f"seat:{self.seat}:{self.hand}"


DEALER = Spot(seat=None)


@cache
def _spot(seat: int, hand: int) -> Spot:
    return Spot(seat=seat, hand=hand)


class State(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everything that happened in one round; seats stand in ascending order (F100).

    `dealer` holds the hole card from the moment it is scanned, face down; it may leave this object
    only through `display.py`.
    """

    variant: BlackjackVariant
    boxes: tuple[Box, ...]
    dealer: tuple[Card, ...] = ()
    insurance_over: bool = False
    hole_revealed: bool = False

    @property
    def opened(self) -> bool:
        """Whether every hand has its first two cards: the hole card is the last one (F100)."""
        return len(self.dealer) >= 2

    @property
    def dealer_total(self) -> int:
        """The dealer's best total, hole card included."""
        return rules.hand_total(self.dealer)

    @property
    def dealer_blackjack(self) -> bool:
        """Whether the dealer's first two cards are a blackjack, hole card included."""
        return rules.is_blackjack(self.dealer)

    @property
    def dealer_peeks(self) -> bool:
        """Whether the hole card is checked before any decision (F142, R9)."""
        up = self.dealer[0]
        if up.rank is Rank.ACE:
            return True
        ten_up = rules.value(up) == 10
        return ten_up and self.variant.ten_up_blackjack is TenUpBlackjack.PEEK

    @property
    def cards_used(self) -> int:
        """How many cards left the shoe."""
        return len(self.dealer) + sum(len(hand.cards) for _, hand in self.hands())

    def hands(self) -> Iterator[tuple[Spot, Hand]]:
        """Every hand in the order of play (F101)."""
        for box in self.boxes:
            for index, hand in enumerate(box.hands):
                yield _spot(box.seat, index), hand

    def box(self, seat: int | None) -> Box | None:
        """The box of a seat, if it was staked."""
        for box in self.boxes:
            if box.seat == seat:
                return box
        return None

    def with_box(self, changed: Box) -> State:
        """The round with one box changed."""
        boxes = tuple([changed if box.seat == changed.seat else box for box in self.boxes])
        return replace(self, boxes=boxes)
