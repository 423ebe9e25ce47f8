"""What a player alone sees at a table: chips, bets, verdicts, results, money."""

from __future__ import annotations

from collections.abc import Sequence

from sabot.gamekit import Bet
from sabot.gateway.tables.memory import TableMemory
from sabot.service.tables.staged_chips import Felt
from sabot.table import verdicts
from sabot.table.phases import Phase
from sabot.table.state import TableState
from sabot.wire import table_view as w

NOBODY = w.YourStatus.NONE


def spectators(
    state: TableState, felt: Felt, memory: TableMemory, player: str
) -> tuple[str | None, bool] | None:
    """Key of the view that all spectators with it share; None for a player who is involved."""
    involved = player in felt.stages or player in memory.rejected or player in memory.bettors
    if involved or state.config is None or state.seats_of(player):
        return None
    return felt.stage_of(state, player).mode, felt.can_rebet(player)


def yours(
    state: TableState,
    felt: Felt,
    memory: TableMemory,
    player: str,
    *,
    short: bool = False,
    allowed: int | None = None,
) -> w.You:
    """Build one player's own part. A player `short` of money cannot pay for any bet here.

    `allowed` is what the player's own limits leave at this table.
    """
    bets = _bets_of(state, player)
    judged = state.round is not None or memory.lapsed
    rejected = memory.rejected.get(player, ()) if judged else ()
    stage = felt.stages.get(player)
    open_to_chips = state.config is not None and state.phase in (Phase.BETTING, Phase.IDLE)
    chips = _chips(state, felt, player) if stage is not None and open_to_chips else ()
    over = state.round is not None and state.round.over
    return w.You(
        table=state.table_id,
        round=None if state.round is None else state.round.round_id,
        status=w.YourStatus.INSUFFICIENT_BALANCE
        if short and open_to_chips and not bets and not chips
        else _status(state, memory, player, bets),
        mode=felt.stage_of(state, player).mode if state.config is not None else None,
        chips=chips,
        undo=0 if stage is None else len(stage.undo),
        can_rebet=felt.can_rebet(player),
        wants_deal=stage is not None and stage.wants_deal,
        confirming=stage is not None and stage.confirming,
        seats=tuple(sorted(state.seats_of(player))),
        bets=tuple(_own(bet, memory) for bet in bets),
        not_taken=tuple(
            w.NotTaken(kind=one.kind, stake=one.stake, reason=one.reason, seat=one.seat)
            for one in rejected
        ),
        staked=sum(bet.stake for bet in bets),
        paid=_paid(bets, memory) if over and bets else None,
        ask=_asked(state, player),
        you_decide=_decides(state, player),
        allowed=allowed,
    )


def _bets_of(state: TableState, player: str) -> tuple[Bet, ...]:
    if state.round is None:
        return ()
    return state.round.bets.of(player)


def _chips(state: TableState, felt: Felt, player: str) -> tuple[w.Chip, ...]:
    return tuple(
        w.Chip(
            kind=j.placement.kind,
            stake=j.placement.stake,
            seat=j.placement.seat,
            golden=j.placement.golden,
            counts=j.stake,
            note="" if j.reason is None else j.reason.value,
        )
        for j in verdicts.standing(state, felt.stages[player])
    )


def _own(bet: Bet, memory: TableMemory) -> w.OwnBet:
    paid = memory.payouts.get(bet.id)
    result, amount, why = ("", 0, ()) if paid is None else (paid.result, paid.amount, paid.why)
    if bet.id in memory.refunded:
        result, amount = "refunded", 0 if bet.golden else bet.stake
    return w.OwnBet(
        id=bet.id,
        kind=bet.kind,
        stake=bet.stake,
        seat=bet.seat,
        hand=bet.hand,
        golden=bet.golden,
        parent=bet.parent,
        result=result,
        paid=amount,
        why=why,
    )


def _paid(bets: Sequence[Bet], memory: TableMemory) -> int:
    return sum(_own(bet, memory).paid for bet in bets)


def _status(
    state: TableState, memory: TableMemory, player: str, bets: Sequence[Bet]
) -> w.YourStatus:
    """F71–F79, in words for one player; a net loss is never called a win (F50)."""
    rejected = memory.rejected.get(player)
    if state.round is None or state.phase is Phase.BETTING:
        lapsed = state.round is None and memory.lapsed and rejected
        return w.YourStatus.BETS_REJECTED if lapsed else NOBODY  # P10: its verdict too
    if not bets:
        return w.YourStatus.BETS_REJECTED if rejected else w.YourStatus.WAIT_FOR_NEXT_ROUND
    if state.phase is Phase.CANCELLED:
        return w.YourStatus.REFUNDED
    if state.round.over:
        cash = sum(bet.stake for bet in bets if not bet.golden)
        paid = _paid(bets, memory)
        if paid > cash:
            return w.YourStatus.WON
        return w.YourStatus.RETURNED if paid else w.YourStatus.LOST
    return w.YourStatus.SOME_NOT_ACCEPTED if rejected else w.YourStatus.BETS_ACCEPTED


def _asked(state: TableState, player: str) -> tuple[str, ...]:
    """The player's bets that the open question to all players waits for."""
    question = None if state.round is None else state.round.question
    if question is None or question.ask.seat is not None:
        return ()
    asked = state.game.asked(state.current.play, _bets_of(state, player))
    return tuple(bet.id for bet in asked if bet.id not in question.answered)


def _decides(state: TableState, player: str) -> bool:
    question = None if state.round is None else state.round.question
    seat = None if question is None else question.ask.seat
    return seat is not None and seat in state.seats_of(player)
