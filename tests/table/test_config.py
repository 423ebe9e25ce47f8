"""What follows from a table's settings, however often somebody asks."""

from dataclasses import replace

from sabot.gamekit import Role
from sabot.games import registry
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
