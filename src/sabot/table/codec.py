"""Events as bytes and back, for ever.

A stored event keeps the shape it had when it happened. When a shape changes, its class gets the
next version here and an upcast from the one before; rows are never rewritten. Golden files under
`tests/golden/events` hold one example of every version ever written.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import get_args

import msgspec

from sabot.errors import Corrupt
from sabot.table.events import AnyEvent, Event

Members = dict[str, object]

NOT_RECORDED = "not recorded"
"""What an event says about a fact that was not written down when it happened."""


def _adding(*names: str) -> Callable[[Members], Members]:
    """An upcast for members that events did not have: what nobody wrote down stays unknown."""
    return lambda members: {**dict.fromkeys(names, NOT_RECORDED), **members}


def _dropping(*names: str) -> Callable[[Members], Members]:
    """An upcast for members that events have no more, since others say the same."""
    return lambda members: {name: members[name] for name in members if name not in names}


VERSIONS: dict[str, int] = {
    "BetsAccepted": 2,
    "RoundCancelled": 2,
    "TableConfigured": 2,
    "TableSwitchedOn": 2,
    "ShoeLoaded": 2,
    "CardsBurned": 2,
    "CutCardShown": 2,
    "ShoeRetired": 2,
}
"""Versions above 1, by event; every event not named here is at version 1."""

UPCASTS: dict[tuple[str, int], Callable[[Members], Members]] = {
    # Who confirmed is said by each bet; there may be several of them by now.
    ("BetsAccepted", 1): _dropping("player"),
    # One shift manager could cancel alone.
    ("RoundCancelled", 1): _adding("proposed_by"),
    # I14: who acted, and why, is part of every staff action.
    ("TableConfigured", 1): _adding("actor", "reason"),
    ("TableSwitchedOn", 1): _adding("reason"),
    ("ShoeLoaded", 1): _adding("actor"),
    ("CardsBurned", 1): _adding("actor"),
    ("CutCardShown", 1): _adding("actor"),
    ("ShoeRetired", 1): _adding("actor"),
}
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


def encode(event: Event) -> bytes:
    """An event as bytes."""
    return _encoder.encode(event)


def decode(kind: str, version: int, body: bytes) -> Event:
    """A stored event as today's code knows it; what cannot be read is corruption."""
    decoder = _decoders.get(kind)
    if decoder is None or not 1 <= version <= version_of(kind):
        raise Corrupt("event/unknown", kind=kind, version=version)
    try:
        if version < version_of(kind):
            body = _encoder.encode(_upcast(kind, version, msgspec.json.decode(body, type=Members)))
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Corrupt("event/unreadable", kind=kind, reason=str(error)) from None


def _upcast(kind: str, version: int, members: Members) -> Members:
    while version < version_of(kind):
        members = UPCASTS[kind, version](members)
        version += 1
    return members


def chained(before: bytes, *, seq: int, kind: str, version: int, body: bytes) -> bytes:
    """The hash of an event over everything that came before it (I9)."""
    header = f"{seq}:{kind}:{version}:{len(body)}:".encode()
    return hashlib.sha256(before + header + body).digest()
