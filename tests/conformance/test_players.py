"""One suite for every list of players: in memory, in SQLite, in PostgreSQL."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace
from tests.conformance.conftest import AnyStore

from sabot.adapters.memory import MemoryPlayers, MemoryStore
from sabot.adapters.sql import SqlPlayers
from sabot.errors import Malformed, Refused
from sabot.money import Currency
from sabot.service.players.registry import (
    PlayerRegistry,
    Registered,
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
    return MemoryPlayers() if isinstance(store, MemoryStore) else SqlPlayers(store.database)


def test_F17_a_player_is_found_by_our_id_which_names_the_operator(players: PlayerRegistry) -> None:
    assert players.enrol(ADA) == ADA
    assert players.enrol(BOB) == BOB
    assert players.find("acme:7") == ADA
    assert players.find("bob") == BOB
    assert players.find("acme:8") is players.find("bolt:7") is None


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


@pytest.mark.parametrize("twin", ["Ada", "ADA", "\u0410da", "\u00c0d\u00e0", "a_d_a"])
def test_two_players_have_no_nicknames_that_look_alike(players: PlayerRegistry, twin: str) -> None:
    players.enrol(ADA)
    with pytest.raises(Refused, match="account/nickname_taken"):
        players.enrol(replace(BOB, nickname=twin))
    assert players.find("bob") is None
    players.enrol(BOB)
    with pytest.raises(Refused, match="account/nickname_taken"):
        players.enrol(replace(BOB, nickname=twin))
    assert players.find("bob") == BOB


def test_a_nickname_that_is_given_up_is_free(players: PlayerRegistry) -> None:
    players.enrol(ADA)
    renamed = players.enrol(replace(ADA, nickname="Ivan"))
    assert players.enrol(replace(ADA, nickname="Ivan")) == renamed
    assert players.enrol(replace(BOB, nickname="Ada")).nickname == "Ada"
    with pytest.raises(Refused, match="account/nickname_taken"):
        players.enrol(replace(BOB, nickname="lvan"))  # a small L


def test_of_two_who_want_one_nickname_at_once_one_gets_it(players: PlayerRegistry) -> None:
    twins = [of_house(f"twin-{number}", nickname="Ivan", at_ms=1) for number in range(8)]

    def enrolled(twin: Registered) -> bool:
        try:
            return bool(players.enrol(twin))
        except Refused:
            return False

    with ThreadPoolExecutor(len(twins)) as pool:
        assert sum(pool.map(enrolled, twins)) == 1
    assert sum(players.find(twin.player_id) is not None for twin in twins) == 1


def test_names_of_staff_are_no_players(players: PlayerRegistry) -> None:
    assert players.reserve(["Dora", "dora.r"])
    assert players.reserve(["D0RA"])  # staff may be called alike
    with pytest.raises(Refused, match="account/nickname_taken"):
        players.enrol(replace(BOB, nickname="Dorа"))  # noqa: RUF001 -- with a Cyrillic letter
    players.enrol(BOB)
    assert not players.reserve(["Bob"])


def test_a_player_from_outside_is_shown_under_a_name_that_is_free(players: PlayerRegistry) -> None:
    directory = RegisteredPlayers(players)
    directory.enrol(replace(BOB, nickname="Ada"))
    shown = directory.welcome(ADA)
    assert shown.nickname.startswith("Ada-")
    assert directory.player("acme:7") == shown == directory.welcome(ADA)
    assert RegisteredPlayers(players).welcome(ADA) == shown
    directory.enrol(BOB)
    assert directory.welcome(replace(ADA, nickname="Ada L.")).nickname == "Ada L."
    assert directory.welcome(ADA).nickname == "Ada"  # Bob has given it up


def test_a_bot_is_marked(players: PlayerRegistry) -> None:
    players.enrol(bot("bot:Ambra", nickname="Ambra", at_ms=1))
    found = players.find("bot:Ambra")
    assert found is not None
    assert found.is_bot
    assert found.player.is_bot


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "nobody"])
def test_a_name_no_database_can_hold_is_nobodys(players: PlayerRegistry, name: str) -> None:
    assert players.find(name) is None


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
