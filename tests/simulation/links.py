"""The way between people and a table: late, lost, repeated, overtaken, never wrong."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Mapping
from functools import partial
from itertools import count
from types import MappingProxyType

from tests.simulation.faults import Fault, Luck
from typing_extensions import override

from sabot.runtime.host import TableHost
from sabot.service.tables.envelopes import Envelope, Reply
from sabot.table import commands as c
from sabot.table.authority import ActorKind
from sabot.table.promises import ShoeSecret
from sabot.table.state import TableState

UNREACHABLE = (
    *("table/owner_changed", "table/busy", "table/malfunction", "table/started_again"),
    *("store/failed", "store/full", "store/outcome_unknown", "store/io_error"),
    *("wallet/pending", "house/cannot_write"),
)
"""Answers that say nothing about the command itself."""

CHIPS_KEPT = 12
"""Chips of a player at a table that may come once more: of a few rounds."""

LOST_SECONDS = (300.0, 400.0)
"""How long a studio is silent that counts as lost (P5)."""


class Acknowledged:
    """What somebody was told: every word of it has to be true for ever (I4)."""

    def __init__(self) -> None:
        self.replies: dict[tuple[str, str], Reply] = {}
        self.lies: list[str] = []
        self.confirmed: dict[tuple[str, str], Envelope] = {}  # the last of a player at a table
        self.chips: defaultdict[tuple[str, str], deque[Envelope]] = defaultdict(
            partial(deque, maxlen=CHIPS_KEPT)
        )  # what a player put down at a table lately
        self.astray: set[tuple[str, str]] = set()  # commands that came to two tables
        self.put_down_twice: set[tuple[str, str]] = set()  # unless the disk had the answer
        self._epochs: dict[tuple[str, str], int] = {}

    def told(self, envelope: Envelope, host: TableHost, answer: asyncio.Future[Reply]) -> None:
        """Somebody heard this answer."""
        if answer.cancelled() or answer.result().code in UNREACHABLE:
            return
        reply, epoch = answer.result(), host.engine.epoch
        before = self.replies.setdefault(envelope.key, reply)
        if type(envelope.command) in c.FOR_ONE_ROUND and not is_kept(envelope):
            self._told_of_chips(envelope, reply, epoch)
            return
        if envelope.key in self.astray:
            return
        if reply != before and before.accepted:
            self.lies.append(f"{envelope.key} was told {before}, then {reply}")

    def _told_of_chips(self, envelope: Envelope, reply: Reply, epoch: int) -> None:
        """A crash clears the felt and the memory of it: from then on the chip is refused."""
        if reply.accepted and self._epochs.setdefault(envelope.key, epoch) != epoch:
            self.put_down_twice.add(envelope.key)


def is_kept(envelope: Envelope) -> bool:
    """Whether the answer to a command that was accepted is on the disk."""
    return isinstance(envelope.command, c.ConfirmBets)


class FlakyLink:
    """The network of one table."""

    def __init__(
        self,
        host: TableHost,
        luck: Luck,
        told: Acknowledged,
        people: asyncio.TaskGroup,
        *,
        tables: Mapping[str, TableHost] = MappingProxyType({}),
    ) -> None:
        self.host = host
        self._tables = tables
        self._people = people
        self._luck = luck
        self._told = told
        self._issued = count(1)
        self._arrived: defaultdict[str, int] = defaultdict(int)

    @property
    def state(self) -> TableState:
        return self.host.state

    def heartbeat(self) -> None:
        self.host.heartbeat()

    def fail(self, error: Exception) -> None:
        self.host.fail(error)

    async def changed(self, within: float | None = None, *, beyond_bets: bool = False) -> None:
        await self.host.changed(within, beyond_bets=beyond_bets)

    async def submit(self, envelope: Envelope) -> Reply:
        """Send a command over a bad line, until it is answered."""
        return await self.send(envelope)

    def send(self, envelope: Envelope) -> asyncio.Future[Reply]:
        """Send a command; most arrive at once."""
        number = next(self._issued)
        if type(envelope.command) in c.FOR_ONE_ROUND:
            self._told.chips[envelope.actor, self.state.table_id].append(envelope)
        if self._luck.happens(one_in=10):
            return self._people.create_task(self._badly(envelope, number))
        return self._deliver(envelope, number)

    async def _badly(self, envelope: Envelope, number: int) -> Reply:
        luck = self._luck
        if luck.strikes(Fault.REQUEST_LOST, one_in=8):
            await asyncio.sleep(luck.within(0.1, 1))  # the sender waits, and tries again
        elif luck.strikes(Fault.DUPLICATED, one_in=4):
            copy = self._deliver(envelope, number)
            reply = await self._deliver(envelope, number)
            await copy
            return reply
        elif luck.strikes(Fault.ANSWER_LOST, one_in=4):
            await self._deliver(envelope, number)
        elif self._has_ghosts(envelope) and luck.strikes(Fault.LONG_AFTER, one_in=3):
            await self._deliver(self._told.confirmed[envelope.actor, self.state.table_id], number)
        elif self._has_old_chips(envelope) and luck.strikes(Fault.CHIP_LONG_AFTER, one_in=3):
            chips = self._told.chips[envelope.actor, self.state.table_id]
            await self._deliver(chips[luck.below(len(chips))], number)
        elif self._strays(envelope):
            self._arrives_elsewhere(envelope)
        else:
            luck.fired[Fault.LATE] += 1
            await asyncio.sleep(luck.within(0.01, 0.7))
        return await self._deliver(envelope, number)

    def _has_ghosts(self, envelope: Envelope) -> bool:
        """Whether an old Confirm may come once more: of any round, and from before any crash."""
        return (envelope.actor, self.state.table_id) in self._told.confirmed

    def _has_old_chips(self, envelope: Envelope) -> bool:
        """Whether a chip may come once more, in whatever round this is by now."""
        return (envelope.actor, self.state.table_id) in self._told.chips

    def _strays(self, envelope: Envelope) -> bool:
        """Whether a copy is taken for a command at another table: the same id, which is the same.

        Chips are remembered by nobody after a crash, so of those nothing could be said.
        """
        lasting = isinstance(envelope.command, (c.ConfirmBets, c.TakeSeat))
        return lasting and bool(self._tables) and self._luck.strikes(Fault.ASTRAY, one_in=2)

    def _arrives_elsewhere(self, envelope: Envelope) -> None:
        self._told.astray.add(envelope.key)
        for table_id, host in self._tables.items():
            if table_id != self.state.table_id:
                host.send(envelope, lambda _reply: None)

    def _deliver(self, envelope: Envelope, number: int) -> asyncio.Future[Reply]:
        if number < self._arrived[envelope.actor]:
            self._luck.fired[Fault.REORDERED] += 1
        else:
            self._arrived[envelope.actor] = number
        answer = self.host.ask(envelope)
        answer.add_done_callback(partial(self._told.told, envelope, self.host))
        if isinstance(envelope.command, c.ConfirmBets):
            answer.add_done_callback(partial(self._remember, envelope))
        return answer

    def _remember(self, envelope: Envelope, answer: asyncio.Future[Reply]) -> None:
        if not answer.cancelled() and answer.result().accepted:
            self._told.confirmed[envelope.actor, self.state.table_id] = envelope


class StudioLink(FlakyLink):
    """The line of the studio: the scanners read other cards too, and the line may fall silent."""

    def __init__(
        self, host: TableHost, luck: Luck, told: Acknowledged, people: asyncio.TaskGroup
    ) -> None:
        super().__init__(host, luck, told, people)
        self._silent_until = 0.0
        self._first_code = ""
        self._shown: ShoeSecret | None = None
        self._accidents = count(1)

    @override
    def heartbeat(self) -> None:
        if not self._silent_until or asyncio.get_running_loop().time() >= self._silent_until:
            self.host.heartbeat()

    @override
    async def submit(self, envelope: Envelope) -> Reply:
        """Send what the dealer does, after whatever else happens at the table."""
        if isinstance(envelope.command, c.Scan):
            self._shown = envelope.shown
            await self._read_something_else(envelope.command)
            if self._luck.strikes(Fault.STUDIO_SILENT, one_in=900):
                await self._fall_silent()
        return await super().submit(envelope)

    async def _fall_silent(self) -> None:
        seconds = self._luck.within(*LOST_SECONDS)
        self._silent_until = asyncio.get_running_loop().time() + seconds
        await asyncio.sleep(seconds)

    async def _read_something_else(self, scan: c.Scan) -> None:
        luck = self._luck
        self._first_code = self._first_code or scan.code
        if not luck.happens(one_in=100):
            return
        shoe_id, number, _ = scan.code.split(":")
        wrong = {
            Fault.SCAN_REPEATED: (scan.position, self._first_code, self._first_code[-2:]),
            Fault.SCAN_OUT_OF_ORDER: (
                scan.position,
                f"{shoe_id}:{int(number) + 1}:{scan.card}",
                scan.card,
            ),
            Fault.SCAN_FOREIGN: (scan.position, f"other:1:{scan.card}", scan.card),
            Fault.SCAN_UNREADABLE: (scan.position, f"{shoe_id}:1:ZZ", "ZZ"),
            Fault.SCAN_UNEXPECTED: ("nowhere", scan.code, scan.card),
        }
        fault = list(wrong)[luck.below(len(wrong))]
        luck.fired[fault] += 1
        position, code, card = wrong[fault]
        await self.accident(c.Scan(position=position, code=code, card=card))

    async def accident(self, command: c.Command) -> Reply:
        """Something the machine did that it should not have done."""
        return await self._sent(command, ActorKind.MACHINE, shown=self._shown)

    async def by(self, actor: str, kind: ActorKind, command: c.Command) -> Reply:
        """A command of a member of staff by name."""
        return await self._sent(command, kind, actor=actor)

    def next_card(self) -> c.Scan | None:
        """The next card of the promised order, read now; None where no order was shown yet."""
        shoe, shown, number = self.state.shoe, self._shown, self.state.cards_out
        if shoe is None or shown is None or number >= shoe.cards:
            return None
        if not shown.keeps(shoe.commitment, cards=shoe.cards):
            return None
        card = shown.card(number)
        code = f"{shoe.shoe_id}:{number}:{card}"
        return c.Scan(position="somewhere", code=code, card=str(card))

    async def attack(self, command: c.Command, kind: ActorKind) -> None:
        """Somebody of the staff touches the cards; nothing may come of it."""
        reply = await self._sent(command, kind)
        assert not reply.accepted, f"{kind} may {command}"

    async def _sent(
        self,
        command: c.Command,
        kind: ActorKind,
        *,
        shown: ShoeSecret | None = None,
        actor: str = "",
    ) -> Reply:
        name = actor or f"studio:{kind}:{self.state.table_id}"
        number = next(self._accidents)
        cmd_id = f"{self.state.table_id}:{self.state.seq}:{id_of(self)}:{number}"
        return await super().submit(
            Envelope(actor=name, actor_kind=kind, cmd_id=cmd_id, command=command, shown=shown)
        )


def id_of(link: FlakyLink) -> int:
    """What tells the owners of a table apart: ids of commands are never given twice."""
    return link.host.engine.epoch
