"""May this bet stand? The verdict on every chip one player has on one table.

The same function answers while chips are placed, after Double and Rebet, and once more when
betting closes, so that what the player saw is what is decided. It looks at the whole layout of a
player, because bets limit each other: opposite sides (R16), Super 6 against the main bets (F56),
side bets that need a main bet (F45), one golden chip in a round (R29). It knows neither balances
nor clocks: whether there is money and whether it is too late is the table's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from sabot.errors import Code, For
from sabot.gamekit.bets import BetSpec, Limits, Role
from sabot.money import Cents, portion


class Placement(msgspec.Struct, frozen=True, kw_only=True, gc=False, cache_hash=True):
    """Everything a player has put on one spot: `layout.place` joins the chips of a spot."""

    kind: str
    stake: Cents
    seat: int | None = None
    golden: bool = False


class Verdict(StrEnum):
    """What becomes of a placement; an inactive chip stays visible and counts for nothing (F51)."""

    ACCEPTED = "accepted"
    CUT = "cut"
    INACTIVE = "inactive"
    REFUSED = "refused"


class Reason(Code):
    """Why a placement is not accepted as it lies, in order of precedence: the first one is told."""

    NOT_OFFERED = "bet/not_offered", For.PLAYER, For.MANAGER
    SWITCHED_OFF = "bet/switched_off", For.PLAYER
    CLOSED_FOR_SHOE = "bet/closed_for_shoe", For.PLAYER
    WRONG_MODE = "bet/wrong_mode", For.PLAYER
    BEHIND_ONESELF = "bet/behind_oneself", For.PLAYER
    SEAT_NOT_STAKED = "bet/seat_not_staked", For.PLAYER
    GOLDEN_NOT_HERE = "bet/golden_not_here", For.PLAYER
    GOLDEN_OVER_MAXIMUM = "bet/golden_over_maximum", For.PLAYER
    SPOT_TAKEN = "bet/golden_and_cash", For.PLAYER
    ONE_GOLDEN_CHIP = "bet/one_golden_chip", For.PLAYER
    UNDER_MINIMUM = "bet/under_minimum", For.PLAYER
    OPPOSITE = "bet/opposite", For.PLAYER
    NEEDS_MAIN_BET = "bet/needs_main_bet", For.PLAYER
    OVER_MAIN_BETS = "bet/over_main_bets", For.PLAYER
    OPPOSITE_CUT = "bet/opposite_cut", For.PLAYER
    OVER_MAXIMUM = "bet/over_maximum", For.PLAYER


class OppositePolicy(StrEnum):
    """How a table treats bets that cancel each other (R16)."""

    OFF = "off"
    FORBID = "forbid"
    CAP = "cap"


class Standing(NamedTuple):
    """How one kind of bet stands at a table, worked out once for all its chips."""

    spec: BetSpec
    is_on: bool
    minimum: Cents
    maximum: Cents
    side: frozenset[str]  # all kinds on the same side: Banker with and without commission are one


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """What a table allows: a variant's bets with this table's limits and switches."""

    bets: Mapping[str, BetSpec]
    limits: Mapping[str, Limits] = field(default_factory=dict)
    switched_off: frozenset[str] = frozenset()
    switched_on: frozenset[str] = frozenset()
    opposite_policy: OppositePolicy = OppositePolicy.CAP
    opposite_share: Fraction = Fraction(1, 10)
    roles: frozenset[Role] = field(init=False, repr=False, compare=False)
    _standing: dict[str, Standing] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "roles", frozenset(spec.role for spec in self.bets.values()))

    def standing(self, kind: str) -> Standing | None:
        """How a kind stands here; None where no chip of it may be placed by hand."""
        found = self._standing.get(kind)
        if found is not None:
            return found
        spec = self.bets.get(kind)
        if spec is None or spec.role is Role.EXTRA:
            return None
        limits, same = self.limits_of(kind), spec.opposite
        side = frozenset(other for other, each in self.bets.items() if each.opposite == same)
        found = Standing(spec, self.offers(kind), limits.minimum, limits.maximum, side)
        self._standing[kind] = found
        return found

    def limits_of(self, kind: str) -> Limits:
        """This table's limits, or the variant's."""
        return self.limits.get(kind, self.bets[kind].limits)

    def offers(self, kind: str) -> bool:
        """Whether the kind is on at this table now."""
        spec = self.bets[kind]
        return kind not in self.switched_off and (spec.on_by_default or kind in self.switched_on)


class Circumstances(msgspec.Struct, frozen=True, kw_only=True):
    """What holds for this player in this round.

    `staked_seats` are the seats whose own player has an accepted main bet: unknown (None) while
    betting is open, because the seat's player may still be about to bet (F158).
    """

    round_of_shoe: int = 1
    mode: str | None = None
    own_seats: frozenset[int] = frozenset()
    staked_seats: frozenset[int] | None = None


class Judgement(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The verdict on one placement: the stake that counts, and why it is not all of it."""

    placement: Placement
    verdict: Verdict
    stake: Cents
    reason: Reason | None = None
    limit: Cents | None = None


class Judged(NamedTuple):
    """The verdict on a player's chips: each of them, what they cost, and whether all stand."""

    each: tuple[Judgement, ...]
    cash: int
    whole: bool

    @classmethod
    def of(cls, judgements: tuple[Judgement, ...]) -> Judged:
        """What judgements add up to."""
        return cls(
            judgements,
            sum([j.stake for j in judgements if not j.placement.golden]),
            all(j.verdict is Verdict.ACCEPTED for j in judgements),
        )


def judge(
    placements: Sequence[Placement],
    rules: TableRules,
    circumstances: Circumstances,
) -> tuple[Judgement, ...]:
    """Judge a player's whole layout, oldest placement first; one judgement each, in order.

    >>> from sabot.money import odds
    >>> spec = BetSpec(
    ...     kind="tie",
    ...     role=Role.MAIN,
    ...     pays={"tie": odds("8")},
    ...     limits=Limits(minimum=Cents(100), maximum=Cents(5000)),
    ... )
    >>> [verdict] = judge(
    ...     [Placement(kind="tie", stake=Cents(9000))],
    ...     TableRules(bets={"tie": spec}),
    ...     Circumstances(),
    ... )
    >>> verdict.verdict, verdict.stake, verdict.reason
    (<Verdict.CUT: 'cut'>, 5000, <Reason.OVER_MAXIMUM: 'bet/over_maximum'>)
    """
    alone = _each_alone(placements, rules, circumstances)
    # An inactive chip opposes nothing, and a cut chip may become inactive: check minimums again.
    judged = _opposites(alone, rules)
    if judged is not alone:
        judged = [_minimum(judgement, rules) for judgement in judged]
    # Dependent bets look at what their main bets are worth by now; nothing depends on them.
    return tuple([_dependent(judgement, judged, rules) for judgement in judged])


def _refused(placement: Placement, reason: Reason, limit: Cents | None = None) -> Judgement:
    return Judgement(
        placement=placement, verdict=Verdict.REFUSED, stake=Cents(0), reason=reason, limit=limit
    )


def _each_alone(
    placements: Iterable[Placement], rules: TableRules, now: Circumstances
) -> list[Judgement]:
    judged: list[Judgement] = []
    lying: dict[tuple[str, int | None], int] = {}  # the maximum is for all that lies on a spot
    golden = False
    for placement in placements:
        spot = (placement.kind, placement.seat)
        before = lying.get(spot, 0)
        judgement = _alone(placement, rules.standing(placement.kind), now, before)
        lying[spot] = before + judgement.stake
        golden = golden or placement.golden
        judged.append(judgement)
    if golden:
        judged = _one_golden_chip(judged)
    return [_minimum(judgement, rules) for judgement in judged]


def _alone(
    placement: Placement, kind: Standing | None, now: Circumstances, lying: int
) -> Judgement:
    if kind is None:
        return _refused(placement, Reason.NOT_OFFERED)
    reason = _closed(kind, now) or _misplaced(placement, kind.spec, now)
    if reason is not None:
        return _refused(placement, reason)
    return _maximum(placement, kind.maximum, lying)


def _maximum(placement: Placement, maximum: Cents, lying: int) -> Judgement:
    """Cut to the maximum with a notice (F52); a golden chip is one token and cannot be (R29)."""
    room = Cents(maximum - lying)
    if placement.stake <= room:
        return Judgement(placement=placement, verdict=Verdict.ACCEPTED, stake=placement.stake)
    if placement.golden:
        return _refused(placement, Reason.GOLDEN_OVER_MAXIMUM, maximum)
    if room == 0:
        return _refused(placement, Reason.OVER_MAXIMUM, maximum)
    return Judgement(
        placement=placement,
        verdict=Verdict.CUT,
        stake=room,
        reason=Reason.OVER_MAXIMUM,
        limit=maximum,
    )


def _closed(kind: Standing, now: Circumstances) -> Reason | None:
    """Whether the spot takes any bet at all now."""
    spec = kind.spec
    if not kind.is_on:
        return Reason.SWITCHED_OFF
    if spec.last_round_of_shoe is not None and now.round_of_shoe > spec.last_round_of_shoe:
        return Reason.CLOSED_FOR_SHOE  # F57, F58
    if spec.mode is not None and spec.mode != now.mode:
        return Reason.WRONG_MODE  # F112, F113
    return None


def _misplaced(placement: Placement, spec: BetSpec, now: Circumstances) -> Reason | None:
    """Whether this player may bet on this spot in this way."""
    if spec.role is Role.BEHIND:
        if placement.seat in now.own_seats:
            return Reason.BEHIND_ONESELF  # F155
        if now.staked_seats is not None and placement.seat not in now.staked_seats:
            return Reason.SEAT_NOT_STAKED  # F158
    if placement.golden and not spec.golden_chips:
        return Reason.GOLDEN_NOT_HERE  # R29: first bets only
    return None


def _one_golden_chip(judged: Iterable[Judgement]) -> list[Judgement]:
    """One golden chip a round over all seats (F182), and never with cash on one spot (F181)."""
    kept: list[Judgement] = []
    golden_used = False
    spots: dict[tuple[str, int | None], bool] = {}
    for judgement in judged:
        placement = judgement.placement
        spot = (placement.kind, placement.seat)
        if judgement.verdict is Verdict.REFUSED:
            kept.append(judgement)
        elif spots.get(spot, placement.golden) != placement.golden:
            kept.append(_refused(placement, Reason.SPOT_TAKEN))
        elif placement.golden and golden_used:
            kept.append(_refused(placement, Reason.ONE_GOLDEN_CHIP))
        else:
            golden_used = golden_used or placement.golden
            spots[spot] = placement.golden
            kept.append(judgement)
    return kept


def _sum(judged: Iterable[Judgement], kinds: Iterable[str]) -> Cents:
    wanted = frozenset(kinds)
    return Cents(sum(j.stake for j in judged if j.placement.kind in wanted))


def _opposites(judged: list[Judgement], rules: TableRules) -> list[Judgement]:
    """Cut or refuse the smaller of two opposite sides, summed over all the player's seats (R16)."""
    if rules.opposite_policy is OppositePolicy.OFF or len(judged) < 2:
        return judged
    staked = {judgement.placement.kind for judgement in judged if judgement.stake}
    settled: set[frozenset[str]] = set()
    for judgement in judged:
        kind = rules.standing(judgement.placement.kind)
        if kind is None or not judgement.stake or staked.isdisjoint(kind.spec.opposite):
            continue
        pair = kind.side | kind.spec.opposite
        if pair not in settled:
            settled.add(pair)
            opposite = kind.spec.opposite
            judged = _limit_smaller(judged, first=kind.side, second=opposite, rules=rules)
    return judged


def _limit_smaller(
    judged: list[Judgement], *, first: frozenset[str], second: frozenset[str], rules: TableRules
) -> list[Judgement]:
    one, other = _sum(judged, first), _sum(judged, second)
    if one == 0 or other == 0:
        return judged
    forbid = rules.opposite_policy is OppositePolicy.FORBID
    # Forbidden: the side that came second goes. Capped: the smaller, and of equals the later.
    smaller = second if forbid or other <= one else first
    if forbid:
        return [
            _refused(j.placement, Reason.OPPOSITE) if j.placement.kind in smaller and j.stake else j
            for j in judged
        ]
    allowed = portion(max(one, other), of=rules.opposite_share)
    return _cut_newest(judged, kinds=smaller, excess=Cents(min(one, other) - allowed))


def _cut_newest(
    judged: list[Judgement], *, kinds: frozenset[str], excess: Cents
) -> list[Judgement]:
    """Take the excess from the newest placements first, as Undo would (F34)."""
    cut = list(judged)
    for index in range(len(cut) - 1, -1, -1):
        judgement = cut[index]
        if excess <= 0 or judgement.placement.kind not in kinds or judgement.stake == 0:
            continue
        taken = min(excess, judgement.stake)
        excess = Cents(excess - taken)
        cut[index] = _cut_to(judgement, Cents(judgement.stake - taken), Reason.OPPOSITE_CUT)
    return cut


def _cut_to(judgement: Judgement, stake: Cents, reason: Reason) -> Judgement:
    if judgement.placement.golden or stake == 0:
        refusal = Reason.OPPOSITE if reason is Reason.OPPOSITE_CUT else reason
        return _refused(judgement.placement, refusal, stake)
    return replace(judgement, verdict=Verdict.CUT, stake=stake, reason=reason, limit=stake)


def _minimum(judgement: Judgement, rules: TableRules) -> Judgement:
    """A chip under the minimum lies inactive and is rejected at the close (F51)."""
    if judgement.stake == 0 and judgement.verdict is not Verdict.ACCEPTED:
        return judgement
    kind = rules.standing(judgement.placement.kind)
    assert kind is not None, "a chip of no kind is refused before its stake is looked at"
    minimum = kind.minimum
    if judgement.stake >= minimum:
        return judgement
    # Where the opposite has cut it, enough was laid and another chip would not help (R16).
    opposed = judgement.reason is Reason.OPPOSITE_CUT
    return replace(
        judgement,
        verdict=Verdict.INACTIVE,
        stake=Cents(0),
        reason=Reason.OPPOSITE if opposed else Reason.UNDER_MINIMUM,
        limit=minimum,
    )


def _dependent(judgement: Judgement, judged: list[Judgement], rules: TableRules) -> Judgement:
    """Bets that lean on others: none without its main bet, none larger than it may be."""
    if judgement.stake == 0:
        return judgement
    placement = judgement.placement
    spec = rules.bets[placement.kind]
    if not (spec.needs_any_of or spec.at_most_sum_of):
        return judgement
    same_seat = [j for j in judged if j.placement.seat == placement.seat]
    if spec.needs_any_of and _sum(same_seat, spec.needs_any_of) == 0:
        return _refused(placement, Reason.NEEDS_MAIN_BET)  # F45, F55, F169
    if spec.at_most_sum_of:
        allowed = _sum(same_seat, spec.at_most_sum_of)
        if judgement.stake > allowed:  # F56
            return _minimum(_cut_to(judgement, allowed, Reason.OVER_MAIN_BETS), rules)
    return judgement
