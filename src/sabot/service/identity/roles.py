"""The roles of accounts, and what each role is at a table.

Owns the roles, but not what they may do: commands are in `table/authority.py`, routes in the
gateway. Some roles are nothing at a table; their commands are refused there.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from sabot.gamekit import Audience
from sabot.money import Currency
from sabot.table.authority import ActorKind


class Role(StrEnum):
    """What an account is for; one account has one role."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"  # the shoe desk: sets of cards, counts, shuffles
    SHIFT_MANAGER = "shift_manager"
    MODERATOR = "moderator"
    OPERATOR = "operator"  # the staff of one operator
    AUDITOR = "auditor"
    DEVICE = "device"  # a scanner, console or camera of one table (`service/studio/devices.py`)
    SERVICE = "service"  # a program, not a person

    @property
    def actor_kind(self) -> ActorKind | None:
        """The actor kind of this role at a table, or None if it may not send commands."""
        return _ACTORS.get(self)

    @property
    def audience(self) -> Audience | None:
        """The audience of this role, or None if it may not see a round."""
        return _AUDIENCES.get(self)


_ACTORS = {
    Role.PLAYER: ActorKind.PLAYER,
    Role.DEALER: ActorKind.DEALER,
    Role.SUPERVISOR: ActorKind.SUPERVISOR,
    Role.DEVICE: ActorKind.DEVICE,
    Role.SHIFT_MANAGER: ActorKind.MANAGER,
}
_AUDIENCES = {
    Role.PLAYER: Audience.PLAYER,
    Role.DEALER: Audience.DEALER,
    Role.SUPERVISOR: Audience.DEALER,
    Role.SHIFT_MANAGER: Audience.MANAGER,
    Role.AUDITOR: Audience.AUDITOR,
}


class DeviceKind(StrEnum):
    """What a device of the studio is."""

    SCANNER = "scanner"
    CONSOLE = "console"
    CAMERA = "camera"


class Binding(msgspec.Struct, frozen=True, kw_only=True):
    """The one place of a device; an empty position is any position of its table."""

    table: str
    kind: DeviceKind
    position: str = ""


class Principal(msgspec.Struct, frozen=True, kw_only=True):
    """The account behind a request, for as long as its session lasts."""

    session_id: str  # public: it opens nothing
    account_id: str
    role: Role
    nickname: str
    currency: Currency
    signed_in_at_ms: int  # wall clock, a label only
    player_id: str | None = None  # only players have one
    operator: str | None = None  # an operator's player or staff
    for_fun: bool = False  # a guest with play money
    binding: Binding | None = None  # only devices have one
