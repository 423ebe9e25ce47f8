"""The shape of an export: which facts leave a store, under which names, in which order.

Owns names and encodings only: hashes as hexadecimal digits, bodies as the text they are, byte for
byte, so that a reader can repeat every hash. Of players' controls only digests leave. The orders of
virtual shoes stay inside: they are secret until their shoe is disclosed, and then the event says
them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

Value = str | int | bytes | None
Exported = dict[str, str | int | None]

HEXADECIMAL = frozenset({"hash", "digest"})
TEXT = frozenset({"body", "reply"})
DIGESTED = "sha256"
"""What stays inside, and leaves only as its digest: a player's own limits."""

SHAPES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "head": ("table_id", "epoch", "seq", "hash", "owner", "claimed_at_ms", "mac"),
        "act": (
            *("id", "kind", "subject", "player", "amount"),
            *("actor", "reason", "body", "at_ms"),
        ),
        "event": (
            *("table_id", "seq", "epoch", "round_id", "kind", "version"),
            *("body", "hash", "at_ms"),
        ),
        "account": ("id", "balance", "floor"),
        "transfer": ("id", "kind", "debit", "credit", "amount", "bet", "round", "reverses"),
        "bet": ("id", "round_id", "player", "kind", "stake", "body"),
        "outcome": ("bet", "result", "amount"),
        "command": ("actor", "cmd_id", "digest", "reply", "at_ms"),
        "wallet_op": (
            *("id", "operator", "player", "kind", "amount", "round_id"),
            *("state", "attempts", "at_ms", "details", "mac"),
        ),
        "control": ("player_id", "revision", "sha256"),
        "house_log": ("seq", "kind", "subject", "body", "at_ms", "hash", "mac"),
    }
)
"""Kinds of fact in the order they are exported, each with the names of its values."""


def shaper(kind: str) -> Callable[[Sequence[Value]], Exported]:
    """How values of one kind, in the order of its shape, become an exported fact."""
    names = SHAPES[kind]
    encodings = [(name, encode) for name in names if (encode := _encoding(name)) is not None]

    def shape(values: Sequence[Value]) -> Exported:
        fact: dict[str, Any] = dict(zip(names, values, strict=True))
        for name, encode in encodings:
            fact[name] = encode(fact[name])
        return fact

    return shape


def _encoding(name: str) -> Callable[[bytes], str] | None:
    if name in HEXADECIMAL:
        return bytes.hex
    if name == DIGESTED:
        return lambda value: hashlib.sha256(value).hexdigest()
    return _text if name in TEXT else None


def _text(value: bytes) -> str:
    """Bytes that are no text cannot have been ours: they are exported marked, and fit no hash."""
    return value.decode(errors="replace")
