"""What a proposal about cards would lead to, from what staff may see (F243).

The table's own answer knows the cards that lie face down, and whether the dealer has a blackjack
follows from one of them. So the effect is computed on a stand-in for each of them (P13).
"""

from __future__ import annotations

from msgspec.structs import replace

from sabot.cards import Card
from sabot.errors import Refused
from sabot.gamekit import Audience
from sabot.table.record.unknown import STAND_IN, UNKNOWN
from sabot.table.replays import replayed
from sabot.table.staff.card_sets import CardSet, SetOf, Standing
from sabot.table.state import Step, TableState
from sabot.table.studio.corrections import Effect, effect


def visible_effect(state: TableState, audience: Audience) -> Effect | None:
    """The round with the open proposal applied; None where nothing is proposed."""
    if state.proposal is None or not state.in_round:
        return None
    try:
        known = _without_hidden_cards(state)
    except Refused as refusal:
        return Effect(impossible=refusal.code)
    return effect(known, audience, _as_proposed(state))


def _as_proposed(state: TableState) -> SetOf:
    """Every set as one that has the proposed card: that was checked when it was proposed."""
    proposal = state.proposal
    codes = frozenset() if proposal is None else frozenset({proposal.code})
    return lambda set_id: CardSet(set_id=set_id, decks=1, codes=codes, standing=Standing.READY)


def _without_hidden_cards(state: TableState) -> TableState:
    """The table with a stand-in for each card that lies face down."""
    current = state.current
    if not any(step.face_down for step in current.steps):
        return state
    steps = tuple(_hidden(step) for step in current.steps)
    play = replayed(state, steps)
    return replace(
        state,
        round=replace(current, steps=steps, play=play, expected=state.game.expects(play)),
    )


def _hidden(step: Step) -> Step:
    if not step.face_down:
        return step
    return replace(step, card=Card.parse(STAND_IN), code=f"{UNKNOWN}{step.at}")
