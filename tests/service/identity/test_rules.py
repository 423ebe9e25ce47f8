import pytest
from msgspec.structs import replace

from sabot.errors import Malformed
from sabot.service.identity.roles import Role
from sabot.service.identity.rules import IdentityRules


def test_the_defaults_are_what_the_document_says() -> None:
    rules = IdentityRules()
    assert rules.session_ms == 12 * 3_600_000
    assert rules.idle_ms(Role.PLAYER) == 60 * 60_000
    staff = frozenset(Role) - {Role.PLAYER, Role.DEVICE}
    assert {rules.idle_ms(role) for role in staff} == {30 * 60_000}
    assert {rules.lifetime_ms(role) for role in staff | {Role.PLAYER}} == {rules.session_ms}
    assert rules.lifetime_ms(Role.DEVICE) == rules.idle_ms(Role.DEVICE) == 3_650 * 86_400_000
    assert (rules.failures_per_pair_max, rules.failures_per_address_max) == (5, 20)
    assert (rules.failures_within_ms, rules.launch_ms) == (15 * 60_000, 60_000)
    assert (rules.for_fun_cents, rules.demo) == (None, False)


@pytest.mark.parametrize("field", ["session_ms", "idle_staff_ms", "launch_ms", "for_fun_cents"])
def test_nothing_lasts_no_time(field: str) -> None:
    with pytest.raises(Malformed, match="settings/identity"):
        replace(IdentityRules(), **{field: 0})
