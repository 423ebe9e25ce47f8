"""HTTP bodies about the house clock, and about wallet operations that are about to expire."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sabot.wire.strict import NO_NUL, Amount, Body, Id, Words

Operation = Annotated[str, Meta(min_length=1, max_length=300, pattern=NO_NUL)]


class ClockShown(Body, frozen=True):
    """The house's date beside the machine's; when in doubt, staff must confirm the machine's."""

    house_ms: int
    machine_ms: int
    in_doubt: bool
    doubted_at_ms: int | None
    confirmed_at_ms: int | None
    needs_two: bool  # the jump is longer than one person may confirm
    proposed_by: str | None  # the first of the two


class ConfirmClock(Body, frozen=True):
    """The machine's date is right; `at_ms` is the date of the device this is sent from."""

    at_ms: Amount
    reason: Words


class AnnouncedExpiry(Body, frozen=True):
    """A wallet operation that two people may give up from `due_at_ms` on."""

    operation: str
    operator: str
    player: str
    kind: str
    amount: int
    round: str
    since_ms: int
    announced_at_ms: int
    due_at_ms: int


class ProposeExpiry(Body, frozen=True):
    """Propose to give a wallet operation up, or to restore it; a colleague decides (P8)."""

    id: Id
    operation: Operation
    step: Literal["expire", "restore"]
    reason: Words


class DecideExpiry(Body, frozen=True):
    """A colleague's decision about a proposal."""

    verdict: Literal["approve", "decline"]
    reason: Words


class ExpiryProposal(Body, frozen=True):
    """A proposal as it stands."""

    id: str
    operation: str
    step: str
    player: str
    amount: int
    reason: str
    proposed_by: str
    proposed_at_ms: int
    verdict: str
    decided_by: str
    decided_because: str
    decided_at_ms: int


class Expiries(Body, frozen=True):
    """Operations about to expire, and proposals that wait for a decision."""

    announced: tuple[AnnouncedExpiry, ...]
    proposals: tuple[ExpiryProposal, ...]
