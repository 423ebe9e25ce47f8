"""The chips of everybody at one table, and what is remembered of them from round to round.

In memory only. A crash clears the felt; bets that were accepted are in the log (design, point 2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import TypeVar

from msgspec.structs import replace

from sabot.errors import Refused
from sabot.gamekit import Bet, Judgement, Placement, Role, Verdict
from sabot.gamekit.layout import Layout
from sabot.money import Cents
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table import staging, verdicts
from sabot.table.config import AnyConfig, SeatRule
from sabot.table.golden import NO_CHIP, NO_CHIPS, NO_GOLDEN_CHIP, Chips
from sabot.table.staging import Preferences, Stage
from sabot.table.state import TableState

Told = dict[str, str]
"""What is said about each spot: `accepted`, or the reason why not (F72)."""

NOTICE = "notice"
"""Where something is said that is about no spot alone (F186)."""

NOBODY: Mapping[str, str] = MappingProxyType({})
"""Of nobody anything is to be said."""

LAYOUTS_MAX = 1024
"""What so many different handfuls of chips make of an empty felt is remembered."""

REMEMBERED_MAX = 20_000
"""Players whose modes, wishes and last bets are remembered; who was here longest ago goes first."""

_ACCEPTED = Verdict.ACCEPTED.value

V = TypeVar("V")

Mark = tuple[dict[str, Stage], dict[str, int], bool]


class Felt:
    """Stages by player, the modes and wishes behind them, and the bets of the last round."""

    def __init__(self) -> None:
        self.stages: dict[str, Stage] = {}
        self.touched: dict[str, int] = {}  # player → what their chips would cost now
        self.cleared = False
        self._modes: dict[str, tuple[str, str | None]] = {}  # chosen, and the wish at that time
        self._owns_modes = True
        self._wishes: dict[str, Preferences] = {}
        self._last: dict[str, Layout] = {}
        self._layouts: tuple[AnyConfig | None, dict[tuple[c.NewChip, ...], Layout]] = (None, {})

    def scratch(self) -> Felt:
        """A copy to decide on.

        Wishes come from elsewhere, the last round's bets are only ever replaced, and what chips
        make of an empty felt stays true: those are shared. So are modes until one is chosen.
        """
        copy = Felt()
        self._owns_modes = copy._owns_modes = False
        copy.stages = dict(self.stages)
        copy._modes, copy._last = self._modes, self._last
        copy._wishes, copy._layouts = self._wishes, self._layouts
        return copy

    def mark(self) -> Mark:
        """Where a refused command leads back to."""
        return (self.stages, self.touched, self.cleared)

    def back_to(self, mark: Mark) -> None:
        """Nothing happened since the mark: events replace the chips and never change them."""
        self.stages, self.touched, self.cleared = mark

    def wish(self, player: str, wishes: Preferences) -> None:
        """New preferences count from the next round in which the player puts a chip down (P3)."""
        _remember(self._wishes, {player: wishes.checked()})

    def keep_wishes_of(self, other: Felt) -> None:
        """Take over the wishes of the felt that lay here before."""
        self._wishes = other._wishes

    def stage_of(self, state: TableState, player: str) -> Stage:
        """The player's chips, or an empty felt with the wishes of this moment."""
        found = self.stages.get(player)
        if found is not None:
            return found
        wishes = self._wishes.get(player, Preferences())
        return Stage(player=player, mode=self._mode_of(state, player, wishes), preferences=wishes)

    def _mode_of(self, state: TableState, player: str, wishes: Preferences) -> str | None:
        """The mode chosen here, unless the player has wished for another one since (F234)."""
        modes = modes_of(state)
        chosen, wished = self._modes.get(player, (None, None))
        if chosen is not None and wished == wishes.mode:
            return chosen
        if wishes.mode in modes:
            return wishes.mode
        return modes[0] if modes else None

    def move(
        self,
        state: TableState,
        player: str,
        command: c.StagingCommand,
        *,
        available: int,
        golden: Chips = NO_CHIPS,
        short: Mapping[str, str] = NOBODY,
    ) -> Told:
        """Move one player's chips; what the money does not cover is refused (F76).

        `short` says why a player's funds end where it is not the money that does.
        """
        stage = self.stage_of(state, player)
        if stage.confirming:
            raise Refused("wallet/pending")
        if isinstance(command, (c.DoubleStakes, c.Rebet)):
            moved, told = self._raised(state, stage, command)
            judgements = verdicts.standing(state, moved)
        else:
            moved = _moved(state, stage, command)
            judgements = verdicts.standing(state, moved)
            told = told_of(judgements)
        cost = staging.counted(judgements)
        if cost > available and moved.cash > stage.cash:
            why = short.get(player, verdicts.INSUFFICIENT)
            raise Refused(why, needed=cost, available=available)
        if moved.golden is not None and moved.golden_value > stage.golden_value:
            _check_golden(moved, golden)
        self.stages[player] = moved
        self.touched[player] = cost
        mode = None if moved.mode is None else (moved.mode, moved.preferences.mode)
        if mode is not None and self._modes.get(player) != mode:
            self._modes = self._modes if self._owns_modes else dict(self._modes)
            self._owns_modes = True
            _remember(self._modes, {player: mode})
        return told if moved.notice is None else {**told, NOTICE: moved.notice}

    def laid(
        self, state: TableState, player: str, chips: Sequence[c.NewChip], *, golden: Chips
    ) -> Stage:
        """A player's chips with those that a Confirm brings, which judges them; nothing moves."""
        if len(chips) > staging.SPOTS_MAX:
            raise Refused("bet/too_many_spots", maximum=staging.SPOTS_MAX)
        stage = moved = self.stage_of(state, player)
        if stage.confirming:
            raise Refused("wallet/pending")
        layout = None if stage.layout else self._on_empty_felt(state, tuple(chips))
        if layout is not None:
            return replace(stage, layout=layout)
        for chip in chips:
            moved = _placed(state, moved, chip)
        if moved.golden is not None and moved.golden_value > stage.golden_value:
            _check_golden(moved, golden)
        return moved

    def _on_empty_felt(self, state: TableState, chips: tuple[c.NewChip, ...]) -> Layout | None:
        """What chips make, the same for everybody; None of golden ones, and where seats differ."""
        settings = state.settings
        if settings is not self._layouts[0]:
            self._layouts = settings, {}
        known = self._layouts[1]
        layout = known.get(chips)
        alike = layout is None and settings.seat_rule is SeatRule.NONE
        if alike and not any(chip.golden for chip in chips):
            stage = Stage(player="")
            for chip in chips:
                stage = _placed(state, stage, chip)
            if len(known) >= LAYOUTS_MAX:
                known.clear()
            layout = known[chips] = stage.layout
        return layout

    def lie(self, stage: Stage) -> None:
        """So a player's chips lie now; whoever puts them there answers for the money."""
        self.stages[stage.player] = stage

    def _raised(
        self, state: TableState, stage: Stage, command: c.DoubleStakes | c.Rebet
    ) -> tuple[Stage, Told]:
        """Double and Rebet stop at the maximum (F33, F52)."""
        _check_more(state, stage.player)
        if isinstance(command, c.Rebet):
            return _repeated(state, stage, self._last.get(stage.player, ()))
        doubled = staging.double(stage)
        judgements = verdicts.standing(state, doubled)
        layout = staging.trimmed(doubled.layout, judgements, state.game)
        raised = staging.relaid(doubled, layout)
        return raised, told_of(verdicts.standing(state, raised))

    def can_rebet(self, player: str) -> bool:
        """Whether there is a round of the player's here to repeat (F30)."""
        return player in self._last

    def wants_deal(self, state: TableState, player: str) -> None:
        """The player pressed Deal now."""
        self.stages[player] = replace(self.stage_of(state, player), wants_deal=True)

    def confirmed(
        self,
        state: TableState,
        stage: Stage,
        bets: Sequence[Bet],
        *,
        before: TableState,
        short: Mapping[str, str] = NOBODY,
    ) -> Told:
        """Chips became bets; those that did not still lie there, and are told why (F51, F72).

        `before` is the table without these bets: why a chip was cut follows from that one (F52).
        """
        told = {_name(spot): _ACCEPTED for spot in stage.layout}
        if sum([bet.stake for bet in bets]) < sum([spot.stake for spot in stage.layout]):
            told |= told_of(verdicts.standing(before, stage))
        if len(bets) == len(stage.layout):  # a bet for each spot
            self._clear(stage)
            return told
        taken = {(bet.kind, bet.seat, bet.golden) for bet in bets}
        left = tuple([s for s in stage.layout if (s.kind, s.seat, s.golden) not in taken])
        token = stage.golden if any(spot.golden for spot in left) else None
        judgements = self._lie(state, replace(_bare(stage), layout=left, golden=token))
        # Whatever could stand by the rules was not paid for.
        told |= dict.fromkeys(map(_name, left), short.get(stage.player, verdicts.INSUFFICIENT))
        told |= {_name(j.placement): j.reason.value for j in judgements if j.reason is not None}
        return told

    def _clear(self, stage: Stage) -> None:
        """A player's chips are bets now, all of them."""
        lay = self.stages.get(stage.player)
        if lay is None or lay.layout or lay.undo:
            self.stages[stage.player] = _bare(stage)
        self.touched[stage.player] = 0

    def hold(self, state: TableState, player: str) -> None:
        """Confirm waits for the player's wallet: the chips lie still, and are reserved."""
        stage = self.stages.get(player)
        if stage is not None:
            self._lie(state, replace(stage, confirming=True))

    def let_go(self, state: TableState, player: str) -> None:
        """Confirm was in vain: what came with it is gone, and the others may be moved again."""
        stage = self.stages.get(player)
        if stage is None or not stage.confirming:
            return  # another round has begun
        # A chip may have moved others than its own (F178): so they lie as they lay.
        self._lie(state, replace(stage.before or stage, confirming=False))

    def _lie(self, state: TableState, stage: Stage) -> Sequence[Judgement]:
        """So the player's chips lie now; what they would cost is reserved."""
        judgements = verdicts.standing(state, stage)
        self.stages[stage.player] = stage
        self.touched[stage.player] = staging.counted(judgements)
        return judgements

    def saw(self, event: e.Event, state: TableState) -> None:
        """What an event does to the chips."""
        if isinstance(event, e.BetsClosed) and state.round is not None:
            self._last = dict(self._last)
            _remember(self._last, _layouts(state))
        if isinstance(event, (e.BetsClosed, e.RoundCancelled, e.RoundOpened)):
            self.stages = {}
            self.touched = {}
            self.cleared = True
        if isinstance(event, e.SeatLeft) and event.player in self.stages:
            self._stood_up(event, state)

    def _stood_up(self, event: e.SeatLeft, state: TableState) -> None:
        """Chips on a seat leave with their player; those behind other seats stay."""
        stage = self.stages[event.player]
        bets = state.settings.variant.bets.items()
        behind = frozenset(kind for kind, spec in bets if spec.role is Role.BEHIND)
        left = staging.without_seat(stage, event.seat, staying=behind)
        self.stages = {**self.stages, event.player: left}
        cost = staging.counted(verdicts.standing(state, left))
        self.touched = {**self.touched, event.player: cost}


def _remember(known: dict[str, V], new: Mapping[str, V]) -> None:
    """The newest of each player, of so many players."""
    for player in new:
        known.pop(player, None)
    known.update(new)
    for player in tuple(islice(known, max(0, len(known) - REMEMBERED_MAX))):
        del known[player]


def _bare(stage: Stage) -> Stage:
    """A felt without chips, and the wishes of its player."""
    return replace(
        stage, layout=(), undo=(), golden=None, notice=None, confirming=False, before=None
    )


def _moved(
    state: TableState,
    stage: Stage,
    command: c.PlaceChip | c.LowerBet | c.UndoBet | c.ClearBets | c.SetMode,
) -> Stage:
    match command:
        case c.PlaceChip():
            _check_more(state, stage.player)
            return _placed(state, stage, command)
        case c.LowerBet():
            return staging.lower(stage, state.game, _chip(command))
        case c.UndoBet():
            return staging.undo(stage)
        case c.ClearBets():
            return staging.clear(stage)
        case c.SetMode(mode=mode):
            offered, tied = modes_of(state), _tied_to_mode(state)
            moved = staging.set_mode(stage, mode, offered=offered, tied=tied)
            if mode != stage.mode and _has_confirmed(state, stage.player, tied):
                raise Refused("mode/chips_in_the_way", kinds=" ".join(sorted(tied)))
            return moved


def _placed(state: TableState, stage: Stage, chip: c.PlaceChip | c.NewChip) -> Stage:
    _check_spot(state, stage.player, kind=chip.kind, seat=chip.seat)
    return staging.place(stage, state.game, _chip(chip), golden=chip.golden)


def told_of(judgements: Sequence[Judgement]) -> Told:
    """The verdict on every spot, in a word or a reason."""
    return {
        _name(j.placement): j.verdict.value if j.reason is None else j.reason.value
        for j in judgements
    }


def _name(spot: Placement) -> str:
    return str(spot.kind) if spot.seat is None else f"{spot.kind}:{spot.seat}"


def _repeated(state: TableState, stage: Stage, last: Layout) -> tuple[Stage, Told]:
    """F30: what is still valid is placed; the rest is left out, and it is said why."""
    left_out: Told = {}
    theirs: list[Placement] = []
    for spot in last:
        if spot.golden:
            left_out[_name(spot)] = "bet/golden_once"  # R29
            continue
        try:
            _check_spot(state, stage.player, kind=spot.kind, seat=spot.seat)
            theirs.append(spot)
        except Refused as refusal:
            left_out[_name(spot)] = refusal.code
    if left_out and not theirs:
        raise Refused(next(iter(left_out.values())))
    placed = staging.rebet(stage, state.game, tuple(theirs))
    judgements = verdicts.standing(state, placed)
    layout = staging.trimmed(placed.layout, judgements, state.game)
    before = {_name(spot) for spot in stage.layout}
    out = {_name(j.placement) for j in judgements if not j.stake} - before
    if out >= {_name(spot) for spot in theirs}:
        why = next(j.reason for j in judgements if _name(j.placement) in out)
        raise Refused("bet/nothing_to_repeat" if why is None else why.value)
    kept = tuple(spot for spot in layout if _name(spot) not in out)
    return staging.relaid(placed, kept), {**left_out, **told_of(judgements)}


def _check_more(state: TableState, player: str) -> None:
    """F40: where bets are confirmed once a round, no chip follows."""
    confirmed = state.in_round and state.current.bets.of(player)
    if confirmed and not verdicts.takes_more(state):
        raise Refused(verdicts.ALREADY_CONFIRMED)


def modes_of(state: TableState) -> Sequence[str]:
    """The commission modes of the table, the usual one first; none where there is no choice."""
    found = (spec.mode for spec in state.settings.variant.bets.values())
    return tuple(dict.fromkeys(mode for mode in found if mode is not None))


def _tied_to_mode(state: TableState) -> frozenset[str]:
    """The spots that may hold no chip while the mode is switched (F112)."""
    bets = state.settings.variant.bets
    return frozenset(kind for kind, spec in bets.items() if spec.mode is not None)


def _has_confirmed(state: TableState, player: str, kinds: frozenset[str]) -> bool:
    return state.in_round and any(bet.kind in kinds for bet in state.current.bets.of(player))


def _check_spot(state: TableState, player: str, *, kind: str, seat: int | None) -> None:
    """A chip lies on a seat where the table has seats: one's own, or another's for bets behind."""
    spec = state.settings.variant.bets.get(kind)
    if spec is None:
        raise Refused("bet/not_offered", kind=kind)
    if state.settings.seat_rule is SeatRule.NONE:
        if seat is not None:
            raise Refused("seat/none_here", seat=seat)
        return
    behind = spec.role is Role.BEHIND
    if behind and not state.seats.get(seat or 0):
        raise Refused("seat/empty", seat=seat)
    if not behind and seat not in state.seats_of(player):
        raise Refused(verdicts.NOT_YOUR_SEAT, seat=seat)


def _check_golden(stage: Stage, golden: Chips) -> None:
    """R29: a golden chip that was granted, for this table, and not played elsewhere meanwhile."""
    token = golden.get((stage.player, stage.golden or ""), NO_CHIP)
    for spot in stage.layout:
        why = token.why_not(spot.stake) if spot.golden else None
        if why is not None:
            raise Refused(why, needed=spot.stake, available=token.amount)
    if stage.golden_value > token.amount:
        raise Refused(NO_GOLDEN_CHIP, needed=stage.golden_value, available=token.amount)


def _chip(command: c.PlaceChip | c.NewChip | c.LowerBet) -> Placement:
    golden = not isinstance(command, c.LowerBet) and command.golden is not None
    return Placement(
        kind=command.kind, stake=Cents(command.amount), seat=command.seat, golden=golden
    )


def _layouts(state: TableState) -> dict[str, Layout]:
    """What every bettor placed in the round, for Rebet: one stake a spot (F30)."""
    layouts: dict[str, dict[tuple[str, int | None, bool], Placement]] = {}
    for bet in state.current.bets.values():
        if bet.parent is None:
            spots = layouts.setdefault(bet.player, {})
            spot = (bet.kind, bet.seat, bet.golden)
            before = spots[spot].stake if spot in spots else 0
            spots[spot] = Placement(
                kind=bet.kind, stake=Cents(before + bet.stake), seat=bet.seat, golden=bet.golden
            )
    return {player: tuple(spots.values()) for player, spots in layouts.items()}
