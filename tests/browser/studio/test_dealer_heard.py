"""What players at a live table read and hear of the person who deals."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage
from tests.browser.pages import SLOW_MS
from tests.browser.studio.dealing import Console, live, send
from tests.browser.test_walk import axe

from sabot.table import commands as c

SHOE = c.LoadShoe(shoe_id="live-1.1", decks=8)


@pytest.mark.look
@pytest.mark.parametrize(
    ("locale", "size", "told"),
    [
        (
            "it-IT",
            (390, 844),
            ("Croupier: Dora", "Benvenuti al tavolo.", "Ultima partita del sabot."),
        ),
        ("en-GB", (1440, 900), ("Dealer: Dora", "Welcome to the table.", "Last hand of the shoe.")),
    ],
)
def test_F242_F265_players_read_and_hear_what_the_dealer_announces(
    stage: Stage, enter: Enter, locale: str, size: tuple[int, int], told: tuple[str, str, str]
) -> None:
    casino = stage(live("speed-1"))
    send(casino, "supervisor", SHOE)
    felt = enter(casino, locale=locale, size=size).table("live-1")
    line, announced = felt.page.locator("[data-dealer]"), felt.page.locator("[data-announced]")
    spoken = felt.page.locator("[data-said='polite']")
    expect(felt.spot("player")).to_be_visible()
    expect(line).to_have_count(0)  # a table without a dealer says nothing of it
    before = felt.spot("player").bounding_box()

    dealer, welcome, last = told
    wide = size[0] > 1_000  # a phone has room for the name only beside an announcement
    desk = Console(enter(casino, login="dealer", size=(1280, 800)).page, casino)
    desk.open()
    desk.key("F1")
    desk.says("Open the bets")
    if wide:
        expect(line).to_have_text(dealer, timeout=SLOW_MS)
    for phrase, words in (("Welcome", welcome), ("Last hand of the shoe", last)):
        desk.page.get_by_role("button", name="Dora").click()
        desk.page.get_by_role("button", name="Announce", exact=True).click()
        desk.page.get_by_role("button", name=phrase, exact=True).click()
        expect(announced).to_have_text(words, timeout=SLOW_MS)
        expect(line).to_contain_text(dealer)
        expect(spoken).to_contain_text(words)
        assert felt.spot("player").bounding_box() == before
    assert axe(felt.page) == []
    felt.page.reload()
    expect(felt.spot("player")).to_be_visible()
    expect(announced).to_have_count(0)
    if wide:
        expect(line).to_have_text(dealer, timeout=SLOW_MS)  # signed on before this page came
