"""Two rounds that differ in a card that was never shown: outside the studio they are the same.

Every byte to a player with a bet, to spectators, to watchers of the lobby, to chat, and of every
answer over HTTP is compared, with its moment, so counts and sizes of messages are equal as well.
Only the promise of the shoe is left out: it is a hash of the cards with a secret salt.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.siege.twins import Twin, run, shoe

from sabot.service.catalogue import default_tables

SEEDS = int(os.environ.get("SABOT_TWINS", "2"))


class Tally(NamedTuple):
    """What was compared."""

    pairs: int
    lines: int
    size: int


TABLES = ("speed-1", "seven-1", "scanner-1", "blackjack-1", "brag-1", "baccarat-1")


def swapped(order: Sequence[str], places: Sequence[int]) -> list[str]:
    """The same cards, those at these places exchanged for others from the far end."""
    found = list(order)
    spare = iter(range(len(found) - 1, 0, -1))
    for place in places:
        deep = next(at for at in spare if found[at][0] != found[place][0])
        found[place], found[deep] = found[deep], found[place]
    return found


def test_all_tables_have_twins() -> None:
    variants = {table.variant.id for table in default_tables()}
    assert variants == {t.variant.id for t in default_tables() if t.table_id in TABLES}


def places_of(first: Twin, order: Sequence[str]) -> dict[str, list[int]]:
    """Which cards are exchanged, by the reason why."""
    down = [number for number, (_, card) in enumerate(first.dealt) if card.face_down]
    after = len(first.dealt)
    return {
        "face down": down,
        "opening card": [0],
        "last card": [after - 1],
        "rest of the shoe": list(range(after, min(after + 20, len(order) // 2 + 5))),
    }


def compared(first: Twin, twin: Twin, places: Sequence[int], why: str) -> Tally:
    """Both runs are the same until one of these cards is seen, and not after it."""
    until = min(run.seen_at(place) for run in (first, twin) for place in places)
    mine, other = first.before(until), twin.before(until)
    different = [pair for pair in zip(mine, other, strict=False) if pair[0] != pair[1]]
    assert different[:1] == [], why
    assert len(mine) == len(other)
    if why == "rest of the shoe":
        assert until == inf
    else:
        assert first.told != twin.told
    if why == "face down":  # something was told between the deal and the turn
        assert any(at > first.dealt[places[-1]][0] for at, _, _ in mine)
    return Tally(1, len(mine), sum(len(data) for _, _, data in mine))


@pytest.mark.parametrize("table", TABLES)
def test_I11_twin_rounds_are_the_same_until_the_card_is_seen(
    table: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    decks = next(each for each in default_tables() if each.table_id == table).variant.decks
    tallies = []
    hidden = 0
    for seed in range(SEEDS):
        order = shoe(decks, seed)
        first = run(tmp_path / f"{seed}", table, order, seed)
        for why, places in places_of(first, order).items():
            hidden += len(places) if why == "face down" else 0
            if places:
                twin = run(tmp_path / f"{seed}-{why}", table, swapped(order, places), seed)
                tallies.append(compared(first, twin, places, why))
    pairs, lines, size = (sum(numbers) for numbers in zip(*tallies, strict=True))
    record_property(
        "counted",
        f"twin rounds at {table}: {pairs} pairs, {hidden} face-down cards exchanged,"
        f" {lines} frames and answers equal, {size} bytes",
    )
    assert hidden or table not in ("blackjack-1", "brag-1")
