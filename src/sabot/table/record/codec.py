"""Events as bytes and back, for ever.

A stored event keeps the shape it had when it happened. When a shape changes after the first
release, its class gets the next version here and an upcast from the version before; rows are never
rewritten. Golden files under `tests/golden/events` hold one example of every version.

What is secret while it is stored leaves here sealed, with a commitment where it will be shown one
day. How it is sealed is not known here: a function that seals, or opens, comes with the event.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import get_args

import msgspec
from msgspec.structs import replace

from sabot.errors import Corrupt
from sabot.table import events as e
from sabot.table.events import AnyEvent, Event
from sabot.table.promises import commitment

Members = dict[str, object]

VERSIONS: dict[str, int] = {}
"""Versions above 1, by event; every event not named here is at version 1."""

UPCASTS: dict[tuple[str, int], Callable[[Members], Members]] = {}
"""(event, old version) → how its members look one version later."""

KINDS: dict[str, type[Event]] = {kind.__name__: kind for kind in get_args(AnyEvent)}

GENESIS = bytes(32)
"""What the first event of a table chains to."""

# Sets in their order, or the same facts would have another hash in another process.
_encoder = msgspec.json.Encoder(order="deterministic")
_decoders = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items()}


def kind_of(event: Event) -> str:
    """The name under which an event is stored."""
    return type(event).__name__


def version_of(kind: str) -> int:
    """The version in which an event is written today."""
    return VERSIONS.get(kind, 1)


Sealable = e.CardDealt | e.CardCorrected | e.CorrectionProposed | e.IncidentRecorded

_CARD = ("card", "code", "salt")
_SECRET: dict[type[Event], tuple[str, ...]] = {
    e.CardDealt: _CARD,
    e.CardCorrected: _CARD,
    e.CorrectionProposed: _CARD,
    e.IncidentRecorded: ("detail",),
}
"""The members of an event that are stored sealed while they are secret."""

_secrets = msgspec.json.Decoder(dict[str, str])

Seal = Callable[[bytes], str]
Unseal = Callable[[str], bytes]


def _is_secret(event: Sealable) -> bool:
    """Whether an event says a card that the table has not shown (P12, P13)."""
    if isinstance(event, e.IncidentRecorded):
        return event.kind.startswith("scan/")
    return event.face_down


def encode(event: Event, seal: Seal | None = None) -> bytes:
    """An event as bytes; a hidden card never becomes bytes without a seal."""
    names = _SECRET.get(type(event))
    if names is None or not _is_secret(event):  # type: ignore[arg-type]
        return _encoder.encode(event)
    if seal is None:
        raise Corrupt("event/not_sealed", kind=kind_of(event))
    secret = _encoder.encode({name: getattr(event, name) for name in names})
    public = dict.fromkeys(names, "")
    if isinstance(event, e.IncidentRecorded) and " at " in event.detail:
        public["detail"] = event.detail.rpartition(" at ")[2]  # the position, which is no secret
    return _encoder.encode(replace(event, **public, sealed=seal(secret)))


def decode(kind: str, version: int, body: bytes, unseal: Unseal | None = None) -> Event:
    """A stored event as today's code knows it; what cannot be read is corruption.

    Without `unseal`, what is sealed stays so: the event has `sealed` in place of its card.
    """
    decoder = _decoders.get(kind)
    if decoder is None or not 1 <= version <= version_of(kind):
        raise Corrupt("event/unknown", kind=kind, version=version)
    try:
        if version < version_of(kind):
            body = _encoder.encode(_upcast(kind, version, msgspec.json.decode(body, type=Members)))
        event = decoder.decode(body)
        if unseal is not None and type(event) in _SECRET and event.sealed:  # type: ignore[attr-defined]
            return _opened(event, unseal)  # type: ignore[arg-type]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Corrupt("event/unreadable", kind=kind, reason=str(error)) from None
    return event


def _opened(event: Sealable, unseal: Unseal) -> Event:
    names = _SECRET[type(event)]
    secret = _secrets.decode(unseal(event.sealed))
    if tuple(sorted(secret)) != names:
        raise Corrupt("event/unreadable", kind=kind_of(event), reason="sealed members")
    opened = replace(event, **secret, sealed="")
    if not isinstance(opened, e.IncidentRecorded):
        made = commitment(cards=opened.code, salt=opened.salt)
        if opened.commitment != made:
            raise Corrupt("event/other_card", kind=kind_of(event))
    return opened


def _upcast(kind: str, version: int, members: Members) -> Members:
    while version < version_of(kind):
        members = UPCASTS[kind, version](members)
        version += 1
    return members


def chained(before: bytes, *, seq: int, kind: str, version: int, body: bytes) -> bytes:
    """The hash of an event over everything that came before it (I9)."""
    header = f"{seq}:{kind}:{version}:{len(body)}:".encode()
    return hashlib.sha256(before + header + body).digest()
