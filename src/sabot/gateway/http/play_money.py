"""Whose money is play money: only guests and players of a demonstration."""

from __future__ import annotations

import asyncio

from sabot.gateway.http.dependencies import Dependencies
from sabot.service.identity.roles import Principal
from sabot.service.identity.rows import Origin


async def has_play_money(deps: Dependencies, principal: Principal) -> bool:
    """Whether a player stakes play money only."""
    if principal.for_fun:
        return True
    if not deps.identity.rules.demo or principal.operator is not None:
        return False
    account = await asyncio.to_thread(deps.identity.accounts.account, principal.account_id)
    return account.origin in (Origin.DEMO, Origin.TRIAL)
