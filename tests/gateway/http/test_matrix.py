"""Roles, cell by cell: every route, request and command, for every role, from a separate table.

What is expected is written here once more, in letters, so that a slip in the matrix is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import get_args

import msgspec
from litestar.routes import HTTPRoute
from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import PASSWORD, Premises

from sabot.gateway.authority import (
    REQUESTS,
    ROUTES,
    may_command,
    may_know,
    may_reach,
    may_send,
    may_staff,
)
from sabot.gateway.http.door import template_of
from sabot.money import Currency
from sabot.service.identity.roles import Principal, Role
from sabot.service.players.directory import Player
from sabot.service.private.names import private_variants, table_id_of
from sabot.table import commands as c
from sabot.wire import requests as r

Counted = Callable[[str, object], None]

LETTERS = {
    Role.PLAYER: "P",
    Role.DEALER: "D",
    Role.SUPERVISOR: "U",
    Role.SHIFT_MANAGER: "S",
    Role.MODERATOR: "M",
    Role.OPERATOR: "O",
    Role.AUDITOR: "A",
    Role.DEVICE: "X",
    Role.SERVICE: "V",
}
LOGINS: dict[Role | None, str | None] = {
    None: None,
    Role.PLAYER: "ann",
    **{role: f"{role.value}-house-1" for role in Role if role is not Role.PLAYER},  # and a device
    Role.OPERATOR: "operator-acme-1",
}
ALL = "PDUSMOAXV"
PEOPLE = "PDUSMOA"
EVERYBODY = "-" + ALL

DECIDED_BY_TWO = {
    way.format(f"/api/staff/{what}"): "S"
    for what in ("annulments", "voids")
    for way in ("GET {}", "POST {}", "POST {}/{{proposal}}")
} | {"GET /api/staff/annulments/preview": "S"}
"""What two shift managers of the house decide about a round."""

ROUTES_EXPECTED = {
    "POST /api/sign-in": EVERYBODY,
    "POST /api/sign-up": EVERYBODY,
    "POST /api/sign-in/guest": EVERYBODY,
    "POST /api/sign-in/launch": EVERYBODY,
    "POST /api/sign-out": ALL,
    "POST /api/sign-out/everywhere": ALL,
    "POST /api/account/password": ALL,
    "GET /api/me": ALL,
    "GET /api/visitor": EVERYBODY,
    "GET /api/demo-accounts": EVERYBODY,
    "GET /api/tables": PEOPLE,
    "GET /api/tables/{table}": PEOPLE,
    "GET /api/tables/{table}/scorecards": PEOPLE,
    "GET /api/for-fun": "P",
    "POST /api/for-fun/{variant}": "P",
    "GET /api/help": EVERYBODY,
    "GET /api/good-roads": EVERYBODY,
    "GET /api/history/today": "P",
    "GET /api/history/previous": "P",
    "GET /api/history/account": "P",
    "GET /api/rounds/{round_id}": "PDUSMA",
    "GET /api/rounds/{round_id}/replay": "PDUSA",
    "GET /api/shoes/{shoe_id}/proof": PEOPLE,
    "GET /api/preferences": "P",
    "PATCH /api/preferences": "P",
    "GET /api/limits": "P",
    "PUT /api/limits/{name}": "P",
    "POST /api/cool-off": "P",
    "POST /api/exclusion": "P",
    "GET /api/session": "P",
    "POST /api/session/check": "P",
    "GET /api/statistics": "P",
    "GET /api/voices": EVERYBODY,
    "GET /api/cashier": "P",
    "POST /api/cashier/top-up": "P",
    "POST /operator/v1/launch": EVERYBODY,
    "POST /operator/v1/end-session": EVERYBODY,
    "POST /operator/v1/block": EVERYBODY,
    "POST /operator/v1/unblock": EVERYBODY,
    "GET /api/staff/tables": "DUSMOA",
    "GET /api/staff/doubts": "SA",
    "GET /api/staff/tables/{table}/hidden-cards": "S",
    "GET /api/staff/tables/{table}/refund": "SA",
    "GET /api/staff/tables/{table}/timeline": "DUSA",
    "GET /api/staff/incidents": "USA",
    "GET /api/office/rounds": "SOA",
    "GET /api/office/rounds.csv": "SOA",
    "GET /api/office/figures": "SOA",
    "GET /api/staff/approvals": "SA",
    "GET /api/staff/duty": "USA",
    "GET /api/staff/players/{player}/chat": "SM",
    "GET /api/staff/chat": "SM",
    "GET /api/staff/rounds/{round_id}": "SOA",
    "GET /api/staff/golden-chips": "SOA",
    "POST /api/staff/golden-chips": "SO",
    "POST /api/staff/golden-chips/{grant}": "SO",
    "GET /api/staff/adjustments": "SOA",
    "POST /api/staff/adjustments": "SO",
    "POST /api/staff/adjustments/{adjustment}": "SO",
    "GET /api/staff/exclusions": "SOA",
    "POST /api/staff/exclusions": "SO",
    "POST /api/staff/exclusions/lift": "SO",
    "GET /api/staff/clock": "DUSMOA",
    "POST /api/staff/clock": "S",
    "GET /api/staff/expiries": "SOA",
    "POST /api/staff/expiries": "S",
    "POST /api/staff/expiries/{proposal}": "S",
    **DECIDED_BY_TWO,
    "GET /api/staff/people": "SO",
    "POST /api/staff/roles": "SO",
    "GET /api/studio/devices": "S",
    "POST /api/studio/devices": "S",
    "POST /api/studio/devices/{device}/remove": "S",
    "GET /api/studio/sets": "DUSA",
    "POST /api/studio/sets": "US",
    "GET /api/studio/sets/{card_set}": "DUSA",
    "GET /api/studio/sets/{card_set}/labels.pdf": "US",
    "POST /api/studio/sets/{card_set}/count": "US",
    "POST /api/studio/sets/{card_set}/shuffle": "DUS",
    "POST /api/studio/sets/{card_set}/seal": "US",
    "POST /api/studio/sets/{card_set}/take-away": "US",
    "POST /api/studio/sets/{card_set}/retire": "US",
    "GET /healthz": EVERYBODY,
    "GET /readyz": EVERYBODY,
    "GET /metrics": "V",
    "GET /api/openapi.json": EVERYBODY,
    "GET /": EVERYBODY,
    "GET /{path}": EVERYBODY,
}
REQUESTS_EXPECTED: dict[type[r.Request], str] = {
    r.Watch: "PDUSA",
    r.Unwatch: "PDUSA",
    r.WatchLobby: PEOPLE,
    r.UnwatchLobby: PEOPLE,
    r.Act: "PDUSX",
    r.Say: "PDUSM",
    r.Enter: "PDUSM",
    r.Exit: "PDUSM",
    r.Moderate: "SM",
    r.WatchSupport: "SM",
    r.UnwatchSupport: "SM",
    r.WatchStaff: "USA",
    r.UnwatchStaff: "USA",
    r.WatchChats: "SM",
    r.UnwatchChats: "SM",
    r.Heartbeat: "DX",
    r.AnsweredAloud: "D",
    r.Ping: ALL,
}
PLAYERS_OWN = (
    *("PlaceChip", "LowerBet", "UndoBet", "DoubleStakes", "Rebet", "ClearBets"),
    *("SetMode", "TakeSeat", "LeaveSeat", "ConfirmBets", "DealNow", "Choose", "Answer"),
)
DEALERS_OWN = (*("SignOn", "HandOver", "SignOff", "Reveal", "OpenBetting", "ShowCutCard"),)
OF_BOTH = (
    *("ReportBarcode", "ProposeCorrection", "ProposeMove", "WithdrawCorrection"),
    *("ProposeCancel", "Announce"),
)
OF_ALL_ON_DUTY = ("DropCards", "CallManager", "Pause", "ChangeCards")
OF_THE_SHOE = ("LoadShoe", "BurnCards")
MANAGERS_OWN = (
    *("Resume", "RelieveDealer", "CorrectCard", "MoveCards", "DeclineCorrection"),
    *("AskRescan", "Acknowledge", "PutOff", "CloseIncident", "CancelRound"),
    *("LookAtHiddenCards", "SwitchSideBets", "SwitchTable", "WriteOffShoe"),
    *("PlanRelief", "DropRelief"),
)
COMMANDS_EXPECTED = (
    dict.fromkeys(PLAYERS_OWN, "P")
    | dict.fromkeys(DEALERS_OWN, "D")
    | dict.fromkeys(OF_BOTH, "DS")
    | dict.fromkeys(OF_ALL_ON_DUTY, "DUS")
    | dict.fromkeys(OF_THE_SHOE, "DU")
    | {"Scan": "DX", "ReportVideo": "SX"}
    | dict.fromkeys(MANAGERS_OWN, "S")
)


def test_every_route_has_a_row_and_every_row_a_route(casino: Casino) -> None:
    found = {
        (str(method), template_of(route.path))
        for route in casino.here.gateway.app.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods
        if method != "OPTIONS"
    }
    assert found == set(ROUTES)
    assert {f"{method} {path}" for method, path in found} == set(ROUTES_EXPECTED)


def cells() -> Iterator[tuple[str, Role | None]]:
    return ((route, role) for route in ROUTES_EXPECTED for role in LOGINS)


def test_routes_let_in_whom_the_matrix_names(casino: Casino, record_property: Counted) -> None:
    known: dict[str, dict[str, str]] = {}

    async def headers_of(here: Premises, login: str | None, path: str) -> dict[str, str]:
        if login is None:
            return {}
        if login not in known or "sign-out" in path:
            known[login] = await here.bearer(login)
        return known.pop(login) if "sign-out" in path else known[login]

    async def cell(here: Premises, route: str, role: Role | None) -> bool:
        method, path = route.split(" ")
        path = path.replace("{table}", "speed-1").replace("{name}", "session_time")
        path = path.replace("{variant}", "blackjack")
        for name in ("round_id", "shoe_id", "adjustment", "grant", "player", "proposal", "path"):
            path = path.replace(f"{{{name}}}", "no-such")
        headers = await headers_of(here, LOGINS[role], path)
        async with here.browser() as client:
            content = None if method == "GET" else b"{"
            kind = {"Content-Type": "application/json"}
            answer = await client.request(method, path, headers=headers | kind, content=content)
        code = answer.json()["code"] if answer.status_code in (401, 403) else ""
        # A body that cannot be read is refused after the door; so nothing is changed here.
        return code not in ("session/missing", "request/not_for_you")

    count = 0
    for route, role in cells():
        letter = "-" if role is None else LETTERS[role]
        let_in = casino.run(cell(casino.here, route, role))
        assert let_in == (letter in ROUTES_EXPECTED[route]), (route, role)
        count += 1
    record_property("counted", f"routes × roles: {count} cells")


def test_requests_and_commands_are_for_whom_the_matrix_names(record_property: Counted) -> None:
    assert set(REQUESTS) == set(get_args(r.AnyRequest)) == set(REQUESTS_EXPECTED)
    count = 0
    for kind, expected in REQUESTS_EXPECTED.items():
        for role, letter in LETTERS.items():
            count += 1
            assert (role in REQUESTS[kind]) == (letter in expected), (kind, role)
    for command in get_args(c.AnyCommand):
        expected = COMMANDS_EXPECTED.get(command.__name__, "")
        for role, letter in LETTERS.items():
            count += 1
            assert may_command(role, command) == (letter in expected), (command, role)
    assert {kind.__name__ for kind in get_args(c.AnyCommand)} >= set(COMMANDS_EXPECTED)
    record_property("counted", f"socket requests and commands × roles: {count} cells")


def test_an_act_needs_the_leave_of_both() -> None:
    place = r.Act(cmd_id="1", table="t", command=c.UndoBet())
    assert may_send(Role.PLAYER, place)
    assert not may_send(Role.DEALER, place)
    assert not may_send(Role.AUDITOR, place)


OWN_THINGS = {route for route, roles in ROUTES_EXPECTED.items() if roles in ("P", ALL)}
STAFF_THINGS = {
    "GET /api/staff/tables/{table}/refund": "SA",
    "GET /api/staff/incidents": "USA",
    "GET /api/staff/approvals": "SA",
    "GET /api/staff/duty": "USA",
    "GET /api/staff/players/{player}/chat": "SM",
    "GET /api/staff/chat": "SM",
    "GET /api/staff/rounds/{round_id}": "SA",
    "GET /api/staff/adjustments": "SA",
    "GET /api/staff/golden-chips": "SA",
    "POST /api/staff/golden-chips": "S",
    "POST /api/staff/golden-chips/{grant}": "S",
    "POST /api/staff/adjustments": "S",
    "POST /api/staff/adjustments/{adjustment}": "S",
    "GET /api/staff/exclusions": "SA",
    "POST /api/staff/exclusions": "S",
    "POST /api/staff/exclusions/lift": "S",
    "GET /api/office/rounds": "SA",
    "GET /api/office/rounds.csv": "SA",
    "GET /api/office/figures": "SA",
    "GET /api/staff/doubts": "SA",
    "POST /api/staff/clock": "S",
    "GET /api/staff/expiries": "SA",
    "POST /api/staff/expiries": "S",
    "POST /api/staff/expiries/{proposal}": "S",
    **DECIDED_BY_TWO,
}
"""Routes about players, and who reaches every player there; operators reach their own."""


def test_objects_are_reached_by_whom_the_matrix_names(record_property: Counted) -> None:
    count = 0
    for (method, path), row in ROUTES.items():
        route = f"{method} {path}"
        for role, letter in LETTERS.items():
            me = Principal(
                session_id="s",
                account_id="a",
                role=role,
                nickname="n",
                currency=Currency.EUR,
                signed_in_at_ms=0,
                player_id="me" if role is Role.PLAYER else None,
                operator="acme" if role is Role.OPERATOR else None,
            )
            everybodys = letter in STAFF_THINGS.get(route, "")
            for player, expected in (
                (Player(player_id="me", nickname="n"), letter == "P" and route in OWN_THINGS),
                (Player(player_id="other", nickname="n"), False),
                (
                    Player(player_id="acme:1", nickname="n", operator="acme"),
                    letter == "O" and route in STAFF_THINGS and letter in ROUTES_EXPECTED[route],
                ),
                (Player(player_id="other:1", nickname="n", operator="other"), False),
            ):
                found = may_reach(me, row.reach.get(role), player)
                assert found == (expected or everybodys), (route, role, player)
                count += 1
    record_property("counted", f"routes × roles × whose object: {count} cells")


STAFFED_EXPECTED = {
    # the role of whoever asks · the roles that they may give and take away
    "P": "",
    "D": "",
    "U": "",
    "S": "DMU",
    "M": "",
    "O": "O",
    "A": "",
    "X": "",
    "V": "",
}


def test_roles_are_given_by_whom_the_matrix_names(record_property: Counted) -> None:
    count = 0
    for asking, letter in LETTERS.items():
        mine = "acme" if asking is Role.OPERATOR else None
        principal = Principal(
            session_id="s",
            account_id="a",
            role=asking,
            nickname="n",
            currency=Currency.EUR,
            signed_in_at_ms=0,
            operator=mine,
        )
        for role, given in LETTERS.items():
            for operator in (None, "acme", "other"):
                expected = given in STAFFED_EXPECTED[letter] and operator == mine
                assert may_staff(principal, role, operator) == expected, (asking, role, operator)
                count += 1
    record_property("counted", f"who asks × role × operator: {count} cells")


PRIVATE_TABLES_EXPECTED = {"own": "PDUSA", "another's": "DUSA"}


def test_F263_private_tables_are_known_to_whom_the_matrix_names(record_property: Counted) -> None:
    count = 0
    for whose, expected in PRIVATE_TABLES_EXPECTED.items():
        owner = "me" if whose == "own" else "other"
        for role, letter in LETTERS.items():
            principal = Principal(
                session_id="s",
                account_id="a",
                role=role,
                nickname="n",
                currency=Currency.EUR,
                signed_in_at_ms=0,
                player_id="me" if role is Role.PLAYER else None,
            )
            for variant in private_variants().values():
                known = may_know(principal, table_id_of(owner, variant))
                assert known == (letter in expected), (whose, role, variant)
                count += 1
            assert may_know(principal, "speed-1")
    record_property("counted", f"private tables × roles × whose: {count} cells")


def test_a_role_that_is_taken_away_is_gone_at_once(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        body = {"login": "moderator-house-2", "password": PASSWORD, "bearer": True}
        async with here.browser() as client:
            token = (await client.post("/api/sign-in", json=body)).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        socket = await here.socket(headers)
        await socket.until("welcome")
        here.services.identity.accounts.change_role("login:moderator-house-2", Role.AUDITOR)
        await socket.until("ended")
        assert socket.told[-1]["code"] == "session/role_changed"
        assert (await here.get("/api/me", headers)).status_code == 401
        assert msgspec.json.encode(socket.told[-1])

    casino.run(story(casino.here))
