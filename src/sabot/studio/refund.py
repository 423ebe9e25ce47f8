"""What cancelling a round would give back now (F244): a sum of stakes; nothing is decided here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from sabot.gamekit import Bet
from sabot.service.players.directory import Player
from sabot.table.dealing import result_known
from sabot.table.staff.refusals import RoundRefusal
from sabot.table.state import TableState
from sabot.wire.studio import LineShown, RefundPreview

HOUSE = "house"
"""The key of `by_operator` for players of the house."""


def refund_preview(state: TableState, player: Callable[[str], Player]) -> RefundPreview:
    """Sum up the bets of the round in play; without one there is nothing to give back."""
    bets = tuple(state.current.bets.values()) if state.in_round else ()
    cash = [bet for bet in bets if not bet.golden]
    golden = [bet for bet in bets if bet.golden]
    who = {bet.player: player(bet.player) for bet in bets}
    by_operator: Counter[str] = Counter()
    for bet in cash:
        by_operator[who[bet.player].operator or HOUSE] += bet.stake
    currencies = sorted({each.currency.value for each in who.values()})
    why_not = _why_not(state)
    return RefundPreview(
        table=state.table_id,
        round=state.current.round_id if state.in_round else "",
        players=len(who),
        bets=len(bets),
        cents=sum(bet.stake for bet in cash),
        golden=len(golden),
        golden_cents=sum(bet.stake for bet in golden),
        by_kind=tuple(_line(kind, bets) for kind in dict.fromkeys(bet.kind for bet in bets)),
        by_operator=dict(sorted(by_operator.items())),
        can_cancel=why_not is None,
        why_not=why_not,
        needs_two=bool(bets),
        currency=" ".join(currencies),
    )


def _line(kind: str, bets: tuple[Bet, ...]) -> LineShown:
    of_kind = [bet for bet in bets if bet.kind == kind]
    return LineShown(
        kind=kind,
        players=len({bet.player for bet in of_kind}),
        bets=len(of_kind),
        cents=sum(bet.stake for bet in of_kind if not bet.golden),
    )


def _why_not(state: TableState) -> str | None:
    """R17: a known result is settled; the same refusals as those of `CancelRound`."""
    if not state.in_round:
        return RoundRefusal.NONE
    return RoundRefusal.RESULT_KNOWN if result_known(state) else None
