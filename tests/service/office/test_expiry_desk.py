"""Wallet operations: two people give one up after a notice, and put it back (P8, F256)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from tests.service.back_office import (
    DAY_MS,
    BackOffice,
    TurnedClock,
    late_notice,
    no_notice,
    owed,
    silent,
)
from tests.service.faulty_wallet import Fault
from tests.service.hall import Hall, table
from tests.service.operators import START, House, State
from tests.service.virtually import virtual

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.disk import Fault as StoreFault
from sabot.errors import Refused, Unavailable
from sabot.service.office.acts import Act
from sabot.service.office.clock_desk import Confirmed
from sabot.service.office.expiry import Swept
from sabot.service.office.expiry_desk import Step
from sabot.service.office.notices import NOTICE_MS
from sabot.service.ports import WalletOpRow
from sabot.service.wallets.reconciliation import Kind, differences
from sabot.table.phases import Phase

NINETY_MS = 90 * DAY_MS

pytestmark = pytest.mark.usefixtures("quiet")


async def announced(office: BackOffice, row: WalletOpRow) -> None:
    """Eighty-three days have passed, and staff were told."""
    office.clock.now_ms = row.at_ms + NINETY_MS - NOTICE_MS
    assert await office.expiry.sweep() == Swept(notices=1)


async def propose(office: BackOffice, name: str = "x1", step: Step = Step.EXPIRE) -> None:
    await office.expiries.propose(
        name, operation="credit:c1", step=step, actor="sonia", reason="the operator is gone"
    )


async def give_up(office: BackOffice, row: WalletOpRow) -> None:
    """Two people give a credit up, ninety days after it was due."""
    await announced(office, row)
    office.clock.now_ms = row.at_ms + NINETY_MS
    await propose(office)
    await office.expiries.approve("x1", actor="marco", reason="so it is")


def test_P8_a_credit_nobody_took_is_announced_and_expires_by_no_clock() -> None:
    async def play() -> None:
        office = BackOffice(silent())
        row = await owed(office)
        office.clock.now_ms = row.at_ms + NINETY_MS - NOTICE_MS - 1
        assert await office.expiry.sweep() == Swept()
        await announced(office, row)
        [told] = office.expiries.announced()
        assert told.operation == row
        assert (told.announced_at_ms, told.due_at_ms) == (
            office.clock.now_ms,
            row.at_ms + NINETY_MS,
        )
        for _ in range(10):
            office.clock.now_ms += NINETY_MS
            assert await office.expiry.sweep() == Swept()
        assert office.states() == {"credit:c1": "owed"}
        assert office.balance("expired:house:EUR") == 0
        assert office.audited().ok

    virtual(play)


def test_P8_two_people_give_a_credit_up_after_ninety_days_and_a_notice() -> None:
    async def play() -> None:
        acme = silent()
        office = BackOffice(acme)
        row = await owed(office)
        with pytest.raises(Refused, match="expiry/no_notice"):
            await propose(office)
        await announced(office, row)
        office.clock.now_ms = row.at_ms + NINETY_MS - 1
        with pytest.raises(Refused, match="expiry/too_early"):
            await propose(office)
        office.clock.now_ms += 1
        await propose(office)
        assert office.states() == {"credit:c1": "owed"}
        with pytest.raises(Refused, match="proposal/own"):
            await office.expiries.approve("x1", actor="sonia", reason="me again")
        await office.expiries.approve("x1", actor="marco", reason="so it is")
        assert office.states() == {"credit:c1": "expired"}
        assert office.balance("operator:acme:EUR") == 0
        assert office.balance("expired:house:EUR") == 700
        await office.desk.quiesce()  # and nobody repeats it any more
        calls = acme.network.calls
        await asyncio.sleep(600)
        assert acme.network.calls == calls
        with pytest.raises(Refused, match="expiry/not_open"):
            await propose(office, "x2")
        assert office.audited().ok

    virtual(play)


def test_P8_a_notice_given_late_has_its_seven_days() -> None:
    async def play() -> None:
        office = BackOffice(silent())
        row = await owed(office)
        office.clock.now_ms = row.at_ms + 2 * NINETY_MS
        assert await office.expiry.sweep() == Swept(notices=1)
        office.clock.now_ms += NOTICE_MS - 1
        with pytest.raises(Refused, match="expiry/too_early"):
            await propose(office)
        office.clock.now_ms += 1
        await propose(office)

    virtual(play)


def test_P8_nobody_gives_anything_up_by_a_clock_in_doubt_nor_soon_after() -> None:
    async def play() -> None:
        office = BackOffice(silent())
        row = await owed(office)
        await announced(office, row)
        office.clock.now_ms = row.at_ms + NINETY_MS
        office.evidence.in_doubt = True
        with pytest.raises(Refused, match="expiry/clock"):
            await propose(office)
        office.evidence.in_doubt = False
        await propose(office)
        office.evidence.in_doubt = True
        with pytest.raises(Refused, match="expiry/clock"):
            await office.expiries.approve("x1", actor="marco", reason="so it is")
        office.evidence.in_doubt = False
        office.evidence.confirmed_at_ms = office.clock.now_ms
        office.clock.now_ms += NOTICE_MS - 1
        with pytest.raises(Refused, match="expiry/clock"):
            await office.expiries.approve("x1", actor="marco", reason="so it is")
        assert office.states() == {"credit:c1": "owed"}
        office.clock.now_ms += 1
        await office.expiries.approve("x1", actor="marco", reason="so it is")
        assert office.states() == {"credit:c1": "expired"}

    virtual(play)


def test_P8_two_people_put_a_credit_back_and_the_operator_gets_it() -> None:
    async def play() -> None:
        acme = silent()
        office = BackOffice(acme)
        row = await owed(office)
        with pytest.raises(Refused, match="expiry/not_expired"):
            await propose(office, "back", Step.RESTORE)
        await give_up(office, row)
        await propose(office, "back", Step.RESTORE)
        with pytest.raises(Refused, match="proposal/own"):
            await office.expiries.approve("back", actor="sonia", reason="me again")
        await office.expiries.approve("back", actor="marco", reason="they are here again")
        assert office.states() == {"credit:c1": "owed"}
        assert office.balance("operator:acme:EUR") == 700
        assert office.balance("expired:house:EUR") == 0
        moved = {
            key: one for key, one in office.store.facts.transfers.items() if "credit:c1:" in key
        }
        assert moved["credit:c1:restored"].reverses == "credit:c1:expired"
        assert office.audited().ok
        acme.network.faults = lambda _name, _id: None
        await asyncio.sleep(600)
        await office.desk.quiesce()
        assert office.states() == {"credit:c1": "paid"}
        assert acme.balance("acme:ada") == START + 700
        assert office.audited().ok

    virtual(play)


def test_P8_what_was_put_back_is_repeated_for_ever() -> None:
    async def play() -> None:
        office = BackOffice(silent())
        row = await owed(office)
        await give_up(office, row)
        await propose(office, "back", Step.RESTORE)
        await office.expiries.approve("back", actor="marco", reason="a mistake")
        office.clock.now_ms += NINETY_MS
        with pytest.raises(Refused, match="expiry/restored"):
            await propose(office, "x2")

    virtual(play)


def test_P8_an_unknown_operation_is_refused() -> None:
    async def play() -> None:
        with pytest.raises(Refused, match="expiry/unknown"):
            await propose(BackOffice())

    virtual(play)


def test_P8_what_the_operator_has_after_all_is_a_difference() -> None:
    async def play() -> None:
        acme = House("acme", lambda name, _id: Fault.ERROR_AFTER if name == "result" else None)
        acme.join("ada")
        office = BackOffice(acme)
        row = await owed(office)
        await give_up(office, row)
        ended = replace(row, state=State.EXPIRED)
        [found] = differences([ended], acme.book.listing())
        assert (found.kind, found.ours, found.theirs) == (Kind.NOT_TAKEN_BACK, 0, 700)

    virtual(play)


def test_P8_a_credit_that_was_acknowledged_a_moment_ago_does_not_expire() -> None:
    """The operator is back, and the disk was full when it said so."""

    async def play() -> None:
        acme = silent()
        full: list[StoreFault] = []
        store = MemoryStore(faults=lambda _write: full[0] if full else None)
        office = BackOffice(acme, store=store)
        row = await owed(office)
        await announced(office, row)
        office.clock.now_ms = row.at_ms + NINETY_MS
        await propose(office)
        full.append(StoreFault.FULL)
        acme.network.faults = lambda _name, _id: None
        await asyncio.sleep(120)
        assert acme.balance("acme:ada") == START + 700
        full.clear()
        with pytest.raises(Refused, match="expiry/not_open"):
            await office.expiries.approve("x1", actor="marco", reason="so it is")
        await office.desk.quiesce()
        assert office.states() == {"credit:c1": "paid"}
        assert office.balance("expired:house:EUR") == 0
        assert office.audited().ok

    virtual(play)


def test_P8_a_credit_whose_end_could_not_be_written_is_repeated_on() -> None:
    async def play() -> None:
        acme = silent()
        full: list[StoreFault] = []
        store = MemoryStore(faults=lambda _write: full[0] if full else None)
        office = BackOffice(acme, store=store)
        row = await owed(office)
        await announced(office, row)
        office.clock.now_ms = row.at_ms + NINETY_MS
        await propose(office)
        full.append(StoreFault.FULL)
        with pytest.raises(Unavailable):
            await office.expiries.approve("x1", actor="marco", reason="so it is")
        full.clear()
        acme.network.faults = lambda _name, _id: None
        await asyncio.sleep(600)
        assert office.states() == {"credit:c1": "paid"}
        assert acme.balance("acme:ada") == START + 700

    virtual(play)


def test_P8_a_bet_that_could_not_be_taken_back_is_given_up_without_a_transfer() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            acme.network.faults = lambda _name, _id: Fault.LOST
            await hall.place(ada, "player", 1_000)
            await hall.until(Phase.DEALING)
            assert hall.states(ada) == [State.CANCELLING]
            await hall.until(Phase.RESULT)
        clock = TurnedClock()
        row = hall.ops(ada)[0]
        clock.now_ms = row.at_ms + NINETY_MS
        office = BackOffice(acme, store=hall.store, clock=clock)
        assert await office.expiry.sweep() == Swept(notices=1)
        clock.now_ms += NOTICE_MS
        for name, step, state in (
            ("x1", Step.EXPIRE, "expired"),
            ("x2", Step.RESTORE, "cancelling"),
        ):
            await office.expiries.propose(
                name, operation=row.id, step=step, actor="sonia", reason="gone"
            )
            await office.expiries.approve(name, actor="marco", reason="so it is")
            assert set(office.states().values()) == {state}
            assert office.balance("expired:house:EUR") == 0
            assert acme.balance(ada) == START
            assert office.audited().ok

    virtual(play)


def too_early(_kind: str, fact: dict[str, object]) -> bool:
    if fact.get("kind") == "wallet/expired":
        fact["at_ms"] = int(str(fact["at_ms"])) - 1
    return True


def by_the_house(_kind: str, fact: dict[str, object]) -> bool:
    if fact.get("kind") == "wallet/expired":
        fact["actor"] = "house"
        fact["body"] = '{"since_ms":1}'
    return True


def by_one_person(_kind: str, fact: dict[str, object]) -> bool:
    if fact.get("kind") in ("wallet/expired", "expiry/approved"):
        fact["actor"] = "sonia"
    return True


def of_another(_kind: str, fact: dict[str, object]) -> bool:
    if fact.get("kind") == "expiry/proposed":
        fact["body"] = '{"operation":"credit:c2","step":"expire"}'
    return True


def not_decided(_kind: str, fact: dict[str, object]) -> bool:
    return fact.get("kind") != "expiry/approved"


def no_act(kind: str, fact: dict[str, object]) -> bool:
    return fact.get("kind") != "wallet/expired"


def still_owed(kind: str, fact: dict[str, object]) -> bool:
    if kind == "wallet_op":
        fact["state"] = "owed"
    return True


def no_transfer(kind: str, fact: dict[str, object]) -> bool:
    return not (kind == "transfer" and fact["kind"] == "expiry")


def elsewhere(kind: str, fact: dict[str, object]) -> bool:
    if kind == "transfer" and fact["kind"] == "expiry":
        fact["credit"] = "promotion:house:EUR"
    return True


@pytest.mark.parametrize(
    "forge",
    [
        *(too_early, by_the_house, by_one_person, of_another, not_decided, no_notice, late_notice),
        *(no_act, still_owed, no_transfer, elsewhere),
    ],
)
def test_P8_the_audit_finds_a_forged_expiry(
    forge: Callable[[str, dict[str, object]], bool],
) -> None:
    async def play() -> None:
        office = BackOffice(silent())
        await give_up(office, await owed(office))
        assert office.audited().ok
        found = office.audited(forge)
        assert any(violation.check == "I14" for violation in found.violations)

    virtual(play)


def no_restored(_kind: str, fact: dict[str, object]) -> bool:
    return fact.get("kind") != "wallet/restored"


def reverses_nothing(kind: str, fact: dict[str, object]) -> bool:
    if kind == "transfer" and fact["id"] == "credit:c1:restored":
        fact["reverses"] = None
    return True


def restored_alone(_kind: str, fact: dict[str, object]) -> bool:
    if fact.get("kind") in ("wallet/restored", "expiry/approved"):
        fact["actor"] = "sonia"
    return True


@pytest.mark.parametrize("forge", [no_restored, reverses_nothing, restored_alone])
def test_P8_the_audit_finds_a_forged_reversal(
    forge: Callable[[str, dict[str, object]], bool],
) -> None:
    async def play() -> None:
        office = BackOffice(silent())
        await give_up(office, await owed(office))
        await propose(office, "back", Step.RESTORE)
        await office.expiries.approve("back", actor="marco", reason="a mistake")
        assert office.audited().ok
        assert any(found.check == "I14" for found in office.audited(forge).violations)

    virtual(play)


def test_P8_the_audit_finds_an_end_soon_after_the_clock_was_confirmed() -> None:
    async def play() -> None:
        office = BackOffice(silent())
        row = await owed(office)
        await announced(office, row)
        office.clock.now_ms = row.at_ms + NINETY_MS
        for number, before in ((1, NOTICE_MS), (2, NOTICE_MS - 1)):
            act = office.office.act(
                Act.CLOCK_CONFIRMED,
                f"clock:confirmed:{number}",
                subject="clock",
                player="",
                amount=0,
                actor="staff:marta",
                reason="my watch",
                body=Confirmed(
                    before_ms=office.clock.now_ms - before - 1_000,
                    after_ms=office.clock.now_ms - before,
                ),
            )
            await office.office.record(act)
            if number == 1:
                await propose(office)
                await office.expiries.approve("x1", actor="marco", reason="so it is")
                assert office.audited().ok
        assert [found.check for found in office.audited().violations] == ["I14"]

    virtual(play)
