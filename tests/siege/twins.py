"""A casino in virtual time around one table whose shoe is chosen: two runs differ in nothing else.

Everything is what runs in production, down to the bytes that a socket writes; only the outermost
edge is the test's: a transport that keeps what is written, and requests that do not cross a port.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import shutil
from collections.abc import AsyncIterator, Callable, Sequence
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from tests.gateway.http.premises import PASSWORD, _services, _staff
from tests.units import posted
from tests.virtual_time import VirtualClock, VirtualTimeLoop
from typing_extensions import override

from sabot.adapters.sql import open_store
from sabot.bootstrap import House
from sabot.bootstrap.opening import Told
from sabot.cards import Card, cards
from sabot.gamekit import Role as BetRole
from sabot.gateway.assembly import Gateway, Lines, assemble
from sabot.gateway.http.dependencies import HttpSettings
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.pace import Pace
from sabot.gateway.sockets.turns import Turns
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Currency
from sabot.runtime.host import TableHost
from sabot.runtime.virtual_dealer import VirtualDealer
from sabot.service.catalogue import default_tables
from sabot.service.identity.accounts import NewAccount
from sabot.service.identity.roles import Role
from sabot.service.proof.clock import HouseClock
from sabot.settings import Settings
from sabot.table import events as e
from sabot.table.config import AnyConfig, SeatRule
from sabot.table.state import TableState

SALT = bytes(32)
STUDIO = ("dealer-house-1", "supervisor-house-1", "shift_manager-house-1", "auditor-house-1")
"""Staff in front of the table: what lies face down is hidden from them as well."""

LOOKING = ("ann", "ben", "moderator-house-1", "operator-acme-1", *STUDIO)
DECK = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
COMMITMENT = re.compile(rb'"commitment":"[0-9a-f]{64}"')
LOOK_SECONDS = 0.02
"""How long after a change everything over HTTP is looked at, in virtual time."""


def shoe(decks: int, seed: int) -> list[str]:
    """Shuffled decks; the first card is dealt first."""
    found = DECK * decks
    Random(seed).shuffle(found)
    return found


class ChosenHouse(House):
    """A house whose clock is the loop's, and whose dealers are given their shoe."""

    order: Sequence[str] = ()

    @override
    def _dealer(self, host: TableHost) -> VirtualDealer:
        def shuffle(decks: int) -> list[Card]:
            return list(cards(" ".join(self.order)))[::-1]

        return VirtualDealer(
            host,
            shoes=self.store.shoes,
            seals=self.seals,
            clock=self.clock,
            shuffle=shuffle,
            salt=lambda: SALT,
        )


class Wire:
    """The far end of a socket: keeps every byte, and when it came."""

    def __init__(self, who: str, heard: Callable[[str, bytes], None]) -> None:
        self._who = who
        self._heard = heard
        self.underlying_transport = self

    def get_extra_info(self, _name: str) -> None:
        """No socket, no encryption."""

    def set_write_buffer_limits(self, *, high: int, low: int) -> None:
        """Nobody is slow here."""

    def write(self, data: bytes) -> None:
        self._heard(self._who, data)


class Twin:
    """One run: what everybody was told, and when the first hidden card was turned."""

    def __init__(self) -> None:
        self.told: list[tuple[float, str, bytes]] = []
        self.dealt: list[tuple[float, e.CardDealt]] = []  # of the first round
        self.turned: dict[str, float] = {}  # position → when its card was turned
        self.rounds = 0
        self.ended = asyncio.Event()

    def hear(self, who: str, data: bytes) -> None:
        now = asyncio.get_running_loop().time()
        self.told.append((now, who, COMMITMENT.sub(b'"commitment":"?"', data)))

    def see(self, events: Sequence[e.Event]) -> None:
        now = asyncio.get_running_loop().time()
        for event in events if not self.rounds else ():
            if isinstance(event, e.CardDealt):
                self.dealt.append((now, event))
            elif isinstance(event, e.CardsRevealed):
                for position in event.positions:
                    self.turned.setdefault(position, now)
            elif isinstance(event, e.TableRested | e.RoundLapsed):
                self.rounds += 1
                self.ended.set()

    def seen_at(self, number: int) -> float:
        """When the card of this number was seen by everybody; never is infinity."""
        if number >= len(self.dealt):
            return inf
        at, card = self.dealt[number]
        return self.turned.get(card.position, inf) if card.face_down else at

    def before(self, at: float) -> list[tuple[float, str, bytes]]:
        return [line for line in self.told if line[0] < at]


class World:
    """The house of a run."""

    def __init__(self, folder: Path, config: AnyConfig, order: Sequence[str]) -> None:
        self.twin = Twin()
        self._lines = Lines()
        self.table = config.table_id
        settings = Settings(database=f"sqlite:///{folder / 'twin.db'}", bots=0)
        self.house = ChosenHouse(settings, publish=self._published, told=Told(new=True))
        self.house.clock = HouseClock(VirtualClock(), None)
        self.house.order = order
        self.house.open_tables([config])
        self.config = config
        self.services = _services(self.house, self._lines)

    def _published(self, state: TableState, events: Sequence[e.Event]) -> None:
        self._lines.published(state, events)
        self.twin.see(events)

    def people(self) -> dict[str, str]:
        """Everybody who looks, and their tokens."""
        of_the_studio = (Role.DEALER, Role.SUPERVISOR, Role.SHIFT_MANAGER, Role.AUDITOR)
        for role in (Role.MODERATOR, Role.OPERATOR, *of_the_studio):
            _staff(self.services.identity.accounts, role)
        tokens = {}
        for name in ("ann", "ben", "cleo"):
            new = NewAccount(login=name, password=PASSWORD, role=Role.PLAYER, nickname=name.title())
            self.services.identity.accounts.create(new)
            gift = Transfer(
                id=f"gift:{name}",
                kind=TransferKind.DEPOSIT,
                debit=str(Account(AccountKind.CASHIER, "test", Currency.EUR)),
                credit=self.house.players.player(name).account,
                amount=1_000_000,
            )
            assert posted(self.house.store, [gift]) is None
        for login in ("ann", "ben", "cleo", "moderator-house-1", "operator-acme-1", *STUDIO):
            tokens[login] = self.services.identity.sign_in.sign_in(
                login, PASSWORD, address=""
            ).token
        return tokens

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Gateway]:
        gateway = assemble(self.services, self._lines, HttpSettings(secure=False))
        loop = asyncio.get_running_loop()
        gateway.presence.attach(loop)
        gateway.rooms.thread.attach(self.services.chat, loop)
        running = asyncio.create_task(self.house.run())
        await self.house.ready.wait()
        try:
            yield gateway
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            gateway.rooms.thread.close()
            self.house.close()
            self.house.store.close()

    def socket(self, gateway: Gateway, who: str, token: str) -> Connection:
        pace = Pace(10_000, now=asyncio.get_running_loop().time)
        principal = self.services.identity.sessions.session_of(token)
        connection = Connection(principal, gateway.reader, pace, Turns())
        connection.on_ws_connected(Wire(who, self.twin.hear))  # type: ignore[arg-type]
        return connection

    def say(self, gateway: Gateway, connection: Connection, **message: object) -> None:
        gateway.reader.received(connection, msgspec.json.encode(message))

    async def get(self, gateway: Gateway, who: str, token: str, path: str) -> None:
        """What somebody gets over HTTP, with its status and size."""
        told: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            told.append(message)

        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "scheme": "http",
            "headers": [(b"host", b"x"), (b"authorization", f"Bearer {token}".encode())],
            "client": ("192.0.2.1", 1),
            "server": ("x", 80),
            "state": {},
        }
        await gateway.app(scope, receive, send)  # type: ignore[arg-type]
        headers = b"".join(b"%s: %s\n" % pair for pair in sorted(told[0]["headers"]))
        body = b"".join(part.get("body", b"") for part in told[1:])
        self.twin.hear(who, b"%s %d\n%s\n%s" % (path.encode(), told[0]["status"], headers, body))


def main_kind(config: AnyConfig) -> str:
    return next(str(k) for k, spec in config.variant.bets.items() if spec.role is BetRole.MAIN)


class Bettor:
    """Plays by what they are told, and by nothing else."""

    def __init__(self, world: World, gateway: Gateway, who: str, connection: Connection) -> None:
        self._world = world
        self._gateway = gateway
        self._who = who
        self._connection = connection
        self._number = 0

    def act(self, **command: object) -> None:
        self._number += 1
        engine = self._world.house.hosts[self._world.table].engine
        self._world.say(
            self._gateway,
            self._connection,
            type="act",
            cmd_id=f"{self._who}-{self._number}",
            table=self._world.table,
            bets_for=engine.bets_for(engine.state),
            command=command,
        )

    async def play(self, options: Random) -> None:
        config = self._world.config
        seat = 1 if config.seat_rule is not SeatRule.NONE else None
        if seat is not None:
            self.act(type="TakeSeat", seat=seat)
        kind = main_kind(config)
        rules = config.rules(switched_off=frozenset())
        await asyncio.sleep(0.5)
        self.act(type="PlaceChip", kind=kind, amount=rules.limits_of(kind).minimum, seat=seat)
        self.act(type="ConfirmBets")
        host = self._world.house.hosts[self._world.table]
        while True:
            await asyncio.sleep(0.7)
            question = None if host.state.round is None else host.state.round.question
            if question is None:
                continue
            option = options.choice([option.id for option in question.ask.options])
            if question.ask.seat is not None:
                self.act(type="Choose", decision_id=question.decision_id, option=option)
                continue
            for bet in host.state.current.bets.values():
                if bet.player == self._who:
                    self.act(
                        type="Answer", decision_id=question.decision_id, bet=bet.id, option=option
                    )


async def _looks(world: World, gateway: Gateway, tokens: dict[str, str]) -> None:
    """Every answer over HTTP about this round, for players and for staff."""
    host = world.house.hosts[world.table]
    while True:
        await host.changed()
        await asyncio.sleep(LOOK_SECONDS)
        state = host.state
        round_id = None if state.round is None else state.round.round_id
        shoe_id = None if state.shoe is None else state.shoe.shoe_id
        paths = ["/api/tables", f"/api/tables/{world.table}"]
        paths += [f"/api/tables/{world.table}/scorecards", "/api/history/today"]
        if round_id is not None:
            paths += [f"/api/rounds/{round_id}", f"/api/rounds/{round_id}/replay"]
            paths += [f"/api/staff/rounds/{round_id}"]
            paths += [f"/api/staff/tables/{world.table}/timeline"]
            paths += [f"/api/staff/tables/{world.table}/refund"]
        if shoe_id is not None:
            paths += [f"/api/shoes/{shoe_id}/proof"]
        paths += ["/api/staff/tables", "/api/history/previous"]
        paths += ["/api/staff/incidents", "/api/staff/approvals", "/api/staff/duty"]
        for who, token in tokens.items():
            for path in paths:
                if ("staff" in path) == ("house" in who or "acme" in who):
                    await world.get(gateway, f"http:{who}", token, path)


async def _run(folder: Path, config: AnyConfig, order: Sequence[str], seed: int) -> Twin:
    world = World(folder, config, order)
    tokens = world.people()
    async with world.open() as gateway:
        await asyncio.sleep(1)
        ann, ben, cleo = (world.socket(gateway, who, tokens[who]) for who in ("ann", "ben", "cleo"))
        moderator = world.socket(gateway, "moderator", tokens["moderator-house-1"])
        for connection in (ann, ben):
            world.say(gateway, connection, type="watch", table=world.table)
        for connection in (cleo, moderator):
            world.say(gateway, connection, type="watch_lobby")
        for who in STUDIO:
            staff = world.socket(gateway, who, tokens[who])
            world.say(gateway, staff, type="watch", table=world.table)
            world.say(gateway, staff, type="watch_staff")
        world.say(gateway, moderator, type="watch_chats")
        for connection in (ann, ben, moderator):
            world.say(gateway, connection, type="enter", room=f"table:{world.table}")
        world.say(
            gateway, ben, type="say", cmd_id="s", room=f"table:{world.table}", text="Good luck."
        )
        tasks = [
            asyncio.create_task(Bettor(world, gateway, "ann", ann).play(Random(seed))),
            asyncio.create_task(_looks(world, gateway, {who: tokens[who] for who in LOOKING})),
        ]
        await asyncio.sleep(3)
        # Somebody who comes late, and comes back.
        world.say(gateway, cleo, type="watch", table=world.table)
        await world.twin.ended.wait()
        await asyncio.sleep(1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return world.twin


def run(folder: Path, table: str, order: Sequence[str], seed: int) -> Twin:
    """Play the first round of a shoe."""
    folder.mkdir()
    template = folder.parent / "template.db"
    if not template.exists():
        open_store(f"sqlite:///{template}").close()
    shutil.copy(template, folder / "twin.db")
    config = next(each for each in default_tables() if each.table_id == table)
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(_run(folder, config, order, seed))
