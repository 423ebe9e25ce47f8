"""Every state of the moderator's page and of the shoe desk: axe is clean, nothing hangs over."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from tests.browser.studio import desks, shoe_scenes
from tests.browser.studio.fake import ADDRESS
from tests.browser.test_walk import axe
from tests.browser.visitors import Console

SIZES = ((1440, 900), (1024, 768))
HANGS = """() => [...document.querySelectorAll('.btn, main h2')]
    .filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
    .map(one => one.textContent.trim().slice(0, 40))"""


@pytest.mark.parametrize("group", ["chat", "shoes"])
def test_every_state_of_the_desks(browser: Browser, console: Console, group: str) -> None:
    found = []
    for name, made in {"chat": desks.CHAT, "shoes": shoe_scenes.SHOES}[group].items():
        for width, height in SIZES:
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
            seen = [*axe(page), *page.evaluate(HANGS)]
            wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
            seen += ["the page is wider than the screen"] if wide else []
            found += [f"{name} {width}: {one}" for one in seen]
            context.close()
    assert found == []
