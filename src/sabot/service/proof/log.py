"""The house log: one chain of signed records about what no table's chain covers (ADR 0034).

Owns the kinds of records, how they chain, and which rows of a log can be believed. A record holds
numbers and digests, no private data, and is written in the transaction of the fact it is about.
Each row is signed by a key from outside the database, so an edited row is known by itself: the rows
around it are still believed. Knows no database.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Any, TypeVar

import msgspec
from msgspec.structs import astuple

from sabot.service.ports import ActRow, LogRow, Seals
from sabot.service.proof.notebook import Fact, take_in
from sabot.table.record.codec import GENESIS


class Kind(StrEnum):
    """What a record is about."""

    OPENED = "house/opened"
    CLAIMED = "table/claimed"
    CONTROL = "control/changed"
    ACT = "act/recorded"
    STAFF = "staff/changed"
    SIGNED = "account/signed"
    RESTATED = "account/restated"
    DROPPED = "record/dropped"
    ACCEPTED = "state/accepted"
    ROLLED_BACK = "rollback/accepted"
    RIGHTED = "wallet_op/righted"
    TAKEN = "round/taken"


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A record that has no place in the log yet."""

    kind: Kind
    subject: str
    body: bytes
    at_ms: int


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """The first record: which house this database belongs to."""

    house: str


class Claimed(msgspec.Struct, frozen=True, kw_only=True):
    """An owner took over a table: its epoch from then on, and where its chain stood."""

    epoch: int
    seq: int
    hash: str


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """A player's controls were written."""

    revision: int
    sha256: str


class Digest(msgspec.Struct, frozen=True, kw_only=True):
    """An act of the office, or an account, was written, or a round was accepted."""

    sha256: str


class Restated(msgspec.Struct, frozen=True, kw_only=True):
    """A balance that was not the sum of its postings was replaced by that sum."""

    before: int
    after: int


class Dropped(msgspec.Struct, frozen=True, kw_only=True):
    """What was on record about a subject is gone, and a person has accepted that."""

    about: str  # table, control, act, staff


class Accepted(msgspec.Struct, frozen=True, kw_only=True):
    """A person took responsibility for what the checks could not explain."""

    actor: str
    reason: str
    rows: tuple[int, ...] = ()  # of the log itself, that could not be believed


class Righted(msgspec.Struct, frozen=True, kw_only=True):
    """A wallet operation in doubt became what the books say."""

    state: str
    amount: int


B = TypeVar("B", bound=msgspec.Struct)
_encode = msgspec.json.Encoder(order="deterministic").encode


def record(kind: Kind, subject: str, body: msgspec.Struct, *, at_ms: int) -> Record:
    """A record of now."""
    return Record(kind=kind, subject=subject, body=_encode(body), at_ms=at_ms)


def opened(house: str, *, at_ms: int) -> Record:
    """The record a house begins with."""
    return record(Kind.OPENED, house, Opened(house=house), at_ms=at_ms)


def claimed(table_id: str, *, epoch: int, seq: int, chain: bytes, at_ms: int) -> Record:
    """The record of a claim."""
    body = Claimed(epoch=epoch, seq=seq, hash=chain.hex())
    return record(Kind.CLAIMED, table_id, body, at_ms=at_ms)


def control_changed(player: str, *, revision: int, body: bytes, at_ms: int) -> Record:
    """The record of a player's controls."""
    digest = hashlib.sha256(body).hexdigest()
    return record(Kind.CONTROL, player, Changed(revision=revision, sha256=digest), at_ms=at_ms)


def staff_changed(account_id: str, *, sha256: str, at_ms: int) -> Record:
    """The record of an account of the staff."""
    return record(Kind.STAFF, account_id, Digest(sha256=sha256), at_ms=at_ms)


def account_signed(subject: str, *, sha256: str, at_ms: int) -> Record:
    """The record that an account was signed as it stood."""
    return record(Kind.SIGNED, subject, Digest(sha256=sha256), at_ms=at_ms)


def act_recorded(act: ActRow) -> Record:
    """The record of an act."""
    return record(Kind.ACT, act.id, Digest(sha256=digest_of(act)), at_ms=act.at_ms)


def round_taken(round_id: str, *, sha256: str, at_ms: int) -> Record:
    """The record that the money of a round was accepted as it stood."""
    return record(Kind.TAKEN, round_id, Digest(sha256=sha256), at_ms=at_ms)


def dropped(about: str, subject: str, *, at_ms: int) -> Record:
    """The record that a fact on record is gone."""
    return record(Kind.DROPPED, subject, Dropped(about=str(about)), at_ms=at_ms)


def digest_of(act: ActRow) -> str:
    """The digest of an act: its columns in order, as a JSON array; the body as its text."""
    fields = [
        value.decode(errors="replace") if isinstance(value, bytes) else value
        for value in astuple(act)
    ]
    return hashlib.sha256(msgspec.json.encode(fields)).hexdigest()


# --- the chain ------------------------------------------------------------------------------------


def chained(before: bytes, *, seq: int, kind: str, subject: str, body: bytes, at_ms: int) -> bytes:
    """The hash of a record over everything that came before it."""
    name = subject.encode()
    header = f"{seq}:{kind}:{at_ms}:{len(name)}:".encode()
    return hashlib.sha256(before + header + name + b":%d:" % len(body) + body).digest()


def place_of(seq: int) -> str:
    """Where a record is signed: its number in the log."""
    return f"house_log:{seq}"


def rows_after(
    last: tuple[int, bytes] | None, records: Iterable[Record], seals: Seals | None
) -> list[LogRow]:
    """Records as the next rows of a log; unsigned where there is no key."""
    seq, chain = last or (0, GENESIS)
    rows: list[LogRow] = []
    for one in records:
        seq += 1
        chain = chained(
            chain, seq=seq, kind=one.kind, subject=one.subject, body=one.body, at_ms=one.at_ms
        )
        mac = "" if seals is None else seals.mac(chain, place=place_of(seq))
        rows.append(
            LogRow(
                seq=seq,
                kind=one.kind.value,
                subject=one.subject,
                body=one.body,
                at_ms=one.at_ms,
                hash=chain,
                mac=mac,
            )
        )
    return rows


# --- what a log says ------------------------------------------------------------------------------


SEQ_MAX = 1 << 62
"""A number that no log reaches: a row with a higher one was put there, and nothing follows it."""

BY_THE_HOUSE = (Kind.ACT, Kind.CONTROL)
"""Records that carry the house's own date; a claim carries the clock of the database."""

NOTED = {Kind.CONTROL: "control", Kind.STAFF: "staff", Kind.SIGNED: "signed"}
"""What the notebook has to know too (ADR 0044), under the names that `Dropped.about` uses."""


class Walked(msgspec.Struct, kw_only=True):
    """What the believed rows of a log say, and the numbers of the rows that are not believed."""

    house: str = ""
    seq: int = 0
    hash: bytes = GENESIS
    claims: dict[str, Claimed] = {}
    anchors: dict[str, dict[int, str]] = {}  # where each table was claimed: number and hash
    taken: dict[str, str] = {}  # rounds that a person has accepted
    controls: dict[str, Changed] = {}
    acts: dict[str, str] = {}
    staff: dict[str, str] = {}
    facts: dict[tuple[str, str], str] = {}  # what the notebook should say
    broken: list[int] = []
    latest_ms: int = 0  # the latest date of the house that a believed row carries


def walk(rows: Iterable[LogRow], seals: Seals | None, found: Walked | None = None) -> Walked:
    """Go through a log, or on from what was found: its numbers, its chain, and with keys at hand
    its signatures.
    """
    found = found or Walked()
    broken = set(found.broken)
    for row in rows:
        if not 0 < row.seq < SEQ_MAX:
            broken.add(row.seq)
            continue
        if row.seq != found.seq + 1:
            broken.update((found.seq + 1, row.seq))  # the first that is missing, and this one
        elif not is_whole(found.hash, row, seals) or not _take_in(found, row, broken):
            broken.add(row.seq)
        elif row.kind in BY_THE_HOUSE:
            found.latest_ms = max(found.latest_ms, row.at_ms)
        found.seq, found.hash = row.seq, row.hash
    found.broken = sorted(broken)
    return found


def is_whole(before: bytes, row: LogRow, seals: Seals | None) -> bool:
    """Whether a row is what the house wrote after the row before it."""
    chain = chained(
        before, seq=row.seq, kind=row.kind, subject=row.subject, body=row.body, at_ms=row.at_ms
    )
    signed = seals is None or seals.is_mac(row.mac, row.hash, place=place_of(row.seq))
    return chain == row.hash and signed


def _take_in(found: Walked, row: LogRow, broken: set[int]) -> bool:
    """Add what a believed row says; whether it could be read."""
    try:
        match row.kind:
            case Kind.OPENED:
                found.house = found.house or _read(row, Opened).house
            case Kind.CLAIMED:
                found.claims[row.subject] = claim = _read(row, Claimed)
                found.anchors.setdefault(row.subject, {})[claim.seq] = claim.hash
            case Kind.CONTROL:
                found.controls[row.subject] = _read(row, Changed)
            case Kind.ACT | Kind.STAFF | Kind.TAKEN:
                _digests(found, Kind(row.kind))[row.subject] = _read(row, Digest).sha256
            case Kind.DROPPED:
                _forget(found, _read(row, Dropped).about, row.subject)
            case Kind.ACCEPTED:
                broken.difference_update(_read(row, Accepted).rows)
            case Kind.RESTATED | Kind.ROLLED_BACK | Kind.RIGHTED | Kind.SIGNED:
                pass
            case _:
                return False
        take_in(found.facts, facts_of([row]))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return True


def _digests(found: Walked, kind: Kind) -> dict[str, str]:
    known = {Kind.ACT: found.acts, Kind.STAFF: found.staff, Kind.TAKEN: found.taken}
    return known[kind]


def facts_of(rows: Iterable[LogRow]) -> Iterator[Fact]:
    """What the notebook has to know of records: where the last one about a subject stands."""
    for row in rows:
        if row.kind == Kind.DROPPED:
            about = _read(row, Dropped).about
            if about in NOTED.values():
                yield Fact(about, row.subject, "")
        elif row.kind in NOTED:
            yield Fact(NOTED[Kind(row.kind)], row.subject, f"{row.seq}:{row.hash.hex()}")


def is_newer(noted: str | None, known: str | None) -> bool:
    """Whether one place in the log comes after another.

    >>> is_newer("12:ab", "7:cd"), is_newer("7:ab", "7:cd"), is_newer(None, "7:cd")
    (True, False, False)
    """
    return _number(noted) > _number(known)


def _number(place: str | None) -> int:
    number = (place or "").partition(":")[0]
    return int(number) if number.isdecimal() else 0


def _forget(found: Walked, about: str, subject: str) -> None:
    known: dict[str, dict[str, Any]] = {
        "table": found.claims,
        "control": found.controls,
        "act": found.acts,
        "staff": found.staff,
    }
    known.get(about, {}).pop(subject, None)


def _read(row: LogRow, body: type[B]) -> B:
    return msgspec.json.decode(row.body, type=body)


def house_of(rows: Sequence[LogRow]) -> str | None:
    """The house that the first row of a log names; None without one."""
    first = next((row for row in rows if row.seq == 1), None)
    if first is None or first.kind != Kind.OPENED:
        return None
    try:
        return _read(first, Opened).house
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
