"""Four eyes: one person proposes, another decides, and an approval is carried out exactly once.

Owns the one way in which a second person is asked: proposals and decisions as acts, and the rule
that says which person may decide. What a proposal is about, and what an approval does, is for the
caller to say: the acts, transfers and wallet operations of an approval are written in the
transaction of the decision. A proposal moves nothing.

The same account cannot decide what it proposed. Two accounts whose roles depend on each other are
one pair of eyes too: a shift manager could give a colleague's unused account a role and sign in
with it. Two people who conspire are not excluded.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import msgspec

from sabot.errors import Refused
from sabot.service.office.acts import Act
from sabot.service.office.office import Effect, Office, checked_id, same_wish
from sabot.service.office.refusals import ProposalRefusal
from sabot.service.ports import ActRow, CommitFailure
from sabot.table.authority import HOUSE
from sabot.table.staff.refusals import FourEyesRefusal

ROLE_GIVEN_MS = 30 * 24 * 3_600_000
"""How long an account and the colleague who gave it its role count as one pair of eyes."""

STAFF = "staff:"
"""How the name of an account begins; roles given on the machine of the house have other actors."""


class Matter(StrEnum):
    """What two people decide; its acts are `<matter>/proposed`, `<matter>/approved` and so on."""

    CREDIT = "credit"
    GRANT = "grant"  # of golden chips above what one person may give
    EXPIRY = "expiry"
    VOID = "void"  # the round of a table that is out of order
    CLOCK = "clock"  # the wall clock's date after a jump of more than an hour
    ANNUL = "annul"  # a round that was settled, after a malfunction


class Verdict(StrEnum):
    """How far a proposal has come."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    DECLINED = "declined"
    EXPIRED = "expired"


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal as it stands."""

    matter: Matter
    id: str
    player: str  # empty when it is about no player
    amount: int
    body: bytes
    proposed_by: str
    reason: str
    proposed_at_ms: int
    verdict: Verdict = Verdict.PROPOSED
    decided_by: str = ""
    decided_because: str = ""
    decided_at_ms: int = 0

    @property
    def subject(self) -> str:
        """What its acts are about."""
        return f"{self.matter}:{self.id}"


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """What a second person says."""

    verdict: Verdict
    actor: str
    reason: str


CarryOut = Callable[[Proposal], Effect]
"""What an approved proposal does; asked when it is written, with the decision in it. A refusal
undoes nothing."""

Check = Callable[[], None]

NOTHING = Effect()


class FourEyes:
    """Proposals and decisions; it keeps nothing that is not on the disk."""

    def __init__(self, office: Office) -> None:
        self._office = office

    # --- proposing --------------------------------------------------------------------------------

    async def propose(
        self,
        matter: Matter,
        name: str,
        *,
        actor: str,
        reason: str,
        player: str = "",
        amount: int = 0,
        body: msgspec.Struct | None = None,
        check: Check = lambda: None,
    ) -> Proposal:
        """Ask for a decision; the same id and the same contents are the same proposal.

        `check` may refuse a proposal that is new: no other act is written after it and before this.
        """
        subject = f"{matter}:{checked_id(name)}"
        act = self._office.act(
            _act(matter, Verdict.PROPOSED),
            f"{subject}:proposed",
            subject=subject,
            player=player,
            amount=amount,
            actor=actor,
            reason=reason,
            body=body,
        )
        known = self._proposed(subject)
        if known is None and await self._office.record(act, check=check) is not None:
            known = self._proposed(subject)  # another request was quicker with the same id
        if known is not None and not same_wish(known, act):
            raise Refused(ProposalRefusal.OTHER_BODY, proposal=name)
        return self.find(matter, name)

    # --- deciding ---------------------------------------------------------------------------------

    async def approve(
        self,
        matter: Matter,
        name: str,
        *,
        actor: str,
        reason: str,
        carry_out: CarryOut,
        check: Check = lambda: None,
    ) -> Proposal:
        """Have a proposal carried out, once; the same decision again is the same one.

        `check` may refuse it, as in `propose`.
        """
        decision = Decision(verdict=Verdict.APPROVED, actor=actor, reason=reason)
        return await self._decide(matter, name, decision, carry_out, check)

    async def decline(self, matter: Matter, name: str, *, actor: str, reason: str) -> Proposal:
        """Say no for good; the proposer cannot do that either."""
        decision = Decision(verdict=Verdict.DECLINED, actor=actor, reason=reason)
        return await self._decide(matter, name, decision, lambda _: NOTHING, lambda: None)

    async def _decide(
        self, matter: Matter, name: str, decision: Decision, carry_out: CarryOut, check: Check
    ) -> Proposal:
        standing = self.find(matter, name)
        self.check_eyes(standing.proposed_by, decision.actor)
        if standing.verdict is Verdict.PROPOSED:
            await self._record(standing, decision, carry_out, check)
            standing = self.find(matter, name)
        elif standing.verdict is Verdict.APPROVED:
            self._office.take_up_in_doubt()
        found = Decision(
            verdict=standing.verdict,
            actor=standing.decided_by,
            reason=standing.decided_because,
        )
        if found != decision:
            raise Refused(ProposalRefusal.DECIDED, proposal=name, verdict=standing.verdict)
        return standing

    async def _record(
        self, standing: Proposal, decision: Decision, carry_out: CarryOut, check: Check
    ) -> None:
        act = self._office.act(
            _act(standing.matter, decision.verdict),
            f"{standing.subject}:decided",
            subject=standing.subject,
            player=standing.player,
            amount=standing.amount,
            actor=decision.actor,
            reason=decision.reason,
        )
        approved = _decided(standing, act)
        failure = await self._office.carry_out(act, lambda: carry_out(approved), check=check)
        if failure not in (None, CommitFailure.CONFLICT):
            raise Refused(ProposalRefusal.NOT_POSTED, proposal=standing.id)

    def check_eyes(self, proposer: str, decider: str) -> None:
        """Refuse two actors that may be one person."""
        if proposer == decider:
            raise Refused(FourEyesRefusal.OWN)
        proposers, deciders = self._givers(proposer), self._givers(decider)
        if proposer in deciders or decider in proposers or proposers & deciders:
            raise Refused(ProposalRefusal.ROLE_GIVEN, days=ROLE_GIVEN_MS // (24 * 3_600_000))

    def _givers(self, actor: str) -> frozenset[str]:
        """The colleagues who gave this actor a role of late."""
        since = self._office.clock.wall_ms() - ROLE_GIVEN_MS
        given = (act for act in self._office.act_store.about(actor) if act.kind == Act.ROLE_GIVEN)
        return frozenset(a.actor for a in given if a.at_ms >= since and a.actor.startswith(STAFF))

    # --- reading ----------------------------------------------------------------------------------

    def find(self, matter: Matter, name: str) -> Proposal:
        """A proposal as the disk has it."""
        subject = f"{matter}:{checked_id(name)}"
        proposed = self._proposed(subject)
        if proposed is None:
            raise Refused(ProposalRefusal.UNKNOWN, proposal=name)
        decided = [a for a in self._office.acts(subject) if a.id == f"{subject}:decided"]
        standing = _proposal(matter, proposed)
        return _decided(standing, decided[0]) if decided else standing

    def about(self, matter: Matter, player: str) -> tuple[Proposal, ...]:
        """Every proposal about a player, decided or not."""
        acts = self._office.acts_of(player)
        decided = {act.id: act for act in acts}
        proposed = (_proposal(matter, a) for a in acts if a.kind == _act(matter, Verdict.PROPOSED))
        return tuple(
            one if (end := decided.get(f"{one.subject}:decided")) is None else _decided(one, end)
            for one in proposed
        )

    def waiting(self, matter: Matter) -> tuple[Proposal, ...]:
        """The proposals that are not decided."""
        acts = self._office.open_acts(_act(matter, Verdict.PROPOSED))
        return tuple(_proposal(matter, act) for act in acts)

    def _proposed(self, subject: str) -> ActRow | None:
        acts = self._office.acts(subject)
        return next((act for act in acts if act.id == f"{subject}:proposed"), None)

    # --- the end ----------------------------------------------------------------------------------

    async def void(self, proposal: Proposal, *, reason: str, body: msgspec.Struct) -> bool:
        """End a proposal that was never decided; whether it was still open."""
        act = self._office.act(
            _act(proposal.matter, Verdict.EXPIRED),
            f"{proposal.subject}:decided",
            subject=proposal.subject,
            player=proposal.player,
            amount=proposal.amount,
            actor=HOUSE,
            reason=reason,
            body=body,
        )
        return await self._office.record(act) is None


def _act(matter: Matter, verdict: Verdict) -> Act:
    return Act(f"{matter}/{verdict}")


def _proposal(matter: Matter, act: ActRow) -> Proposal:
    return Proposal(
        matter=matter,
        id=act.subject.removeprefix(f"{matter}:"),
        player=act.player,
        amount=act.amount,
        body=act.body,
        proposed_by=act.actor,
        reason=act.reason,
        proposed_at_ms=act.at_ms,
    )


def _decided(standing: Proposal, act: ActRow) -> Proposal:
    return msgspec.structs.replace(
        standing,
        verdict=Verdict(Act(act.kind).rpartition("/")[2]),
        decided_by=act.actor,
        decided_because=act.reason,
        decided_at_ms=act.at_ms,
    )
