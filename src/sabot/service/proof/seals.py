"""Seals of a house: signed lines, kept outside of the database, that say where everything stood.

Owns the line, and the question whether a database still extends what a line says. A line holds the
house, the head of its log, and the heads of its tables: all of them (`whole`), or those that have
moved since the line before. A database that was rolled back, or lost its newest file, does not
extend the last line. Pure: the evidence comes from a store, the lines from a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from sabot.service.ports import Seals
from sabot.service.proof.checks import Evidence, Standing

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


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(HouseSeal).decode


def seal_of(
    evidence: Evidence, house: str, *, at_ms: int, since: Mapping[str, Place] | None = None
) -> HouseSeal:
    """Where everything stands now; `since` leaves out the tables that have not moved."""
    heads = evidence.heads()  # before the log: what it says is then on record
    known = since or {}
    places = {name: _place(head) for name, head in heads.items()}
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


def not_extended(evidence: Evidence, house: str, seal: HouseSeal) -> str | None:
    """Why a database does not go on from where a seal says it stood; None when it does."""
    if seal.house != house:
        return f"the seal is of the house {seal.house}, and this is {house or 'none'}"
    seq, chain = seal.log
    if evidence.log_hash(seq) != chain:
        return f"record {seq} of the house log is missing or another one"
    for table_id, (at, noted_hash) in sorted(seal.tables.items()):
        found = evidence.chain_at(table_id, at) if at else None
        if at and (found is None or found.hex() != noted_hash):
            return f"event {at} of {table_id} is missing or another one"
    return None
