"""Whole rounds of baccarat at the three tables: accepted, refused, won, lost, pushed, cancelled."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage, no_more_bets
from tests.browser.pages import SIZES, SLOW_MS, Table
from tests.browser.words import said
from tools.staged import CALM, CALM_MS, QUICK, calm, slow, table

from sabot.gamekit import Limits
from sabot.games import variants
from sabot.money import Cents
from sabot.table import commands as c
from sabot.table.config import Opening

pytestmark = pytest.mark.spread

PLAYER_9_5 = "9S 2H KD 3C"
BANKER_9_5 = "2H 9S 3C KD"
TIE_9 = "9S 9H KD QC"
BANKER_WITH_6 = "KD 6H QC KS 3S 2D"


TABLES = ["speed-1", "scanner-1", "seven-1"]


def seat_at(felt: Table, table_id: str) -> int | None:
    """Where bets are placed from, at a table with seats."""
    if table_id != "seven-1":
        return None
    felt.take_seat(2)
    return 2


@pytest.mark.parametrize("table_id", TABLES)
def test_F49_F50_F70_F71_F74_F79_F109_F110_a_round_is_won(
    stage: Stage, enter: Enter, table_id: str
) -> None:
    casino = stage(slow(table_id), cards=PLAYER_9_5)
    felt = enter(casino, motion="no-preference").table(table_id)
    felt.hold("25")
    felt.place("player", seat=seat_at(felt, table_id))
    felt.bet(2_500)
    no_more_bets(casino, table_id, felt)
    felt.says("DEALING CARDS", "BETS ACCEPTED")
    expect(felt.page.locator("[data-spot][aria-disabled=false]")).to_have_count(0)
    casino.deal(table_id)
    felt.says("PLAYER WINS", "9 to 5", "€50.00", "+€25.00")
    felt.has(102_500)
    won = felt.role("group", "Bets").get_by_role("button", name=said(re.compile("Won €50")))
    expect(won).to_have_count(1)
    expect(felt.role("region", "Player, 9 points")).to_be_visible()
    expect(felt.role("img", "nine of spades")).to_be_visible()


@pytest.mark.parametrize("table_id", TABLES)
def test_F109_F111_a_round_is_lost(stage: Stage, enter: Enter, table_id: str) -> None:
    casino = stage(calm(table_id), cards=BANKER_9_5)
    felt = enter(casino).table(table_id)
    felt.hold("25")
    felt.place("player", seat=seat_at(felt, table_id))
    felt.bet(2_500)
    no_more_bets(casino, table_id, felt)
    felt.says("BANKER WINS", "9 to 5")
    felt.has(97_500)
    expect(felt.page.locator("[data-plate].won")).to_have_count(0)


def test_F50_a_net_loss_is_not_celebrated(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("speed-1"), cards=PLAYER_9_5)
    felt = enter(casino).table("speed-1")
    felt.hold("5")
    felt.place("player")
    felt.hold("25")
    felt.place("tie")
    felt.bet(3_000)
    no_more_bets(casino, "speed-1", felt)
    felt.says("PLAYER WINS", "€10.00", "-€20.00")
    expect(felt.page.locator("[data-plate].won")).to_have_count(0)
    felt.has(98_000)


@pytest.mark.parametrize("table_id", TABLES)
def test_F85_F109_a_tie_pushes(stage: Stage, enter: Enter, table_id: str) -> None:
    casino = stage(calm(table_id), cards=TIE_9)
    felt = enter(casino).table(table_id)
    felt.hold("25")
    felt.place("banker", seat=seat_at(felt, table_id))
    felt.bet(2_500)
    no_more_bets(casino, table_id, felt)
    felt.says("TIE", "€25.00")
    pushed = felt.role("group", "Bets").get_by_role(
        "button", name=said(re.compile("^Banker.*Push"))
    )
    for width, height in SIZES:
        felt.page.set_viewport_size({"width": width, "height": height})
        expect(pushed.locator(".stack b")).to_contain_text(said("Push"))
        expect(pushed.get_by_text(said("Push", exact=True), exact=True)).to_be_in_viewport(ratio=1)
    felt.has(100_000)


@pytest.mark.look
@pytest.mark.parametrize(
    ("cards", "balance"),
    [
        pytest.param(BANKER_WITH_6, 105_000, id="half-for-a-six"),
        pytest.param(BANKER_9_5, 110_000, id="even-otherwise"),
    ],
)
def test_F111_at_7_seat_banker_pays_one_to_one_and_half_when_it_wins_with_six(
    stage: Stage, enter: Enter, cards: str, balance: int
) -> None:
    casino = stage(calm("seven-1"), cards=cards)
    felt = enter(casino).table("seven-1")
    felt.take_seat(2)
    felt.hold("100")
    felt.place("banker", seat=2)
    felt.bet(10_000)
    no_more_bets(casino, "seven-1", felt)
    felt.says("BANKER WINS")
    felt.has(balance)


@pytest.mark.mouse
@pytest.mark.look
def test_F111_F112_F113_zero_commission_pays_half_for_a_six_and_super_6(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(calm("speed-1"), cards=BANKER_WITH_6)
    felt = enter(casino).table("speed-1")
    felt.role("switch", "Zero commission").click()
    felt.hold("100")
    felt.page.locator('[data-spot^="banker"]').filter(has_text=said("6 pays")).first.click()
    felt.hold("1")
    felt.page.locator('[data-spot^="super"]').click()
    felt.bet(10_100)
    no_more_bets(casino, "speed-1", felt)
    felt.says("BANKER WINS", "6 to 3", "+€65.00")
    felt.has(100_000 + 5_000 + 1_500)


def test_F44_F114_F116_F117_F118_F119_F122_side_bets_are_paid_without_a_main_bet(
    stage: Stage, enter: Enter
) -> None:
    cards = "4S 2H 4S 3C"  # a perfect pair for Player, a natural 8 against 5
    casino = stage(calm("speed-1"), cards=cards)
    felt = enter(casino).table("speed-1")
    felt.hold("1")
    felt.place("player_pair", "banker_pair", "perfect_pair", "either_pair", "player_bonus")
    felt.bet(500)
    no_more_bets(casino, "speed-1", felt)
    felt.says("PLAYER WINS", "8 to 5")
    felt.has(100_000 - 500 + 1_200 + 2_600 + 600 + 200)


def test_F120_big_and_small_count_the_cards(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("scanner-1"), cards=PLAYER_9_5)
    felt = enter(casino).table("scanner-1")
    felt.hold("100")
    felt.place("small")
    felt.bet(10_000)
    no_more_bets(casino, "scanner-1", felt)
    felt.says("PLAYER WINS")
    felt.has(115_000)


def test_F30_F31_rebet_repeats_the_last_round(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("speed-1"), cards=BANKER_9_5)
    felt = enter(casino).table("speed-1")
    felt.hold("5")
    felt.place("player", "tie")
    felt.bet(1_000)
    no_more_bets(casino, "speed-1", felt)
    felt.says("BANKER WINS")
    casino.time_up("speed-1")
    felt.says("PLACE YOUR BETS")
    expect(felt.button("Double")).to_be_disabled()
    felt.button("Rebet").click(timeout=SLOW_MS)
    felt.bet(1_000)
    expect(felt.button("Double")).to_be_enabled()
    expect(felt.button("Undo")).to_be_enabled()
    felt.button("Undo").click()  # one Rebet is one step
    felt.bet(0)


def test_F72_F73_what_was_not_accepted_is_said_with_its_reason(stage: Stage, enter: Enter) -> None:
    limits = {"player": Limits(minimum=Cents(500), maximum=Cents(3_000))}
    casino = stage(slow("speed-1", limits=limits), cards=PLAYER_9_5)
    felt = enter(casino).table("speed-1")
    felt.hold("1")
    felt.place("player")
    no_more_bets(casino, "speed-1", felt, chips=100)
    felt.says("BETS REJECTED")
    why = re.compile("^Player €1: Under the minimum: Player starts at €5")
    felt.toast(why)
    felt.page.reload()
    felt.toast(why)  # a player who comes back is told as well, in words
    casino.deal("speed-1")
    felt.says("PLAYER WINS")
    casino.time_up("speed-1")
    felt.says("PLACE YOUR BETS")
    felt.place("player", "tie")
    felt.bet(100)
    no_more_bets(casino, "speed-1", felt, chips=200)
    felt.says("SOME BETS NOT ACCEPTED")


def test_F15_F42_F67_F68_F70_F75_F80_F86_the_phases_of_a_round_without_a_bet(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(slow("scanner-1", opening=Opening.CLOCK))
    felt = enter(casino).table("scanner-1")
    felt.says("PLACE YOUR BETS")
    expect(felt.page.locator('[data-plate="open"]')).to_be_visible()
    casino.time_up("scanner-1")
    felt.says(re.compile("DEALING CARDS|BETS CLOSED"))
    felt.says("WAIT FOR THE NEXT ROUND")
    expect(felt.page.locator("[data-spot][aria-disabled=false]")).to_have_count(0)
    casino.deal("scanner-1")
    felt.says(re.compile("WINS|TIE"))
    casino.time_up("scanner-1")
    felt.says("PLACE YOUR BETS")


def test_F68_F69_the_last_seconds_are_told_in_words_and_colour(stage: Stage, enter: Enter) -> None:
    timers = replace(CALM, last_seconds=CALM_MS - 2_500)
    felt = enter(stage(table("scanner-1", timers))).table("scanner-1")
    felt.place("player")
    felt.says("PLACE YOUR BETS")
    felt.says("LAST BETS")
    expect(felt.page.locator('[data-plate="last"]')).to_be_visible()
    felt.place("player")  # betting is still open
    felt.bet(200)


@pytest.mark.parametrize("table_id", TABLES)
def test_F77_F78_F242_F244_a_paused_and_cancelled_round_is_explained_and_refunded(
    stage: Stage, enter: Enter, table_id: str
) -> None:
    casino = stage(slow(table_id), cards=PLAYER_9_5)
    felt = enter(casino).table(table_id)
    felt.hold("25")
    felt.place("player", "tie", seat=seat_at(felt, table_id))
    felt.bet(5_000)
    no_more_bets(casino, table_id, felt)
    felt.says("DEALING CARDS")
    casino.manage(table_id, c.Pause(reason="a card fell"))
    felt.says("GAME PAUSED", "Bets stand")
    casino.manage(table_id, c.CancelRound(reason="a card fell"))
    felt.says("GAME CANCELLED", "€50.00 refunded to your balance")
    felt.has(100_000)


def test_F38_F39_F40_F41_chips_are_confirmed_by_hand_or_by_themselves(
    stage: Stage, enter: Enter
) -> None:
    felt = enter(stage(calm("scanner-1"))).table("scanner-1")
    switch = felt.role("switch", "Auto-confirm")
    expect(felt.button("Confirm", exact=True)).to_have_count(0)
    switch.click()
    confirm = felt.button("Confirm", exact=True)
    expect(confirm).to_be_disabled()
    felt.hold("5")
    felt.place("player")
    felt.says("Confirm before betting closes")
    confirm.click()
    felt.says("Confirmed")
    felt.place("player", "tie")  # F40: more bets while time remains
    felt.bet(1_500)
    felt.button("Clear").click()  # F28: never a confirmed bet
    felt.bet(500)


def test_F38_what_is_not_confirmed_is_not_played(stage: Stage, enter: Enter) -> None:
    casino = stage(slow("scanner-1"), cards=PLAYER_9_5)
    felt = enter(casino).table("scanner-1")
    felt.role("switch", "Auto-confirm").click()
    expect(felt.button("Confirm", exact=True)).to_be_visible()
    felt.hold("5")
    felt.place("player")
    felt.bet(500)
    no_more_bets(casino, "scanner-1", felt)
    felt.says("BETS REJECTED")
    felt.has(100_000)


@pytest.mark.parametrize(
    ("rounds", "closed", "still_open"),
    [(44, (), "Player Bonus"), (45, ("Player Bonus", "Banker Bonus"), "Player Pair")],
)
def test_F57_F58_side_bets_close_with_the_shoe(
    stage: Stage, enter: Enter, rounds: int, closed: tuple[str, ...], still_open: str
) -> None:
    casino = stage(table("speed-1", replace(CALM, card=0), opening=Opening.CLOCK))
    casino.play("speed-1", rounds - 1)
    felt = enter(casino).table("speed-1")
    for side in closed:
        button = felt.button(re.compile(f"^{side}.*Closed after round 44"))
        expect(button).to_have_attribute("aria-disabled", "true", timeout=SLOW_MS)
    expect(felt.button(re.compile(f"^{still_open}"))).to_be_visible()
    expect(felt.button(re.compile(f"^{still_open}.*Closed"))).to_have_count(0)


@pytest.mark.look
@pytest.mark.parametrize(
    ("cards", "points", "players", "bankers"),
    [
        pytest.param("KD 8H QC KS", "8 to 0", 2, 2, id="F106-natural"),
        pytest.param("KD 7H 6C KS", "7 to 6", 2, 2, id="F106-6-against-7"),
        pytest.param("KD 6H QC KS 3S", "6 to 3", 3, 2, id="F107-player-draws"),
        pytest.param("AD 3H KC KS 8S", "9 to 3", 3, 2, id="F108-banker-stands-on-3-against-8"),
        pytest.param("9D 3H 7C KS 7S", "6 to 0", 2, 3, id="F105-modulo-10"),
    ],
)
def test_F105_F106_F107_F108_cards_points_and_third_cards_are_shown(  # noqa: PLR0917  a case
    stage: Stage, enter: Enter, cards: str, points: str, players: int, bankers: int
) -> None:
    casino = stage(calm("scanner-1"), cards=cards)
    felt = enter(casino).table("scanner-1")
    felt.place("tie")
    felt.bet(100)
    no_more_bets(casino, "scanner-1", felt)
    felt.says(re.compile("WINS|TIE"), points)
    for side, count in (("Player", players), ("Banker", bankers)):
        hand = felt.role("region", re.compile(f"^{side}"))
        expect(hand.locator(".card[role=img]")).to_have_count(count)


@pytest.mark.parametrize(
    ("second", "named"), [("4S", "Perfect pair"), ("4C", "Coloured pair"), ("4H", "Pair")]
)
def test_F115_a_pair_is_named_by_its_kind(
    stage: Stage, enter: Enter, second: str, named: str
) -> None:
    casino = stage(calm("speed-1"), cards=f"4S 2H {second} 3C")
    felt = enter(casino).table("speed-1")
    felt.place("player_pair")
    felt.bet(100)
    no_more_bets(casino, "speed-1", felt)
    felt.says("PLAYER WINS")
    expect(felt.page.get_by_text(said(named, exact=True), exact=True).first).to_be_visible()


def test_F125_F126_seats_show_nicknames_and_only_your_own_chips(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("seven-1"))
    ada = enter(casino, login="ada").table("seven-1")
    bruno = enter(casino, login="bruno").table("seven-1")
    ada.button("Seat 2, Free").click()
    ada.hold("25")
    ada.place("banker", seat=2)
    ada.bet(2_500)
    seat = bruno.role("group", "Seats of the table").get_by_role(
        "button", name=said(re.compile("^Seat 2"))
    )
    expect(seat).to_contain_text(said("Ada"), timeout=SLOW_MS)
    bruno.button("Seat 4, Free").click()
    bruno.hold("5")
    bruno.place("player", seat=4)
    bruno.bet(500)
    assert ada.staked == 2_500


@pytest.mark.parametrize("hidden", [False, True])
def test_F129_F130_others_see_the_bets_of_a_seat_unless_they_are_hidden(
    stage: Stage, enter: Enter, hidden: bool
) -> None:
    casino = stage(slow("seven-1"), cards=PLAYER_9_5)
    ada = enter(casino, login="ada").table("seven-1")
    bruno = enter(casino, login="bruno").table("seven-1")
    ada.button("Seat 2, Free").click()
    if hidden:
        ada.button("Seat 2, Your seat").click()
        ada.role("switch", "Hide my bets").click()
        expect(ada.role("switch", "Hide my bets")).to_be_checked()
        ada.page.keyboard.press("Escape")
    ada.hold("25")
    ada.place("player", seat=2)
    ada.bet(2_500)
    no_more_bets(casino, "seven-1", ada)
    ada.says("BETS ACCEPTED")
    seat = bruno.button("Seat 2, Ada")
    expect(seat).to_contain_text(said("Ada"), timeout=SLOW_MS)  # the nickname stays
    bruno.says("WAIT FOR THE NEXT ROUND")
    if hidden:
        expect(seat).not_to_contain_text(said("€25"))
    else:
        expect(seat).to_contain_text(said("€25"))
    ada.button("Seat 2, Your seat").click()
    expect(ada.page.get_by_text(said("you stay seated until the round is over"))).to_be_visible()


def test_F121_egalite_is_bet_by_the_total(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("seven-1"), cards=TIE_9)
    felt = enter(casino).table("seven-1")
    felt.take_seat(2)
    felt.hold("1")
    felt.page.locator('[data-spot^="egalite_9:"]').click(timeout=SLOW_MS)
    felt.bet(100)
    no_more_bets(casino, "seven-1", felt)
    felt.says("TIE")
    felt.has(100_000 + 8_000)


def test_F64_F76_a_balance_under_the_minimum_is_told(stage: Stage, enter: Enter) -> None:
    every = Limits(minimum=Cents(200_000), maximum=Cents(500_000))
    limits = dict.fromkeys(variants()["speed6_scanner_baccarat"][1].bets, every)
    timers = replace(QUICK, betting=CALM_MS)
    config = table("scanner-1", timers, opening=Opening.CLOCK, limits=limits)
    casino = stage(config)
    felt = enter(casino).table("scanner-1")
    expect(felt.plate).to_contain_text(said("INSUFFICIENT BALANCE"), timeout=SLOW_MS)
    felt.spot("player").click(force=True)  # a chip under the minimum counts for nothing
    felt.has(100_000)
    casino.time_up("scanner-1")
    felt.says(re.compile("WINS|TIE"))
    felt.has(100_000)
    expect(felt.plate.locator("dl")).to_have_count(0)  # no part in the round
