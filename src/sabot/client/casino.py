"""The client: one socket for everything, opened again whenever it breaks.

After a break it goes on where it was: tables with `since`, the lobby, rooms, and commands without
an answer under the id they had, so that each of them counts once. It ends when the server ends the
session, when the handshake is refused for good, or when it is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Callable
from secrets import SystemRandom, token_hex
from typing import Self

import msgspec

from sabot.client import socket as sockets
from sabot.client.backoff import Backoff
from sabot.client.commands import ANSWER_SECONDS, Commands, Data
from sabot.client.mirror import AboutTable, Heard
from sabot.client.table import Table
from sabot.errors import Malformed, Refused, SabotError, Unavailable
from sabot.table import commands as c
from sabot.wire import PROTOCOL, requests
from sabot.wire import messages as m

MESSAGES_KEPT = 256
"""Messages that wait for `messages`; beyond it the oldest are dropped and counted."""

TOO_FAST = "rate/too_fast"
REST_SECONDS = 1.0
"""How long the server reads nothing from a client that asked too fast."""

SLOWLY_SECONDS = 0.1
"""Between two requests that are made again after it."""

CLOSED = "table/closed"
"""A private table that was left; to watch it again opens it."""

COMES_BACK = frozenset({"server/stopping"})
"""Ends after which the house opens again: the session is not over, only the socket."""

_decode = msgspec.json.Decoder(m.AnyMessage).decode
_encode = msgspec.json.Encoder().encode


class Client:
    """A signed-in guest of a house; use it with `async with`."""

    def __init__(
        self,
        url: str,
        *,
        token: str,
        backoff: Backoff | None = None,
        answer_seconds: float = ANSWER_SECONDS,
        console: str = "",
    ) -> None:
        self.url = url
        self.token = token
        self.console = console  # of a dealer: the name of the console that its commands come from
        self.linked = False  # let in, and the line has not broken since
        self.welcome: m.Welcome | None = None
        self.money: m.Balance | None = None
        self.lobby: dict[str, m.Tile] = {}
        self.tables: dict[str, Table] = {}
        self.over: SabotError | None = None
        self.connections = 0  # how often it was let in
        self.dropped = 0  # messages that the program did not read in time
        self._backoff = backoff or Backoff(SystemRandom().random)
        self._commands = Commands(
            self._send_raw, prefix=token_hex(8), answer_seconds=answer_seconds
        )
        self._socket: sockets.Socket | None = None
        self._looks_at_lobby = self._told_lobby = False
        self._looks_at_support = False
        self._rooms: dict[str, None] = {}
        self._asked_again: set[str] = set()
        self._unheard: set[str] = set()  # tables of which nothing came since they were asked for
        self._messages: deque[m.Message] = deque()
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None  # again, what was dropped
        self._too_fast = False  # since it was last asked again

    # --- coming and going -------------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run(), name="sabot client")
        try:
            await self._until(lambda: self.welcome is not None)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave; bets and seats stay."""
        self._end(Unavailable("client/closed"))
        socket = self._socket
        if socket is not None:
            socket.close()
        for task in (self._asking, self._task):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task

    async def _run(self) -> None:
        while self.over is None:
            # It is ours before it is open: the welcome may come with the handshake's last bytes.
            self._socket = sockets.Socket(self._received)
            try:
                await sockets.connect(self._socket, self.url, token=self.token)
                await self._socket.closed
            except Unavailable:
                pass  # try again
            except SabotError as error:
                self._end(error)
            finally:
                self._socket = None
                self.linked = False
                self._wake()
            if self.over is None:
                await asyncio.sleep(self._backoff.next())

    def _end(self, why: SabotError) -> None:
        if self.over is None:
            self.over = why
        self._commands.end(self.over)
        self._wake()

    async def line_changed(self, *, seconds: float) -> None:
        """Wait for the line to open or break, or for the end of the session, but no longer."""
        was = self.linked
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.linked == was and self.over is None:
                    await self._news.wait()

    def drop(self) -> None:
        """Let the line break, as a tunnel does; the client opens the next one by itself."""
        if self._socket is not None:
            self._socket.abort()

    # --- asking -----------------------------------------------------------------------------------

    @property
    def balance(self) -> int | None:
        """Your money in cents, as the server last told it; None until your operator has."""
        assert self.welcome is not None
        return self.welcome.balance if self.money is None else self.money.balance

    async def watch(self, table_id: str) -> Table:
        """A table, from now on up to date."""
        table = self.tables.setdefault(table_id, Table(table_id, self))
        self._ask_for(table_id)
        await self._until(lambda: table_id not in self.tables or table.mirror.view is not None)
        if table_id not in self.tables:
            raise Refused(table.refused, table=table_id)
        if self.welcome is not None and self.welcome.player:
            await self._until(lambda: table.mirror.you is not None)
        return table

    def unwatch(self, table_id: str) -> None:
        """This table no more; bets and seats stay."""
        self.tables.pop(table_id, None)
        self._send(requests.Unwatch(table=table_id))

    async def watch_lobby(self) -> dict[str, m.Tile]:
        """All tables at a glance, from now on up to date in `lobby`."""
        self._looks_at_lobby, self._told_lobby = True, False
        self._send(requests.WatchLobby())
        await self._until(lambda: self._told_lobby)
        return self.lobby

    def unwatch_lobby(self) -> None:
        """The lobby no more."""
        self._looks_at_lobby = False
        self._send(requests.UnwatchLobby())

    async def act(self, table: str, command: c.AnyCommand, *, cmd_id: str | None = None) -> Data:
        """Send a command to a table; raises `Refused` when it says no."""
        fresh = cmd_id or self._commands.fresh_id()
        try:
            act = requests.Act(
                cmd_id=fresh,
                table=table,
                command=command,
                bets_for=self._bets_for(table, command),
                console=self.console,
            )
            return await self._commands.ask(act)
        except Refused as refusal:
            if refusal.code == CLOSED:
                self._gone(table, CLOSED)
            raise

    def _bets_for(self, table: str, command: c.AnyCommand) -> str:
        """The round that a chip is meant for: the one this client sees."""
        watched = self.tables.get(table)
        view = None if watched is None else watched.mirror.view
        if view is None or type(command) not in c.FOR_ONE_ROUND:
            return ""
        return view.bets_for or ""

    def beat(self, table: str, *, scanner: bool = True, video: bool = True) -> None:
        """Studio: say that the dealer's console or this device is there, every five seconds."""
        beat = requests.Heartbeat(table=table, console=self.console, scanner=scanner, video=video)
        self._send(beat)

    def enter(self, room: str) -> None:
        """Listen to a room; its lines come in `messages`."""
        self._rooms[room] = None
        self._send(requests.Enter(room=room))

    def exit(self, room: str) -> None:
        """Listen to a room no more."""
        self._rooms.pop(room, None)
        self._send(requests.Exit(room=room))

    async def say(self, room: str, text: str) -> Data:
        """Say something; given up, and not said again, when the line breaks first."""
        cmd_id = self._commands.fresh_id()
        return await self._commands.ask(requests.Say(cmd_id=cmd_id, room=room, text=text))

    def watch_support(self) -> None:
        """Staff: the players who wait for support, all and then changes, in `messages`."""
        self._looks_at_support = True
        self._send(requests.WatchSupport())

    def unwatch_support(self) -> None:
        """That list no more."""
        self._looks_at_support = False
        self._send(requests.UnwatchSupport())

    async def messages(self) -> AsyncIterator[m.Message]:
        """What is about no table: lines, notices, faults. Ends with the session.

        The last lines of a room come again after a break; the same line has the same id.
        """
        while True:
            while self._messages:
                yield self._messages.popleft()
            if self.over is not None:
                return
            await self._news.wait()

    # --- hearing ----------------------------------------------------------------------------------

    def _received(self, raw: bytes) -> None:
        try:
            self._hear(_decode(raw))
        except msgspec.MsgspecError as error:
            self._end(Malformed("client/unreadable", reason=str(error)[:200]))
            self.drop()

    def _hear(self, message: m.Message) -> None:
        match message:
            case m.Welcome():
                self._welcomed(message)
            case m.Answer():
                self._commands.answered(message)
            case m.Snapshot() | m.Update() | m.LastSeconds() | m.Crowd() | m.Yours():
                self._about_table(message)
                return
            case _:
                self._hear_rest(message)
        self._wake()

    def _hear_rest(self, message: m.Message) -> None:
        match message:
            case m.Balance():
                self.money = message
            case m.Lobby():
                self.lobby = {tile.table: tile for tile in message.tiles}
                self._told_lobby = True
            case m.TileChanged(tile=tile):
                self.lobby[tile.table] = tile
            case m.Ended():
                self._ended(message)
            case m.Fault():
                self._fault(message)
            case m.Notice(code=code) if code == CLOSED:
                self._gone(str(message.data.get("table")), code)
                self._keep(message)
            case _:
                self._keep(message)

    def _welcomed(self, welcome: m.Welcome) -> None:
        """Go on where the last socket ended."""
        if welcome.protocol != PROTOCOL:
            self._end(Refused("client/protocol", theirs=welcome.protocol, ours=PROTOCOL))
            self.drop()
            return
        self.welcome, self.money = welcome, None
        self.connections += 1
        self.linked = True
        self._backoff.reset()
        self._asked_again.clear()
        self._told_lobby = False
        if self._looks_at_lobby:
            self._send(requests.WatchLobby())
        if self._looks_at_support:
            self._send(requests.WatchSupport())
        for table in self.tables.values():
            self._ask_for(table.id, table.mirror.since)
        for room in self._rooms:
            self._send(requests.Enter(room=room))
        self._commands.reconnected()

    def _about_table(self, message: AboutTable) -> None:
        table = self.tables.get(message.table)
        if table is None:
            return
        self._unheard.discard(table.id)
        heard = table.mirror.hear(message)
        if heard is Heard.GAP:
            self._watch_again(table)
        elif heard is Heard.CHANGED:
            if isinstance(message, m.Snapshot | m.Update):
                self._asked_again.discard(table.id)
            table.wake()
            self._wake()

    def _watch_again(self, table: Table) -> None:
        if table.id not in self._asked_again:
            self._asked_again.add(table.id)
            self._ask_for(table.id, table.mirror.since)

    def _ended(self, message: m.Ended) -> None:
        if message.code not in COMES_BACK:
            over = Refused(message.code)
            over.data = dict(message.data)
            self._end(over)

    def _fault(self, fault: m.Fault) -> None:
        """A table that was refused is not there; its name is in the fault."""
        if fault.data.get("request") == "watch":
            self._gone(str(fault.data.get("table")), fault.code)
        if fault.code == TOO_FAST:
            self._too_fast = True
            if self._asking is None or self._asking.done():
                asking = self._ask_slowly()
                self._asking = asyncio.create_task(asking, name="sabot client asks again")
        self._keep(fault)

    def _gone(self, table_id: str, why: str) -> None:
        """Nothing more is told about a table; callers that wait for something there hear why."""
        table = self.tables.pop(table_id, None)
        if table is not None:
            table.refused = why
            table.wake()

    async def _ask_slowly(self) -> None:
        """One request was too much, and dropped with whatever came together with it."""
        while self._too_fast:  # and again, if that was too much as well
            self._too_fast = False
            await asyncio.sleep(REST_SECONDS)
            if self._looks_at_lobby and not self._told_lobby:
                self._send(requests.WatchLobby())
            for table in tuple(self.tables.values()):
                if table.id in self._unheard:
                    await asyncio.sleep(SLOWLY_SECONDS)
                    self._ask_for(table.id, table.mirror.since)

    def _keep(self, message: m.Message) -> None:
        if len(self._messages) >= MESSAGES_KEPT:
            self._messages.popleft()
            self.dropped += 1
        self._messages.append(message)

    # --- inside -----------------------------------------------------------------------------------

    def _ask_for(self, table_id: str, since: requests.Since | None = None) -> None:
        self._unheard.add(table_id)
        self._send(requests.Watch(table=table_id, since=since))

    def _send(self, request: requests.Request) -> None:
        self._send_raw(_encode(request))

    def _send_raw(self, message: bytes) -> None:
        """Without an open socket the message is dropped: its sender repeats it after the next."""
        if self._socket is not None:
            self._socket.send(message)

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()
        if self.over is not None:
            for table in self.tables.values():
                table.wake()

    async def _until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            if self.over is not None:
                raise self.over
            await self._news.wait()
