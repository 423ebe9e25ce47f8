"""Events being decided: a scratch copy of the table that no player has seen yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, singledispatch

import msgspec

from sabot.errors import Code, Refused
from sabot.gamekit import Bet
from sabot.gamekit.layout import Layout
from sabot.money import Cents
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.authority import ActorKind
from sabot.table.evolve import evolve
from sabot.table.refusals import CommandRefusal
from sabot.table.staff.card_sets import SetOf, no_sets
from sabot.table.staff.refusals import FourEyesRefusal
from sabot.table.staging import Stage
from sabot.table.state import TableState
from sabot.table.verdicts import NOTHING, Means

Share = tuple[str, int | None]
"""A player's stakes in one step: behind a seat, or with None all that are not behind any."""


CheckEyes = Callable[[str, str], None]
"""Refuses a proposer and a decider whose accounts may belong to one person (ADR 0027)."""


def two_names(proposer: str, decider: str) -> None:
    """Two names are two people: true where no account depends on another."""
    if proposer == decider:
        raise Refused(FourEyesRefusal.OWN)


Told = dict[str, str]
"""What is said about each spot: `accepted`, or the reason why not (F72)."""

LayoutOf = Callable[[TableState, tuple[c.NewChip, ...]], Layout | None]
"""Knows what chips make of an empty felt, or None."""


def no_layout(_state: TableState, _chips: tuple[c.NewChip, ...]) -> Layout | None:
    """Know no layout."""
    return None


class Inputs(msgspec.Struct, frozen=True, kw_only=True):
    """What a decision may know beyond the table itself.

    `stages` are the chips on the felt, `stage` those of the actor and `last` what the actor bet in
    the last round. `means` are what can be taken from each player now. `layout_of` may know what
    chips make of an empty felt.
    `promised` is the card that the order of a virtual shoe has in the place of this scan.
    `salt` makes a salt for the commitment of a face-down card, and chooses a free seat: chance,
    which is not known here.
    `check_eyes` knows which accounts depend on each other. `kind` and `console` say what the actor
    is and, of a dealer, where they stand; `set_of` finds sets of real cards. `wall_ms` is the date
    of the house, a label for new cards.
    """

    actor: str
    salt: Callable[[], str]
    stages: Mapping[str, Stage] = {}
    stage: Stage | None = None
    last: Layout = ()
    means: Means = NOTHING
    layout_of: LayoutOf = no_layout
    promised: str = ""
    check_eyes: CheckEyes = two_names
    kind: ActorKind = ActorKind.PLAYER
    console: str = ""
    set_of: SetOf = no_sets
    wall_ms: int = 0

    @property
    def own(self) -> Stage:
        """The actor's chips."""
        return self.stage or Stage(player=self.actor)


class Moved(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How a player's chips lie now, what they would cost, and what is said about each spot."""

    stage: Stage
    cost: Cents
    told: Told


class Draft:
    """The events so far, and the state they lead to.

    `refused` is the code with which the command is refused although its events stand: a scan that
    is an incident. `moved` are chips that lie elsewhere now, `confirmed` those that became
    `bets`.
    """

    __slots__ = ("_evolved", "_state", "bets", "confirmed", "events", "inputs", "moved", "refused")

    def __init__(self, state: TableState, inputs: Inputs) -> None:
        self._state = state
        self._evolved = 0  # how many of the events are in the state
        self.inputs = inputs
        self.events: list[e.Event] = []
        self.refused: Code | None = None
        self.moved: Moved | None = None
        self.confirmed: Stage | None = None
        self.bets: tuple[Bet, ...] = ()

    @property
    def state(self) -> TableState:
        """The table after the events so far.

        Found when it is asked for: hundreds of Confirms become one event, and the states between
        them are never needed.
        """
        while self._evolved < len(self.events):
            self._state = evolve(self._state, self.events[self._evolved])
            self._evolved += 1
        return self._state

    def add(self, event: e.Event) -> None:
        """Decide that this happened."""
        self.events.append(event)


@singledispatch
def handle(command: c.Command, draft: Draft) -> None:
    """What a command does; each part of a table's life registers its own."""
    raise Refused(CommandRefusal.NOT_FOR_A_TABLE, command=type(command).__name__)


handler_of = cache(handle.dispatch)
"""Which of them a kind of command has."""
