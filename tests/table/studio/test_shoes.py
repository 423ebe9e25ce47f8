"""Cards as things: cut card, burn, changes, reserve cards, scanners (F87-F103, P15)."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from tests.table.cast import disclosure
from tests.table.driver import (
    BOSS,
    DEALER,
    HOUSE,
    Studio,
    blackjack,
    blackjack_config,
    brag,
    configured,
    scanner,
    scanner_config,
    seven,
    speed,
    speed_config,
)

from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.config import Opening
from sabot.table.phases import Phase
from sabot.table.staff.text_limits import TEXT_MAX

NATURAL = "4S 4H 5D 5C"  # Nine against nine.
SIX_CARDS = "2S 2H 2D TC AS AH"  # Player 4, Banker 2: both draw.


def play_round(table: Studio, cards: str = NATURAL) -> None:
    table.close()
    table.cards.deal(cards)
    table.rest()


def cancelled(table: Studio) -> None:
    table.does(BOSS, c.CancelRound(reason="cards fell"))
    table.rest()


# --- the cut card ---------------------------------------------------------------------------------


def test_F92_F93_the_hand_in_which_the_cut_card_comes_out_is_the_last() -> None:
    table = scanner()  # 416 cards, the cut card 104 from the end: 312 lie before it.
    while table.shoe.used <= 306:
        assert not table.shoe.last_hand
        table.cards.play()
    before = 0
    while table.phase is Phase.BETTING:
        before = table.shoe.used
        table.cards.play()
    assert before <= 312 <= table.shoe.used
    assert (table.phase, table.shoe.retired) == (Phase.SHUFFLE, "cut_card")
    table.cards.load()
    assert (table.phase, table.shoe.used, table.shoe.last_hand) == (Phase.BETTING, 0, False)


def nearly_through(table: Studio) -> None:
    """Play until the six cards of the next round reach the cut card, 14 from the end."""
    while table.shoe.used + 6 < 402:
        assert not table.shoe.last_hand
        table.cards.play()


def test_F92_with_six_cards_laid_the_cut_card_comes_while_they_are_laid() -> None:
    table = speed()
    nearly_through(table)
    table.close()
    assert table.shoe.last_hand
    table.cards.deal_on()
    table.rest()
    assert table.phase is Phase.SHUFFLE


def test_P15_no_round_starts_on_a_retired_shoe() -> None:
    table = Studio(scanner_config(opening=Opening.DEALER, live=True))
    table.does(DEALER, c.OpenBetting())
    table.does(BOSS, c.ChangeCards(reason="age"))
    play_round(table)
    assert table.phase is Phase.SHUFFLE
    assert table.refusal(DEALER, c.OpenBetting()) == "table/not_now"
    table.cards.load()
    assert table.is_in(Phase.IDLE)
    table.does(DEALER, c.OpenBetting())
    assert len(table.told(e.RoundOpened)) == 2


def test_P15_a_shoe_retired_while_the_table_rests_goes_to_the_shuffle_at_once() -> None:
    table = blackjack()
    assert table.phase is Phase.IDLE
    table.does(BOSS, c.ChangeCards(reason="idle"))
    assert table.is_in(Phase.SHUFFLE)


def test_P15_a_shoe_retired_during_a_pause_is_changed_when_the_table_resumes() -> None:
    table = blackjack()
    table.does(BOSS, c.Pause(reason="a light fell"))
    table.does(BOSS, c.ChangeCards(reason="video_lost"))
    table.does(BOSS, c.Resume(reason="light is up"))
    assert table.phase is Phase.SHUFFLE


def test_F92_a_live_cut_card_is_shown_by_the_dealer() -> None:
    table = Studio(scanner_config(live=True))
    table.close()
    table.cards.deal("4S 4H")
    table.does(DEALER, c.ShowCutCard())
    table.cards.deal("5D 5C")
    assert table.shoe.retired == "cut_card"
    assert table.refusal(DEALER, c.ShowCutCard()) == "shoe/cut_card_shown_before"


def test_F92_a_live_cut_card_behind_the_last_card_of_a_hand_counts_for_that_hand() -> None:
    table = Studio(scanner_config(live=True))
    table.close()
    table.cards.deal(NATURAL)
    table.does(DEALER, c.ShowCutCard())
    table.rest()
    assert table.phase is Phase.SHUFFLE


def test_F92_a_cancelled_last_hand_is_still_the_last() -> None:
    table = Studio(scanner_config(live=True))
    table.close()
    table.cards.deal("4S 4H")
    table.does(DEALER, c.ShowCutCard())
    cancelled(table)
    assert table.phase is Phase.SHUFFLE


def test_F92_cancelled_rounds_cannot_run_a_shoe_dry() -> None:
    table = speed()
    nearly_through(table)
    cancelled(table)  # It takes the six cards that lay there face down, and the cut card with them.
    assert table.phase is Phase.SHUFFLE
    assert table.shoe.used <= table.shoe.cards


# --- burn -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "used"), [("7H", 8), ("KS", 11), ("AS", 2)])
def test_F99_R27_burn_as_many_cards_as_the_first_is_worth(first: str, used: int) -> None:
    table = Studio(scanner_config(opening=Opening.DEALER, live=True))
    table.does(DEALER, c.BurnCards(first=first))
    assert table.shoe.used == used
    assert table.refusal(DEALER, c.BurnCards(first=first)) == "shoe/already_begun"


def test_F99_a_table_opened_by_the_clock_burns_during_its_first_window() -> None:
    table = seven(live=True)
    table.does(DEALER, c.BurnCards(first="7H"))
    assert (table.phase, table.shoe.used) == (Phase.BETTING, 8)
    play_round(table)
    assert table.refusal(DEALER, c.BurnCards(first="7H")) == "shoe/already_begun"


def test_F99_what_is_no_card_cannot_be_burned() -> None:
    table = Studio(scanner_config(opening=Opening.DEALER, live=True))
    assert table.refusal(DEALER, c.BurnCards(first="11X")) == "card/unreadable"


# --- changing cards -------------------------------------------------------------------------------


def test_F96_more_than_three_fallen_cards_change_the_shoe_after_the_round() -> None:
    table = speed(live=True)
    table.does(DEALER, c.DropCards(count=3))
    assert table.shoe.retired is None
    table.does(DEALER, c.DropCards(count=1))
    assert table.shoe.retired == "dropped_cards"
    play_round(table)
    assert table.phase is Phase.SHUFFLE
    kinds = [incident.kind for incident in table.told(e.IncidentRecorded)]
    assert kinds == ["cards/dropped", "cards/dropped"]


@pytest.mark.parametrize("count", [0, -1, 417])
def test_F96_no_cards_or_more_than_there_are_cannot_fall(count: int) -> None:
    assert speed(live=True).refusal(DEALER, c.DropCards(count=count)) == "shoe/wrong_count"


def test_F96_without_cards_none_can_fall() -> None:
    table = Studio(speed_config(live=True), live=False)
    table.does("house", configured(speed_config(live=True)))
    table.sign_on()
    assert table.refusal(DEALER, c.DropCards(count=1)) == "shoe/none"


def test_F96_a_bad_barcode_pauses_the_round_and_retires_the_shoe() -> None:
    table = speed(live=True)
    table.players.place("ada", "player")
    table.close()
    table.cards.deal("4S")
    table.does(DEALER, c.ReportBarcode(position="B1"))
    assert (table.phase, table.shoe.retired) == (Phase.PAUSED, "bad_barcode")
    table.does(BOSS, c.Resume(reason="read by hand"))
    table.cards.deal("4H 5D 5C")
    table.rest()
    assert table.phase is Phase.SHUFFLE


def test_I14_a_bad_barcode_has_a_place() -> None:
    assert speed(live=True).refusal(DEALER, c.ReportBarcode(position=" ")) == "text/length"


def test_a_scan_is_recorded_no_longer_than_words_may_be() -> None:
    table = speed()
    table.send(DEALER, c.Scan(position="P" * 60_000, code="x", card="9H"))
    assert [len(incident.detail) for incident in table.told(e.IncidentRecorded)] == [TEXT_MAX]


def test_F95_F96_changing_cards_needs_a_reason() -> None:
    assert speed().refusal(BOSS, c.ChangeCards(reason=" ")) == "reason/unknown"
    assert speed().refusal(BOSS, c.ChangeCards(reason="worn", words="x" * 501)) == "text/length"


def test_F96_a_table_that_was_off_needs_new_cards() -> None:
    table = speed()
    table.does(BOSS, c.SwitchTable(off=True, reason="night"))
    assert table.phase is Phase.BETTING  # The round that is open is played to its end.
    play_round(table)
    assert table.is_in(Phase.OFF)
    table.does(BOSS, c.SwitchTable(off=False, reason="morning"))
    assert (table.phase, table.shoe.retired) == (Phase.SHUFFLE, "table_was_off")
    # So the order of the old shoe may be published before the new one is promised.
    table.does(DEALER, disclosure("shoe1"))
    table.cards.load()
    assert table.phase is Phase.BETTING


def test_a_table_switched_off_during_a_pause_opens_no_round_when_it_resumes() -> None:
    table = blackjack()
    table.does(BOSS, c.Pause(reason="a light fell"))
    table.does(BOSS, c.SwitchTable(off=True, reason="for tonight"))
    table.does(BOSS, c.Resume(reason="nothing left to wait for"))
    assert table.phase is Phase.OFF


def test_the_switch_of_a_table_says_when_it_changes_nothing() -> None:
    table = speed()
    again = c.SwitchTable(off=False, reason="again")
    assert table.refusal(BOSS, again) == "table/already_so"


def test_P15_settings_that_need_other_cards_retire_those_on_the_table() -> None:
    table = blackjack()
    six_decks = replace(table.state.settings.variant, decks=6)  # type: ignore[type-var]
    table.does(HOUSE, configured(blackjack_config(version=2, variant=six_decks)))
    assert (table.phase, table.shoe.retired) == (Phase.SHUFFLE, "settings")
    table.cards.load()
    assert table.shoe.cards == 6 * 52
    table.does(HOUSE, configured(blackjack_config(version=3, variant=six_decks)))
    assert table.is_in(Phase.IDLE)


LOADS = """
# shoe    decks  commitment  refusal
  shoe1   8      fixed       shoe/loaded_before
  shoe2   6      fixed       shoe/wrong_decks
  shoe2   8      -           shoe/no_commitment
  a:b     8      fixed       shoe/bad_name
"""


@pytest.mark.parametrize("line", LOADS.strip().splitlines()[1:])
def test_P15_a_shoe_is_loaded_only_as_the_table_needs_it(line: str) -> None:
    shoe_id, decks, commitment, code = line.split()
    table = blackjack()
    load = c.LoadShoe(
        shoe_id=shoe_id,
        decks=int(decks),
        commitment=None if commitment == "-" else commitment,
    )
    assert table.refusal(DEALER, load) == code


def test_F92_the_cut_card_of_a_virtual_shoe_lies_where_it_was_put() -> None:
    table = scanner()
    table.close()
    table.cards.deal("4S 4H")
    assert table.refusal(DEALER, c.ShowCutCard()) == "command/machine_only"
    assert not table.shoe.last_hand


def test_F99_I12_a_burned_card_is_one_of_the_eight_as_well() -> None:
    """Eight kings of spades: one was burned, seven may be dealt."""
    table = scanner(live=True)
    table.does(DEALER, c.BurnCards(first="KS"))
    for _ in range(3):
        play_round(table, "KS KS 9D 8C")
    table.close()
    table.cards.deal("KS")
    table.cards.scan("KS", at="B1")
    assert [incident.kind for incident in table.told(e.IncidentRecorded)] == ["scan/too_many"]


def test_F99_I12_nor_can_a_ninth_king_be_written_in_as_a_correction() -> None:
    table = scanner(live=True)
    table.does(DEALER, c.BurnCards(first="KS"))
    for _ in range(3):
        play_round(table, "KS KS 9D 8C")
    table.close()
    table.cards.deal("KS QH")
    table.does(BOSS, c.Pause(reason="B1 is a king"))
    wrong = c.ProposeCorrection(position="B1", code="shoe1:90:KS", card="KS")
    assert table.refusal(DEALER, wrong) == "correction/too_many"
    same = c.ProposeCorrection(position="P1", code="shoe1:91:KS", card="KS")
    table.does(DEALER, same)  # Another copy in the place of the seventh is no eighth.


def test_I14_who_changed_the_cards_and_why_is_on_record() -> None:
    table = blackjack()
    table.does(BOSS, c.ChangeCards(reason="worn", words="a card is bent"))
    table.cards.load()
    [retired] = table.told(e.ShoeRetired)
    told = (retired.actor, retired.reason, retired.words)
    assert told == (BOSS, "worn", "a card is bent")
    assert [loaded.actor for loaded in table.told(e.ShoeLoaded)] == [DEALER, DEALER]
    table.does(BOSS, c.SwitchTable(off=True, reason="night"))
    table.does(BOSS, c.SwitchTable(off=False, reason="morning"))
    [switched] = table.told(e.TableSwitchedOn)
    assert (switched.actor, switched.reason) == (BOSS, "morning")
    [configured_by] = table.told(e.TableConfigured)
    assert (configured_by.actor, configured_by.reason) == (HOUSE, "the test needs it")


def test_I14_settings_without_a_reason_are_refused() -> None:
    table = speed()
    silent = c.Configure(version=2, config=configured(speed_config(version=2)).config, reason=" ")
    assert table.refusal(HOUSE, silent) == "text/length"


# --- reserve cards and six scanners ---------------------------------------------------------------


def test_R25_a_round_uses_up_only_the_cards_it_read() -> None:
    table = speed()
    play_round(table)
    assert table.shoe.used == 4  # X and Y open the next round.
    play_round(table, SIX_CARDS)
    assert table.shoe.used == 10


@pytest.mark.parametrize("cards", ["", "4S", "4S 4H 5D", "2S 2H 2D TC AS"])
def test_R25_a_cancelled_round_discards_all_six(cards: str) -> None:
    table = speed()
    play_round(table)
    table.close()
    table.cards.deal(cards)
    cancelled(table)
    assert table.shoe.used == 4 + 6


def test_R25_the_six_of_a_round_cancelled_during_betting_go_as_well() -> None:
    table = speed()
    cancelled(table)
    assert table.shoe.used == 6


def test_a_round_cancelled_where_nothing_is_laid_loses_only_what_was_read() -> None:
    table = scanner()
    table.close()
    table.cards.deal("4S 4H")
    cancelled(table)
    assert table.shoe.used == 2


FIRST_FOUR = {"P1": "2S", "B1": "2H", "P2": "2D", "B2": "TC"}


@pytest.mark.parametrize("order", list(permutations(FIRST_FOUR)))
def test_R26_six_scanners_read_in_any_order(order: tuple[str, ...]) -> None:
    table = scanner()
    table.players.place("ada", "player")
    table.close()
    for position in order:
        table.cards.scan(FIRST_FOUR[position], at=position)
    assert set(table.cards.waits_for()) == {
        "P3",
        "B3",
    }  # A Banker of two draws whatever Player gets.
    table.cards.scan("AH", at="B3")
    table.cards.scan("9S", at="P3")
    assert table.phase is Phase.RESULT
    assert table.told(e.RoundSettled)[-1].outcome["player_points"] == 3


def test_F90_F89_at_a_reserve_table_player_is_read_first() -> None:
    table = speed()
    table.close()
    assert table.cards.waits_for() == ("P1",)
    table.cards.scan("4S")
    assert table.cards.waits_for() == ("B1", "P2")


# --- the order of dealing -------------------------------------------------------------------------


def test_F100_F101_blackjack_deals_from_the_left_and_asks_in_that_order() -> None:
    table = blackjack()
    table.players.sit("ada", 5)
    table.players.sit("bob", 2)
    for name, seat in (("ada", 5), ("bob", 2)):
        table.players.place(name, "main", seat=seat)
    table.close()
    table.cards.deal("9S 8S 6H 9D 8D TC")
    order = [dealt.position for dealt in table.told(e.CardDealt)]
    assert order == [
        "seat:2:0:1",
        "seat:5:0:1",
        "dealer:1",
        "seat:2:0:2",
        "seat:5:0:2",
        "dealer:2",
    ]
    assert [dealt.face_down for dealt in table.told(e.CardDealt)] == [False] * 5 + [True]
    assert table.asks() == "seat 2/0"
    table.players.choose("stand")
    assert table.asks() == "seat 5/0"
    table.players.choose("stand")
    assert table.cards.turns()


def test_F102_one_deck_is_reshuffled_after_every_round() -> None:
    table = brag()
    table.close()
    table.cards.deal("2S 4H 7D KS QH 8D turn")
    table.rest()
    assert (table.phase, table.shoe.retired) == (Phase.SHUFFLE, "cut_card")


def test_F102_a_live_deck_is_reshuffled_as_well() -> None:
    """No cut card lies in it that a dealer could show; the cards left are 46 that players know."""
    table = brag(live=True)
    table.close()
    table.cards.deal("2S 4H 7D KS QH 8D turn")
    table.rest()
    assert (table.phase, table.shoe.retired) == (Phase.SHUFFLE, "round_over")


@pytest.mark.parametrize("cards", ["2S", "2S 4H 7D", "2S 4H 7D KS QH"])
def test_F102_also_after_a_cancelled_round_that_saw_cards(cards: str) -> None:
    table = brag()
    table.close()
    table.cards.deal(cards)
    cancelled(table)
    assert table.phase is Phase.SHUFFLE


def test_F102_a_deck_nobody_has_seen_is_as_good_as_new() -> None:
    table = brag()
    cancelled(table)
    assert table.phase is Phase.BETTING


def test_F103_the_dealers_cards_of_brag_lie_face_down() -> None:
    table = brag()
    table.close()
    table.cards.deal("2S 4H 7D KS QH 8D")
    assert [dealt.face_down for dealt in table.told(e.CardDealt)] == [False] * 3 + [True] * 3


def test_F87_a_shoe_has_all_the_cards_of_its_decks() -> None:
    assert (speed().shoe.cards, brag().shoe.cards) == (416, 52)


def test_a_blackjack_shoe_is_not_touched_by_a_round_nobody_bet_in() -> None:
    table = Studio(blackjack_config())
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    table.does("ada", c.ClearBets())
    table.time_up()
    assert (table.phase, table.shoe.used, table.shoe.rounds) == (Phase.IDLE, 0, 0)
