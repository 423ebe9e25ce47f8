"""A player brings their newest wishes along, and has a session of play until they leave."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.gateway.people import ADA
from tests.service.controls.moments import Moment, Past
from tests.virtual_time import VirtualClock, VirtualTimeLoop
from typing_extensions import override

from sabot.adapters.memory.controls import MemoryControls
from sabot.adapters.memory.preferences import MemoryPreferences
from sabot.errors import Unavailable
from sabot.gateway.broadcast.presence import GRACE_SECONDS, SEEN_SECONDS, Presence
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.request_reader import RequestReader
from sabot.service.controls.desk import ControlDesk
from sabot.service.controls.limits import Controls, Limit
from sabot.service.controls.sessions import PlaySession
from sabot.service.players.preferences import PreferenceDesk, PreferencesRow
from sabot.table.staging import Preferences as Wishes

A_MOMENT = 0.2


class Slow(MemoryPreferences):
    """Something happens after a look at the disk, before anybody hears what was there."""

    meanwhile: Callable[[], object] | None = None

    @override
    def find(self, player_id: str) -> PreferencesRow | None:
        found, meanwhile = super().find(player_id), self.meanwhile
        self.meanwhile = None
        if meanwhile is not None:
            meanwhile()
        return found


def test_F239_what_is_set_while_another_screen_comes_is_what_counts() -> None:
    store, wishes = Slow(), list[Wishes]()
    nobody = cast(Any, SimpleNamespace(arrivals=[], departures=[]))
    desk = PreferenceDesk(store, wish=lambda _player, wish: wishes.append(wish))
    presence = Presence(
        nobody, nobody, sessions=nobody, controls=nobody, preferences=desk, clock=nobody
    )
    patch = {"game": {"hide_my_bets": True, "zero_commission": True}}
    sets = threading.Thread(target=presence.change, args=("ada", patch))

    def meanwhile() -> None:
        sets.start()
        sets.join(A_MOMENT)  # which it does not need where it has to wait for its turn

    store.meanwhile = meanwhile
    presence._welcomed("ada")
    sets.join()
    assert desk.preferences("ada").game.hide_my_bets
    assert presence.hiding == {"ada"}
    assert wishes[-1] != wishes[0]


class OneOf:
    """A socket of somebody's."""

    def __init__(self, principal: object) -> None:
        self.principal = principal

    def tell(self, _message: object) -> None: ...


class Unread(MemoryControls):
    """A disk that cannot be read as long as it is broken."""

    broken = True

    @override
    def find(self, player_id: str) -> tuple[int, Controls]:
        self._check()
        return super().find(player_id)

    @override
    def sessions(self, player_id: str, *, since_ms: int) -> Sequence[PlaySession]:
        self._check()
        return super().sessions(player_id, since_ms=since_ms)

    def _check(self) -> None:
        if self.broken:
            raise Unavailable("store/unreachable")


def test_who_comes_while_the_disk_cannot_be_read_comes_again_and_nobody_else_notices() -> None:
    async def play() -> None:
        disk, clock = Unread(), Moment()
        desk = ControlDesk(disk, Past(), clock)
        ada = cast(Any, OneOf(SimpleNamespace(session_id="s", player_id="ada")))
        around = cast(
            Any,
            SimpleNamespace(
                arrivals=[],
                departures=[],
                open=SimpleNamespace(everybody=lambda: [ada]),
                touch=lambda _session: None,
            ),
        )
        wishes = PreferenceDesk(MemoryPreferences(), wish=lambda _player, _wish: None)
        presence = Presence(
            around, around, sessions=around, controls=desk, preferences=wishes, clock=clock
        )
        with pytest.raises(Unavailable):
            presence._arrived(ada)
        presence._departed(ada)
        disk.broken = False
        presence._arrived(ada)
        presence._seen()
        played = presence.play_of("s")
        assert played is not None
        assert desk.figures("ada", played).session_minutes == 0
        disk.broken = True
        desk.own.reread("ada")
        presence._seen()
        presence.close()

    asyncio.run(play())


def test_a_second_screen_that_cannot_be_welcomed_ends_nothing_of_the_first() -> None:
    """The time of play goes on to be counted, and the reality check to come."""

    async def play() -> None:
        disk, clock, broken = MemoryControls(), Moment(), list[bool]()

        def balance_of(_player: str) -> object:
            if broken:
                raise Unavailable("store/unreachable")
            return SimpleNamespace(balance=0)

        def nothing(*_anything: object) -> None: ...

        own = SimpleNamespace(balance_of=balance_of)
        fake = SimpleNamespace(enter=nothing, leave=nothing, own=own, visits_over=[])
        broadcaster = cast(Any, fake)
        reader = RequestReader(broadcaster, clock=clock)
        wishes = PreferenceDesk(MemoryPreferences(), wish=lambda _player, _wish: None)
        presence = Presence(
            broadcaster,
            reader,
            sessions=cast(Any, None),
            controls=ControlDesk(disk, Past(), clock),
            preferences=wishes,
            clock=clock,
        )
        word = SimpleNamespace(value="")
        who = SimpleNamespace(session_id="s", player_id="ada", nickname="Ada", signed_in_at_ms=0)
        who.role = who.currency = word
        first, second = (cast(Any, OneOf(who)) for _ in range(2))
        reader.connected(first)
        broken.append(True)
        with pytest.raises(Unavailable):
            reader.connected(second)
        reader.disconnected(second)
        assert presence._leaving == {}
        reader.disconnected(first)
        assert list(presence._leaving) == ["s"]
        presence.close()

    asyncio.run(play())


# --- sessions of play -----------------------------------------------------------------------------


class Socket:
    """One of Ada's."""

    principal = ADA


class Plays:
    """Sessions of play, at a desk whose disk may be away for a moment."""

    def __init__(self) -> None:
        self.away = 0
        self.live: set[str] = set()
        self.seen_plays: list[str] = []
        self.time = SimpleNamespace(running_out=list)

    def began(self, _player: str, play: str) -> None:
        self._answers()
        self.live.add(play)

    def seen(self, play: str) -> None:
        self._answers()
        assert play in self.live
        self.seen_plays.append(play)

    def ended(self, play: str) -> None:
        self.live.discard(play)

    def _answers(self) -> None:
        if self.away:
            self.away -= 1
            raise Unavailable("store/unreachable")


class Place:
    """A broadcaster, a reader and the sessions, as far as presence needs them."""

    def __init__(self) -> None:
        self.arrivals: list[Callable[[Connection], None]] = []
        self.departures: list[Callable[[Connection], None]] = []
        self.here: list[Connection] = []
        self.plays = Plays()
        self.open = self  # the sockets of the broadcaster
        whole = cast(Any, self)
        self.presence = Presence(
            whole,
            whole,
            sessions=whole,
            controls=cast(Any, self.plays),
            preferences=PreferenceDesk(MemoryPreferences(), wish=lambda _player, _wish: None),
            clock=VirtualClock(),
        )

    def everybody(self) -> list[Connection]:
        return self.here

    def sweep(self) -> None: ...

    def touch(self, _session: str) -> None: ...

    def comes(self) -> Connection:
        """A socket of Ada's, whatever becomes of it."""
        connection = cast(Connection, Socket())
        self.here.append(connection)
        for hear in self.arrivals:
            hear(connection)
        return connection

    def goes(self, connection: Connection) -> None:
        if connection in self.here:
            self.here.remove(connection)
        for hear in self.departures:
            hear(connection)

    async def looked_after(self, seconds: float) -> None:
        """So long somebody looks after sessions."""
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.presence.run()


def in_virtual_time(story: Callable[[Place], Any]) -> None:
    async def main() -> None:
        await story(Place())

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(main())


def test_a_session_of_play_that_could_not_begin_begins_when_the_player_is_back() -> None:
    async def story(place: Place) -> None:
        place.plays.away = 1
        with pytest.raises(Unavailable):
            place.comes()
        place.goes(place.here[0])
        place.comes()
        await place.looked_after(SEEN_SECONDS + 2)
        assert len(place.plays.live) == 1
        assert place.plays.seen_plays

    in_virtual_time(story)


def test_a_socket_that_never_arrived_ends_no_session_of_play() -> None:
    async def story(place: Place) -> None:
        place.comes()
        place.goes(cast(Connection, Socket()))  # its welcome failed
        await asyncio.sleep(GRACE_SECONDS + 1)
        assert len(place.plays.live) == 1

    in_virtual_time(story)


def test_sessions_are_looked_after_again_when_the_disk_was_away() -> None:
    async def story(place: Place) -> None:
        place.comes()
        place.plays.away = 1
        await place.looked_after(2 * SEEN_SECONDS + 2)
        assert place.plays.seen_plays

    in_virtual_time(story)


@pytest.mark.parametrize("played", [0, 90.3])
def test_a_socket_is_ended_within_a_second_of_the_time_of_the_day(played: float) -> None:
    """Whether the limit was there before, or is set by whoever has played for longer."""

    async def story(place: Place) -> None:
        loop, locked = asyncio.get_running_loop(), list[float]()
        desk = ControlDesk(
            MemoryControls(),
            Past(),
            VirtualClock(),
            on_locked=lambda _player, _code: locked.append(loop.time()),
        )
        place.presence._controls = desk
        running = loop.create_task(place.presence.run())
        await asyncio.sleep(3.7)
        place.comes()
        await asyncio.sleep(played)
        player = ADA.player_id
        assert player is not None
        desk.own.set_limit(player, Limit.SESSION_TIME, 1)
        due = max(loop.time(), 3.7 + 60)
        await asyncio.sleep(62)
        running.cancel()
        assert due <= locked[0] < due + 1

    in_virtual_time(story)
