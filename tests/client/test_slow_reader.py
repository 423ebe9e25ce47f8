"""A reader that fell behind gets the whole picture again, and has the state of who never did."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.client.floor import BALANCE, QUICK, Floor, play, quick

from sabot.wire.table_view import Status


def test_who_was_behind_has_the_table_and_the_money_of_who_was_not(tmp_path: Path) -> None:
    """Two tabs of one player; one of them reads nothing while the other bets."""

    async def test() -> None:
        timers = replace(QUICK, betting=60_000, last_seconds=1_000)
        floor = Floor(tmp_path, [quick("brag-1", timers)])
        floor.enrol("ada")
        async with floor.open(), floor.client("ada/slow") as slow, floor.client("ada/quick") as tab:
            behind, table = await slow.watch("brag-1"), await tab.watch("brag-1")
            await table.status(Status.PLACE_YOUR_BETS)
            await behind.status(Status.PLACE_YOUR_BETS)
            sockets = floor.broadcaster.open.of_player("ada")
            stuck = next(one for one in sockets if one.principal.session_id == "ada/slow")
            stuck._fall_behind()
            await table.place("ante", 1_000)
            await table.confirm()
            await table.until(lambda _view: bool(table.you.bets))
            await tab.line.until(lambda: (tab.balance or 0) < BALANCE)
            assert slow.balance == BALANCE
            stuck.resume_writing()
            await behind.until(lambda _view: bool(behind.you.bets))
            await slow.line.until(lambda: slow.balance == tab.balance)
            assert (behind.mirror.seq, behind.view.spots) == (table.mirror.seq, table.view.spots)
            assert slow.money == tab.money

    play(test(), seconds=20)
