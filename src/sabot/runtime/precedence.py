"""In which order a running table looks at a command before its handler does.

Owns the statement and does nothing with it: `Batch` keeps to it, and tests compare it with that and
with the documents (ADR 0067). What follows is in `table.precedence`.
"""

from __future__ import annotations

from sabot.errors import Code
from sabot.service.refusals import ForFunRefusal, HouseFault, TableFault
from sabot.table.precedence import BEFORE
from sabot.table.refusals import (
    BetRefusal,
    CommandRefusal,
    DecisionRefusal,
    PendingRefusal,
    TableRefusal,
)

STEPS: tuple[tuple[Code, ...], ...] = (
    (TableFault.OUT_OF_ORDER, HouseFault.CANNOT_WRITE, TableFault.BUSY),
    (
        CommandRefusal.NOT_YOURS,
        CommandRefusal.MACHINE_ONLY,
        TableRefusal.NOT_YOURS,
        ForFunRefusal.REAL_MONEY,
    ),
    (CommandRefusal.OTHER_BODY,),
    (BetRefusal.TOO_LATE, DecisionRefusal.TOO_LATE),
    (PendingRefusal.PENDING,),
    BEFORE,
    (BetRefusal.ROUND_MISSING, BetRefusal.OTHER_ROUND),
)
"""Step by step; in a step that lists several codes the first that applies is told."""
