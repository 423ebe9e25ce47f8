"""Rooms of a house, and the queue of its support: what a client listens to, also after a break."""

from __future__ import annotations

from sabot.client.commands import Commands, Data
from sabot.client.line import Line
from sabot.wire import requests


class Chat:
    """The rooms that this client listens to."""

    def __init__(self, line: Line, commands: Commands) -> None:
        self._line = line
        self._commands = commands
        self._rooms: dict[str, None] = {}
        self._looks_at_support = False

    def enter(self, room: str) -> None:
        """Listen to a room; its lines come in `messages`."""
        self._rooms[room] = None
        self._line.send(requests.Enter(room=room))

    def exit(self, room: str) -> None:
        """Listen to a room no more."""
        self._rooms.pop(room, None)
        self._line.send(requests.Exit(room=room))

    async def say(self, room: str, text: str) -> Data:
        """Say something; given up, and not said again, when the line breaks first."""
        cmd_id = self._commands.fresh_id()
        return await self._commands.ask(requests.Say(cmd_id=cmd_id, room=room, text=text))

    def watch_support(self) -> None:
        """Staff: the players who wait for support, all and then changes, in `messages`."""
        self._looks_at_support = True
        self._line.send(requests.WatchSupport())

    def unwatch_support(self) -> None:
        """That list no more."""
        self._looks_at_support = False
        self._line.send(requests.UnwatchSupport())

    def ask_again(self) -> None:
        """Listen on a new socket to what the last one heard."""
        if self._looks_at_support:
            self._line.send(requests.WatchSupport())
        for room in self._rooms:
            self._line.send(requests.Enter(room=room))
