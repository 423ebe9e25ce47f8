"""Each game at four sizes in both languages: all in sight, nothing over another, no wrong word."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.conftest import Enter, Stage
from tests.browser.pages import SIZES, SLOW_MS, Screen
from tests.browser.test_roads import shoe
from tests.browser.visitors import Console
from tools.scenes import SCENES, Scene, opened, stops
from tools.staged import CALM, calm, table
from tools.visits import SETTLED

from sabot.table.config import Opening

HERE = Path(__file__).parent
WHOLE = (HERE / "whole.js").read_text()
EXAMINE = (HERE / "examine.js").read_text()
WEB = HERE.parents[1] / "web"
LOCALES = ("it-IT", pytest.param("en-GB", marks=pytest.mark.wide))
"""`make test` plays the longer language, `make browser` both."""

NAMES = frozenset(f"{width}x{height}" for width, height in SIZES)
GAMES = ("baccarat", "blackjack", "insurance", "brag")
"""The scripts that play a round."""


def catalogue(language: str) -> Iterator[str]:
    """Every text of a language that stands by itself, without a place for a value."""
    for file in sorted(WEB.glob("*/*/**/*.json")):
        if "node_modules" not in file.parts and language in (*file.parts, file.stem):
            yield from (text for text in leaves(json.loads(file.read_text())) if "{{" not in text)


def leaves(texts: object) -> Iterator[str]:
    """The texts of a file, however deep.

    >>> list(leaves({"a": "one", "b": {"c": "two"}}))
    ['one', 'two']
    """
    if isinstance(texts, Mapping):
        for value in texts.values():
            yield from leaves(value)
    elif isinstance(texts, str):
        yield texts


@cache
def foreign(locale: str) -> frozenset[str]:
    """Words of the other language that are none of this one."""
    ours, theirs = ("it", "en") if locale == "it-IT" else ("en", "it")
    spoken = {text.casefold() for text in catalogue(ours)}
    return frozenset(text for text in catalogue(theirs) if text.casefold() not in spoken)


def complaints(page: Page, locale: str, *, touch: bool) -> list[str]:
    """What is wrong with the page as it is."""
    found, texts = page.evaluate(WHOLE)
    wrong = foreign(locale)
    language = [f"not in this language: {text}" for text in texts if text in wrong]
    return [*found, *language, *page.evaluate(EXAMINE, touch)]


@pytest.mark.look
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    "scene",
    [scene for scene in SCENES if scene.script.__name__ in GAMES],
    ids=lambda scene: f"{scene.name}-{scene.script.__name__}",
)
def test_F35_F36_F67_a_round_is_whole_at_every_size_in_both_languages(
    browser: Browser, console: Console, scene: Scene, locale: str
) -> None:
    found: list[str] = []
    views = 0
    more = {"listen": console.listen, "reduced_motion": "reduce"}
    with opened(scene, browser, locale=locale, **more) as visit:
        for stop in stops(scene, visit):
            for size, page, touch in stop.views(NAMES):
                views += 1
                seen = complaints(page, locale, touch=touch)
                found += [f"{stop.name} {size}: {one}" for one in seen]
    assert views > 0
    assert views % len(SIZES) == 0
    assert not found, "\n".join(found)


WAYS = {
    "F1": ("Lobby", "Lobby"),
    "F4": ("limits and payouts$", "limiti e pagamenti$"),
    "F10": ("(Copy the round number|Round) speed-1-", "(Copia il numero della partita|Partita) "),
    "F19": ("Open the cashier", "Apri la cassa"),
    "F20": ("^Help$", "^Aiuto$"),
    "F21": ("^Full screen", "^Schermo intero"),
    "F36": ("€", "€"),
    "F112": ("^Zero commission$", "^Zero commissione$"),
    "F187": ("^(Enlarge Small Road|Roads and statistics)", "^(Ingrandisci Small|Andamento e stat)"),
    "F207": ("^Multiplay$", "^Multiplay$"),
    "F227": ("^Chat", "^Chat"),
    "F230": ("^Sound", "(^Audio|Accendi l'audio)"),
    "F235": ("^Switch to the classic view", "^Passa alla vista classica"),
    "F237": ("^History$", "^Cronologia$"),
    "F238": ("^Settings$", "^Impostazioni$"),
    "control": ("(Staying in control$|^Session )", "(Gioco sotto controllo$|^Sessione )"),
}
"""What a player opens from a table, by row: its name in English and in Italian."""

NAMED = """() => [...document.querySelectorAll('button, a[href], [role=switch]')]
    .filter(one => one.checkVisibility({ visibilityProperty: true }))
    .map(one => (one.ariaLabel ?? one.innerText).replace(/\\s+/g, ' ').trim())"""


@pytest.mark.look
@pytest.mark.parametrize("locale", LOCALES)
def test_every_way_of_a_table_is_in_reach_at_every_size(
    stage: Stage, enter: Enter, locale: str
) -> None:
    felt = enter(stage(calm("speed-1")), size=SIZES[-1], touch=True, locale=locale).table("speed-1")
    page = felt.page
    felt.place("player")
    expect(page.locator("[data-total-bet]")).to_contain_text("1", timeout=SLOW_MS)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(felt.button("Chat", exact=True)).to_be_visible(timeout=SLOW_MS)
        names = set(page.evaluate(NAMED))
        menu = felt.button("Menu", exact=True)
        if menu.is_visible():
            menu.click()
            own = page.get_by_role("dialog").get_by_role("button")
            for late in ("History|Cronologia", "Cashier|Cassa"):
                expect(own.filter(has_text=re.compile(late))).to_be_visible(timeout=SLOW_MS)
            sound = page.get_by_role("dialog").get_by_role("switch", name=re.compile("Sound|Audio"))
            expect(sound).to_be_visible(timeout=SLOW_MS)
            names |= set(page.evaluate(NAMED))
            page.keyboard.press("Escape")
            expect(page.get_by_role("dialog")).to_have_count(0)
        for row, (english, italian) in WAYS.items():
            wanted = re.compile(italian if locale == "it-IT" else english)
            found = [name for name in names if wanted.search(name)]
            assert found, (row, f"{width}x{height}", sorted(names))


@pytest.mark.look
@pytest.mark.parametrize("size", SIZES)
def test_F197_F203_roads_are_enlarged_and_earlier_shoes_looked_at_on_every_screen(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    casino = stage(table("speed-1", CALM, opening=Opening.CLOCK), cards=shoe("PBPPBPBBPPB"))
    casino.play("speed-1", 11)
    felt = enter(casino, size=size, touch=size[0] < 1_400).table("speed-1")
    roads = opened_roads(felt)
    for name in ("Bead Plate", "Big Road", "Big Eye Boy", "Small Road", "Cockroach Road"):
        drawn = roads.get_by_role("img", name=re.compile(f"^{name}:"))
        drawn.scroll_into_view_if_needed(timeout=SLOW_MS)
        expect(drawn).to_be_in_viewport()
    roads.get_by_role("button", name="Enlarge Small Road").click()
    large = felt.page.get_by_role("dialog", name="Small Road")
    expect(large).to_have_css("opacity", "1", timeout=SLOW_MS)
    felt.page.evaluate(SETTLED)
    assert felt.page.evaluate(EXAMINE, size[0] < 1_400) == []
    felt.page.keyboard.press("Escape")
    expect(large).to_have_count(0)
    for shoe_of in ("Previous", "Current"):
        roads.get_by_role("radio", name=shoe_of, exact=True).click()
        expect(roads.get_by_role("radio", name=shoe_of, exact=True)).to_be_checked()


def opened_roads(felt: Screen) -> Locator:
    """The roads of a table: beside the felt, behind a button, or in the menu of a phone."""
    if felt.page.viewport_size == {"width": 1440, "height": 900}:
        return felt.page.get_by_role("complementary", name="Roads and statistics")
    button = felt.button("Roads and statistics")
    menu = felt.button("Menu", exact=True)
    expect(button.or_(menu).first).to_be_visible(timeout=SLOW_MS)
    if button.count() == 0:
        menu.click()
    button.click()
    return felt.page.get_by_role("dialog", name="Roads and statistics")
