"""Roles of the staff: given and taken away, each time with the actor and the reason (I14)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypedDict

import pytest
from tests.service.identity.front_desk import PASSWORD, FrontDesk
from typing_extensions import override

from sabot.adapters.memory.identity import MemoryAccounts, MemoryIdentity
from sabot.errors import Refused, SabotError
from sabot.lab.audit import audit, sealed
from sabot.service.identity.accounts import NewAccount
from sabot.service.identity.refusals import AccountRefusal
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import AccountRow, Ended
from sabot.service.identity.staff import StaffDesk
from sabot.service.ports import ActRow


class Because(TypedDict):
    """Who does it, and why."""

    actor: str
    reason: str


BY = Because(actor="console:ops", reason="a test")
DORA = NewAccount(login="dora", password=PASSWORD, role=Role.DEALER, nickname="Dora")


class Studio:
    """A front desk, the list of its staff, and the books."""

    def __init__(self, store: MemoryIdentity | None = None) -> None:
        identity = store or MemoryIdentity()
        self.books = identity.rows.books
        self.front = FrontDesk(store=identity)
        self.desk = StaffDesk(
            self.front.store.accounts, self.front.accounts, clock=self.front.clock
        )

    def acts(self) -> list[tuple[str, str, bytes]]:
        found = self.books.acts.about("staff:login:dora")
        return [(act.id, act.kind, act.body) for act in found]


def test_I14_every_role_has_its_act_and_a_repetition_has_none() -> None:
    studio = Studio()
    studio.desk.add(DORA, **BY)
    first = studio.front.sign_in("dora")
    for _ in range(2):
        studio.desk.give("Dora", Role.MODERATOR, **BY)
    assert studio.front.ended == [(first.principal.session_id, Ended.ROLE_CHANGED)]
    second = studio.front.sign_in("dora")
    for _ in range(2):
        assert studio.desk.take("dora", **BY).disabled == "a test"
    assert studio.front.ended[1:] == [(second.principal.session_id, Ended.DISABLED)]
    with pytest.raises(Refused, match="sign_in/disabled"):
        studio.front.sign_in("dora")
    studio.desk.give("dora", Role.OPERATOR, operator="acme", **BY)
    assert studio.front.sign_in("dora").principal.operator == "acme"
    subject = "staff:login:dora"
    assert studio.acts() == [
        (f"{subject}:1", "role/given", b'{"role":"dealer","operator":null}'),
        (f"{subject}:2", "role/given", b'{"role":"moderator","operator":null}'),
        (f"{subject}:3", "role/taken", b'{"role":"moderator","operator":null}'),
        (f"{subject}:4", "role/given", b'{"role":"operator","operator":"acme"}'),
    ]
    assert audit(sealed(studio.books.export_rows())).ok


class Overtaken(MemoryAccounts):
    """Somebody else is quicker, once, between a look at an account and its change."""

    quicker: Callable[[], object] | None = None

    @override
    def change(
        self,
        row: AccountRow,
        *,
        ended: Ended | None,
        at_ms: int,
        acts: Sequence[ActRow] = (),
        but: str | None = None,
    ) -> Sequence[str] | None:
        quicker, self.quicker = self.quicker, None
        if quicker is not None:
            quicker()
        return super().change(row, ended=ended, at_ms=at_ms, acts=acts, but=but)


def only_dealers(person: AccountRow) -> None:
    """As far as somebody may reach."""
    if person.role is not Role.DEALER:
        raise Refused(AccountRefusal.UNKNOWN, login=person.login or "")


@pytest.mark.parametrize(
    "change",
    [
        lambda desk: desk.take("dora", check=only_dealers, **BY),
        lambda desk: desk.give("dora", Role.MODERATOR, check=only_dealers, **BY),
    ],
)
def test_who_got_out_of_reach_meanwhile_keeps_their_role(
    change: Callable[[StaffDesk], object],
) -> None:
    store = MemoryIdentity()
    store.accounts = accounts = Overtaken(store.rows)
    studio = Studio(store)
    studio.desk.add(DORA, **BY)
    console = FrontDesk(store=store)  # another process
    desk = StaffDesk(accounts, console.accounts, clock=console.clock)
    accounts.quicker = lambda: desk.give("dora", Role.SHIFT_MANAGER, **BY)
    with pytest.raises(Refused, match="account/unknown"):
        change(studio.desk)
    person = studio.desk.person("dora")
    assert (person.role, person.disabled) == (Role.SHIFT_MANAGER, None)
    assert len(studio.acts()) == 2


def test_the_list_has_everybody_but_players() -> None:
    studio = Studio()
    studio.front.account("ada")
    studio.desk.add(DORA, **BY)
    studio.front.guests.guest(address="192.0.2.7")
    assert [one.login for one in studio.desk.people()] == ["dora"]
    for name in ("ada", "nobody", "a\0b"):
        with pytest.raises(Refused, match="account/unknown"):
            studio.desk.person(name)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda desk: desk.give("dora", Role.PLAYER, **BY), "account/role"),
        (lambda desk: desk.give("ada", Role.DEALER, **BY), "account/unknown"),
        (lambda desk: desk.give("dora", Role.OPERATOR, **BY), "account/operator"),
        (lambda desk: desk.give("dora", Role.AUDITOR, actor="x", reason=" "), "office/words"),
        (lambda desk: desk.take("dora", actor="x", reason="x" * 201), "account/reason"),
        (lambda desk: desk.add(DORA, **BY), "account/login_taken"),
        (
            lambda desk: desk.add(
                NewAccount(login="eva", password=PASSWORD, role=Role.PLAYER, nickname="Eva"), **BY
            ),
            "account/role",
        ),
    ],
)
def test_what_is_not_possible_is_not_written_down(
    change: Callable[[StaffDesk], object], code: str
) -> None:
    studio = Studio()
    studio.front.account("ada")
    studio.desk.add(DORA, **BY)
    with pytest.raises(SabotError, match=code):
        change(studio.desk)
    assert len(studio.acts()) == 1
    assert studio.desk.person("dora").role is Role.DEALER


@pytest.mark.parametrize(
    "changes",
    [
        {"actor": "staff:login:dora"},  # by themselves
        {"body": "{}"},
        {"player": "ada"},
        {"amount": 1},
        {"subject": "dora"},
        {"reason": ""},
    ],
)
def test_I14_the_audit_finds_a_forged_role(changes: dict[str, object]) -> None:
    studio = Studio()
    studio.desk.add(DORA, **BY)
    facts = [(kind, dict(fact)) for kind, fact in studio.books.export_rows()]
    for kind, fact in facts:
        if kind == "act":
            fact.update(changes)  # type: ignore[arg-type]
    found = audit(sealed(facts))
    assert {violation.check.value for violation in found.violations} == {"I14", "house"}
