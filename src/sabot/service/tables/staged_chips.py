"""The chips of all players at one table, and what is remembered of them from round to round.

In memory only. A crash clears the felt; bets that were accepted are in the log (design, point 2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TypeVar

from msgspec.structs import replace

from sabot.gamekit import Bet, Judgement, Role, Verdict
from sabot.gamekit.layout import Layout
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table import staging, verdicts
from sabot.table.chips import last_layouts, modes_of, spot_name, told_of
from sabot.table.draft import Moved, Told
from sabot.table.phases import Phase
from sabot.table.refusals import BetRefusal
from sabot.table.staging import Preferences, Stage
from sabot.table.state import TableState

REMEMBERED_MAX = 20_000
"""Players whose modes, wishes and last bets are remembered; the oldest are dropped first."""

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

    def scratch(self) -> Felt:
        """A copy to decide on.

        Wishes come from elsewhere and the last round's bets are only ever replaced, so both are
        shared. So are modes until one is chosen.
        """
        copy = Felt()
        self._owns_modes = copy._owns_modes = False
        copy.stages = dict(self.stages)
        copy._modes, copy._last = self._modes, self._last
        copy._wishes = self._wishes
        return copy

    def mark(self) -> Mark:
        """The state to return to after a refused command."""
        return (self.stages, self.touched, self.cleared)

    def back_to(self, mark: Mark) -> None:
        """Undo everything since the mark; this works because chips are replaced, never changed."""
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
        return self._empty(state, player) if found is None else found

    def _empty(self, state: TableState, player: str) -> Stage:
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

    def stage_for(self, state: TableState, player: str, command: c.Command) -> Stage:
        """The player's chips as a command finds them: the chip that opens a round finds none."""
        opens = state.phase is Phase.IDLE and not isinstance(command, c.SetMode)
        return self._empty(state, player) if opens else self.stage_of(state, player)

    def last_of(self, player: str) -> Layout:
        """What the player bet in their last round here (F30)."""
        return self._last.get(player, ())

    def lay(self, moved: Moved) -> None:
        """Let a player's chips lie as was decided."""
        stage = moved.stage
        player = stage.player
        self.stages[player] = stage
        self.touched[player] = moved.cost
        mode = None if stage.mode is None else (stage.mode, stage.preferences.mode)
        if mode is not None and self._modes.get(player) != mode:
            self._modes = self._modes if self._owns_modes else dict(self._modes)
            self._owns_modes = True
            _remember(self._modes, {player: mode})

    def lie(self, stage: Stage) -> None:
        """Set a player's chips; the caller is responsible for reserving the money."""
        self.stages[stage.player] = stage

    def can_rebet(self, player: str) -> bool:
        """Say whether the player has an earlier round here to repeat (F30)."""
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
        short: verdicts.CodeOf = verdicts.no_code,
    ) -> Told:
        """Turn chips into bets; the rest stay on the felt, each with its reason (F51, F72).

        `before` is the table without these bets, from which the reason of a cut follows (F52).
        """
        told = {spot_name(spot): _ACCEPTED for spot in stage.layout}
        if sum([bet.stake for bet in bets]) < sum([spot.stake for spot in stage.layout]):
            told |= told_of(verdicts.standing(before, stage))
        if len(bets) == len(stage.layout):  # a bet for each spot
            self._clear(stage)
            return told
        taken = {(bet.kind, bet.seat, bet.golden) for bet in bets}
        left = tuple([s for s in stage.layout if (s.kind, s.seat, s.golden) not in taken])
        token = stage.golden if any(spot.golden for spot in left) else None
        judgements = self._lie(state, replace(_bare(stage), layout=left, golden=token))
        # What the rules would let stand was not paid for.
        told |= dict.fromkeys(
            map(spot_name, left), short(stage.player) or BetRefusal.INSUFFICIENT_BALANCE
        )
        told |= {spot_name(j.placement): j.reason.value for j in judgements if j.reason is not None}
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
        """Confirm failed: its own chips are gone, and the others may be moved again."""
        stage = self.stages.get(player)
        if stage is None or not stage.confirming:
            return  # another round has begun
        # A chip may have moved others too (F178), so all chips return to where they were.
        self._lie(state, replace(stage.before or stage, confirming=False))

    def _lie(self, state: TableState, stage: Stage) -> Sequence[Judgement]:
        """Set the player's chips, and reserve what they would cost."""
        judgements = verdicts.standing(state, stage)
        self.stages[stage.player] = stage
        self.touched[stage.player] = staging.counted(judgements)
        return judgements

    def saw(self, event: e.Event, state: TableState) -> None:
        """What an event does to the chips."""
        if isinstance(event, e.BetsClosed) and state.round is not None:
            self._last = dict(self._last)
            _remember(self._last, last_layouts(state))
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
    """Keep the newest value of each player, for at most `REMEMBERED_MAX` players."""
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
