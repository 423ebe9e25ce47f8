"""What staff see of one table beyond what players see: cards, people, incidents, proposals.

Built field by field from the state of the table. A card that lies face down appears nowhere, not
even in a count (P13).
"""

from __future__ import annotations

from collections.abc import Iterator

from sabot.gamekit import Audience
from sabot.studio.alarms import NameOf, call_stands
from sabot.studio.effect import visible_effect
from sabot.studio.instruction import coded, instruction
from sabot.studio.moments import Moments
from sabot.table.staff.state import Call, Incident
from sabot.table.state import Proposal, Shoe, Step, TableState
from sabot.table.studio.corrections import Effect
from sabot.wire import studio as w

CLOSED_SHOWN = 10
"""Closed incidents that staff still see at the table, the newest ones."""


def studio_view(
    state: TableState,
    audience: Audience,
    *,
    moments: Moments,
    name: NameOf,
    greet: tuple[str, ...] = (),
    scanner: bool = True,
) -> w.StudioView:
    """The staff's part of a table's view; the table has its settings."""
    current = state.round
    paused = state.paused
    words = None if paused is None or coded(paused.reason) == paused.reason else paused.reason
    return w.StudioView(
        live=state.settings.live,
        instruction=instruction(state),
        dealer=_dealer(state, moments, name),
        shoe=None if state.shoe is None else shoe_shown(state, state.shoe),
        reads=tuple(_reads(state, moments, name)),
        proposal=_proposal(state, audience, moments, name),
        cancel=_cancel(state, name),
        incidents=tuple(_incidents(state, moments, name)),
        call=_call(state, moments, name),
        paused_since_ms=None if paused is None else moments.at(paused.number),
        paused_words=words,
        video=state.video,
        scanner=scanner,
        players=players_of(state),
        staked=staked_in(state),
        greet=greet,
        round_started_ms=None if current is None else moments.at(current.opened),
        relief=relief_shown(state, name),
    )


def players_of(state: TableState) -> int:
    """Count the players who sit or bet here."""
    seated = {player for players in state.seats.values() for player in players}
    return len(seated | (frozenset() if state.round is None else state.round.bettors))


def staked_in(state: TableState) -> int:
    """The cents of the accepted bets in this round; golden chips are no cents."""
    if state.round is None:
        return 0
    return sum(bet.stake for bet in state.round.bets.values() if not bet.golden)


def _dealer(state: TableState, moments: Moments, name: NameOf) -> w.DealerShown | None:
    on = state.dealer
    if on is None:
        return None
    return w.DealerShown(
        name=name(on.actor),
        actor=on.actor,
        console=on.console,
        since_ms=moments.at(on.since),
        handing_over=on.handing_over,
    )


def relief_shown(state: TableState, name: NameOf) -> w.ReliefShown | None:
    """The dealer that takes over next."""
    relief = state.relief
    if relief is None:
        return None
    return w.ReliefShown(
        name=name(relief.dealer), actor=relief.dealer, at_ms=relief.at_ms, by=name(relief.actor)
    )


def to_cut(state: TableState) -> int:
    """Cards until the cut card is due; 0 when it is out or due."""
    shoe = state.shoe
    if shoe is None or shoe.last_hand:
        return 0
    return max(0, shoe.cards - shoe.cut_card_from_end - state.cards_out)


def change_due_ms(state: TableState) -> int:
    """When the cards are too old (F95); 0 without cards."""
    shoe = state.shoe
    return 0 if shoe is None else shoe.loaded_at_ms + state.settings.timers.shoe_age


def shoe_shown(state: TableState, shoe: Shoe) -> w.ShoeAtTable:
    """The cards on a table, as staff see them."""
    return w.ShoeAtTable(
        shoe=shoe.shoe_id,
        live=shoe.live,
        sets=shoe.sets,
        cards=shoe.cards,
        cards_left=shoe.cards - state.cards_out,
        cut_card_from_end=shoe.cut_card_from_end,
        to_cut=to_cut(state),
        last_hand=shoe.last_hand and state.settings.variant.decks > 1,
        rounds=shoe.rounds,
        loaded_at_ms=shoe.loaded_at_ms,
        change_due_ms=change_due_ms(state),
        dropped=shoe.dropped,
        burned=shoe.burned,
        burn_due=state.burn_due,
        retired=shoe.retired,
    )


# --- cards ----------------------------------------------------------------------------------------


def _dealt(state: TableState) -> Iterator[Step]:
    steps = () if state.round is None else state.round.steps
    return (step for step in steps if step.kind == "deal")


def _reads(state: TableState, moments: Moments, name: NameOf) -> Iterator[w.ReadShown]:
    for step in _dealt(state):
        hidden = step.face_down
        yield w.ReadShown(
            position=step.at,
            card=None if hidden or step.card is None else str(step.card),
            code=None if hidden else step.code,
            at_ms=moments.at(step.number),
            by=name(step.by) if step.by else "",
            manual=step.manual,
            corrected=step.corrected,
        )


def _proposal(
    state: TableState, audience: Audience, moments: Moments, name: NameOf
) -> w.ProposalShown | None:
    found = state.proposal
    if found is None:
        return None
    hidden = state.current.lies_face_down(found.position)
    lies = {step.at: step for step in _dealt(state)}.get(found.position)
    was = None if hidden or lies is None or lies.card is None else str(lies.card)
    effect = visible_effect(state, audience)
    return w.ProposalShown(
        kind="move" if found.second else "card",
        position=found.position,
        second=found.second or None,
        was=was,
        code=None if hidden else found.code or None,
        card=None if hidden else found.card or None,
        manual=found.manual,
        by=name(found.actor),
        actor=found.actor,
        at_ms=moments.at(found.number),
        copies_seen=None if hidden or found.second else _copies_seen(state, found),
        copies=0 if state.shoe is None else state.shoe.cards // 52,
        effect=None if effect is None else _effect(effect),
        impossible=None if effect is None else effect.impossible,
    )


def _effect(effect: Effect) -> w.EffectShown | None:
    if effect.impossible is not None:
        return None
    return w.EffectShown(hands=effect.hands, next=effect.next, result_known=effect.result_known)


def _copies_seen(state: TableState, proposal: Proposal) -> int:
    """How many of the proposed card have been seen of this shoe, the corrected one left out.

    Cards that lie face down, here or from a cancelled round, were not seen (P13).
    """
    shoe = state.shoe
    assert shoe is not None
    unseen = {step.code for step in _dealt(state) if step.face_down or step.at == proposal.position}
    unseen |= {opening.code for opening in shoe.unturned}
    codes = (shoe.codes | set(state.current.codes)) - unseen
    return sum(code.rpartition(":")[2] == proposal.card for code in codes)


def _cancel(state: TableState, name: NameOf) -> w.CancelShown | None:
    if not state.in_round or state.current.cancel_by is None:
        return None
    current = state.current
    by = current.cancel_by or ""
    return w.CancelShown(
        by=name(by), actor=by, reason=current.cancel_because, public=current.cancel_public
    )


# --- trouble --------------------------------------------------------------------------------------


def _incidents(state: TableState, moments: Moments, name: NameOf) -> Iterator[w.IncidentShown]:
    closed = [one.number for one in state.incidents if not one.open]
    shown = set(closed[-CLOSED_SHOWN:])
    for one in state.incidents:
        if one.open or one.number in shown:
            yield _incident(state, one, moments, name)


def _incident(state: TableState, one: Incident, moments: Moments, name: NameOf) -> w.IncidentShown:
    seen = {mark.alarm: mark.seen_by for mark in state.alarms}.get(f"incident:{one.number}")
    return w.IncidentShown(
        incident=one.number,
        kind=one.kind,
        position=one.position,
        first=one.first,
        detail=one.detail,
        by=name(one.actor),
        at_ms=moments.at(one.number),
        round=one.round_id or None,
        open=one.open,
        seen_by=name(seen) if seen else None,
        closed_by=name(one.closed_by) if one.closed_by else None,
        closed_because=one.closed_because or None,
    )


def _call(state: TableState, moments: Moments, name: NameOf) -> w.CallShown | None:
    standing: list[Call] = [call for call in state.calls if call_stands(state, call)]
    if not standing:
        return None
    call = standing[-1]
    return w.CallShown(
        alarm=f"call:{call.number}",
        reason=call.reason,
        by=name(call.actor),
        at_ms=moments.at(call.number),
        seen_by=name(call.seen_by) if call.seen_by else None,
    )
