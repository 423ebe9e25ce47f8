"""Whole rounds of 3 Card Brag: Play, Pass, Blind Play, side bets and golden chips."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage, no_more_bets
from tests.browser.pages import SLOW_MS, SMALL_SIZES, Table
from tests.browser.words import said
from tools.staged import calm

from sabot.table import commands as c

pytestmark = pytest.mark.spread

BLIND = frozenset({"blind_play"})
PLAYER_PAIR = "KS KH 4D QC 7H 2S"  # a pair of kings against queen high
DEALER_PAIR = "QC 7H 2S KS KH 4D"
NOT_QUALIFIED = "KS 9H 4D JC 7H 2S"
EQUAL = "QC 7H 2S QD 7S 2H"


STUDIO = """() => {
    const box = what => document.querySelector(what).getBoundingClientRect();
    const stage = getComputedStyle(document.querySelector('[data-stage]'));
    const scene = parseFloat(stage.getPropertyValue('--scene'));
    const hands = ['.hand.player .cards', '.hand.dealer .cards'].map(box);
    const spots = [...document.querySelectorAll('.spot')].map(one => one.getBoundingClientRect());
    const apart = (a, b) =>
        a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
    return {
        shoe: hands.every(hand => hand.top >= box('[data-place=discard]').top + 30 * scene),
        tray: box('.plate').top >= box('[data-place=tray]').top + 20 * scene,
        bets: hands.every(hand => spots.every(spot => apart(hand, spot))),
    };
}"""
"""Whether hands and phase keep clear of what is drawn in the studio, and of the bets."""


def answer(felt: Table, option: str) -> None:
    """Play or Pass."""
    ask = felt.role("group", "Play or Pass?")
    ask.get_by_role("button", name=said(re.compile(option))).click(timeout=SLOW_MS)


@pytest.mark.parametrize(
    ("cards", "option", "ends"),
    [
        pytest.param(PLAYER_PAIR, "Play", ("PLAYER WINS", 101_000), id="F172-won"),
        pytest.param(DEALER_PAIR, "Play", ("DEALER WINS", 99_000), id="F172-lost"),
        pytest.param(EQUAL, "Play", ("EQUAL HANDS", 100_000), id="F174-push"),
        pytest.param(NOT_QUALIFIED, "Play", ("DOES NOT QUALIFY", 100_500), id="F171-unqualified"),
        pytest.param(DEALER_PAIR, "Pass", ("DEALER WINS", 99_500), id="F170-pass"),
    ],
)
def test_F84_F170_F171_F172_F174_play_or_pass(
    stage: Stage, enter: Enter, cards: str, option: str, ends: tuple[str, int]
) -> None:
    casino = stage(calm("brag-1"), cards=cards)
    felt = enter(casino).table("brag-1")
    felt.hold("5")
    felt.place("ante")
    felt.bet(500)
    no_more_bets(casino, "brag-1", felt)
    felt.says("YOUR TURN")
    ask = felt.role("group", "Play or Pass?")
    expect(ask).to_contain_text(said("+€5.00"))
    expect(ask).to_contain_text(said("No answer is a Pass"))
    answer(felt, option)
    felt.says(ends[0])
    felt.has(ends[1])


@pytest.mark.parametrize(
    "size", [(2560, 1300), (1920, 950), (1440, 900), (1366, 660), (1280, 720), (1024, 768)]
)
def test_hands_lie_on_the_felt_whatever_the_shape_of_the_window(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    casino = stage(calm("brag-1"), cards=PLAYER_PAIR)
    felt = enter(casino, size=size).table("brag-1")
    felt.hold("5")
    felt.place("ante", "pair_plus", "poker_plus")
    no_more_bets(casino, "brag-1", felt)
    felt.says("YOUR TURN")
    assert felt.page.evaluate(STUDIO) == {"shoe": True, "tray": True, "bets": True}


@pytest.mark.parametrize("size", SMALL_SIZES)
def test_F84_play_and_pass_are_whole_on_small_phones(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    casino = stage(calm("brag-1"), cards=PLAYER_PAIR)
    felt = enter(casino, size=size, touch=True).table("brag-1")
    felt.hold("5")
    felt.place("ante", "pair_plus", "poker_plus")
    no_more_bets(casino, "brag-1", felt)
    felt.says("YOUR TURN")
    felt.shows_whole(*felt.role("group", "Play or Pass?").get_by_role("button").all())


@pytest.mark.look
@pytest.mark.parametrize("locale", ["it-IT", "en-GB"])
def test_F84_the_hand_and_what_silence_means_stand_above_the_bets_on_a_phone(
    stage: Stage, enter: Enter, locale: str
) -> None:
    casino = stage(calm("brag-1"), cards=PLAYER_PAIR)
    screen = enter(casino, size=(390, 844), touch=True, locale=locale)
    felt = screen.table("brag-1")
    felt.place("ante")
    no_more_bets(casino, "brag-1", felt)
    words = felt.page.locator(".ask p")
    expect(words).to_contain_text(said("No answer is a Pass"))
    felt.shows_whole(words)
    box, spot = words.bounding_box(), felt.page.locator(".spot").first.bounding_box()
    assert box is not None
    assert spot is not None
    assert box["y"] + box["height"] <= spot["y"]


def test_F84_no_answer_is_a_pass(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("brag-1"), cards=PLAYER_PAIR)
    felt = enter(casino).table("brag-1")
    felt.hold("5")
    felt.place("ante")
    felt.bet(500)
    no_more_bets(casino, "brag-1", felt)
    felt.says("YOUR TURN")
    casino.time_up("brag-1")
    felt.says("PLAYER WINS")
    felt.has(99_500)


def test_F169_F176_F177_side_bets_stay_in_play_after_a_pass(stage: Stage, enter: Enter) -> None:
    cards = "KS KH 4D KC 7H 2S"  # a pair for Pair Plus, three kings for Poker Plus
    casino = stage(calm("brag-1"), cards=cards)
    felt = enter(casino).table("brag-1")
    felt.hold("5")
    felt.place("ante", "pair_plus", "poker_plus")
    felt.bet(1_500)
    no_more_bets(casino, "brag-1", felt)
    answer(felt, "Pass")
    felt.says("PLAYER WINS")
    felt.has(100_000 - 1_500 + 1_000 + 4_000)
    expect(felt.role("group", "Player").get_by_text(said("Pair")).first).to_be_visible()


def test_F178_F179_blind_play_needs_no_decision_and_is_copied_on_the_ante(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(calm("brag-1", switched_on=BLIND), cards=PLAYER_PAIR)
    felt = enter(casino).table("brag-1")
    expect(felt.spot("blind_play")).to_contain_text(said("return 96.18%"))
    felt.hold("5")
    felt.place("blind_play")
    felt.bet(1_000)
    no_more_bets(casino, "brag-1", felt)
    felt.says("PLAYER WINS")
    felt.has(101_000)


def test_F62_blind_play_is_there_only_when_the_operator_wants_it(
    stage: Stage, enter: Enter
) -> None:
    felt = enter(stage(calm("brag-1", switched_on=frozenset()))).table("brag-1")
    expect(felt.spot("ante")).to_be_visible()
    expect(felt.spot("blind_play")).to_have_count(0)


@pytest.mark.parametrize(
    ("cards", "ends", "balance", "left"),
    [
        pytest.param(PLAYER_PAIR, "PLAYER WINS", 101_000, 0, id="F184-won"),
        pytest.param(EQUAL, "EQUAL HANDS", 100_000, 1, id="F183-push"),
        pytest.param(DEALER_PAIR, "DEALER WINS", 99_500, 0, id="F180-lost"),
    ],
)
def test_F180_F182_F183_F184_a_golden_chip_pays_its_winnings_only(  # noqa: PLR0917  a case of a table
    stage: Stage, enter: Enter, cards: str, ends: str, balance: int, left: int
) -> None:
    casino = stage(calm("brag-1"), cards=cards)
    screen = enter(casino)
    casino.grant(screen.player, value=500)
    felt = screen.table("brag-1")
    golden = felt.role("radio", re.compile("Golden chip of €5"))
    golden.click()
    felt.place("ante")
    casino.has_chips("brag-1", felt.player, 500)
    casino.time_up("brag-1")
    answer(felt, "Play")  # with real money
    felt.says(ends)
    felt.has(balance)
    casino.time_up("brag-1")
    felt.says("PLACE YOUR BETS")
    expect(golden).to_have_count(left)


def test_F181_a_golden_chip_and_cash_never_lie_on_one_spot(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("brag-1"))
    screen = enter(casino)
    casino.grant(screen.player, value=500)
    felt = screen.table("brag-1")
    felt.hold("5")
    felt.place("ante")
    felt.bet(500)
    felt.role("radio", re.compile("Golden chip of €5")).click()
    felt.place("ante")
    expect(felt.spot("ante")).to_contain_text(said("golden or cash"), timeout=SLOW_MS)
    felt.bet(500)


def test_F51_a_stake_under_the_minimum_is_no_bet_and_says_so(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("brag-1"))).table("brag-1")
    felt.hold("0.50")
    felt.place("ante")
    words = said("under €1: no bet")
    expect(felt.spot("ante")).to_contain_text(words, timeout=SLOW_MS)
    felt.shows_whole(felt.spot("ante").locator("small"))
    felt.has(100_000)  # it reserves nothing
    felt.place("ante")
    expect(felt.spot("ante")).not_to_contain_text(words, timeout=SLOW_MS)
    felt.has(100_000 - 100)


def test_F186_a_golden_chip_with_blind_play_is_replaced_and_explained(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(calm("brag-1", switched_on=BLIND))
    screen = enter(casino)
    casino.grant(screen.player, value=500)
    felt = screen.table("brag-1")
    felt.role("radio", re.compile("Golden chip of €5")).click()
    felt.place("ante")
    felt.has(100_000)
    felt.hold("5")
    felt.place("blind_play")
    felt.toast("only one golden chip")
    felt.has(99_000)
    felt.button("Undo").click()
    felt.has(100_000)


def test_F77_F78_F244_a_cancelled_round_gives_back_ante_and_play(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(calm("brag-1"), cards=PLAYER_PAIR)
    ada = enter(casino, login="ada").table("brag-1")
    bruno = enter(casino, login="bruno").table("brag-1")
    for felt in (ada, bruno):
        felt.hold("5")
        felt.place("ante")
        felt.bet(500)
    no_more_bets(casino, "brag-1", ada, bruno)
    answer(ada, "Play")
    ada.has(99_000)
    casino.manage("brag-1", c.Pause(reason="a card fell"))
    ada.says("GAME PAUSED", "Bets stand")
    casino.manage("brag-1", c.CancelRound(reason="a card fell"))
    ada.says("GAME CANCELLED", "€10.00 refunded to your balance")
    bruno.says("GAME CANCELLED", "€5.00 refunded to your balance")
    ada.has(100_000)
    bruno.has(100_000)


def test_F103_F173_the_dealer_hides_until_all_decided_and_hands_have_names(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(calm("brag-1"), cards=PLAYER_PAIR)
    felt = enter(casino).table("brag-1")
    felt.hold("5")
    felt.place("ante")
    felt.bet(500)
    no_more_bets(casino, "brag-1", felt)
    felt.says("YOUR TURN")
    expect(felt.role("img", "king of spades")).to_be_visible()
    expect(felt.role("img", "queen of clubs")).to_have_count(0)
    answer(felt, "Play")
    felt.says("PLAYER WINS")
    expect(felt.role("img", "queen of clubs")).to_be_visible()
    expect(felt.role("group", "Player").get_by_text(said("Pair")).first).to_be_visible()


def test_F175_an_ante_bonus_is_paid_with_the_hand(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("brag-1"), cards="KS KH KD QC 7H 2S")
    felt = enter(casino).table("brag-1")
    felt.hold("5")
    felt.place("ante")
    felt.bet(500)
    no_more_bets(casino, "brag-1", felt)
    answer(felt, "Play")
    felt.says("PLAYER WINS")
    felt.has(100_000 + 1_000 + 5 * 500)
