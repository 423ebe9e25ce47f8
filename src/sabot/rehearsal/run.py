"""A whole rehearsal: its people come, deal, and go."""

from __future__ import annotations

import asyncio
from secrets import randbelow

from sabot.rehearsal.dealer import ScriptedDealer
from sabot.rehearsal.manager import ScriptedManager
from sabot.rehearsal.mistakes import MISTAKES
from sabot.rehearsal.people import Logins, signed_in
from sabot.rehearsal.script import Chance, Script, Tell


async def rehearse(
    url: str,
    table_id: str,
    logins: Logins,
    script: Script,
    *,
    chance: Chance = randbelow,
    tell: Tell = lambda _line: None,
) -> None:
    """Rehearse until cancelled, or until a session ends, which raises."""
    async with signed_in(url, table_id, logins, script) as people:
        dealer = ScriptedDealer(people, await people.dealer.watch(table_id), script, chance)
        dealer.tell = tell
        dealer.mistake = None if script.mistake is None else MISTAKES[script.mistake]
        running = [asyncio.create_task(dealer.run(), name=f"rehearsal of {table_id}")]
        if people.manager is not None:
            table = await people.manager.watch(table_id)
            manager = ScriptedManager(people.manager, table, script, console=people.dealer.console)
            manager.tell = tell
            running.append(asyncio.create_task(manager.run(), name=f"manager of {table_id}"))
        try:
            done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()  # neither ends but by an error
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            await dealer.leave()
