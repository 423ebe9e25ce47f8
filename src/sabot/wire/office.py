"""HTTP bodies for operators' servers and for staff."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sabot.wire.history import RoundTold
from sabot.wire.strict import NO_NUL, Amount, Body, Id, Who, Words

OperatorPlayer = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9._-]+$")]
"""A player by the operator's own id."""


class SignedRequest(Body, frozen=True):
    """What every signed request carries: a nonce, so that it counts only once."""

    nonce: Annotated[str, Meta(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9._-]+$")]


class AskLaunch(SignedRequest, frozen=True):
    """A player whom an operator sends to us, with the token that its wallet expects."""

    token: Annotated[str, Meta(min_length=1, max_length=512)]
    player: OperatorPlayer
    nickname: Annotated[str, Meta(min_length=1, max_length=64)]
    currency: Annotated[str, Meta(pattern="^[A-Z]{3}$")]
    table: Annotated[str, Meta(min_length=1, max_length=64)] | None = None


class EndSession(SignedRequest, frozen=True):
    """End every session of one of the operator's players."""

    player: OperatorPlayer


class SessionsEnded(Body, frozen=True):
    """How many sessions have ended; 0 when the player had none."""

    sessions: int


class BlockPlayer(SignedRequest, frozen=True):
    """Exclude one of the operator's players until a time, or forever with null."""

    player: OperatorPlayer
    reason: Words
    until_ms: Amount | None = None


class UnblockPlayer(SignedRequest, frozen=True):
    """Lift the operator's own exclusion of a player."""

    player: OperatorPlayer
    reason: Words


class Launch(Body, frozen=True):
    """The address for the player's browser, which works once, and for how long."""

    url: str
    expires_in_ms: int


class StaffTable(Body, frozen=True):
    """A table as staff on duty see it."""

    table: str
    name: str
    game: str
    variant: str
    phase: str
    round: str | None
    seq: int
    epoch: int
    players: int
    sockets: int
    because: str | None  # why the table is paused
    store_error: str | None  # the store's error while it cannot write
    out_of_order: str | None  # the error of a table that cannot be run


class StaffTables(Body, frozen=True):
    """All tables."""

    tables: tuple[StaffTable, ...]


class HandSeen(Body, frozen=True):
    """A hand, face-down cards included."""

    name: str
    cards: tuple[str | None, ...]


class HiddenCards(Body, frozen=True):
    """The hands of a round, for a shift manager; the log records that they asked."""

    table: str
    round: str
    hands: tuple[HandSeen, ...]


class StaffBet(Body, frozen=True):
    """A bet of any player."""

    player: str
    id: str
    kind: str
    stake: int
    seat: int | None
    golden: bool
    result: str
    paid: int


class Deed(Body, frozen=True):
    """An event of the round, with its actor if it has one."""

    seq: int
    at_ms: int
    event: str
    actor: str | None
    reason: str | None


class StaffRound(Body, frozen=True):
    """A whole round; an operator sees the bets of its own players only."""

    round: RoundTold
    bets: tuple[StaffBet, ...]
    deeds: tuple[Deed, ...]


class GrantChips(Body, frozen=True):
    """Golden chips for a player; no games or no tables means all of them."""

    id: Id
    player: Who
    count: Amount
    value: Amount
    currency: Annotated[str, Meta(pattern="^[A-Z]{3}$")]
    expires_at_ms: Amount
    reason: Words
    games: Annotated[tuple[Who, ...], Meta(max_length=50)] = ()
    tables: Annotated[tuple[Who, ...], Meta(max_length=200)] = ()


class Granted(Body, frozen=True):
    """A grant as it stands; the player has the chips when its verdict is `approved`."""

    id: str
    player: str
    count: int
    value: int
    currency: str
    expires_at_ms: int
    games: tuple[str, ...]
    tables: tuple[str, ...]
    verdict: str


class Grants(Body, frozen=True):
    """The grants that wait for a decision."""

    grants: tuple[Granted, ...]


class ProposeCredit(Body, frozen=True):
    """A manual credit, which a colleague decides (P6)."""

    id: Id
    player: Who
    amount: Amount
    round: Who
    reason: Words


class Decide(Body, frozen=True):
    """A colleague's decision about a proposal."""

    verdict: Literal["approve", "decline"]
    reason: Words


class Credit(Body, frozen=True):
    """A manual credit as it stands."""

    id: str
    player: str
    amount: int
    round: str
    reason: str
    proposed_by: str
    proposed_at_ms: int
    verdict: str
    decided_by: str
    decided_because: str
    decided_at_ms: int


class Credits(Body, frozen=True):
    """The credits that wait for a decision."""

    credits: tuple[Credit, ...]


class ExcludePlayer(Body, frozen=True):
    """Exclude a player until a time, or forever with null."""

    player: Who
    until_ms: Amount | None
    reason: Words


class LiftExclusion(Body, frozen=True):
    """Lift an exclusion that the same side has set."""

    player: Who
    reason: Words


class ExclusionShown(Body, frozen=True):
    """An exclusion in force; `by` is an operator or `house`, and no end means forever."""

    player: str
    by: str
    actor: str
    reason: str
    since_ms: int
    until_ms: int | None


class Exclusions(Body, frozen=True):
    """The exclusions in force, newest first, and how many there are."""

    running: int
    exclusions: tuple[ExclusionShown, ...]


class GiveRole(Body, frozen=True):
    """Another role for a member of staff; null takes the current one away."""

    login: Annotated[str, Meta(min_length=1, max_length=32, pattern=NO_NUL)]
    role: (
        Literal[
            "dealer",
            "supervisor",
            "shift_manager",
            "moderator",
            "operator",
            "auditor",
            "service",
        ]
        | None
    )
    reason: Annotated[str, Meta(min_length=1, max_length=200, pattern=NO_NUL)]


class StaffPerson(Body, frozen=True):
    """A member of staff. Without a role the account cannot sign in; `because` says why."""

    login: str
    nickname: str
    role: str | None
    last_role: str
    because: str | None
    operator: str | None


class StaffPeople(Body, frozen=True):
    """The staff whose roles the caller may give and take away."""

    people: tuple[StaffPerson, ...]


class Health(Body, frozen=True):
    """The server answers requests."""

    ok: bool = True


class BrokenTable(Body, frozen=True):
    """A table that is out of order, and the code of the error."""

    table: str
    code: str


class Readiness(Body, frozen=True):
    """The server is ready; tables that are out of order are listed, all others run.

    `in_doubt` counts facts that do not match the house log, by kind; staff can list them.
    """

    ok: bool = True
    out_of_order: tuple[BrokenTable, ...] = ()
    clock_in_doubt: bool = False
    in_doubt: dict[str, int] = msgspec.field(default_factory=dict)
    seals_noted: bool = True  # whether the last house seal could be written to the notebook


class DoubtShown(Body, frozen=True):
    """A fact that does not match the house log or the sums; `player` cannot bet until it does."""

    about: str  # log, table, control, account, act, transfer
    subject: str
    code: str
    reason: str
    player: str | None = None


class Doubts(Body, frozen=True):
    """Everything found at the start or since."""

    house: str
    doubts: tuple[DoubtShown, ...]


# --- tables that are out of order -----------------------------------------------------------------


class ProposeVoid(Body, frozen=True):
    """Propose to refund the round at a table that is out of order; a colleague decides."""

    id: Id
    table: Annotated[str, Meta(min_length=1, max_length=64, pattern=NO_NUL)]
    reason: Words


class DecideVoid(Body, frozen=True):
    """A colleague's decision about a proposal to void a round."""

    verdict: Literal["approve", "decline"]
    reason: Words


class VoidProposal(Body, frozen=True):
    """A proposal as it stands; `amount` is the sum of all stakes of the round."""

    id: str
    table: str
    round: str
    amount: int
    reason: str
    proposed_by: str
    proposed_at_ms: int
    verdict: str
    decided_by: str
    decided_because: str
    decided_at_ms: int


class Voids(Body, frozen=True):
    """The proposals that wait for a decision."""

    proposals: tuple[VoidProposal, ...]


class ProposeAnnulment(Body, frozen=True):
    """Propose to reverse the money of a settled round; a colleague decides."""

    id: Id
    round: Annotated[str, Meta(min_length=1, max_length=100, pattern=NO_NUL)]
    reason: Words


class DecideAnnulment(Body, frozen=True):
    """A colleague's decision about a proposal to annul a round."""

    verdict: Literal["approve", "decline"]
    reason: Words


class AnnulmentLine(Body, frozen=True):
    """What an annulment means for one player, in cents.

    The round brought `paid` for `staked`. `amount` is what the player's money gains, below zero
    what it loses; `uncollected` could not be taken; `theirs` only the player's operator can take
    back; `chips` are golden chips that come back.
    """

    player: str
    operator: str | None
    currency: str
    staked: int
    paid: int
    amount: int
    uncollected: int
    theirs: int
    chips: int


class AnnulmentPreview(Body, frozen=True):
    """What an annulment of a round would mean, before it is proposed."""

    round: str
    lines: tuple[AnnulmentLine, ...]


class Annulment(Body, frozen=True):
    """A proposal as it stands, with what it means now, or what its approval did."""

    id: str
    round: str
    amount: int
    reason: str
    proposed_by: str
    proposed_at_ms: int
    verdict: str
    decided_by: str
    decided_because: str
    decided_at_ms: int
    lines: tuple[AnnulmentLine, ...]


class Annulments(Body, frozen=True):
    """The proposals that wait for a decision, and the rounds that were annulled, newest first."""

    proposals: tuple[Annulment, ...]
    annulled: tuple[Annulment, ...]
