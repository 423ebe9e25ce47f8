"""A new player's first minutes: money, seats, limits, and a way on from every sentence."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage, no_more_bets
from tests.browser.pages import SLOW_MS, Screen
from tests.browser.test_control import put
from tools.staged import calm, slow

from sabot.table.config import Opening

SIZES = [
    pytest.param((1440, 900), False, id="desk"),
    pytest.param((1024, 768), True, id="tablet"),
    pytest.param((390, 844), True, id="phone"),
    pytest.param((844, 390), True, id="flat"),
]
WALLET = re.compile(r"€.*Open the cashier")


def opens_the_cashier(screen: Screen, *, top_up: bool = False) -> None:
    """The balance is a button; what it opens gives play money."""
    screen.button(WALLET).click(timeout=SLOW_MS)
    dialog = screen.page.get_by_role("dialog", name="Cashier")
    offer = dialog.get_by_role("button", name=re.compile("Top up"))
    expect(offer).to_be_visible(timeout=SLOW_MS)
    if top_up:
        offer.click()
        expect(dialog.get_by_text(re.compile("added"))).to_be_visible(timeout=SLOW_MS)
    screen.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize(("size", "touch"), SIZES)
def test_F17_F19_a_new_account_has_play_money_and_a_wallet_that_opens(
    stage: Stage, enter: Enter, size: tuple[int, int], touch: bool
) -> None:
    casino = stage(calm("speed-1"), calm("brag-1"))
    screen = enter(casino, signed_in=False, size=size, touch=touch)
    page = screen.page
    page.goto(screen.address)
    page.get_by_role("radio", name="Create an account").click(timeout=SLOW_MS)
    page.get_by_label("User name").fill("newcomer")
    page.get_by_label("Name at the table").fill("Newcomer")
    page.get_by_label("Password", exact=True).fill("a long new password")
    screen.button("Create an account").click()
    expect(screen.button(WALLET)).to_contain_text("€1,000.00", timeout=SLOW_MS)
    opens_the_cashier(screen)
    felt = screen.table("speed-1")
    opens_the_cashier(felt)
    page.goto(f"{screen.address}/multiplay")
    opens_the_cashier(screen, top_up=True)
    expect(screen.button(WALLET)).to_contain_text("€2,000.00", timeout=SLOW_MS)


def test_F64_F76_an_empty_wallet_leads_to_the_cashier(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("speed-1"), cards="2S 9H KD KC QD")
    felt = enter(casino).table("speed-1")
    felt.hold("500")
    for bet in (50_000, 100_000):
        felt.place("player")
        felt.bet(bet)
    no_more_bets(casino, "speed-1", felt)
    felt.says("BANKER WINS")
    casino.time_up("speed-1")
    felt.says("INSUFFICIENT BALANCE")
    felt.plate.get_by_role("button", name="Cashier").click()
    dialog = felt.page.get_by_role("dialog", name="Cashier")
    dialog.get_by_role("button", name=re.compile("Top up")).click(timeout=SLOW_MS)
    expect(dialog.get_by_text(re.compile("added"))).to_be_visible(timeout=SLOW_MS)
    felt.page.keyboard.press("Escape")
    felt.says("PLACE YOUR BETS")


def test_F128_confirmed_bets_keep_a_player_at_the_table(stage: Stage, enter: Enter) -> None:
    casino = stage(slow("seven-1"), calm("speed-1"), cards="9S 2H KD 3C")
    felt = enter(casino, login="ada").table("seven-1")
    felt.take_seat(2)
    felt.hold("25")
    felt.place("player", seat=2)
    felt.bet(2_500)
    no_more_bets(casino, "seven-1", felt)
    felt.says("BETS ACCEPTED")
    felt.button("Lobby").click()
    for way in (
        felt.button("Leave Seven Seats Cedro"),
        felt.page.get_by_role("link", name="Speed Baccarat Aurora"),
    ):
        way.click(timeout=SLOW_MS)
        felt.toast("You have confirmed bets in play.")
        expect(felt.page.get_by_role("complementary", name="Open table")).to_be_visible()
    felt.page.goto(f"{felt.address}/table/seven-1")
    casino.deal("seven-1", 4)
    felt.says("PLAYER WINS")
    felt.button("Lobby").click()
    felt.page.get_by_role("link", name="Speed Baccarat Aurora").click(timeout=SLOW_MS)
    expect(felt.page.get_by_role("heading", name="Speed Baccarat Aurora")).to_be_attached(
        timeout=SLOW_MS
    )


@pytest.mark.parametrize(("size", "touch"), SIZES)
def test_F125_a_tap_before_sitting_says_what_to_do_and_does_it(
    stage: Stage, enter: Enter, size: tuple[int, int], touch: bool
) -> None:
    felt = enter(stage(calm("seven-1")), size=size, touch=touch).table("seven-1")
    felt.page.locator(".spot.banker.main button").click(timeout=SLOW_MS)
    felt.toast("Take a seat first")
    felt.page.locator(".toasts").get_by_role("button", name="Sit").click()
    expect(felt.button(re.compile("Your seat")).first).to_be_visible(timeout=SLOW_MS)


@pytest.mark.look
def test_F125_7_seat_deals_readable_cards_on_a_tablet(stage: Stage, enter: Enter) -> None:
    casino = stage(slow("seven-1", opening=Opening.CLOCK), cards="9S 2H KD 3C")
    felt = enter(casino, size=(1024, 768), touch=True).table("seven-1")
    casino.time_up("seven-1")
    casino.deal("seven-1", 4)
    cards = felt.page.locator(".hand .slot")
    expect(cards).to_have_count(4, timeout=SLOW_MS)
    widths = [card.bounding_box() for card in cards.all()]
    assert all(box is not None and box["width"] >= 56 for box in widths), widths


def test_F46_phone_blackjack_opens_on_a_free_seat_and_then_on_the_own(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(calm("blackjack-1"))
    ada = enter(casino, login="ada").table("blackjack-1")
    ada.button(re.compile("^Seat 1, free")).click(timeout=SLOW_MS)
    phone = enter(casino, login="bruno", size=(390, 844), touch=True).table("blackjack-1")
    expect(phone.page.get_by_text("Seat 2", exact=True)).to_be_visible(timeout=SLOW_MS)
    phone.button("Seat 4, free").tap()
    phone.page.locator("section").get_by_role("button", name=re.compile("Sit")).tap()
    expect(phone.page.get_by_role("region", name="Your seat 4")).to_be_visible(timeout=SLOW_MS)
    phone.page.reload()
    expect(phone.page.get_by_role("region", name="Your seat 4")).to_be_visible(timeout=SLOW_MS)


def test_P16_a_used_up_limit_leaves_nothing_and_lights_no_chip(stage: Stage, enter: Enter) -> None:
    screen = enter(stage(calm("speed-1")), login="ada")
    put(screen, "stake_per_round", 300)
    felt = screen.table("speed-1")
    left = felt.page.locator("[data-allowed]")
    expect(left).to_have_text("€3.00", timeout=SLOW_MS)
    felt.hold("1")
    for bet in (100, 200, 300):
        felt.place("player")
        felt.bet(bet)
    expect(left).to_have_text("€0.00", timeout=SLOW_MS)
    chips = felt.page.get_by_role("radiogroup", name="Chips").get_by_role("radio")
    for chip in chips.all():
        expect(chip).to_be_disabled()


def test_F6_the_brag_tile_names_hands_in_words(stage: Stage, enter: Enter) -> None:
    casino = stage(
        slow("brag-1", needs_bets=False, opening=Opening.CLOCK), cards="KS 9H 4D QC 7H 2S"
    )
    lobby = enter(casino).lobby()
    casino.time_up("brag-1")
    casino.deal("brag-1", 6)
    scene = lobby.tile("brag-1").locator(".scene")
    expect(scene.locator(".rank").first).to_be_attached(timeout=SLOW_MS)
    expect(scene).not_to_contain_text("high_card")
    expect(scene).to_contain_text("High card")


@pytest.mark.parametrize(
    ("size", "locale", "words"),
    [
        ((1440, 900), "en-GB", r"bets in \d+ s"),
        ((844, 390), "en-GB", r"next in \d+ s"),
        ((390, 844), "it-IT", r"fra \d+ s"),
        ((844, 390), "it-IT", r"fra \d+ s"),
    ],
)
def test_F79_a_result_counts_down_to_the_next_bets(
    stage: Stage, enter: Enter, size: tuple[int, int], locale: str, words: str
) -> None:
    casino = stage(calm("speed-1", opening=Opening.CLOCK), cards="9S 2H KD 3C")
    felt = enter(casino, size=size, locale=locale).table("speed-1")
    felt.page.locator('[data-spot="player"]').click(timeout=SLOW_MS)
    no_more_bets(casino, "speed-1", felt, chips=100)
    left = felt.page.locator("[data-next]")
    expect(left).to_contain_text(re.compile(words), timeout=SLOW_MS)
    shown = left.evaluate(
        "one => one.getBoundingClientRect().bottom"
        " <= one.parentElement.getBoundingClientRect().bottom + 1"
    )
    assert shown  # in its line, not cut off below it


def test_F227_the_chat_of_a_virtual_table_promises_no_dealer(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1"))).table("speed-1")
    felt.button("Chat", exact=True).click(timeout=SLOW_MS)
    log = felt.page.get_by_role("log", name="Table")
    expect(log).to_contain_text("A virtual dealer deals at this table", timeout=SLOW_MS)
    expect(log).not_to_contain_text("answers questions")
