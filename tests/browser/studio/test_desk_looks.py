"""Every state of the moderator's page and of the shoe desk: axe is clean, nothing hangs over."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from tests.browser.studio import desks, shoe_scenes
from tests.browser.studio.fake import ADDRESS
from tests.browser.test_walk import axe
from tests.browser.visitors import Console
from tools.studio_screens import SPEAK

SIZES = ((1440, 900), (1024, 768))
HANGS = """() => [...document.querySelectorAll('.btn, main h2')]
    .filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
    .map(one => one.textContent.trim().slice(0, 40))"""


LANGUAGES = ("it", "en")


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("group", ["chat", "shoes"])
def test_every_state_of_the_desks(
    browser: Browser, console: Console, group: str, turn: int
) -> None:
    """The languages take turns, so every state speaks both; both turns are every size in both."""
    found = []
    states = {"chat": desks.CHAT, "shoes": shoe_scenes.SHOES}[group]
    for number, (name, made) in enumerate(states.items(), start=turn):
        for place, (width, height) in enumerate(SIZES):
            language = LANGUAGES[(number + place) % 2]
            desk = made()
            context = browser.new_context(
                viewport={"width": width, "height": height},
                locale="it-IT",
                reduced_motion="reduce",
                bypass_csp=True,
            )
            desk.serve(context)
            page = context.new_page()
            console.listen(page)
            page.goto(f"{ADDRESS}/studio/{desk.page}")
            page.locator("main").wait_for()
            desk.does(page)
            if language != "it":
                page.evaluate(SPEAK, language)
            assert page.locator("html").get_attribute("lang") == language
            seen = [*axe(page), *page.evaluate(HANGS)]
            wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
            seen += ["the page is wider than the screen"] if wide else []
            found += [f"{name} {width} {language}: {one}" for one in seen]
            context.close()
    assert found == []
