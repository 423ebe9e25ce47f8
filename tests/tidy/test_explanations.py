"""Every fact by which a round is explained has its sentence in every language; none is left over.

Rounds of every game are played at random, with the same seed on every machine, until each code has
been seen. Shoes hold a few cards many times, so that pairs and ties are common.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import pytest

from sabot.cards import Card, full_deck
from sabot.gamekit import AnyGame, Ask, Bet, Deal, Done, Reveal, Role, deal_next
from sabot.games import registry
from sabot.games.blackjack.variants import TenUpBlackjack
from sabot.games.brag.variants import PairPlusOnFold
from sabot.money import Cents

GAMES = Path(__file__).resolve().parents[2] / "web/games"
ROUNDS = 400
SEATS = {"blackjack": frozenset({1, 2})}


def variants_of(game: AnyGame) -> Iterator[object]:
    """Each variant, and those that an operator may make of it."""
    for variant in game.variants.values():
        yield variant
        if game.id == "blackjack":
            yield replace(variant, ten_up_blackjack=TenUpBlackjack.ORIGINAL_BETS_ONLY)
        if game.id == "brag":
            yield replace(variant, pair_plus_on_fold=PairPlusOnFold.FORFEIT)


def first_bets(variant: object, seats: frozenset[int]) -> list[Bet]:
    specs = [spec for spec in variant.bets.values() if spec.role is not Role.EXTRA]  # type: ignore[attr-defined]
    numbers = count(1)
    return [
        Bet(
            id=f"b{next(numbers)}",
            player="ada",
            kind=str(spec.kind),
            stake=Cents(1_000),
            seat=seat,
        )
        for seat in (*sorted(seats),) or (None,)
        for spec in specs
        if spec.kind != "blind_play"
    ]


def shoe(decks: int, chance: Random) -> list[Card]:
    """Cards for one round; one deck is dealt as it is."""
    deck = list(full_deck())
    if decks == 1:
        return chance.sample(deck, 6)
    return chance.choices(chance.sample(deck, 5), k=60)


def explained(game: AnyGame, variant: object, chance: Random) -> set[str]:
    """The codes of one round."""
    seats = SEATS.get(game.id, frozenset())
    state, bets = game.start(variant, seats=seats), first_bets(variant, seats)
    cards = iter(shoe(variant.decks, chance))  # type: ignore[attr-defined]
    while not isinstance(expected := game.expects(state), Done):
        match expected:
            case Deal():
                state = deal_next(game, state, next(cards))
            case Reveal():
                state = game.reveal(state)
            case Ask(seat=None):
                yes = chance.random() < 0.5
                bets += game.extras(state, expected.options[0 if yes else 1].id, bets)
                state = game.close(state)
            case Ask():
                option = chance.choice(expected.options).id
                bets += game.extras(state, option, bets)
                state = game.choose(state, option)
    payouts = game.settle(state, bets)
    facts = [fact for payout in payouts for fact in game.explain(state, payout)]
    return {fact.code for fact in (*facts, *game.story(state))}


@pytest.mark.parametrize("name", sorted(registry()))
def test_F237_every_explanation_has_its_words_in_every_language(name: str) -> None:
    game, chance = registry()[name], Random(7)
    codes: set[str] = set()
    for variant in variants_of(game):
        for _ in range(ROUNDS):
            codes |= explained(game, variant, chance)
    for language in ("it", "en"):
        file = GAMES / name / "src/texts" / language / "history.json"
        texts = json.loads(file.read_text(encoding="utf-8"))
        assert set(texts["because"][name]) == codes, language
