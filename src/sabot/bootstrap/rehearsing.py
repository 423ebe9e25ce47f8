"""Rehearsals that the house of a demonstration holds itself: a scripted dealer at a live table.

They use the published interface like any other client, and whatever happens to one of them, the
house goes on without it.
"""

from __future__ import annotations

import asyncio
import logging
from secrets import SystemRandom

from sabot.client.backoff import Backoff
from sabot.errors import SabotError
from sabot.rehearsal import Script, rehearse
from sabot.rehearsal.people import Logins
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.settings import Environment, Settings

PATIENCE_SECONDS = 45.0
"""How long a visitor who tries the manager's desk has for a decision, before the script decides."""

log = logging.getLogger("sabot.rehearsal")


async def rehearse_all(address: str, settings: Settings) -> None:
    """Rehearse at every table that the settings say, until cancelled; only in a demonstration."""
    if settings.environment is not Environment.DEMO:
        return
    script = Script(manager=True, patience=PATIENCE_SECONDS, scanner=False, pace=settings.pace)
    async with asyncio.TaskGroup() as tasks:
        for table in settings.live_tables:
            if table.scripted:
                tasks.create_task(_again_and_again(address, table.id, script))


async def _again_and_again(address: str, table: str, script: Script) -> None:
    backoff = Backoff(SystemRandom().random, first=1.0, longest=60.0)
    while True:
        try:
            await rehearse(address, table, Logins(password=DEMO_PASSWORD), script)
        except SabotError as error:
            log.warning("table_id=%s the rehearsal ends: %s", table, error)
        except Exception:
            # A bug in a rehearsal must not stop the house.
            log.exception("table_id=%s the rehearsal stumbles", table)
        await asyncio.sleep(backoff.next())
