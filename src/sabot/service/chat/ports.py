"""Lines and acts of moderation as they are kept, and where."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

import msgspec


class ChatLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line that was said; numbers count within a room, from 1."""

    room: str
    number: int
    speaker: str
    nickname: str
    role: str
    text: str
    at_ms: int
    deleted_ms: int | None = None
    answered: bool = False  # aloud, by the dealer; an act says so, not the stored line


class ActKind(StrEnum):
    """What a moderator can do."""

    DELETE = "delete"
    MUTE = "mute"  # for some minutes
    BLOCK = "block"  # until lifted
    LIFT = "lift"
    SWITCH_OFF = "switch_off"
    SWITCH_ON = "switch_on"
    ANSWER = "answer"  # by a dealer, aloud
    HAND_OVER = "hand_over"  # a support room that a shift manager takes


class ChatAct(msgspec.Struct, frozen=True, kw_only=True):
    """An act: actor, target, reason, before and after (I14); never changed, never forgotten.

    `place` is a room, or `*` for every table. `number` is the line of a deletion. Numbers of acts
    are given by the store.
    """

    id: int = 0
    kind: ActKind
    place: str
    player: str
    actor: str
    role: str
    reason: str
    before: str
    after: str
    at_ms: int
    number: int | None = None
    until_ms: int | None = None


class Unanswered(msgspec.Struct, frozen=True, kw_only=True):
    """A private support in which the player spoke last: since when, and how many lines."""

    room: str
    nickname: str
    since_ms: int
    lines: int
    last: str = ""  # the newest line of the player
    for_manager: bool = False  # handed over to a shift manager, who has not answered since


class ChatStore(Protocol):
    """Durable chat. Raises `Unavailable` when the disk does not answer."""

    def say(self, line: ChatLine) -> ChatLine:
        """Keep a line under the next number of its room, whatever number it has."""

    def line(self, room: str, number: int) -> ChatLine | None:
        """One line."""

    def last(self, room: str, *, count: int) -> Sequence[ChatLine]:
        """The newest lines of a room, oldest first."""

    def latest(self, *, count: int) -> Sequence[ChatLine]:
        """The newest lines of all rooms but the private ones of staff, oldest first."""

    def lines_of(self, speaker: str, *, count: int) -> Sequence[ChatLine]:
        """The newest lines of one person in all rooms, oldest first."""

    def unanswered(self, room: str | None = None) -> Sequence[Unanswered]:
        """Every support, or this one, whose player waits for an answer; the longest wait first.

        A player waits from the first line after the last of staff; deleted ones count for nothing.
        """

    def delete(self, act: ChatAct) -> ChatAct | None:
        """Mark a line as deleted with the act that says so; None when that was done before."""

    def act(self, act: ChatAct) -> ChatAct:
        """Keep an act under the next id."""

    def acts(
        self,
        *,
        player: str | None = None,
        place: str | None = None,
        since_ms: int | None = None,
    ) -> Sequence[ChatAct]:
        """Acts in order: all, of one player, about one place, or since a moment."""

    def forget(self, before_ms: int) -> int:
        """Remove the lines that were said before; how many those were."""
