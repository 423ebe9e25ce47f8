"""Which actor may send which command: one table, and a command that is not in it is refused.

Owns nothing but that table. The gateway, the studio or the clock that lets an actor in says what
kind of actor it is; a name alone proves nothing. At a virtual table no person touches the cards:
the machine that promised their order deals them, and no role of any account is a machine
(ADR 0032).
"""

from __future__ import annotations

from enum import StrEnum

from sabot.errors import Refused
from sabot.table import commands as c
from sabot.table.refusals import CommandRefusal, TableRefusal

HOUSE = "house"
"""The actor of commands that the clock, a first chip or a safeguard causes."""


class ActorKind(StrEnum):
    """What an actor is at a table."""

    PLAYER = "player"
    DEALER = "dealer"
    DEVICE = "device"  # a scanner or a camera of one live table
    SUPERVISOR = "supervisor"  # shuffles, and brings the cards
    MACHINE = "machine"  # the virtual dealer, which no account can be
    MANAGER = "manager"  # the shift manager
    HOUSE = "house"  # the clock, and what a table does to protect itself


_PLAYER = frozenset({ActorKind.PLAYER})
_DEALER = frozenset({ActorKind.DEALER})
_DEVICE = frozenset({ActorKind.DEVICE})
_SUPERVISOR = frozenset({ActorKind.SUPERVISOR})
_MACHINE = frozenset({ActorKind.MACHINE})
_MANAGER = frozenset({ActorKind.MANAGER})
_HOUSE = frozenset({ActorKind.HOUSE})
_STAFF = _DEALER | _MANAGER
_ON_DUTY = _STAFF | _SUPERVISOR
_OF_THE_STUDIO = _ON_DUTY | _DEVICE

MAY: dict[type[c.Command], frozenset[ActorKind]] = {
    # Chips and bets are the players' own: no member of staff bets for a player.
    c.PlaceChip: _PLAYER,
    c.LowerBet: _PLAYER,
    c.UndoBet: _PLAYER,
    c.DoubleStakes: _PLAYER,
    c.Rebet: _PLAYER,
    c.ClearBets: _PLAYER,
    c.SetMode: _PLAYER,
    c.TakeSeat: _PLAYER,
    c.LeaveSeat: _PLAYER,
    c.ConfirmBets: _PLAYER,
    c.DealNow: _PLAYER,
    c.Choose: _PLAYER,
    c.Answer: _PLAYER,
    # One dealer is in charge of a live table, and a shift manager may take that dealer away.
    c.SignOn: _DEALER,
    c.HandOver: _DEALER,
    c.SignOff: _DEALER,
    c.RelieveDealer: _MANAGER,
    c.PlanRelief: _MANAGER,
    c.DropRelief: _MANAGER,
    # The cards are the dealer's, or the machine's: never both at one table.
    c.Scan: _DEALER | _DEVICE | _MACHINE,
    c.Reveal: _DEALER | _MACHINE,
    c.OpenBetting: _DEALER | _MACHINE | _HOUSE,
    c.LoadShoe: _DEALER | _SUPERVISOR | _MACHINE,
    c.BurnCards: _DEALER | _SUPERVISOR,
    c.ShowCutCard: _DEALER,
    c.DropCards: _ON_DUTY,
    c.ReportBarcode: _STAFF,
    c.ReportVideo: _DEVICE | _MANAGER,
    c.ProposeCorrection: _STAFF,
    c.ProposeMove: _STAFF,
    c.WithdrawCorrection: _STAFF,
    c.ProposeCancel: _STAFF,
    c.Announce: _STAFF,
    # All staff on duty may stop a table; only the shift manager lets it go on (F242).
    c.CallManager: _ON_DUTY | _HOUSE,
    c.Pause: _ON_DUTY | _HOUSE,
    c.ChangeCards: _ON_DUTY | _HOUSE,
    c.Resume: _MANAGER | _HOUSE,
    c.CorrectCard: _MANAGER,
    c.MoveCards: _MANAGER,
    c.DeclineCorrection: _MANAGER,
    c.AskRescan: _MANAGER,
    c.Acknowledge: _MANAGER,
    c.PutOff: _MANAGER,
    c.CloseIncident: _MANAGER,
    c.LookAtHiddenCards: _MANAGER,
    c.CancelRound: _MANAGER | _HOUSE,
    c.SwitchSideBets: _MANAGER,
    c.SwitchTable: _MANAGER | _HOUSE,
    c.WriteOffShoe: _MANAGER | _HOUSE,
    # No person sends time, settings or verdicts.
    c.Configure: _HOUSE,
    c.TimeUp: _HOUSE,
    c.CloseBets: _HOUSE,
    # A promise is kept, or said to be lost, by the machine that made it.
    c.DiscloseShoe: _MACHINE,
    c.ReportLostPromise: _MACHINE,
    c.ReportMalfunction: _HOUSE,
}

BY_HAND: frozenset[type[c.Command]] = frozenset(
    {
        c.SignOn,
        c.HandOver,
        c.SignOff,
        c.RelieveDealer,
        c.PlanRelief,
        c.DropRelief,
        c.Scan,
        c.Reveal,
        c.OpenBetting,
        c.LoadShoe,
        c.BurnCards,
        c.ShowCutCard,
        c.DropCards,
        c.ReportBarcode,
        c.ReportVideo,
        c.ProposeCorrection,
        c.ProposeMove,
        c.WithdrawCorrection,
        c.DeclineCorrection,
        c.AskRescan,
        c.CorrectCard,
        c.MoveCards,
    }
)
"""What people and devices do with real cards: refused to all of them at a virtual table."""

OF_A_PROMISE: frozenset[type[c.Command]] = frozenset({c.DiscloseShoe, c.ReportLostPromise})
"""What a machine may do at a live table too: end the promise of a shoe that was loaded while the
table was virtual."""


def check_owner(owner: str | None, actor: str, kind: ActorKind) -> None:
    """Refuse a player at another player's private table; staff come to every table (F263)."""
    if owner is not None and kind is ActorKind.PLAYER and actor != owner:
        raise Refused(TableRefusal.NOT_YOURS)


def check_authority(actor: str, kind: ActorKind, command: c.Command, *, live: bool) -> None:
    """Refuse a command that is not for this kind of actor, and an actor that uses the house's name.

    `live` says whether people deal here, with real cards.
    """
    what = type(command)
    borrowed = (actor == HOUSE) != (kind is ActorKind.HOUSE)
    no_machine_here = live and kind is ActorKind.MACHINE and what not in OF_A_PROMISE
    if borrowed or no_machine_here or kind not in MAY.get(what, frozenset()):
        raise Refused(CommandRefusal.NOT_YOURS, command=what.__name__, actor_kind=kind.value)
    if not live and kind in _OF_THE_STUDIO and what in BY_HAND:
        raise Refused(CommandRefusal.MACHINE_ONLY, command=what.__name__)
