"""The first moments of a page on a slow line: what shows, what is asked for."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect
from tests.browser.conftest import Enter, Stage
from tests.browser.pages import SLOW_MS, Screen
from tools.staged import calm, until

SITE = re.compile(r"/assets/(drawing|site)-[^/]+\.js$")
"""The large script, without which nothing of the site is drawn."""


class Late:
    """Keeps the large script of a page back."""

    def __init__(self, screen: Screen) -> None:
        self._page = screen.page
        self._held: list[Route] = []
        self._late = True
        self._page.route(SITE, self._hold)

    def _hold(self, route: Route) -> None:
        if self._late:
            self._held.append(route)
        else:
            route.continue_()  # it was asked for just when it came

    def comes(self) -> None:
        """The script is there after all."""
        self._late = False
        for route in self._held:
            route.continue_()


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_the_house_shows_itself_before_its_script_is_there(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    screen = enter(stage(calm("speed-1")), fresh=True, size=size)
    script = Late(screen)
    screen.page.goto(f"{screen.address}/table/speed-1", wait_until="commit")
    shell = screen.page.locator("#app > .shell")
    expect(shell).to_contain_text("Sabot", timeout=SLOW_MS)
    expect(shell.locator("svg")).to_be_in_viewport(ratio=1)
    assert shell.bounding_box() == {"x": 0, "y": 0, "width": size[0], "height": size[1]}
    script.comes()
    expect(screen.page.locator("[data-plate]")).to_be_visible(timeout=SLOW_MS)
    expect(screen.page.locator(".shell")).to_have_count(0)


def asked(screen: Screen) -> Callable[[str], int]:
    """How often the page asked for addresses that match."""
    addresses: list[str] = []
    screen.page.on("request", lambda request: addresses.append(request.url))
    return lambda part: sum(bool(re.search(part, address)) for address in addresses)


def test_what_a_table_needs_is_under_way_while_the_script_is_and_asked_for_once(
    stage: Stage, enter: Enter
) -> None:
    screen = enter(stage(calm("speed-1")), fresh=True)
    times = asked(screen)
    script = Late(screen)
    screen.page.goto(f"{screen.address}/table/speed-1", wait_until="commit")
    needed = (
        "/api/visitor",
        "/api/preferences",
        "/api/tables/speed-1",
        "/assets/table-",
        r"/assets/words-.*\.js",
        "/assets/en-",
    )

    def all_asked() -> bool:
        screen.page.wait_for_timeout(20)  # the page is heard while one waits for it
        return all(times(part) for part in needed)

    until(all_asked)
    script.comes()
    expect(screen.page.locator("[data-plate]")).to_be_visible(timeout=SLOW_MS)
    assert {part: times(part) for part in needed} == dict.fromkeys(needed, 1)


def test_the_lobby_comes_beside_the_script(stage: Stage, enter: Enter) -> None:
    screen = enter(stage(calm("speed-1")), fresh=True)
    script = Late(screen)
    with screen.page.expect_request(re.compile(r"/assets/Lobby-[^/]+\.js$"), timeout=SLOW_MS):
        screen.page.goto(screen.address, wait_until="commit")
    script.comes()
    expect(screen.page.locator("article[data-table]").first).to_be_visible(timeout=SLOW_MS)


SLOW_LINE = {
    "offline": False,
    "latency": 400,
    "downloadThroughput": 50_000,
    "uploadThroughput": 50_000,
}
TOPS = """window.tops = [];
(function look() {
    const first = document.querySelector("article[data-table]");
    if (first !== null) tops.push(first.getBoundingClientRect().top);
    requestAnimationFrame(look);
})();"""
"""Where the first table stands, frame by frame, from when it is there."""


@pytest.mark.parametrize("size", [(390, 844), (768, 1024), (1366, 768)])
def test_on_a_slow_line_no_table_moves_once_it_is_there(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    casino = stage(calm("speed-1"), calm("brag-1"))
    screen = enter(casino, login="ada", fresh=True, size=size, touch=size[0] < 1000)
    page = screen.page
    page.add_init_script(TOPS)
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_LINE)
    page.goto(screen.address, wait_until="commit")
    expect(page.get_by_role("heading", name="Play at your own pace")).to_be_visible(timeout=30_000)
    page.wait_for_timeout(1_000)  # letters come last
    page.locator("article[data-table] a").first.click()
    expect(page.locator("[data-plate]")).to_be_visible(timeout=30_000)
    page.go_back()
    expect(page.get_by_role("heading", name="Play at your own pace")).to_be_visible(timeout=30_000)
    page.wait_for_timeout(1_000)
    tops: list[float] = page.evaluate("tops")
    assert max(tops) - min(tops) <= 2, sorted({round(top) for top in tops})


def test_a_script_that_does_not_come_is_asked_for_again(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("speed-1"))
    screen = enter(casino, fresh=True)
    screen.page.route(
        SITE,
        lambda route: route.fulfill(body="throw 0", content_type="text/javascript"),
        times=1,
    )
    screen.page.goto(f"{screen.address}/table/speed-1", wait_until="commit")
    expect(screen.page.locator("[data-plate]")).to_be_visible(timeout=SLOW_MS)


def test_a_house_without_texts_is_asked_twice_and_then_says_so(stage: Stage, enter: Enter) -> None:
    screen = enter(stage(calm("speed-1")), fresh=True, locale="it-IT")
    page = screen.page
    loads: list[str] = []
    page.on("domcontentloaded", lambda one: loads.append(one.url))
    texts = re.compile(r"/assets/[^/]+\.json$")
    page.route(texts, lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.goto(screen.address)
    again = page.get_by_role("button", name="Riprova")
    expect(again).to_be_visible(timeout=SLOW_MS)
    expect(page.get_by_role("heading", name="Questa pagina è senza parole")).to_be_visible()
    page.wait_for_timeout(1_000)  # nothing more happens by itself
    assert len(loads) == 3
    page.unroute(texts)
    again.click()
    expect(page.locator("article[data-table]").first).to_be_visible(timeout=SLOW_MS)


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1440, 900)])
def test_a_house_whose_script_never_comes_is_asked_twice_and_then_says_so(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    screen = enter(stage(calm("speed-1")), fresh=True, locale="it-IT", size=size)
    page = screen.page
    loads: list[str] = []
    page.on("domcontentloaded", lambda one: loads.append(one.url))
    page.route(SITE, lambda route: route.fulfill(body="throw 0", content_type="text/javascript"))
    page.goto(screen.address)
    again = page.get_by_role("button", name="Riprova")
    expect(again).to_be_visible(timeout=SLOW_MS)
    expect(page.get_by_role("heading", name="Questa pagina non è arrivata")).to_be_visible()
    box = again.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    page.wait_for_timeout(3_000)  # nothing more happens by itself
    assert len(loads) == 3
    again.click()  # asked for, it tries once more, and says so again
    page.wait_for_event("domcontentloaded")
    expect(again).to_be_visible(timeout=SLOW_MS)
    page.unroute(SITE)
    again.click()
    expect(page.locator("article[data-table]").first).to_be_visible(timeout=SLOW_MS)
