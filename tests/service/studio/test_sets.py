"""The life of a set, step by step; every step that is not in order is refused."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

import pytest
from tests.service.studio.shoe_room import CODES, DORA, MARTA, SILVIA, ShoeRoom

from sabot.errors import Refused
from sabot.service.studio.sets import Stage, Where, as_table_sees, lies_at
from sabot.table.staff.card_sets import Standing

Story = Callable[[ShoeRoom], Coroutine[object, object, None]]


def tell(story: Story) -> ShoeRoom:
    async def begin() -> ShoeRoom:
        room = ShoeRoom()
        await story(room)
        report = room.back.audited()
        assert report.ok, report.violations
        return room

    return asyncio.run(begin())


def test_F94_F97_I14_a_set_goes_from_its_passport_to_the_bin_with_names_and_reasons() -> None:
    async def story(room: ShoeRoom) -> None:
        await room.sealed()
        room.load("live-1", "T1")
        room.load("live-1", shoe="s2")
        await room.desk.retire("T1", order=room.order(SILVIA))

    found = tell(story).desk.find("T1")
    assert [(step.deed, step.body.before, step.body.after) for step in found.steps] == [
        (Stage.PREPARED, None, Stage.PREPARED),
        (Stage.COUNTED, Stage.PREPARED, Stage.COUNTED),
        (Stage.SHUFFLED, Stage.COUNTED, Stage.SHUFFLED),
        (Stage.SEALED, Stage.SHUFFLED, Stage.SEALED),
        (Stage.AT_TABLE, Stage.SEALED, Stage.AT_TABLE),
        (Stage.RETURNED, Stage.AT_TABLE, Stage.RETURNED),
        (Stage.RETIRED, Stage.RETURNED, Stage.RETIRED),
    ]
    assert [step.actor for step in found.steps] == [SILVIA, MARTA, DORA, SILVIA, DORA, DORA, SILVIA]
    assert all(step.reason and step.at_ms for step in found.steps)


def test_F94_the_person_who_counts_is_not_the_person_who_prepared() -> None:
    async def story(room: ShoeRoom) -> None:
        await room.prepared()
        with pytest.raises(Refused, match="set/same_person"):
            await room.counted(by=SILVIA)
        assert room.desk.find("T1").stage is Stage.PREPARED

    tell(story)


def test_F94_a_count_of_thirteen_ranks_and_four_suits_has_to_match_the_passport() -> None:
    cards = {code.split(":")[2]: 1 for code in CODES}

    async def story(room: ShoeRoom) -> None:
        await room.prepared()
        wrong = await room.counted(cards=cards | {"AS": 0, "KC": 2})
        assert (wrong.stage, wrong.steps[-1].body.missing, wrong.steps[-1].body.extra) == (
            Stage.PREPARED,
            ("AS",),
            ("KC",),
        )
        with pytest.raises(Refused, match="set/stage"):
            await room.shuffled()
        assert (await room.counted(cards=cards)).stage is Stage.COUNTED
        again = await room.counted(cards={name: 1 for name in cards if name != "2D"})
        assert (again.stage, again.steps[-1].body.missing) == (Stage.PREPARED, ("2D",))

    tell(story)


def test_F94_a_count_by_scans_names_what_is_missing_foreign_or_read_twice() -> None:
    async def story(room: ShoeRoom) -> None:
        await room.prepared()
        scans = [*CODES[2:], CODES[2], "X9:001:AS"]
        body = (await room.counted(scans=scans)).steps[-1].body
        assert body.missing == CODES[:2]
        assert body.extra == (CODES[2], "X9:001:AS")
        assert body.by_scan
        assert (await room.counted(scans=[*reversed(CODES)])).stage is Stage.COUNTED

    tell(story)


@pytest.mark.parametrize("scans", [None, CODES])
def test_a_count_says_one_thing_and_only_one(scans: tuple[str, ...] | None) -> None:
    async def story(room: ShoeRoom) -> None:
        await room.prepared()
        cards = None if scans is None else {"AS": 1}
        with pytest.raises(Refused, match="set/count_one_way"):
            await room.desk.count("T1", scans=scans, cards=cards, order=room.order(MARTA))

    tell(story)


def test_no_step_is_left_out() -> None:
    async def story(room: ShoeRoom) -> None:
        await room.prepared()
        with pytest.raises(Refused, match="set/stage"):
            await room.shuffled()
        await room.counted()
        with pytest.raises(Refused, match="set/stage"):
            await room.desk.seal("T1", number="1", order=room.order(SILVIA))
        assert room.desk.card_set("T1").standing is Standing.NOT_READY  # type: ignore[union-attr]

    tell(story)


def test_F94_a_set_shuffled_at_a_table_may_be_loaded_there_and_nowhere_else() -> None:
    async def story(room: ShoeRoom) -> None:
        await room.prepared()
        await room.counted()
        with pytest.raises(Refused, match="set/which_table"):
            await room.shuffled(where=Where.TABLE)
        known = await room.shuffled(where=Where.TABLE, table="brag-1")
        seen = as_table_sees(known)
        assert (seen.standing, seen.table) == (Standing.READY, "brag-1")
        with pytest.raises(Refused, match="shoe/set_not_ready"):
            room.load("live-1", "T1")
        room.load("brag-1", "T1")
        assert lies_at(room.desk.find("T1")) == "brag-1"

    tell(story)


def test_F102_a_table_with_one_deck_never_waits_for_the_shoe_desk() -> None:
    """It shuffles its deck again, or takes turns with a second one that is shuffled beside it."""

    async def story(room: ShoeRoom) -> None:
        await room.sealed("T1")
        await room.sealed("T2")
        room.load("brag-1", "T1", shoe="s1")
        room.load("brag-1", "T1", shoe="s2")  # shuffled for the next round
        assert room.desk.find("T1").stage is Stage.AT_TABLE
        for shoe, now, before in (("s3", "T2", "T1"), ("s4", "T1", "T2"), ("s5", "T2", "T1")):
            room.load("brag-1", now, shoe=shoe)
            assert room.desk.find(before).stage is Stage.RETURNED
            await room.shuffled(before, where=Where.MACHINE, table="brag-1")
        with pytest.raises(Refused, match="shoe/set_not_ready"):
            room.load("live-1", "T1")

    tell(story)


def test_a_set_that_was_at_a_table_is_counted_before_it_goes_to_another() -> None:
    async def story(room: ShoeRoom) -> None:
        await room.sealed()
        room.load("live-1", "T1")
        room.load("live-1", shoe="s2")
        for where, table in ((Where.SIDE_TABLE, ""), (Where.TABLE, "live-2")):
            with pytest.raises(Refused, match="set/stage"):
                await room.shuffled(where=where, table=table)
        await room.counted()
        await room.shuffled()
        await room.desk.seal("T1", number="S-8", order=room.order(SILVIA))
        room.load("live-2", "T1")

    tell(story)


def test_F270_a_retired_set_leaves_its_table_on_record_too() -> None:
    async def story(room: ShoeRoom) -> None:
        await room.sealed()
        room.load("live-1", "T1")
        retired = await room.desk.retire("T1", order=room.order(SILVIA))
        assert as_table_sees(retired).standing is Standing.RETIRED
        assert as_table_sees(retired).codes == frozenset(CODES)  # the round in play goes on
        room.load("live-1", shoe="s2")
        known = room.desk.find("T1")
        assert (known.stage, lies_at(known)) == (Stage.RETIRED, "")
        with pytest.raises(Refused, match="shoe/set_retired"):
            await room.desk.retire("T1", order=room.order(SILVIA))

    tell(story)
