"""The export format: one JSON object a line, a header before all of them, a seal after.

Owns the names and types of every line and the digest that makes one file of them. What the facts
mean is for the rest of the auditor. The seal is the SHA-256 of every byte before it, so it also
covers what nothing else vouches for: the labels (`LABELS`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

import msgspec

VERSION = 1
FORMAT = "sabot-export"

LABELS: Mapping[str, frozenset[str]] = {
    "head": frozenset({"owner", "claimed_at_ms", "mac"}),
    "event": frozenset({"at_ms"}),
    "transfer": frozenset({"reverses"}),  # of money outside of rounds; those of bets are due
    "command": frozenset({"actor", "digest", "at_ms"}),
    "wallet_op": frozenset({"attempts", "at_ms", "mac"}),
    "house_log": frozenset({"mac"}),  # without the keys of the house
}
"""What only the seal covers: no other fact says what would have to stand there."""


class Line(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """One exported fact; its type stands first in the line."""


class Header(Line, frozen=True, tag="header"):
    """What this file is."""

    format: str
    version: int


class HeadLine(Line, frozen=True, tag="head"):
    """Where a table stands."""

    table_id: str
    epoch: int
    seq: int
    hash: str
    owner: str
    claimed_at_ms: int
    mac: str


class EventLine(Line, frozen=True, tag="event"):
    """Something that happened at a table; `body` is hashed byte for byte."""

    table_id: str
    seq: int
    epoch: int
    round_id: str
    kind: str
    version: int
    body: str
    hash: str
    at_ms: int


class AccountLine(Line, frozen=True, tag="account"):
    """What an account holds."""

    id: str
    balance: int
    floor: int | None


class TransferLine(Line, frozen=True, tag="transfer"):
    """Money that moved."""

    id: str
    kind: str
    debit: str
    credit: str
    amount: int
    bet: str | None
    round: str | None
    reverses: str | None


class BetLine(Line, frozen=True, tag="bet"):
    """A stake that was taken."""

    id: str
    round_id: str
    player: str
    kind: str
    stake: int
    body: str


class OutcomeLine(Line, frozen=True, tag="outcome"):
    """What became of a bet."""

    bet: str
    result: str
    amount: int


class CommandLine(Line, frozen=True, tag="command"):
    """The stored answer to a command."""

    actor: str
    cmd_id: str
    digest: str
    reply: str
    at_ms: int


class WalletOpLine(Line, frozen=True, tag="wallet_op"):
    """One operation on an operator's wallet."""

    id: str
    operator: str
    player: str
    kind: str
    amount: int
    round_id: str
    state: str
    attempts: int
    at_ms: int
    details: str
    mac: str


class ActLine(Line, frozen=True, tag="act"):
    """Something the office did about money outside of rounds."""

    id: str
    kind: str
    subject: str
    player: str
    amount: int
    actor: str
    reason: str
    body: str
    at_ms: int


class ControlLine(Line, frozen=True, tag="control"):
    """What a player has set, as the digest of it."""

    player_id: str
    revision: int
    sha256: str


class HouseLogLine(Line, frozen=True, tag="house_log"):
    """A signed record about what no table's chain covers."""

    seq: int
    kind: str
    subject: str
    body: str
    at_ms: int
    hash: str
    mac: str


AnyLine = (
    Header
    | HeadLine
    | EventLine
    | AccountLine
    | TransferLine
    | BetLine
    | OutcomeLine
    | CommandLine
    | WalletOpLine
    | ActLine
    | ControlLine
    | HouseLogLine
)

_encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyLine).decode

FIRST = _encode(Header(format=FORMAT, version=VERSION)) + b"\n"
SEAL = b'{"type":"end",'
"""How the last line begins."""

SPOON = 512
"""Lines that are taken together."""


def seal(lines: int, digest: str) -> bytes:
    """The last line: how many there are before it, and the SHA-256 of all their bytes."""
    return b'%s"lines":%d,"sha256":"%s"}\n' % (SEAL, lines, digest.encode())


def sealed(facts: Iterable[tuple[str, Mapping[str, str | int | None]]]) -> Iterator[bytes]:
    """Facts as the lines of an export, with header and seal."""
    whole = Seal()
    whole.add([FIRST])
    yield FIRST
    rest = iter(facts)
    while some := [_line(kind, fact) for kind, fact in islice(rest, SPOON)]:
        whole.add(some)
        yield from some
    yield whole.needed


def _line(kind: str, fact: Mapping[str, str | int | None]) -> bytes:
    """A fact with its type in front; no fact is without members."""
    return b'{"type":"%b",%b\n' % (kind.encode(), _encode(fact)[1:])


class Seal:
    """Follows the bytes of an export as they are read, and knows the seal they need."""

    __slots__ = ("_whole", "found", "lines")

    def __init__(self) -> None:
        self._whole = hashlib.sha256()
        self.lines = 0
        self.found: bytes | None = None

    def add(self, lines: Sequence[bytes]) -> None:
        """More lines before the seal."""
        self._whole.update(b"".join(lines))
        self.lines += len(lines)

    @property
    def digest(self) -> str:
        """The SHA-256 of everything so far."""
        return self._whole.hexdigest()

    @property
    def needed(self) -> bytes:
        """The seal that these lines need."""
        return seal(self.lines, self.digest)
