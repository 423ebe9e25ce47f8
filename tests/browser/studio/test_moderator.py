"""The moderator's page with the real server: a line, its player's page, support, the record."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser.conftest import Enter, Stage
from tests.browser.pages import Screen
from tests.browser.studio.dealing import SLOW_MS
from tests.browser.test_walk import axe
from tests.browser.visitors import Console
from tools.staged import Staged, calm

from sabot.client import Client, sign_in
from sabot.service.identity.demo import DEMO_PASSWORD

ROOM = "table:speed-1"


def say(casino: Staged, login: str, text: str, room: str = ROOM) -> None:
    """A line of a player who is signed in somewhere else."""

    async def speak() -> None:
        token = await sign_in(casino.address, login=login, password=DEMO_PASSWORD)
        async with Client(casino.address, token=token) as client:
            await client.chat.say(room, text)

    casino.do(speak())


def moderator(casino: Staged, enter: Enter, login: str = "moderator") -> Page:
    """The page of a moderator."""
    screen = enter(casino, login=login, locale="it-IT")
    screen.page.goto(f"{casino.address}/studio/chat")
    expect(screen.page.get_by_role("heading", name="Chat")).to_be_visible(timeout=SLOW_MS)
    return screen.page


def chosen(page: Page, name: str) -> None:
    """Choose the newest line of a player, by its own button."""
    page.get_by_role("button", name=f"Riga di {name}").last.press("Enter")


def talking(screen: Screen) -> None:
    """A player at a table with its chat open."""
    screen.page.goto(f"{screen.address}/table/speed-1")
    screen.page.get_by_role("button", name="Chat").first.click()


def test_F229_a_line_that_a_player_sees_is_removed_by_keys(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("speed-1"))
    player = enter(casino, login="bruno", locale="it-IT")
    talking(player)
    page = moderator(casino, enter)
    say(casino, "ada", "vi ammazzo tutti")
    expect(player.page.get_by_text("vi ammazzo tutti")).to_be_visible(timeout=SLOW_MS)
    line = page.locator("[data-line]", has_text="vi ammazzo tutti")
    expect(line).to_contain_text("Minaccia", timeout=SLOW_MS)
    page.keyboard.press("j")
    expect(line).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("button", name="Minacce")).to_have_attribute("aria-pressed", "true")
    assert axe(page) == []
    page.keyboard.press("d")
    expect(player.page.get_by_text("vi ammazzo tutti")).to_have_count(0, timeout=SLOW_MS)
    expect(page.locator("[data-line]", has_text="riga tolta da Mino: minacce")).to_be_visible(
        timeout=SLOW_MS
    )
    page.keyboard.press("2")
    card = page.get_by_role("region", name="Giocatore")
    expect(card).to_contain_text("zittito ovunque", timeout=SLOW_MS)
    expect(card).to_contain_text("riga tolta: minacce")
    expect(page.get_by_text("1 riga tolta, 1 silenzio")).to_be_visible()
    page.keyboard.press("u")
    expect(card).to_contain_text("può scrivere", timeout=SLOW_MS)


def test_F229_distress_leads_to_support_and_to_no_sanction(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("speed-1"))
    page = moderator(casino, enter)
    say(casino, "ada", "ho perso tutto, non riesco a smettere")
    line = page.locator("[data-line]", has_text="non riesco a smettere")
    expect(line).to_contain_text("apri l’assistenza, non punire", timeout=SLOW_MS)
    expect(page.locator("main[data-sounds='0']")).to_have_count(0, timeout=SLOW_MS)
    page.keyboard.press("j")
    page.keyboard.press("3")
    expect(page.get_by_role("alert").filter(has_text="non punire")).to_be_visible()
    assert page.get_by_role("button", name="Blocca").count() == 0
    page.keyboard.press("s")
    reply = page.get_by_placeholder("Rispondi a Ada")
    expect(reply).to_be_focused()
    page.keyboard.type("Ciao Ada, sono qui")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text("Ciao Ada, sono qui", timeout=SLOW_MS)
    expect(page.get_by_role("tab", name="Segnalati 0")).to_be_visible(timeout=SLOW_MS)
    assert axe(page) == []


def test_F228_a_player_who_waits_is_answered_or_left_to_the_manager(
    stage: Stage, enter: Enter, console: Console
) -> None:
    console.allowed = ("404",)  # a round that does not exist is asked for
    casino = stage(calm("speed-1"))
    page = moderator(casino, enter)
    say(casino, "ada", "la partita speed-1-1 si è fermata", room="support")
    waiting = page.get_by_role("region", name="Assistenza")
    waiting.get_by_role("button", name="Ada").press("Enter")
    expect(waiting.get_by_role("log")).to_contain_text("si è fermata", timeout=SLOW_MS)
    waiting.get_by_role("button", name="Apri la partita").press("Enter")
    dialog = page.get_by_role("dialog", name="La partita")
    expect(dialog.get_by_label("Numero della partita")).to_have_value("speed-1-1")
    expect(dialog.get_by_role("alert")).to_contain_text(
        "Questa partita non esiste", timeout=SLOW_MS
    )
    page.keyboard.press("Escape")
    waiting.get_by_role("button", name="Passa al manager").press("Enter")
    expect(waiting.get_by_role("button", name="Ada")).to_contain_text("al manager", timeout=SLOW_MS)
    manager = moderator(casino, enter, "manager")
    theirs = manager.get_by_role("region", name="Assistenza")
    theirs.get_by_role("button", name="Ada").press("Enter")
    manager.get_by_placeholder("Rispondi a Ada").fill("Eccomi")
    manager.keyboard.press("Enter")
    expect(waiting.get_by_role("button", name="Ada")).to_have_count(0, timeout=SLOW_MS)


def test_F229_the_feed_is_held_and_a_table_is_closed_to_chat(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("speed-1"))
    page = moderator(casino, enter)
    say(casino, "ada", "prima")
    expect(page.locator("[data-line]", has_text="prima")).to_be_visible(timeout=SLOW_MS)
    page.keyboard.press("Space")
    say(casino, "ada", "seconda")
    expect(page.get_by_text("Riprendi, 1 nuova")).to_be_visible(timeout=SLOW_MS)
    assert page.locator("[data-line]", has_text="seconda").count() == 0
    page.keyboard.press("Space")
    expect(page.locator("[data-line]", has_text="seconda")).to_be_visible()
    rooms = page.get_by_role("navigation")
    rooms.get_by_role("button").nth(1).press("Enter")
    page.get_by_role("button", name="Chiudi la chat").press("Enter")
    page.get_by_role("button", name="Chiudi la chat").press("Enter")
    expect(rooms.get_by_role("button").nth(1)).to_contain_text("chiusa", timeout=SLOW_MS)
    page.get_by_role("button", name="Riapri la chat").press("Enter")
    expect(rooms.get_by_role("button").nth(1)).to_contain_text("/min", timeout=SLOW_MS)
