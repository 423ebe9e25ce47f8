"""Manual credits: four eyes, one payment, and an audit that finds what was forged (P6)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from tests.service.back_office import BackOffice, Late
from tests.service.faulty_wallet import Fault
from tests.service.operators import START, House, stored_ops
from tests.service.virtually import virtual

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.disk import Fault as StoreFault
from sabot.errors import Refused, Unavailable
from sabot.service.office.adjustments import Adjustment
from sabot.service.office.four_eyes import Verdict
from sabot.service.wallets.reconciliation import differences

WISH = {"actor": "sonia", "player": "bob", "amount": 2_500, "round_id": "speed-1-7"}
PLAYER, ADJUSTED = "player:bob:EUR", "adjustment:house:EUR"


async def proposed(desk: BackOffice, name: str = "c1", **changes: Any) -> Adjustment:
    wish: dict[str, Any] = {**WISH, "reason": "the video stopped", **changes}
    return await desk.adjustments.propose(name, **wish)


async def code_of(call: Coroutine[object, object, object]) -> str:
    with pytest.raises(Refused) as refusal:
        await call
    return refusal.value.code


def test_P6_F254_one_proposes_another_approves_and_the_player_is_paid_once() -> None:
    async def play() -> None:
        office = BackOffice()
        assert office.funds.balance("bob") == 0
        standing = await proposed(office)
        assert (standing.verdict, office.balance(PLAYER)) == (Verdict.PROPOSED, 0)
        assert office.adjustments.waiting() == (standing,)
        for _ in range(3):
            done = await office.adjustments.approve("c1", actor="marco", reason="seen on tape")
            assert (done.verdict, done.decided_by) == (Verdict.APPROVED, "marco")
        assert (office.balance(PLAYER), office.balance(ADJUSTED)) == (2_500, -2_500)
        assert office.funds.balance("bob") == 2_500
        assert office.adjustments.waiting() == ()
        assert office.audited().ok

    virtual(play)


def test_P6_a_credit_may_be_called_anything() -> None:
    """Also as the stakes of bets are called: then its transfer is still no stake."""

    async def play() -> None:
        office = BackOffice()
        await proposed(office, "stake")
        done = await office.adjustments.approve("stake", actor="marco", reason="seen on tape")
        assert done.verdict is Verdict.APPROVED
        assert office.balance(PLAYER) == 2_500
        assert office.audited().ok

    virtual(play)


def test_P6_nobody_approves_their_own() -> None:
    async def play() -> None:
        office = BackOffice()
        await proposed(office)
        for decide in (office.adjustments.approve, office.adjustments.decline):
            mine = decide("c1", actor="sonia", reason="I am sure")
            assert await code_of(mine) == "proposal/own"
        assert office.adjustments.find("c1").verdict is Verdict.PROPOSED
        assert office.balance(PLAYER) == 0

    virtual(play)


def test_P6_a_declined_credit_pays_nothing_and_stays_declined() -> None:
    async def play() -> None:
        office = BackOffice()
        await proposed(office)
        done = await office.adjustments.decline("c1", actor="marco", reason="not on tape")
        assert done.verdict is Verdict.DECLINED
        late = office.adjustments.approve("c1", actor="marco", reason="after all")
        assert await code_of(late) == "proposal/decided"
        other = office.adjustments.decline("c1", actor="vera", reason="not on tape")
        assert await code_of(other) == "proposal/decided"
        assert office.balance(PLAYER) == 0
        assert office.audited().ok

    virtual(play)


def test_P6_two_who_decide_at_once_decide_once() -> None:
    async def play() -> None:
        office = BackOffice()
        await proposed(office)
        ended = await asyncio.gather(
            office.adjustments.approve("c1", actor="marco", reason="seen"),
            office.adjustments.decline("c1", actor="vera", reason="not seen"),
            return_exceptions=True,
        )
        refused = [end for end in ended if isinstance(end, Refused)]
        assert [error.code for error in refused] == ["proposal/decided"]
        verdict = office.adjustments.find("c1").verdict
        assert office.balance(PLAYER) == (2_500 if verdict is Verdict.APPROVED else 0)
        assert office.audited().ok

    virtual(play)


def test_the_same_proposal_again_is_the_same_and_another_body_a_conflict() -> None:
    async def play() -> None:
        office = BackOffice()
        first = await proposed(office)
        office.clock.now_ms += 5_000
        assert await proposed(office) == first
        for change in ({"amount": 1}, {"player": "ada"}, {"round_id": "x"}, {"reason": "other"}):
            assert await code_of(proposed(office, **change)) == "proposal/other_body"
        assert len(office.adjustments.waiting()) == 1

    virtual(play)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"amount": 0}, "adjustment/amount"),
        ({"amount": -5}, "adjustment/amount"),
        ({"amount": 20_001}, "adjustment/too_much"),
        ({"round_id": " "}, "adjustment/round"),
        ({"round_id": "speed-1-999"}, "adjustment/round"),
        ({"reason": " "}, "office/words"),
        ({"reason": "x" * 501}, "office/words"),
        ({"actor": ""}, "office/words"),
    ],
)
def test_what_cannot_be_proposed_says_why(change: dict[str, Any], code: str) -> None:
    async def play() -> None:
        office = BackOffice()
        assert await code_of(proposed(office, **change)) == code
        assert office.adjustments.waiting() == ()

    virtual(play)


def test_a_credit_names_a_round_of_that_player_that_is_over() -> None:
    """An attack: 25.00 and 10,000.00 were credited for rounds that do not exist."""

    async def play() -> None:
        office = BackOffice()
        for name in ("speed-1-999", "speed-1-7/bob", "no", "\0"):
            assert await code_of(proposed(office, round_id=name)) == "adjustment/round"
        office.played.rounds["speed-1-8"] = ""
        assert await code_of(proposed(office, round_id="speed-1-8")) == "adjustment/round_open"
        assert office.adjustments.waiting() == ()

    virtual(play)


def test_credits_for_one_round_bring_together_what_could_have_been_won() -> None:
    """100.00 on Player pays 200.00 at best, whether in one credit or in three."""

    async def play() -> None:
        office = BackOffice()
        await proposed(office, "c1", amount=15_000)
        await office.adjustments.approve("c1", actor="marco", reason="seen")
        assert await code_of(proposed(office, "c2", amount=5_001)) == "adjustment/too_much"
        await proposed(office, "c2", amount=5_000)
        assert await code_of(proposed(office, "c3", amount=1)) == "adjustment/too_much"
        await office.adjustments.decline("c2", actor="marco", reason="not seen")
        await proposed(office, "c3", amount=5_000)
        assert (await proposed(office, "c3", amount=5_000)).verdict is Verdict.PROPOSED

    virtual(play)


def test_an_id_is_plain_and_a_proposal_nobody_made_is_unknown() -> None:
    async def play() -> None:
        office = BackOffice()
        for name in ("", "a:b", "a b", "x" * 81, "a\0"):
            assert await code_of(proposed(office, name)) == "office/id"
        lost = office.adjustments.approve("c9", actor="marco", reason="seen")
        assert await code_of(lost) == "proposal/unknown"

    virtual(play)


def test_P6_an_operators_player_is_credited_at_the_operator() -> None:
    async def play() -> None:
        once = iter([Fault.DROPPED_AFTER, Fault.ERROR_BEFORE])
        acme = House("acme", lambda name, _id: next(once, None) if name == "result" else None)
        ada = acme.join("ada")
        office = BackOffice(acme)
        await proposed(office, player=ada)
        await office.adjustments.approve("c1", actor="marco", reason="seen")
        await office.desk.quiesce()
        assert acme.balance(ada) == START + 2_500
        assert office.balance("operator:acme:EUR") == 2_500
        assert office.states() == {"credit:c1": "paid"}
        assert differences(stored_ops(office.store).values(), acme.book.listing()) == ()
        assert office.audited().ok

    virtual(play)


def test_a_crash_between_proposal_and_approval_loses_nothing() -> None:
    async def play() -> None:
        before = BackOffice()
        await proposed(before)
        before.store.disk.crash()
        after = BackOffice(store=before.store)
        await after.adjustments.approve("c1", actor="marco", reason="seen")
        after.store.disk.crash()
        again = BackOffice(store=before.store)
        assert again.adjustments.find("c1").verdict is Verdict.APPROVED
        assert again.balance(PLAYER) == 2_500

    virtual(play)


def test_P6_the_same_decision_twice_at_once_is_booked_once() -> None:
    """A button that was pressed twice, within one millisecond."""

    async def play() -> None:
        office = BackOffice()
        await proposed(office)
        assert office.funds.balance("bob") == 0
        both = await asyncio.gather(
            *(office.adjustments.approve("c1", actor="marco", reason="seen") for _ in range(2))
        )
        assert [one.verdict for one in both] == [Verdict.APPROVED] * 2
        assert office.balance(PLAYER) == 2_500
        assert office.funds.balance("bob") == 2_500

    virtual(play)


@pytest.mark.parametrize("again", ["the same decision", "the daily sweep"])
def test_I4_a_credit_that_was_approved_though_nobody_heard_of_it_is_sent(again: str) -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        lost: list[StoreFault] = []
        store = MemoryStore(faults=lambda _write: lost.pop() if lost else None)
        office = BackOffice(acme, store=store)
        await proposed(office, player=ada)
        lost.append(StoreFault.ANSWER_LOST)
        with pytest.raises(Unavailable):
            await office.adjustments.approve("c1", actor="marco", reason="seen")
        assert office.states() == {"credit:c1": "owed"}
        if again == "the same decision":
            await office.adjustments.approve("c1", actor="marco", reason="seen")
        else:
            await office.expiry.sweep()
        await asyncio.sleep(10)
        assert office.states() == {"credit:c1": "paid"}
        assert acme.balance(ada) == START + 2_500
        assert office.audited().ok

    virtual(play)


@pytest.mark.parametrize("again", ["the same decision", "the daily sweep"])
def test_I4_money_that_comes_after_balances_were_read_anew_is_seen(again: str) -> None:
    async def play() -> None:
        store = Late()
        office = BackOffice(store=store)
        await proposed(office)
        store.late = True
        with pytest.raises(Unavailable):
            await office.adjustments.approve("c1", actor="marco", reason="seen")
        assert office.funds.balance("bob") == 0
        await office.expiry.sweep()  # too early, and no reason to look no more
        store.land()
        if again == "the same decision":
            await office.adjustments.approve("c1", actor="marco", reason="seen")
        else:
            await office.expiry.sweep()
        assert office.funds.balance("bob") == office.balance(PLAYER) == 2_500

    virtual(play)


def forged_approval(kind: str, fact: dict[str, object]) -> bool:
    if kind == "act" and fact["kind"] == "credit/approved":
        fact["actor"] = "sonia"
    return True


def forged_amount(kind: str, fact: dict[str, object]) -> bool:
    if kind == "act":
        fact["amount"] = 9
    return True


def no_proposal(kind: str, fact: dict[str, object]) -> bool:
    return fact.get("kind") != "credit/proposed"


def no_acts(kind: str, _fact: dict[str, object]) -> bool:
    return kind != "act"


def no_reason(kind: str, fact: dict[str, object]) -> bool:
    if kind == "act":
        fact["reason"] = " "
    return True


def other_player(kind: str, fact: dict[str, object]) -> bool:
    if fact.get("kind") in ("credit/approved", "credit/proposed"):
        fact["player"] = "eve"
    return True


@pytest.mark.parametrize(
    "forge", [forged_approval, forged_amount, no_proposal, no_acts, no_reason, other_player]
)
def test_I14_the_audit_finds_a_forged_credit(
    forge: Callable[[str, dict[str, object]], bool],
) -> None:
    async def play() -> None:
        office = BackOffice()
        await proposed(office)
        await office.adjustments.approve("c1", actor="marco", reason="seen")
        assert office.audited().ok
        found = office.audited(forge)
        assert any(violation.check == "I14" for violation in found.violations)

    virtual(play)
