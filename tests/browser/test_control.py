"""Staying in control: figures in reach, limits that say where one stands, checks, breaks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.company import place
from tests.browser.conftest import Enter, Stage
from tests.browser.pages import SLOW_MS, Screen
from tests.browser.visitors import Console
from tools.staged import calm

from sabot.errors import Refused


def put(screen: Screen, path: str, value: int | None) -> None:
    """Set something as another device would."""
    answer = screen.page.request.put(
        f"{screen.address}/api/limits/{path}",
        data={"value": value},
        headers={"Origin": screen.address},
    )
    assert answer.ok, answer.text()


def control(screen: Screen, tab: str | None = None) -> Locator:
    """The dialog, opened from the bar of a table."""
    screen.button(re.compile("Staying in control")).click(timeout=SLOW_MS)
    dialog = screen.page.get_by_role("dialog", name="Staying in control")
    expect(dialog).to_be_visible(timeout=SLOW_MS)
    if tab is not None:
        dialog.get_by_role("tab", name=tab).click()
    return dialog


def test_the_session_is_in_reach_and_a_limit_shows_how_full_it_is(
    stage: Stage, enter: Enter
) -> None:
    felt = enter(stage(calm("speed-1"))).table("speed-1")
    expect(felt.button(re.compile(r"Session 00:\d\d:\d\d, net result"))).to_be_visible(
        timeout=SLOW_MS
    )
    dialog = control(felt, "My limits")
    dialog.get_by_role("button", name="Change: Stake per day").click()
    field = dialog.get_by_role("textbox", name="Amount in EUR")
    field.fill("nothing")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("Write an amount, for example 50.")).to_be_visible()
    field.fill("12.50")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("€12.50")).to_be_visible(timeout=SLOW_MS)
    dialog.get_by_role("button", name="Change: Stake per day").click()
    field.fill("100")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text(re.compile(r"From \d\d/\d\d.*€100"))).to_be_visible(timeout=SLOW_MS)
    dialog.get_by_role("button", name="Keep the limit").click()
    expect(dialog.get_by_text(re.compile("From "))).to_be_hidden(timeout=SLOW_MS)
    dialog.get_by_role("tab", name="Where I stand").click()
    meter = dialog.get_by_role("meter", name="Stake per day")
    expect(meter).to_have_attribute("aria-valuetext", "€0 of €12.50")
    felt.page.keyboard.press("Escape")
    short = re.compile("€25 is more than your own limits leave")
    expect(felt.page.get_by_role("radio", name=short)).to_be_disabled()
    left = felt.page.locator("[data-allowed]")
    expect(left).to_have_text("€12.50")
    felt.hold("5")
    felt.place("player")
    expect(left).to_have_text("€7.50", timeout=SLOW_MS)
    felt.page.set_viewport_size({"width": 844, "height": 390})
    expect(left).to_be_visible(timeout=SLOW_MS)


@pytest.mark.look
@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en-GB", r"Starts again on \d\d/\d\d, 04:30 by your clock \(23:00 UTC\)"),
        ("it-IT", r"Si azzera il \d\d/\d\d, 04:30 del tuo orologio \(23:00 UTC\)"),
    ],
)
def test_21_3_a_limit_says_when_its_day_ends_by_the_players_clock_and_in_universal_time(
    stage: Stage, enter: Enter, locale: str, words: str
) -> None:
    screen = enter(stage(calm("speed-1")), locale=locale, timezone_id="Asia/Kolkata")
    put(screen, "stake_per_day", 5_000)
    felt = screen.table("speed-1")
    felt.button(re.compile("Staying in control|Sotto controllo|controllo", re.IGNORECASE)).click()
    dialog = felt.page.get_by_role("dialog")
    expect(dialog.get_by_text(re.compile(words)).first).to_be_visible(timeout=SLOW_MS)
    dialog.get_by_role("tab", name=re.compile("limit", re.IGNORECASE)).click()
    row = dialog.get_by_role("listitem").filter(has_text=re.compile("per day|al giorno"))
    expect(row.first).to_contain_text(re.compile(words))


@pytest.mark.look
@pytest.mark.parametrize("locale", ["it-IT", "en-GB"])
def test_21_3_the_end_of_the_day_stands_below_its_limit_on_a_phone(
    stage: Stage, enter: Enter, locale: str
) -> None:
    screen = enter(stage(calm("speed-1")), locale=locale, size=(390, 844), touch=True)
    put(screen, "stake_per_day", 5_000)
    screen.lobby()
    screen.button(re.compile("Your account|Il tuo conto")).click()
    screen.button(re.compile("^(Staying in control|Gioco sotto controllo)$")).click(timeout=SLOW_MS)
    dialog = screen.page.get_by_role("dialog")
    dialog.get_by_role("tab", name=re.compile("limit", re.IGNORECASE)).click(timeout=SLOW_MS)
    row = dialog.get_by_role("listitem").filter(has_text=re.compile("per day|al giorno")).first
    name, end = row.locator("b").bounding_box(), row.locator("small span").bounding_box()
    assert name is not None
    assert end is not None
    assert name["height"] < 30  # one line
    assert end["x"] == name["x"]
    assert end["width"] > 150


def test_a_reality_check_must_be_answered_before_the_next_bet(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("speed-1"))
    screen = enter(casino, login="ada")
    with casino.earlier(minutes=6):
        put(screen, "reality_check", 5)
        felt = screen.table("speed-1")
    dialog = felt.page.get_by_role("dialog", name="Reality check")
    expect(dialog).to_be_visible(timeout=SLOW_MS)
    expect(dialog.get_by_text("Net result")).to_be_visible()
    felt.page.keyboard.press("Enter")  # meant for the table: nobody is signed out by it
    felt.page.keyboard.press("Escape")
    expect(dialog).to_be_visible()
    with pytest.raises(Refused) as refusal:
        place(casino, "ada", "speed-1", "player", 500)  # from another program
    assert refusal.value.code == "control/reality_check"
    dialog.get_by_role("button", name="Go on").click()
    expect(dialog).to_be_hidden(timeout=SLOW_MS)
    felt.hold("25")
    felt.place("player")
    casino.has_chips("speed-1", felt.player, 2_500)


def offers_what_is_true(screen: Screen) -> None:
    """In a pause: until when, history, help and control, and no door that is shut."""
    page = screen.page
    expect(page.get_by_role("heading", name="You are taking a break")).to_be_visible(
        timeout=SLOW_MS
    )
    expect(page.get_by_text(re.compile(r"^Until .*\d\d:\d\d"))).to_be_visible(timeout=SLOW_MS)
    expect(screen.button("Sign in again")).to_have_count(0)
    screen.button("History").click()
    expect(page.get_by_text("No round yet today")).to_be_visible(timeout=SLOW_MS)
    screen.button(re.compile("^Back")).click()
    screen.button("Staying in control").click(timeout=SLOW_MS)
    expect(page.get_by_role("dialog", name="Staying in control")).to_be_visible(timeout=SLOW_MS)
    page.keyboard.press("Escape")
    screen.button("Sign out").click()
    expect(page.locator("form")).to_be_visible(timeout=SLOW_MS)


def test_a_cool_off_asks_once_more_and_begins_at_once(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1"))).table("speed-1")
    dialog = control(felt, "Take a break")
    dialog.get_by_role("button", name="24 hours").click()
    sure = felt.page.get_by_role("dialog", name="Begin now?")
    expect(sure.get_by_role("button", name="Begin")).to_be_disabled()
    sure.get_by_role("switch", name="I understand").click()
    sure.get_by_role("button", name="Begin").click()
    offers_what_is_true(felt)


def test_a_page_that_is_opened_during_a_cool_off_says_so(
    stage: Stage, enter: Enter, console: Console
) -> None:
    console.allowed = ("WebSocket connection",)  # the handshake is refused
    felt = enter(stage(calm("speed-1"))).table("speed-1")
    answer = felt.page.request.post(
        f"{felt.address}/api/cool-off", data={"span": "24h"}, headers={"Origin": felt.address}
    )
    assert answer.ok, answer.text()
    expect(felt.page.get_by_text("You are taking a break")).to_be_visible(timeout=SLOW_MS)
    felt.page.reload()
    offers_what_is_true(felt)


def test_a_self_exclusion_ends_the_session(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1")), size=(390, 844), touch=True).table("speed-1")
    felt.button("Menu").click()
    felt.button("Staying in control", exact=True).click(timeout=SLOW_MS)
    dialog = felt.page.get_by_role("dialog", name="Staying in control")
    dialog.get_by_role("tab", name="Take a break").click(timeout=SLOW_MS)
    dialog.get_by_role("button", name="6 months").click()
    sure = felt.page.get_by_role("dialog", name="Begin now?")
    sure.get_by_role("switch", name="I understand").click()
    sure.get_by_role("button", name="Begin").click()
    expect(felt.page.get_by_text("You excluded yourself")).to_be_visible(timeout=SLOW_MS)
    expect(felt.page.get_by_text(re.compile(r"cannot sign in until \d"))).to_be_visible()
    expect(felt.button("Sign in again")).to_have_count(0)
    assert felt.page.request.get(f"{felt.address}/api/me").status == 401
