"""The shape of an export: names, encodings, and what is never in it."""

from sabot.adapters.exports import SHAPES, shaper
from sabot.adapters.sql.readers.exporting import TABLES
from sabot.adapters.sql.schema import BET, METADATA, given
from sabot.adapters.sql.schema_reports import FIGURES


def test_hashes_are_digits_and_bodies_are_text_to_the_byte() -> None:
    body = '{"text":"è"}'
    shape = shaper("event")
    row = shape(("t1", 1, 2, "r1", "Announced", 1, body.encode(), b"\x00\xff", 9))
    assert row["body"] == body
    assert row["hash"] == "00ff"
    assert list(row) == list(SHAPES["event"])


def test_a_body_that_is_no_text_stops_no_export_and_fits_no_hash() -> None:
    assert shaper("bet")(("b", "r", "p", "TIE", 5, b"\xff!"))["body"] == "\ufffd!"


def test_a_shape_has_a_name_for_every_column() -> None:
    assert list(TABLES) == list(SHAPES)
    for kind, table in TABLES.items():
        renamed = {"bet_id": "bet"}
        if kind == "control":
            renamed["body"] = "sha256"  # a player's own limits leave as a digest
        columns = [column for column in given(table) if column is not BET.c.source]  # a transfer's
        names = [renamed.get(column.name, column.name) for column in columns]
        assert tuple(names) == SHAPES[kind]


def test_secrets_and_what_can_be_rebuilt_stay_inside() -> None:
    exported = {table.name for table in TABLES.values()}
    # About persons: who signed in, what they are called, wish, forbid themselves and say.
    people = {"identity_account", "identity_launch", "identity_session", "player"}
    people |= {"player_preferences", "control_change", "play_session", "nickname"}
    people |= {"chat_room", "chat_line", "chat_act", "identity_device"}
    # What opens a wallet or stops a repeated request, and where the house's own date stands.
    doors = {"operator_token", "signed_request", "house_clock"}
    # What is made again from events and bets.
    derived = {table.name for table in FIGURES} | {"table_snapshot"}
    assert set(METADATA.tables) - exported == {"shoe_secret"} | derived | people | doors
