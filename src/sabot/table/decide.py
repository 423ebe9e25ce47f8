"""What a command leads to: events, or a refusal that changes nothing.

Pure: no clock, no chance, no store. After each command the table goes on by itself as far as it
can by itself: it opens the next question, lets auto stand act, settles a known result.
"""

from __future__ import annotations

from sabot.errors import Refused
from sabot.table import betting, chips
from sabot.table import commands as c
from sabot.table.commands import Command, Configure
from sabot.table.dealing import follow
from sabot.table.draft import Draft, Inputs, handler_of
from sabot.table.phases import check
from sabot.table.refusals import TableRefusal
from sabot.table.staff.refusals import RoundRefusal
from sabot.table.state import TableState
from sabot.table.studio import acts, corrections, dealers, incidents, reliefs, shoes
from sabot.table.studio.dealers import check_in_charge

# Each part registers its handlers with `handle` when it is imported.
PARTS = (acts, betting, chips, corrections, dealers, incidents, reliefs, shoes)


def _check_round(current: str, meant: str) -> None:
    """What was decided about one round is not done to the next, however late it comes."""
    if meant != current:
        raise Refused(RoundRefusal.OTHER if meant else RoundRefusal.MISSING, round_id=current)


def decide(state: TableState, command: Command, inputs: Inputs) -> Draft:
    """The events a command leads to, with everything that follows by itself."""
    if state.config is None and not isinstance(command, Configure):
        raise Refused(TableRefusal.NOT_CONFIGURED, table_id=state.table_id)
    if state.config is not None:
        check_in_charge(state, command, inputs)
    check(state.phase, command)
    if isinstance(command, c.ABOUT_ONE_ROUND) and state.in_round:
        _check_round(state.current.round_id, command.round_id)
    draft = Draft(state, inputs)
    handler_of(type(command))(command, draft)
    if type(command) not in c.ONLY_CHIPS:
        follow(draft)
    return draft
