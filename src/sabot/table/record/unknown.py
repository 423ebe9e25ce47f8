"""Following a table without its key: a sealed card is unknown until it is turned.

For readers of the record only: history, replay, a terminal that watches. Until the card is turned a
stand-in lies in its place. No rule minds: a 7 completes no blackjack, and nothing else about a
face-down card counts before it is turned. The engine never runs on a stand-in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from sabot.cards import Card
from sabot.errors import Corrupt
from sabot.table import events as e
from sabot.table.evolve import evolve
from sabot.table.replays import replayed
from sabot.table.state import Step, TableState

STAND_IN = "7C"
UNKNOWN = "sealed:"
"""How the code of a stand-in begins; no shoe is called like that, since a colon ends its name."""


def follow(state: TableState, event: e.Event) -> TableState:
    """The state after an event whose card may be sealed."""
    match event:
        case e.CardDealt() | e.CardCorrected() if event.sealed:
            code = f"{UNKNOWN}{event.position}"
            return evolve(state, replace(event, card=STAND_IN, code=code))
        case e.CardsRevealed() if has_unknown(state):
            return evolve(_turned(state, event), event)
        case _:
            return evolve(state, event)


def with_turned_cards(events: Iterable[e.Event]) -> list[e.Event]:
    """The events of a round with every sealed card that the same record turns later.

    The house knew these cards when they were dealt: a dealer who peeks at a blackjack asks no
    player (F142). A stand-in would replay questions that were never open. A view hides the cards
    until they are turned, as it did live.
    """
    known = list(events)
    lying: dict[str, int] = {}  # the position, and which event laid the card that is sealed there
    for number, event in enumerate(known):
        match event:
            case e.CardDealt() | e.CardCorrected():
                lying.pop(event.position, None)
                if event.sealed:
                    lying[event.position] = number
            case e.CardsMoved():
                first, second = lying.pop(event.first, None), lying.pop(event.second, None)
                lying |= {event.second: first} if first is not None else {}
                lying |= {event.first: second} if second is not None else {}
            case e.CardsRevealed():
                unknown = [position for position in event.positions if position in lying]
                for position, opening in zip(unknown, event.openings, strict=False):
                    known[lying[position]] = _opened(known[lying[position]], opening)
            case _:
                pass
    return known


def _opened(event: e.Event, opening: e.Opening) -> e.Event:
    assert isinstance(event, e.CardDealt | e.CardCorrected)
    return replace(event, card=opening.card, code=opening.code, salt=opening.salt, sealed="")


def has_unknown(state: TableState) -> bool:
    """Whether a stand-in lies on the table: what it would show is not true."""
    return state.round is not None and any(map(_is_unknown, state.round.steps))


def turned_cards(event: e.CardsRevealed, lying: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The turned positions whose card is not known yet, and the card; `lying` has "" for those."""
    unknown = [position for position in event.positions if not lying.get(position)]
    if len(unknown) != len(event.openings) and unknown:
        raise Corrupt("event/not_opened", positions=" ".join(unknown))
    return zip(unknown, [opening.card for opening in event.openings], strict=False)


def _is_unknown(step: Step) -> bool:
    return step.code.startswith(UNKNOWN)


def _turned(state: TableState, event: e.CardsRevealed) -> TableState:
    """The table as if the cards had been known from the beginning."""
    current, shoe = state.current, state.shoe
    assert shoe is not None
    lying = {step.at for step in current.steps if _is_unknown(step)}
    unknown = [position for position in event.positions if position in lying]
    if len(unknown) != len(event.openings):
        raise Corrupt("event/not_opened", positions=" ".join(unknown))
    at = dict(zip(unknown, event.openings, strict=True))
    steps = tuple(
        replace(step, card=Card.parse(at[step.at].card), code=at[step.at].code)
        if _is_unknown(step) and step.at in at
        else step
        for step in current.steps
    )
    codes = (shoe.codes - frozenset(current.codes)) | {step.code for step in steps if step.code}
    play = replayed(state, steps)
    known = replace(current, steps=steps, play=play, expected=state.game.expects(play))
    return replace(state, round=known, shoe=replace(shoe, codes=codes))
