"""All bots of a demonstration: who they are, where they play, and that they come back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from sabot.bots.bot import Bot
from sabot.bots.mind import Pick
from sabot.bots.temperament import TEMPERAMENTS
from sabot.bots.words import LANGUAGES
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
"""A session's token for the bot of this name; only a demonstration has such a source."""


def names_of(count: int) -> tuple[str, ...]:
    """So many names, none twice.

    >>> names_of(21)[-2:]
    ('Alba', 'Ambra2')
    """
    rounds = [number // len(NAMES) for number in range(count)]
    return tuple(
        NAMES[number % len(NAMES)] + (str(again + 1) if again else "")
        for number, again in enumerate(rounds)
    )


async def run_bots(base_url: str, names: Sequence[str], token_of: TokenOf, pick: Pick) -> None:
    """Let everybody play until cancelled."""
    async with asyncio.TaskGroup() as tasks:
        for number, name in enumerate(names):
            tasks.create_task(
                _run(base_url, name, number, token_of=token_of, pick=pick), name=f"bot {name}"
            )


async def _run(base_url: str, name: str, number: int, *, token_of: TokenOf, pick: Pick) -> None:
    """One bot; a session that ends is followed by another, not at once."""
    backoff = Backoff(lambda: pick(CHANCES) / CHANCES, first=1.0, longest=60.0)
    temperament = TEMPERAMENTS[number % len(TEMPERAMENTS)]
    bot = Bot(temperament, language=LANGUAGES[number % len(LANGUAGES)], pick=pick)
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
            # A mistake in a bot is no reason to close a house.
            log.exception("bot=%s stumbles", name)
        await asyncio.sleep(backoff.next())
