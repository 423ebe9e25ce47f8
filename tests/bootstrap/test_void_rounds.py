"""A table out of order with a round in play: two people give every stake back, once (20.2)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from tests.bootstrap.test_casino import opened, settings_at

from sabot.bootstrap import Casino
from sabot.client import Client, sign_in
from sabot.errors import Refused
from sabot.lab.audit import Check, audit, sealed
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.service.identity.roles import Role
from sabot.service.identity.staff import RoleBody
from sabot.service.office.acts import Act, act_of
from sabot.service.office.four_eyes import Verdict
from sabot.table.phases import Phase
from sabot.wire.table_view import Status

TABLE, OTHER = "scanner-1", "speed-2"
SONIA, MARCO, VERA = "staff:sonia", "staff:marco", "staff:vera"
WHY = "the disk lost an event"
STAKE = 1_500


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """The damage is the subject here: its traceback is not news."""
    logging.getLogger("sabot").setLevel(logging.CRITICAL + 1)
    yield
    logging.getLogger("sabot").setLevel(logging.NOTSET)


async def leave_in_a_round(folder: Path) -> int:
    """A player's bets are confirmed when the house ends; what the player has then."""
    async with opened(settings_at(folder, pace=0.5)) as (casino, address), asyncio.timeout(60):
        token = await sign_in(address, login="ada", password=DEMO_PASSWORD)
        async with Client(address, token=token) as player:
            table = await player.watch(TABLE)
            await table.status(Status.PLACE_YOUR_BETS)
            await table.place("player", 1_000)
            await table.place("tie", 500)
            await table.confirm()
            account = casino.house.players.player("ada").account
            return casino.house.store.ledger.balances([account])[account]


def database(folder: Path) -> contextlib.closing[sqlite3.Connection]:
    return contextlib.closing(sqlite3.connect(folder / "casino.db"))


def damage(folder: Path) -> Callable[[], None]:
    """Cut the last event of the table short; a function puts it back."""
    with database(folder) as db, db:
        last = "SELECT seq, body FROM event WHERE table_id = ? ORDER BY seq DESC LIMIT 1"
        seq, body = db.execute(last, (TABLE,)).fetchone()
        db.execute("UPDATE event SET body = ? WHERE table_id = ? AND seq = ?", (b"{", TABLE, seq))

    def mend() -> None:
        with database(folder) as db, db:
            db.execute(
                "UPDATE event SET body = ? WHERE table_id = ? AND seq = ?", (body, TABLE, seq)
            )

    return mend


def balance(casino: Casino) -> int:
    account = casino.house.players.player("ada").account
    return casino.house.store.ledger.balances([account])[account]


async def code_of(casino: Casino, step: str, **members: str) -> str:
    """The refusal of a step of the desk."""
    with pytest.raises(Refused) as refused:
        await getattr(casino.house.voids, step)("v1", reason=WHY, **members)
    return refused.value.code


def test_20_2_two_people_void_the_round_of_a_table_out_of_order(tmp_path: Path) -> None:
    staked_out = asyncio.run(leave_in_a_round(tmp_path))
    mend = damage(tmp_path)

    async def void() -> None:
        async with (
            opened(settings_at(tmp_path, pace=0.5)) as (casino, address),
            asyncio.timeout(60),
        ):
            desk = casino.house.voids
            await _declined_over_http(address)
            assert balance(casino) == staked_out
            assert await code_of(casino, "propose", table=OTHER, actor=SONIA) == "void/table_runs"
            proposed = await desk.propose("v1", table=TABLE, actor=SONIA, reason=WHY)
            assert (proposed.amount, balance(casino)) == (STAKE, staked_out)
            assert await code_of(casino, "approve", actor=SONIA) == "proposal/own"
            await _gives_role(casino, SONIA, VERA)
            assert await code_of(casino, "approve", actor=VERA) == "proposal/role_given"
            for _ in range(2):  # the same decision again is the same one
                decided = await desk.approve("v1", actor=MARCO, reason=WHY)
                assert decided.verdict is Verdict.APPROVED
                assert balance(casino) == staked_out + STAKE
                assert casino.house.funds.balance("ada") == staked_out + STAKE
            again = casino.house.voids.propose("v2", table=TABLE, actor=SONIA, reason=WHY)
            with pytest.raises(Refused, match="void/no_bets"):
                await again
            assert TABLE in casino.house.out_of_order, "it stays closed until it is mended"
            # The damaged event took the bets: until it is restored only the money can be checked.
            report = audit(sealed(casino.house.store.export_rows()))
            assert not {one.check for one in report.violations} & {Check.I1, Check.I2, Check.I5}

    asyncio.run(void())
    mend()

    async def goes_on() -> None:
        async with opened(settings_at(tmp_path, pace=0.5)) as (casino, _), asyncio.timeout(60):
            assert casino.house.out_of_order == {}
            host = casino.house.hosts[TABLE]
            while host.state.phase is not Phase.OFF:
                await host.changed()
            assert host.state.switched_off, "a shift manager opens it, with new cards"
            assert balance(casino) == staked_out + STAKE
            assert audit(sealed(casino.house.store.export_rows())).violations == ()

    asyncio.run(goes_on())


async def _declined_over_http(address: str) -> None:
    """One shift manager proposes, the same may not decide, a colleague says no."""
    async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
        bearers = {}
        for login in ("manager", "manager2", "ada"):
            token = await sign_in(address, login=login, password=DEMO_PASSWORD)
            bearers[login] = {"Authorization": f"Bearer {token}"}

        async def posts(login: str, path: str, **body: str) -> tuple[int, str]:
            answer = await http.post(path, json={**body, "reason": WHY}, headers=bearers[login])
            told = answer.json()
            return answer.status_code, told.get("code") or told["verdict"]

        voids, one = "/api/staff/voids", "/api/staff/voids/h1"
        assert (await posts("ada", voids, id="h1", table=TABLE))[0] == 403
        assert await posts("manager", voids, id="h1", table=TABLE) == (200, "proposed")
        waiting = (await http.get(voids, headers=bearers["manager2"])).json()["proposals"]
        assert [(each["table"], each["amount"]) for each in waiting] == [(TABLE, STAKE)]
        assert (await posts("manager", one, verdict="approve"))[1] == "proposal/own"
        assert await posts("manager2", one, verdict="decline") == (200, "declined")


async def _gives_role(casino: Casino, giver: str, account: str) -> None:
    act = act_of(
        Act.ROLE_GIVEN,
        f"{account}:1",
        subject=account,
        actor=giver,
        reason=WHY,
        at_ms=casino.house.clock.wall_ms(),
        body=RoleBody(role=Role.SHIFT_MANAGER, operator=None),
    )
    await casino.house.office.record(act)


def test_20_2_a_head_that_does_not_fit_is_not_written_to(tmp_path: Path) -> None:
    asyncio.run(leave_in_a_round(tmp_path))
    with database(tmp_path) as db, db:
        db.execute("UPDATE table_head SET seq = seq + 7 WHERE table_id = ?", (TABLE,))

    async def story() -> None:
        async with opened(settings_at(tmp_path, pace=0.5)) as (casino, _), asyncio.timeout(60):
            code = await code_of(casino, "propose", table=TABLE, actor=SONIA)
            assert code == "void/head_damaged"

    asyncio.run(story())
