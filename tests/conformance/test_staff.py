"""The staff on every store: accounts are made and changed together with their acts."""

from __future__ import annotations

from msgspec.structs import replace
from tests.conformance.conftest import AnyStore
from tests.conformance.test_identity import ACCOUNT, identity_of

from sabot.service.identity.roles import Role
from sabot.service.office.acts import Act, act_of
from sabot.service.ports import ActRow


def test_I14_an_account_is_made_and_changed_with_its_acts_or_not_at_all(
    store: AnyStore,
) -> None:
    identity = identity_of(store)
    staff = replace(
        ACCOUNT, account_id="login:dora", login="dora", player_id=None, role=Role.DEALER
    )

    def act(number: int) -> ActRow:
        subject = "staff:login:dora"
        return act_of(
            Act.ROLE_GIVEN, f"{subject}:{number}", subject=subject, actor="m", reason="r", at_ms=1
        )

    assert identity.accounts.add(ACCOUNT)
    assert identity.accounts.add(staff, acts=[act(1)])
    assert not identity.accounts.add(staff, acts=[act(9)])
    other = replace(staff, role=Role.AUDITOR)
    assert identity.accounts.change(other, ended=None, at_ms=2, acts=[act(2)]) == ()
    assert identity.accounts.change(other, ended=None, at_ms=2, acts=[act(9)]) is None
    assert list(store.acts.about("staff:login:dora")) == [act(1), act(2)]
    assert list(identity.accounts.staff()) == [replace(other, version=staff.version + 1)]
