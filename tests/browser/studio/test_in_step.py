"""A person deals, and players' pages stand beside the console: what one shows, the other shows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from playwright.sync_api import expect
from tests.browser.company import guest_bets
from tests.browser.conftest import Enter, Stage, no_more_bets
from tests.browser.pages import Table
from tests.browser.studio.dealing import SLOW_MS, TYPE, Console, live, scanners, seal, send
from tools.staged import Staged, until

from sabot.client import Client
from sabot.service.catalogue import default_tables
from sabot.table import commands as c

SHOE = c.LoadShoe(shoe_id="live-1.1", decks=8)
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANKS = dict(
    zip(
        "A23456789TJQK",
        [
            "ace",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "jack",
            "queen",
            "king",
        ],
        strict=True,
    )
)


def dealer(
    casino: Staged, enter: Enter, *, login: str = "dealer", table: str = "live-1", **more: bool
) -> Console:
    """A dealer who has signed on at the console of a table, in English."""
    screen = enter(casino, login=login, size=(1280, 800), **more)
    desk = Console(screen.page, casino, table)
    desk.open()
    desk.says("Sign on")
    desk.key("F1")
    return desk


def shown(card: str) -> str:
    """A card as a screen reader hears it.

    >>> shown("5D")
    'five of diamonds'
    """
    return f"{RANKS[card[0]]} of {SUITS[card[1]]}"


def deal_in_step(desk: Console, players: Sequence[Table], cards: str) -> None:
    """Read one card after the other; each is at every player before the next one is read."""
    for card in cards.split():
        desk.deal(card)
        for player in players:
            expect(player.page.get_by_role("img", name=shown(card))).to_be_visible(timeout=SLOW_MS)


def test_F18_F70_F91_players_see_what_the_console_reads(stage: Stage, enter: Enter) -> None:
    """A desktop and a phone beside the dealer, at the close and at every card of two rounds."""
    casino = stage(live("speed-1"))
    desk = dealer(casino, enter)
    send(casino, "supervisor", SHOE)
    desk.says("Open the bets")
    players = [
        enter(casino, size=size, touch=touch).table("live-1")
        for size, touch in (((1440, 900), False), ((390, 844), True))
    ]
    desk.key("F1")
    desk.says("Lay the cards face down")
    why = desk.page.locator("[data-instruction] p")
    expect(why).to_have_text("Do not read now: a reading stops the table.")
    for player in players:
        player.says("PLACE YOUR BETS")
        player.place("player")

    desk.page.get_by_role("button", name="Dora").click()
    desk.page.get_by_role("button", name="Announce").last.click()
    no_more_bets(casino, "live-1", *players)
    desk.page.get_by_role("button", name="No more bets").click()
    for player in players:
        expect(player.page.locator("[data-announced]")).to_have_text("No more bets.")
        expect(player.page.locator("[data-spot][aria-disabled=false]")).to_have_count(0)
    desk.page.keyboard.press("Escape")

    desk.says("Player 1")
    deal_in_step(desk, players, "2D KS 3C 7H")
    desk.says("Reserve X")
    deal_in_step(desk, players, "4S")
    desk.says("Announce: Player 9 to 7")  # Y was not needed
    for player in players:
        player.says("PLAYER WINS", "9 to 7")
    casino.time_up("live-1")
    desk.says("Open the bets")
    desk.key("F1")
    expect(why).to_contain_text("The reserve card left over goes to P1 first.")
    guest_bets(casino, "live-1", "tie", 500)
    casino.time_up("live-1")
    desk.says("Player 1")
    deal_in_step(desk, players, "9D QS TC 8H")
    desk.says("Announce: Player 9 to 8")
    casino.time_up("live-1")
    desk.says("Open the bets")
    desk.key("F1")
    expect(why).to_contain_text("The two reserve cards left over go to P1 and B1 first.")


PACES = ("speed-1", "baccarat-1")


def test_F124_the_clocks_of_the_console_make_speed_sixty_percent_faster(
    stage: Stage, enter: Enter
) -> None:
    """Speed has its cards on the table while bets are open, shorter windows, and quicker cards."""
    public = {config.table_id: config.timers for config in default_tables()}
    tables = {like: f"live-{n}" for n, like in enumerate(PACES, start=1)}
    casino = stage(
        *(
            live(like, table_id=table, name=like, timers=public[like])
            for like, table in tables.items()
        )
    )
    rounds: dict[str, int] = {}
    for like, said, login in (
        ("speed-1", "Lay the cards face down", "dealer"),
        ("baccarat-1", "Wait for bets", "dealer2"),
    ):
        desk = dealer(casino, enter, login=login, table=tables[like])
        send(casino, "supervisor", replace_shoe(tables[like]), table=tables[like])
        desk.says("Open the bets")
        desk.key("F1")
        desk.says(said)
        betting = seconds(desk)
        guest_bets(casino, tables[like], "player", 500)
        casino.time_up(tables[like])
        desk.says("Player 1")
        desk.deal("2D KS 3C 7H 4S")
        desk.says("Announce: Player 9 to 7")
        cards = public[like].card * desk.dealt()
        rounds[like] = betting + seconds(desk) + cards
    faster = rounds["baccarat-1"] / rounds["speed-1"]
    assert faster == pytest.approx(1.6, abs=0.05)


def replace_shoe(table: str) -> c.LoadShoe:
    """A shoe of this table."""
    return c.LoadShoe(shoe_id=f"{table}.1", decks=8)


def seconds(desk: Console) -> int:
    """How long the window lasts that the ring of the console counts, in milliseconds."""
    ring = desk.page.locator("[data-instruction]").get_by_text(re.compile(r"of \d+ s"))
    found = re.search(r"of (\d+) s", ring.inner_text(timeout=SLOW_MS))
    assert found is not None
    return int(found[1]) * 1_000


def test_F99_the_console_burns_what_the_first_card_says(stage: Stage, enter: Enter) -> None:
    """The first card is read at the console, and as many as it is worth are put aside."""
    casino = stage(replace(live("scanner-1"), burn=True, passports=True))
    seal(casino, "A1", 8)
    desk = dealer(casino, enter)
    desk.says("Wait for the shoe")
    send(casino, "supervisor", c.LoadShoe(shoe_id="", decks=8, sets=("A1",)))
    desk.says("Burn: read the first")
    burned = desk.scan("7S")
    desk.says("Open the bets")
    expect(desk.page.locator("[data-instruction] p")).to_have_text(
        "Discard 7 cards face down, then play begins."
    )
    shoe = casino.casino.house.hosts["live-1"].state.shoe
    assert shoe is not None
    assert (shoe.used, shoe.burned_code) == (8, burned)
    expect(desk.page.get_by_label("408 of 416 cards")).to_be_visible()


def test_F269_after_insurance_dealer_and_players_hear_whether_it_is_a_blackjack(
    stage: Stage, enter: Enter
) -> None:
    """The dealer reads what to say, says it, and the players read it."""
    casino = stage(live("blackjack-1"))
    desk = dealer(casino, enter)
    send(casino, "supervisor", SHOE)
    desk.says("Open the bets")
    player = enter(casino).table("live-1")
    for cards, said, phrase, told in (
        ("9D AD 7C 8S", "no blackjack", "No blackjack", "The dealer does not have blackjack."),
        ("9H AH 7D KS", "dealer blackjack", "Dealer blackjack", "The dealer has blackjack."),
    ):
        desk.key("F1")
        desk.phase("betting")
        player.button(re.compile("^Seat 2, free")).or_(player.spot("main", 2)).first.click()
        player.place("main", seat=2)
        no_more_bets(casino, "live-1", player)
        desk.says("Card to seat 2")
        desk.deal(cards)
        desk.says("Wait for answers")
        expect(desk.page.locator("[data-instruction] p")).to_contain_text("ace")
        panel = player.page.get_by_role("group", name="Insurance?")
        panel.get_by_role("button", name="No").click(timeout=SLOW_MS)
        if phrase == "Dealer blackjack":
            desk.says("Turn the hole card")
            desk.key("F3")
        expect(desk.page.locator("[data-instruction]")).to_contain_text(
            re.compile(f"Announce: {said}", re.IGNORECASE), timeout=SLOW_MS
        )
        if phrase == "No blackjack":
            desk.key("F1")  # said
            desk.says("Wait for seat 2")
        else:
            desk.page.get_by_role("button", name="Dora").click()
            desk.page.get_by_role("button", name="Announce", exact=True).click()
            desk.page.get_by_role("button", name=phrase, exact=True).click()
        expect(player.page.locator("[data-announced]")).to_have_text(told)
        if phrase == "No blackjack":
            casino.time_up("live-1")  # seat 2 stands
            desk.says("Turn the hole card")
            desk.key("F3")
            desk.says("Announce: dealer 19")
            casino.time_up("live-1")
            desk.says("Open the bets")


SIX = ("P1", "B1", "P2", "B2")


def test_F87_R26_six_scanners_read_all_cards_at_once(stage: Stage, enter: Enter) -> None:
    """Each scanner has a credential of its own; the console lights up in any order."""
    casino = stage(live("scanner-1"))
    desk = dealer(casino, enter)
    send(casino, "supervisor", SHOE)
    desk.says("Open the bets")
    player = enter(casino).table("live-1")
    desk.key("F1")
    desk.says("Wait for bets")
    tokens = scanners(casino, "P1", "B1", "P2", "B2", "P3", "B3")
    player.place("player")
    no_more_bets(casino, "live-1", player)
    desk.says("Read all")
    for position in SIX:
        expect(desk.page.locator(f"[data-position='{position}']")).to_contain_text("READ")
    read_at_once(casino, tokens, {"B2": "7H", "P2": "3C", "B1": "KS", "P1": "2D"})
    desk.says("Player 3")
    for position, card in (("P1", "2D"), ("B1", "KS"), ("P2", "3C"), ("B2", "7H")):
        slot = desk.page.locator(f"[data-position='{position}']")
        expect(slot.get_by_label(shown(card))).to_be_visible()
        expect(player.page.get_by_role("img", name=shown(card))).to_be_visible(timeout=SLOW_MS)
    read_at_once(casino, tokens, {"P3": "4S"})
    desk.says("Announce: Player 9 to 7")
    dealt = [one.by for one in casino.casino.house.hosts["live-1"].state.current.steps]
    assert set(dealt) == {"staff:login:dealer"}


def test_F86_F111_F125_a_round_of_seven_seats_is_read_and_paid(stage: Stage, enter: Enter) -> None:
    """One card after the other, and half of the bet for a Banker that wins with six."""
    casino = stage(live("seven-1"))
    desk = dealer(casino, enter)
    send(casino, "supervisor", SHOE)
    desk.says("Open the bets")
    player = enter(casino).table("live-1")
    desk.key("F1")
    desk.says("Wait for bets")
    player.take_seat(2)
    player.hold("100")
    player.place("banker", seat=2)
    player.bet(10_000)
    no_more_bets(casino, "live-1", player)
    expect(player.page.locator("[data-spot][aria-disabled=false]")).to_have_count(0)
    desk.says("Player 1")
    deal_in_step(desk, [player], "KD 6H QC KS")
    desk.says("Player 3")
    deal_in_step(desk, [player], "3S")
    desk.says("Announce: Banker 6 to 3")
    player.says("BANKER WINS", "6 to 3", "+€50.00")
    player.has(105_000)
    casino.time_up("live-1")
    desk.says("Open the bets")


def test_F86_F110_R26_a_round_of_speed_6_is_typed_with_its_positions(
    stage: Stage, enter: Enter
) -> None:
    """Six scanners that type at one console, in any order: each names its position."""
    casino = stage(live("scanner-1"))
    desk = dealer(casino, enter)
    send(casino, "supervisor", SHOE)
    desk.says("Open the bets")
    player = enter(casino).table("live-1")
    desk.key("F1")
    desk.says("Wait for bets")
    player.hold("100")
    player.place("player")
    player.bet(10_000)
    no_more_bets(casino, "live-1", player)
    desk.says("Read all")
    first = {"B2": "7H", "P2": "3C", "B1": "KS", "P1": "2D"}
    type_at_once(desk, first)
    desk.says("Player 3")
    for position, card in first.items():
        slot = desk.page.locator(f"[data-position='{position}']")
        expect(slot.get_by_label(shown(card))).to_be_visible()
        expect(player.page.get_by_role("img", name=shown(card))).to_be_visible(timeout=SLOW_MS)
    type_at_once(desk, {"P3": "4S"})
    desk.says("Announce: Player 9 to 7")
    player.says("PLAYER WINS", "9 to 7", "+€100.00")
    player.has(110_000)
    casino.time_up("live-1")
    desk.says("Open the bets")


def type_at_once(desk: Console, cards: dict[str, str]) -> None:
    """Each scanner types its position and its card, without waiting for another one."""
    codes = [f"{position}|{desk.draw(card)}" for position, card in cards.items()]
    desk.page.evaluate(TYPE, ["F24", *codes])


def read_at_once(casino: Staged, tokens: dict[str, str], cards: dict[str, str]) -> None:
    """Each scanner reads its card, in the order given and without waiting for another one."""

    async def read() -> None:
        clients = {position: Client(casino.address, token=tokens[position]) for position in cards}
        for number, (position, client) in enumerate(clients.items()):
            card = cards[position]
            async with client:
                scan = c.Scan(
                    position=position, code=f"live-1.1:{position}{number}:{card}", card=card
                )
                await client.act("live-1", scan)

    casino.do(read())


def test_a_trainee_deals_with_a_finger_only(stage: Stage, enter: Enter) -> None:
    """In a rehearsal cards are touched on the screen; nothing needs a key, a mouse or a scanner."""
    casino = stage(live("speed-1"))
    screen = enter(casino, login="dealer", size=(1280, 800), touch=True)
    page = screen.page
    desk = Console(page, casino)
    desk.open()
    page.get_by_role("button", name="Sign on").tap()
    send(casino, "supervisor", SHOE)
    page.get_by_role("button", name="Open", exact=False).first.tap()
    desk.phase("betting")
    guest_bets(casino, "live-1", "banker", 500)
    casino.time_up("live-1")
    desk.says("Player 1")
    page.get_by_role("button", name="Dora").tap()
    page.get_by_role("button", name="Cards on screen").tap()
    for number, card in enumerate(("2D", "KS", "3C", "7H", "4S"), start=1):
        page.get_by_role("button", name=shown(card)).tap()
        until(lambda number=number: desk.dealt() == number)
    desk.says("Announce: Player 9 to 7")
    # By hand: suit, rank and the code on the edge, marked wherever the card is shown.
    casino.time_up("live-1")
    page.get_by_role("button", name="Close").tap()
    desk.says("Open the bets")
    page.locator("[data-instruction] button").tap()
    desk.phase("betting")
    guest_bets(casino, "live-1", "banker", 500)
    casino.time_up("live-1")
    desk.says("Player 1")
    desk.key("F2")
    page.get_by_role("button", name="diamonds").tap()
    page.get_by_role("button", name="nine", exact=True).tap()
    page.get_by_label("Code on the edge of the card").fill("live-1.1:077")
    page.get_by_role("button", name=re.compile("^Enter live-1.1:077:9D")).tap()
    expect(page.locator("[data-position='P1']")).to_contain_text("by hand", timeout=SLOW_MS)
    events = [
        step for step in casino.casino.house.hosts["live-1"].state.current.steps if step.manual
    ]
    assert [step.code for step in events] == ["live-1.1:077:9D"]
