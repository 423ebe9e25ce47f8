"""Everything the routes need, handed in as one value."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from sabot.gateway.hall import Hall
from sabot.gateway.metrics import Counters
from sabot.gateway.origins import ANY_LOOPBACK, Doorplate
from sabot.gateway.presence import Presence
from sabot.gateway.private_rooms import PrivateRooms
from sabot.gateway.table_info import Returns
from sabot.gateway.tables.archive import RoundArchive
from sabot.service.adjustments import Adjustments
from sabot.service.clock_desk import ClockDesk
from sabot.service.controls.desk import ControlDesk
from sabot.service.exclusions import ExclusionDesk
from sabot.service.expiry_desk import ExpiryDesk
from sabot.service.funds import FundsBook
from sabot.service.golden import GoldenRack
from sabot.service.house_proof import HouseProof
from sabot.service.identity.accounts import Accounts
from sabot.service.identity.guests import GuestDesk
from sabot.service.identity.launches import LaunchDesk
from sabot.service.identity.rules import IdentityRules
from sabot.service.identity.sessions import Sessions
from sabot.service.identity.sign_in import SignInDesk
from sabot.service.identity.signed_requests import SignedRequests
from sabot.service.identity.staff import StaffDesk
from sabot.service.out_of_order import OutOfOrder
from sabot.service.players import Directory
from sabot.service.ports import Clock, Store
from sabot.service.preferences import PreferenceDesk
from sabot.service.void_desk import VoidDesk
from sabot.service.wallets import RefusedBy, Session
from sabot.service.wallets import Unknown as WalletUnknown

SECURE_COOKIE, PLAIN_COOKIE = "__Host-sabot", "sabot"
DEVICE_SUFFIX = "-device"

Verify = Callable[[str, Mapping[str, str], bytes], str | None]
"""The operator whose server signed a call of this name, from its headers and its body, or None."""

Authenticate = Callable[[str, str], Awaitable[Session | RefusedBy | WalletUnknown]]
"""Ask an operator's wallet whose token it is; from then on the player's bets carry it."""


Leave = Callable[[str], Awaitable[None]]
"""No more bets of a player under the token of their session."""


class Commits(Protocol):
    """What a committer tells about itself."""

    groups: int
    units: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpSettings:
    """How the house is reached; `secure` is off for plain HTTP on a developer's machine only."""

    secure: bool = True
    doorplate: Doorplate = ANY_LOOPBACK  # the names of the house, and pages that may talk to it
    frame_ancestors: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()  # whose word about addresses is believed, besides this machine's
    public_address: str = ""
    sign_up: bool = True
    cashier_links: Mapping[str, str] = field(default_factory=dict)  # by operator
    top_up_cents: int = 100_000
    top_ups_per_day: int = 5
    voices: str = ""  # a folder with an operator's announcements
    metrics_key: str = field(default="", repr=False)  # opens /metrics without a session

    @property
    def cookie(self) -> str:
        """The name of the session's cookie; browsers hold `__Host-` to HTTPS and to this host."""
        return SECURE_COOKIE if self.secure else PLAIN_COOKIE

    @property
    def device_cookie(self) -> str:
        """The name of the cookie that a device keeps when it has signed in."""
        return self.cookie + DEVICE_SUFFIX


@dataclass(frozen=True, slots=True, kw_only=True)
class Dependencies:
    """The services behind the routes."""

    settings: HttpSettings
    clock: Clock
    hall: Hall
    private_rooms: PrivateRooms
    store: Store
    directory: Directory
    funds: FundsBook
    rounds: RoundArchive
    accounts: Accounts
    sessions: Sessions
    sign_in: SignInDesk
    guests: GuestDesk
    launches: LaunchDesk
    requests: SignedRequests
    identity_rules: IdentityRules
    preferences: PreferenceDesk
    presence: Presence
    controls: ControlDesk
    rack: GoldenRack
    adjustments: Adjustments
    clock_desk: ClockDesk
    expiries: ExpiryDesk
    voids: VoidDesk
    exclusions: ExclusionDesk
    staff: StaffDesk
    returns: Returns
    verify: Verify
    authenticate: Authenticate
    leave: Leave
    ready: Callable[[], bool]
    out_of_order: Mapping[str, OutOfOrder]
    proof: HouseProof
    counters: Counters
    commits: Commits | None = None
