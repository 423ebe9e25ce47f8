"""Routes about the staff itself: the list, and roles given and taken away (ADR 0025).

Accounts are made on the machine of the house, by `sabot staff`: a person who chose another's
password could act as two people. No account changes its own role.
"""

from __future__ import annotations

import asyncio
from functools import partial

from litestar import get, post
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler

from sabot.errors import Refused
from sabot.gateway.authority import may_staff
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller
from sabot.gateway.http.faults import AnyRequest
from sabot.gateway.sockets.request_reader import actor_of
from sabot.service.identity.refusals import AccountRefusal
from sabot.service.identity.roles import Principal, Role
from sabot.service.identity.rows import AccountRow
from sabot.wire import office as w


def people_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """The staff, with their roles."""
    desk = deps.identity.staff

    def changed(who: Principal, data: w.GiveRole) -> AccountRow:
        role = None if data.role is None else Role(data.role)
        actor, check = actor_of(who), partial(_check, who, role)
        if role is None:
            return desk.take(data.login, actor=actor, reason=data.reason, check=check)
        return desk.give(
            data.login,
            role,
            operator=who.operator,
            actor=actor,
            reason=data.reason,
            check=check,
        )

    @get("/api/staff/people")
    async def people(request: AnyRequest) -> w.StaffPeople:
        who = caller(request)
        found = await asyncio.to_thread(desk.people)
        seen = [one for one in found if may_staff(who, one.role, one.operator)]
        return w.StaffPeople(people=tuple(_person(one) for one in seen))

    @post("/api/staff/roles", status_code=200)
    async def roles(request: AnyRequest, data: JSONBody[w.GiveRole]) -> w.StaffPerson:
        return _person(await asyncio.to_thread(changed, caller(request), data))

    return [people, roles]


def _check(who: Principal, role: Role | None, person: AccountRow) -> None:
    """Whether this person's role may be changed into that one, or taken away."""
    if not may_staff(who, person.role, person.operator):
        raise Refused(AccountRefusal.UNKNOWN, login=person.login or "")
    if person.account_id == who.account_id:
        raise Refused(AccountRefusal.OWN)
    if role is not None and not may_staff(who, role, who.operator):
        raise Refused(AccountRefusal.ROLE, role=role.value)


def _person(one: AccountRow) -> w.StaffPerson:
    return w.StaffPerson(
        login=one.login or "",
        nickname=one.nickname,
        role=None if one.disabled is not None else one.role.value,
        last_role=one.role.value,
        because=one.disabled,
        operator=one.operator,
    )
