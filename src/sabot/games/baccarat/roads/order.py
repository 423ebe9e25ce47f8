"""The order of tables in Multiplay, and the Good Roads tab (F209–F213, R23, R24).

Pure functions over what each table shows now and what one person has chosen. It knows no road in
detail: a table is its name, the length of its streak and the patterns it matches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sabot.games.baccarat.roads.good_roads import GoodRoad


class RoadView(StrEnum):
    """What the tiles show, and so which streak sorts them (F210, F225)."""

    BIG_ROAD = "big_road"
    DERIVED = "derived"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTable:
    """A table on the All tables tab, with its streak in the chosen view."""

    table_id: str
    name: str
    streak: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TopTables:
    """The tables that sorting leaves alone: the one with video, then pins as they were pinned."""

    video: str | None = None
    pinned: tuple[str, ...] = ()

    def ids(self) -> tuple[str, ...]:
        """Each table once, top first."""
        first = () if self.video is None else (self.video,)
        return tuple(dict.fromkeys((*first, *self.pinned)))


def refreshed(tables: Iterable[ListedTable], top: TopTables) -> tuple[str, ...]:
    """The list after Refresh: longest streak first, equal streaks by name (R24).

    >>> short = ListedTable(table_id="a", name="Anna", streak=2)
    >>> long = ListedTable(table_id="z", name="Zoe", streak=5)
    >>> refreshed([short, long], TopTables())
    ('z', 'a')
    """
    ordered = sorted(tables, key=lambda table: (-table.streak, table.name, table.table_id))
    return _below_top([table.table_id for table in ordered], top)


def still(shown: Sequence[str], tables: Iterable[ListedTable], top: TopTables) -> tuple[str, ...]:
    """The list between refreshes: no streak moves anything (F210).

    Closed tables leave it, new ones wait at its end by name; a pin or a video goes up at once.
    """
    by_name = sorted(tables, key=lambda table: (table.name, table.table_id))
    open_ids = {table.table_id for table in by_name}
    kept = [table_id for table_id in shown if table_id in open_ids]
    known = set(kept)
    new = [table.table_id for table in by_name if table.table_id not in known]
    return _below_top([*kept, *new], top)


def badge(shown: Sequence[str], tables: Sequence[ListedTable], top: TopTables) -> int:
    """The number on the Refresh button: tables that would move up if it were pressed now (R24).

    Pinned tables and the one with video stand in the same places in both lists: never counted.
    """
    now = {table_id: place for place, table_id in enumerate(still(shown, tables, top))}
    fixed = set(top.ids())
    return sum(
        place < now[table_id]
        for place, table_id in enumerate(refreshed(tables, top))
        if table_id not in fixed
    )


def _below_top(ids: Sequence[str], top: TopTables) -> tuple[str, ...]:
    listed = set(ids)
    above = [table_id for table_id in top.ids() if table_id in listed]
    fixed = set(above)
    return (*above, *(table_id for table_id in ids if table_id not in fixed))


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedTable:
    """A table as the Good Roads tab sees it: the wanted patterns and whether money is on it."""

    table_id: str
    name: str
    roads: tuple[GoodRoad, ...]
    live_bet: bool = False

    @property
    def depth(self) -> int:
        """The deepest pattern, 0 without any."""
        return max((road.depth for road in self.roads), default=0)


def good_roads_tab(tables: Iterable[WatchedTable], shown: Iterable[str]) -> tuple[str, ...]:
    """The tables of the tab, deepest pattern first, then by name (R23).

    A table leaves when nothing matches, but not while the person's bet on it is live: it stays,
    if it was shown, until the result (R24).
    """
    before = set(shown)
    listed = [
        table for table in tables if table.roads or (table.live_bet and table.table_id in before)
    ]
    listed.sort(key=lambda table: (-table.depth, table.name, table.table_id))
    return tuple(table.table_id for table in listed)


def is_gold(tables: Iterable[WatchedTable]) -> bool:
    """Whether the tab calls for attention: some table matches, a lingering bet does not (F213)."""
    return any(table.roads for table in tables)
