"""Why a table is paused or a round was cancelled, as an audience may read it (F242)."""

from __future__ import annotations

from typing import overload

from sabot.gamekit import Audience
from sabot.service.refusals import HouseFault
from sabot.table.staff.reasons import read_by_players


@overload
def told_reason(reason: str, audience: Audience, public: str = "") -> str: ...
@overload
def told_reason(reason: str | None, audience: Audience, public: str = "") -> str | None: ...
def told_reason(reason: str | None, audience: Audience, public: str = "") -> str | None:
    """Give players a code of the list, which clients translate, and staff a colleague's words.

    >>> told_reason("Bob dropped it again", Audience.PLAYER)
    'studio/procedure'
    >>> told_reason("Bob again", Audience.PLAYER, "studio/card_on_floor")
    'studio/card_on_floor'
    >>> told_reason("scan/unreadable", Audience.PLAYER)
    'scan/unreadable'
    """
    if reason is None or reason == HouseFault.CANNOT_WRITE or audience is not Audience.PLAYER:
        return reason
    return read_by_players(reason, public)
