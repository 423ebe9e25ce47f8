"""What the rules wait for: a card, a turned card, an answer, or nothing more.

From these come the dealer's instruction, the player's buttons, the deadlines and the refusals. A
position is a name on the layout (`P1`, `dealer:2`, `seat:3:0:2`), the same for scanner and screen.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import NoReturn

import msgspec

from sabot.errors import Refused
from sabot.gamekit.refusals import PlayRefusal


class Face(StrEnum):
    """How a card lies once it is on the table."""

    UP = "up"
    DOWN = "down"


class Deal(msgspec.Struct, frozen=True, gc=False):
    """A card for one of these positions; several are named when they may be read at once (R26)."""

    positions: tuple[str, ...]
    face: Face = Face.UP


class Reveal(msgspec.Struct, frozen=True, gc=False):
    """These face-down cards are turned now."""

    positions: tuple[str, ...]


class Option(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One answer; `takes` is the kind of the extra stake it costs and `share` its size.

    The share is of the first bet it belongs to: one for a double, a half for insurance.
    """

    id: str
    takes: str | None = None
    share: Fraction = Fraction(0)


class Ask(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A question with a deadline, and the default for players who do not answer.

    With a `seat` its player alone decides and the hand changes (`choose`). Without one, every
    player with a bet of `asked_kinds` answers for their own bets, and no card changes (`close`).
    `offer` marks a bet that is offered beside the hand, such as an insurance: it has a window and a
    phase of its own.
    """

    topic: str
    options: tuple[Option, ...]
    default: str
    seat: int | None = None
    hand: int = 0
    offer: bool = False
    asked_kinds: frozenset[str] = frozenset()


class Done(msgspec.Struct, frozen=True, gc=False):
    """The result is known and every bet can be settled."""


Expectation = Deal | Reveal | Ask | Done


def refuse(expected: Expectation, **attempted: object) -> NoReturn:
    """Refuse what does not answer the expectation, and say what would."""
    match expected:
        case Deal(positions=positions):
            raise Refused(PlayRefusal.CARD_EXPECTED, **{**attempted, "at": " or ".join(positions)})
        case Reveal(positions=positions):
            raise Refused(PlayRefusal.REVEAL_EXPECTED, **{**attempted, "at": " ".join(positions)})
        case Ask(topic=topic, options=options):
            offered = " ".join(option.id for option in options)
            raise Refused(PlayRefusal.ANSWER_EXPECTED, topic=topic, options=offered, **attempted)
        case Done():
            raise Refused(PlayRefusal.OVER, **attempted)
