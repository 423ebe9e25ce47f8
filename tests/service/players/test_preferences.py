"""Settings: defaults, partial changes, refusals, and what reaches the tables."""

from __future__ import annotations

import msgspec
import pytest
from tests.service.hall import Hall, table
from tests.table.driver import Studio, blackjack_config, seven_config, speed_config
from tests.virtual_time import run_in_virtual_time
from typing_extensions import override

from sabot.adapters.memory.disk import Fault
from sabot.adapters.memory.preferences import MemoryPreferences
from sabot.errors import Corrupt, Malformed, Refused, Unavailable
from sabot.gamekit import Role
from sabot.games import variants
from sabot.service.players.preferences import (
    GOOD_ROADS,
    PreferenceDesk,
    Preferences,
    PreferencesRow,
    SideBets,
    kinds_of,
    patched,
    read,
    table_wishes,
)
from sabot.table import commands as c
from sabot.table.phases import Phase
from sabot.table.staging import Preferences as Wishes


def test_F230_F231_F234_F235_the_defaults() -> None:
    held = Preferences()
    general, game = held.general, held.game
    assert (general.muted, general.video, general.music, general.classic_view) == (
        True,
        True,
        False,
        False,
    )
    assert (general.table_sound, general.effects) == (True, True)  # three switches with music
    assert (game.zero_commission, game.dark_statistics, game.hide_my_bets) == (False,) * 3
    assert game.side_bets == frozenset(SideBets)
    assert len(held.multiplay.good_roads) == 12  # F212, F215: all on
    assert table_wishes(held) == Wishes()


def test_a_patch_changes_what_it_names_and_nothing_else() -> None:
    first = patched(Preferences(), {"general": {"volume": 80, "quality": "low"}})
    second = patched(first, {"general": {"volume": 10}, "auto_stand": 17, "favourites": ["a"]})
    assert (second.general.volume, second.general.quality) == (10, "low")
    assert (second.auto_stand, second.favourites) == (17, ("a",))
    assert patched(second, {}) == second


def test_nothing_means_the_default_again() -> None:
    held = patched(Preferences(), {"auto_stand": 17, "general": {"volume": 80, "muted": False}})
    assert patched(held, {"auto_stand": None, "general": {"volume": None}}) == patched(
        Preferences(), {"general": {"muted": False}}
    )
    assert patched(held, {"general": None, "auto_stand": None}) == Preferences()


def test_F215_patterns_are_switched_one_by_one_with_a_depth() -> None:
    held = patched(
        Preferences(),
        {"multiplay": {"good_roads": {"streak:player": None, "ping_pong:banker": 6}}},
    )
    assert set(GOOD_ROADS) - set(held.multiplay.good_roads) == {"streak:player"}
    assert held.multiplay.good_roads["ping_pong:banker"] == 6


@pytest.mark.parametrize(
    ("patch", "code"),
    [
        ({"colour": "red"}, "preferences/invalid"),
        ({"general": {"colour": "red"}}, "preferences/invalid"),
        ({"general": {"volume": 101}}, "preferences/invalid"),
        ({"general": {"volume": "loud"}}, "preferences/invalid"),
        ({"general": {"voice": "xx"}}, "preferences/invalid"),
        ({"general": 7}, "preferences/invalid"),
        ({"auto_stand": 11}, "preferences/invalid"),
        ({"auto_stand": 21}, "preferences/invalid"),
        ({"auto_stand": True}, "preferences/invalid"),
        ({"game": {"side_bets": ["pears"]}}, "preferences/invalid"),
        ({"multiplay": {"pinned": ["a", "b", "c", "d"]}}, "preferences/invalid"),
        ({"multiplay": {"pinned": ["a", "a"]}}, "preferences/twice"),
        ({"multiplay": {"pinned": ["a"], "hidden": ["a"]}}, "preferences/pinned_and_hidden"),
        ({"multiplay": {"good_roads": {"spiral:player": 3}}}, "preferences/unknown_pattern"),
        ({"favourites": ["x" * 65]}, "preferences/invalid"),
        ({"chat": {"muted": ["x"] * 201}}, "preferences/invalid"),
        ({"a": {"b": {"c": {"d": {"e": 1}}}}}, "preferences/invalid"),
    ],
)
def test_what_cannot_be_set_is_refused(patch: dict[str, object], code: str) -> None:
    with pytest.raises((Malformed, Refused)) as refusal:
        patched(Preferences(), patch)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("patch", "field"),
    [
        ({"colour": "red"}, "colour"),
        ({"general": {"colour": "red"}}, "general.colour"),
        ({"general": {"volume": 101}}, "general.volume"),
        ({"general": 7}, "general"),
        ({"a": {"b": {"c": {"d": {"e": 1}}}}}, "a.b.c.d"),
    ],
)
def test_what_cannot_be_read_names_its_field(patch: dict[str, object], field: str) -> None:
    with pytest.raises(Malformed) as refusal:
        patched(Preferences(), patch)
    assert refusal.value.data["field"] == field


def row(body: bytes, *, version: int = 1) -> PreferencesRow:
    return PreferencesRow(player_id="ada", revision=1, version=version, body=body)


def test_an_old_row_lacks_fields_and_gets_their_defaults() -> None:
    assert read(row(b"{}")) == Preferences()
    assert read(row(b'{"general":{"volume":3}}')).general.muted
    full = patched(Preferences(), {"auto_stand": 12, "game": {"side_bets": ["pairs"]}})
    assert read(row(msgspec.json.encode(full))) == full


@pytest.mark.parametrize(
    ("stored", "code"),
    [
        (row(b'{"colour":"red"}'), "preferences/unreadable"),
        (row(b"not json"), "preferences/unreadable"),
        (row(b"{}", version=2), "preferences/unknown_version"),
    ],
)
def test_a_row_nobody_can_read_is_not_guessed_at(stored: PreferencesRow, code: str) -> None:
    with pytest.raises(Corrupt, match=code):
        read(stored)


def test_F238_the_wishes_are_handed_to_the_tables_once_they_are_stored() -> None:
    heard: list[tuple[str, Wishes]] = []
    store = MemoryPreferences()
    desk = PreferenceDesk(store, wish=lambda player, wishes: heard.append((player, wishes)))
    behind = {"bet_behind": {"follow_double": False}}
    desk.change("ada", {"auto_stand": 15, "game": {"auto_confirm": False}, **behind})
    wished = Wishes(follow_double=False, auto_stand=15, auto_confirm=False)
    assert heard == [("ada", wished)]
    desk.change("ada", {"auto_stand": 15})  # nothing is different
    with pytest.raises(Malformed):
        desk.change("ada", {"auto_stand": 99})
    assert len(heard) == 1
    desk.welcome("ada")
    assert heard == [("ada", wished)] * 2
    assert desk.welcome("bob") == Preferences()


def test_F43_side_bets_with_a_chip_on_them_cannot_be_switched_off() -> None:
    desk = PreferenceDesk(MemoryPreferences(), wish=lambda _player, _wishes: None)
    lying = frozenset({"player", "either_pair"})
    with pytest.raises(Refused, match="preferences/chip_lies_there") as refused:
        desk.change("ada", {"game": {"side_bets": ["bonus"]}}, lying=lying)
    assert refused.value.data == {"kind": "either_pair"}
    assert SideBets.PAIRS in desk.preferences("ada").game.side_bets
    desk.change("ada", {"game": {"side_bets": ["pairs"]}}, lying=lying)  # the others may go
    assert desk.preferences("ada").game.side_bets == {SideBets.PAIRS}
    desk.change("ada", {"game": {"side_bets": []}})
    assert desk.preferences("ada").game.side_bets == frozenset()


def test_F43_multiplay_hides_no_side_bet_with_a_chip_on_it() -> None:
    desk = PreferenceDesk(MemoryPreferences(), wish=lambda _player, _wishes: None)
    shown, hidden = ({"multiplay": {"side_bets": on}} for on in (True, False))
    lying = frozenset({"big"})
    desk.change("ada", shown, lying=lying)
    with pytest.raises(Refused, match="preferences/chip_lies_there") as refused:
        desk.change("ada", hidden, lying=lying)
    assert refused.value.data == {"kind": "big"}
    desk.change("ada", {"multiplay": {"roads_only": True}}, lying=lying)  # hides no bet
    desk.change("ada", hidden, lying=frozenset({"player", "egalite_3", "21+3"}))
    assert not desk.preferences("ada").multiplay.side_bets


def test_F43_every_side_bet_of_every_game_belongs_to_a_switch() -> None:
    switched = frozenset[str]().union(*map(kinds_of, SideBets))
    sides = {
        str(kind)
        for _, variant in variants().values()
        for kind, spec in variant.bets.items()
        if spec.role is Role.SIDE
    }
    assert all(map(kinds_of, SideBets))
    assert sides - switched == {"top3", "blind_play"}  # an operator's own switches (F62, F149)


def test_a_store_that_is_always_ahead_is_given_up() -> None:
    class Busy(MemoryPreferences):
        @override
        def save(self, row: PreferencesRow) -> bool:
            return False

    desk = PreferenceDesk(Busy(), wish=lambda _player, _wishes: None)
    with pytest.raises(Unavailable, match="preferences/busy"):
        desk.change("ada", {"auto_stand": 15})


# --- at the tables --------------------------------------------------------------------------------


def desk_of(table: Studio) -> PreferenceDesk:
    return PreferenceDesk(MemoryPreferences(), wish=table.engine.wish)


def test_F165_F166_auto_stand_counts_from_the_next_round_with_a_chip() -> None:
    table = Studio(blackjack_config())
    desk = desk_of(table)
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    desk.change("ada", {"auto_stand": 12})
    table.close()
    assert table.players.bet("ada", "main").terms == frozenset()
    table.cards.deal("TS 6H 9D TC")
    table.players.choose("stand")
    table.cards.deal("turn 9S")
    table.rest()
    table.players.place("ada", "main", seat=1)
    table.close()
    assert table.players.bet("ada", "main").terms == {"auto_stand:12"}


def test_F160_following_counts_from_the_next_round_with_a_chip() -> None:
    table = Studio(blackjack_config())
    desk = desk_of(table)
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    desk.change("bob", {"bet_behind": {"follow_split": False}})
    table.players.place("bob", "behind", seat=1)
    desk.change("bob", {"bet_behind": {"follow_split": True, "follow_double": False}})
    table.close()
    assert table.players.bet("bob", "behind").terms == {"follow_double"}


def mode(table: Studio, player: str = "ada") -> str | None:
    return table.engine.felt.stage_of(table.state, player).mode


def test_F112_F234_zero_commission_is_the_mode_to_begin_with() -> None:
    table = Studio(speed_config())
    desk = desk_of(table)
    assert mode(table) == "commission"
    desk.change("ada", {"game": {"zero_commission": True}})
    assert (mode(table), mode(table, "bob")) == ("zero_commission", "commission")
    table.players.place("ada", "player")
    desk.change("ada", {"game": {"zero_commission": False}})
    assert mode(table) == "zero_commission"  # chips lie there
    table.close()
    table.cards.deal("9S 2H TD KC")
    table.rest()
    assert mode(table) == "commission"


def test_F112_what_was_chosen_at_the_table_stays_until_another_default_is_wished() -> None:
    table = Studio(speed_config())
    desk = desk_of(table)
    desk.change("ada", {"game": {"zero_commission": True}})
    table.does("ada", c.SetMode(mode="commission"))
    table.close()
    table.cards.deal("9S 2H TD KC")
    table.rest()
    assert mode(table) == "commission"
    desk.change("ada", {"general": {"volume": 3}})
    assert mode(table) == "commission"
    for on in (False, True):
        desk.change("ada", {"game": {"zero_commission": on}})
    assert mode(table) == "commission"  # the same default as when it was chosen


def test_F234_a_table_without_modes_ignores_the_wish() -> None:
    table = Studio(seven_config())
    desk_of(table).change("ada", {"game": {"zero_commission": True}})
    assert mode(table) is None


def test_F38_without_auto_confirm_chips_wait_for_confirm() -> None:
    table = Studio(seven_config())
    desk_of(table).change("ada", {"game": {"auto_confirm": False}})
    table.players.sit("ada", 1)
    table.players.place("ada", "player", seat=1)
    assert [chip.reason for chip in table.close().rejected] == ["bet/not_confirmed"]


def test_wishes_outlive_a_table_that_has_to_start_again() -> None:
    async def play() -> Wishes:
        async with Hall(table("blackjack-1"), houses=[]) as hall:
            hall.deposit("ada")
            await hall.until(Phase.IDLE)
            hall.host().wish("ada", Wishes(auto_stand=14))
            hall.faults.append(Fault.WRITE_LOST)
            before = hall.host().engine
            reply = await hall.send("ada", c.TakeSeat(seat=1))
            assert not reply.accepted
            await hall.when(lambda: hall.host().engine is not before)
            await hall.send("ada", c.TakeSeat(seat=1))
            await hall.place("ada", "main", 1_000, seat=1)
            return hall.host().engine.felt.stages["ada"].preferences

    assert run_in_virtual_time(play()).auto_stand == 14
