"""Which screen of the studio opens for which role: the first one after its sign-in.

Owns the addresses. The pages are in `web/apps/studio`, and what they show is decided by the role of
the account at every route and request, not by the address.
"""

from __future__ import annotations

from collections.abc import Mapping

from sabot.service.identity.roles import Role

_DEALER, _PROMPTER = "/studio/dealer", "/studio/prompter"
_DESK, _CHAT, _SHOES = "/studio/desk", "/studio/chat", "/studio/shoes"

_SCREENS: Mapping[Role, tuple[str, ...]] = {
    Role.DEALER: (_DEALER, _PROMPTER),
    Role.SUPERVISOR: (_SHOES,),
    Role.SHIFT_MANAGER: (_DESK, _SHOES, _CHAT),
    Role.MODERATOR: (_CHAT,),
}


def screens_of(role: Role) -> tuple[str, ...]:
    """The screens of a role, its own first; none for roles that work elsewhere."""
    return _SCREENS.get(role, ())
