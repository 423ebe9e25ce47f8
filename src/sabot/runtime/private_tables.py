"""Private tables: opened when their player comes, closed when left, ended after a crash (F263).

Owns which private tables are open, and for how long. The caller has already decided whether a
player may play for fun; `Onlookers` says how many look at a table. A table that is closed is
switched off with its shoe disclosed, and goes on from there when its player is back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol
from weakref import WeakValueDictionary

from sabot.errors import Corrupt, Refused, Unavailable
from sabot.runtime.host import TableHost
from sabot.runtime.recovery import SteppedDown
from sabot.service.catalogue import private_table
from sabot.service.ports import Clock, EventStore, LedgerStore
from sabot.service.private.names import (
    PREFIX,
    belongs_to,
    private_variants,
    table_id_of,
    variant_of,
)
from sabot.service.private.port import Onlookers
from sabot.service.refusals import ForFunRefusal, ServerFault, TableFault
from sabot.service.storage.claiming import in_a_thread
from sabot.service.tables.envelopes import from_house
from sabot.service.tables.link import TablePort
from sabot.table import commands as c
from sabot.table.config import AnyConfig
from sabot.table.config_codec import encode_config
from sabot.table.phases import Phase
from sabot.table.refusals import TableRefusal
from sabot.table.staff.reasons import OfTheHouse
from sabot.table.state import TableState

PER_PLAYER_MAX = 3
IN_THE_HOUSE_MAX = 200
"""Private tables that are open at once."""

UNSEEN_MS = 300_000
"""A table without a viewer is closed after this time."""

UNUSED_MS = 1_800_000
"""A table at which nothing happens is closed after this time, viewers or not."""

SWEEP_SECONDS = 15.0
SETTLE_SECONDS = 20.0
"""How long a table may take to open, or to close."""

LEFT = OfTheHouse.LEFT.value

log = logging.getLogger("sabot.private")


class Nobody:
    """A house without a gateway."""

    def opened(self, table: TablePort) -> None:
        """There is no gateway to tell."""

    def closed(self, table_id: str) -> None:
        """There is no gateway to tell."""

    def watching(self, table_id: str) -> int:
        """No player looks."""
        return 0


class Dealer(Protocol):
    """A person or machine that deals at a table."""

    async def run(self) -> None: ...


@dataclass(slots=True, kw_only=True)
class _Open:
    """A table that is open."""

    host: TableHost
    owner: str
    used_ms: int
    seen_ms: int
    seq: int = 0
    shown: bool = False
    tasks: list[asyncio.Task[None]] = field(default_factory=list)


class PrivateTables:
    """Every private table of a process.

    `host_of` recovers a table from the disk, `dealer_of` gives it a dealer, `prepared` makes the
    settings of a new table those of this house.
    """

    def __init__(
        self,
        *,
        events: EventStore,
        ledger: LedgerStore,
        clock: Clock,
        host_of: Callable[[AnyConfig], TableHost],
        dealer_of: Callable[[TableHost], Dealer],
        prepared: Callable[[AnyConfig], AnyConfig] = lambda config: config,
    ) -> None:
        self._events = events
        self._ledger = ledger
        self._clock = clock
        self._host_of = host_of
        self._dealer_of = dealer_of
        self._prepared = prepared
        self._onlookers: Onlookers = Nobody()
        self._open: dict[str, _Open] = {}
        self._doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._claiming = asyncio.Lock()
        self._tasks: asyncio.TaskGroup | None = None

    def attend(self, onlookers: Onlookers) -> None:
        """From now on a gateway shows these tables."""
        self._onlookers = onlookers
        for one in self._open.values():
            onlookers.opened(one.host)

    def hosts(self) -> Sequence[TableHost]:
        """The tables that are open."""
        return tuple(one.host for one in self._open.values())

    def host(self, table_id: str) -> TableHost | None:
        """One of them."""
        one = self._open.get(table_id)
        return None if one is None else one.host

    # --- the life of a process --------------------------------------------------------------------

    async def run(self) -> None:
        """Serve until cancelled; first of all the rounds that a crash has interrupted."""
        async with asyncio.TaskGroup() as tasks:
            self._tasks = tasks
            await self._resume()
            while True:
                await asyncio.sleep(SWEEP_SECONDS)
                await self.sweep()

    async def _resume(self) -> None:
        """Every round with stakes is played to its end, whether or not its player comes back."""
        rounds = await asyncio.to_thread(self._ledger.rounds_with_stakes, PREFIX)
        for table_id in dict.fromkeys(round_id.rpartition("-")[0] for round_id in rounds):
            variant = variant_of(table_id)
            if variant is None:
                continue
            try:
                await self._opened(table_id, variant, owner=None)
            except SteppedDown:
                raise
            except Exception:
                # Its round waits; other players' tables do not wait for it.
                log.exception("table_id=%s is not opened again", table_id)

    # --- opening ----------------------------------------------------------------------------------

    async def open(self, player: str, variant: str) -> TableHost:
        """The player's table of this game, as they left it."""
        if variant not in private_variants().values():
            raise Refused(ForFunRefusal.NO_SUCH_GAME, variant=variant[:100])
        table_id = table_id_of(player, variant)
        async with self._door(player):
            one = self._open.get(table_id)
            if one is None:
                await self._make_room(player)
                one = await self._opened(table_id, variant, owner=player)
            await self._set_up(one)
            one.used_ms = one.seen_ms = self._clock.monotonic_ms()
            return one.host

    async def reopen(self, player: str, table_id: str) -> TableHost:
        """A table that this player has opened before; any other is unknown."""
        variant = variant_of(table_id)
        if variant is None or not belongs_to(table_id, player):
            raise Refused(TableRefusal.UNKNOWN, table=table_id[:100])
        if table_id not in self._open:
            known = await asyncio.to_thread(
                self._events.seq_of, table_id, "TableConfigured", nth_last=1
            )
            if not known:
                raise Refused(TableRefusal.UNKNOWN, table=table_id[:100])
        return await self.open(player, variant)

    def _door(self, player: str) -> asyncio.Lock:
        """A player's tables are opened and closed one after the other."""
        return self._doors.setdefault(player, asyncio.Lock())

    async def _make_room(self, player: str) -> None:
        """Close the player's longest unused table where three are open; refuse where none can."""
        own = [one for one in self._open.values() if one.owner == player]
        if len(own) >= PER_PLAYER_MAX:
            left = [one for one in own if _at_rest(one.host.state) and not self._seen(one)]
            if not left:
                raise Refused(ForFunRefusal.TOO_MANY, maximum=PER_PLAYER_MAX)
            await self._close(min(left, key=lambda one: one.used_ms))

    async def _opened(self, table_id: str, variant: str, *, owner: str | None) -> _Open:
        config = self._prepared(private_table(variant, table_id=table_id, owner=owner or ""))
        async with self._claiming:  # one at a time, so that no table is claimed twice
            one = self._open.get(table_id) or await self._claimed(config, owner)
        await self._configure(one, replace(config, owner=one.owner))
        if not one.shown:  # its player and the end of a crash may have opened it together
            one.shown = True
            self._onlookers.opened(one.host)
        return one

    async def _claimed(self, config: AnyConfig, owner: str | None) -> _Open:
        """A table from the disk, in a thread: a claim waits for the process that writes."""
        if self._tasks is None:
            raise Unavailable(ServerFault.STARTING)
        if owner is not None and len(self._open) >= IN_THE_HOUSE_MAX:
            raise Refused(ForFunRefusal.HOUSE_FULL, maximum=IN_THE_HOUSE_MAX)
        table_id = config.table_id
        host = await in_a_thread(lambda: self._host_of(config))
        if host.out_of_order is not None:
            raise Unavailable(TableFault.OUT_OF_ORDER, table_id=table_id)
        held = host.state.config
        whose = owner if held is None else held.owner
        if whose is None or (owner is not None and whose != owner):
            raise Corrupt("for_fun/other_owner", table_id=table_id)
        now = self._clock.monotonic_ms()
        one = _Open(host=host, owner=whose, used_ms=now, seen_ms=now, seq=host.state.seq)
        self._open[table_id] = one
        for work, name in ((host.run(), table_id), (self._dealer_of(host).run(), "dealer")):
            one.tasks.append(self._tasks.create_task(work, name=f"private {name}"))
        return one

    async def _configure(self, one: _Open, wanted: AnyConfig) -> None:
        """The settings of today, from the next round on."""
        held = one.host.state.config
        if held is not None and replace(held, version=wanted.version) == wanted:
            return
        version = wanted.version if held is None else held.version + 1
        settings = encode_config(replace(wanted, version=version))
        await _tell(one.host, c.Configure(version=version, config=settings, reason="for fun"))

    async def _set_up(self, one: _Open) -> None:
        """Switched on, and with cards."""
        if one.host.out_of_order is not None:
            raise Unavailable(TableFault.OUT_OF_ORDER, table_id=one.host.state.table_id)
        shoe = one.host.state.shoe
        if shoe is not None and shoe.lost and shoe.promise_open and not one.host.state.in_round:
            # No shift manager looks after play money: the house gives the lost promise up itself.
            await _tell(one.host, c.WriteOffShoe(shoe_id=shoe.shoe_id, reason="for fun"))
        if one.host.state.switched_off:
            await _tell(one.host, c.SwitchTable(off=False, reason="their player is here"))
        await _until(one.host, lambda state: state.phase not in (Phase.OFF, Phase.SHUFFLE))

    # --- closing ----------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Close the tables without a viewer, and those where nothing happens."""
        now = self._clock.monotonic_ms()
        for table_id, one in tuple(self._open.items()):
            if one.host.state.seq != one.seq:
                one.seq, one.used_ms = one.host.state.seq, now
            if self._seen(one):
                one.seen_ms = now
            left = now - one.seen_ms > UNSEEN_MS or now - one.used_ms > UNUSED_MS
            if left:
                await self.close(table_id)

    async def close(self, table_id: str) -> None:
        """Close a table now, unless a stake is in play there."""
        one = self._open.get(table_id)
        if one is not None and _at_rest(one.host.state):
            async with self._door(one.owner):
                await self._close(one)

    def _seen(self, one: _Open) -> bool:
        return self._onlookers.watching(one.host.state.table_id) > 0

    async def _close(self, one: _Open) -> None:
        """Switch the table off, disclose its shoe, and let go of it."""
        host, table_id = one.host, one.host.state.table_id
        if self._open.get(table_id) is not one or not _at_rest(host.state):
            return
        if host.state.phase is Phase.BETTING:
            round_id = host.state.current.round_id
            # Chips that never became bets.
            await _tell(host, c.CancelRound(reason=LEFT, round_id=round_id))
        if not host.state.switched_off:
            await _tell(host, c.SwitchTable(off=True, reason=LEFT))
        try:
            await _until(host, lambda state: state.phase is Phase.OFF)
            await _tell(host, c.ChangeCards(reason=LEFT))
            await _until(host, _promise_kept)
        except Unavailable:
            log.warning("table_id=%s is not closed yet", table_id)
            return
        self._onlookers.closed(table_id)
        del self._open[table_id]
        for task in one.tasks:
            task.cancel()
        await asyncio.wait(one.tasks)


def _at_rest(state: TableState) -> bool:
    """Whether no stake is in play."""
    return not state.in_round or (state.phase is Phase.BETTING and not state.current.bets)


def _promise_kept(state: TableState) -> bool:
    return state.shoe is None or not state.shoe.promise_open or state.shoe.lost


async def _tell(host: TableHost, command: c.Command) -> None:
    """A command of the house, with an id that no other command has."""
    cmd_id = f"{host.state.table_id}:private:{type(command).__name__}:{host.state.seq}"
    await host.submit(from_house(cmd_id, command))


async def _until(host: TableHost, reached: Callable[[TableState], bool]) -> None:
    """Wait for the table to come so far."""
    try:
        async with asyncio.timeout(SETTLE_SECONDS):
            while not reached(host.state):
                await host.changed()
    except TimeoutError:
        raise Unavailable(TableFault.BUSY) from None
