"""Chips before they are bets: cheap, private to their player, and lost in a crash by design.

A stage is one player's chips at one table, with the steps that Undo walks back. Every function
returns a new stage or refuses; nothing durable happens here. Whether the chips may stand is
answered by the same judge as at the close, so that the felt never promises what the close denies.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from sabot.errors import Refused
from sabot.gamekit import AnyGame, Judgement, Placement, Reason, Verdict
from sabot.gamekit.layout import Change, Layout
from sabot.gamekit.refusals import AutoStandRefusal, ModeRefusal
from sabot.money import Cents
from sabot.table.refusals import BetRefusal

STEPS_MAX = 100
"""How far Undo walks back."""

SPOTS_MAX = 64
"""No felt has more spots than this for one player."""

STAKE_MAX = 10**12
"""No stake is larger than this, not even that of a chip that counts for nothing."""

AUTO_STAND_VALUES = range(12, 21)
"""What the slider of auto stand has (F165)."""

Before = tuple[Layout, str | None]
"""What Undo goes back to: the chips, and the golden chip's token among them."""


class Preferences(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player's wishes, copied when the first chip of a round is placed (P3, F160, F166)."""

    follow_double: bool = True
    follow_split: bool = True
    auto_stand: int | None = None
    auto_confirm: bool = True
    mode: str | None = None  # the commission mode to begin with, where the table offers it (F234)

    def checked(self) -> Preferences:
        """The wishes, if they can be granted: the rules would stumble over others in mid-round."""
        if self.auto_stand is not None and self.auto_stand not in AUTO_STAND_VALUES:
            lowest, highest = AUTO_STAND_VALUES[0], AUTO_STAND_VALUES[-1]
            raise Refused(AutoStandRefusal.OUT_OF_RANGE, lowest=lowest, highest=highest)
        return self


class Stage(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One player's chips at one table."""

    player: str
    layout: Layout = ()
    undo: tuple[Before, ...] = ()
    mode: str | None = None
    golden: str | None = None  # the token that lies on the felt
    notice: str | None = None  # what the last step has to say beyond the chips (F186)
    preferences: Preferences = Preferences()
    wants_deal: bool = False
    confirming: bool = False  # Confirm was pressed, and the wallet has not answered yet
    before: Stage | None = None  # how the chips lay before the Confirm that waits brought more

    @property
    def cash(self) -> Cents:
        """What the chips would cost."""
        return Cents(sum(spot.stake for spot in self.layout if not spot.golden))

    @property
    def golden_value(self) -> Cents:
        """What the golden chips would take from their own account."""
        return Cents(sum(spot.stake for spot in self.layout if spot.golden))


def counted(judgements: Sequence[Judgement]) -> Cents:
    """The cash that would be staked if betting closed now; an inactive chip reserves nothing."""
    return Cents(sum(j.stake for j in judgements if not j.placement.golden))


def place(stage: Stage, game: AnyGame, chip: Placement, *, golden: str | None = None) -> Stage:
    """Put a chip down."""
    _check_amount(chip)
    if chip.golden and any(
        (s.kind, s.seat, s.golden) == (chip.kind, chip.seat, True) for s in stage.layout
    ):
        raise Refused(Reason.ONE_GOLDEN_CHIP)  # F182: they do not even lie side by side.
    if chip.golden and stage.golden not in (None, golden):
        raise Refused(Reason.ONE_GOLDEN_CHIP)  # R29: a chip comes from its own grant.
    token = golden if chip.golden else stage.golden
    return _step(stage, game.place(stage.layout, chip), token=token)


def lower(stage: Stage, game: AnyGame, chip: Placement) -> Stage:
    """Take a chip's value off its spot; a smaller bet goes to zero (F26)."""
    _check_amount(chip)
    for spot in stage.layout:
        if (spot.kind, spot.seat) == (chip.kind, chip.seat):
            left = 0 if spot.golden else max(0, spot.stake - chip.stake)
            target = replace(spot, stake=Cents(left))
            return _step(stage, game.restake(stage.layout, target), token=stage.golden)
    raise Refused(BetRefusal.NOTHING_THERE, kind=chip.kind)


def _check_amount(chip: Placement) -> None:
    if chip.stake <= 0:
        raise Refused(BetRefusal.NO_AMOUNT)


def undo(stage: Stage) -> Stage:
    """Walk back one step: a chip, a Double or a Rebet (F34)."""
    if not stage.undo:
        raise Refused(BetRefusal.NOTHING_TO_UNDO)
    layout, token = stage.undo[-1]
    return replace(stage, layout=layout, golden=token, undo=stage.undo[:-1], notice=None)


def double(stage: Stage) -> Stage:
    """Double every cash chip; a golden chip stays what it is (F32, R29)."""
    if not any(not spot.golden for spot in stage.layout):
        raise Refused(BetRefusal.NOTHING_TO_DOUBLE)
    doubled = tuple(
        spot if spot.golden else replace(spot, stake=Cents(2 * spot.stake)) for spot in stage.layout
    )
    return _step(stage, Change(before=stage.layout, after=doubled), token=stage.golden)


def trimmed(layout: Layout, judgements: Sequence[Judgement], game: AnyGame) -> Layout:
    """The layout with every cut applied, as Double and Rebet leave it (F33, F52).

    The game itself sets the spots, so that those which are tied together stay alike (F178).
    """
    for judgement in judgements:
        if judgement.verdict is Verdict.CUT and judgement.stake:
            cut = replace(judgement.placement, stake=judgement.stake)
            layout = game.restake(layout, cut).after
    return layout


def rebet(stage: Stage, game: AnyGame, last: Layout) -> Stage:
    """Place the bets of the last round again, on top of what lies there (F30)."""
    if not last:
        raise Refused(BetRefusal.NOTHING_TO_REPEAT)
    lies = {(spot.kind, spot.seat): spot.stake for spot in stage.layout if not spot.golden}
    step = Change(before=stage.layout, after=stage.layout)
    for spot in last:
        # The game sets the spots: ties between them hold (F178).
        together = Cents(spot.stake + lies.get((spot.kind, spot.seat), 0))
        next_step = game.restake(step.after, replace(spot, stake=together))
        step = replace(next_step, notice=next_step.notice or step.notice)
    return _step(stage, replace(step, before=stage.layout), token=stage.golden)


def relaid(stage: Stage, layout: Layout) -> Stage:
    """The same step with other chips: what was cut or left out does not lie there."""
    return replace(stage, layout=layout)


def clear(stage: Stage) -> Stage:
    """Take every chip back (F28)."""
    return _step(stage, Change(before=stage.layout, after=()), token=None)


def without_seat(stage: Stage, seat: int, *, staying: frozenset[str]) -> Stage:
    """Take back, for good, the chips on the seat of a player who stood up.

    `staying` are the kinds that may lie on another player's seat.
    """
    layout = tuple(spot for spot in stage.layout if spot.seat != seat or spot.kind in staying)
    before = stage.before and without_seat(stage.before, seat, staying=staying)
    left = _step(stage, Change(before=(), after=layout), token=stage.golden)
    return replace(left, undo=(), before=before)


def set_mode(stage: Stage, mode: str, *, offered: Sequence[str], tied: frozenset[str]) -> Stage:
    """Switch commission mode; not while chips lie where it matters (F112)."""
    if mode not in offered:
        raise Refused(ModeRefusal.NOT_OFFERED, mode=mode, offered=" ".join(offered))
    if any(spot.kind in tied for spot in stage.layout):
        raise Refused(ModeRefusal.CHIPS_IN_THE_WAY, kinds=" ".join(sorted(tied)))
    return replace(stage, mode=mode)


def _step(stage: Stage, change: Change, *, token: str | None) -> Stage:
    if len(change.after) > SPOTS_MAX:
        raise Refused(BetRefusal.TOO_MANY_SPOTS, maximum=SPOTS_MAX)
    lies = False
    for spot in change.after:
        if spot.stake > STAKE_MAX:
            raise Refused(BetRefusal.TOO_LARGE, maximum=STAKE_MAX)
        lies = lies or spot.golden
    return replace(
        stage,
        layout=change.after,
        undo=(*stage.undo, (change.before, stage.golden))[-STEPS_MAX:],
        golden=token if lies else None,
        notice=None if change.notice is None else change.notice.value,
    )
