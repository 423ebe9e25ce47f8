"""The flows of a player are found by indexes, not by reading every bet and every event."""

from __future__ import annotations

from pathlib import Path

from sabot.adapters.sql import open_store
from sabot.adapters.sql.readers.flows import FLOWS


def test_neither_bets_nor_events_are_scanned(tmp_path: Path) -> None:
    with (
        open_store(f"sqlite:///{tmp_path / 'sabot.db'}") as store,
        store.database.reading() as connection,
    ):
        query = FLOWS.compile(dialect=connection.dialect)
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", ("p1", 0, 0))
        steps = [row[3] for row in plan]
    assert {step for step in steps if step.startswith("SCAN")} == {"SCAN era"}
    for index in ("bet_player", "event_round_end"):
        assert any(index in step for step in steps), steps
