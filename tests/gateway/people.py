"""A signed-in account, for tests of sockets."""

from __future__ import annotations

from sabot.money import Currency
from sabot.service.identity.roles import Principal, Role

ADA = Principal(
    session_id="s",
    account_id="a",
    role=Role.PLAYER,
    nickname="Ada",
    currency=Currency.EUR,
    signed_in_at_ms=0,
    player_id="ada",
)
