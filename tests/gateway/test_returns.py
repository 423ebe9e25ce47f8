"""The returns that the server publishes are the ones the laboratory computes."""

from __future__ import annotations

import msgspec
from tools import returns

from sabot.games import variants
from sabot.gateway.returns import published_returns
from sabot.lab.returns import SPELLED, report


def test_F262_published_returns_are_the_computed_ones() -> None:
    published = msgspec.json.decode(returns.FILE.read_bytes())
    assert published == msgspec.to_builtins(returns.document())
    assert len(published) == 6


def test_F262_every_bet_that_can_be_placed_has_its_return() -> None:
    for name, (_, variant) in variants().items():
        told = published_returns(name)
        placed = {str(kind) for kind, spec in variant.bets.items() if spec.role in ("main", "side")}
        assert placed <= set(told)
        for kind, bet in report(name).bets.items():
            assert told[SPELLED.get(kind, kind)][0].decimal == bet.returned.decimal


def test_F262_an_unknown_variant_has_no_figures() -> None:
    assert published_returns("somebody's own") == {}
