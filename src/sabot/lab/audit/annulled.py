"""What annulled rounds brought and cost their players, from the events of their tables (ADR 0065).

An act says what a round cost a player and what moved because of it. The amounts follow from the
bets and payouts of the round, which may be in another share: each share collects the rounds that it
saw, and they are compared when all have been read. An export has the acts before the events, so a
share knows which rounds to keep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from sabot.gamekit import Bet
from sabot.lab.audit.acts.annulments import ANNULLED, RETURNED
from sabot.lab.audit.lines import ActLine
from sabot.table import events as e

GRANTED = "chips/granted"

Wrong = Callable[[str, object, object], None]  # where, expected, found


class Play(msgspec.Struct):
    """What a player staked in a round, what it paid, and the golden chips that it used up."""

    staked: int = 0
    paid: int = 0
    chips: dict[str, tuple[int, str | None]] = {}  # value and grant, by bet


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """What the act of one player says."""

    id: str
    player: str
    round: str
    at_ms: int
    amount: int
    staked: int
    paid: int
    uncollected: int
    theirs: int

    @property
    def told(self) -> int:
        """What the round brought by the act; below zero what it cost."""
        moved = self.amount + self.uncollected + self.theirs
        return moved if self.paid > self.staked else -moved


class Annulled(msgspec.Struct):
    """Annulled rounds as one share saw them."""

    claims: list[Claim] = []
    returned: dict[str, int] = {}  # golden chips that came back, by act
    grants: dict[str, int] = {}  # when each grant ends, by player and id
    plays: dict[str, dict[str, Play]] = {}  # settled rounds that an act is about


class _Body(msgspec.Struct):
    """The fields of these acts."""

    round: str = ""
    staked: int = 0
    paid: int = 0
    uncollected: int = 0
    theirs: int = 0
    expires_at_ms: int = 0


_body = msgspec.json.Decoder(_Body).decode


class Annulments:
    """Collects the acts and the rounds of one share."""

    __slots__ = ("found", "watched")

    def __init__(self) -> None:
        self.found = Annulled()
        self.watched: set[str] = set()

    def act(self, line: ActLine) -> None:
        """An act that matters here; others are passed over."""
        if line.kind not in (ANNULLED, RETURNED, GRANTED):
            return
        try:
            body = _body(line.body)
        except (msgspec.DecodeError, RecursionError):
            return  # the office reports it
        if line.kind == RETURNED:
            self.found.returned[line.id] = line.amount
        elif line.kind == GRANTED:
            grant = line.subject.removeprefix("chips:")
            self.found.grants[f"{line.player}/{grant}"] = body.expires_at_ms
        else:
            self.watched.add(body.round)
            self.found.claims.append(
                Claim(
                    id=line.id,
                    player=line.player,
                    round=body.round,
                    at_ms=line.at_ms,
                    amount=line.amount,
                    staked=body.staked,
                    paid=body.paid,
                    uncollected=body.uncollected,
                    theirs=body.theirs,
                )
            )

    def settled(self, payouts: Iterable[e.Paid], bets: Mapping[str, Bet], round_id: str) -> None:
        """A watched round was settled so."""
        plays = self.found.plays[round_id] = {}
        for paid in payouts:
            bet = bets.get(paid.bet)
            if bet is None:
                continue
            play = plays.setdefault(bet.player, Play())
            play.paid += paid.amount
            if not bet.golden:
                play.staked += bet.stake
            elif not paid.chip_returned:
                play.chips[bet.id] = (bet.stake, _grant_of(bet))


def _grant_of(bet: Bet) -> str | None:
    return next((t.removeprefix("chip:") for t in bet.terms if t.startswith("chip:")), None)


def check_annulled(shares: Sequence[Annulled], wrong: Wrong) -> None:
    """Compare the acts with the rounds; `shares` are those of all processes."""
    claims = {claim.id: claim for share in shares for claim in share.claims}
    plays = {name: play for share in shares for name, play in share.plays.items()}
    grants = {name: end for share in shares for name, end in share.grants.items()}
    returned = {name: amount for share in shares for name, amount in share.returned.items()}
    for claim in claims.values():
        play = plays.get(claim.round, {}).get(claim.player)
        if play is None:
            wrong(claim.id, f"a settled round with bets of {claim.player}", claim.round)
        else:
            _check_amounts(claim, play, wrong)
            _check_chips(claim, play, grants, returned, wrong)
    _check_complete(claims.values(), plays, wrong)
    for name, amount in returned.items():
        wrong(name, "a golden chip that the round used up", amount)


def _check_amounts(claim: Claim, play: Play, wrong: Wrong) -> None:
    """What moved, and what could not be taken, is what the round brought or cost."""
    net = play.paid - play.staked
    if (claim.staked, claim.paid) != (play.staked, play.paid):
        wrong(claim.id, (play.staked, play.paid), (claim.staked, claim.paid))
    elif claim.told != net or min(claim.uncollected, claim.theirs) < 0:
        wrong(claim.id, net, claim)
    elif net <= 0 and (claim.uncollected or claim.theirs):
        wrong(claim.id, "all of it given back", claim)
    elif claim.theirs and (claim.theirs != net or ":" not in claim.player):
        wrong(claim.id, "money at an operator", claim)


def _check_chips(
    claim: Claim,
    play: Play,
    grants: Mapping[str, int],
    returned: dict[str, int],
    wrong: Wrong,
) -> None:
    """A used-up chip is back if its grant had not ended by then."""
    for name, value in _due_back(claim, play, grants):
        found = returned.pop(name, None)
        if found != value:
            wrong(name, value, found)


def _due_back(claim: Claim, play: Play, grants: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    for bet, (value, grant) in play.chips.items():
        ends = None if grant is None else grants.get(f"{claim.player}/{grant}", 0)
        if ends is None or claim.at_ms < ends:
            yield f"{claim.id}:{bet}", value


def _check_complete(
    claims: Iterable[Claim], plays: Mapping[str, Mapping[str, Play]], wrong: Wrong
) -> None:
    """A round is annulled for all its players."""
    told: dict[str, set[str]] = {}
    for claim in claims:
        told.setdefault(claim.round, set()).add(claim.player)
    for round_id, of_round in plays.items():
        missing = sorted(of_round.keys() - told.get(round_id, set()))
        if missing:
            wrong(round_id, "an act for every player", f"none for {', '.join(missing)}")
