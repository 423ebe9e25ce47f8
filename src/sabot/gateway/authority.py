"""Who may do what on the network: one matrix, and whatever is not in it is refused.

Rows are requests on the socket and routes of HTTP; columns are roles. Whose object something is
(one's own, another's, another operator's) is decided where the object is known, from the same rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from sabot.service.identity.roles import Principal, Role
from sabot.service.players import Player
from sabot.service.private_names import belongs_to, is_private
from sabot.table import commands as c
from sabot.table.authority import MAY
from sabot.wire import requests

EVERYBODY = frozenset(Role)
NOBODY: frozenset[Role] = frozenset()
PLAYERS = frozenset({Role.PLAYER})
STUDIO = frozenset({Role.DEALER, Role.SHIFT_MANAGER})
LOOKING = frozenset({Role.PLAYER, Role.DEALER, Role.SHIFT_MANAGER, Role.AUDITOR})
CHATTING = frozenset({Role.PLAYER, Role.DEALER, Role.SHIFT_MANAGER, Role.MODERATOR})
MODERATING = frozenset({Role.MODERATOR, Role.SHIFT_MANAGER})


class Whose(StrEnum):
    """Whose object a request is about."""

    NOBODYS = "nobodys"  # public to those who may ask at all
    OWN = "own"
    OF_THEIR_OPERATOR = "of_their_operator"
    ANYBODYS = "anybodys"


REQUESTS: dict[type[requests.Request], frozenset[Role]] = {
    requests.Watch: LOOKING,
    requests.Unwatch: LOOKING,
    requests.WatchLobby: EVERYBODY - {Role.SERVICE},
    requests.UnwatchLobby: EVERYBODY - {Role.SERVICE},
    requests.Act: PLAYERS | STUDIO,
    requests.Say: CHATTING,
    requests.Enter: CHATTING,
    requests.Exit: CHATTING,
    requests.Moderate: MODERATING,
    requests.WatchSupport: MODERATING,
    requests.UnwatchSupport: MODERATING,
    requests.Ping: EVERYBODY,
}


def may_send(role: Role, request: requests.Request) -> bool:
    """Whether a role may make a request; a command also needs the table's own leave."""
    if isinstance(request, requests.Act):
        return type(request.command) in COMMANDS[role]
    return role in REQUESTS.get(type(request), NOBODY)


def may_command(role: Role, command: type[c.Command]) -> bool:
    """Whether a role may send a command to a table."""
    return role.actor_kind is not None and role.actor_kind in MAY.get(command, frozenset())


COMMANDS = {
    role: frozenset(command for command in MAY if may_command(role, command))
    if role in REQUESTS[requests.Act]
    else frozenset()
    for role in Role
}
"""What each role may send to a table, worked out once: it is asked with every bet."""


# --- routes ---------------------------------------------------------------------------------------


class Row(NamedTuple):
    """Who may use a route, and how far: the widest kind of object each role may reach with it."""

    reach: Mapping[Role, Whose] = {}
    public: bool = False  # also without a session
    keyed: bool = False  # also without a session, with the key that the settings name


PUBLIC = Row(reach=dict.fromkeys(Role, Whose.NOBODYS), public=True)
SIGNED_IN = Row(reach=dict.fromkeys(Role, Whose.OWN))
OWN = Row(reach={Role.PLAYER: Whose.OWN})
LOOKED_AT = Row(reach=dict.fromkeys(EVERYBODY - {Role.SERVICE}, Whose.NOBODYS))
REPLAYED = Row(reach=dict.fromkeys(LOOKING, Whose.NOBODYS))
ON_DUTY = Row(
    reach=dict.fromkeys(
        {Role.DEALER, Role.SHIFT_MANAGER, Role.MODERATOR, Role.OPERATOR, Role.AUDITOR},
        Whose.NOBODYS,
    )
)
INSPECTED = Row(
    reach={
        Role.SHIFT_MANAGER: Whose.ANYBODYS,
        Role.AUDITOR: Whose.ANYBODYS,
        Role.OPERATOR: Whose.OF_THEIR_OPERATOR,
    }
)
MANAGED = Row(reach={Role.SHIFT_MANAGER: Whose.ANYBODYS, Role.OPERATOR: Whose.OF_THEIR_OPERATOR})

HOUSE_ONLY = Row(reach={Role.SHIFT_MANAGER: Whose.ANYBODYS})
"""What an operator would decide in its own favour: its expired credits, the clock, a void round."""

STAFFING = Row(reach=dict.fromkeys({Role.SHIFT_MANAGER, Role.OPERATOR}, Whose.NOBODYS))

ROUTES: dict[tuple[str, str], Row] = {
    ("POST", "/api/sign-in"): PUBLIC,
    ("POST", "/api/sign-up"): PUBLIC,
    ("POST", "/api/sign-in/guest"): PUBLIC,
    ("POST", "/api/sign-in/launch"): PUBLIC,
    ("POST", "/api/sign-out"): SIGNED_IN,
    ("POST", "/api/sign-out/everywhere"): SIGNED_IN,
    ("POST", "/api/account/password"): SIGNED_IN,
    ("GET", "/api/me"): SIGNED_IN,
    ("GET", "/api/visitor"): PUBLIC,
    ("GET", "/api/demo-accounts"): PUBLIC,
    ("GET", "/api/tables"): LOOKED_AT,
    ("GET", "/api/tables/{table}"): LOOKED_AT,
    ("GET", "/api/tables/{table}/scorecards"): LOOKED_AT,
    ("GET", "/api/for-fun"): OWN,
    ("POST", "/api/for-fun/{variant}"): OWN,
    ("GET", "/api/help"): PUBLIC,
    ("GET", "/api/good-roads"): PUBLIC,
    ("GET", "/api/history/today"): OWN,
    ("GET", "/api/history/previous"): OWN,
    ("GET", "/api/history/account"): OWN,
    ("GET", "/api/rounds/{round_id}"): REPLAYED,
    ("GET", "/api/rounds/{round_id}/replay"): REPLAYED,
    ("GET", "/api/shoes/{shoe_id}/proof"): LOOKED_AT,
    ("GET", "/api/preferences"): OWN,
    ("PATCH", "/api/preferences"): OWN,
    ("GET", "/api/limits"): OWN,
    ("PUT", "/api/limits/{name}"): OWN,
    ("POST", "/api/cool-off"): OWN,
    ("POST", "/api/exclusion"): OWN,
    ("GET", "/api/session"): OWN,
    ("POST", "/api/session/check"): OWN,
    ("GET", "/api/statistics"): OWN,
    ("GET", "/api/voices"): PUBLIC,
    ("GET", "/api/cashier"): OWN,
    ("POST", "/api/cashier/top-up"): OWN,
    # Signed by the operator's server, which has no session.
    ("POST", "/operator/v1/launch"): PUBLIC,
    ("POST", "/operator/v1/end-session"): PUBLIC,
    ("POST", "/operator/v1/block"): PUBLIC,
    ("POST", "/operator/v1/unblock"): PUBLIC,
    ("GET", "/api/staff/tables"): ON_DUTY,
    ("GET", "/api/staff/tables/{table}/hidden-cards"): Row(
        reach={Role.SHIFT_MANAGER: Whose.NOBODYS}
    ),
    ("GET", "/api/staff/rounds/{round_id}"): INSPECTED,
    ("GET", "/api/staff/golden-chips"): INSPECTED,
    ("POST", "/api/staff/golden-chips"): MANAGED,
    ("POST", "/api/staff/golden-chips/{grant}"): MANAGED,
    ("GET", "/api/staff/adjustments"): INSPECTED,
    ("POST", "/api/staff/adjustments"): MANAGED,
    ("POST", "/api/staff/adjustments/{adjustment}"): MANAGED,
    ("GET", "/api/staff/exclusions"): INSPECTED,
    ("POST", "/api/staff/exclusions"): MANAGED,
    ("POST", "/api/staff/exclusions/lift"): MANAGED,
    ("GET", "/api/staff/doubts"): Row(
        reach={Role.SHIFT_MANAGER: Whose.ANYBODYS, Role.AUDITOR: Whose.ANYBODYS}
    ),
    ("GET", "/api/staff/clock"): ON_DUTY,
    ("POST", "/api/staff/clock"): HOUSE_ONLY,
    ("GET", "/api/staff/expiries"): INSPECTED,
    ("POST", "/api/staff/expiries"): HOUSE_ONLY,
    ("POST", "/api/staff/expiries/{proposal}"): HOUSE_ONLY,
    ("GET", "/api/staff/voids"): HOUSE_ONLY,
    ("POST", "/api/staff/voids"): HOUSE_ONLY,
    ("POST", "/api/staff/voids/{proposal}"): HOUSE_ONLY,
    ("GET", "/api/staff/people"): STAFFING,
    ("POST", "/api/staff/roles"): STAFFING,
    ("GET", "/healthz"): PUBLIC,
    ("GET", "/readyz"): PUBLIC,
    ("GET", "/metrics"): Row(reach={Role.SERVICE: Whose.NOBODYS}, keyed=True),
    ("GET", "/api/openapi.json"): PUBLIC,
    ("GET", "/"): PUBLIC,
    ("GET", "/{path}"): PUBLIC,
}


# --- the staff itself -----------------------------------------------------------------------------

STAFFED: Mapping[Role, frozenset[Role]] = {
    Role.SHIFT_MANAGER: frozenset({Role.DEALER, Role.MODERATOR}),
    Role.OPERATOR: frozenset({Role.OPERATOR}),
}
"""Which roles somebody may give and take away over the network; the others, and accounts, are made
by `sabot staff` (ADR 0025)."""


def may_staff(principal: Principal, role: Role, operator: str | None) -> bool:
    """Whether somebody may give a role or take it away: at their own operator, or in the house."""
    return role in STAFFED.get(principal.role, NOBODY) and operator == principal.operator


# --- private tables -------------------------------------------------------------------------------

PRIVATE_TABLES: Mapping[Role, Whose] = {
    Role.PLAYER: Whose.OWN,
    Role.DEALER: Whose.ANYBODYS,
    Role.SHIFT_MANAGER: Whose.ANYBODYS,
    Role.AUDITOR: Whose.ANYBODYS,
}
"""Whose private tables a role may look at, with their rounds and shoes (F263)."""


def may_know(principal: Principal, table: str) -> bool:
    """Whether there is such a table for somebody: all others' private tables are unknown."""
    if not is_private(table):
        return True
    reach = PRIVATE_TABLES.get(principal.role)
    own = principal.player_id is not None and belongs_to(table, principal.player_id)
    return reach is Whose.ANYBODYS or (reach is Whose.OWN and own)


def may_reach(principal: Principal, reach: Whose | None, player: Player) -> bool:
    """Whether something of this player's is within a reach."""
    match reach:
        case Whose.ANYBODYS:
            return True
        case Whose.OF_THEIR_OPERATOR:
            return principal.operator is not None and player.operator == principal.operator
        case Whose.OWN:
            return principal.player_id == player.player_id
        case _:
            return False
