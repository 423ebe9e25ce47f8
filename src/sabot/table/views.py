"""What each audience sees of a table, built up from what is public to it.

A snapshot is everything; an event that passed is told as a small message. Both come from
allow-lists: a field appears because it is named here, and hidden cards only where the game's own
view shows them (P13, I11).
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sabot.gamekit import Audience, Bet, Role
from sabot.table.events import IncidentRecorded
from sabot.table.phases import Phase
from sabot.table.state import TableState


class HandShown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One hand; null is a card that lies face down."""

    name: str
    cards: tuple[str | None, ...]
    total: str = ""
    tags: tuple[str, ...] = ()


class QuestionShown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is being asked, and what each answer costs as a share of the first stake."""

    decision_id: str
    topic: str
    options: tuple[tuple[str, str], ...]
    default: str
    seat: int | None = None
    hand: int = 0


class SpotShown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What lies on a spot: how many players and how much (F129, F156, F205)."""

    kind: str
    players: int
    total: int
    seat: int | None = None


class TableShown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A whole table for one audience."""

    table_id: str
    seq: int
    name: str
    phase: Phase
    window_ms: int | None
    round_id: str | None
    round_of_shoe: int
    hands: tuple[HandShown, ...]
    outcome: Mapping[str, str | int | bool]
    question: QuestionShown | None
    spots: tuple[SpotShown, ...]
    seats: Mapping[int, tuple[str, ...]]
    shoe_id: str | None
    commitment: str | None
    cards_left: int
    last_hand: bool
    kinds_off: tuple[str, ...]
    paused_because: str | None = None


def shown(state: TableState, audience: Audience) -> TableShown:
    """The table as this audience sees it."""
    current = state.round
    view = None
    if current is not None and current.play is not None:
        view = state.game.view(current.play, audience)
    hands = () if view is None else view.hands
    shoe = state.shoe
    return TableShown(
        table_id=state.table_id,
        seq=state.seq,
        name=state.settings.name,
        phase=state.phase,
        window_ms=None if state.timer is None else state.timer.milliseconds,
        round_id=None if current is None else current.round_id,
        round_of_shoe=0 if current is None else current.number,
        hands=tuple(
            HandShown(name=h.name, cards=h.cards, total=h.total, tags=h.tags) for h in hands
        ),
        outcome={} if view is None else dict(view.outcome),
        question=_question(state),
        spots=_spots(state),
        seats=dict(state.seats),
        shoe_id=None if shoe is None else shoe.shoe_id,
        commitment=None if shoe is None else shoe.commitment,
        cards_left=0 if shoe is None else shoe.cards - state.cards_out,
        # F102: a single deck is shuffled for every round, so no hand is the last one of a shoe.
        last_hand=shoe is not None and shoe.last_hand and state.settings.variant.decks > 1,
        kinds_off=tuple(sorted(state.kinds_off)),
        paused_because=_paused_because(state, audience),
    )


def _paused_because(state: TableState, audience: Audience) -> str | None:
    """Players read a code, staff what a colleague wrote (F242)."""
    paused = state.paused
    if paused is None:
        return None
    return paused.public if audience is Audience.PLAYER else paused.reason


def hides_cards(state: TableState) -> bool:
    """Whether a card of the round lies face down."""
    current = state.round
    if current is None or current.play is None:
        return False
    seen, all_of_it = (
        state.game.view(current.play, audience).hands
        for audience in (Audience.PLAYER, Audience.AUDITOR)
    )
    return seen != all_of_it


def incident_detail(event: IncidentRecorded, *, sees_hidden_cards: bool) -> str:
    """What an incident was about; the code of a scan says the card, which may lie face down (P13).

    >>> scan = IncidentRecorded(kind="scan/repeated", actor="d", detail="s:1:KS at dealer:2")
    >>> incident_detail(scan, sees_hidden_cards=False)
    'dealer:2'
    """
    if sees_hidden_cards or not event.kind.startswith("scan/"):
        return event.detail
    return event.detail.rpartition(" at ")[2]


def _question(state: TableState) -> QuestionShown | None:
    question = None if state.round is None else state.round.question
    if question is None:
        return None
    ask = question.ask
    return QuestionShown(
        decision_id=question.decision_id,
        topic=ask.topic,
        options=tuple((option.id, str(option.share)) for option in ask.options),
        default=ask.default,
        seat=ask.seat,
        hand=ask.hand,
    )


def _spots(state: TableState) -> tuple[SpotShown, ...]:
    """The accepted bets, summed: a player's own bets are private (F126)."""
    if state.round is None:
        return ()
    lying: dict[tuple[str, int | None], list[Bet]] = {}
    specs = state.round.config.variant.bets
    for bet in state.round.bets.values():
        if specs[bet.kind].role is not Role.EXTRA:
            lying.setdefault((bet.kind, bet.seat), []).append(bet)
    return tuple(
        SpotShown(
            kind=kind,
            seat=seat,
            players=len({bet.player for bet in bets}),
            total=sum(bet.stake for bet in bets),
        )
        for (kind, seat), bets in lying.items()
    )
