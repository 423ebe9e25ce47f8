"""A whole casino on a free port: SQLite, fast tables, every service, and people who come by HTTP.

Everything is what runs in production; only the timers are short and the password hash is cheap.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import secrets
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from tests.service.back_office import Played
from typing_extensions import override

from sabot.adapters.chance import shuffled_shoe
from sabot.adapters.passwords import Argon2Cost, Argon2Passwords
from sabot.adapters.sql.readers.archive import SqlArchive
from sabot.adapters.sql.readers.chat import SqlChat
from sabot.adapters.sql.readers.figures import SqlFigures
from sabot.adapters.sql.readers.history import SqlHistory
from sabot.adapters.sql.readers.identity import SqlIdentity
from sabot.adapters.sql.readers.preferences import SqlPreferences
from sabot.bootstrap import House
from sabot.bootstrap.identity import identity_of
from sabot.gateway.assembly import Gateway, Lines, assemble
from sabot.gateway.http.dependencies import HttpSettings
from sabot.gateway.server import listen
from sabot.gateway.services import Services
from sabot.money import Currency
from sabot.runtime.virtual_dealer import Shuffle
from sabot.service.catalogue import default_tables
from sabot.service.chat.desk import ChatDesk
from sabot.service.identity.accounts import APART, Accounts, NewAccount
from sabot.service.identity.demo import demo_accounts
from sabot.service.identity.roles import Binding, DeviceKind, Role
from sabot.service.identity.rules import IdentityRules
from sabot.service.players.directory import Player
from sabot.service.players.preferences import PreferenceDesk
from sabot.service.wallets.calls import Refusal, RefusedBy, Session, Unknown, our_id
from sabot.settings import Settings
from sabot.table.config import AnyConfig

PASSWORD = "correct horse"  # noqa: S105 -- of people who exist in tests only
SECRET = b"between us"
OPERATORS = ("acme", "other")
CHEAP = Argon2Cost(passes=1, memory_kib=8, lanes=1)
DEVICE = "device-house-1"
"""Stands for a device where tests go through all roles: it has a token and no password."""

SCANNER = Binding(table="speed-1", kind=DeviceKind.SCANNER)
TABLES = ("speed-1", "blackjack-1", "brag-1")


def signed(body: bytes, operator: str = "acme") -> dict[str, str]:
    """How an operator's server signs here; which way is the adapters' business."""
    digest = hmac.new(SECRET, operator.encode() + body, hashlib.sha256).hexdigest()
    return {"X-Operator": operator, "X-Signature": digest, "Content-Type": "application/json"}


def verify(_call: str, headers: Mapping[str, str], body: bytes) -> str | None:
    operator = headers.get("x-operator", "")
    digest = hmac.new(SECRET, operator.encode() + body, hashlib.sha256).hexdigest()
    fits = hmac.compare_digest(digest.encode(), headers.get("x-signature", "").encode())
    return operator if fits and operator in OPERATORS else None


async def authenticate(operator: str, token: str) -> Session | RefusedBy | Unknown:
    """An operator's wallet that knows everybody whose token is `of-` and their id."""
    if not token.startswith("of-"):
        return RefusedBy(Refusal.TOKEN_EXPIRED)
    theirs = token.removeprefix("of-")
    player = Player(player_id=our_id(operator, theirs), nickname=theirs, operator=operator)
    return Session(player=player, balance=1_000)


class Socket(WSListener):
    """A socket that keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.heard = asyncio.Event()
        self.closed = asyncio.Event()

    @override
    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    @override
    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.told.append(msgspec.json.decode(frame.get_payload_as_bytes()))
            self.heard.set()
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()

    @override
    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.closed.set()

    def say(self, **message: object) -> None:
        """Send a message; a command names the round that was last shown, as clients do."""
        if message["type"] == "act":
            message.setdefault("bets_for", self.bets_for(message["table"]))
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode(message))

    def bets_for(self, table: object) -> str:
        """What a chip has to name at a table, as it was last shown here."""
        shown = ""
        for message in self.told:
            if message.get("table") == table:
                changed = message.get("view") or message.get("set") or {}
                shown = changed.get("bets_for", shown) or ""
        return shown

    async def until(self, kind: str, **fields: object) -> dict[str, Any]:
        """The first message of a kind with these fields, now or soon."""
        seen = 0
        async with asyncio.timeout(20):
            while True:
                for message in self.told[seen:]:
                    seen += 1
                    if message["type"] == kind and fields.items() <= message.items():
                        return message
                self.heard.clear()
                await self.heard.wait()


@dataclass(kw_only=True)
class Premises:
    """A house with its gateway, and a client for whoever comes."""

    house: House
    services: Services
    gateway: Gateway
    address: str

    @property
    def host(self) -> str:
        return self.address.removeprefix("http://")

    def browser(self, **more: Any) -> httpx.AsyncClient:
        """Somebody with cookies, whose pages are ours."""
        return httpx.AsyncClient(
            base_url=self.address,
            headers={"Origin": self.address},
            trust_env=False,
            verify=False,  # noqa: S501 -- plain HTTP on this machine; reading certificates is slow
            **more,
        )

    def device(self, binding: Binding) -> dict[str, str]:
        """The header of a device that was just added."""
        made = self.services.identity.devices.add(binding, actor="console:test", reason="a test")
        return {"Authorization": f"Bearer {made.token}"}

    async def bearer(self, login: str) -> dict[str, str]:
        """The header of somebody who signed in as a program."""
        if login == DEVICE:
            return self.device(SCANNER)
        body = {"login": login, "password": PASSWORD, "bearer": True}
        async with self.browser() as client:
            answer = await client.post("/api/sign-in", json=body)
        assert answer.status_code == 200, answer.text
        return {"Authorization": f"Bearer {answer.json()['token']}"}

    async def get(self, path: str, headers: Mapping[str, str]) -> httpx.Response:
        async with self.browser() as client:
            return await client.get(path, headers=dict(headers))

    async def socket(self, headers: Mapping[str, str]) -> Socket:
        _, listener = await ws_connect(Socket, f"ws://{self.host}/ws", extra_headers=dict(headers))
        assert isinstance(listener, Socket)
        return listener


def _services(house: House, lines: Lines, *, guests_per_address_max: int = 10_000) -> Services:
    store = house.store
    identity = identity_of(
        house,
        rules=IdentityRules(
            for_fun_cents=50_000,
            demo=True,
            failures_per_address_max=100_000,
            guests_per_address_max=guests_per_address_max,
        ),
        hasher=Argon2Passwords(CHEAP),
        tokens=lambda: secrets.token_urlsafe(32),
        currencies=dict.fromkeys(OPERATORS, Currency.EUR),
        origins={"acme": frozenset({"https://acme.example"})},
    )
    demo_accounts(
        identity.accounts,
        store=identity.store.accounts,
        players=house.players,
        ledger=store.ledger,
        environment="demo",
        at_ms=house.clock.wall_ms(),
    )
    return Services(
        house=house,
        identity=identity,
        archive=SqlArchive(store.database),
        figures=SqlFigures(store.database),
        history=SqlHistory(store.database),
        preferences=PreferenceDesk(SqlPreferences(store.database), wish=lines.wish),
        chat=ChatDesk(SqlChat(store.database), house.clock, publish=lines.said),
        authenticate=authenticate,
        verify=verify,
    )


def played(here: Premises, player: str) -> str:
    """A round that the desk of manual credits believes this player has lost 100.00 in.

    Operators' players cannot bet here, because their wallets are not real.
    """
    here.house.adjustments._bets = Played()
    assert here.house.adjustments._bets.bets_in("speed-1-7", player)
    return "speed-1-7"


ACME_CASHIER = "https://acme.example/cashier"
"""The page that the operator `acme` names in its settings; the other operator names none."""

METRICS_KEY = "9dJx2-tQ7mWv0RzYkLp4hB_c6Nf8sGaE1uXo"


@contextlib.asynccontextmanager
async def opened(
    folder: Path,
    *,
    pace: float = 0.03,
    bots: int = 0,
    tables: tuple[str, ...] = TABLES,
    live: tuple[AnyConfig, ...] = (),
    proxies: tuple[str, ...] = (),
    sign_up: bool = True,
    guests_per_address_max: int = 10_000,
    shuffle: Shuffle = shuffled_shoe,
) -> AsyncIterator[Premises]:
    """Open a casino, and close it again."""
    lines = Lines()
    settings = Settings(database=f"sqlite:///{folder / 'house.db'}", bots=bots, pace=pace)
    house = House(settings, publish=lines.published, on_locked=lines.locked, shuffle=shuffle)
    open_ = [config for config in default_tables() if config.table_id in tables]
    house.open_tables([*open_, *live])
    services = _services(house, lines, guests_per_address_max=guests_per_address_max)
    if SqlIdentity(house.store.database).accounts.of_login("ann") is None:
        _people(services.identity.accounts)
    http = HttpSettings(
        secure=False,
        proxies=proxies,
        sign_up=sign_up,
        metrics_key=METRICS_KEY,
        cashier_links={"acme": ACME_CASHIER},
    )
    gateway = assemble(services, lines, http, requests_per_second=10_000)
    listener = listen("127.0.0.1", 0)
    running = asyncio.create_task(house.run())
    serving = asyncio.create_task(gateway.serve(listener))
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    premises = Premises(house=house, services=services, gateway=gateway, address=address)
    try:
        await _until_ready(premises)
        yield premises
    finally:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        house.close()
        house.store.close()


def _people(accounts: Accounts) -> None:
    for role in Role:
        _staff(accounts, role)
    for login in ("ann", "ben"):
        new = NewAccount(login=login, password=PASSWORD, role=Role.PLAYER, nickname=login.title())
        accounts.create(new)


def _staff(accounts: Accounts, role: Role) -> None:
    operators = OPERATORS if role is Role.OPERATOR else (None,)
    if role in APART:
        return
    for operator in operators:
        for number in ("1", "2"):
            login = f"{role.value}-{operator or 'house'}-{number}"
            accounts.create(
                NewAccount(
                    login=login,
                    password=PASSWORD,
                    role=role,
                    nickname=login,
                    operator=operator,
                )
            )


async def _until_ready(premises: Premises) -> None:
    async with asyncio.timeout(20), premises.browser() as client:
        while True:
            with contextlib.suppress(httpx.TransportError):
                if (await client.get("/readyz")).status_code == 200:
                    return
            await asyncio.sleep(0.02)
