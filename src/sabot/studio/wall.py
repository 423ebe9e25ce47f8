"""One table on the shift manager's wall: everything that tells which table needs a person."""

from __future__ import annotations

from msgspec.structs import replace

from sabot.studio.alarms import Clocks, NameOf, alarms
from sabot.studio.view import change_due_ms, players_of, relief_shown, staked_in, to_cut
from sabot.table.state import Shoe, TableState
from sabot.wire.studio import ManagerShown, WallTable

SILENCE_STEP_MS = 10_000
"""How much longer a studio has to be silent before the wall is told again."""


def wall_table(
    state: TableState,
    clocks: Clocks,
    *,
    name: NameOf,
    left_ms: int | None,
    watching: int,
    managers: tuple[ManagerShown, ...] = (),
) -> WallTable:
    """The table as it is now."""
    settings = None if state.config is None else state.settings
    shoe, current, dealer = state.shoe, state.round, state.dealer
    moments = clocks.moments
    decks = 0 if settings is None else settings.variant.decks
    return WallTable(
        table=state.table_id,
        name=state.table_id if settings is None else settings.name,
        game=state.game.id,
        variant="" if settings is None else settings.variant.id,
        live=settings is not None and settings.live,
        phase=state.phase.value,
        round=None if current is None else current.round_id,
        round_of_shoe=0 if current is None else current.number,
        left_ms=left_ms,
        length_ms=None if state.timer is None else state.timer.milliseconds,
        players=players_of(state),
        watching=watching,
        staked=staked_in(state),
        dealer=None if dealer is None else name(dealer.actor),
        dealer_since_ms=None if dealer is None else moments.at(dealer.since),
        studio_silent_ms=clocks.silent_ms,
        studio_deadline_ms=_deadline(state, clocks),
        cards_left=0 if shoe is None else shoe.cards - state.cards_out,
        cards=0 if shoe is None else shoe.cards,
        to_cut=to_cut(state),
        change_due_ms=change_due_ms(state) if _real(shoe) else None,
        shoe=None if shoe is None else shoe.shoe_id,
        last_hand=shoe is not None and shoe.last_hand and decks > 1,
        because=None if state.paused is None else state.paused.reason,
        paused_since_ms=None if state.paused is None else moments.at(state.paused.number),
        out_of_order=clocks.out_of_order,
        proposal=state.proposal is not None,
        alarms=alarms(state, clocks, name),
        relief=relief_shown(state, name),
        managers=managers,
    )


def _real(shoe: Shoe | None) -> bool:
    return shoe is not None and shoe.live and shoe.retired is None


def _deadline(state: TableState, clocks: Clocks) -> int | None:
    """F253: when the round would be cancelled if nothing more were heard."""
    if clocks.silent_ms is None or not state.in_round:
        return None
    return clocks.wall_ms - clocks.silent_ms + state.settings.timers.studio_lost


def without_time(table: WallTable) -> WallTable:
    """The table without what changes by itself: two that are equal need not be told twice."""
    silent = table.studio_silent_ms
    return replace(
        table,
        left_ms=None,
        watching=0,
        studio_silent_ms=None if silent is None else silent // SILENCE_STEP_MS,
        studio_deadline_ms=None,
        alarms=tuple(
            replace(one, since_ms=0, deadline_ms=None) if one.kind == "studio_silent" else one
            for one in table.alarms
        ),
    )
