"""The dealer in charge of a live table: signing on, handing over, signing off.

One dealer at one console deals. What every dealer may do from any console is to call the shift
manager and to stop the table.
"""

from __future__ import annotations

import re

from sabot.errors import Refused
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.authority import ActorKind
from sabot.table.draft import Draft, Inputs, handle
from sabot.table.staff.refusals import DealerRefusal
from sabot.table.staff.text_limits import text
from sabot.table.state import TableState

FROM_ANY_CONSOLE = frozenset({c.SignOn, c.CallManager, c.Pause})
"""What a dealer may send who is not in charge."""

_CONSOLE = re.compile(r"[A-Za-z0-9:._-]{1,64}")


def check_in_charge(state: TableState, command: c.Command, inputs: Inputs) -> None:
    """Refuse a dealer who is not in charge, or at another console, and a scan without a dealer."""
    if inputs.kind not in (ActorKind.DEALER, ActorKind.DEVICE) or not state.settings.live:
        return
    if inputs.kind is ActorKind.DEVICE:
        # A camera needs no dealer.
        if isinstance(command, c.Scan) and state.dealer is None:
            raise Refused(DealerRefusal.NOT_SIGNED_ON)
        return
    if type(command) not in FROM_ANY_CONSOLE:
        _check_dealer(state, inputs)


def _check_dealer(state: TableState, inputs: Inputs) -> None:
    dealer = state.dealer
    if dealer is None or dealer.actor != inputs.actor:
        raise Refused(DealerRefusal.NOT_SIGNED_ON)
    if dealer.console != inputs.console:
        raise Refused(DealerRefusal.OTHER_CONSOLE, console=dealer.console)


def is_in_charge(state: TableState, *, actor: str, console: str) -> bool:
    """Whether this dealer at this console deals here, so that a word from there is the studio's."""
    dealer = state.dealer
    return dealer is not None and (dealer.actor, dealer.console) == (actor, console)


@handle.register
def _handle_sign_on(command: c.SignOn, draft: Draft) -> None:
    actor, dealer = draft.inputs.actor, draft.state.dealer
    if _CONSOLE.fullmatch(command.console) is None:
        raise Refused(DealerRefusal.BAD_CONSOLE, console=command.console[:64])
    if dealer is not None and dealer.actor != actor and not dealer.handing_over:
        raise Refused(DealerRefusal.DEALER_ON, dealer=dealer.actor)
    same = dealer is not None and is_in_charge(draft.state, actor=actor, console=command.console)
    if same and dealer is not None and not dealer.handing_over:
        raise Refused(DealerRefusal.SIGNED_ON, console=command.console)
    draft.add(e.DealerSignedOn(actor=actor, console=command.console))


@handle.register
def _handle_hand_over(command: c.HandOver, draft: Draft) -> None:
    dealer = draft.state.dealer
    if dealer is None:
        raise Refused(DealerRefusal.NOT_SIGNED_ON)
    if dealer.handing_over:
        raise Refused(DealerRefusal.HANDING_OVER)
    draft.add(e.HandOverOffered(actor=draft.inputs.actor))


@handle.register
def _handle_sign_off(command: c.SignOff, draft: Draft) -> None:
    """A round with bets keeps its dealer: without a dealer it could not be finished."""
    state, actor = draft.state, draft.inputs.actor
    if state.dealer is None:
        raise Refused(DealerRefusal.NOT_SIGNED_ON)
    if state.in_round and state.current.bets:
        raise Refused(DealerRefusal.ROUND_IN_PLAY, round_id=state.current.round_id)
    draft.add(e.DealerSignedOff(actor=actor, dealer=state.dealer.actor))


@handle.register
def _handle_relieve_dealer(command: c.RelieveDealer, draft: Draft) -> None:
    dealer = draft.state.dealer
    if dealer is None:
        raise Refused(DealerRefusal.NO_DEALER)
    reason = text(command.reason)
    draft.add(e.DealerSignedOff(actor=draft.inputs.actor, dealer=dealer.actor, reason=reason))
