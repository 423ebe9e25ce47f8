"""Seals of a house: signed lines, kept outside of the database, that say where everything stood.

Owns the line, and the question whether a database still extends what a line says. A line holds the
house, the head of its log, and the heads of its tables: all of them (`whole`), or those that have
moved since the line before. A database that was rolled back, or lost its newest file, does not
extend the last line; one in which a row was damaged extends all of it but that part (ADR 0034).
Pure: the evidence comes from a store, the lines from a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from sabot.service.ports import Seals
from sabot.service.proof.checks import Evidence, Standing
from sabot.service.proof.heads import is_proved
from sabot.service.proof.log import is_whole
from sabot.table.record.codec import GENESIS

PLACE = "house-seal"
TYPE = "house-seal"

Place = tuple[int, str]
"""A number in a chain, and the hash at that number."""


class HouseSeal(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=TYPE):
    """Where a house stood at a moment."""

    house: str
    at_ms: int
    whole: bool
    log: Place
    tables: dict[str, Place]
    mac: str = ""


NO_PLACES: Mapping[str, Place] = {}

_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(HouseSeal).decode


def seal_of(
    evidence: Evidence,
    house: str,
    *,
    at_ms: int,
    since: Mapping[str, Place] | None = None,
    kept: Mapping[str, Place] = NO_PLACES,
) -> HouseSeal:
    """Where everything stands now; `since` leaves out the tables that have not moved.

    `kept` are places of damaged tables: the house says of them what it said before the damage.
    """
    heads = evidence.heads()  # before the log: what it says is then on record
    known = since or {}
    places = {name: _place(head) for name, head in heads.items()} | {**kept}
    seq, chain = evidence.log_head()
    return HouseSeal(
        house=house,
        at_ms=at_ms,
        whole=since is None,
        log=(seq, chain.hex()),
        tables={name: place for name, place in places.items() if known.get(name) != place},
    )


def _place(head: Standing) -> Place:
    return head.seq, head.hash.hex()


def signed_line(seal: HouseSeal, seals: Seals | None) -> bytes:
    """A seal as a line; unsigned where there are no keys."""
    plain = replace(seal, mac="")
    mac = "" if seals is None else seals.mac(_encode(plain), place=PLACE)
    return _encode(replace(plain, mac=mac)) + b"\n"


def noted(lines: Iterable[bytes], seals: Seals | None) -> HouseSeal | None:
    """What the lines say together: the last whole one, and what moved since.

    A line that cannot be read, or that other keys signed, says nothing: the last line of a file may
    be cut short.
    """
    found: HouseSeal | None = None
    for line in lines:
        seal = _read(line, seals)
        if seal is None:
            continue
        if seal.whole or found is None or found.house != seal.house:
            found = seal
        else:
            found = replace(seal, whole=True, tables={**found.tables, **seal.tables})
    return found


def _read(line: bytes, seals: Seals | None) -> HouseSeal | None:
    try:
        seal = _decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    if seals is None:
        return seal
    return seal if seals.is_mac(seal.mac, _encode(replace(seal, mac="")), place=PLACE) else None


class Extent(NamedTuple):
    """How far a database extends a seal."""

    older: str = ""  # why it is an older copy, or another house
    damaged: Mapping[str, str] = {}  # tables with a damaged part that the seal names, and why
    lost_log: bool = False  # the newest records of the log are gone, and tables went on since


def extent_of(
    evidence: Evidence, house: str, lines: Sequence[bytes], seals: Seals | None
) -> Extent | None:
    """How a database stands to the last noted seal; None without one."""
    seal = noted(lines, seals)
    if seal is None:
        return None
    seq, chain = seal.log
    found = evidence.log_hash(seq)
    if seal.house != house and found != chain:
        known = house or "none"
        return Extent(f"the seal is of the house {seal.house}, and this is {known}")
    behind, damaged = _tables(evidence, seal, seals)
    lost_log = False
    if found != chain:
        why = f"record {seq} of the house log is missing or another one"
        if found is None:
            lost_log = _went_on(evidence, lines, seals)
            if not lost_log:
                return Extent(why)
        elif _is_ours(evidence, seq, seals):
            return Extent(why)
    if behind and (len(behind) > 1 or lost_log or not _others(seal, behind, damaged)):
        return Extent(next(iter(behind.values())))
    return Extent(damaged={**behind, **damaged}, lost_log=lost_log)


def _tables(
    evidence: Evidence, seal: HouseSeal, seals: Seals | None
) -> tuple[dict[str, str], dict[str, str]]:
    """The tables that this house left at an earlier event, and those that are damaged.

    A head that the house signed at an earlier event was put back; damage makes no such head.
    """
    heads = evidence.heads()
    behind: dict[str, str] = {}
    damaged: dict[str, str] = {}
    for table_id, (at, noted_hash) in sorted(seal.tables.items()):
        if not at:
            continue
        head, found = heads.get(table_id), evidence.chain_at(table_id, at)
        reason = f"event {at} of {table_id} is missing or another one"
        if head is not None and head.seq < at and _is_signed(table_id, head, seals):
            behind[table_id] = reason
        elif head is None or head.seq < at or found is None or found.hex() != noted_hash:
            damaged[table_id] = reason
    return behind, damaged


def _is_signed(table_id: str, head: Standing, seals: Seals | None) -> bool:
    return seals is None or is_proved(
        table_id, seq=head.seq, chain=head.hash, mac=head.mac, seals=seals
    )


def _others(seal: HouseSeal, *odd: Mapping[str, str]) -> bool:
    """Whether any table stands where the seal says: then the database is not an older one."""
    return any(at and not any(name in one for one in odd) for name, (at, _) in seal.tables.items())


def _is_ours(evidence: Evidence, seq: int, seals: Seals | None) -> bool:
    """Whether the house itself wrote another record with this number: after another past."""
    rows = evidence.house_log(after=seq - 2, until=seq)
    before = next((row.hash for row in rows if row.seq == seq - 1), GENESIS)
    return any(is_whole(before, row, seals) for row in rows if row.seq == seq)


def _went_on(evidence: Evidence, lines: Sequence[bytes], seals: Seals | None) -> bool:
    """Whether tables stand where a seal says that was noted after the log's last record.

    An older copy has neither. So the newest records of the log were lost by themselves.
    """
    there: dict[str, Place] = {}  # where tables stood when the log was where it is now
    since: dict[str, Place] = {}
    for line in lines:
        seal = _read(line, seals)
        if seal is None:
            continue
        if evidence.log_hash(seal.log[0]) == seal.log[1]:
            there, since = {**there, **since, **seal.tables}, {}
        elif there:
            since |= seal.tables
    moved = {name: at for name, at in since.items() if at[0] > there.get(name, (0, ""))[0]}
    found = {name: evidence.chain_at(name, at) for name, (at, _) in moved.items()}
    return bool(moved) and all(
        one is not None and one.hex() == moved[name][1] for name, one in found.items()
    )
