"""What somebody is in this house, and what that makes of them at a table.

Owns the roles and nothing that they may do: commands are in `table/authority.py`, routes in the
gateway. A role without a place at a table has none, and is refused there.
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
    SHIFT_MANAGER = "shift_manager"
    MODERATOR = "moderator"
    OPERATOR = "operator"  # the staff of one operator
    AUDITOR = "auditor"
    SERVICE = "service"  # a program, not a person

    @property
    def actor_kind(self) -> ActorKind | None:
        """As what this role sends commands to a table; None sends none."""
        return _ACTORS.get(self)

    @property
    def audience(self) -> Audience | None:
        """As whom this role looks at a round; None sees no round."""
        return _AUDIENCES.get(self)


_ACTORS = {
    Role.PLAYER: ActorKind.PLAYER,
    Role.DEALER: ActorKind.DEALER,
    Role.SHIFT_MANAGER: ActorKind.MANAGER,
}
_AUDIENCES = {
    Role.PLAYER: Audience.PLAYER,
    Role.DEALER: Audience.DEALER,
    Role.SHIFT_MANAGER: Audience.MANAGER,
    Role.AUDITOR: Audience.AUDITOR,
}


class Principal(msgspec.Struct, frozen=True, kw_only=True):
    """Whoever a request comes from, as long as the session lasts."""

    session_id: str  # public: it opens nothing
    account_id: str
    role: Role
    nickname: str
    currency: Currency
    signed_in_at_ms: int  # wall clock, a label only
    player_id: str | None = None  # players have one, nobody else does
    operator: str | None = None  # an operator's player or staff
    for_fun: bool = False  # a guest with play money
