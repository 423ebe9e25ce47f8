"""Events as an audience sees them: an allow-list of fields, and nothing else of an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sabot.gamekit import Audience
from sabot.gateway.tables.memory import TableMemory
from sabot.gateway.tables.reasons import told_reason
from sabot.table import events as e
from sabot.table.staff.reasons import change_read_by_players
from sabot.table.views import incident_detail
from sabot.wire import happenings as h


class Listener(NamedTuple):
    """The audience, and what is known about the table."""

    audience: Audience
    memory: TableMemory
    nickname: Callable[[str], str]
    staff_name: Callable[[str], str] = str


def told(event: e.Event, seq: int, listener: Listener) -> h.AnyHappening | None:
    """What this audience sees of an event, or None if the event is not for it."""
    tell = _ALLOWED.get(type(event))
    if tell is None and listener.audience is not Audience.PLAYER:
        tell = _STAFF_ONLY.get(type(event))
    return None if tell is None else tell(event, seq, listener)


def _card(event: e.CardDealt, seq: int, to: Listener) -> h.CardDealt:
    hidden = event.face_down and not to.audience.sees_hidden_cards
    return h.CardDealt(
        seq=seq, position=event.position, card=None if hidden else event.card or None
    )


def _revealed(event: e.CardsRevealed, seq: int, to: Listener) -> h.CardsRevealed:
    return h.CardsRevealed(seq=seq, cards={at: to.memory.cards[at] for at in event.positions})


def _corrected(event: e.CardCorrected, seq: int, to: Listener) -> h.CardCorrected:
    # A card that lies face down stays hidden. The view shows the corrected card if it is up.
    card = (event.card or None) if to.audience.sees_hidden_cards else None
    return h.CardCorrected(seq=seq, position=event.position, card=card)


def _chosen(event: e.ChoiceMade, seq: int, to: Listener) -> h.Chosen:
    seat, hand = to.memory.asked(event.decision_id) or (None, 0)
    return h.Chosen(seq=seq, option=event.option, by=event.by.value, seat=seat, hand=hand)


def _dealer_changed(
    event: e.DealerSignedOn | e.DealerSignedOff, seq: int, to: Listener
) -> h.DealerChanged:
    on = isinstance(event, e.DealerSignedOn)
    return h.DealerChanged(seq=seq, dealer=to.staff_name(event.actor) if on else None)


# Each event type has a function that takes it. The type of a dictionary cannot express that.
Tell = Callable[[Any, int, Listener], h.AnyHappening]

_ALLOWED: dict[type[e.Event], Tell] = {
    e.RoundOpened: lambda _, seq, _to: h.BettingOpened(seq=seq),
    e.BettingEnded: lambda _, seq, _to: h.BettingEnded(seq=seq),
    e.BetsClosed: lambda _, seq, to: h.BetsClosed(seq=seq, players=len(to.memory.bettors)),
    e.DealingStarted: lambda _, seq, _to: h.DealingStarted(seq=seq),
    e.CardDealt: _card,
    e.CardsRevealed: _revealed,
    e.CardCorrected: _corrected,
    # The view shows both cards; the happening says that they are not those that were dealt.
    e.CardsMoved: lambda event, seq, _to: h.CardCorrected(seq=seq, position=event.first, card=None),
    e.QuestionOpened: lambda event, seq, _to: h.Asked(
        seq=seq, topic=event.topic, seat=event.seat, hand=event.hand
    ),
    e.ChoiceMade: _chosen,
    e.QuestionClosed: lambda _, seq, _to: h.AnswersClosed(seq=seq),
    e.RoundSettled: lambda event, seq, _to: h.Settled(seq=seq, outcome=event.outcome),
    e.RoundCancelled: lambda event, seq, to: h.Cancelled(
        seq=seq, reason=told_reason(event.reason, to.audience, event.public)
    ),
    e.RoundLapsed: lambda _, seq, _to: h.Lapsed(seq=seq),
    e.TableRested: lambda _, seq, _to: h.Rested(seq=seq),
    e.TablePaused: lambda event, seq, to: h.Paused(
        seq=seq, reason=told_reason(event.reason, to.audience, event.public)
    ),
    e.TableResumed: lambda _, seq, _to: h.Resumed(seq=seq),
    e.ShoeLoaded: lambda event, seq, _to: h.ShoeLoaded(
        seq=seq, shoe=event.shoe_id, commitment=event.commitment
    ),
    e.CardsBurned: lambda event, seq, _to: h.CardsBurned(
        seq=seq, first=event.first, discarded=event.discarded
    ),
    e.CardRemoved: lambda event, seq, _to: h.CardRemoved(seq=seq, card=event.card),
    e.CutCardShown: lambda _, seq, _to: h.CutCardShown(seq=seq),
    e.ShoeRetired: lambda event, seq, _to: h.ShoeRetired(
        seq=seq, reason=change_read_by_players(event.reason)
    ),
    e.ShoeDisclosed: lambda event, seq, _to: h.ShoeDisclosed(seq=seq, shoe=event.shoe_id),
    e.PromiseLost: lambda event, seq, _to: h.PromiseLost(seq=seq, shoe=event.shoe_id),
    e.ShoeWrittenOff: lambda event, seq, to: h.ShoeWrittenOff(
        seq=seq, shoe=event.shoe_id, reason=told_reason(event.reason, to.audience)
    ),
    e.SeatTaken: lambda event, seq, to: h.SeatTaken(
        seq=seq, seat=event.seat, nickname=to.nickname(event.player)
    ),
    e.SeatLeft: lambda event, seq, to: h.SeatLeft(
        seq=seq, seat=event.seat, nickname=to.nickname(event.player), missed=event.missed
    ),
    e.Announced: lambda event, seq, _to: h.Announced(seq=seq, phrase=event.phrase),
    e.DealerSignedOn: _dealer_changed,
    e.DealerSignedOff: _dealer_changed,
    e.SideBetsSwitched: lambda event, seq, _to: h.KindsSwitched(
        seq=seq, kinds=event.kinds, off=event.off
    ),
}


def _withdrawn(_event: e.CorrectionWithdrawn, seq: int, _to: Listener) -> h.ProposalEnded:
    return h.ProposalEnded(seq=seq, how="withdrawn")


def _declined(event: e.CorrectionDeclined, seq: int, _to: Listener) -> h.ProposalEnded:
    how = "rescan" if event.rescan else "declined"
    return h.ProposalEnded(seq=seq, how=how, reason=event.reason, position=event.rescan)


_STAFF_ONLY: dict[type[e.Event], Tell] = {
    e.IncidentRecorded: lambda event, seq, to: h.Incident(
        seq=seq,
        kind=event.kind,
        detail=incident_detail(event, sees_hidden_cards=to.audience.sees_hidden_cards),
        position=event.position,
        first=event.first,
    ),
    e.CorrectionProposed: lambda event, seq, _to: h.Proposed(seq=seq, position=event.position),
    e.MoveProposed: lambda event, seq, _to: h.Proposed(
        seq=seq, position=event.first, second=event.second
    ),
    e.CorrectionWithdrawn: _withdrawn,
    e.CorrectionDeclined: _declined,
    e.AlarmSeen: lambda event, seq, to: h.Seen(
        seq=seq, alarm=event.alarm, by=to.staff_name(event.actor)
    ),
    e.CancelProposed: lambda event, seq, _to: h.CancelProposed(seq=seq, reason=event.reason),
    e.HiddenCardsSeen: lambda event, seq, _to: h.HiddenCardsSeen(seq=seq, reason=event.reason),
    e.ManagerCalled: lambda event, seq, _to: h.ManagerCalled(seq=seq, reason=event.reason),
}
