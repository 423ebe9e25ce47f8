"""Names of private tables say which game and whose."""

from __future__ import annotations

import pytest

from sabot.service.private.names import (
    belongs_to,
    is_private,
    private_variants,
    table_id_of,
    variant_of,
)


@pytest.mark.parametrize("variant", private_variants().values())
def test_F263_a_player_has_one_table_of_each_game_and_it_is_nobody_elses(variant: str) -> None:
    table = table_id_of("ada", variant)
    assert is_private(table)
    assert variant_of(table) == variant
    assert belongs_to(table, "ada")
    assert not belongs_to(table, "bea")


@pytest.mark.parametrize("table", ["brag-1", "fun-", "fun-chess-7xxegdkaxvl5", "fun"])
def test_F263_another_id_is_no_table_of_anybody(table: str) -> None:
    assert variant_of(table) is None
    assert not belongs_to(table, "ada")
