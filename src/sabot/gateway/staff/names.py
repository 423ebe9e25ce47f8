"""The names of staff: events and states name accounts, colleagues read names.

A name is looked up on the disk once and remembered: an account keeps its nickname.
"""

from __future__ import annotations

from collections.abc import Callable

from sabot.errors import SabotError
from sabot.table.authority import HOUSE

STAFF_PREFIX = "staff:"
"""How the actor of an account of staff begins (`actor_of`)."""

REMEMBERED_MAX = 5_000
"""Names that are remembered; the oldest are looked up again."""

NicknameOf = Callable[[str], str]
"""Finds the nickname of an account by its id."""


class StaffNames:
    """Actors by the name that colleagues know."""

    def __init__(self, nickname_of: NicknameOf) -> None:
        self._nickname_of = nickname_of
        self._known: dict[str, str] = {}

    def __call__(self, actor: str) -> str:
        """The name of an actor; the house, players and programs keep theirs."""
        if actor == HOUSE or not actor.startswith(STAFF_PREFIX):
            return actor
        name = self._known.get(actor)
        if name is None:
            name = self._looked_up(actor.removeprefix(STAFF_PREFIX))
            if len(self._known) >= REMEMBERED_MAX:
                del self._known[next(iter(self._known))]
            self._known[actor] = name
        return name

    def _looked_up(self, account: str) -> str:
        try:
            return self._nickname_of(account) or account
        except SabotError:  # an account that is unknown or in doubt
            return account
