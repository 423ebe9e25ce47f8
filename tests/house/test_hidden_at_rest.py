"""P13 on disk: the database, its WAL and an export give away no hidden card without a key.

A round is played up to its face-down cards, and everything that was written is searched: for the
codes and encodings of the cards, and for digests that an attacker could match by trying all 52.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import msgspec
import psycopg
import pytest
from tests.lab.audit.forger import Forger
from tests.lab.audit.house import House, Table
from tests.seals import SEALS, keyring
from tests.table.driver import BOSS, blackjack_config, brag_config
from tools.postgres import FORGETFUL, Postgres, postgres
from typing_extensions import override

from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql.readers.archive import SqlArchive
from sabot.cards import full_deck
from sabot.errors import Corrupt
from sabot.gamekit import Audience, Deal
from sabot.gateway.broadcast.returns import published_returns
from sabot.gateway.tables.past import past_round
from sabot.gateway.tables.replay import Screening
from sabot.gateway.tables.rounds import Chronicle
from sabot.lab.audit import audit, sealed
from sabot.service.proof.fairness import stored_secret
from sabot.service.storage.sealing import opened_event
from sabot.service.tables.envelopes import Envelope
from sabot.table import commands as c
from sabot.table.phases import Phase
from sabot.wire.happenings import CardDealt

CARDS = tuple(str(card) for card in full_deck())


class SealedTable(Table):
    """A table whose shoe is stored with its promise, as the dealer stores it."""

    @override
    def envelope(self, actor: str, command: c.Command, *, cmd_id: str | None = None) -> Envelope:
        envelope = super().envelope(actor, command, cmd_id=cmd_id)
        if isinstance(command, c.LoadShoe) and self.secret is not None:
            secret = (command.shoe_id, stored_secret(self.secret, command.shoe_id, SEALS))
            envelope = msgspec.structs.replace(envelope, secret=secret)
        return envelope


def dealt(store: SqlStore, game: str) -> SealedTable:
    """A virtual table in the middle of a round, with all face-down cards on the table."""
    house = House(3, store)
    house.fund("ada")
    if game == "brag":
        table = SealedTable(brag_config(live=False), house)
        table.players.place("ada", "ante")
    else:
        table = SealedTable(blackjack_config(live=False), house)
        table.players.sit("ada", 1)
        table.players.place("ada", "main", seat=1)
    table.close()
    while table.phase is Phase.DEALING and isinstance(table.round.expected, Deal):
        table.next_card()
    assert table.round.unturned
    return table


def silent(table: Table) -> None:
    """Nobody answers."""
    table.time_up()


def written(folder: Path, store: SqlStore) -> bytes:
    """Every byte of the database, its WAL and shared memory included, and the export."""
    files = b"".join(file.read_bytes() for file in sorted(folder.glob("house.db*")))
    return files + b"".join(sealed(store.export_rows()))


def givers_away(table: Table) -> Iterator[bytes]:
    """What would tell a face-down card, or a card that is still to come."""
    assert table.secret is not None
    yield table.secret.salt.encode()
    order = table.secret.cards.split()
    for opening in table.round.unturned:
        yield opening.code.encode()
        yield opening.salt.encode()
    at = table.state.cards_out
    yield " ".join(order[at : at + 3]).encode()
    yield f"{table.shoe.shoe_id}:{at}:".encode()


def guesses(table: Table) -> Iterator[bytes]:
    """Digests that somebody can make of every card without a key or a salt."""
    hidden = [step for step in table.round.steps if step.face_down]
    for step, card in product(hidden, CARDS):
        code = step.code.rpartition(":")[0] + f":{card}"
        scan = c.Scan(position=step.at, code=code, card=card)
        yield Envelope(actor="dealer", cmd_id="any", command=scan).digest(table.table_id)
        for guess in (
            *(msgspec.json.encode(scan), code.encode(), card.encode()),
            f":{code}".encode(),
        ):
            digest = hashlib.sha256(guess)
            yield digest.digest()
            yield digest.hexdigest().encode()


@pytest.mark.parametrize("game", ["blackjack", "brag"])
def test_P13_neither_database_nor_wal_nor_export_tell_a_hidden_card(
    tmp_path: Path, game: str
) -> None:
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store:
        table = dealt(store, game)
        everything = written(tmp_path, store)
        assert b"CardDealt" in everything
        for secret in givers_away(table):
            assert secret not in everything, secret
        for digest in guesses(table):
            assert digest not in everything


def of_server(server: Postgres, store: SqlStore) -> bytes:
    """Every file of a PostgreSQL database and the server's WAL, after all of it is written."""
    with psycopg.connect(server.url("house"), autocommit=True) as connection:
        connection.execute("CHECKPOINT")
        found = connection.execute("SELECT oid FROM pg_database WHERE datname = 'house'").fetchone()
    assert found is not None
    data = server.folder / "data"
    folders = (data / "base" / str(found[0]), data / "pg_wal", data / "global")
    files = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
    written = b"".join(file.read_bytes().replace(bytes(64), b"") for file in files)
    return written + b"".join(sealed(store.export_rows()))


@pytest.mark.parametrize("game", ["blackjack", "brag"])
def test_P13_no_file_of_a_postgresql_server_tells_a_hidden_card(game: str) -> None:
    """With a server of its own: in the WAL of a shared one lie the turned cards of other tests."""
    with postgres(FORGETFUL) as server, open_store(server.create_database("house")) as store:
        table = dealt(store, game)
        hidden, everything = table.round.unturned, of_server(server, store)
        assert b"CardDealt" in everything
        for secret in givers_away(table):
            assert secret not in everything, secret
        for digest in guesses(table):
            assert digest not in everything
        table.go_on(silent)  # or the search might look in the wrong place
        everything = of_server(server, store)
        for opening in hidden:
            assert opening.code.encode() in everything
            assert opening.salt.encode() in everything


@pytest.mark.parametrize("game", ["blackjack", "brag"])
def test_the_search_finds_a_card_that_is_turned(tmp_path: Path, game: str) -> None:
    """Or the test above would pass because it looks in the wrong place."""
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store:
        table = dealt(store, game)
        hidden = table.round.unturned
        table.go_on(silent)
        everything = written(tmp_path, store)
        for opening in hidden:
            assert opening.code.encode() in everything
            assert opening.salt.encode() in everything
        report = audit(sealed(store.export_rows()))
        assert report.ok, report.violations


def test_P13_an_open_round_is_audited_without_its_hidden_cards_and_named(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store:
        dealt(store, "brag")
        report = audit(sealed(store.export_rows()))
        assert report.ok, report.violations
        assert any("3 face-down cards are sealed" in note for note in report.notes)


def test_a_cancelled_round_keeps_its_face_down_cards_until_the_shoe_is_disclosed(
    tmp_path: Path,
) -> None:
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store:
        table = dealt(store, "blackjack")
        (hole,) = table.round.unturned
        table.does(BOSS, c.CancelRound(reason="a light fell"))
        table.rest()
        assert hole.code.encode() not in written(tmp_path, store)
        assert hole.salt.encode() not in written(tmp_path, store)
        report = audit(sealed(store.export_rows()))
        assert report.ok, report.violations
        assert any("until the shoe is disclosed" in note for note in report.notes)
        table.does(BOSS, c.ChangeCards(reason="worn"))
        table.disclose()
        assert hole.salt.encode() in written(tmp_path, store)
        report = audit(sealed(store.export_rows()))
        assert report.ok, report.violations


def test_a_hidden_card_is_there_again_after_a_restart_with_the_key_and_only_with_it(
    tmp_path: Path,
) -> None:
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store:
        table = dealt(store, "blackjack")
        table_id = table.table_id
        rows = [row for row in store.events.read(table_id, after=0) if row.kind == "CardDealt"]
        hole = opened_event(rows[-1], SEALS, table_id=table_id)
        assert hole.code == table.round.codes[-1]  # type: ignore[attr-defined]
        with pytest.raises(Corrupt, match="keys/unknown") as refused:
            opened_event(rows[-1], keyring(2), table_id=table_id)
        assert refused.value.data["key"] == SEALS.ids[0]
        with pytest.raises(Corrupt, match="keys/broken_seal"):
            opened_event(rows[-1], SEALS, table_id="another")


def test_a_turned_card_that_is_not_the_dealt_one_is_found_without_the_key(tmp_path: Path) -> None:
    """The record of an owner of the database who turns another card, with every hash mended."""
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store:
        table = dealt(store, "blackjack")
        table.go_on(silent)
        lines = list(sealed(store.export_rows()))
    forger = Forger(lines)
    forger.edit(
        forger.events("CardsRevealed")[0],
        lambda body: body["openings"][0].update(code=body["openings"][0]["code"][:-2] + "2C"),
    )
    report = audit(forger.lines())
    assert any("the turned card" in violation.where for violation in report.violations)


def cancelled(store: SqlStore) -> tuple[SealedTable, str]:
    """A blackjack round that was cancelled before its hole card was turned."""
    table = dealt(store, "blackjack")
    round_id = table.round.round_id
    table.does(BOSS, c.CancelRound(reason="a light fell"))
    table.rest()
    return table, round_id


def test_P13_face_down_cards_of_a_cancelled_round_are_in_no_players_history_and_replay(
    tmp_path: Path,
) -> None:
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store:
        table, round_id = cancelled(store)
        archive = SqlArchive(store.database)
        past = past_round(archive, round_id, lambda _table: table.game)
        told = Chronicle(past, audience=Audience.PLAYER, player="ada").told()
        assert told.status == "cancelled"
        assert [line.card for line in told.cards if line.position == "dealer:2"] == [None]
        assert [hand.cards[1] for hand in told.hands if hand.name == "dealer"] == [None]
        past = past_round(archive, round_id, lambda _table: table.game)
        screening = Screening(
            past,
            audience=Audience.PLAYER,
            player="ada",
            who=table.people.player,
            returns=published_returns,
        )
        happened = [
            one for frame in screening.replay(round_id).frames for one in frame.update.happened
        ]
        holes = [
            one.card
            for one in happened
            if isinstance(one, CardDealt) and one.position == "dealer:2"
        ]
        assert holes == [None]


def test_staff_see_the_cards_of_a_cancelled_round_only_with_their_key(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store:
        table, round_id = cancelled(store)
        (hole,) = table.shoe.unturned
        for seals, seen in ((SEALS, hole.card), (keyring(2), None)):
            past = past_round(
                SqlArchive(store.database), round_id, lambda _table: table.game, seals
            )
            told = Chronicle(past, audience=past.seen_by(Audience.AUDITOR), player=None).told()
            assert [line.card for line in told.cards if line.position == "dealer:2"] == [seen]
            assert [hand.cards[1] for hand in told.hands if hand.name == "dealer"] == [seen]
