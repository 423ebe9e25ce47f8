"""What each role may do on the network: one matrix. Everything that is not in it is refused.

Rows are socket requests and HTTP routes; columns are roles. Whether an object is the player's own,
another player's or another operator's is decided where the object is known, from the same rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from sabot.errors import Refused
from sabot.gateway.refusals import PositionRefusal
from sabot.service.identity.roles import DeviceKind, Principal, Role
from sabot.service.players.directory import Player
from sabot.service.private.names import belongs_to, is_private
from sabot.table import commands as c
from sabot.table.authority import MAY
from sabot.table.refusals import CommandRefusal
from sabot.wire import requests

EVERYBODY = frozenset(Role)
NOBODY: frozenset[Role] = frozenset()
PLAYERS = frozenset({Role.PLAYER})
PEOPLE = EVERYBODY - {Role.SERVICE, Role.DEVICE}
STUDIO = frozenset({Role.DEALER, Role.SUPERVISOR, Role.SHIFT_MANAGER})
LOOKING = PLAYERS | STUDIO | {Role.AUDITOR}
CHATTING = PLAYERS | STUDIO | {Role.MODERATOR}
OVERSEEING = frozenset({Role.SUPERVISOR, Role.SHIFT_MANAGER, Role.AUDITOR})
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
    requests.WatchLobby: PEOPLE,
    requests.UnwatchLobby: PEOPLE,
    requests.Act: PLAYERS | STUDIO | {Role.DEVICE},
    requests.Say: CHATTING,
    requests.Enter: CHATTING,
    requests.Exit: CHATTING,
    requests.Moderate: MODERATING,
    requests.WatchSupport: MODERATING,
    requests.UnwatchSupport: MODERATING,
    requests.WatchStaff: OVERSEEING,
    requests.UnwatchStaff: OVERSEEING,
    requests.WatchChats: MODERATING,
    requests.UnwatchChats: MODERATING,
    requests.Heartbeat: frozenset({Role.DEALER, Role.DEVICE}),
    requests.AnsweredAloud: frozenset({Role.DEALER}),
    requests.Ping: EVERYBODY,
}


def may_send(role: Role, request: requests.Request) -> bool:
    """Say whether a role may make a request. A command needs the table's permission too."""
    if isinstance(request, requests.Act):
        return type(request.command) in COMMANDS[role]
    return role in REQUESTS.get(type(request), NOBODY)


def may_command(role: Role, command: type[c.Command]) -> bool:
    """Say whether a role may send a command to a table."""
    return role.actor_kind is not None and role.actor_kind in MAY.get(command, frozenset())


COMMANDS = {
    role: frozenset(command for command in MAY if may_command(role, command))
    if role in REQUESTS[requests.Act]
    else frozenset()
    for role in Role
}
"""What each role may send to a table, computed once because every bet asks for it."""


# --- devices --------------------------------------------------------------------------------------

FROM_DEVICES: Mapping[DeviceKind, frozenset[type[c.Command]]] = {
    DeviceKind.SCANNER: frozenset({c.Scan}),
    DeviceKind.CONSOLE: frozenset(),  # its dealer sends the commands
    DeviceKind.CAMERA: frozenset({c.ReportVideo}),
}
"""What each kind of device may send to its own table."""


def check_place(principal: Principal, table: str, command: c.Command | None = None) -> None:
    """Refuse a device anywhere but at its table, and a command that is not for its kind there."""
    bound = principal.binding
    if bound is None:
        return
    if bound.table != table:
        raise Refused(PositionRefusal.NOT_ITS_TABLE, table=table)
    if command is not None and type(command) not in FROM_DEVICES[bound.kind]:
        raise Refused(
            CommandRefusal.NOT_YOURS, command=type(command).__name__, device=bound.kind.value
        )
    if isinstance(command, c.Scan) and bound.position not in {"", command.position}:
        raise Refused(PositionRefusal.NOT_ITS_POSITION, position=command.position)


# --- routes ---------------------------------------------------------------------------------------


class Row(NamedTuple):
    """The roles that may use a route, each with the widest kind of object it may reach."""

    reach: Mapping[Role, Whose] = {}
    public: bool = False  # also without a session
    keyed: bool = False  # also without a session, with the key that the settings name


PUBLIC = Row(reach=dict.fromkeys(Role, Whose.NOBODYS), public=True)
SIGNED_IN = Row(reach=dict.fromkeys(Role, Whose.OWN))
OWN = Row(reach={Role.PLAYER: Whose.OWN})
LOOKED_AT = Row(reach=dict.fromkeys(PEOPLE, Whose.NOBODYS))
REPLAYED = Row(reach=dict.fromkeys(LOOKING, Whose.NOBODYS))
ON_DUTY = Row(
    reach=dict.fromkeys(STUDIO | {Role.MODERATOR, Role.OPERATOR, Role.AUDITOR}, Whose.NOBODYS)
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
"""What an operator could decide in its own favour: expired credits, the clock, a void round."""

SHOE_DESK = Row(reach=dict.fromkeys({Role.SUPERVISOR, Role.SHIFT_MANAGER}, Whose.NOBODYS))
SHUFFLING = Row(reach=dict.fromkeys(STUDIO, Whose.NOBODYS))
SETS_SEEN = Row(reach=dict.fromkeys(STUDIO | {Role.AUDITOR}, Whose.NOBODYS))
DEVICES = Row(reach={Role.SHIFT_MANAGER: Whose.NOBODYS})
STAFFING = Row(reach=dict.fromkeys({Role.SHIFT_MANAGER, Role.OPERATOR}, Whose.NOBODYS))

OVERSEEN = Row(reach=dict.fromkeys(OVERSEEING, Whose.ANYBODYS))
DECIDED = Row(reach=dict.fromkeys({Role.SHIFT_MANAGER, Role.AUDITOR}, Whose.ANYBODYS))
MODERATED = Row(reach=dict.fromkeys(MODERATING, Whose.ANYBODYS))
FOLLOWED = Row(reach=dict.fromkeys(STUDIO | {Role.AUDITOR}, Whose.NOBODYS))
RESULTS = Row(reach=dict.fromkeys(LOOKING | {Role.MODERATOR}, Whose.NOBODYS))
"""The results of rounds; a moderator reads them without any bet."""

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
    ("GET", "/api/rounds/{round_id}"): RESULTS,
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
    ("GET", "/api/staff/tables/{table}/refund"): DECIDED,
    ("GET", "/api/staff/tables/{table}/timeline"): FOLLOWED,
    ("GET", "/api/staff/incidents"): OVERSEEN,
    ("GET", "/api/staff/approvals"): DECIDED,
    ("GET", "/api/staff/duty"): OVERSEEN,
    ("GET", "/api/staff/players/{player}/chat"): MODERATED,
    ("GET", "/api/staff/chat"): MODERATED,
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
    ("GET", "/api/staff/annulments"): HOUSE_ONLY,
    ("GET", "/api/staff/annulments/preview"): HOUSE_ONLY,
    ("POST", "/api/staff/annulments"): HOUSE_ONLY,
    ("POST", "/api/staff/annulments/{proposal}"): HOUSE_ONLY,
    ("GET", "/api/staff/voids"): HOUSE_ONLY,
    ("POST", "/api/staff/voids"): HOUSE_ONLY,
    ("POST", "/api/staff/voids/{proposal}"): HOUSE_ONLY,
    ("GET", "/api/staff/people"): STAFFING,
    ("POST", "/api/staff/roles"): STAFFING,
    ("GET", "/api/studio/devices"): DEVICES,
    ("POST", "/api/studio/devices"): DEVICES,
    ("POST", "/api/studio/devices/{device}/remove"): DEVICES,
    ("GET", "/api/studio/sets"): SETS_SEEN,
    ("POST", "/api/studio/sets"): SHOE_DESK,
    ("GET", "/api/studio/sets/{card_set}"): SETS_SEEN,
    ("GET", "/api/studio/sets/{card_set}/labels.pdf"): SHOE_DESK,
    ("POST", "/api/studio/sets/{card_set}/count"): SHOE_DESK,
    ("POST", "/api/studio/sets/{card_set}/shuffle"): SHUFFLING,
    ("POST", "/api/studio/sets/{card_set}/seal"): SHOE_DESK,
    ("POST", "/api/studio/sets/{card_set}/take-away"): SHOE_DESK,
    ("POST", "/api/studio/sets/{card_set}/retire"): SHOE_DESK,
    ("GET", "/api/office/rounds"): INSPECTED,
    ("GET", "/api/office/rounds.csv"): INSPECTED,
    ("GET", "/api/office/figures"): INSPECTED,
    ("GET", "/healthz"): PUBLIC,
    ("GET", "/readyz"): PUBLIC,
    ("GET", "/metrics"): Row(reach={Role.SERVICE: Whose.NOBODYS}, keyed=True),
    ("GET", "/api/openapi.json"): PUBLIC,
    ("GET", "/"): PUBLIC,
    ("GET", "/{path}"): PUBLIC,
}


# --- the staff itself -----------------------------------------------------------------------------

STAFFED: Mapping[Role, frozenset[Role]] = {
    Role.SHIFT_MANAGER: frozenset({Role.DEALER, Role.SUPERVISOR, Role.MODERATOR}),
    Role.OPERATOR: frozenset({Role.OPERATOR}),
}
"""Which roles each role may give and take away over the network. Other roles, and accounts, are
made by `sabot staff` (ADR 0025)."""


def may_staff(principal: Principal, role: Role, operator: str | None) -> bool:
    """Say whether an account may give or take a role: at its own operator, or in the house."""
    return role in STAFFED.get(principal.role, NOBODY) and operator == principal.operator


# --- private tables -------------------------------------------------------------------------------

PRIVATE_TABLES: Mapping[Role, Whose] = {
    Role.PLAYER: Whose.OWN,
    **dict.fromkeys(STUDIO, Whose.ANYBODYS),
    Role.AUDITOR: Whose.ANYBODYS,
}
"""Which private tables a role may watch, with their rounds and shoes (F263)."""


def may_know(principal: Principal, table: str) -> bool:
    """Say whether an account may know of a table. A stranger's private table is unknown to it."""
    if not is_private(table):
        return True
    reach = PRIVATE_TABLES.get(principal.role)
    own = principal.player_id is not None and belongs_to(table, principal.player_id)
    return reach is Whose.ANYBODYS or (reach is Whose.OWN and own)


def may_reach(principal: Principal, reach: Whose | None, player: Player) -> bool:
    """Say whether an account with this reach may see what belongs to the player."""
    match reach:
        case Whose.ANYBODYS:
            return True
        case Whose.OF_THEIR_OPERATOR:
            return principal.operator is not None and player.operator == principal.operator
        case Whose.OWN:
            return principal.player_id == player.player_id
        case _:
            return False
