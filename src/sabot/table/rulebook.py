"""What a table allows now, and the verdict on chips that lie on top of confirmed bets.

Limits are about chips and confirmed bets together, so both are judged together and the verdict is
about what the chips add (P10). A rulebook belongs to one version of the settings with the same
kinds switched off; most players lay the same chips, and each question is answered once.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import lru_cache

from sabot.gamekit import Judgement, Placement, Reason, TableRules, Verdict, judge
from sabot.gamekit.eligibility import Circumstances, Judged
from sabot.gamekit.layout import Layout
from sabot.money import Cents
from sabot.table.bets import Lies, Spot
from sabot.table.config import AnyConfig

Judgements = tuple[Judgement, ...]

JUDGED_MAX = 4096
"""Verdicts that a rulebook remembers."""

RULEBOOKS_MAX = 256
"""Rulebooks that are remembered: a few for each table of a house."""

_CLOSED = (Reason.SWITCHED_OFF, Reason.WRONG_MODE)
"""What can happen to a spot after a bet on it was confirmed (F59, F112)."""


class Rulebook:
    """The rules of one version of the settings, with what the shift manager switched off."""

    __slots__ = ("_judged", "rules")

    def __init__(self, rules: TableRules) -> None:
        self.rules = rules
        self._judged: dict[object, Judged] = {}

    def judged(
        self,
        layout: Layout,
        confirmed: Mapping[Spot, Lies],
        *,
        round_of_shoe: int,
        mode: str | None,
        own_seats: frozenset[int],
        staked_seats: frozenset[int] | None,
    ) -> Judged:
        """The verdict on chips on top of what their player has confirmed."""
        question = (layout, (*confirmed.items(),), mode, round_of_shoe, own_seats, staked_seats)
        judged = self._judged.get(question)
        if judged is None:
            now = Circumstances(
                round_of_shoe=round_of_shoe,
                mode=mode,
                own_seats=own_seats,
                staked_seats=staked_seats,
            )
            judged = Judged.of(_judge_on_top(self.rules, layout, confirmed, now))
            if len(self._judged) >= JUDGED_MAX:
                self._judged.clear()
            self._judged[question] = judged
        return judged


@lru_cache(maxsize=RULEBOOKS_MAX)
def rulebook_of(config: AnyConfig, kinds_off: frozenset[str]) -> Rulebook:
    """The rulebook of these settings; `kinds_off` are switched off beside them (F59)."""
    return Rulebook(config.rules(switched_off=kinds_off))


def spot_of(chip: Placement) -> Spot:
    """Where a chip lies."""
    return (chip.kind, chip.seat, chip.golden)


def _judge_on_top(
    rules: TableRules, layout: Layout, confirmed: Mapping[Spot, Lies], now: Circumstances
) -> Judgements:
    """Judge chips together with what is confirmed."""
    if not layout or not confirmed:
        return judge(layout, rules, now)
    chips = {spot_of(chip): chip for chip in layout}
    # What is confirmed lies there longer than any chip, so it comes first.
    together = [_joined(spot, lies, chips.get(spot)) for spot, lies in confirmed.items()]
    # A golden chip joins nothing, not even another one (R29).
    apart = [chip for spot, chip in chips.items() if chip.golden or spot not in confirmed]
    judgements = judge((*together, *apart), rules, now)
    on_top = dict(zip(confirmed, judgements, strict=False))
    closed = {spot[0]: on_top[spot].reason for spot in confirmed if on_top[spot].reason in _CLOSED}
    if closed:
        return _without_closed(rules, layout, confirmed, now, closed)
    wronged = _wronged(confirmed, on_top)
    if wronged:
        return _without_opposite(rules, layout, confirmed, now, wronged)
    alone = iter(judgements[len(together) :])
    return tuple(
        [
            next(alone)
            if chip.golden or spot not in confirmed
            else _less(on_top[spot], chip, confirmed[spot])
            for spot, chip in chips.items()
        ]
    )


def _wronged(confirmed: Mapping[Spot, Lies], judged: Mapping[Spot, Judgement]) -> frozenset[str]:
    """The kinds of confirmed bets that the new chips would have cut: too late for that (R16)."""
    opposed = (Reason.OPPOSITE, Reason.OPPOSITE_CUT)
    return frozenset(
        [
            spot[0]
            for spot, lies in confirmed.items()
            if judged[spot].reason in opposed and judged[spot].stake < lies.stake
        ]
    )


def _without_closed(
    rules: TableRules,
    layout: Layout,
    confirmed: Mapping[Spot, Lies],
    now: Circumstances,
    closed: Mapping[str, Reason | None],
) -> Judgements:
    """No more chips where a spot was closed over a confirmed bet; others still reckon with it."""
    opened = dataclasses.replace(
        rules,
        bets={**rules.bets, **{k: dataclasses.replace(rules.bets[k], mode=None) for k in closed}},
        switched_off=rules.switched_off - closed.keys(),
        switched_on=rules.switched_on | closed.keys(),
    )
    others = tuple(chip for chip in layout if chip.kind not in closed)
    kept = iter(_judge_on_top(opened, others, confirmed, now))
    return tuple(
        _refused(chip, closed[chip.kind]) if chip.kind in closed else next(kept) for chip in layout
    )


def _without_opposite(
    rules: TableRules,
    layout: Layout,
    confirmed: Mapping[Spot, Lies],
    now: Circumstances,
    wronged: frozenset[str],
) -> Judgements:
    """The chips against a confirmed bet are refused, the others judged without them."""
    against = {kind for kind, spec in rules.bets.items() if spec.opposite & wronged}
    others = tuple(chip for chip in layout if chip.kind not in against)
    kept = iter(_judge_on_top(rules, others, confirmed, now))
    return tuple(
        _refused(chip, Reason.OPPOSITE) if chip.kind in against else next(kept) for chip in layout
    )


def _refused(chip: Placement, reason: Reason | None) -> Judgement:
    return Judgement(placement=chip, verdict=Verdict.REFUSED, stake=Cents(0), reason=reason)


def _joined(spot: Spot, lies: Lies, chip: Placement | None) -> Placement:
    kind, seat, golden = spot
    more = 0 if chip is None or golden else chip.stake
    return Placement(kind=kind, stake=Cents(lies.stake + more), seat=seat, golden=golden)


def _less(judgement: Judgement, chip: Placement, lies: Lies) -> Judgement:
    stake = Cents(max(0, judgement.stake - lies.stake))
    return Judgement(
        placement=chip,
        verdict=judgement.verdict,
        stake=stake,
        reason=judgement.reason,
        limit=judgement.limit,
    )
