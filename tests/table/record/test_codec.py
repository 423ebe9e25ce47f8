"""Events as bytes, for ever: golden files, versions, the hash chain (I9, P9)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from tests.seals import SEALS
from tests.table.examples import EXAMPLES, FOLDER, path_of, seal, unseal
from tests.table.walker import walked

from sabot.errors import Corrupt
from sabot.service.ports import StoredEvent
from sabot.service.storage.sealing import opened_event, sealed_body
from sabot.table import events as e
from sabot.table.record import codec

EXAMPLE_OF = {codec.kind_of(event): event for event in EXAMPLES}


def test_there_is_an_example_of_every_event() -> None:
    assert set(EXAMPLE_OF) == set(codec.KINDS)


def test_every_version_ever_written_has_its_golden_file() -> None:
    versions = {(kind, n) for kind in codec.KINDS for n in range(1, codec.version_of(kind) + 1)}
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(
        path_of(kind, version).name for kind, version in versions
    )


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.stem)
def test_a_golden_event_is_read_as_the_example_it_was_made_of(path: Path) -> None:
    kind, version, _ = path.name.split(".")
    body = path.read_bytes().rstrip(b"\n")
    assert codec.decode(kind, int(version), body, unseal) == EXAMPLE_OF[kind]


def test_the_first_release_writes_version_1_of_every_event() -> None:
    assert {codec.version_of(kind) for kind in codec.KINDS} == {1}
    assert codec.UPCASTS == {}


@pytest.mark.parametrize("event", EXAMPLES, ids=codec.kind_of)
def test_today_an_event_is_written_as_its_newest_golden_file(event: e.Event) -> None:
    kind = codec.kind_of(event)
    golden = path_of(kind, codec.version_of(kind)).read_bytes()
    assert codec.encode(event, seal) + b"\n" == golden


@pytest.mark.parametrize("event", EXAMPLES, ids=codec.kind_of)
def test_what_is_written_is_what_is_read(event: e.Event) -> None:
    kind = codec.kind_of(event)
    assert codec.decode(kind, codec.version_of(kind), codec.encode(event, seal), unseal) == event


def test_events_of_a_walk_come_back_as_they_were() -> None:
    for row in walked(3, 1).table.book.events["bj"]:
        event = opened_event(row, SEALS, table_id="bj")
        body = sealed_body(event, SEALS, table_id="bj", seq=row.seq)
        assert (codec.kind_of(event), body) == (row.kind, row.body)


def test_the_same_facts_have_the_same_bytes_in_every_process() -> None:
    """Sets have another order in another process; the log must not (same seed, same hash)."""
    program = (
        "from tests.table.examples import EXAMPLES, seal; from sabot.table.record import codec;"
        "import hashlib;"
        "bodies = [codec.encode(event, seal) for event in EXAMPLES];"
        "print(hashlib.sha256(b''.join(bodies)).hexdigest())"
    )
    hashes = {
        subprocess.check_output(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, cwd=FOLDER.parents[2]
        )
        for seed in ("1", "2", "3")
    }
    assert len(hashes) == 1


# --- versions -------------------------------------------------------------------------------------


def test_an_older_version_is_upcast_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if SeatTaken had begun with a chair, which became a place before it became a seat."""

    def renamed(old: str, new: str, members: codec.Members) -> codec.Members:
        return {new if name == old else name: value for name, value in members.items()}

    monkeypatch.setitem(codec.VERSIONS, "SeatTaken", 3)
    monkeypatch.setitem(codec.UPCASTS, ("SeatTaken", 1), lambda m: renamed("chair", "place", m))
    monkeypatch.setitem(codec.UPCASTS, ("SeatTaken", 2), lambda m: renamed("place", "seat", m))
    wanted = e.SeatTaken(player="ada", seat=2)
    for version, name in ((1, "chair"), (2, "place"), (3, "seat")):
        body = f'{{"type":"SeatTaken","player":"ada","{name}":2}}'.encode()
        assert codec.decode("SeatTaken", version, body) == wanted
    for unreadable in (b"[]", b"null", b'"x"', b"\xff"):  # it cannot be upcast
        with pytest.raises(Corrupt, match="event/unreadable"):
            codec.decode("SeatTaken", 1, unreadable)


UNREADABLE = [
    ("SeatTaken", 2, b'{"type":"SeatTaken","player":"ada","seat":2}', "event/unknown"),
    ("SeatTaken", 0, b'{"type":"SeatTaken","player":"ada","seat":2}', "event/unknown"),
    ("SeatSold", 1, b'{"type":"SeatSold"}', "event/unknown"),
    ("SeatTaken", 1, b'{"type":"SeatLeft","player":"ada","seat":2}', "event/unreadable"),
    ("SeatTaken", 1, b'{"type":"SeatTaken","player":"ada"}', "event/unreadable"),
    ("SeatTaken", 1, b"", "event/unreadable"),
    ("SeatTaken", 1, b"\xff\xfe", "event/unreadable"),
    ("ShoeLoaded", 1, b"[]", "event/unreadable"),
    ("BetsAccepted", 1, b"null", "event/unreadable"),
    ("BetsAccepted", 1, b'{"more":' + 5_000 * b"[" + 5_000 * b"]" + b"}", "event/unreadable"),
    ("Announced", 1, b'{"type":"Announced","actor":"a","text":"\xff"}', "event/unreadable"),
    ("ShoeRetired", 1, b"null", "event/unreadable"),
    ("BetsAccepted", 1, b'"x"', "event/unreadable"),
]


@pytest.mark.parametrize(("kind", "version", "body", "code"), UNREADABLE)
def test_what_cannot_be_read_is_corruption(kind: str, version: int, body: bytes, code: str) -> None:
    with pytest.raises(Corrupt, match=code):
        codec.decode(kind, version, body)


# --- what is hidden -------------------------------------------------------------------------------

HIDDEN = [
    event
    for event in EXAMPLES
    if isinstance(event, e.CardDealt | e.CardCorrected | e.CorrectionProposed | e.IncidentRecorded)
]


@pytest.mark.parametrize("event", HIDDEN, ids=codec.kind_of)
def test_P13_a_hidden_card_never_becomes_bytes_without_a_seal(event: e.Event) -> None:
    with pytest.raises(Corrupt, match="event/not_sealed"):
        codec.encode(event)
    body = codec.encode(event, seal)
    for secret in (b"KS", b"AS", b"bj.12"):
        assert secret not in body


@pytest.mark.parametrize("event", HIDDEN, ids=codec.kind_of)
def test_P13_without_the_key_an_event_is_read_without_its_card(event: e.Event) -> None:
    kind = codec.kind_of(event)
    read = codec.decode(kind, codec.version_of(kind), codec.encode(event, seal))
    assert read != event
    assert read.sealed  # type: ignore[attr-defined]
    for secret in ("KS", "AS", "bj.12"):
        assert secret not in repr(read)


def test_a_card_under_the_commitment_of_another_is_corruption() -> None:
    dealt = EXAMPLE_OF["CardDealt"]
    assert isinstance(dealt, e.CardDealt)
    swapped = msgspec.structs.replace(dealt, card="2C", code="bj.12:33:2C")
    with pytest.raises(Corrupt, match="event/other_card"):
        codec.decode("CardDealt", 1, codec.encode(swapped, seal), unseal)


# --- the chain ------------------------------------------------------------------------------------


def intact(rows: list[StoredEvent]) -> bool:
    """Whether every hash follows from everything before it."""
    before = codec.GENESIS
    for number, row in enumerate(rows, start=1):
        before = codec.chained(
            before, seq=row.seq, kind=row.kind, version=row.version, body=row.body
        )
        if (row.seq, row.hash) != (number, before):
            return False
    return True


def chain() -> list[StoredEvent]:
    rows: list[StoredEvent] = []
    before = codec.GENESIS
    for seq, event in enumerate(EXAMPLES, start=1):
        kind, body = codec.kind_of(event), codec.encode(event, seal)
        before = codec.chained(before, seq=seq, kind=kind, version=1, body=body)
        row = StoredEvent(
            seq=seq, round_id="", kind=kind, version=1, body=body, hash=before, at_ms=0
        )
        rows.append(row)
    return rows


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def test_I9_any_flipped_byte_breaks_the_chain() -> None:
    rows = chain()
    assert intact(rows)
    for number, row in enumerate(rows):
        for at in range(len(row.body)):
            changed = msgspec.structs.replace(row, body=flipped(row.body, at))
            assert not intact([*rows[:number], changed, *rows[number + 1 :]])
        for at in range(len(row.hash)):
            changed = msgspec.structs.replace(row, hash=flipped(row.hash, at))
            assert not intact([*rows[:number], changed, *rows[number + 1 :]])


@pytest.mark.parametrize("change", [{"kind": "SeatLeft"}, {"version": 2}, {"seq": 99}])
def test_I9_so_does_any_other_part_of_an_event(change: dict[str, str | int]) -> None:
    rows = chain()
    assert not intact([*rows[:4], msgspec.structs.replace(rows[4], **change), *rows[5:]])


def test_I9_nothing_is_left_out_added_or_swapped() -> None:
    rows = chain()
    assert not intact(rows[1:])
    assert not intact([*rows[:4], *rows[5:]])
    assert not intact([*rows[:4], rows[5], rows[4], *rows[6:]])
    assert not intact([rows[0], *rows])


def test_I9_a_body_cannot_lend_bytes_to_the_next() -> None:
    """The length of a body is part of its hash, so two bodies cannot share a border."""
    one = codec.chained(codec.GENESIS, seq=1, kind="A", version=1, body=b"xy")
    other = codec.chained(codec.GENESIS, seq=1, kind="A", version=1, body=b"x")
    assert one != codec.chained(other, seq=2, kind="A", version=1, body=b"y")
    assert one != other
