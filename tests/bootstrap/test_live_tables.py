"""Live tables as the settings name them."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.bootstrap.live_tables import live_tables
from sabot.errors import Malformed
from sabot.settings import Environment, LiveTable, NetworkSettings, Settings
from sabot.table.config import Opening


def table(**changes: Any) -> LiveTable:
    return LiveTable(**{"id": "live-1", "name": "Live", "like": "speed-1", **changes})


def test_F265_a_live_table_is_like_a_table_of_its_game_and_dealt_by_a_person() -> None:
    settings = Settings(live_tables=(table(burn=True), table(id="live-2", rehearsal=True)))
    real, rehearsal = live_tables(settings)
    assert (real.live, real.opening, real.passports, real.burn) == (
        True,
        Opening.DEALER,
        True,
        True,
    )
    assert (real.variant.id, real.laid_before_close) == ("speed_baccarat", 6)
    assert (rehearsal.live, rehearsal.passports, rehearsal.deal_now) == (True, False, False)


@pytest.mark.parametrize("changes", [{"id": "speed-1"}, {"id": "fun-x"}, {"like": "no-such-table"}])
def test_a_live_table_has_a_name_of_its_own_and_a_pattern(changes: dict[str, str]) -> None:
    with pytest.raises(Malformed, match="settings/live_table"):
        live_tables(Settings(live_tables=(table(**changes),)))


@pytest.mark.parametrize("name", ["", "Live", "a.b", "a:b", "x" * 33])
def test_the_id_of_a_table_is_plain(name: str) -> None:
    with pytest.raises(Malformed, match="settings/live_table"):
        table(id=name)


def test_two_live_tables_have_two_names() -> None:
    with pytest.raises(Malformed, match="settings/live_table_twice"):
        Settings(live_tables=(table(), table()))


def test_production_has_no_rehearsal() -> None:
    network: Any = {"secure": True, "public_address": "https://play.example"}

    with pytest.raises(Malformed, match="settings/not_in_production"):
        Settings(
            environment=Environment.PRODUCTION,
            bots=0,
            network=NetworkSettings(**network),
            live_tables=(table(rehearsal=True),),
        )
