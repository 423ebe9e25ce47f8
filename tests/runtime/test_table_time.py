"""What time asks of a table: cards that lay idle too long are changed, and the new ones are new."""

from __future__ import annotations

import asyncio

from tests.service.hall import Hall, table
from tests.service.virtually import virtual

from sabot.table import events as e

HOUR = 3_600


def test_F96_cards_that_lay_idle_for_an_hour_are_changed_once_an_hour() -> None:
    async def play() -> None:
        async with Hall(table("blackjack-1"), houses=[]) as hall:
            await asyncio.sleep(2.5 * HOUR)
            assert [retired.reason for retired in hall.happened.told(e.ShoeRetired)] == ["idle"] * 2
            assert len(hall.happened.told(e.ShoeLoaded)) == 3

    virtual(play)
