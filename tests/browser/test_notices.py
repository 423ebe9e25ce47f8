"""Short notices: never over a button in use, always on the screen, closed by hand."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sized

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.browser.conftest import Enter, Stage
from tests.browser.pages import SLOW_MS
from tests.browser.test_for_fun import own
from tools.staged import table
from tools.troubles import beside

from sabot.service.private.names import table_id_of
from sabot.table import commands as c

IN_THE_WAY = """() => {
    const notices = [...document.querySelectorAll(".toasts > div")]
        .filter(one => one.checkVisibility());
    const boxes = notices.map(one => one.getBoundingClientRect());
    const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 &&
        a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const outside = boxes.filter(one => one.left < 0 || one.top < 0 ||
        one.right > innerWidth || one.bottom > innerHeight);
    const pressed = [...document.querySelectorAll("button, a[href], [data-spot]")].filter(one =>
        !one.closest(".toasts > div") && !one.matches(":disabled, [aria-disabled=true]") &&
        one.checkVisibility({ visibilityProperty: true }));
    // Where no place is left, what lies under a notice is pressed through it.
    const reached = ({left, top, width, height}, one) =>
        one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    const covered = pressed.filter(one => {
        const lies = one.getBoundingClientRect();
        return boxes.some(box => over(box, lies)) && !reached(lies, one);
    });
    const shut = notices.map(one => [...one.querySelectorAll("button")].at(-1)).filter(one => {
        const box = one.getBoundingClientRect();
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return !one.contains(hit);
    });
    return [
        ...outside.map(one => `outside: ${JSON.stringify(one)}`),
        ...covered.map(one => `covered: ${one.ariaLabel ?? one.textContent.trim()}`),
        ...shut.map(() => "a close button that cannot be pressed"),
    ];
}"""
"""What notices cover, and which of them cannot be read or closed."""

FRAMES = 12
"""A change of size takes a browser some frames; nobody presses anything meanwhile."""

SIZES = (
    *((390, 844), (844, 390), (667, 331), (390, 664), (320, 568), (568, 320)),
    *((768, 1024), (1024, 768), (1366, 768), (1920, 1080)),
)
"""From one to the next: upright, lying, small, large."""


CODES = ("table/malfunction", "control/stake_per_day", "bet/not_confirmed")
"""Refusals of many words."""


def refusing(line: WebSocketRoute) -> None:
    """A line on which no chip is taken, each time for another reason."""
    casino = line.connect_to_server()
    reasons = itertools.cycle(CODES)

    def sent(message: str | bytes) -> None:
        said = json.loads(message)
        if said.get("command", {}).get("type") != "PlaceChip":
            casino.send(message)
            return
        answer = {"type": "answer", "cmd_id": said["cmd_id"], "accepted": False}
        line.send(json.dumps(answer | {"code": next(reasons)}))

    line.on_message(sent)


def noticed(page: Page, count: int) -> None:
    """So many notices are up."""
    expect(page.locator(".toasts > div")).to_have_count(count, timeout=SLOW_MS)


def waits(page: Page, heard: Sized) -> None:
    """Let the page go on until something was heard on its line."""
    moments = iter(range(SLOW_MS // 20))
    while not len(heard):
        assert next(moments, None) is not None, "nothing was heard"
        page.wait_for_timeout(20)


def stays(page: Page) -> None:
    """Notices that do not go by themselves, and that look around only when something changed."""
    page.add_init_script(
        "const timer = setTimeout; window.setTimeout = (what, ms, ...more) =>"
        " timer(what, ms === 6000 ? 600000 : ms, ...more);"
        "const every = setInterval; window.setInterval = (what, ms, ...more) =>"
        " every(what, ms === 250 ? 600000 : ms, ...more);"
    )


def in_the_way(page: Page) -> list[str]:
    """What a notice is in the way of, once the page had some frames."""
    found: list[str] = []
    for _ in range(FRAMES):
        page.evaluate("new Promise(requestAnimationFrame)")
        found = page.evaluate(IN_THE_WAY)
        if not found:
            break
    return found


@pytest.mark.parametrize("variant", ["blackjack", "speed_baccarat", "three_card_brag"])
def test_F263_a_notice_makes_way_at_every_size(stage: Stage, enter: Enter, variant: str) -> None:
    screen = enter(
        stage(table("speed-1")), locale="it-IT", size=(390, 844), touch=True, fresh=True
    )  # whose line and clock nobody gets afterwards
    page = screen.page
    stays(page)
    page.route_web_socket("**/ws", refusing)
    felt = own(screen, variant)
    spots = page.locator('[data-spot][aria-disabled="false"], [data-spot]:not([aria-disabled])')
    expect(spots.first).to_be_visible(timeout=SLOW_MS)
    found = []
    for number in range(3):
        spots.nth(number % spots.count()).click(timeout=SLOW_MS)
        noticed(page, number + 1)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{width}x{height} {one}" for one in in_the_way(page)]
        page.set_viewport_size({"width": 390, "height": 844})
    assert not found, "\n".join(found)
    while page.locator(".toasts > div").count():
        felt.page.locator(".toasts > div button").last.click(timeout=SLOW_MS)


def test_F263_who_comes_with_two_tabs_at_once_is_told_of_no_trouble(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(table("speed-1"))
    second = enter(casino, login="ada", fresh=True)  # nobody gets its line afterwards
    waiting: list[tuple[WebSocketRoute, str | bytes]] = []
    refused: list[str] = []

    def slow(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def told(message: str | bytes) -> None:
            line.send(message)
            refused.extend(["seat"] * ("seat/taken" in str(message)))

        def sent(message: str | bytes) -> None:
            if "TakeSeat" in str(message):
                waiting.append((server, message))
            else:
                server.send(message)

        server.on_message(told)
        line.on_message(sent)

    second.page.route_web_socket("**/ws", slow)
    own(second, "blackjack")
    waits(second.page, waiting)
    beside(casino, "ada", table_id_of("ada", "blackjack"), c.TakeSeat(seat=4))  # the first tab
    for server, message in waiting:
        server.send(message)
    waits(second.page, refused)
    second.page.wait_for_timeout(500)  # what was told would be up by now
    assert second.page.locator(".toasts > div").count() == 0
