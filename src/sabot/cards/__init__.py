"""Cards and nothing else: ranks, suits, decks and what is left of a shoe."""

from sabot.cards.card import Card, Rank, Suit, cards
from sabot.cards.composition import DECKS_MAX, Composition, full_deck

__all__ = ["DECKS_MAX", "Card", "Composition", "Rank", "Suit", "cards", "full_deck"]
