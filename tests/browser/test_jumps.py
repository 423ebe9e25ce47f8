"""Nothing jumps and nothing is in the way: seats, plates, the offline banner, a form."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import CUT, Enter, Stage
from tests.browser.pages import SLOW_MS
from tests.browser.visitors import Console
from tools.staged import calm

SIZES = [(1440, 900), (1024, 768), (390, 844), (844, 390)]

WATCH = """selector => {
    window.stood = {};
    const look = () => {
        document.querySelectorAll(selector).forEach((one, n) => {
            const { x, y, width, height } = one.getBoundingClientRect();
            const box = [x + width / 2, y, height].map(Math.round).join(' ');
            (stood[`${selector} ${n}`] ??= []).includes(box) || stood[`${selector} ${n}`].push(box);
        });
        requestAnimationFrame(look);
    };
    look();
}"""
"""Notes every place at which these stood: their middle, top and height."""

STOOD = "() => stood"


def moved(page: Page) -> dict[str, list[str]]:
    """What stood at more than one place."""
    return {name: places for name, places in page.evaluate(STOOD).items() if len(places) > 1}


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768)])
def test_F135_no_seat_moves_when_a_pair_is_split(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    casino = stage(calm("blackjack-1"), cards="8S 6H 8D TC 3S 9D KD")
    felt = enter(casino, size=size).table("blackjack-1")
    felt.button(re.compile("^Seat 3, free")).click(timeout=SLOW_MS)
    felt.hold("5")
    felt.place("main", seat=3)
    felt.bet(500)
    felt.button("Deal now").click()
    decisions = felt.page.get_by_role("group", name="Decisions")
    split = decisions.get_by_role("button", name=re.compile("^Split"))
    expect(split).to_be_visible(timeout=SLOW_MS)
    before = felt.page.locator(".seat").evaluate_all(MIDDLES)
    split.click()
    stand = decisions.get_by_role("button", name=re.compile("^Stand"))
    for _ in range(2):
        stand.click(timeout=SLOW_MS)
        felt.page.wait_for_timeout(300)
    felt.says("BUSTS")
    assert felt.page.locator(".seat").evaluate_all(MIDDLES) == before
    hands = felt.page.get_by_role("region", name="Your seat 3").locator(".hand")
    expect(hands).to_have_count(2)
    assert felt.page.evaluate(APART, ".seat .frame") == []


MIDDLES = """seats => seats.map(seat => {
    const { left, width, bottom } = seat.getBoundingClientRect();
    return [left + width / 2, bottom].map(Math.round);
})"""

APART = """selector => {
    const boxes = [...document.querySelectorAll(selector)].map(one => one.getBoundingClientRect());
    return boxes.flatMap((one, n) => boxes.slice(n + 1).filter(other =>
        one.left < other.right - 1 && other.left < one.right - 1 &&
        one.top < other.bottom - 1 && other.top < one.bottom - 1));
}"""
"""Pairs of boxes that lie over each other."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("locale", ["it-IT", "en-GB"])
@pytest.mark.parametrize(
    ("table_id", "spot", "cards"),
    [
        ("speed-1", "player", "2S 3H 3D 2C 4H 5S"),
        ("scanner-1", "player", "2S 3H 3D 2C 4H 5S"),
        ("brag-1", "ante", "KS 9H 4D JC 7H 2S"),
    ],
)
def test_the_plate_keeps_its_place_through_a_round(  # noqa: PLR0917  a case
    stage: Stage,
    enter: Enter,
    table_id: str,
    spot: str,
    cards: str,
    locale: str,
    size: tuple[int, int],
) -> None:
    casino = stage(calm(table_id), cards=cards)
    felt = enter(casino, size=size, locale=locale, touch=size[0] < 1_000).table(table_id)
    felt.place(spot)
    casino.has_chips(table_id, felt.player, 100)
    felt.page.wait_for_timeout(300)
    felt.page.evaluate(WATCH, "[data-plate]")
    casino.time_up(table_id)
    if table_id == "brag-1":
        ask = felt.page.get_by_role("group", name=re.compile("Play or Pass|Gioca o Passa"))
        ask.get_by_role("button", name=re.compile("^(Play|Gioca)")).click(timeout=SLOW_MS)
    expect(felt.page.locator("[data-plate] dl")).to_be_visible(timeout=SLOW_MS)
    felt.page.wait_for_timeout(400)
    assert moved(felt.page) == {}


OVER = """() => {
    const over = document.querySelector('.banner').getBoundingClientRect();
    const all = '[data-spot], [role=radio], section[aria-label="Betting controls"] button,'
        + ' header a, header button, [data-balance], [data-total-bet], .hand .card';
    return [...document.querySelectorAll(all)].filter(one => {
        const name = one.ariaLabel?.endsWith('limits and payouts');
        if (!one.checkVisibility() || name) return false;
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < over.right && right > over.left && top < over.bottom && bottom > over.top;
    }).map(one => one.ariaLabel ?? one.dataset.spot ?? one.textContent);
}"""
"""What the banner lies on, of all that is pressed or read."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("table_id", ["speed-1", "brag-1", "blackjack-1"])
def test_F248_the_offline_banner_lies_over_no_chip_and_no_bet(
    stage: Stage, enter: Enter, console: Console, table_id: str, size: tuple[int, int]
) -> None:
    console.allowed = CUT
    casino = stage(calm(table_id))
    felt = enter(casino, size=size, touch=size[0] < 1_000).table(table_id)
    expect(felt.button("Chat")).to_be_visible(timeout=SLOW_MS)  # the icons that come late
    felt.page.context.set_offline(True)
    banner = felt.page.get_by_role("alert").filter(has_text="Connection lost")
    expect(banner).to_be_visible(timeout=SLOW_MS)
    felt.page.wait_for_timeout(300)
    assert felt.page.evaluate(OVER) == []


BUBBLES = """() => {
    window.bubbles = 0;
    addEventListener('invalid', event => setTimeout(() => {
        if (!event.defaultPrevented) bubbles += 1;
    }), true);
}"""
"""Counts the refusals that the browser would show in a bubble of its own."""


@pytest.mark.parametrize(
    ("locale", "enters", "missing", "makes", "short"),
    [
        (
            "en-GB",
            "Sign in",
            "Please fill this in",
            "Create an account",
            "At least 10 characters, p",
        ),
        ("it-IT", "Accedi", "Compila questo campo", "Crea un conto", "Servono almeno 10 caratteri"),
    ],
)
def test_F17_the_door_says_itself_what_a_form_lacks(  # noqa: PLR0917  a case
    stage: Stage, enter: Enter, locale: str, enters: str, missing: str, makes: str, short: str
) -> None:
    casino = stage(calm("speed-1"))
    page = enter(casino, locale=locale, signed_in=False).page
    page.goto(casino.address)
    form = page.locator("form")
    expect(form).to_be_visible(timeout=SLOW_MS)
    assert not re.search(r"\blive\b|dal vivo", page.locator("main").inner_text(), re.IGNORECASE)
    page.evaluate(BUBBLES)
    form.locator("button[type=submit]").click()
    expect(form.get_by_text(missing)).to_have_count(2)
    expect(form.locator("input[name=username]")).to_be_focused()
    assert enters in form.locator("button[type=submit]").inner_text()
    page.get_by_text(makes, exact=True).first.click()
    form.locator("input[name=username]").fill("ginevra")
    form.locator("input[name=nickname]").fill("Ginevra")
    form.locator("input[name=password]").fill("abc")
    form.locator("input[name=password]").press("Enter")
    expect(form.get_by_text(short)).to_be_visible()
    expect(form.locator("input[name=password]")).to_have_attribute("aria-invalid", "true")
    form.locator("input[name=password]").press("d")
    expect(form.get_by_text(short)).to_have_count(0)
    assert page.evaluate("bubbles") == 0
