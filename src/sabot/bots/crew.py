"""All bots of a demonstration: their names, their tables, and that they come back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from sabot.bots.bot import Bot
from sabot.bots.mind import Pick
from sabot.bots.temperament import TEMPERAMENTS
from sabot.client import Client
from sabot.client.backoff import Backoff
from sabot.errors import SabotError

NAMES = (
    *("Ambra", "Bruno", "Cleo", "Dario", "Elba", "Furio", "Gilda", "Ivo", "Livia", "Marco"),
    *("Nora", "Olmo", "Pia", "Remo", "Sole", "Tea", "Ugo", "Vera", "Zeno", "Alba"),
)
CHANCES = 1_000_000

log = logging.getLogger("sabot.bots")

TokenOf = Callable[[str], Awaitable[str]]
"""Gives a session's token for the bot of this name; only a demonstration has such a source."""


def names_of(count: int) -> tuple[str, ...]:
    """This many names, all different.

    >>> names_of(21)[-2:]
    ('Alba', 'Ambra2')
    """
    rounds = [number // len(NAMES) for number in range(count)]
    return tuple(
        NAMES[number % len(NAMES)] + (str(again + 1) if again else "")
        for number, again in enumerate(rounds)
    )


async def run_bots(base_url: str, names: Sequence[str], token_of: TokenOf, pick: Pick) -> None:
    """Let all bots play until cancelled."""
    async with asyncio.TaskGroup() as tasks:
        for number, name in enumerate(names):
            tasks.create_task(
                _run(base_url, name, number, token_of=token_of, pick=pick), name=f"bot {name}"
            )


async def _run(base_url: str, name: str, number: int, *, token_of: TokenOf, pick: Pick) -> None:
    """Run one bot; when its session ends, it opens another after a pause."""
    backoff = Backoff(lambda: pick(CHANCES) / CHANCES, first=1.0, longest=60.0)
    temperament = TEMPERAMENTS[number % len(TEMPERAMENTS)]
    bot = Bot(temperament, pick=pick)
    while True:
        try:
            async with Client(base_url, token=await token_of(name)) as casino:
                tables = sorted(await casino.watch_lobby())
                casino.unwatch_lobby()
                if tables:  # a house that has just begun may have none yet
                    backoff.reset()
                    await bot.play(casino, tables[number % len(tables)])
        except SabotError as error:
            log.warning("bot=%s leaves: %s", name, error)
        except Exception:
            # A bug in a bot must not stop the house.
            log.exception("bot=%s stumbles", name)
        await asyncio.sleep(backoff.next())
