"""Could this account have been below its floor? Answered from each account's own history.

An export keeps the order of postings within one table, but not between tables, nor for money from
outside. So the question is whether any order exists that agrees with what is known and never falls
below the floor. If there is none, the ledger let something through that it must not.

A history is cut into climbs, each the shortest way to a higher balance: how deep it dips first and
how much it gains. A climb never makes a later climb harder, so it is always right to take any climb
that can be afforded. What comes after the highest point is the same, read backwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Climb(NamedTuple):
    """A stretch that needs a balance of `need` before it, and raises it by `gain`."""

    need: int
    gain: int


class Course(NamedTuple):
    """The history of one account at one table: up to its highest point, and back from its end."""

    up: tuple[Climb, ...]
    down: tuple[Climb, ...]
    net: int


def course(changes: Sequence[int]) -> Course:
    """A history cut at its highest point.

    >>> course([-5, 8, -1])
    Course(up=(Climb(need=5, gain=3),), down=(Climb(need=0, gain=1),), net=2)
    """
    balance = highest = top = 0
    for number, change in enumerate(changes, start=1):
        balance += change
        if balance > highest:
            highest, top = balance, number
    before, after = changes[:top], changes[top:]
    backwards = [-change for change in reversed(after)]
    return Course(_climbs(before), _climbs(backwards), balance)


def _climbs(changes: Iterable[int]) -> tuple[Climb, ...]:
    """The climbs to each new highest balance; a last stretch that stays below is left out."""
    climbs: list[Climb] = []
    balance = lowest = 0
    for change in changes:
        balance += change
        lowest = min(lowest, balance)
        if balance > 0:
            climbs.append(Climb(-lowest, balance))
            balance = lowest = 0
    if lowest < 0:
        climbs.append(Climb(-lowest, balance))
    return tuple(climbs)


def stays_above(courses: Sequence[Course], *, floor: int = 0) -> bool:
    """Say whether the courses can be interleaved without falling below the floor.

    >>> bet_then_win, deposit = course([-5, 9]), course([5])
    >>> stays_above([bet_then_win]), stays_above([bet_then_win, deposit])
    (False, True)
    """
    end = sum(one.net for one in courses)
    upwards = _can_climb([one.up for one in courses], 0 - floor)
    return upwards and _can_climb([one.down for one in courses], end - floor)


def _can_climb(paths: Sequence[Sequence[Climb]], held: int) -> bool:
    if held < 0:
        return False
    waiting = [list(reversed(path)) for path in paths if path]
    while waiting:
        ready = [path for path in waiting if path[-1].need <= held]
        if not ready:
            return False
        for path in ready:
            while path and path[-1].need <= held:
                held += path.pop().gain
        waiting = [path for path in waiting if path]
    return True
