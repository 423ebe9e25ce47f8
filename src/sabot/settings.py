"""The settings of a process: read once, frozen, checked.

A file in TOML says what a house is made of; secrets are never in it, only the names of the
environment variables, or of the key files, that hold them. Every mistake in the file is told with
its place.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from ipaddress import IPv4Network, ip_network
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfoNotFoundError

import msgspec

from sabot.adapters.wallet.addresses import checked_address
from sabot.adapters.wallet.keys import KeyRing, read_keys
from sabot.adapters.wallet.secrets import weakness_of
from sabot.adapters.wallet.signing import Key
from sabot.errors import Malformed
from sabot.gateway.sockets.origins import host_in, whole_origin
from sabot.money import Currency
from sabot.service.controls.calendar import calendar_of
from sabot.service.office.ceilings import Ceilings

OPERATOR_ID = re.compile("[a-z][a-z0-9-]{0,31}").fullmatch
RESERVED = frozenset({"bot", "house"})
"""Ids that no operator may have: they stand for players that are no operator's."""

PROXY_PREFIX_MIN = {4: 8, 6: 32}
"""The widest network of proxies, by version of IP: a private 10.0.0.0/8, one site of IPv6. A wider
one would let strangers say where they come from."""

ANCESTOR = re.compile(r"'self'|https://(?:\*\.)?[a-z0-9.-]+(?::[0-9]{1,5})?").fullmatch
"""A page that may show us in a frame, where money is real."""

ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?").fullmatch
"""A scheme, a host and perhaps a port, as browsers write them."""

TABLE_ID = re.compile(r"[a-z][a-z0-9-]{0,31}").fullmatch
"""A table's name in commands, codes of rounds and shoes: no colon, no dot."""

NAME_MAX = 40
"""A table's name on its tile."""

VARIABLE = re.compile("[A-Za-z_][A-Za-z0-9_]*").fullmatch


class Environment(StrEnum):
    """What a process is for; tests and demonstrations have tools that production refuses."""

    DEMO = "demo"
    TEST = "test"
    PRODUCTION = "production"


class OperatorSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An operator: where its wallet is, how calls are signed, and how long one may take."""

    id: str
    wallet: str
    key_id: str = ""
    secret_env: str = ""
    keys_file: str = ""  # instead of both: two keys at once, read again when the file changes
    currency: Currency = Currency.EUR
    scale: Annotated[int, msgspec.Meta(ge=2, le=8)] = 2
    timeout_ms: Annotated[int, msgspec.Meta(ge=100, le=30_000)] = 4_000
    plain_http: bool = False
    launch_origins: tuple[str, ...] = ()  # pages whose links sign players in without a question
    cashier: str = ""  # the page where players deposit and withdraw (F19); empty: no such page

    def __post_init__(self) -> None:
        if not OPERATOR_ID(self.id) or self.id in RESERVED:
            raise Malformed("settings/operator_id", operator=self.id)
        self._check_keys()
        checked_address(self.wallet, plain_http=self.plain_http)
        for origin in self.launch_origins:
            if not ORIGIN(origin):
                raise Malformed("settings/launch_origin", operator=self.id, origin=origin)
        if self.cashier:
            checked_page(self.cashier, plain_http=self.plain_http, operator=self.id)

    def _check_keys(self) -> None:
        if self.keys_file:
            if self.key_id or self.secret_env:
                raise Malformed("settings/keys_twice", operator=self.id)
            return
        if not self.key_id:
            raise Malformed("settings/key_id", operator=self.id)
        if not VARIABLE(self.secret_env):
            raise Malformed("settings/secret_env", operator=self.id)

    def keys(self, environment: Mapping[str, str] = os.environ) -> KeyRing:
        """The shared keys; secrets are in the environment or in a file of their own."""
        if self.keys_file:
            return read_keys(Path(self.keys_file), operator=self.id)
        secret = environment.get(self.secret_env, "")
        if not secret:
            raise Malformed("settings/secret_missing", operator=self.id, variable=self.secret_env)
        return KeyRing(Key(id=self.key_id, secret=secret.encode()))


class NetworkSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the house listens, and how it is reached.

    `secure` says that players come over HTTPS, through whatever stands in front: cookies are then
    bound to it. Without it the house is for one machine, or for trying.
    """

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65_535)] = 8000
    secure: bool = False
    origins: tuple[str, ...] = ()  # pages of others that may talk to us, besides our own
    frame_ancestors: tuple[str, ...] = ()  # pages that may show us in a frame
    proxies: tuple[str, ...] = ()  # addresses or networks that tell where players come from
    public_address: str = ""
    hosts: tuple[str, ...] = ()  # further names by which the house is reached: host or host:port
    metrics_key_env: str = ""  # the variable with the key that opens /metrics
    voices: str = ""  # a folder with recorded announcements: <language>/<phrase>.ogg
    requests_per_second: Annotated[float, msgspec.Meta(gt=0)] = 60.0  # of one socket

    def __post_init__(self) -> None:
        if self.metrics_key_env and not VARIABLE(self.metrics_key_env):
            raise Malformed("settings/metrics_key_env")
        for proxy in self.proxies:
            _check_proxy(proxy)
        for origin in self.origins:
            if whole_origin(origin) != origin:
                raise Malformed("settings/origin", origin=origin)
        for host in self.hosts:
            if host_in(host, scheme=self.scheme) != host:
                raise Malformed("settings/host", host=host)
        if self.public_address and whole_origin(self.public_address) != self.public_address:
            raise Malformed("settings/public_address", public_address=self.public_address)

    @property
    def scheme(self) -> str:
        """How players come."""
        return "https" if self.secure else "http"

    def metrics_key(self, environment: Mapping[str, str] = os.environ) -> str:
        """The key that opens `/metrics` without a session; empty when there is none."""
        if not self.metrics_key_env:
            return ""
        key = environment.get(self.metrics_key_env, "")
        weakness = weakness_of(key.encode())
        if weakness is not None:
            raise Malformed("settings/metrics_key", variable=self.metrics_key_env, reason=weakness)
        return key

    def check_for_production(self) -> None:
        """Refuse what is good enough for one machine only."""
        if not self.secure:
            raise _not_in_production("players come over HTTPS")
        if not self.public_address.startswith("https://"):
            raise _not_in_production("public_address says how players reach the house, over HTTPS")
        if not all(origin.startswith("https://") for origin in self.origins):
            raise _not_in_production("origins are pages over HTTPS")
        if not all(map(ANCESTOR, self.frame_ancestors)):
            raise _not_in_production("frame_ancestors are pages over HTTPS")


class SealingSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the keys are that seal hidden cards and sign the house log: in an environment variable,
    or in a file. The house notes its seals in `seals_file`, beside the keys unless told.
    """

    keys_env: str = "SABOT_SEALING_KEYS"
    keys_file: str = ""
    seals_file: str = ""

    def __post_init__(self) -> None:
        if not VARIABLE(self.keys_env):
            raise Malformed("settings/keys_env", variable=self.keys_env)


class LiveTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table where a person deals real cards, like one of the tables that the games propose.

    A rehearsal needs no sets of cards: its codes begin with the name of the shoe. Production has
    none. A scripted dealer works for a demonstration only, and leaves the table to any dealer.
    """

    id: str
    name: str
    like: str
    opening: Literal["dealer", "clock"] = "dealer"
    burn: bool = False
    rehearsal: bool = False
    scripted: bool = False  # the house itself rehearses here, with a scripted dealer

    def __post_init__(self) -> None:
        if not TABLE_ID(self.id) or not 1 <= len(self.name) <= NAME_MAX:
            raise Malformed("settings/live_table", table=self.id)
        if self.scripted and not self.rehearsal:
            raise Malformed(
                "settings/live_table", table=self.id, reason="only a rehearsal is scripted"
            )


REHEARSED = LiveTable(id="live-1", name="Aurora", like="speed-1", rehearsal=True, scripted=True)
"""The live table of `sabot play`."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything a process is told from outside."""

    environment: Environment = Environment.DEMO
    database: str = "sqlite:///sabot.db"
    bots: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 12
    pace: float = 1.0  # 1 is real time; 0.1 plays ten times as fast (not in production)
    operators: tuple[OperatorSettings, ...] = ()
    network: NetworkSettings = NetworkSettings()
    sealing: SealingSettings = SealingSettings()
    live_tables: tuple[LiveTable, ...] = ()
    time_zone: str = "Europe/Rome"  # in whose midnight the days of limits begin
    ceilings: Ceilings = Ceilings()  # of what staff order outside of rounds
    sign_up: bool | None = (
        None  # whether players may make accounts; unless told, not with operators
    )

    @property
    def signs_up(self) -> bool:
        """Whether players may make accounts of their own: operators bring theirs."""
        return not self.operators if self.sign_up is None else self.sign_up

    def __post_init__(self) -> None:
        if self.environment is Environment.PRODUCTION:
            if self.bots or self.pace != 1.0:
                raise _not_in_production("no bots and no hurry")
            self.network.check_for_production()
        if not 0.0005 <= self.pace <= 10:
            raise Malformed("settings/pace", pace=self.pace)
        if not 0 <= self.bots <= 1000:
            raise Malformed("settings/bots", bots=self.bots)
        _check_zone(self.time_zone)
        self._check_operators()
        self._check_live_tables()

    def _check_live_tables(self) -> None:
        seen: set[str] = set()
        for table in self.live_tables:
            if table.id in seen:
                raise Malformed("settings/live_table_twice", table=table.id)
            if table.rehearsal and self.environment is Environment.PRODUCTION:
                raise _not_in_production("no rehearsal")
            seen.add(table.id)

    def _check_operators(self) -> None:
        seen: set[str] = set()
        for operator in self.operators:
            if operator.id in seen:
                raise Malformed("settings/operator_twice", operator=operator.id)
            if operator.plain_http and self.environment is Environment.PRODUCTION:
                raise _not_in_production("no plain HTTP")
            seen.add(operator.id)

    def operator(self, operator_id: str) -> OperatorSettings:
        """The operator of this name."""
        for operator in self.operators:
            if operator.id == operator_id:
                return operator
        known = ", ".join(operator.id for operator in self.operators) or "none"
        raise Malformed("settings/no_such_operator", operator=operator_id, known=known)


def checked_page(address: str, *, plain_http: bool, operator: str) -> str:
    """The address of a page that players open: HTTPS, a host, and nothing a browser could run."""
    parts = urlsplit(address)
    schemes = {"https", "http"} if plain_http else {"https"}
    plain = address.isascii() and address.isprintable() and " " not in address
    if not (plain and parts.scheme in schemes and parts.hostname and parts.username is None):
        raise Malformed("settings/cashier", operator=operator, cashier=address)
    return address


def _not_in_production(reason: str) -> Malformed:
    return Malformed("settings/not_in_production", reason=reason)


def _check_zone(time_zone: str) -> None:
    try:
        calendar_of(time_zone)
    except ZoneInfoNotFoundError:
        raise Malformed("settings/time_zone", time_zone=time_zone) from None


def _check_proxy(proxy: str) -> None:
    try:
        network = ip_network(proxy)
    except ValueError:
        raise Malformed("settings/proxy", proxy=proxy) from None
    widest = PROXY_PREFIX_MIN[4 if isinstance(network, IPv4Network) else 6]
    if network.prefixlen < widest:
        raise Malformed("settings/proxy_too_wide", proxy=proxy, prefix_min=widest)


def read_settings(file: Path, *, environment: Environment | None = None) -> Settings:
    """Settings from a TOML file; an environment that was typed takes the place of the file's.

    A file with operators has to say what it is for: the demonstration has accounts whose password
    is public.
    """
    try:
        stated = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise Malformed("settings/unreadable", file=str(file), reason=error.strerror) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Malformed("settings/not_toml", file=str(file), reason=str(error)) from None
    if environment is not None:
        stated["environment"] = environment.value
    if stated.get("operators") and "environment" not in stated:
        raise Malformed("settings/environment", file=str(file), known=", ".join(Environment))
    if stated.get("environment") == Environment.PRODUCTION:
        stated.setdefault("bots", 0)
    try:
        return msgspec.convert(stated, Settings)
    except msgspec.ValidationError as error:
        raise Malformed("settings/field", file=str(file), reason=str(error)) from None


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the demonstration keeps its database."""
    home = environment.get("SABOT_DATA_DIR") or environment.get("XDG_DATA_HOME")
    return Path(home or Path.home() / ".local" / "share") / "sabot"
