"""A round for staff: the bets of every player within reach, and every act with its actor."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sabot.gamekit import Audience
from sabot.gateway.tables.past import PastRound
from sabot.gateway.tables.rounds import Chronicle
from sabot.wire.office import Deed, StaffBet, StaffRound


def staff_round(
    past: PastRound, *, audience: Audience, may_see: Callable[[str], bool]
) -> StaffRound:
    """Describe the whole round."""
    chronicle = Chronicle(past, audience=audience, player=None)
    return StaffRound(
        round=chronicle.told(),
        bets=tuple(_bets(chronicle, may_see)),
        deeds=tuple(_deeds(past)),
    )


def _bets(chronicle: Chronicle, may_see: Callable[[str], bool]) -> Iterator[StaffBet]:
    bets = [bet for bet in chronicle.state.current.bets.values() if may_see(bet.player)]
    for bet, line in zip(bets, chronicle.bet_lines(bets), strict=True):
        yield StaffBet(
            player=bet.player,
            id=bet.id,
            kind=bet.kind,
            stake=bet.stake,
            seat=bet.seat,
            golden=bet.golden,
            result=line.result,
            paid=line.paid,
        )


def _deeds(past: PastRound) -> Iterator[Deed]:
    for stored, event in zip(past.log, past.events, strict=True):
        yield Deed(
            seq=stored.seq,
            at_ms=stored.at_ms,
            event=stored.kind,
            actor=getattr(event, "actor", None),
            reason=getattr(event, "reason", None),
        )
