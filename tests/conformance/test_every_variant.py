"""What every game folder offers: found without a list, and coherent in itself."""

from collections.abc import Iterable
from pathlib import Path

import pytest

import sabot.games
from sabot.cards import DECKS_MAX
from sabot.gamekit import BetSpec, Role
from sabot.games import registry, variants

VARIANTS = variants()
EVERY_VARIANT = pytest.mark.parametrize("variant_id", sorted(VARIANTS))


def test_the_registry_finds_exactly_the_folders_that_are_there() -> None:
    folder = Path(sabot.games.__file__).parent
    folders = {path.parent.name for path in folder.glob("*/__init__.py")}
    assert set(registry()) == folders
    assert all(game.id == name for name, game in registry().items())


def test_every_variant_is_found_by_an_id_of_its_own() -> None:
    found = [name for game in registry().values() for name in game.variants]
    assert len(found) == len(set(found)) == len(VARIANTS) >= len(registry())
    assert {name: variant.id for name, (_, variant) in VARIANTS.items()} == {n: n for n in found}


@EVERY_VARIANT
def test_a_variant_can_be_dealt(variant_id: str) -> None:
    _, variant = VARIANTS[variant_id]
    assert variant.title
    assert 1 <= variant.decks <= DECKS_MAX
    assert 0 <= variant.cut_card_from_end < 52 * variant.decks
    assert variant.seats >= 0


def placed(specs: Iterable[BetSpec]) -> set[str]:
    return {spec.kind for spec in specs if spec.role is not Role.EXTRA}


@EVERY_VARIANT
def test_the_bets_of_a_variant_fit_together(variant_id: str) -> None:
    _, variant = VARIANTS[variant_id]
    bets = variant.bets
    assert any(spec.role is Role.MAIN and spec.on_by_default for spec in bets.values())
    for kind, spec in bets.items():
        assert spec.kind == kind
        assert 0 < spec.limits.minimum <= spec.limits.maximum
        assert max(spec.pays.values()) > 0
        assert min(spec.pays.values()) > -1  # below zero a part of the stake is lost
        assert spec.last_round_of_shoe is None or spec.last_round_of_shoe >= 1
        assert spec.needs_any_of | spec.at_most_sum_of <= placed(bets.values()) - {kind}
        # Verdicts on dependent bets look at what they lean on, which must not lean on more.
        assert not any(bets[other].needs_any_of for other in spec.needs_any_of)
        assert not any(bets[other].at_most_sum_of for other in spec.at_most_sum_of)
        assert not (spec.golden_chips and spec.role is Role.EXTRA)  # F180


@EVERY_VARIANT
def test_R16_opposite_bets_are_opposite_both_ways(variant_id: str) -> None:
    _, variant = VARIANTS[variant_id]
    bets = variant.bets
    for kind, spec in bets.items():
        assert spec.opposite <= placed(bets.values()) - {kind}
        assert all(kind in bets[other].opposite for other in spec.opposite)
        # Two kinds of one side face the same kinds: judging sums them as one.
        sides = {bets[other].opposite for other in spec.opposite}
        assert len(sides) <= 1


@EVERY_VARIANT
def test_F152_bets_behind_exist_only_where_there_are_seats(variant_id: str) -> None:
    _, variant = VARIANTS[variant_id]
    behind = any(spec.role is Role.BEHIND for spec in variant.bets.values())
    assert not behind or variant.seats > 1
