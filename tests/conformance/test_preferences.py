"""One suite for every store of settings."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.conformance.conftest import AnyStore

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.preferences import MemoryPreferences
from sabot.adapters.sql.readers.preferences import SqlPreferences
from sabot.service.players.preferences import PreferenceDesk, PreferencesRow, PreferenceStore

ADA = PreferencesRow(player_id="ada", revision=1, version=1, body=b'{"auto_stand":17}')


@pytest.fixture
def settings(store: AnyStore) -> PreferenceStore:
    return MemoryPreferences() if isinstance(store, MemoryStore) else SqlPreferences(store.database)


def test_F231_settings_come_back_as_they_were(settings: PreferenceStore) -> None:
    assert settings.find("ada") is settings.find("a\0b") is None
    assert settings.save(ADA)
    second = replace(ADA, revision=2, version=2, body=b"{}")
    assert settings.save(second)
    assert settings.find("ada") == second
    assert settings.find("bob") is None


@pytest.mark.parametrize("revision", [1, 3])
def test_a_row_that_does_not_follow_is_not_kept(settings: PreferenceStore, revision: int) -> None:
    assert not settings.save(replace(ADA, revision=2))
    settings.save(ADA)
    assert not settings.save(replace(ADA, revision=revision, body=b"{}"))
    assert settings.find("ada") == ADA


def test_F234_a_change_of_some_settings_leaves_the_others(settings: PreferenceStore) -> None:
    settings.save(ADA)
    desk = PreferenceDesk(settings, wish=lambda _player, _wishes: None)
    desk.change("ada", {"game": {"zero_commission": True}, "general": {"language": "it"}})
    held = desk.preferences("ada")
    assert (held.auto_stand, held.game.zero_commission, held.general.language) == (17, True, "it")
