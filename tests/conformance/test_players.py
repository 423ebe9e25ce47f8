"""One suite for every list of players: in memory, in SQLite, in PostgreSQL."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.conformance.conftest import AnyStore

from sabot.adapters.memory import MemoryPlayers, MemoryStore
from sabot.adapters.sql import SqlPlayers
from sabot.errors import Malformed, Refused
from sabot.money import Currency
from sabot.service.registry import (
    PlayerRegistry,
    RegisteredPlayers,
    bot,
    checked,
    of_house,
    of_operator,
)

ADA = of_operator("acme", "7", nickname="Ada", currency=Currency.GBP, at_ms=5)
BOB = of_house("bob", nickname="Bob", at_ms=6)


@pytest.fixture
def players(store: AnyStore) -> PlayerRegistry:
    return MemoryPlayers() if isinstance(store, MemoryStore) else SqlPlayers(store)


def test_F17_a_player_is_found_by_our_id_and_by_the_operators(players: PlayerRegistry) -> None:
    assert players.enrol(ADA) == ADA
    assert players.enrol(BOB) == BOB
    assert players.find("acme:7") == players.find_theirs("acme", "7") == ADA
    assert players.find("bob") == BOB
    assert players.find("acme:8") is players.find_theirs("bolt", "7") is None


def test_only_the_nickname_may_change(players: PlayerRegistry) -> None:
    players.enrol(ADA)
    renamed = players.enrol(replace(ADA, nickname="Ada L.", created_at_ms=99))
    assert renamed == replace(ADA, nickname="Ada L.") == players.find("acme:7")
    for other in (
        replace(ADA, currency=Currency.EUR),
        replace(ADA, operator="bolt"),
        replace(ADA, operator=None, operator_player=None),
        replace(ADA, is_bot=True),
    ):
        with pytest.raises(Refused) as refusal:
            players.enrol(other)
        assert refusal.value.code == "player/other_identity"
    assert players.find("acme:7") == renamed


def test_nicknames_are_no_key(players: PlayerRegistry) -> None:
    twins = [of_house(name, nickname="Ada", at_ms=1) for name in ("one", "two")]
    assert [players.enrol(twin) for twin in twins] == twins


def test_a_bot_is_marked(players: PlayerRegistry) -> None:
    players.enrol(bot("bot:Ambra", nickname="Ambra", at_ms=1))
    found = players.find("bot:Ambra")
    assert found is not None
    assert found.is_bot
    assert found.player.is_bot


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "nobody"])
def test_a_name_no_database_can_hold_is_nobodys(players: PlayerRegistry, name: str) -> None:
    assert players.find(name) is players.find_theirs(name, name) is None


def test_a_directory_answers_from_the_list_also_after_a_restart(players: PlayerRegistry) -> None:
    before = RegisteredPlayers(players)
    assert before.enrol(ADA) == ADA.player
    after = RegisteredPlayers(players)
    assert after.player("acme:7") == ADA.player
    assert after.player("acme:7").account == "operator:acme:GBP"
    with pytest.raises(Refused) as refusal:
        after.player("acme:8")
    assert refusal.value.code == "player/unknown"


@pytest.mark.parametrize(
    "wrong",
    [
        replace(BOB, player_id="acme:7"),
        replace(BOB, player_id=""),
        replace(BOB, player_id="b" * 201),
        replace(BOB, nickname="b" * 201),
        replace(BOB, is_bot=True),
        replace(BOB, operator_player="7"),
        replace(ADA, player_id="acme:8"),
        replace(ADA, operator="bolt"),
    ],
)
def test_an_id_says_whose_player_it_is(players: PlayerRegistry, wrong: object) -> None:
    with pytest.raises(Malformed):
        checked(wrong)  # type: ignore[arg-type]
    assert [checked(record) for record in (ADA, BOB)] == [ADA, BOB]
