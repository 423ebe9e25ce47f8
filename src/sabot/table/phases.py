"""The life of a round as one table: which command means anything in which phase.

A missing entry is the refusal. The diagram in the docs is drawn from this table, and the tests
walk over all of it.
"""

from __future__ import annotations

from enum import StrEnum

from sabot.errors import Code, Refused
from sabot.table import commands as c
from sabot.table.refusals import BetRefusal, DecisionRefusal, TableRefusal


class Phase(StrEnum):
    """Where a table stands; every state has a name."""

    OFF = "off"
    SHUFFLE = "shuffle"  # waiting for new cards
    IDLE = "idle"  # cards are there, no bets are open
    BETTING = "betting"  # its last seconds are a view of the clock (F69)
    CLOSED = "closed"  # verdicts; waiting for what the wallets say
    DEALING = "dealing"
    OFFER = "offer"  # a bet beside the hand is offered to all players (an insurance)
    DECISION = "decision"  # per seat and hand, or all players at once
    DEALER = "dealer"  # the dealer's own cards
    RESULT = "result"  # settled in the same step as the result became known
    CANCELLED = "cancelled"
    PAUSED = "paused"


# What staff and seats need in any phase at all.
ANYWHERE = (
    c.Announce,
    c.CallManager,
    c.ChangeCards,
    c.DropCards,
    c.SwitchSideBets,
    c.SwitchTable,
    c.SignOn,
    c.HandOver,
    c.SignOff,
    c.RelieveDealer,
    c.PlanRelief,
    c.DropRelief,
    c.ReportVideo,
    c.Acknowledge,
    c.PutOff,
    c.CloseIncident,
    c.Configure,
    c.DiscloseShoe,
    c.ReportLostPromise,
    c.WriteOffShoe,
    c.ReportMalfunction,
    c.TakeSeat,
    c.LeaveSeat,
)
_PROPOSALS = (
    c.ProposeCorrection,
    c.ProposeMove,
    c.WithdrawCorrection,
    c.DeclineCorrection,
    c.AskRescan,
)
_IN_PLAY = (
    c.Pause,
    c.ProposeCancel,
    c.CancelRound,
    c.LookAtHiddenCards,
    c.ReportBarcode,
    *_PROPOSALS,
    c.ShowCutCard,
    c.Scan,
)
_CHIPS = (
    c.PlaceChip,
    c.LowerBet,
    c.UndoBet,
    c.DoubleStakes,
    c.Rebet,
    c.ClearBets,
    c.SetMode,
)

# Phase → the commands that are understood there, beyond those understood anywhere.
# A scan is understood wherever cards are: an early one is an incident and no bad click (P12).
ALLOWED: dict[Phase, tuple[type[c.Command], ...]] = {
    Phase.OFF: (c.LoadShoe,),
    Phase.SHUFFLE: (c.LoadShoe, c.Scan),
    Phase.IDLE: (
        c.OpenBetting,
        c.BurnCards,
        c.PlaceChip,
        c.Rebet,
        c.SetMode,
        c.LoadShoe,
        c.Scan,
        c.Pause,
    ),
    # Cards may be burned until the first are due: a table that the clock opens never rests (F99).
    Phase.BETTING: (*_CHIPS, c.ConfirmBets, c.DealNow, c.TimeUp, c.BurnCards, *_IN_PLAY),
    Phase.CLOSED: (c.CloseBets, c.TimeUp, *_IN_PLAY),
    Phase.DEALING: (c.Reveal, *_IN_PLAY),
    Phase.OFFER: (c.Answer, c.TimeUp, *_IN_PLAY),
    Phase.DECISION: (c.Choose, c.Answer, c.TimeUp, *_IN_PLAY),
    Phase.DEALER: (c.Reveal, *_IN_PLAY),
    Phase.RESULT: (c.TimeUp, c.Scan, c.ShowCutCard),
    Phase.CANCELLED: (c.TimeUp, c.Scan),
    Phase.PAUSED: (
        c.Resume,
        c.CorrectCard,
        c.MoveCards,
        *_PROPOSALS,
        c.ProposeCancel,
        c.CancelRound,
        c.LookAtHiddenCards,
        c.ReportBarcode,
        c.TimeUp,
        c.Scan,
    ),
}


_UNDERSTOOD = {phase: frozenset((*ANYWHERE, *kinds)) for phase, kinds in ALLOWED.items()}
"""The same as sets: looked at with every command."""


def check(phase: Phase, command: c.Command) -> None:
    """Refuse a command that means nothing in this phase."""
    kind = type(command)
    if kind not in _UNDERSTOOD[phase]:
        raise Refused(_refusal(phase, kind), phase=phase.value, command=kind.__name__)


def _refusal(phase: Phase, kind: type[c.Command]) -> Code:
    """The reason a person understands, where there is a better one than the phase."""
    if phase is Phase.PAUSED:
        return TableRefusal.PAUSED  # F77
    if kind in _CHIPS or kind is c.ConfirmBets:
        before = phase in (Phase.OFF, Phase.SHUFFLE, Phase.IDLE)
        return BetRefusal.NO_ROUND if before else BetRefusal.TOO_LATE
    if kind in (c.Choose, c.Answer):
        return DecisionRefusal.NOT_ASKED
    return TableRefusal.NOT_NOW
