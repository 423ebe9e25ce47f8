"""How long things last and how often they may be tried: the settings of identity, checked once."""

from __future__ import annotations

import msgspec

from sabot.errors import Malformed
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import Origin

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS


class IdentityRules(msgspec.Struct, frozen=True, kw_only=True):
    """Lifetimes in milliseconds, amounts in cents."""

    session_ms: int = 12 * HOUR_MS
    idle_player_ms: int = 60 * MINUTE_MS
    idle_staff_ms: int = 30 * MINUTE_MS
    studio_device_ms: int = 3_650 * DAY_MS  # of the token of a studio's device, until it is removed
    touch_ms: int = MINUTE_MS  # how old the stored "last seen" may be
    sessions_per_account_max: int = 50
    failures_per_pair_max: int = 5  # of one login from one address
    failures_per_address_max: int = 20
    failures_per_site_max: int = 100  # of a /48 of IPv6
    failures_per_device_max: int = 10  # of a device that has signed in before
    failures_alarm: int = 20  # of one login from everywhere
    failures_within_ms: int = 15 * MINUTE_MS
    launch_ms: int = MINUTE_MS
    devices_per_account_max: int = 20
    device_kept_ms: int = 365 * DAY_MS  # since it last signed in
    guests_per_address_max: int = 20  # within the window of the failures
    for_fun_cents: int | None = None  # for guests and accounts on trial; None: no guests
    demo: bool = False  # whether accounts with a known password are let in
    kept_ms: int = 30 * DAY_MS  # how long ended sessions and launches are kept

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if value is not None and name != "demo" and value <= 0:
                raise Malformed("settings/identity", field=name, value=value)

    def lifetime_ms(self, role: Role) -> int:
        """How long a session of an account in this role may last."""
        return self.studio_device_ms if role is Role.DEVICE else self.session_ms

    def idle_ms(self, role: Role) -> int:
        """How long an account in this role may be idle; a device may be off for weeks."""
        if role is Role.DEVICE:
            return self.studio_device_ms
        return self.idle_player_ms if role is Role.PLAYER else self.idle_staff_ms

    def admits(self, origin: Origin) -> bool:
        """Say whether accounts of this origin may sign in.

        It matters when a demonstration's database is opened in production.
        """
        match origin:
            case Origin.DEMO | Origin.TRIAL:
                return self.demo
            case Origin.GUEST:
                return self.for_fun_cents is not None
            case Origin.HOUSE | Origin.OPERATOR:
                return True
