"""Whole hands of blackjack: seats, decisions, insurance, bets behind, side bets, auto stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage, no_more_bets, prefer
from tests.browser.pages import SLOW_MS, SMALL_SIZES, Table
from tests.browser.words import said
from tools.staged import Staged, calm, slow

from sabot.table import commands as c

pytestmark = [pytest.mark.spread, pytest.mark.mouse]  # a phone shows one seat at a time

EXAMINE = (Path(__file__).parent / "examine.js").read_text()


def seated(casino: Staged, enter: Enter, *, seat: int = 3, login: str = "ada") -> Table:
    """A player with five euros on a box of their own."""
    felt = enter(casino, login=login).table("blackjack-1")
    felt.button(re.compile(f"^Seat {seat}, free")).click()
    felt.hold("5")
    felt.place("main", seat=seat)
    felt.bet(500)
    return felt


def decide(felt: Table, option: str) -> None:
    """Press a decision of one's own hand."""
    place = felt.role("group", "Decisions")
    place.get_by_role("button", name=said(re.compile(f"^{option}"))).click(timeout=SLOW_MS)


@pytest.mark.look
@pytest.mark.parametrize(
    ("cards", "moves", "ends"),
    [
        pytest.param("TS 9H 9D 8C", ["Stand"], ("DEALER 17", 100_500), id="F145-win"),
        pytest.param("TS 9H 9D TC", ["Stand"], ("DEALER 19", 100_000), id="F144-push"),
        pytest.param("TS 9H 6D 8C KS", ["Hit"], ("DEALER", 99_500), id="F139-bust"),
        pytest.param("5S 6H 6D TC KS 9D", ["Double"], ("DEALER BUSTS", 101_000), id="F134-double"),
        pytest.param(
            "8S 6H 8D TC 3S 9D KD", ["Split", "Stand", "Stand"], ("BUSTS", 101_000), id="F135-split"
        ),
        pytest.param("AS 9H KD 8C", [], ("DEALER 17", 100_750), id="F133-blackjack"),
        pytest.param("TS 9H 2D 8C 4S", ["Hit", "Stand"], ("DEALER 17", 99_500), id="F139-hit"),
    ],
)
def test_F133_F134_F135_F138_F139_F144_F145_a_hand_is_played(
    stage: Stage, enter: Enter, cards: str, moves: list[str], ends: tuple[str, int]
) -> None:
    felt = seated(stage(calm("blackjack-1"), cards=cards), enter)
    felt.button("Deal now").click()
    for move in moves:
        decide(felt, move)
    felt.says(ends[0])
    felt.has(ends[1])


@pytest.mark.parametrize("size", SMALL_SIZES)
def test_F82_decisions_are_whole_on_small_phones(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    felt = seated(stage(calm("blackjack-1"), cards="8S 6H 8D TC 3S 9D KD"), enter)
    felt.button("Deal now").click()
    felt.says("YOUR TURN")
    felt.page.set_viewport_size({"width": size[0], "height": size[1]})
    felt.shows_whole(*felt.role("group", "Decisions").get_by_role("button").all())


def test_F82_F83_F150_the_hand_to_act_its_points_and_the_chosen_option(
    stage: Stage, enter: Enter
) -> None:
    felt = seated(stage(calm("blackjack-1"), cards="AS 9H 6D 8C 2S 3D"), enter)
    felt.button("Deal now").click()
    felt.says("YOUR TURN")
    seat = felt.role("region", "Your seat 3")
    expect(seat).to_contain_text(said("7/17"))  # a soft total is both values
    decide(felt, "Hit")
    expect(seat).to_contain_text(said("9/19"), timeout=SLOW_MS)
    expect(seat.get_by_role("img", name=said("Hit"))).to_be_visible()


@pytest.mark.english
def test_F46_F131_several_seats_up_to_the_limit(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("blackjack-1"))
    felt = enter(casino).table("blackjack-1")
    for seat in (1, 4, 7):
        felt.button(re.compile(f"^Seat {seat}, free")).click()
        expect(felt.role("region", f"Your seat {seat}")).to_be_visible()
    expect(felt.button(re.compile("^Seat 2, free. You already hold 3 seats"))).to_be_disabled()
    felt.hold("5")
    for seat in (1, 4, 7):
        felt.place("main", seat=seat)
    felt.bet(1_500)
    felt.place("main", seat=4)  # F46: while betting is open a bet is changed
    felt.bet(2_000)
    felt.spot("main", 1).click(button="right")
    felt.bet(1_500)


@pytest.mark.parametrize("size", [(768, 1024), (1024, 768), (1366, 768)])
def test_every_bet_of_neighbouring_seats_is_as_large_as_a_finger(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    felt = enter(stage(calm("blackjack-1")), size=size, touch=True).table("blackjack-1")
    for seat in (2, 3, 4):
        felt.button(re.compile(f"^Seat {seat}, free")).click()
        expect(felt.spot("main", seat=seat)).to_be_visible(timeout=SLOW_MS)
    assert felt.page.evaluate(EXAMINE, True) == []  # with the buttons that leave a seat
    for seat in (2, 3, 4):
        felt.place("main", "perfect_pairs", seat=seat)
    felt.bet(600)
    assert felt.page.evaluate(EXAMINE, True) == []


def test_F51_a_stake_under_the_minimum_is_no_bet_and_says_so(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("blackjack-1"))).table("blackjack-1")
    felt.button(re.compile("^Seat 3, free")).click()
    felt.hold("0.50")
    felt.place("main", seat=3)
    words = said("under €1: no bet")
    expect(felt.spot("main", 3)).to_contain_text(words, timeout=SLOW_MS)
    felt.has(100_000)  # it reserves nothing
    felt.place("main", seat=3)
    expect(felt.spot("main", 3)).not_to_contain_text(words, timeout=SLOW_MS)
    felt.has(100_000 - 100)


@pytest.mark.english
def test_F45_side_bets_need_the_main_bet_and_go_with_it(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("blackjack-1"), cards="8S 6H 8S TC KS 5D")
    felt = enter(casino).table("blackjack-1")
    felt.button(re.compile("^Seat 3, free")).click()
    felt.hold("5")
    felt.place("perfect_pairs", seat=3)
    felt.has(100_000)
    felt.bet(0)  # it counts for nothing, whatever lies there
    felt.place("main", "perfect_pairs", seat=3)
    felt.spot("main", 3).click(button="right")
    expect(felt.spot("main", 3)).to_have_accessible_name(re.compile("no chip"))
    felt.has(100_000)


def test_F146_F148_F251_a_perfect_pair_is_paid_whatever_the_dealer_has(
    stage: Stage, enter: Enter
) -> None:
    felt = seated(stage(calm("blackjack-1"), cards="8S 6H 8S TC 5D"), enter)
    felt.place("perfect_pairs", seat=3)
    felt.bet(1_000)
    felt.button("Deal now").click()
    decide(felt, "Stand")
    felt.says("DEALER 21")
    felt.has(100_000 - 1_000 + 13_000)


@pytest.mark.parametrize(
    ("answer", "hole", "balance"), [("Yes", "TC", 100_000), ("No", "TC", 99_500)]
)
def test_F141_F142_F143_insurance_is_asked_under_an_ace(
    stage: Stage, enter: Enter, answer: str, hole: str, balance: int
) -> None:
    felt = seated(stage(calm("blackjack-1"), cards=f"9S AH KD {hole}"), enter)
    felt.button("Deal now").click()
    panel = felt.role("group", "Insurance?")
    expect(panel).to_contain_text(said(re.compile("€2.50.*pays 2 to 1")), timeout=SLOW_MS)
    panel.get_by_role("button", name=said(re.compile(answer))).click()
    felt.says("DEALER BLACKJACK")
    if answer == "Yes":
        expect(felt.page.get_by_text(said("Insured")).first).to_be_attached()
    felt.has(balance)


def test_F152_F153_F154_F156_F159_bets_behind_follow_the_seat(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("blackjack-1"), cards="5S 6H 6D TC KS 9D")
    ada = seated(casino, enter)
    bruno = enter(casino, login="bruno").table("blackjack-1")
    bruno.hold("5")
    behind = bruno.role("button", re.compile("^Bet behind Ada"))
    behind.click(timeout=SLOW_MS)
    bruno.bet(500)
    told = ada.role("note", re.compile("1 player behind, Pot €5.00"))
    expect(told).to_be_visible(timeout=SLOW_MS)
    ada.button("Deal now").click()
    bruno.button("Deal now").click()  # F48: both who bet press it
    decide(ada, "Double")
    bruno.says("DEALER BUSTS")
    bruno.has(101_000)  # he followed the double
    ada.has(101_000)


def test_F48_deal_now_waits_for_the_other_player(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("blackjack-1"), cards="TS TD 9H 9D 9C 8C")
    ada = seated(casino, enter, seat=2)
    bruno = seated(casino, enter, seat=5, login="bruno")
    ada.button("Deal now").click()
    expect(ada.button("Waiting")).to_be_disabled()
    bruno.button("Deal now").click()
    ada.says(re.compile("YOUR TURN|DECISIONS"))


def test_F165_F166_F168_auto_stand_decides(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("blackjack-1"), cards="TS 9H 8D 8C")
    felt = enter(casino, login="ada").table("blackjack-1")
    felt.button("Game preferences").click()
    felt.role("switch", "Auto stand").click()
    expect(felt.page.get_by_text(said("From 17 points up"))).to_be_visible()
    felt.page.keyboard.press("Escape")
    felt.button(re.compile("^Seat 3, free")).click()
    felt.hold("5")
    felt.place("main", seat=3)
    felt.button("Deal now").click()
    felt.says("DEALER 17")
    expect(
        felt.role("region", "Your seat 3").get_by_role("img", name=said("Auto stand"))
    ).to_be_visible()
    felt.has(100_500)


def test_F84_F140_silence_stands(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("blackjack-1"), cards="TS 9H 6D 8C")
    felt = seated(casino, enter)
    felt.button("Deal now").click()
    felt.says("YOUR TURN")
    casino.time_up("blackjack-1")
    felt.says("DEALER 17")
    felt.has(99_500)


def test_F141_silence_is_no_insurance(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("blackjack-1"), cards="9S AH KD TC")
    felt = seated(casino, enter)
    felt.button("Deal now").click()
    expect(felt.role("group", "Insurance?")).to_be_visible(timeout=SLOW_MS)
    casino.time_up("blackjack-1")
    felt.says("DEALER BLACKJACK")
    felt.has(99_500)


def test_F136_F137_split_aces_get_one_card_each(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("blackjack-1"), cards="AS 6H AD TC TS 9D KD")
    felt = seated(casino, enter)
    felt.button("Deal now").click()
    decide(felt, "Split")
    felt.says("DEALER BUSTS")  # nobody was asked again: 21 and 20, and 21 is no blackjack (F137)
    felt.has(101_000)


def test_F147_21_plus_3_is_paid(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("blackjack-1"), cards="5S 6S 7S TC TD KD")
    felt = seated(casino, enter)
    felt.place("21+3", seat=3)
    felt.bet(1_000)
    felt.button("Deal now").click()
    decide(felt, "Stand")
    felt.says("DEALER BUSTS")
    felt.has(100_000 + 500 + 40 * 500)  # a straight flush with the dealer's card


def behind(casino: Staged, enter: Enter) -> Table:
    """Bruno with five euros behind Ada's seat."""
    bruno = enter(casino, login="bruno").table("blackjack-1")
    bruno.hold("5")
    bruno.role("button", re.compile("^Bet behind Ada")).click(timeout=SLOW_MS)
    bruno.bet(500)
    return bruno


def test_F163_insurance_is_asked_for_the_seat_and_for_the_bet_behind(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(calm("blackjack-1"), cards="9S AH KD TC")
    ada = seated(casino, enter)
    bruno = behind(casino, enter)
    no_more_bets(casino, "blackjack-1", ada, bruno)
    panel = bruno.role("group", "Insurance?")
    expect(panel).to_contain_text(said("Behind seat 3"), timeout=SLOW_MS)
    panel.get_by_role("button", name=said("Yes")).click()
    ada.role("group", "Insurance?").get_by_role("button", name=said("No")).click()
    bruno.says("DEALER BLACKJACK")
    bruno.has(100_000)  # the bet behind is lost, its insurance pays 2:1
    ada.has(99_500)


@pytest.mark.parametrize(
    ("row", "cards", "moves", "balance"),
    [
        ("follow_double", "5S 6H 6D TC KS 9D", ["Double"], 100_500),
        ("follow_split", "8S 6H 8D TC 3S 9D KD", ["Split", "Stand", "Stand"], 100_500),
    ],
)
def test_F160_F161_F162_a_bet_behind_that_does_not_follow(  # noqa: PLR0917  a case of a table
    stage: Stage, enter: Enter, row: str, cards: str, moves: list[str], balance: int
) -> None:
    casino = stage(calm("blackjack-1"), cards=cards)
    ada = seated(casino, enter)
    screen = enter(casino, login="bruno")
    prefer(screen, {"bet_behind": {row: False}})
    bruno = screen.table("blackjack-1")
    bruno.hold("5")
    bruno.role("button", re.compile("^Bet behind Ada")).click(timeout=SLOW_MS)
    bruno.bet(500)
    no_more_bets(casino, "blackjack-1", ada, bruno)
    for move in moves:
        decide(ada, move)
    bruno.says("BUSTS")
    bruno.has(balance)
    ada.has(101_000)


def test_F155_F158_F164_a_bet_behind_a_seat_without_a_bet_is_refunded(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(calm("blackjack-1"), cards="TS 9H 9D 8C")
    ada = enter(casino, login="ada").table("blackjack-1")
    ada.button(re.compile("^Seat 3, free")).click()
    expect(ada.role("region", "Your seat 3")).to_be_visible()
    expect(ada.button(re.compile("^Bet behind"))).to_have_count(0)  # never behind oneself
    bruno = seated(casino, enter, seat=5, login="bruno")
    expect(bruno.spot("perfect_pairs", 5)).to_be_visible()
    expect(bruno.spot("perfect_pairs", 3)).to_have_count(0)  # no side bets behind
    bruno.role("button", re.compile("^Bet behind Ada")).click(timeout=SLOW_MS)
    bruno.bet(1_000)
    no_more_bets(casino, "blackjack-1", bruno)
    bruno.says("YOUR TURN")
    bruno.toast(re.compile("Bet behind €5:|Behind €5:"))
    bruno.has(99_500)


def test_F157_F160_a_winner_wears_a_medal_until_a_loss(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("blackjack-1"), cards="AS 9H KD 8C AD 9C KS 8D TS 9D 6D 8S KC")
    felt = seated(casino, enter)
    for wins in ("1 round", "2 rounds"):
        felt.button("Deal now").click()
        felt.says("DEALER 17")
        expect(felt.role("img", f"{wins} won in a row")).to_be_visible()
        casino.time_up("blackjack-1")
        felt.says("PLACE YOUR BETS")
        felt.button("Rebet").click(timeout=SLOW_MS)
        felt.bet(500)
    felt.button("Deal now").click()
    decide(felt, "Hit")
    felt.says("DEALER")
    expect(felt.role("img", re.compile("won in a row"))).to_have_count(0)


@pytest.mark.english
def test_F78_F244_a_cancelled_hand_gives_back_the_split_as_well(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("blackjack-1"), cards="8S 6H 8D TC 3S 9D KD")
    felt = seated(casino, enter)
    felt.button("Deal now").click()
    decide(felt, "Split")
    felt.has(99_000)
    casino.manage("blackjack-1", c.Pause(reason="a card fell"))
    felt.says("GAME PAUSED", "Bets stand")
    casino.manage("blackjack-1", c.CancelRound(reason="a card fell"))
    felt.says("GAME CANCELLED", "€10.00 returned to your balance")
    felt.has(100_000)


def test_F16_F47_who_comes_in_the_middle_of_a_hand_waits(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("blackjack-1"), cards="TS 9H 6D 8C")
    ada = seated(casino, enter)
    ada.button("Deal now").click()
    ada.says("YOUR TURN")
    bruno = enter(casino, login="bruno").table("blackjack-1")
    bruno.says("WAIT FOR THE NEXT ROUND")
    expect(bruno.page.locator("[data-spot]")).to_have_count(0)
    decide(ada, "Stand")
    ada.says("DEALER 17")
    casino.time_up("blackjack-1")
    bruno.says("PLACE YOUR BETS")


@pytest.mark.parametrize("cards", ["AS 9H 7D 8C", "9S 9H 9D 8C"], ids=["soft", "pair"])
def test_F167_auto_stand_leaves_soft_hands_and_pairs_alone(
    stage: Stage, enter: Enter, cards: str
) -> None:
    casino = stage(calm("blackjack-1"), cards=cards)
    screen = enter(casino, login="ada")
    prefer(screen, {"auto_stand": 17})
    felt = screen.table("blackjack-1")
    felt.button(re.compile("^Seat 3, free")).click()
    felt.hold("5")
    felt.place("main", seat=3)
    felt.bet(500)
    felt.button("Deal now").click()
    felt.says("YOUR TURN")
    decide(felt, "Stand")
    felt.says("DEALER 17")
    felt.has(100_500)


def test_F81_F100_F101_every_phase_of_a_hand_has_its_name(stage: Stage, enter: Enter) -> None:
    casino = stage(slow("blackjack-1"), cards="9S AH KD 7C")
    felt = seated(casino, enter)
    felt.says("PLACE YOUR BETS")
    no_more_bets(casino, "blackjack-1", felt)
    felt.says("DEALING CARDS")
    casino.deal("blackjack-1")
    panel = felt.role("group", "Insurance?")
    panel.get_by_role("button", name=said("No")).click(timeout=SLOW_MS)
    decide(felt, "Stand")
    felt.says("DEALER PLAYS")
    casino.deal("blackjack-1")
    felt.says("DEALER 18")
    felt.has(100_500)
