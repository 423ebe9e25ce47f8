"""What the controls need from outside: a place for what players set, and their flows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from sabot.service.controls.limits import Controls
from sabot.service.controls.sessions import PlaySession
from sabot.service.money.flows import Flow
from sabot.service.ports import ActRow


class ControlChange(msgspec.Struct, frozen=True, kw_only=True):
    """A change: actor, time, and the controls before and after (I14)."""

    player_id: str
    revision: int
    kind: str
    actor: str
    at_ms: int
    before: Controls
    after: Controls


class ControlStore(Protocol):
    """Durable controls. Raises `Unavailable` when the disk does not answer."""

    def find(self, player_id: str) -> tuple[int, Controls]:
        """A player's controls and their revision; 0 for a player who never set any."""

    def save(self, change: ControlChange, acts: Sequence[ActRow] = ()) -> bool:
        """Keep the controls after a change with its record and acts of the office, all or none.

        False when the change does not follow the stored revision: another writer was quicker.
        """

    def changes(self, player_id: str) -> Sequence[ControlChange]:
        """Every change, in order."""

    def keep_sessions(self, sessions: Sequence[PlaySession]) -> None:
        """Write sessions down, or how long they have lasted; each comes once."""

    def sessions(self, player_id: str, *, since_ms: int) -> Sequence[PlaySession]:
        """The sessions that were seen since, by when they began."""


class FlowReader(Protocol):
    """The flows of a player, from the books."""

    def flows(self, player_id: str, *, since_ms: int) -> Sequence[Flow]:
        """The rounds that ended since, and all that are open."""
