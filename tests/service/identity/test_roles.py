import pytest

from sabot.gamekit import Audience
from sabot.service.identity.roles import Role
from sabot.table.authority import ActorKind


@pytest.mark.parametrize(
    ("role", "actor_kind", "audience"),
    [
        (Role.PLAYER, ActorKind.PLAYER, Audience.PLAYER),
        (Role.DEALER, ActorKind.DEALER, Audience.DEALER),
        (Role.SUPERVISOR, ActorKind.SUPERVISOR, Audience.DEALER),
        (Role.DEVICE, ActorKind.DEVICE, None),
        (Role.SHIFT_MANAGER, ActorKind.MANAGER, Audience.MANAGER),
        (Role.AUDITOR, None, Audience.AUDITOR),
        (Role.MODERATOR, None, None),
        (Role.OPERATOR, None, None),
        (Role.SERVICE, None, None),
    ],
)
def test_a_role_has_its_place_at_a_table_or_none(
    role: Role, actor_kind: ActorKind | None, audience: Audience | None
) -> None:
    assert (role.actor_kind, role.audience) == (actor_kind, audience)


def test_nobody_signs_in_as_the_house() -> None:
    assert ActorKind.HOUSE not in {role.actor_kind for role in Role}
