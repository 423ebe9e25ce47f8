"""What the dealer does now, where, and why: one instruction for every state of a table.

Owns the order of what comes first: a table that is off, then one that stands still, a missing
dealer, missing cards, and then the phase. The game itself says why a card is due (`reasons` of its
package); nothing here knows a game, and nothing follows from a card that lies face down (P13).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import assert_never

from sabot.gamekit import AnyGame, Deal, Explanation, Face, Reveal
from sabot.games import has_part, part_of
from sabot.table.config import Opening
from sabot.table.phases import Phase
from sabot.table.staff.refusals import DealerRefusal, ShoeRefusal
from sabot.table.state import Round, TableState
from sabot.wire.studio import Duty, Instruction

Facts = Mapping[str, str | int | bool]
Why = Callable[[object], Explanation | None]

_CODE = re.compile(r"[a-z]+/[a-z0-9_]+").fullmatch

BY_HAND = "studio/procedure"
"""The code where staff gave a reason in their own words, which stand in `paused_words`."""

QUESTIONS = (Phase.OFFER, Phase.DECISION)


def instruction(state: TableState) -> Instruction:
    """What the dealer does now."""
    if state.config is None or (state.switched_off and state.phase is Phase.OFF):
        return Instruction(act=Duty.OFF, why="table/off")
    if state.phase is Phase.PAUSED:
        return _stands_still(state)
    if state.settings.live and state.dealer is None:
        return Instruction(act=Duty.SIGN_ON, why=DealerRefusal.NO_DEALER)
    return _of_phase(state)


def _stands_still(state: TableState) -> Instruction:
    """The table waits for the manager, or for the second person that a proposal needs."""
    paused = state.paused
    assert paused is not None
    awaited = "shift_manager"
    if state.proposal is not None:
        awaited = "correction"
    elif state.rescan:
        return Instruction(act=Duty.MANAGER, positions=(state.rescan,), why="correction/rescan")
    elif state.in_round and state.current.cancel_by is not None:
        awaited = "cancel"
    return Instruction(act=Duty.MANAGER, why=coded(paused.reason), facts={"awaited": awaited})


def coded(reason: str) -> str:
    """A reason as a code that screens translate.

    >>> coded("scan/foreign"), coded("Bob dropped it")
    ('scan/foreign', 'studio/procedure')
    """
    return reason if _CODE(reason) else BY_HAND


def _of_phase(state: TableState) -> Instruction:
    match state.phase:
        case Phase.IDLE | Phase.BETTING if state.burn_due:
            return Instruction(act=Duty.BURN, why=ShoeRefusal.BURN_DUE)
        # A live table that has never had cards is off until they come.
        case Phase.OFF | Phase.SHUFFLE:
            return _load(state)
        case Phase.IDLE | Phase.BETTING | Phase.CLOSED:
            return _before_the_cards(state)
        case Phase.DEALING | Phase.DEALER | Phase.OFFER | Phase.DECISION:
            return _in_play(state, state.current)
        case Phase.RESULT:
            facts = {**state.game.outcome(state.current.play), **_last_hand(state)}
            return Instruction(act=Duty.ANNOUNCE, why="round/result", facts=facts)
        case Phase.CANCELLED:
            return Instruction(act=Duty.COLLECT, why="round/cancelled")
        case Phase.PAUSED:
            raise AssertionError(f"answered before: {state.phase}")
        case _:
            assert_never(state.phase)


def _before_the_cards(state: TableState) -> Instruction:
    match state.phase:
        case Phase.IDLE:
            return _idle(state)
        case Phase.BETTING:
            return _betting(state)
        case _:
            return Instruction(act=Duty.WAIT, why="round/wallets", facts=_last_hand(state))


def _load(state: TableState) -> Instruction:
    shoe = state.shoe
    if shoe is None or shoe.retired is None:
        return Instruction(act=Duty.LOAD, why=ShoeRefusal.NONE)
    return Instruction(act=Duty.LOAD, why=ShoeRefusal.CHANGE_NEEDED, facts={"reason": shoe.retired})


def _idle(state: TableState) -> Instruction:
    facts = _last_hand(state)
    match state.settings.opening:
        case Opening.DEALER:
            return Instruction(act=Duty.OPEN, why="round/open", facts=facts)
        case Opening.FIRST_BET:
            return Instruction(act=Duty.WAIT, why="round/first_bet", facts=facts)
        case Opening.CLOCK:
            return Instruction(act=Duty.WAIT, why="round/next", facts=facts)
        case _:
            assert_never(state.settings.opening)


def _betting(state: TableState) -> Instruction:
    facts = _last_hand(state)
    if state.settings.laid_before_close:
        kept = 0 if state.shoe is None else state.shoe.kept
        laid = {**facts, "cards": state.settings.laid_before_close, "kept": kept}
        return Instruction(act=Duty.LAY, why="round/lay", facts=laid)
    return Instruction(act=Duty.WAIT, why="round/betting", facts=facts)


def _last_hand(state: TableState) -> Facts:
    """F92: the cut card is out; a single deck is shuffled for every round (F102)."""
    shoe = state.shoe
    last = shoe is not None and shoe.last_hand and state.settings.variant.decks > 1
    return {"last_hand": True} if last else {}


def _in_play(state: TableState, current: Round) -> Instruction:
    why = why_of(state.game, current.play)
    expected = current.expected
    if state.phase in QUESTIONS or current.question is not None:
        return _asked(state, current, why)
    match expected:
        case Deal(positions=positions, face=face):
            facts = {**why.facts, "face_down": True} if face is Face.DOWN else why.facts
            return Instruction(act=Duty.DEAL, positions=positions, why=why.why, facts=facts)
        case Reveal(positions=positions):
            return Instruction(act=Duty.REVEAL, positions=positions, why=why.why, facts=why.facts)
        case _:
            return Instruction(act=Duty.WAIT, why="round/wait")


def _asked(state: TableState, current: Round, why: Instruction) -> Instruction:
    """Wait for one seat, or for all players: then how many bets have answered of how many."""
    question = current.question
    if question is None or question.ask.seat is not None:
        return Instruction(act=Duty.DECIDE, why=why.why, facts=why.facts)
    asked = state.game.asked(current.play, tuple(current.bets.values()))
    counted = {"answered": len(question.answered), "asked": len(asked)}
    return Instruction(act=Duty.DECIDE, why=why.why, facts={**why.facts, **counted})


def why_of(game: AnyGame, play: object) -> Instruction:
    """Why a game waits for what it waits for; a game without reasons gives none."""
    found = None if play is None else _reasons(game)(play)
    if found is None:
        return _NO_REASON
    return Instruction(act=Duty.WAIT, why=found.code, facts=found.data)


_NO_REASON = Instruction(act=Duty.WAIT)


@cache
def _reasons(game: AnyGame) -> Why:
    """The function of the game's package, imported once; a game may bring none (ADR 0060)."""
    if not has_part(game, "reasons"):
        return lambda _play: None
    why: Why = part_of(game, "reasons").why
    return why
