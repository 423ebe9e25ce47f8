"""Random incidents at live tables of a real house: whatever people do, the record holds (I1–I15).

`make test` plays a handful; SABOT_INCIDENTS=200 plays the issue's number.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tests.client.floor import play
from tests.rehearsal.incidents import IncidentScript, on_duty
from tests.rehearsal.live_house import GAMES, live, opened

from sabot.client import table_info
from sabot.table.config import Opening

SCRIPTS = int(os.environ.get("SABOT_INCIDENTS", "5"))
STEPS = 40
SECONDS_EACH = 30

TABLES = {f"live-{number}": game for number, game in enumerate(GAMES, start=1)}


async def _scripts(folder: Path, count: int) -> Counter[str]:
    """So many scripts, one at each table at a time; `opened` verifies the export at the end."""
    configs = [
        live(
            game,
            table_id=name,
            opening=Opening.CLOCK if game == "scanner-1" else Opening.DEALER,
            burn=game == "seven-1",
            passports=game == "brag-1",
        )
        for name, game in TABLES.items()
    ]
    async with opened(folder, configs, seconds=60 + SECONDS_EACH * count) as house:
        async with on_duty(house, tuple(TABLES)) as crew:
            token = crew.clients["manager"].line.token
            infos = {name: await table_info(house.address, name, token=token) for name in TABLES}

            async def at(name: str, first: int) -> None:
                for seed in range(first, count, len(TABLES)):
                    await IncidentScript(crew, name, infos[name], seed).play(STEPS)

            await asyncio.gather(*(at(name, first) for first, name in enumerate(TABLES)))
            assert not house.casino.house.out_of_order
        return crew.done


def test_I14_whatever_people_do_at_live_tables_the_record_holds(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    done = play(_scripts(tmp_path, SCRIPTS), seconds=120 + SECONDS_EACH * SCRIPTS)
    record_property("incident scripts", SCRIPTS)
    record_property("commands", sum(done.values()))
    record_property("answers", dict(sorted(done.items())))
    accepted = sum(count for what, count in done.items() if " " not in what)
    assert accepted > SCRIPTS * STEPS / 10
    assert any("scan/" in what for what in done)
