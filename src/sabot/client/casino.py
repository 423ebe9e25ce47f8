"""The client: one socket for everything, opened again whenever it breaks.

After a break it goes on where it was: tables with `since`, the lobby, rooms, and commands without
an answer under the id they had, so that each of them counts once. It ends when the server ends the
session, when the handshake is refused for good, or when it is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
from secrets import SystemRandom, token_hex
from typing import Self

import msgspec

from sabot.client.backoff import Backoff
from sabot.client.chat import Chat
from sabot.client.commands import ANSWER_SECONDS, Commands, Data
from sabot.client.inbox import Inbox
from sabot.client.line import Line
from sabot.client.refusals import ClientRefusal
from sabot.client.table import Table
from sabot.client.watching import Watching
from sabot.errors import Malformed, Refused, SabotError
from sabot.table import commands as c
from sabot.wire import PROTOCOL, requests
from sabot.wire import messages as m

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
        self.console = console  # of a dealer: the name of the console that its commands come from
        self.welcome: m.Welcome | None = None
        self.money: m.Balance | None = None
        self.lobby: dict[str, m.Tile] = {}
        self.line = Line(
            url,
            token=token,
            backoff=backoff or Backoff(SystemRandom().random),
            received=self._received,
            on_end=self._ended_for_good,
        )
        self._commands = Commands(
            self.line.send_raw, prefix=token_hex(8), answer_seconds=answer_seconds
        )
        self.chat = Chat(self.line, self._commands)
        self.inbox = Inbox(self.line)
        self._watching = Watching(self.line)
        self.tables = self._watching.tables
        self._looks_at_lobby = self._told_lobby = False
        self._asking: asyncio.Task[None] | None = None  # again, what was dropped
        self._too_fast = False  # since it was last asked again

    # --- coming and going -------------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        self.line.open()
        try:
            await self.line.until(lambda: self.welcome is not None)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave; bets and seats stay."""
        await self.line.close()
        if self._asking is not None:
            self._asking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._asking

    @property
    def over(self) -> SabotError | None:
        """Why the session is over, once it is."""
        return self.line.over

    def _ended_for_good(self, why: SabotError) -> None:
        self._commands.end(why)
        for table in self.tables.values():
            table.wake()

    # --- asking -----------------------------------------------------------------------------------

    @property
    def balance(self) -> int | None:
        """Your money in cents, as the server last told it; None until your operator has."""
        assert self.welcome is not None
        return self.welcome.balance if self.money is None else self.money.balance

    async def watch(self, table_id: str) -> Table:
        """A table, from now on up to date."""
        table = self.tables.setdefault(table_id, Table(table_id, self))
        self._watching.ask_for(table_id)
        await self.line.until(lambda: table_id not in self.tables or table.mirror.view is not None)
        if table_id not in self.tables:
            raise Refused.heard(table.refused, table=table_id)
        if self.welcome is not None and self.welcome.player:
            await self.line.until(lambda: table.mirror.you is not None)
        return table

    def unwatch(self, table_id: str) -> None:
        """This table no more; bets and seats stay."""
        self.tables.pop(table_id, None)
        self.line.send(requests.Unwatch(table=table_id))

    async def watch_lobby(self) -> dict[str, m.Tile]:
        """All tables at a glance, from now on up to date in `lobby`."""
        self._looks_at_lobby, self._told_lobby = True, False
        self.line.send(requests.WatchLobby())
        await self.line.until(lambda: self._told_lobby)
        return self.lobby

    def unwatch_lobby(self) -> None:
        """The lobby no more."""
        self._looks_at_lobby = False
        self.line.send(requests.UnwatchLobby())

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
                self._watching.gone(table, CLOSED)
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
        self.line.send(beat)

    # --- hearing ----------------------------------------------------------------------------------

    def _received(self, raw: bytes) -> None:
        try:
            self._hear(_decode(raw))
        except msgspec.MsgspecError as error:
            self.line.end(Malformed("client/unreadable", reason=str(error)[:200]))
            self.line.drop()

    def _hear(self, message: m.Message) -> None:
        match message:
            case m.Welcome():
                self._welcomed(message)
            case m.Answer():
                self._commands.answered(message)
            case m.Snapshot() | m.Update() | m.LastSeconds() | m.Crowd() | m.Yours():
                self._watching.hear(message)
                return
            case _:
                self._hear_rest(message)
        self.line.wake()

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
                self._watching.gone(str(message.data.get("table")), code)
                self.inbox.keep(message)
            case _:
                self.inbox.keep(message)

    def _welcomed(self, welcome: m.Welcome) -> None:
        """Go on where the last socket ended."""
        if welcome.protocol != PROTOCOL:
            self.line.end(Refused(ClientRefusal.PROTOCOL, theirs=welcome.protocol, ours=PROTOCOL))
            self.line.drop()
            return
        self.welcome, self.money = welcome, None
        self.line.welcomed()
        self._told_lobby = False
        if self._looks_at_lobby:
            self.line.send(requests.WatchLobby())
        self._watching.ask_again()
        self.chat.ask_again()
        self._commands.reconnected()

    def _ended(self, message: m.Ended) -> None:
        if message.code not in COMES_BACK:
            over = Refused.heard(message.code)
            over.data = dict(message.data)
            self.line.end(over)

    def _fault(self, fault: m.Fault) -> None:
        """A table that was refused is not there; its name is in the fault."""
        if fault.data.get("request") == "watch":
            self._watching.gone(str(fault.data.get("table")), fault.code)
        if fault.code == TOO_FAST:
            self._too_fast = True
            if self._asking is None or self._asking.done():
                asking = self._ask_slowly()
                self._asking = asyncio.create_task(asking, name="sabot client asks again")
        self.inbox.keep(fault)

    async def _ask_slowly(self) -> None:
        """One request was too much, and dropped with whatever came together with it."""
        while self._too_fast:  # and again, if that was too much as well
            self._too_fast = False
            await asyncio.sleep(REST_SECONDS)
            if self._looks_at_lobby and not self._told_lobby:
                self.line.send(requests.WatchLobby())
            for table in tuple(self.tables.values()):
                if self._watching.is_unheard(table.id):
                    await asyncio.sleep(SLOWLY_SECONDS)
                    self._watching.ask_for(table.id, table.mirror.since)
