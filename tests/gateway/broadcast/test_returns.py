"""The returns that the server publishes are the ones the laboratory computes."""

from __future__ import annotations

import msgspec

from sabot.games import registry, variants
from sabot.gateway.broadcast.returns import published_returns
from sabot.lab.published import document, file_of
from sabot.lab.returns import SPELLED, report


def test_F262_published_returns_are_the_computed_ones() -> None:
    for game in registry().values():
        published = msgspec.json.decode(file_of(game).read_bytes())
        assert published == msgspec.to_builtins(document(game))
        assert set(published) == set(game.variants)


def test_F262_every_bet_that_can_be_placed_has_its_return() -> None:
    for name, (_, variant) in variants().items():
        told = published_returns(name)
        placed = {str(kind) for kind, spec in variant.bets.items() if spec.role in ("main", "side")}
        assert placed <= set(told)
        for kind, bet in report(name).bets.items():
            assert told[SPELLED.get(kind, kind)][0].decimal == bet.returned.decimal


def test_F262_an_unknown_variant_has_no_figures() -> None:
    assert published_returns("somebody's own") == {}
