"""Help: rules in words, figures from the server, drawings, search, readings."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage
from tests.browser.pages import SLOW_MS
from tools.staged import table


def test_F20_F226_help_opens_from_the_table_at_its_game_and_leads_back(
    stage: Stage, enter: Enter
) -> None:
    felt = enter(stage(table("brag-1"))).table("brag-1")
    felt.button("Help").click()
    page = felt.page
    expect(page.locator('article[data-topic="brag"]')).to_be_visible(timeout=SLOW_MS)
    expect(page).to_have_url(re.compile("/help/brag$"))
    running = page.get_by_role("complementary", name=re.compile("table", re.IGNORECASE))
    expect(running).to_contain_text("Brag Faggio")
    felt.button("Back: Brag Faggio").click()
    expect(felt.plate).to_be_visible(timeout=SLOW_MS)


def test_F20_help_and_history_are_in_the_account_menu(stage: Stage, enter: Enter) -> None:
    lobby = enter(stage(table("brag-1"))).lobby()
    lobby.button("Your account").click()
    menu = lobby.page.get_by_role("dialog", name="Your account")
    menu.get_by_role("button", name="Help").click()
    expect(lobby.page.get_by_role("link", name=re.compile("^Placing bets"))).to_be_visible(
        timeout=SLOW_MS
    )
    for topic in ("The roads", "Multiplay", "Bet behind", "Where the rules are silent"):
        expect(lobby.page.get_by_role("link", name=re.compile(f"^{topic}"))).to_be_visible()


def test_F20_F262_pay_tables_are_the_data_the_server_pays_with(stage: Stage, enter: Enter) -> None:
    screen = enter(stage(table("speed-1")))
    page = screen.page
    data = page.request.get(f"{screen.address}/api/help").json()
    page.goto(f"{screen.address}/help/baccarat-bets")
    for variant, name in (
        ("speed_baccarat", "Speed Baccarat"),
        ("no_commission_baccarat", "7 Seat No Commission"),
        ("speed6_scanner_baccarat", "Speed 6 Scanner"),
    ):
        page.get_by_role("radio", name=name, exact=True).click(timeout=SLOW_MS)
        [one] = [one for one in data["variants"] if one["variant"] == variant]
        expect(page.locator("tr[data-bet]")).to_have_count(len(one["bets"]))
        for bet in one["bets"]:
            percent = f"{float(bet['returns'][0]['decimal']):.4%}"
            expect(page.locator(f'tr[data-bet="{bet["kind"]}"]')).to_contain_text(percent)
    page.get_by_text("Exact fractions").click()
    expect(page.locator('tr[data-bet="player_pair"]')).to_contain_text("372/415")


def test_F20_F108_the_third_card_table_is_drawn_from_the_rule(stage: Stage, enter: Enter) -> None:
    screen = enter(stage(table("speed-1")))
    screen.page.goto(f"{screen.address}/help/baccarat")
    rows = screen.page.get_by_role("table", name="When Banker draws a third card").locator(
        "tbody tr"
    )
    expect(rows).to_have_count(8, timeout=SLOW_MS)
    cells = rows.nth(3).locator("td")
    assert [cell.inner_text().strip()[-1] for cell in cells.all()] == list("DDDDDDDDSDD")


def test_F20_F187_the_roads_grow_step_by_step(stage: Stage, enter: Enter) -> None:
    screen = enter(stage(table("speed-1")))
    page = screen.page
    page.goto(f"{screen.address}/help/roads")
    beads = page.get_by_role("img", name=re.compile(r"^Bead Plate: 1 mark\b"))
    expect(beads).to_be_visible(timeout=SLOW_MS)
    for _ in range(3):
        screen.button("Next").click()
    expect(page.get_by_role("status").filter(has_text="Round 4 of 18: tie")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Bead Plate: 4 marks"))).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Big Road: 3 marks"))).to_be_visible()


def test_F20_F214_good_roads_say_how_often_chance_makes_them(stage: Stage, enter: Enter) -> None:
    screen = enter(stage(table("speed-1")))
    screen.page.goto(f"{screen.address}/help/good-roads")
    expect(screen.page.locator("[data-pattern]")).to_have_count(6, timeout=SLOW_MS)
    expect(screen.page.locator('[data-pattern="streak"]')).to_contain_text("6.25%")
    expect(screen.page.locator("article")).to_contain_text("do not change the odds")


@pytest.mark.parametrize(
    ("locale", "query", "title"),
    [
        ("en-GB", "zero commission", "Zero commission"),
        ("it-IT", "NATURALE scarto", "Bonus e Super 6"),
    ],
)
def test_F20_a_search_finds_its_place(
    stage: Stage, enter: Enter, locale: str, query: str, title: str
) -> None:
    screen = enter(stage(table("speed-1")), locale=locale)
    page = screen.page
    page.goto(f"{screen.address}/help")
    page.locator("input[type=search]").fill(query, timeout=SLOW_MS)
    hit = page.locator(".hits a").filter(has_text=title).first
    expect(hit).to_be_visible(timeout=SLOW_MS)
    hit.click()
    expect(page.locator("article")).to_be_visible()
    expect(page.locator("input[type=search]")).to_have_value("")


def test_F20_a_search_without_a_find_says_so(stage: Stage, enter: Enter) -> None:
    screen = enter(stage(table("speed-1")))
    screen.page.goto(f"{screen.address}/help")
    screen.page.keyboard.press("/")
    screen.page.locator("input[type=search]").fill("xyzzy", timeout=SLOW_MS)
    expect(screen.page.get_by_text("Nothing found for “xyzzy”")).to_be_visible()
    screen.button("Clear the search").click()
    expect(screen.page.get_by_role("link", name=re.compile("^Placing bets"))).to_be_visible()


def test_F20_F175_the_ante_bonus_is_in_the_brag_table(stage: Stage, enter: Enter) -> None:
    screen = enter(stage(table("brag-1")))
    screen.page.goto(f"{screen.address}/help/brag-bets")
    ante = screen.page.locator('tr[data-bet="ante"]')
    expect(ante).to_contain_text("Ante Bonus: Prial", timeout=SLOW_MS)
    expect(ante).to_contain_text("5:1")
