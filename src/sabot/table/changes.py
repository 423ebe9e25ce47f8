"""How an event changes a table: one function for each kind, found by its type.

Owns the register and the two helpers for the shoe that every part uses. The parts are in
`evolve.py` and `staff_changes.py`.
"""

from __future__ import annotations

from functools import cache, singledispatch

from msgspec.structs import replace

from sabot.table import events as e
from sabot.table.state import Shoe, TableState


@singledispatch
def apply(event: e.Event, state: TableState) -> TableState:
    """What an event changes; most of those that are only told change nothing."""
    return state


change_of = cache(apply.dispatch)
"""Which function changes a table by this kind of event; asked for every event there ever was."""


def shoe_of(state: TableState) -> Shoe:
    """The cards on the table."""
    assert state.shoe is not None, "cards are loaded before anything is done with them"
    return state.shoe


def with_shoe(state: TableState, **changes: object) -> TableState:
    """The table with the cards changed so."""
    return replace(state, shoe=replace(shoe_of(state), **changes))
