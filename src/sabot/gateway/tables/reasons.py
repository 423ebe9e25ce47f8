"""Why a table is paused or a round was cancelled, as an audience may read it (F242)."""

from __future__ import annotations

import re
from typing import overload

from sabot.gamekit import Audience

PROCEDURE = "studio/procedure"
"""What players are told where staff gave a reason in words of their own."""

_CODE = re.compile(r"[a-z]+/[a-z_]+")


@overload
def told_reason(reason: str, audience: Audience) -> str: ...
@overload
def told_reason(reason: str | None, audience: Audience) -> str | None: ...
def told_reason(reason: str | None, audience: Audience) -> str | None:
    """A code, which clients translate; staff read each other's own words as well.

    >>> told_reason("Bob dropped it again", Audience.PLAYER)
    'studio/procedure'
    >>> told_reason("scan/unreadable", Audience.PLAYER)
    'scan/unreadable'
    """
    if reason is None or audience is not Audience.PLAYER or _CODE.fullmatch(reason):
        return reason
    return PROCEDURE
