"""Clients and lines by the names that chat has for them."""

from __future__ import annotations

from sabot.service.chat.ports import ChatLine
from sabot.service.chat.rooms import Speaker
from sabot.service.identity.roles import Principal


def line_id(line: ChatLine) -> str:
    """A line by its room and number."""
    return f"{line.room}/{line.number}"


def speaker_of(principal: Principal) -> Speaker:
    """A person as the rules of chat know them."""
    return Speaker(
        id=principal.player_id or principal.account_id,
        nickname=principal.nickname,
        role=principal.role.value,
    )
