"""Ninety days by the date of the house: what is void then, and who can tell (P8, F256)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from tests.service.back_office import DAY_MS, HOUR_MS, NOW_MS, BackOffice, TurnedClock
from tests.service.hall import Hall, table
from tests.service.operators import START, Directory, House, State
from tests.service.virtually import virtual

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.store import Fault as StoreFault
from sabot.adapters.wallet.faulty import Fault
from sabot.errors import Refused
from sabot.lab.audit import audit, sealed
from sabot.money import Currency
from sabot.service.expiry import HOUR_SECONDS, NOTICE_MS, Expiry, Swept
from sabot.service.four_eyes import Verdict
from sabot.service.golden import GrantBody
from sabot.service.players import Player
from sabot.service.ports import WalletOpRow
from sabot.service.reconciliation import Kind, differences
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase

ALMOST_MS = 89 * DAY_MS + 23 * HOUR_MS
NINETY_MS = 90 * DAY_MS


pytestmark = pytest.mark.usefixtures("quiet")


async def owed(office: BackOffice, amount: int = 700) -> WalletOpRow:
    """A credit that an operator does not take, as the end of a round writes it down."""
    await office.adjustments.propose(
        "c1", actor="sonia", player="acme:ada", amount=amount, round_id="speed-1-7", reason="tape"
    )
    await office.adjustments.approve("c1", actor="marco", reason="seen")
    await asyncio.sleep(10)
    [row] = office.store.open_wallet_ops()
    return row


def silent() -> House:
    acme = House("acme", lambda name, _id: Fault.LOST if name in ("result", "refund") else None)
    acme.join("ada")
    return acme


def test_P8_a_credit_nobody_took_expires_at_ninety_days_and_not_before() -> None:
    async def play() -> None:
        acme = silent()
        office = BackOffice(acme)
        row = await owed(office)
        office.clock.now_ms = row.at_ms + ALMOST_MS
        assert await office.expiry.sweep() == Swept()
        assert office.states() == {"credit:c1": "owed"}
        office.clock.now_ms = row.at_ms + NINETY_MS
        assert await office.expiry.sweep() == Swept(wallet_ops=1)
        assert office.states() == {"credit:c1": "expired"}
        assert office.balance("operator:acme:EUR") == 0
        assert office.balance("expired:house:EUR") == 700
        assert await office.expiry.sweep() == Swept()  # once
        await office.desk.quiesce()  # and nobody repeats it any more
        calls = acme.network.calls
        await asyncio.sleep(600)
        assert acme.network.calls == calls
        assert office.audited().ok

    virtual(play)


def test_P8_what_the_operator_has_after_all_is_a_difference() -> None:
    async def play() -> None:
        acme = House("acme", lambda name, _id: Fault.ERROR_AFTER if name == "result" else None)
        acme.join("ada")
        office = BackOffice(acme)
        row = await owed(office)
        office.clock.now_ms = row.at_ms + NINETY_MS
        await office.expiry.sweep()
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
        office.clock.now_ms = row.at_ms + NINETY_MS
        full.append(StoreFault.FULL)
        acme.network.faults = lambda _name, _id: None
        await asyncio.sleep(120)
        assert acme.balance("acme:ada") == START + 700
        full.clear()
        assert await office.expiry.sweep() == Swept()
        await office.desk.quiesce()
        assert office.states() == {"credit:c1": "paid"}
        assert office.balance("expired:house:EUR") == 0
        assert office.audited().ok

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
        clock.now_ms = hall.ops(ada)[0].at_ms + NINETY_MS
        office = BackOffice(acme, store=hall.store, clock=clock)
        assert (await office.expiry.sweep()).wallet_ops == 1
        assert set(office.states().values()) == {"expired"}
        assert office.balance("expired:house:EUR") == 0
        assert acme.balance(ada) == START
        assert office.audited().ok

    virtual(play)


def test_P8_a_proposal_nobody_decided_is_void() -> None:
    async def play() -> None:
        office = BackOffice()
        await office.adjustments.propose(
            "c1", actor="sonia", player="bob", amount=700, round_id="speed-1-7", reason="tape"
        )
        office.clock.now_ms += ALMOST_MS
        assert await office.expiry.sweep() == Swept()
        office.clock.now_ms += HOUR_MS
        assert await office.expiry.sweep() == Swept(credits=1)
        assert office.adjustments.find("c1").verdict is Verdict.EXPIRED
        assert office.balance("player:bob:EUR") == 0
        assert office.audited().ok

    virtual(play)


def test_P8_F256_a_round_that_stood_still_for_ninety_days_gives_every_stake_back() -> None:
    async def play() -> None:
        async with Hall(table("scanner-1"), houses=[]) as hall:
            bob = hall.deposit("bob")
            await hall.until(Phase.BETTING)
            await hall.place(bob, "player", 500)
            await hall.send(bob, c.ConfirmBets())
            await hall.send("boss", c.Pause(reason="the studio burns"))
            assert hall.state.phase is Phase.PAUSED
            clock = TurnedClock()
            office = BackOffice(store=hall.store, clock=clock)
            expiry = Expiry(
                office.office,
                hall.desk,
                office.rack,
                directory=hall.directory,
                tables=hall.hosts.values,
                evidence=office.evidence,
            )
            opened = _opened(hall.store)
            clock.now_ms = opened + ALMOST_MS
            assert await expiry.sweep() == Swept()
            clock.now_ms = opened + NINETY_MS
            assert await expiry.sweep() == Swept(rounds=1)
            assert hall.last(e.RoundCancelled).reason == "expired/90_days"
            assert hall.funds.balance(bob) == START
            report = audit(sealed(hall.store.export_rows()))
            assert report.ok, report.violations
            for forge in (no_round_act, too_young):
                found = office.audited(forge)
                assert [each.check for each in found.violations] == ["I14"]

    virtual(play)


def no_round_act(_kind: str, fact: dict[str, object]) -> bool:
    return fact.get("kind") != "round/expired"


def too_young(_kind: str, fact: dict[str, object]) -> bool:
    if fact.get("kind") == "round/expired":
        fact["at_ms"] = int(str(fact["at_ms"])) - 1
    return True


def _opened(store: MemoryStore) -> int:
    return next(row.at_ms for row in store.events("scanner-1", after=0) if row.round_id)


def test_P8_golden_chips_end_on_their_own_day_with_the_same_sweep() -> None:
    async def play() -> None:
        office = BackOffice()
        chips = GrantBody(
            count=3, value=500, currency=Currency.EUR, expires_at_ms=NOW_MS + 7 * DAY_MS
        )
        await office.rack.grant("g1", actor="sonia", player="bob", reason="birthday", chips=chips)
        office.clock.now_ms += 7 * DAY_MS - 1
        assert await office.expiry.sweep() == Swept()
        office.clock.now_ms += 1
        assert await office.expiry.sweep() == Swept(chips=1)
        assert await office.expiry.sweep() == Swept()
        assert office.balance("golden:bob/g1:EUR") == office.balance("promotion:house:EUR") == 0
        assert office.audited().ok

    virtual(play)


def test_P8_the_sweep_never_runs_at_start_and_then_every_hour() -> None:
    async def play() -> None:
        office = BackOffice()
        await office.adjustments.propose(
            "c1", actor="sonia", player="bob", amount=700, round_id="speed-1-7", reason="tape"
        )
        office.clock.now_ms += 2 * NINETY_MS
        running = asyncio.create_task(office.expiry.run())
        await asyncio.sleep(HOUR_SECONDS - 1)
        assert office.adjustments.find("c1").verdict is Verdict.PROPOSED
        await asyncio.sleep(2)
        assert office.adjustments.find("c1").verdict is Verdict.EXPIRED
        running.cancel()

    virtual(play)


def test_P8_nothing_expires_while_the_clock_is_in_doubt_nor_soon_after() -> None:
    async def play() -> None:
        office = BackOffice(silent())
        row = await owed(office)
        chips = GrantBody(count=3, value=500, currency=Currency.EUR, expires_at_ms=NOW_MS + DAY_MS)
        await office.rack.grant("g1", actor="sonia", player="bob", reason="birthday", chips=chips)
        office.clock.now_ms = row.at_ms + 2 * NINETY_MS
        office.evidence.in_doubt = True
        assert await office.expiry.sweep() == Swept()
        office.evidence.in_doubt = False
        office.evidence.confirmed_at_ms = office.clock.now_ms
        office.clock.now_ms += NOTICE_MS - 1
        assert await office.expiry.sweep() == Swept()
        assert office.states() == {"credit:c1": "owed"}
        assert office.balance("golden:bob/g1:EUR") == 1_500

    virtual(play)


def too_early(kind: str, fact: dict[str, object]) -> bool:
    if fact.get("kind") == "wallet/expired":
        fact["at_ms"] = int(str(fact["at_ms"])) - 1
    return True


def by_a_person(kind: str, fact: dict[str, object]) -> bool:
    if fact.get("kind") == "wallet/expired":
        fact["actor"] = "sonia"
    return True


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
    "forge", [too_early, by_a_person, no_act, still_owed, no_transfer, elsewhere]
)
def test_P8_the_audit_finds_a_forged_expiry(
    forge: Callable[[str, dict[str, object]], bool],
) -> None:
    async def play() -> None:
        office = BackOffice(silent())
        row = await owed(office)
        office.clock.now_ms = row.at_ms + NINETY_MS
        await office.expiry.sweep()
        assert office.audited().ok
        found = office.audited(forge)
        assert any(violation.check == "I14" for violation in found.violations)

    virtual(play)


class Forgetful:
    """A directory that has lost one player."""

    def player(self, player_id: str) -> Player:
        if player_id == "acme:lost":
            raise Refused("player/unknown", player=player_id)
        return Directory().player(player_id)


def test_P8_one_operation_that_cannot_expire_keeps_no_other_from_it() -> None:
    async def play() -> None:
        acme = silent()
        acme.join("lost")
        office = BackOffice(acme)
        await owed(office)
        await office.adjustments.propose(
            "c0", actor="sonia", player="acme:lost", amount=5, round_id="speed-1-7", reason="tape"
        )
        await office.adjustments.approve("c0", actor="marco", reason="seen")
        office.clock.now_ms += NINETY_MS
        expiry = Expiry(
            office.office,
            office.desk,
            office.rack,
            directory=Forgetful(),
            tables=office.tables.values,
            evidence=office.evidence,
        )
        assert (await expiry.sweep()).wallet_ops == 1
        assert office.states() == {"credit:c0": "owed", "credit:c1": "expired"}

    virtual(play)
