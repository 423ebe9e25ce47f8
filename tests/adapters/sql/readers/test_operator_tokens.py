"""Tokens of operators' players on the disk are sealed, each for its own player."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from sqlalchemy import Connection, update

from sabot.adapters.keyring import Keyring
from sabot.adapters.sql import open_store
from sabot.adapters.sql.readers.operator_tokens import SqlOperatorTokens
from sabot.adapters.sql.schema import OPERATOR_TOKEN

RING = Keyring([b"k" * 32])


def test_20_6_a_token_is_kept_sealed_and_comes_back_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    with open_store(f"sqlite:///{file}") as store:
        tokens = SqlOperatorTokens(store.database, RING)
        tokens.keep_token("acme:7", "an older one", at_ms=1)
        tokens.keep_token("acme:7", "plugh-xyzzy", at_ms=2)
    with open_store(f"sqlite:///{file}") as store:
        assert SqlOperatorTokens(store.database, RING).token_of("acme:7") == "plugh-xyzzy"
        assert SqlOperatorTokens(store.database, Keyring([b"o" * 32])).token_of("acme:7") is None
        SqlOperatorTokens(store.database, RING).drop_token("acme:7")
        assert SqlOperatorTokens(store.database, RING).token_of("acme:7") is None
    everything = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert b"plugh-xyzzy" not in everything


def test_20_6_a_token_in_another_players_row_or_a_damaged_one_is_none(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store:
        tokens = SqlOperatorTokens(store.database, RING)
        for player in ("acme:7", "acme:8"):
            tokens.keep_token(player, f"of {player}", at_ms=1)
        with store.database.reading() as connection:
            rows = {row[0]: row[1] for row in connection.execute(OPERATOR_TOKEN.select())}
        column = OPERATOR_TOKEN.c.player_id
        for body in (rows["acme:7"], b"", b"\xff\x00", rows["acme:8"][:-3]):
            change = update(OPERATOR_TOKEN).where(column == "acme:8").values(token=body)
            store.database.written(partial(Connection.execute, statement=change))
            assert tokens.token_of("acme:8") is None
        assert tokens.token_of("acme:7") == "of acme:7"
