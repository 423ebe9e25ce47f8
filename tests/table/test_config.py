"""What follows from a table's settings, also when it is asked for again."""

import json
from dataclasses import replace

from sabot.gamekit import Role
from sabot.games import registry, variants
from sabot.service.catalogue import default_tables
from sabot.table.config_codec import decode_config, encode_config

TABLE = default_tables()[0]
OFF = frozenset({"tie"})


def test_F59_what_the_shift_manager_turns_off_and_on_again_counts_at_once() -> None:
    for _ in range(2):
        assert TABLE.rules(switched_off=frozenset()).offers("tie")
        assert not TABLE.rules(switched_off=OFF).offers("tie")
    standing = TABLE.rules(switched_off=OFF).standing("tie")
    assert standing is not None
    assert not standing.is_on


def test_other_settings_have_rules_and_a_text_of_their_own() -> None:
    before = encode_config(TABLE)
    other = replace(TABLE, switched_off=OFF, version=TABLE.version + 1)
    assert not other.rules(switched_off=frozenset()).offers("tie")
    assert TABLE.rules(switched_off=frozenset()).offers("tie")
    assert encode_config(other) != before == encode_config(TABLE)


def test_settings_that_were_asked_are_still_the_same_settings() -> None:
    game = next(g for g in registry().values() if TABLE.variant.id in g.variants)
    read = decode_config(encode_config(TABLE), game)
    read.rules(switched_off=OFF)
    assert read == decode_config(encode_config(TABLE), game)
    assert encode_config(read) == encode_config(TABLE)
    assert Role.EXTRA not in read.rules(switched_off=OFF).roles


def test_F262_each_version_of_a_table_holds_the_returns_its_bets_are_declared_with() -> None:
    for config in default_tables():
        game = variants()[config.variant.id][0]
        read = decode_config(encode_config(config), game)
        assert read.variant == config.variant
        placed = [bet for bet in read.variant.bets.values() if bet.role in (Role.MAIN, Role.SIDE)]
        assert all(bet.declared is not None for bet in placed)


def test_F262_settings_stored_before_declared_returns_existed_are_read_without_them() -> None:
    stored = json.loads(encode_config(TABLE))
    for bet in stored["variant"]["bets"].values():
        del bet["declared"]
    read = decode_config(json.dumps(stored), variants()[TABLE.variant.id][0])
    assert {bet.declared for bet in read.variant.bets.values()} == {None}
    assert read.variant.bets["banker"].pays == TABLE.variant.bets["banker"].pays
