"""What a gateway is given: a house, the people it lets in, and what only the gateway uses.

Each service is listed once. A house is used as it stands, behind `HouseServices`; `bootstrap` makes
the rest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from sabot.gateway.broadcast.returns import published_returns
from sabot.gateway.broadcast.table_info import Returns
from sabot.service.chat.desk import ChatDesk
from sabot.service.controls.desk import ControlDesk
from sabot.service.identity.accounts import Accounts
from sabot.service.identity.guests import GuestDesk
from sabot.service.identity.launches import LaunchDesk
from sabot.service.identity.rules import IdentityRules
from sabot.service.identity.sessions import Sessions
from sabot.service.identity.sign_in import SignInDesk
from sabot.service.identity.signed_requests import SignedRequests
from sabot.service.identity.staff import StaffDesk
from sabot.service.identity.stores import IdentityStore
from sabot.service.money.funds import FundsBook
from sabot.service.office.adjustments import Adjustments
from sabot.service.office.annulment import AnnulmentDesk
from sabot.service.office.clock_desk import ClockDesk
from sabot.service.office.exclusions import ExclusionDesk
from sabot.service.office.expiry_desk import ExpiryDesk
from sabot.service.office.four_eyes import FourEyes
from sabot.service.office.golden import GoldenRack
from sabot.service.office.void_desk import VoidDesk
from sabot.service.players.directory import Directory
from sabot.service.players.history import History
from sabot.service.players.preferences import PreferenceDesk
from sabot.service.ports import Clock, Seals, Store
from sabot.service.private.port import PrivateTablesPort
from sabot.service.proof.standing import HouseProof
from sabot.service.reports.ports import Figures
from sabot.service.storage.archive import Archive
from sabot.service.storage.committer import Committer
from sabot.service.studio.devices import DeviceDesk
from sabot.service.studio.past_alarms import PastAlarms
from sabot.service.studio.set_desk import SetDesk
from sabot.service.tables.link import TablePort
from sabot.service.tables.out_of_order import OutOfOrder
from sabot.service.wallets.calls import RefusedBy, Session
from sabot.service.wallets.calls import Unknown as WalletUnknown

Verify = Callable[[str, Mapping[str, str], bytes], str | None]
"""The operator whose server signed a call of this name, from its headers and its body, or None."""

Authenticate = Callable[[str, str], Awaitable[Session | RefusedBy | WalletUnknown]]
"""Ask an operator's wallet whose token it is; from then on the player's bets carry it."""


class LeavesOperators(Protocol):
    """The desk that calls operators' wallets."""

    async def leave(self, player_id: str) -> None:
        """No more bets of a player under the token of their session."""


class HouseServices(Protocol):
    """The parts of a running house that a gateway uses; `bootstrap.House` has them all."""

    # --- facts ---
    @property
    def clock(self) -> Clock: ...
    @property
    def store(self) -> Store: ...
    @property
    def seals(self) -> Seals: ...
    @property
    def proof(self) -> HouseProof: ...
    @property
    def committer(self) -> Committer: ...

    # --- players and their money ---
    @property
    def players(self) -> Directory: ...
    @property
    def funds(self) -> FundsBook: ...
    @property
    def controls(self) -> ControlDesk: ...
    @property
    def rack(self) -> GoldenRack: ...
    @property
    def desk(self) -> LeavesOperators: ...

    # --- tables ---
    @property
    def ready(self) -> asyncio.Event: ...
    @property
    def hosts(self) -> Mapping[str, TablePort]: ...
    @property
    def out_of_order(self) -> Mapping[str, OutOfOrder]: ...
    @property
    def private(self) -> PrivateTablesPort: ...

    # --- the office ---
    @property
    def adjustments(self) -> Adjustments: ...
    @property
    def four_eyes(self) -> FourEyes: ...
    @property
    def clock_desk(self) -> ClockDesk: ...
    @property
    def expiries(self) -> ExpiryDesk: ...
    @property
    def voids(self) -> VoidDesk: ...
    @property
    def annulments(self) -> AnnulmentDesk: ...

    @property
    def figures_read_ms(self) -> int: ...

    # --- the studio ---
    @property
    def sets(self) -> SetDesk: ...
    @property
    def past_alarms(self) -> PastAlarms: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityServices:
    """Accounts, sessions, and the ways in."""

    store: IdentityStore
    rules: IdentityRules
    accounts: Accounts
    sessions: Sessions
    sign_in: SignInDesk
    guests: GuestDesk
    launches: LaunchDesk
    requests: SignedRequests
    staff: StaffDesk
    devices: DeviceDesk
    exclusions: ExclusionDesk


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Everything a gateway needs."""

    house: HouseServices
    identity: IdentityServices
    archive: Archive
    figures: Figures
    history: History
    preferences: PreferenceDesk
    chat: ChatDesk
    authenticate: Authenticate
    verify: Verify = lambda _call, _headers, _body: None
    returns: Returns = published_returns
