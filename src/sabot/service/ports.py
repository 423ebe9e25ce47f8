"""What the service needs from outside, as contracts that adapters implement.

The store is synchronous on purpose: one writer thread, one transaction for everything that belongs
together, and no acknowledgement before it has returned.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Protocol

import msgspec

from sabot.gamekit import Bet
from sabot.ledger import Transfer


class StoredEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An event as a row: `hash` chains over the one before it (I9)."""

    seq: int
    round_id: str
    kind: str
    version: int
    body: bytes
    hash: bytes
    at_ms: int  # the date of the house, a label


class Stakes(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """The bets that one event took, and beside each the account its stake came from.

    Everything else about a stake follows from these (`money/stakes.py`). The store makes the rows,
    so that deciding a bet does not have to.
    """

    round_id: str
    bets: tuple[Bet, ...]
    sources: tuple[str, ...]


class BetRow(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A bet as it is stored."""

    id: str
    round_id: str
    player: str
    kind: str
    stake: int
    body: bytes


class OutcomeRow(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The result of a bet; the bet's id is the primary key, so a second outcome is impossible."""

    bet: str
    result: str  # win, lose, push, refunded
    amount: int


class CommandRow(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The answer to a command, kept so that a repetition gets the same one."""

    actor: str
    cmd_id: str
    digest: bytes  # of the body: the same id with another body is a conflict
    reply: bytes
    at_ms: int


class WalletOpState(StrEnum):
    """How far a call to an operator's wallet has come."""

    ASKED = "asked"  # written down before it is sent
    TAKEN = "taken"
    REFUSED = "refused"
    CANCELLING = "cancelling"  # out of the round; the cancel is repeated until acknowledged
    CANCELLED = "cancelled"
    OWED = "owed"  # a credit that is repeated for ever
    PAID = "paid"
    EXPIRED = "expired"  # the operator has not acknowledged it for 90 days (P8)


class WalletOpRow(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One operation on an operator's wallet; writing it again moves its state on."""

    id: str
    operator: str
    player: str
    kind: str  # bet, result, refund
    amount: int
    round_id: str
    state: WalletOpState
    attempts: int = 0
    at_ms: int = 0
    details: str = ""  # what it is for (`wallets/details.py`); empty if restored from the books
    mac: str = (
        ""  # the proof that the house wrote it (`wallets/signatures.py`); given before it is stored
    )


class ActRow(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An act of the office about money outside rounds: its actor, reason and player (I14).

    Acts on one `subject` belong together: a proposal and its approval, a grant and its end.
    """

    id: str
    kind: str
    subject: str
    player: str
    amount: int
    actor: str
    reason: str
    body: bytes
    at_ms: int  # the date of the house; it decides what has expired


class LogRow(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A record of the house log: `hash` chains over the one before it, `mac` signs the hash.

    What the records mean is for `service/proof/log.py`.
    """

    seq: int
    kind: str
    subject: str
    body: bytes
    at_ms: int
    hash: bytes
    mac: str


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """Everything one step of one table changes: applied in full or not at all.

    `after_seq` is the head the step was decided on. If the head has moved, or the epoch differs,
    the table has another owner now. `snapshot`, if given, replaces the stored one.
    `shoe_secrets` are the orders of virtual shoes, sealed: the store cannot read them. `mac` proves
    the head that the events lead to (`proof/heads.py`): the process that writes has no keys.
    """

    table_id: str
    epoch: int
    after_seq: int
    events: tuple[StoredEvent, ...] = ()
    stakes: tuple[Stakes, ...] = ()
    transfers: tuple[Transfer, ...] = ()  # other ones
    outcomes: tuple[OutcomeRow, ...] = ()
    commands: tuple[CommandRow, ...] = ()
    wallet_ops: tuple[WalletOpRow, ...] = ()
    shoe_secrets: tuple[tuple[str, bytes], ...] = ()
    snapshot: bytes | None = None
    acts: tuple[ActRow, ...] = ()
    mac: str = ""

    @property
    def taken(self) -> int:
        """How many bets it takes."""
        return sum([len(stakes.bets) for stakes in self.stakes])


class CommitFailure(StrEnum):
    """Why a unit was not applied; the others of its batch were."""

    FENCED = "fenced"  # another owner has the table: step down
    BELOW_FLOOR = "below_floor"  # a balance would fall below its floor
    CONFLICT = "conflict"  # an id already exists with other contents


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """Where a table stands on disk."""

    epoch: int
    seq: int
    hash: bytes
    snapshot: bytes | None
    snapshot_seq: int


class Writing(Protocol):
    """Units that another process is writing."""

    @property
    def descriptor(self) -> int | None:
        """Becomes readable when the outcome is known; None when the writing process is gone."""

    def outcome(self) -> Sequence[CommitFailure | None]:
        """Wait for it: what `Store.commit` would answer, or raise."""


class UnitStore(Protocol):
    """The owners of tables, and the units that each owner writes.

    Raises `Unavailable` when the outcome of a commit is not known.
    """

    def claim(self, table_id: str, owner: str, seals: Seals | None = None) -> Head:
        """Take over a table with a new epoch, which fences off older owners.

        With keys, a head that this house has not signed is `Corrupt`, and nothing is changed.
        """

    def claim_again(self, table_id: str, owner: str, seals: Seals | None = None) -> Head | None:
        """Claim a table again for the same owner; None if another owner has claimed it since."""

    def commit(self, units: Sequence[Unit]) -> Sequence[CommitFailure | None]:
        """Apply units in one transaction; those that cannot be applied fail alone."""

    def begin(self, units: Sequence[Unit]) -> Writing | None:
        """Let the writer process apply units; None if there is no such process: use `commit`.

        The caller takes the outcome before it begins the next units.
        """


class EventStore(Protocol):
    """The events of tables."""

    def read(self, table_id: str, *, after: int) -> Iterator[StoredEvent]:
        """The events of a table in order."""

    def seq_of(self, table_id: str, kind: str, *, nth_last: int) -> int:
        """Where the last event of a kind is (`nth_last=1`), or an earlier one; else 0."""


class LedgerStore(Protocol):
    """Balances, and the transfers that belong to no table."""

    def balances(self, accounts: Sequence[str]) -> Mapping[str, int]:
        """Balances now; an unused account holds 0."""

    def rounds_with_stakes(self, beginning: str) -> Sequence[str]:
        """The rounds with money in escrow whose id begins like this, sorted by id."""

    def post(
        self, transfers: Sequence[Transfer], acts: Sequence[ActRow] = ()
    ) -> CommitFailure | None:
        """Store transfers that belong to no table, with the acts that ask for them. Idempotent by
        id: when all transfers already exist, no act is written again.
        """


class AnswerStore(Protocol):
    """The answers to commands, which a repetition gets again."""

    def answer(self, actor: str, cmd_id: str) -> CommandRow | None:
        """The stored answer to a command."""

    def answers(self, keys: Collection[tuple[str, str]]) -> Mapping[tuple[str, str], CommandRow]:
        """The stored answers to commands, by actor and id; those that came before."""


class WalletOpStore(Protocol):
    """The operations on operators' wallets."""

    def unfinished(self, operator: str | None = None) -> Sequence[WalletOpRow]:
        """The operations that are not finished (asked, cancelling, owed), by id."""

    def find(self, op_id: str) -> WalletOpRow | None:
        """One operation, finished or not."""


class ShoeStore(Protocol):
    """The orders of virtual shoes."""

    def secret(self, shoe_id: str) -> bytes | None:
        """The order of a virtual shoe, sealed as its dealer gave it."""


class ActStore(Protocol):
    """The acts of the office, by id; they are written with what they change."""

    def about(self, subject: str) -> Sequence[ActRow]:
        """What the office did about a subject."""

    def about_player(self, player: str) -> Sequence[ActRow]:
        """What the office did about a player."""

    def by_actor(self, actor: str, *, since_ms: int) -> Sequence[ActRow]:
        """What an actor did in the office since a date of the house."""

    def unanswered(self, kind: str) -> Sequence[ActRow]:
        """The acts of a kind that no act of another kind on the same subject has followed."""

    def of_kinds(self, kinds: Collection[str]) -> Sequence[ActRow]:
        """The acts of these kinds."""


class Store(UnitStore, Protocol):
    """All durable facts. A service asks for the part that it uses; bootstrap hands them out."""

    @property
    def events(self) -> EventStore: ...
    @property
    def ledger(self) -> LedgerStore: ...
    @property
    def answers(self) -> AnswerStore: ...
    @property
    def wallet_ops(self) -> WalletOpStore: ...
    @property
    def shoes(self) -> ShoeStore: ...
    @property
    def acts(self) -> ActStore: ...


class Seals(Protocol):
    """Encrypts values with a key that is not in the store, and decrypts them."""

    def salt(self) -> str:
        """A new salt for a commitment."""

    def seal(self, plain: bytes, *, place: str) -> str:
        """The value as text that opens only at this place."""

    def open(self, sealed: str, *, place: str) -> bytes:
        """The sealed value; `Corrupt` without its key, or when it was not sealed at this place."""

    def mac(self, data: bytes, *, place: str) -> str:
        """Text that proves that this house wrote these bytes at this place."""

    def is_mac(self, mac: str, data: bytes, *, place: str) -> bool:
        """Say whether this house made this text for these bytes, at this place."""

    def fingerprint(self, digest: bytes) -> bytes:
        """A digest that cannot be repeated without the key."""

    def made(self, fingerprint: bytes, digest: bytes) -> bool:
        """Whether this is a fingerprint of the digest."""


class Clock(Protocol):
    """Time. Windows run on the monotonic clock; `wall_ms` is the date that labels and ages follow.

    In a house that is the house's own date (`service/proof/clock.py`), not the wall clock's.
    """

    def monotonic_ms(self) -> int: ...
    def wall_ms(self) -> int: ...
