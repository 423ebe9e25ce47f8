"""Sessions of play and the figures of the reality check.

A session is one connection of a player, from its beginning to the last time it was seen, which is
all that is known after a crash. The time of sessions that overlap counts once: a player with two
screens does not play for twice as long.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sabot.service.controls.allowance import MINUTE_MS
from sabot.service.controls.spending import Sums


class PlaySession(msgspec.Struct, frozen=True, kw_only=True):
    """A player's time at the tables."""

    session_id: str
    player_id: str
    started_ms: int
    seen_ms: int


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What a player is shown about themselves; open rounds count as staked."""

    session_started_ms: int
    session_minutes: int
    session: Sums
    today_began_ms: int
    today_minutes: int
    today: Sums
    check_minutes: int | None
    next_check_ms: int | None


def played_ms(sessions: Iterable[PlaySession], *, since_ms: int, until_ms: int) -> int:
    """The time covered by sessions between two moments, each moment once."""
    total, reached = 0, since_ms
    for session in sorted(sessions, key=lambda session: session.started_ms):
        start = max(session.started_ms, reached)
        end = min(session.seen_ms, until_ms)
        if end > start:
            total += end - start
            reached = end
    return total


def next_check(since_ms: int, minutes: int | None) -> int | None:
    """When the next reality check is due; None without an interval.

    `since_ms` is when the session began or the last check was answered. A check without an answer
    stays due.

    >>> next_check(0, 30)
    1800000
    """
    return None if minutes is None else since_ms + minutes * MINUTE_MS
