"""A round played again with other cards: what a correction or a move would make of it.

Owns the steps of a round as the rules hear them. Whether a correction may be made is decided in
`corrections.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sabot.cards import Card
from sabot.gamekit import Ask, Deal, Done, Expectation
from sabot.gamekit import Reveal as RevealExpected
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase
from sabot.table.state import Step, TableState

Correction = e.CardCorrected | c.CorrectCard | c.ProposeCorrection
Move = e.CardsMoved | c.MoveCards | c.ProposeMove


def phase_of(expected: Expectation, steps: tuple[Step, ...] = ()) -> Phase:
    """The phase that a person would name."""
    match expected:
        case Deal():
            # Cards are turned when the players are done: what follows is the dealer's own hand.
            turned = any(step.kind == "reveal" for step in steps)
            return Phase.DEALER if turned else Phase.DEALING
        case Ask(offer=True):
            return Phase.OFFER
        case Ask():
            return Phase.DECISION
        case RevealExpected():
            return Phase.DEALER
        case Done():
            return Phase.RESULT


def corrected(steps: Iterable[Step], correction: Correction) -> tuple[Step, ...]:
    """The steps with another card at one position."""
    card = Card.parse(correction.card)
    salt = correction.salt if isinstance(correction, e.CardCorrected) else ""
    manual = not isinstance(correction, c.CorrectCard) and correction.manual
    at = ("deal", correction.position)
    return tuple(
        replace(step, card=card, code=correction.code, salt=salt, manual=manual, corrected=True)
        if (step.kind, step.at) == at
        else step
        for step in steps
    )


def moved(steps: Iterable[Step], move: Move) -> tuple[Step, ...]:
    """The steps with the cards of two positions in each other's place; positions stay as they lie.

    Each card takes its code, and the salt of its commitment, along.
    """
    steps = tuple(steps)
    lying = {step.at: step for step in steps if step.kind == "deal"}
    other = {move.first: lying[move.second], move.second: lying[move.first]}
    return tuple(
        replace(
            step,
            card=other[step.at].card,
            code=other[step.at].code,
            salt=other[step.at].salt,
            manual=other[step.at].manual,
            corrected=True,
        )
        if step.kind == "deal" and step.at in other
        else step
        for step in steps
    )


def replayed(state: TableState, steps: Iterable[Step]) -> object:
    """The game's state after these steps; a step the rules do not expect is refused."""
    game, current = state.game, state.current
    play: object = game.start(current.config.variant, seats=current.seats)
    for step in steps:
        match step.kind:
            case "deal":
                assert step.card is not None
                play = game.deal(play, step.card, at=step.at)
            case "reveal":
                play = game.reveal(play)
            case "choose":
                play = game.choose(play, step.at)
            case _:
                play = game.close(play)
    return play
