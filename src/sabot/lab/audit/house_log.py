"""The house log: its chain, and whether every claim, control and act stands on it.

The log is signed with keys that are not in an export. Without them its chain is checked, and that
each fact has the record it needs; with them `sabot verify` checks the signatures too. Written
against the export format, apart from the server's own code.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from sabot.lab.audit.lines import ActLine, ControlLine, HouseLogLine

GENESIS = bytes(32)

Wrong = Callable[[str, object, object], None]  # where, expected, found


class _Opened(msgspec.Struct):
    house: str


class _Claimed(msgspec.Struct):
    epoch: int
    seq: int
    hash: str


class _Changed(msgspec.Struct):
    revision: int
    sha256: str


class _Digest(msgspec.Struct):
    sha256: str


class _Account(msgspec.Struct):
    sha256: str  # of an account; accounts are in no export


class _Restated(msgspec.Struct):
    before: int
    after: int


class _Dropped(msgspec.Struct):
    about: str


class _Accepted(msgspec.Struct):
    actor: str
    reason: str
    rows: tuple[int, ...] = ()


class _Righted(msgspec.Struct):
    state: str
    amount: int


B = TypeVar("B", bound=msgspec.Struct)

_BODIES: dict[str, type[msgspec.Struct]] = {
    "house/opened": _Opened,
    "table/claimed": _Claimed,
    "control/changed": _Changed,
    "act/recorded": _Digest,
    "staff/changed": _Account,
    "account/signed": _Account,
    "account/restated": _Restated,
    "record/dropped": _Dropped,
    "state/accepted": _Accepted,
    "rollback/accepted": _Accepted,
    "wallet_op/righted": _Righted,
    "round/taken": _Account,
}


class HouseLog:
    """The log of one house, and the facts that must stand on it."""

    __slots__ = (
        "_acts",
        "_broken",
        "_controls",
        "_hash",
        "_recorded",
        "_wrong",
        "accepted",
        "claims",
        "count",
        "house",
        "seq",
    )

    def __init__(self, wrong: Wrong) -> None:
        self._wrong = wrong
        self._hash = GENESIS
        self._broken: dict[int, tuple[object, object]] = {}
        self._recorded: dict[tuple[str, str], object] = {}
        self._acts: dict[str, str] = {}
        self._controls: dict[str, tuple[int, str]] = {}
        self.accepted: list[str] = []
        self.claims: dict[str, int] = {}
        self.count = 0
        self.house = ""
        self.seq = 0

    def act(self, line: ActLine) -> None:
        """An act that needs a record."""
        values = [getattr(line, name) for name in line.__struct_fields__]
        self._acts[line.id] = hashlib.sha256(msgspec.json.encode(values)).hexdigest()

    def control(self, line: ControlLine) -> None:
        """A player's controls, which need a record."""
        self._controls[line.player_id] = (line.revision, line.sha256)

    def row(self, line: HouseLogLine) -> None:
        """One record; it follows the one before it."""
        self.count += 1
        if line.seq != self.seq + 1:
            self._broken[line.seq] = (self.seq + 1, line.seq)
            self._broken[self.seq + 1] = ("a record", "none")
        made = chained(self._hash, line)
        if line.hash != made.hex():
            self._broken[line.seq] = (made.hex(), line.hash)
        else:
            self._take_in(line)
        self.seq = line.seq
        self._hash = bytes.fromhex(line.hash) if _is_hash(line.hash) else made

    def _take_in(self, line: HouseLogLine) -> None:
        kind = _BODIES.get(line.kind)
        try:
            body = None if kind is None else msgspec.json.decode(line.body, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError):
            body = None
        if body is None:
            self._broken[line.seq] = ("a record that can be read", f"{line.kind} {line.body}")
        elif isinstance(body, _Opened):
            self.house = self.house or body.house
            if line.seq != 1 or line.subject != body.house:
                self._broken[line.seq] = ("one house, opened first", line.subject)
        elif isinstance(body, _Accepted):
            self.accepted.append(f"{body.actor}: {body.reason}")
            for seq in body.rows:
                self._broken.pop(seq, None)
        else:
            self._fact(line.subject, body)

    def _fact(self, subject: str, body: msgspec.Struct) -> None:
        """What a record says about a table, a player or an act."""
        match body:
            case _Claimed():
                self.claims[subject] = body.epoch
            case _Changed():
                self._recorded["control", subject] = (body.revision, body.sha256)
            case _Digest():
                self._recorded["act", subject] = body.sha256
            case _Dropped(about="table"):
                self.claims.pop(subject, None)
            case _Dropped():
                self._recorded.pop((body.about, subject), None)
            case _:
                pass  # nothing here stands on these

    def finish(self) -> None:
        """Everything has been read."""
        for seq, (expected, found) in sorted(self._broken.items()):
            self._wrong(f"record {seq} of the house log", expected, found)
        if self.count and not self.house:
            self._wrong("the house log", "a record that opens the house", "none")
        facts = {
            **{("act", name): digest for name, digest in self._acts.items()},
            **{("control", name): pair for name, pair in self._controls.items()},
        }
        for key in sorted(facts.keys() | self._recorded.keys()):
            recorded, found = self._recorded.get(key), facts.get(key)
            if recorded != found:
                self._wrong(" ".join(key), recorded or "no record", found or "nothing")


def chained(before: bytes, line: HouseLogLine) -> bytes:
    """The hash of a record over everything that came before it, as docs/export.md has it."""
    subject, body = line.subject.encode(), line.body.encode()
    header = f"{line.seq}:{line.kind}:{line.at_ms}:{len(subject)}:".encode()
    return hashlib.sha256(before + header + subject + b":%d:" % len(body) + body).digest()


def _is_hash(text: str) -> bool:
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def check_claims(
    heads: dict[str, int], claims: dict[str, int], records: Sequence[int], wrong: Wrong
) -> None:
    """The epoch of every head is that of the last claim on record."""
    if heads and not sum(records):
        wrong("the house log", "records", "none")
        return
    for table_id in sorted(heads.keys() | claims.keys()):
        if heads.get(table_id) != claims.get(table_id):
            wrong(f"epoch of {table_id}", claims.get(table_id), heads.get(table_id))
