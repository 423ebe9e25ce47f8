"""Why a rehearsal is refused."""

from __future__ import annotations

from sabot.errors import Code, For


class RehearsalRefusal(Code):
    """Rehearsals."""

    NOT_LIVE = "rehearsal/not_live", For.HOUSE
