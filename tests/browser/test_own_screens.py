"""The player's own screens: settings, chat, sound, cashier, statistics, notices (F227–F239)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.company import moderate, place, play_rounds, say
from tests.browser.conftest import Enter, Stage, prefer
from tests.browser.pages import SLOW_MS, Screen
from tests.browser.visitors import Console
from tools.staged import QUICK, calm, table, until

from sabot.service.identity.demo import DEMO_PASSWORD

ROOM = "table:speed-1"
PHONE: dict[str, Any] = {"size": (390, 844), "touch": True}


def preferences(screen: Screen) -> dict[str, Any]:
    """What the casino keeps."""
    answer = screen.page.request.get(f"{screen.address}/api/preferences")
    found: dict[str, Any] = answer.json()
    return found


def kept(screen: Screen, part: str, name: str, value: object) -> None:
    """Expect that the casino keeps a setting."""
    until(lambda: preferences(screen)[part][name] == value)


def opened(screen: Screen, name: str) -> Locator:
    """A dialog, opened by its button in the bar."""
    screen.button(name, exact=True).click(timeout=SLOW_MS)
    dialog = screen.page.get_by_role("dialog", name=name)
    expect(dialog).to_be_visible(timeout=SLOW_MS)
    return dialog


def test_F231_F234_settings_are_kept_and_act_at_once(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1"))).table("speed-1")
    expect(felt.spot("player_pair")).to_be_visible()
    dialog = opened(felt, "Settings")
    dialog.get_by_role("switch", name="Show the studio").click()
    dialog.get_by_role("radio", name="Low").click()
    dialog.get_by_role("tab", name="Game").click()
    dialog.get_by_role("switch", name="Dark roads").click()
    dialog.get_by_role("switch", name="Share of players").click()
    dialog.get_by_role("switch", name="Pairs", exact=True).click()
    dialog.get_by_role("switch", name="Baccarat without commission").click()
    expect(dialog.get_by_text("From the next round in which you place a chip")).to_be_visible()
    for part, name, value in (
        ("general", "video", False),
        ("general", "quality", "low"),
        ("game", "dark_statistics", True),
        ("game", "betting_statistics", False),
        ("game", "zero_commission", True),
    ):
        kept(felt, part, name, value)
    felt.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(felt.spot("player_pair")).to_be_hidden()


def test_F238_auto_stand_and_bet_behind_have_tabs(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("blackjack-1")), **PHONE).table("blackjack-1")
    felt.button("Menu").click()
    felt.button("Settings", exact=True).click(timeout=SLOW_MS)
    dialog = felt.page.get_by_role("dialog", name="Settings")
    dialog.get_by_role("tab", name="Auto stand").click(timeout=SLOW_MS)
    dialog.get_by_role("switch", name="Stand automatically").click()
    slider = dialog.get_by_role("slider", name="From points")
    slider.focus()
    slider.press("ArrowLeft")
    until(lambda: preferences(felt)["auto_stand"] == 16)
    expect(dialog.get_by_text("Counts from the next round")).to_be_visible()
    dialog.get_by_role("tab", name="Bet behind").click()
    dialog.get_by_role("switch", name="Follow a split").click()
    kept(felt, "bet_behind", "follow_split", value=False)


def test_F239_bets_can_be_hidden(stage: Stage, enter: Enter) -> None:
    lobby = enter(stage(calm("seven-1"))).lobby()
    lobby.button("Your account").click()
    lobby.button("Settings", exact=True).click(timeout=SLOW_MS)
    dialog = lobby.page.get_by_role("dialog", name="Settings")
    dialog.get_by_role("tab", name="Privacy").click(timeout=SLOW_MS)
    dialog.get_by_role("switch", name="Hide my bets").click()
    kept(lobby, "game", "hide_my_bets", value=True)


@pytest.mark.look
def test_F230_the_game_starts_muted_and_mute_becomes_volume(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1", voices=("it", "en")))).table("speed-1")
    felt.button("Sound on").click(timeout=SLOW_MS)
    panel = felt.page.get_by_role("group", name="Volume and sounds")
    slider = panel.get_by_role("slider", name="Volume")
    expect(slider).to_have_value("50")
    slider.press("End")
    kept(felt, "general", "volume", 100)
    expect(panel.get_by_role("switch", name="Table sound")).to_be_checked()
    expect(panel.get_by_role("switch", name="Effects")).to_be_checked()
    expect(panel.get_by_role("switch", name="Background music")).not_to_be_checked()
    expect(panel.get_by_text("Announced in English")).to_be_visible()
    panel.get_by_role("button", name="Mute").click()
    kept(felt, "general", "muted", value=True)
    expect(felt.button("Sound on")).to_be_visible()


def test_F232_F233_the_voice_is_chosen_from_eight_languages(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1", voices=("it", "en")))).table("speed-1")
    dialog = opened(felt, "Settings")
    voices = dialog.get_by_role("radiogroup", name="Language of the announcements")
    expect(voices.get_by_role("radio")).to_have_count(8)
    voices.get_by_role("radio", name="Italiano").click()
    kept(felt, "general", "voice", "it")
    felt.page.keyboard.press("Escape")
    felt.button("Sound on").click()
    expect(felt.page.get_by_text("Announced in Italiano")).to_be_visible()


def test_F227_F229_chat_marks_the_dealer_removes_and_mutes(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("speed-1"))
    felt = enter(casino, login="ada").table("speed-1")
    expect(felt.button("Chat", exact=True)).to_be_visible(timeout=SLOW_MS)
    say(casino, "bruno", ROOM, "good evening", "something rude")
    say(casino, "dealer", ROOM, "Welcome to the table.")
    felt.button("Chat, 3 unread").click(timeout=SLOW_MS)
    log = felt.page.get_by_role("log", name="Table")
    expect(log.get_by_text("Welcome to the table.")).to_be_visible()
    expect(log.get_by_text("Dealer", exact=True)).to_be_visible()
    moderate(casino, "delete", f"{ROOM}/2", reason="rude")
    expect(log.get_by_text("something rude")).to_be_hidden()
    expect(log.get_by_text("Removed by a moderator.")).to_be_visible()
    log.get_by_role("button", name="About Bruno").first.click()
    felt.page.get_by_role("menuitem", name="Mute Bruno").click()
    expect(log.get_by_text("good evening")).to_be_hidden()
    kept(felt, "chat", "muted", ["Bruno"])


def test_F227_a_line_is_counted_and_flooding_is_refused_with_a_wait(
    stage: Stage, enter: Enter
) -> None:
    felt = enter(stage(calm("speed-1")), **PHONE).table("speed-1")
    felt.button("Chat", exact=True).click(timeout=SLOW_MS)
    field = felt.page.get_by_role("textbox", name="Write to the table")
    field.fill("x" * 201)
    expect(felt.page.get_by_text("1 characters too long.")).to_be_visible()
    expect(felt.button("Send")).to_be_disabled()
    for number in range(6):
        field.fill(f"line {number}")
        felt.button("Send").click()
        if number < 5:
            expect(field).to_have_value("", timeout=SLOW_MS)
    expect(felt.page.get_by_text("You write faster than others can read.")).to_be_visible()
    expect(felt.button("Send")).to_be_disabled()


def test_F229_who_is_blocked_is_told_until_when_and_may_write_to_support(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(calm("speed-1"))
    felt = enter(casino, login="ada").table("speed-1")
    felt.button("Chat", exact=True).click(timeout=SLOW_MS)
    moderate(casino, "mute", felt.player, reason="spam", minutes=5)
    expect(felt.page.get_by_text("You may not write at the tables.")).to_be_visible()
    expect(felt.page.get_by_text("spam")).to_have_count(0)  # why is for staff
    felt.page.get_by_role("radio", name="Support").click()
    felt.page.get_by_role("textbox", name="Write to support").fill("Why me?")
    felt.button("Send").click()
    expect(felt.page.get_by_role("log", name="Support").get_by_text("Why me?")).to_be_visible()


def test_F228_support_answers_in_private(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("speed-1"))
    lobby = enter(casino, login="ada").lobby()
    lobby.button("Your account").click()
    lobby.button("Support", exact=True).click(timeout=SLOW_MS)
    lobby.page.get_by_role("textbox", name="Write to support").fill("Where is my win?")
    lobby.button("Send").click()
    say(casino, "moderator", f"support:{lobby.player}", "Which round?")
    log = lobby.page.get_by_role("log", name="Support")
    expect(log.get_by_text("Which round?")).to_be_visible(timeout=SLOW_MS)


def test_F19_the_cashier_gives_play_money(stage: Stage, enter: Enter) -> None:
    lobby = enter(stage(calm("speed-1"))).lobby()
    lobby.button("Your account").click()
    lobby.button("Cashier", exact=True).click(timeout=SLOW_MS)
    dialog = lobby.page.get_by_role("dialog", name="Cashier")
    expect(dialog.get_by_text("5 more times today.")).to_be_visible(timeout=SLOW_MS)
    dialog.get_by_role("button", name=re.compile("Top up")).click()
    expect(dialog.get_by_text(re.compile("added"))).to_be_visible(timeout=SLOW_MS)
    expect(dialog.get_by_text("4 more times today.")).to_be_visible()


def test_own_results_are_drawn_beside_the_exact_return(stage: Stage, enter: Enter) -> None:
    timers = replace(QUICK, betting=80, last_seconds=20, card=5, result=300)
    casino = stage(table("speed-1", timers))
    play_rounds(casino, "ada", "speed-1", 2, stake=500)
    lobby = enter(casino, login="ada").lobby()
    lobby.button("Your account").click()
    lobby.button("My statistics", exact=True).click(timeout=SLOW_MS)
    dialog = lobby.page.get_by_role("dialog", name="My statistics")
    picture = dialog.get_by_role("img", name=re.compile(r"After 2 rounds: net result .*expected -"))
    expect(picture).to_be_visible(timeout=SLOW_MS)
    expect(dialog.get_by_role("img", name=re.compile("Baccarat: your return"))).to_be_visible()
    expect(dialog.get_by_text("The band appears after 20 rounds")).to_be_visible()
    expect(dialog.get_by_role("cell", name="Baccarat")).to_be_visible()


def test_who_looks_elsewhere_is_called_when_betting_opens(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("speed-1"), calm("brag-1"))
    screen = enter(casino, login="ada")
    wish = {"notifications": {"betting_opens": True}}
    screen.page.request.patch(
        f"{casino.address}/api/preferences", data=wish, headers={"Origin": casino.address}
    )
    felt = screen.table("speed-1")
    expect(felt.button("Chat", exact=True)).to_be_visible(timeout=SLOW_MS)
    felt.button("Lobby").click()
    expect(felt.page.locator("article[data-table]").first).to_be_visible(timeout=SLOW_MS)
    place(casino, "bruno", "speed-1", "player", 500)  # the first chip opens the betting
    notice = felt.page.locator("[data-notice=betting_opens]")
    expect(notice).to_contain_text("Place your bets", timeout=SLOW_MS)
    notice.get_by_role("button", name="Go to the table").click()
    expect(felt.plate).to_be_visible(timeout=SLOW_MS)


DESKTOP = """
window.shown = [];
window.Notification = class extends Notification {
    constructor(title, more) {
        super(title, more);
        shown.push([title, more.body]);
    }
};
document.hasFocus = () => false;
"""
"""Keeps what goes to the desktop, of a page that somebody has behind another window."""


def test_a_notice_goes_to_the_desktop_once_it_is_allowed(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("speed-1"))
    screen = enter(casino, login="ada", fresh=True, permissions=["notifications"])
    prefer(screen, {"notifications": {"betting_opens": True}})
    screen.page.add_init_script(DESKTOP)
    felt = screen.table("speed-1")
    expect(felt.button("Chat", exact=True)).to_be_visible(timeout=SLOW_MS)
    dialog = opened(felt, "Settings")
    dialog.get_by_role("tab", name="Notifications").click()
    expect(dialog.get_by_text("Allowed on this device.")).to_be_visible()
    felt.page.keyboard.press("Escape")
    place(casino, "bruno", "speed-1", "player", 500)  # the first chip opens the betting
    expect(felt.page.locator("[data-notice=betting_opens]")).to_be_visible(timeout=SLOW_MS)
    assert felt.page.evaluate("shown") == [["Place your bets", "Speed Baccarat Aurora"]]


def test_F19_an_operators_cashier_opens_in_a_window_of_its_own(stage: Stage, enter: Enter) -> None:
    screen = enter(stage(calm("speed-1")))
    told = {"link": "https://operator.test/cashier", "top_up": None}
    screen.page.route("**/api/cashier", lambda route: route.fulfill(json=told))
    lobby = screen.lobby()
    lobby.button("Your account").click()
    lobby.button("Cashier", exact=True).click(timeout=SLOW_MS)
    link = lobby.page.get_by_role("dialog", name="Cashier").get_by_role("link", name="Open")
    expect(link).to_have_attribute("href", told["link"], timeout=SLOW_MS)
    expect(link).to_have_attribute("target", "_blank")
    expect(link).to_have_attribute("rel", re.compile("noopener"))
    lobby.page.unroute("**/api/cashier")


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
def test_a_password_is_changed_from_the_menu(
    stage: Stage, enter: Enter, console: Console, device: dict[str, Any]
) -> None:
    console.allowed = ("400", "403")  # what is refused on purpose
    screen = enter(stage(calm("speed-1")), login="ada", **device)
    page = screen.page
    page.goto(screen.address)
    screen.button("Your account").click()
    dialog = opened(screen, "Change password")
    current = dialog.get_by_role("textbox", name="Current password")
    new = dialog.get_by_role("textbox", name="New password")
    change = dialog.get_by_role("button", name="Change password")
    for old, wanted, words in (
        ("wrong horse", "another horse", "not your current password"),
        (DEMO_PASSWORD, "too short", "10 to 200 characters."),
        (DEMO_PASSWORD, "password123", "too common"),
        (DEMO_PASSWORD, DEMO_PASSWORD, "Choose another"),
        (DEMO_PASSWORD, "another horse", "Your password is changed"),
    ):
        current.fill(old)
        new.fill(wanted)
        change.click()
        expect(dialog.get_by_text(words)).to_be_visible(timeout=SLOW_MS)
    dialog.get_by_role("button", name="Close").last.click()
    expect(dialog).to_be_hidden()
    assert page.request.get(f"{screen.address}/api/me").ok  # this session goes on
    login = {"login": "ada", "password": DEMO_PASSWORD}
    origin = {"Origin": screen.address}
    refused = page.request.post(f"{screen.address}/api/sign-in", data=login, headers=origin)
    assert refused.json()["code"] == "sign_in/refused"
