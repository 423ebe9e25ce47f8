"""Sets of cards in a whole house: loaded at live tables, replaced on record, and never forged."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.bootstrap.test_casino import opened, settings_at
from tests.bootstrap.test_edited_rows import _quiet, edited, sql

from sabot.bootstrap.casino import Casino
from sabot.errors import Refused
from sabot.lab.audit import audit, sealed
from sabot.service.studio.passports import own_deck
from sabot.service.studio.set_desk import Order
from sabot.service.studio.sets import Stage, Where, lies_at
from sabot.service.tables.envelopes import Envelope, Reply
from sabot.settings import LiveTable, Settings
from sabot.table import commands as c
from sabot.table.authority import ActorKind
from sabot.table.phases import Phase

__all__ = ["_quiet"]

SILVIA, MARTA, DORA = (f"staff:login:{name}" for name in ("supervisor", "manager", "dealer"))
LIVE = ("live-1", "live-2")
Story = Callable[[Casino], Awaitable[None]]


def settings(folder: Path) -> Settings:
    tables = tuple(LiveTable(id=name, like="brag-1", name=name) for name in LIVE)
    return settings_at(folder, live_tables=tables)


def tell(folder: Path, story: Story) -> None:
    async def begin() -> None:
        async with opened(settings(folder)) as (casino, _), asyncio.timeout(30):
            await story(casino)
            report = audit(sealed(casino.house.store.export_rows()))
            assert report.ok, report.violations

    asyncio.run(begin())


async def sealed_set(casino: Casino, name: str) -> None:
    desk, codes = casino.house.sets, own_deck(name, 1)

    def order(step: str, actor: str = SILVIA) -> Order:
        return Order(cmd=f"{name}-{step}", actor=actor, reason="a test")

    await desk.prepare(name, 1, codes, test=True, order=order("1"))
    await desk.count(name, scans=codes, cards=None, order=order("2", MARTA))
    await desk.shuffle(name, where=Where.SIDE_TABLE, table="", order=order("3"))
    await desk.seal(name, number="S-1", order=order("4"))


async def load(casino: Casino, table: str, *names: str, shoe: str = "s1") -> Reply:
    command = c.LoadShoe(shoe_id=f"{table}-{shoe}", decks=1, sets=names)
    return await casino.house.hosts[table].submit(
        Envelope(
            actor=SILVIA,
            cmd_id=f"{table}-{shoe}-{'-'.join(names)}",
            command=command,
            actor_kind=ActorKind.SUPERVISOR,
        )
    )


def test_F94_F97_F270_sets_come_to_a_table_and_leave_it_in_the_same_transaction(
    tmp_path: Path,
) -> None:
    async def story(casino: Casino) -> None:
        desk = casino.house.sets
        await sealed_set(casino, "T1")
        await sealed_set(casino, "T2")
        assert (await load(casino, "live-1", "T1")).accepted
        taken = await load(casino, "live-2", "T1")
        assert (taken.accepted, taken.code) == (False, "shoe/set_in_use")
        assert (await load(casino, "live-2", "T9")).code == "shoe/set_unknown"
        with pytest.raises(Refused, match="set/in_play"):
            await desk.take_away("T1", order=Order(cmd="a", actor=SILVIA, reason="a test"))
        assert (await load(casino, "live-1", "T2", shoe="s2")).accepted
        left, came = (
            casino.house.store.acts.about("set:T1")[-1],
            casino.house.store.acts.about("set:T2")[-1],
        )
        assert (left.kind, left.actor, left.reason) == ("set/returned", SILVIA, "shoe live-1-s2")
        assert (came.kind, came.actor, came.reason) == ("set/at_table", SILVIA, "shoe live-1-s2")
        assert (await load(casino, "live-2", "T1", shoe="s3")).code == "shoe/set_not_ready"

    tell(tmp_path, story)

    async def next_start(casino: Casino) -> None:
        one, two = casino.house.sets.sets()
        assert (one.stage, lies_at(one)) == (Stage.RETURNED, "")
        assert (two.stage, lies_at(two)) == (Stage.AT_TABLE, "live-1")

    tell(tmp_path, next_start)


def test_F96_F270_at_the_end_of_a_shift_the_set_is_taken_away(tmp_path: Path) -> None:
    """A table that is off needs new cards, so changing them takes no reason."""

    async def story(casino: Casino) -> None:
        desk = casino.house.sets
        await sealed_set(casino, "T1")
        assert (await load(casino, "live-1", "T1")).accepted
        with pytest.raises(Refused, match="set/in_play"):
            await desk.take_away("T1", order=Order(cmd="a", actor=SILVIA, reason="a test"))
        assert (await switched(casino, "live-1", off=True)).accepted
        taken = await desk.take_away("T1", order=Order(cmd="b", actor=SILVIA, reason="a test"))
        assert (taken.stage, lies_at(taken)) == (Stage.RETURNED, "")
        assert (await switched(casino, "live-1", off=False)).accepted
        state = casino.house.hosts["live-1"].state
        assert (state.phase, state.in_round) == (Phase.SHUFFLE, False)
        assert (await load(casino, "live-1", "T1", shoe="s2")).code == "shoe/set_not_ready"

    tell(tmp_path, story)


async def switched(casino: Casino, table: str, *, off: bool) -> Reply:
    """A shift manager turns a table off, or on again."""
    return await casino.house.hosts[table].submit(
        Envelope(
            actor="staff:manager",
            cmd_id=f"{table}-{off}",
            command=c.SwitchTable(off=off, reason="end of shift"),
            actor_kind=ActorKind.MANAGER,
        )
    )


OTHER_PASSPORT = "cast(replace(cast(body AS text), 'T1:001:AS', 'T1:001:KS') AS blob)"
FORGED = [
    f"UPDATE office_act SET body = {OTHER_PASSPORT} WHERE id = 'set:T1:1'",  # noqa: S608
    "UPDATE office_act SET actor = 'staff:login:eve' WHERE id = 'set:T1:2'",
    "UPDATE office_act SET kind = 'set/retired' WHERE id = 'set:T1:2'",
    "DELETE FROM office_act WHERE id = 'set:T1:4'",
    "UPDATE office_act SET subject = 'set:T2' WHERE id = 'set:T1:4'",
    "UPDATE office_act SET body = CAST('{' AS BLOB) WHERE id = 'set:T1:1'",
]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with two sets: T1 is ready, T2 lies at a table."""
    folder = tmp_path_factory.mktemp("kept")

    async def story(casino: Casino) -> None:
        await sealed_set(casino, "T1")
        await sealed_set(casino, "T2")
        await sealed_set(casino, "T3")
        assert (await load(casino, "live-2", "T2")).accepted

    tell(folder, story)
    return folder


@pytest.mark.parametrize("edit", FORGED)
def test_a_set_that_was_edited_in_the_database_is_refused_and_no_table_stops(
    tmp_path: Path, kept: Path, edit: str
) -> None:
    edited(tmp_path, kept, sql(edit))

    async def begin() -> None:
        async with opened(settings(tmp_path)) as (casino, _), asyncio.timeout(30):
            house = casino.house
            assert "T1" in house.sets.in_doubt
            with pytest.raises(Refused, match="set/in_doubt"):
                house.sets.find("T1")
            assert (await load(casino, "live-1", "T1")).code == "shoe/set_unknown"
            assert not house.out_of_order
            assert (await load(casino, "live-1", "T3", shoe="s2")).accepted

    asyncio.run(begin())
