"""What players see while the store of the house is full: a paused table, and no place for chips."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage
from tests.browser.pages import SLOW_MS
from tests.house.test_storage import allow_pages, pages_of
from tools.staged import Staged, calm, until

from sabot.errors import SabotError
from sabot.table import commands as c

WORDS = {
    "en-GB": ("GAME PAUSED", "Accepted bets stand; other chips go back to you.", "Paused"),
    "it-IT": ("GIOCO IN PAUSA", "Le puntate accettate restano valide", "In pausa"),
}
SIZES = {"en-GB": (1440, 900), "it-IT": (390, 844)}


def fill(casino: Staged) -> None:
    """Let the database grow no more, and write until one table has noticed."""
    store = casino.casino.house.store
    allow_pages(store, pages_of(store))
    words = [c.CallManager(reason="a long sentence " * 12)] * 500
    with pytest.raises(SabotError, match=r"cannot_write|store/full"):
        casino.manage("speed-1", *words)


@pytest.mark.parametrize("locale", WORDS)
def test_issue20_10_a_table_on_a_full_disk_says_so_and_takes_no_chip(
    stage: Stage, enter: Enter, locale: str
) -> None:
    casino = stage(calm("speed-1"), calm("speed-2"))
    felt = enter(casino, locale=locale, size=SIZES[locale]).table("speed-2")
    felt.place("player")
    casino.has_chips("speed-2", felt.player, 100)
    fill(casino)  # by another table's writes
    paused, why, _ = WORDS[locale]
    felt.says(paused, why)
    expect(felt.page.locator("[data-spot]:not([aria-disabled=true]):not(:disabled)")).to_have_count(
        0, timeout=SLOW_MS
    )
    until(lambda: casino.casino.house.hosts["speed-2"].cannot_write)
    lobby = enter(casino, locale=locale, size=SIZES[locale]).lobby()
    expect(lobby.tile("speed-2")).to_contain_text(WORDS[locale][2], timeout=SLOW_MS)
    allow_pages(casino.casino.house.store, 1_000_000)
    expect(felt.plate).not_to_contain_text(paused, timeout=SLOW_MS)
    assert casino.lying("speed-2", felt.player) == 0  # it was no bet, and did not become one
