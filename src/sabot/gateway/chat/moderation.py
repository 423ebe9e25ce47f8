"""What a moderator asks of the rules: a line to delete, a player to stop, a room to close.

Owns how targets are named: a line, a player, a table, or a support room. The rules of chat decide.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from sabot.errors import Malformed, Refused
from sabot.service.chat import rooms
from sabot.service.chat.moderation import ModerationDesk
from sabot.service.chat.reasons import written
from sabot.service.chat.refusals import ChatRefusal
from sabot.service.chat.rooms import EVERYWHERE, Speaker
from sabot.service.players.directory import Directory
from sabot.table.refusals import TableRefusal
from sabot.wire import requests as r

SANCTIONS = frozenset({"delete", "mute", "block"})
"""What needs a reason of the list: the log counts why players were sanctioned."""

NUMBER_MAX = 15
"""Digits in the number of a line."""


def line_of(target: str) -> tuple[str, int]:
    """The room and number of a line, from its id."""
    room, _, number = target.rpartition("/")
    if not number.isdecimal() or not number.isascii() or len(number) > NUMBER_MAX:
        raise Malformed(ChatRefusal.NO_SUCH_LINE, line=target)
    return room, int(number)


class Moderation:
    """Turns requests of moderators into work for the rules."""

    def __init__(
        self, rules: ModerationDesk, directory: Directory, tables: Collection[str]
    ) -> None:
        self._rules = rules
        self._directory = directory
        self._tables = tables

    def work(self, request: r.Moderate, actor: Speaker) -> Callable[[], object]:
        """What the rules have to do, later and in their thread."""
        if request.action in SANCTIONS and not request.code:
            raise Refused(ChatRefusal.REASON_NEEDED)
        reason, target = written(request.code, request.reason), request.target
        match request.action:
            case "delete":
                room, number = line_of(target)
                return partial(self._rules.delete, room, number, actor, reason=reason)
            case "chat_off" | "chat_on":
                place = EVERYWHERE if target == EVERYWHERE else self._table(target)
                on = request.action == "chat_on"
                return partial(self._rules.switch, place, actor, on=on, reason=reason)
            case "hand_over":
                return partial(self._rules.hand_over, target, actor, reason=reason)
            case _:
                return partial(self._restrict, request, actor, reason, self._player_of(target))

    def _table(self, table: str) -> str:
        if table not in self._tables:
            raise Refused(TableRefusal.UNKNOWN)
        return rooms.table_room(table)

    def _player_of(self, target: str) -> Callable[[], str]:
        """A player by their id, or as the speaker of a line."""
        if "/" not in target:  # which is in no player's id
            return partial(self._known, target)
        return partial(self._rules.speaker, *line_of(target))

    def _known(self, player: str) -> str:
        """A player who exists: a typing error must silence no other player."""
        try:
            return self._directory.player(player).player_id
        except Refused:
            raise Refused(ChatRefusal.NO_SUCH_PLAYER, player=player) from None

    def _restrict(
        self, request: r.Moderate, actor: Speaker, reason: str, player_of: Callable[[], str]
    ) -> object:
        """Stop a player from speaking, at one table or everywhere, or lift it."""
        rules, player = self._rules, player_of()
        place = EVERYWHERE if request.table is None else self._table(request.table)
        if request.action == "mute":
            minutes = request.minutes or 0
            return rules.mute(player, actor, minutes=minutes, reason=reason, place=place)
        if request.action == "block":
            return rules.block(player, actor, reason=reason, place=place)
        return rules.lift(player, actor, reason=reason, place=place)
