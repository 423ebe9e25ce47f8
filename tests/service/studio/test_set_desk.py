"""The desk of the sets: each step once, one table at a time, and nothing edited is believed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

import pytest
from msgspec.structs import replace
from tests.service.back_office import BackOffice, Late
from tests.service.studio.shoe_room import CODES, DORA, MARTA, SILVIA, ShoeRoom

from sabot.errors import Refused, Unavailable
from sabot.service.office.acts import Act, act_of
from sabot.service.studio.set_desk import followed
from sabot.service.studio.sets import Stage, lies_at
from sabot.table.staff.card_sets import Standing


def tell(story: Callable[[ShoeRoom], Coroutine[object, object, None]]) -> None:
    async def begin() -> None:
        await story(ShoeRoom())

    asyncio.run(begin())


def test_the_same_request_again_is_the_same_step_and_another_one_under_its_id_is_refused() -> None:
    async def story(room: ShoeRoom) -> None:
        order = room.order(SILVIA)
        for _ in range(2):
            await room.desk.prepare("T1", 1, CODES, test=True, order=order)
        await room.counted()
        late = await room.desk.prepare("T1", 1, CODES, test=True, order=order)
        assert (late.stage, len(late.steps)) == (Stage.COUNTED, 2)
        with pytest.raises(Refused, match="set/other_body"):
            await room.desk.prepare("T1", 1, CODES, test=False, order=order)
        with pytest.raises(Refused, match="set/other_body"):
            await room.desk.retire("T1", order=replace(order, actor=MARTA))
        with pytest.raises(Refused, match="set/exists"):
            await room.prepared()
        with pytest.raises(Refused, match="office/id"):
            await room.desk.retire("T1", order=room.order(SILVIA, "a b"))
        with pytest.raises(Refused, match="set/unknown"):
            await room.counted("T9", scans=CODES)

    tell(story)


def test_F270_when_a_new_shoe_is_loaded_the_former_sets_leave_the_table_on_record() -> None:
    async def story(room: ShoeRoom) -> None:
        for name in ("T1", "T2", "T3"):
            await room.sealed(name)
        room.load("live-1", "T1", "T2", shoe="s1")
        room.load("live-1", "T2", "T3", shoe="s2")
        assert [lies_at(one) for one in room.desk.sets()] == ["", "live-1", "live-1"]
        left = room.back.store.acts.about("set:T1")[-1]
        assert (left.kind, left.actor, left.reason) == ("set/returned", DORA, "shoe s2")
        assert len(room.back.store.acts.about("set:T2")) == 5  # it stayed: there is nothing to say
        again = room.restarted().desk
        assert again.sets() == room.desk.sets()
        report = room.back.audited()
        assert report.ok, report.violations

    tell(story)


def test_a_set_on_its_way_to_one_table_is_no_other_tables() -> None:
    async def story(room: ShoeRoom) -> None:
        await room.sealed()
        acts = room.desk.loaded(["T1"], table="live-1", shoe="s1", actor=DORA)
        seen = room.desk.card_set("T1")
        assert seen is not None
        assert (seen.standing, seen.table) == (Standing.NOT_READY, "live-1")
        with pytest.raises(Refused, match="shoe/set_not_ready"):
            room.desk.loaded(["T1"], table="live-2", shoe="s1", actor=DORA)
        with pytest.raises(Unavailable, match="set/busy"):
            await room.desk.retire("T1", order=room.order(SILVIA))
        room.desk.dropped(acts)
        room.load("live-2", "T1")
        assert lies_at(room.desk.find("T1")) == "live-2"

    tell(story)


def test_I4_a_load_whose_answer_was_lost_is_what_the_disk_says() -> None:
    async def story(room: ShoeRoom) -> None:
        await room.sealed()
        acts = room.desk.loaded(["T1"], table="live-1", shoe="s1", actor=DORA)
        room.back.store.facts.keep_acts(acts)
        room.desk.dropped(acts)  # the table reads its log again, and so does the desk
        seen = room.desk.card_set("T1")
        assert seen is not None
        assert seen.table == "live-1"

    tell(story)


def test_I4_a_step_whose_answer_was_lost_is_taken_once() -> None:
    async def story() -> None:
        store = Late()
        room = ShoeRoom(BackOffice(store=store))
        await room.prepared()
        order = room.order(MARTA)
        store.late = True
        with pytest.raises(Unavailable):
            await room.desk.count("T1", scans=CODES, cards=None, order=order)
        store.land()
        known = await room.desk.count("T1", scans=CODES, cards=None, order=order)
        assert (known.stage, len(known.steps)) == (Stage.COUNTED, 2)

    asyncio.run(story())


def test_a_set_whose_act_is_in_doubt_is_refused_and_the_others_are_not() -> None:
    async def story(room: ShoeRoom) -> None:
        await room.sealed("T1")
        await room.sealed("T2")
        again = room.restarted()
        again.desk.read(["set:T1:1", "chips:T2:granted"])
        assert again.desk.card_set("T1") is None
        with pytest.raises(Refused, match="set/in_doubt"):
            await again.desk.retire("T1", order=again.order(SILVIA))
        with pytest.raises(Refused, match="set/in_doubt"):
            await again.prepared("T1")
        assert [one.set_id for one in again.desk.sets()] == ["T2"]
        again.load("live-1", "T2")

    tell(story)


def test_a_set_that_cannot_be_followed_is_in_doubt() -> None:
    async def story(room: ShoeRoom) -> None:
        await room.sealed()
        del room.back.store.facts.acts["set:T1:2"]
        assert set(room.restarted().desk.in_doubt) == {"T1"}
        with pytest.raises(Refused, match="set/gap"):
            followed("T1", [])

    tell(story)


def test_four_eyes_count_that_one_person_gave_the_other_the_role() -> None:
    async def story(room: ShoeRoom) -> None:
        room.back.store.facts.keep_acts(
            [
                act_of(
                    Act.ROLE_GIVEN,
                    f"{SILVIA}:2",
                    subject=SILVIA,
                    actor=MARTA,
                    reason="a second account",
                    at_ms=room.back.clock.now_ms,
                )
            ]
        )
        await room.prepared()
        with pytest.raises(Refused, match="proposal/role_given"):
            await room.counted(by=MARTA)
        assert (await room.counted(by=DORA)).stage is Stage.COUNTED

    tell(story)


def test_a_set_is_taken_away_only_when_its_table_does_not_deal_from_it() -> None:
    async def story(room: ShoeRoom) -> None:
        await room.sealed()
        with pytest.raises(Refused, match="set/stage"):
            await room.desk.take_away("T1", order=room.order(SILVIA))
        room.load("live-1", "T1")
        room.desk.in_play = lambda table, name: (table, name) == ("live-1", "T1")
        with pytest.raises(Refused, match="set/in_play"):
            await room.desk.take_away("T1", order=room.order(SILVIA))
        room.desk.in_play = lambda _table, _name: False
        gone = await room.desk.take_away("T1", order=room.order(SILVIA))
        assert (gone.stage, lies_at(gone)) == (Stage.RETURNED, "")
        with pytest.raises(Refused, match="shoe/set_not_ready"):  # the table may not have it back
            room.load("live-1", "T1", shoe="s2")
        report = room.back.audited()
        assert report.ok, report.violations

    tell(story)


@pytest.mark.parametrize(
    ("field", "value", "found"),
    [
        ("actor", SILVIA, "four eyes"),
        ("kind", "set/sealed", "step from"),
        ("id", "set:T1:9", "step 2 of set:T1"),
    ],
)
def test_F94_the_audit_sees_a_count_that_was_forged(field: str, value: str, found: str) -> None:
    async def story(room: ShoeRoom) -> None:
        await room.sealed()

        def forge(kind: str, fact: dict[str, object]) -> bool:
            if kind == "act" and fact["id"] == "set:T1:2":
                fact[field] = value
            return True

        report = room.back.audited(forge)
        assert any(found in str(one) for one in report.violations)

    tell(story)


def test_I12_the_audit_sees_a_passport_that_is_not_of_whole_decks() -> None:
    async def story(room: ShoeRoom) -> None:
        await room.prepared()

        def forge(kind: str, fact: dict[str, object]) -> bool:
            if kind == "act":
                fact["body"] = str(fact["body"]).replace("T1:002:AH", "T1:002:AS")
            return True

        report = room.back.audited(forge)
        assert any("1 whole decks" in str(one) for one in report.violations)

    tell(story)
