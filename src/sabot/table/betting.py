"""Betting: opening a round, seats, Deal now, and the verdicts at the close."""

from __future__ import annotations

from sabot.errors import Refused
from sabot.gamekit import Bet, Role
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table import verdicts
from sabot.table.authority import HOUSE
from sabot.table.config import Confirmation, Opening, SeatRule
from sabot.table.draft import Draft, handle
from sabot.table.phases import Phase
from sabot.table.refusals import BetRefusal, DealNowRefusal, SeatRefusal, TableRefusal, TimerRefusal
from sabot.table.staff.refusals import ShoeRefusal
from sabot.table.staging import Stage
from sabot.table.state import TableState

DEAL_NOW_PLAYERS_MAX = 2
"""F48: with more players at the table, no player may hurry the others."""


def open_to(state: TableState) -> str:
    """The round that a chip put down now belongs to; empty when there is none."""
    if state.phase is Phase.BETTING:
        return state.current.round_id
    first = state.phase is Phase.IDLE and state.settings.opening is Opening.FIRST_BET
    if first and not state.burn_due:
        return _next_round(state)
    return ""


def _next_round(state: TableState) -> str:
    return f"{state.table_id}-{state.rounds + 1}"


def open_round(draft: Draft) -> None:
    """Open betting, on cards that may still be dealt."""
    state = draft.state
    shoe = state.shoe
    if shoe is None or shoe.retired is not None:
        raise Refused(ShoeRefusal.CHANGE_NEEDED, reason="none" if shoe is None else shoe.retired)
    if state.burn_due:
        raise Refused(ShoeRefusal.BURN_DUE)
    assert state.config is not None
    draft.add(
        e.RoundOpened(
            round_id=_next_round(state),
            round_of_shoe=shoe.rounds + 1,
            config_version=state.config.version,
        )
    )


@handle.register
def _handle_open_betting(command: c.OpenBetting, draft: Draft) -> None:
    settings = draft.state.settings
    # The clock and the first chip open rounds in the name of the house.
    if settings.opening is not Opening.DEALER and draft.inputs.actor != HOUSE:
        raise Refused(TableRefusal.OPENS_BY_ITSELF, opening=settings.opening.value)
    open_round(draft)


@handle.register
def _handle_take_seat(command: c.TakeSeat, draft: Draft) -> None:
    state, player = draft.state, draft.inputs.actor
    settings = state.settings
    if settings.seat_rule is SeatRule.NONE:
        raise Refused(SeatRefusal.NONE_HERE)
    mine = state.seats_of(player)
    if len(mine) >= settings.seats_per_player:
        raise Refused(SeatRefusal.ENOUGH, seats=" ".join(str(seat) for seat in sorted(mine)))
    seat = _least_occupied(draft) if command.seat is None else command.seat
    if not 1 <= seat <= settings.variant.seats:
        raise Refused(SeatRefusal.NO_SUCH_SEAT, seat=seat, seats=settings.variant.seats)
    if settings.seat_rule is SeatRule.OWN and state.seats.get(seat):
        raise Refused(SeatRefusal.TAKEN, seat=seat)
    if seat in mine:
        raise Refused(SeatRefusal.YOURS_ALREADY, seat=seat)
    draft.add(e.SeatTaken(player=player, seat=seat))


def _least_occupied(draft: Draft) -> int:
    """A random seat among the least occupied ones (F14)."""
    seats = range(1, draft.state.settings.variant.seats + 1)
    taken = {seat: len(draft.state.seats.get(seat, ())) for seat in seats}
    free = [seat for seat in seats if taken[seat] == min(taken.values())]
    # A salt is far longer than the number of seats, so what is left over prefers no seat.
    return free[int(draft.inputs.salt(), 16) % len(free)]


@handle.register
def _handle_leave_seat(command: c.LeaveSeat, draft: Draft) -> None:
    state, player = draft.state, draft.inputs.actor
    if command.seat not in state.seats_of(player):
        raise Refused(SeatRefusal.NOT_YOURS, seat=command.seat)
    current = state.round
    if current is not None and not current.over and player in current.bettors:
        raise Refused(SeatRefusal.BETS_IN_PLAY, round_id=current.round_id)  # F128
    draft.add(e.SeatLeft(player=player, seat=command.seat))


def confirmed(moment: verdicts.Moment, stage: Stage | None) -> tuple[Bet, ...]:
    """The bets that a player's chips become by Confirm."""
    if moment.state.settings.confirmation is Confirmation.AT_CLOSE:
        raise Refused(BetRefusal.NO_CONFIRM_HERE)  # F38: chips count when betting closes
    if stage is None or not stage.layout:
        raise Refused(BetRefusal.NOTHING_TO_CONFIRM)
    result = verdicts.at_confirm(moment, stage)
    if not result.accepted:
        assert result.first is not None, "chips that became no bet were rejected"
        lies = result.rejected[0]
        raise Refused(result.first, kind=lies.kind, stake=lies.stake)
    return result.accepted


@handle.register
def _handle_deal_now(command: c.DealNow, draft: Draft) -> None:
    """F48: every player with a bet has to want it, and there may be two of them at most."""
    state = draft.state
    if not state.settings.deal_now:
        raise Refused(DealNowRefusal.NOT_HERE)
    stages = draft.inputs.stages
    staked = {player for player, stage in stages.items() if stage.layout}
    bettors = staked | state.current.bettors
    if draft.inputs.actor not in bettors:
        raise Refused(DealNowRefusal.NO_BET)
    if len(bettors) > DEAL_NOW_PLAYERS_MAX:
        raise Refused(DealNowRefusal.TOO_MANY_PLAYERS, players=len(bettors))
    waiting = {p for p in bettors if p not in stages or not stages[p].wants_deal}
    if not waiting - {draft.inputs.actor}:
        draft.add(e.BettingEnded())


@handle.register
def _handle_close_bets(command: c.CloseBets, draft: Draft) -> None:
    _close(draft)


def _close(draft: Draft) -> None:
    result = verdicts.at_close(draft.state, draft.inputs.stages, draft.inputs.means)
    draft.add(e.BetsClosed(accepted=result.accepted, rejected=result.rejected))
    current = draft.state.current
    specs = current.config.variant.bets
    own = (b for b in current.bets.values() if specs[b.kind].role is Role.MAIN)
    hands_per_seat = any(spec.role is Role.BEHIND for spec in specs.values())
    seats = sorted({b.seat for b in own if b.seat is not None}) if hands_per_seat else []
    # F47: without a bet no cards, and without a seat there is no hand to deal to in any case.
    if not current.bets and (current.config.needs_bets or hands_per_seat):
        draft.add(e.RoundLapsed(round_id=current.round_id))
    else:
        draft.add(e.DealingStarted(seats=tuple(seats)))


@handle.register
def _handle_time_up(command: c.TimeUp, draft: Draft) -> None:
    """A window ended; one that was replaced by another is over without effect."""
    state = draft.state
    if state.timer is None or state.timer.seq != command.seq:
        raise Refused(TimerRefusal.STALE, seq=command.seq)
    match state.phase:
        case Phase.BETTING:
            draft.add(e.BettingEnded())
        case Phase.CLOSED:
            _close(draft)  # stakes whose wallet has not answered are out
        case Phase.OFFER | Phase.DECISION:
            _apply_default(draft)
        case Phase.RESULT | Phase.CANCELLED:
            draft.add(e.TableRested())
        case _:
            raise Refused(TimerRefusal.NOTHING_TO_END, phase=state.phase.value)


def _apply_default(draft: Draft) -> None:
    """P2: players who did not answer get the default."""
    question = draft.state.current.question
    assert question is not None
    if question.ask.seat is None:
        draft.add(e.QuestionClosed(decision_id=question.decision_id))
    else:
        default = question.ask.default
        draft.add(e.ChoiceMade(decision_id=question.decision_id, option=default, by=e.By.DEFAULT))
