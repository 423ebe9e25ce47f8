"""Who may send which command: one table, and whatever is not in it is refused.

Owns nothing but that table. Whoever lets somebody in (a gateway, a studio, the clock) says what
kind of actor they are; a name alone proves nothing. At a virtual table no person touches the cards:
the machine that promised their order deals them, and no role of any account is a machine
(ADR 0032).
"""

from __future__ import annotations

from enum import StrEnum

from sabot.errors import Refused
from sabot.table import commands as c

HOUSE = "house"
"""The name in which clock, first chip and safeguards act."""


class ActorKind(StrEnum):
    """What somebody is at a table."""

    PLAYER = "player"
    DEALER = "dealer"  # a person, or the scanners on the table
    MACHINE = "machine"  # the virtual dealer, which no account can be
    MANAGER = "manager"  # the shift manager
    HOUSE = "house"  # the clock, and what a table does to protect itself


_PLAYER = frozenset({ActorKind.PLAYER})
_DEALER = frozenset({ActorKind.DEALER})
_MACHINE = frozenset({ActorKind.MACHINE})
_MANAGER = frozenset({ActorKind.MANAGER})
_HOUSE = frozenset({ActorKind.HOUSE})
_STAFF = _DEALER | _MANAGER

MAY: dict[type[c.Command], frozenset[ActorKind]] = {
    # Chips and bets are the players' own: no member of staff bets for anybody.
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
    # The cards are the dealer's, or the machine's: never both at one table.
    c.Scan: _DEALER | _MACHINE,
    c.Reveal: _DEALER | _MACHINE,
    c.OpenBetting: _DEALER | _MACHINE | _HOUSE,
    c.LoadShoe: _DEALER | _MACHINE,
    c.BurnCards: _DEALER,
    c.ShowCutCard: _DEALER,
    c.DropCards: _STAFF,
    c.ReportBarcode: _STAFF,
    c.ProposeCorrection: _STAFF,
    c.ProposeCancel: _STAFF,
    c.Announce: _STAFF,
    # Everybody on duty may stop a table; only who answers for it lets it go on (F242).
    c.CallManager: _STAFF | _HOUSE,
    c.Pause: _STAFF,
    c.ChangeCards: _STAFF | _HOUSE,
    c.Resume: _MANAGER | _HOUSE,
    c.CorrectCard: _MANAGER,
    c.LookAtHiddenCards: _MANAGER,
    c.CancelRound: _MANAGER | _HOUSE,
    c.SwitchSideBets: _MANAGER,
    c.SwitchTable: _MANAGER | _HOUSE,
    c.WriteOffShoe: _MANAGER | _HOUSE,
    # Time, settings and verdicts are nobody's wish.
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
        c.Scan,
        c.Reveal,
        c.OpenBetting,
        c.LoadShoe,
        c.BurnCards,
        c.ShowCutCard,
        c.DropCards,
        c.ReportBarcode,
        c.ProposeCorrection,
        c.CorrectCard,
    }
)
"""What people do with real cards: refused to every person at a virtual table."""

OF_A_PROMISE: frozenset[type[c.Command]] = frozenset({c.DiscloseShoe, c.ReportLostPromise})
"""What a machine may do at a live table too: end the promise of a shoe from its virtual days."""


def check_owner(owner: str | None, actor: str, kind: ActorKind) -> None:
    """Refuse whoever plays at somebody else's private table; staff come to every table (F263)."""
    if owner is not None and kind is ActorKind.PLAYER and actor != owner:
        raise Refused("table/not_yours")


def check_authority(actor: str, kind: ActorKind, command: c.Command, *, live: bool) -> None:
    """Refuse a command that is not for this kind of actor, and anybody who borrows our name.

    `live` says whether people deal here, with real cards.
    """
    what = type(command)
    borrowed = (actor == HOUSE) != (kind is ActorKind.HOUSE)
    no_machine_here = live and kind is ActorKind.MACHINE and what not in OF_A_PROMISE
    if borrowed or no_machine_here or kind not in MAY.get(what, frozenset()):
        raise Refused("command/not_yours", command=what.__name__, actor_kind=kind.value)
    if not live and kind in _STAFF and what in BY_HAND:
        raise Refused("command/machine_only", command=what.__name__)
