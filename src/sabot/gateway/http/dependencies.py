"""Everything the routes need, handed in as one value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sabot.gateway.broadcast.broadcaster import Broadcaster
from sabot.gateway.broadcast.presence import Presence
from sabot.gateway.broadcast.private_rooms import PrivateRooms
from sabot.gateway.broadcast.table_info import Returns
from sabot.gateway.chat.desk import ChatRooms
from sabot.gateway.metrics import Counters
from sabot.gateway.services import Authenticate, HouseServices, IdentityServices, Verify
from sabot.gateway.sockets.origins import ANY_LOOPBACK, Doorplate
from sabot.gateway.tables.archive import RoundArchive
from sabot.service.players.preferences import PreferenceDesk
from sabot.service.reports.ports import Figures
from sabot.service.storage.archive import Archive

SECURE_COOKIE, PLAIN_COOKIE = "__Host-sabot", "sabot"
DEVICE_SUFFIX = "-device"


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
    """The services behind the routes, and the parts of the gateway that routes use."""

    settings: HttpSettings
    house: HouseServices
    identity: IdentityServices
    preferences: PreferenceDesk
    authenticate: Authenticate
    verify: Verify
    returns: Returns
    broadcaster: Broadcaster
    private_rooms: PrivateRooms
    presence: Presence
    rounds: RoundArchive
    archive: Archive
    figures: Figures
    chat_rooms: ChatRooms
    staff_name: Callable[[str], str]
    counters: Counters
    ready: Callable[[], bool]
