"""What operators' servers and the staff ask over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sabot.wire.history import RoundTold
from sabot.wire.strict import NO_NUL, Amount, Body, Id, Who, Words

OperatorPlayer = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9._-]+$")]
"""A player by the operator's own id."""


class SignedRequest(Body, frozen=True):
    """What every signed request carries: a name of its own, so that it counts once."""

    nonce: Annotated[str, Meta(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9._-]+$")]


class AskLaunch(SignedRequest, frozen=True):
    """A player whom an operator sends to us, with the token that its wallet knows them by."""

    token: Annotated[str, Meta(min_length=1, max_length=512)]
    player: OperatorPlayer
    nickname: Annotated[str, Meta(min_length=1, max_length=64)]
    currency: Annotated[str, Meta(pattern="^[A-Z]{3}$")]
    table: Annotated[str, Meta(min_length=1, max_length=64)] | None = None


class EndSession(SignedRequest, frozen=True):
    """End every session of one of the operator's players."""

    player: OperatorPlayer


class SessionsEnded(Body, frozen=True):
    """How many sessions are over; none when the player was not here."""

    sessions: int


class BlockPlayer(SignedRequest, frozen=True):
    """Keep one of the operator's players out until a moment, or for ever with null."""

    player: OperatorPlayer
    reason: Words
    until_ms: Amount | None = None


class UnblockPlayer(SignedRequest, frozen=True):
    """Let a player in again, as far as the operator has kept them out."""

    player: OperatorPlayer
    reason: Words


class Launch(Body, frozen=True):
    """Where the player's browser is to go, once, and for how long that works."""

    url: str
    expires_in_ms: int


class StaffTable(Body, frozen=True):
    """A table as those on duty need it."""

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
    store_error: str | None  # what the store said, while it takes no write
    out_of_order: str | None  # what is wrong with a table that cannot be run


class StaffTables(Body, frozen=True):
    """All tables."""

    tables: tuple[StaffTable, ...]


class HandSeen(Body, frozen=True):
    """A hand with the cards that lie face down."""

    name: str
    cards: tuple[str | None, ...]


class HiddenCards(Body, frozen=True):
    """The hands of a round, for a shift manager who asked to see them on record."""

    table: str
    round: str
    hands: tuple[HandSeen, ...]


class StaffBet(Body, frozen=True):
    """A bet of anybody's."""

    player: str
    id: str
    kind: str
    stake: int
    seat: int | None
    golden: bool
    result: str
    paid: int


class Deed(Body, frozen=True):
    """An event of the round, with who caused it where somebody did."""

    seq: int
    at_ms: int
    event: str
    actor: str | None
    reason: str | None


class StaffRound(Body, frozen=True):
    """A whole round; operators see the bets of their own players."""

    round: RoundTold
    bets: tuple[StaffBet, ...]
    deeds: tuple[Deed, ...]


class GrantChips(Body, frozen=True):
    """Golden chips for a player; no games or no tables mean all of them."""

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
    """The proposed grants that are not decided."""

    grants: tuple[Granted, ...]


class ProposeCredit(Body, frozen=True):
    """A manual credit, to be decided by somebody else (P6)."""

    id: Id
    player: Who
    amount: Amount
    round: Who
    reason: Words


class Decide(Body, frozen=True):
    """What a second person says to a proposal."""

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
    """Those that nobody has decided."""

    credits: tuple[Credit, ...]


class ExcludePlayer(Body, frozen=True):
    """Keep a player out until a moment, or for ever with null."""

    player: Who
    until_ms: Amount | None
    reason: Words


class LiftExclusion(Body, frozen=True):
    """Let a player in again whom this side has kept out."""

    player: Who
    reason: Words


class ExclusionShown(Body, frozen=True):
    """An exclusion that runs; `by` is an operator or `house`, no end means for ever."""

    player: str
    by: str
    actor: str
    reason: str
    since_ms: int
    until_ms: int | None


class Exclusions(Body, frozen=True):
    """Those that run, the newest first, and how many there are."""

    running: int
    exclusions: tuple[ExclusionShown, ...]


class GiveRole(Body, frozen=True):
    """Another role for somebody of the staff; null takes away the one they have."""

    login: Annotated[str, Meta(min_length=1, max_length=32, pattern=NO_NUL)]
    role: Literal["dealer", "shift_manager", "moderator", "operator", "auditor", "service"] | None
    reason: Annotated[str, Meta(min_length=1, max_length=200, pattern=NO_NUL)]


class StaffPerson(Body, frozen=True):
    """Somebody of the staff; without a role nobody signs in under the name, `because` of it."""

    login: str
    nickname: str
    role: str | None
    last_role: str
    because: str | None
    operator: str | None


class StaffPeople(Body, frozen=True):
    """Those whose roles whoever asks may give and take away."""

    people: tuple[StaffPerson, ...]


class Health(Body, frozen=True):
    """The server answers; when it does not, it says so with an error."""

    ok: bool = True


class BrokenTable(Body, frozen=True):
    """A table that is out of order, and the code of what was found."""

    table: str
    code: str


class Readiness(Body, frozen=True):
    """The server is ready; tables that are out of order are listed, all others play.

    `in_doubt` counts what does not fit the house log, by kind; staff see what it is.
    """

    ok: bool = True
    out_of_order: tuple[BrokenTable, ...] = ()
    clock_in_doubt: bool = False
    in_doubt: dict[str, int] = msgspec.field(default_factory=dict)
    seals_noted: bool = True  # whether the last seal of the house could be noted outside


class DoubtShown(Body, frozen=True):
    """One fact that does not fit the house log or the sums; `player` may not bet until then."""

    about: str  # log, table, control, account, act, transfer
    subject: str
    code: str
    reason: str
    player: str | None = None


class Doubts(Body, frozen=True):
    """Everything that was found at the start or since."""

    house: str
    doubts: tuple[DoubtShown, ...]


# --- tables that are out of order -----------------------------------------------------------------


class ProposeVoid(Body, frozen=True):
    """Give back every stake of the round at a table that is out of order; another one decides."""

    id: Id
    table: Annotated[str, Meta(min_length=1, max_length=64, pattern=NO_NUL)]
    reason: Words


class DecideVoid(Body, frozen=True):
    """What another person says to a proposal."""

    verdict: Literal["approve", "decline"]
    reason: Words


class VoidProposal(Body, frozen=True):
    """A proposal as it stands; `amount` is all stakes of the round."""

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
    """Proposals that nobody has decided."""

    proposals: tuple[VoidProposal, ...]
