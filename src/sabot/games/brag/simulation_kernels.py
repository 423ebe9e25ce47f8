"""The compiled loop that deals brag rounds and counts what they come to.

A round is six cards off a shuffled deck: three for the player, three for the dealer, as `round.py`
deals them. The loop counts events and knows neither bets nor pay tables nor who would have played.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.games.brag.kernel_tables import UNSUITED, HandTables, hand_index
from sabot.maths.compiled import compiled, inlined
from sabot.maths.rng import BATCH, Shoe, Words, shuffle_on

_hand_index = inlined(hand_index)


class Chance(NamedTuple):
    """A deck, and the random numbers that shuffle it."""

    deck: Shoe
    refused_under: Words
    state: Words


class Counts(NamedTuple):
    """How often each class of player hand met each of `DUELS`, and each `PokerHand` showed."""

    duels: NDArray[np.int64]
    poker: NDArray[np.int64]


@compiled
def deal_rounds(
    rounds: int, chance: Chance, tables: HandTables, class_of: NDArray[np.int16], counts: Counts
) -> None:
    """Add so many rounds to the counts."""
    deck = chance.deck
    for _ in range(rounds):
        # One random word places six cards, and six cards are a round.
        shuffle_on(deck, np.uint64(0), np.uint64(BATCH), chance.refused_under, chance.state)
        player = place_of(deck[0], deck[1], deck[2])
        dealer = place_of(deck[3], deck[4], deck[5])
        duel = duel_of(tables.strengths[player], tables.strengths[dealer], tables.qualifying)
        counts.duels[class_of[player], duel] += 1
        kind = tables.poker_by_ranks[tables.ranks[player], tables.ranks[dealer]]
        # Five of six cards of one suit: one of the two hands is all of that suit.
        suit = min(tables.suits[player], tables.suits[dealer])
        if suit != UNSUITED:
            cards = tables.masks[player] | tables.masks[dealer]
            bits = (cards >> np.uint64(16 * suit)) & np.uint64(0x1FFF)
            kind = max(kind, tables.poker_by_suited[bits])
        counts.poker[kind] += 1


@inlined
def place_of(one: int, two: int, three: int) -> int:
    """The `hand_index` of three cards in any order."""
    low, high = min(one, two), max(one, two)
    middle = max(low, min(high, three))
    return _hand_index(min(low, three), middle, max(high, three))


@inlined
def duel_of(player: int, dealer: int, qualifying: int) -> int:
    """The place in `DUELS` of two strengths."""
    better = 0 if player > dealer else (1 if player < dealer else 2)
    return better + (3 if dealer >= qualifying else 0)
