"""Cases of the order of tables that the web client is tested with too (F209–F213, R24).

The client keeps the order of its own list; `web/packages/table/golden/order.json` holds what this
package answers. `python -m tests.games.baccarat.roads.test_order_cases` writes the file anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from sabot.games.baccarat.roads.good_roads import GoodRoad, Pattern
from sabot.games.baccarat.roads.order import (
    ListedTable,
    TopTables,
    WatchedTable,
    badge,
    good_roads_tab,
    is_gold,
    refreshed,
    still,
)
from sabot.games.baccarat.roads.results import BANKER

FILE = Path(__file__).parents[4] / "web/packages/table/golden/order.json"
CASES = 60
NAMES = ("Aurora", "Borea", "Cedro", "Duna", "Edera", "Faggio")


def case(number: int) -> dict[str, Any]:
    """One list of tables with what one person has chosen, and the answers."""
    chance = Random(number)
    count = chance.randint(0, len(NAMES))
    listed = [
        ListedTable(table_id=f"t{n}", name=chance.choice(NAMES), streak=chance.randint(0, 4))
        for n in range(count)
    ]
    ids = [f"t{n}" for n in range(len(NAMES))]
    top = TopTables(
        video=chance.choice([None, *ids]), pinned=tuple(chance.sample(ids, chance.randint(0, 3)))
    )
    shown = chance.sample(ids, chance.randint(0, len(ids)))
    watched = [
        WatchedTable(
            table_id=table.table_id,
            name=table.name,
            roads=tuple(
                GoodRoad(pattern=Pattern.STREAK, side=BANKER, depth=chance.randint(4, 7))
                for _ in range(chance.choice([0, 0, 1, 2]))
            ),
            live_bet=chance.random() < 0.4,
        )
        for table in listed
    ]
    return {
        "tables": [
            {
                "table": table.table_id,
                "name": table.name,
                "streak": table.streak,
                "depths": [road.depth for road in seen.roads],
                "liveBet": seen.live_bet,
            }
            for table, seen in zip(listed, watched, strict=True)
        ],
        "top": {"video": top.video, "pinned": list(top.pinned)},
        "shown": shown,
        "refreshed": list(refreshed(listed, top)),
        "still": list(still(shown, listed, top)),
        "badge": badge(shown, listed, top),
        "goodRoads": list(good_roads_tab(watched, shown)),
        "gold": is_gold(watched),
    }


def test_F209_F210_F211_F212_F213_R24_the_client_has_the_same_cases() -> None:
    assert json.loads(FILE.read_text("utf-8")) == [case(number) for number in range(CASES)]


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(case(number)) for number in range(CASES))
    FILE.write_text(f"[\n{lines}\n]\n", "utf-8")
