"""What each audience may see of a round, built from an allow-list.

A view never contains a card its audience may not know, nor anything derived from one (P13).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Audience(StrEnum):
    """The kind of viewer."""

    PLAYER = "player"
    DEALER = "dealer"
    MANAGER = "manager"
    AUDITOR = "auditor"

    @property
    def sees_hidden_cards(self) -> bool:
        """Only an auditor, after the round: staff see no more than players while it is played.

        A shift manager who knows the hole card could cancel the round for a friend.
        """
        return self is Audience.AUDITOR

    @property
    def in_play(self) -> Audience:
        """The audience as which it sees a round in play, where no viewer sees a hidden card."""
        return Audience.MANAGER if self is Audience.AUDITOR else self


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    """One hand: None stands for a card that lies face down.

    `total` is what is written above the cards (`7/17` for a soft hand, F83), empty while hidden.
    """

    name: str
    cards: tuple[str | None, ...]
    total: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """All hands, and the outcome once it is public."""

    hands: tuple[HandView, ...]
    outcome: Mapping[str, str | int | bool]
