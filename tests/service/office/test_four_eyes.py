"""Four eyes: neither one account, nor two that may belong to one person."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from tests.service.back_office import DAY_MS, BackOffice
from tests.service.office.test_adjustments import PLAYER, code_of
from tests.service.virtually import virtual

from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Currency
from sabot.service.identity.roles import Role
from sabot.service.identity.staff import RoleBody
from sabot.service.office.acts import Act, act_of
from sabot.service.office.four_eyes import Matter, Proposal, Verdict
from sabot.service.office.office import Effect

SONIA, MARCO, VERA = "staff:sonia", "staff:marco", "staff:vera"


def paid(approved: Proposal) -> Effect:
    """A payment that names its proposal."""
    transfer = Transfer(
        id=approved.subject,
        kind=TransferKind.ADJUSTMENT,
        debit=str(Account(AccountKind.ADJUSTMENT, "house", Currency.EUR)),
        credit=PLAYER,
        amount=approved.amount,
    )
    return Effect(transfers=[transfer])


async def proposed(office: BackOffice, *, actor: str = SONIA) -> Proposal:
    return await office.four_eyes.propose(
        Matter.CREDIT, "p1", actor=actor, reason="the video stopped", player="bob", amount=500
    )


async def approved(office: BackOffice, *, actor: str) -> Proposal:
    return await office.four_eyes.approve(
        Matter.CREDIT, "p1", actor=actor, reason="seen on tape", carry_out=paid
    )


async def gives_role(office: BackOffice, giver: str, account: str, number: int = 1) -> None:
    act = act_of(
        Act.ROLE_GIVEN,
        f"{account}:{number}",
        subject=account,
        actor=giver,
        reason="on duty",
        at_ms=office.clock.now_ms,
        body=RoleBody(role=Role.SHIFT_MANAGER, operator=None),
    )
    await office.office.record(act)


def test_an_approval_is_carried_out_once_whoever_asks_again() -> None:
    async def play() -> None:
        office = BackOffice()
        assert (await proposed(office)).verdict is Verdict.PROPOSED
        both = await asyncio.gather(*(approved(office, actor=MARCO) for _ in range(3)))
        assert {one.verdict for one in both} == {Verdict.APPROVED}
        assert office.balance(PLAYER) == 500
        assert await code_of(approved(office, actor=VERA)) == "proposal/decided"

    virtual(play)


@pytest.mark.parametrize(
    ("giver", "account"),
    [(SONIA, MARCO), (MARCO, SONIA)],
    ids=["the proposer gave the decider a role", "the decider gave the proposer a role"],
)
def test_an_account_that_one_gave_a_role_is_no_second_pair_of_eyes(
    giver: str, account: str
) -> None:
    async def play() -> None:
        office = BackOffice()
        await gives_role(office, giver, account)
        office.clock.now_ms += 30 * DAY_MS
        await proposed(office)
        assert await code_of(approved(office, actor=MARCO)) == "proposal/role_given"
        assert office.balance(PLAYER) == 0
        office.clock.now_ms += 1
        assert (await approved(office, actor=MARCO)).verdict is Verdict.APPROVED

    virtual(play)


def test_two_accounts_that_one_colleague_gave_roles_are_no_four_eyes() -> None:
    async def play() -> None:
        office = BackOffice()
        for account in (SONIA, MARCO):
            await gives_role(office, VERA, account)
        await proposed(office)
        assert await code_of(approved(office, actor=MARCO)) == "proposal/role_given"
        assert (await approved(office, actor="staff:otto")).verdict is Verdict.APPROVED

    virtual(play)


def test_roles_given_on_the_machine_of_the_house_do_not_count() -> None:
    async def play() -> None:
        office = BackOffice()
        for account in (SONIA, MARCO):
            await gives_role(office, "root", account)
        await proposed(office)
        assert (await approved(office, actor=MARCO)).verdict is Verdict.APPROVED

    virtual(play)


def forged_giver(kind: str, fact: dict[str, Any]) -> bool:
    if kind == "act" and fact["kind"] == "role/given":
        fact["actor"] = SONIA
    return True


@pytest.mark.parametrize("forge", [None, forged_giver])
def test_I14_the_audit_knows_who_gave_whom_a_role(
    forge: Callable[[str, dict[str, Any]], bool] | None,
) -> None:
    async def play() -> None:
        office = BackOffice()
        await gives_role(office, "root", MARCO)
        await office.adjustments.propose(
            "c1", actor=SONIA, player="bob", amount=100, round_id="speed-1-7", reason="cut short"
        )
        await office.adjustments.approve("c1", actor=MARCO, reason="seen")
        found = office.audited(forge).violations
        assert [violation.check for violation in found] == (
            [] if forge is None else ["I14", "house"]
        )

    virtual(play)


@pytest.mark.parametrize("matter", Matter)
def test_every_matter_has_its_acts_and_ends_undecided_after_ninety_days(matter: Matter) -> None:
    async def play() -> None:
        office = BackOffice()
        await office.four_eyes.propose(matter, "p1", actor=SONIA, reason="nobody looks")
        assert [one.id for one in office.four_eyes.waiting(matter)] == ["p1"]
        office.clock.now_ms += 91 * DAY_MS
        await office.expiry.sweep()
        assert office.four_eyes.find(matter, "p1").verdict is Verdict.EXPIRED

    virtual(play)
