"""A notebook of the house, kept outside its database: what must not be forgotten (ADR 0044).

Owns the shape of a note and the line it is written as. An attacker with write access to the
database can remove a row together with its record; the notebook still names its subject. Knows no
file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from sabot.service.ports import Seals

PLACE = "house-note"

Facts = Mapping[tuple[str, str], str]
"""What counts now, by kind and subject."""


class Fact(NamedTuple):
    """What is known about a subject; an empty value takes back what was known."""

    kind: str
    subject: str
    value: str


class Notebook(Protocol):
    """Facts; the last one about a kind and a subject counts."""

    def note(self, facts: Iterable[Fact]) -> None:
        """Write facts down; they are on disk afterwards. `Unavailable` when they are not."""

    def facts(self) -> Facts:
        """What counts now, also what other processes have noted."""


class _Line(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=PLACE):
    kind: str
    subject: str
    value: str
    mac: str = ""


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(_Line).decode


def take_in(known: dict[tuple[str, str], str], facts: Iterable[Fact]) -> None:
    """Let facts count after those that are known."""
    for fact in facts:
        if fact.value:
            known[fact.kind, fact.subject] = fact.value
        else:
            known.pop((fact.kind, fact.subject), None)


def line_of(fact: Fact, seals: Seals) -> bytes:
    """A fact as a signed line."""
    plain = _Line(kind=fact.kind, subject=fact.subject, value=fact.value)
    return _encode(replace(plain, mac=seals.mac(_encode(plain), place=PLACE))) + b"\n"


def fact_of(line: bytes, seals: Seals) -> Fact | None:
    """The fact of a line; None when it cannot be read or other keys signed it."""
    try:
        read = _decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    if not seals.is_mac(read.mac, _encode(replace(read, mac="")), place=PLACE):
        return None
    return Fact(read.kind, read.subject, read.value)
