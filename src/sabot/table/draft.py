"""Events being decided: a scratch copy of the table that nobody has seen yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, singledispatch

import msgspec

from sabot.errors import Refused
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.evolve import evolve
from sabot.table.golden import NO_CHIPS, Chips
from sabot.table.staging import Stage
from sabot.table.state import TableState

Share = tuple[str, int | None]
"""A player's stakes in one step: behind a seat, or with None all that are not behind any."""


CheckEyes = Callable[[str, str], None]
"""Refuses two accounts that may be one person: who proposed, who decides (ADR 0027)."""


def two_names(proposer: str, decider: str) -> None:
    """Two names are two people: true where no account depends on another."""
    if proposer == decider:
        raise Refused("proposal/own")


class Inputs(msgspec.Struct, frozen=True, kw_only=True):
    """What a decision may know beyond the table itself.

    `stages` are the chips on the felt, `funds` what can be taken from each player now, `golden`
    what stands behind their golden chips, `out` whose chips no wallet has paid for, and why.
    `short` says why funds end where it is not the money that does, `locked` who may bet nothing.
    `promised` is the card that the order of a virtual shoe has in the place of this scan.
    `salt` makes a salt for the commitment of a face-down card, and chooses a free seat: chance,
    which is not known here.
    `check_eyes` knows which accounts depend on each other.
    """

    actor: str
    salt: Callable[[], str]
    stages: Mapping[str, Stage] = {}
    funds: Mapping[str, int] = {}
    golden: Chips = NO_CHIPS
    out: Mapping[Share, str] = {}
    short: Mapping[str, str] = {}
    locked: Mapping[str, str] = {}
    promised: str = ""
    check_eyes: CheckEyes = two_names


class Draft:
    """The events so far, and the state they lead to.

    `refused` is the code with which the command is refused although its events stand: a scan that
    is an incident.
    """

    __slots__ = ("events", "inputs", "refused", "state")

    def __init__(self, state: TableState, inputs: Inputs) -> None:
        self.state = state
        self.inputs = inputs
        self.events: list[e.Event] = []
        self.refused = ""

    def add(self, event: e.Event) -> None:
        """Decide that this happened."""
        self.state = evolve(self.state, event)
        self.events.append(event)


@singledispatch
def handle(command: c.Command, draft: Draft) -> None:
    """What a command does; each part of a table's life registers its own."""
    raise Refused("command/not_for_a_table", command=type(command).__name__)


handler_of = cache(handle.dispatch)
"""Which of them a kind of command has."""
