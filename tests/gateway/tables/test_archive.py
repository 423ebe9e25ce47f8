"""Pages of a history: rounds are told whole, however many bets they have."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, cast

from tests.units import bet

from sabot.gateway.tables.archive import BETS_PER_ROUND, RoundArchive
from sabot.service.players.history import Place, PlayedBet

EVER = 10_000


class Played:
    """A history of three rounds: a few bets, very many, a few."""

    def __init__(self) -> None:
        sizes = {1: 2, 2: 5 * BETS_PER_ROUND, 3: 2}
        self.bets = [
            PlayedBet(
                bet=bet("ann", 100, round_id=f"t-{number}", kind=f"k{spot:02}"),
                result="lose",
                amount=0,
                ended_ms=number,
            )
            for number, size in sizes.items()
            for spot in range(size)
        ]

    def bets_of(
        self,
        _player: str,
        *,
        since_ms: int,
        until_ms: int,
        limit: int,
        before: Place | None = None,
    ) -> Sequence[PlayedBet]:
        there = [one for one in self.bets if since_ms <= one.ended_ms < until_ms]
        there = [one for one in there if before is None or one.place < before]
        return sorted(there, key=lambda one: one.place, reverse=True)[:limit]


def test_F237_a_round_of_very_many_bets_is_on_its_page_and_ends_no_history() -> None:
    nothing = cast(Any, None)
    rounds = RoundArchive(
        nothing, Played(), seals=nothing, game_of=nothing, who=nothing, returns=nothing
    )

    async def pages(limit: int) -> list[list[tuple[str, int]]]:
        found, before = [], None
        while True:
            days, before = await rounds.page(
                "ann", since_ms=0, until_ms=EVER, before=before, limit=limit
            )
            found.append([(line.round, line.bets) for day in days for line in day.rounds])
            if before is None:
                return found

    few, many = ("t-3", 2), ("t-2", 5 * BETS_PER_ROUND)
    assert asyncio.run(pages(1)) == [[few], [many], [("t-1", 2)]]
    assert asyncio.run(pages(10)) == [[few, many, ("t-1", 2)]]
