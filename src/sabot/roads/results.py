"""One finished round, as the roads see it.

A road needs to know who won, with how many points, and whether a hand began with a pair: nothing
of cards, bets or players. A cancelled round has no result and cannot be written down here, which
is how cancelled rounds never reach a road (R21).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, TypeAlias

from sabot.errors import Malformed


class Outcome(StrEnum):
    """Which side won the round; a tie is its own outcome."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


Side: TypeAlias = Literal[Outcome.PLAYER, Outcome.BANKER]
"""A decided result: the two outcomes that make runs; a tie makes none."""

# Names of our own for the members: in Python 3.11 looking one up in its class takes longer than
# placing a mark, and a road looks often.
PLAYER: Final = Outcome.PLAYER
BANKER: Final = Outcome.BANKER
TIE: Final = Outcome.TIE

SIDES: tuple[Side, Side] = (PLAYER, BANKER)

LETTERS: dict[Outcome, str] = {PLAYER: "P", BANKER: "B", TIE: "T"}
"""The letters of `sabot roads`; what a player reads on the Bead Plate is localised (F199)."""

_OUTCOMES = {letter: outcome for outcome, letter in LETTERS.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResult:
    """What one round leaves on the roads.

    `total` is the winning hand's points, the common points on a tie (R21); None where only the
    letters of a shoe are known.

    >>> RoundResult(outcome=Outcome.BANKER, total=7, player_pair=True).letter
    'B'
    """

    outcome: Outcome
    total: int | None = None
    player_pair: bool = False
    banker_pair: bool = False

    def __post_init__(self) -> None:
        if self.total is not None and not 0 <= self.total <= 9:
            raise Malformed("roads/total", total=self.total)

    @property
    def letter(self) -> str:
        """The outcome in one letter."""
        return LETTERS[self.outcome]


def other(side: Side) -> Side:
    """The opposite side.

    >>> other(Outcome.PLAYER)
    <Outcome.BANKER: 'banker'>
    """
    return BANKER if side is PLAYER else PLAYER


def read_letters(sequence: str) -> Iterator[RoundResult]:
    """The results of a shoe written in letters; positions in a refusal count from 1.

    >>> [result.outcome.value for result in read_letters("PT")]
    ['player', 'tie']
    """
    for position, letter in enumerate(sequence, start=1):
        outcome = _OUTCOMES.get(letter)
        if outcome is None:
            raise Malformed("roads/sequence", position=position, letter=letter)
        yield RoundResult(outcome=outcome)
