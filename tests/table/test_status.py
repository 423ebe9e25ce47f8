"""What a table tells about itself: phases, windows, messages, cadence (F8, F67-F86, F94-F124)."""

from __future__ import annotations

import pytest
from tests.table.driver import (
    BOSS,
    DEALER,
    Studio,
    blackjack,
    brag,
    scanner,
    scanner_config,
    seven,
    several,
    speed,
    speed_config,
    verdict,
)

from sabot.gamekit import Audience, Role
from sabot.service.catalogue import default_tables
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.config import AnyConfig, Opening
from sabot.table.phases import Phase
from sabot.table.views import TableShown, shown


def seen(table: Studio) -> TableShown:
    """The table as any player sees it."""
    return shown(table.state, Audience.PLAYER)


def test_F8_every_round_of_every_table_has_a_number_of_its_own() -> None:
    tables = several([speed_config("one"), speed_config("two"), scanner_config("three")])
    numbers = []
    for table in tables:
        for _ in range(5):
            numbers.append(seen(table).round_id)
            table.cards.play()
    assert len(set(numbers)) == len(numbers) == 15
    assert None not in numbers


# --- betting --------------------------------------------------------------------------------------


def baccarat_side_bets() -> list[tuple[str, str]]:
    """Every side bet of every baccarat, but Super 6, which has a row of its own (F55)."""
    return [
        (make.__name__, spec.kind)
        for make in (speed, seven, scanner)
        for spec in make().state.settings.variant.bets.values()
        if spec.role is Role.SIDE and spec.kind != "super6"
    ]


@pytest.mark.parametrize(("game", "kind"), baccarat_side_bets())
def test_F44_a_side_bet_of_baccarat_needs_no_main_bet(game: str, kind: str) -> None:
    table = {"speed": speed, "seven": seven, "scanner": scanner}[game]()
    seat = None
    if game == "seven":
        table.players.sit("ada", seat := 1)
    table.players.place("ada", kind, 500, seat=seat)
    closed = table.close()
    assert verdict(closed, "ada") == "accepted"
    assert [bet.kind for bet in closed.accepted] == [kind]


CHIPS: tuple[c.Command, ...] = (
    c.PlaceChip(kind="player", amount=1000),
    c.LowerBet(kind="player", amount=1000),
    c.UndoBet(),
    c.DoubleStakes(),
    c.Rebet(),
    c.ClearBets(),
    c.SetMode(mode="zero_commission"),
    c.ConfirmBets(),
)


def test_F70_when_betting_is_closed_no_area_takes_or_gives_a_chip() -> None:
    table = speed()
    table.players.place("ada", "player")
    table.close()
    for command in CHIPS:
        assert table.refusal("ada", command) == "bet/too_late"
    table.does(DEALER, c.Announce(phrase="no_more_bets"))
    assert table.told(e.Announced)[-1].phrase == "no_more_bets"


@pytest.mark.parametrize("config", default_tables(), ids=lambda config: config.table_id)
def test_F68_F80_betting_has_the_window_of_its_table(config: AnyConfig) -> None:
    """The bar begins full and the first card can only come when it is empty."""
    windows = {"speed": 12_000, "scanner": 12_000, "baccarat": 18_000}
    table = Studio(config)
    if config.opening is Opening.FIRST_BET:
        table.players.sit("ada", 1)
        table.players.place("ada", "main", seat=1)
    name = config.table_id.partition("-")[0]
    assert (seen(table).phase, seen(table).window_ms) == (
        Phase.BETTING,
        windows.get(name, 15_000),
    )
    kinds = [type(event) for event in table.time_up().events]
    assert kinds[:3] == [e.BettingEnded, e.BetsClosed, e.DealingStarted]


# --- messages -------------------------------------------------------------------------------------


def test_F74_cards_are_being_dealt_also_the_extra_ones() -> None:
    table = speed()
    table.close()
    for card in ("2S", "2H", "2D", "TC", "AS"):
        assert seen(table).phase is Phase.DEALING
        table.cards.deal(card)
    assert seen(table).phase is Phase.DEALING
    table.cards.deal("AH")
    assert seen(table).phase is Phase.RESULT


def test_F75_who_has_no_bet_in_this_round_waits_for_the_next() -> None:
    table = speed()
    table.players.place("ada", "player")
    table.close()
    assert table.round.bettors == {"ada"}
    table.players.fund("bob")
    assert table.refusal("bob", c.PlaceChip(kind="player", amount=1000)) == "bet/too_late"
    table.cards.deal_on()
    table.rest()
    assert table.players.place("bob", "player").accepted


def test_F77_a_paused_table_says_so_and_why() -> None:
    table = speed()
    table.close()
    table.does(BOSS, c.Pause(reason="a light fell"))
    assert (seen(table).phase, seen(table).paused_because) == (Phase.PAUSED, "studio/procedure")
    assert table.refusal("ada", c.UndoBet()) == "table/paused"
    assert seen(table).window_ms is None


def test_F79_F85_a_tie_pushes_both_sides_and_says_what_came_back() -> None:
    table = scanner()
    for name, kind in (("ada", "player"), ("bob", "banker"), ("cleo", "tie")):
        table.players.place(name, kind, 1000)
    table.close()
    table.cards.deal("4S 4H 5D 5C")
    assert table.results() == {
        "ada/player": ("push", 1000),
        "bob/banker": ("push", 1000),
        "cleo/tie": ("win", 9000),
    }
    assert seen(table).outcome["winner"] == "tie"


# --- between two rounds ---------------------------------------------------------------------------


def test_F86_after_the_result_the_cards_are_cleared_and_betting_opens() -> None:
    table = Studio(scanner_config(opening=Opening.DEALER))
    table.does(DEALER, c.OpenBetting())
    table.close()
    table.cards.deal("4S 4H 5D 5C")
    assert [len(hand.cards) for hand in seen(table).hands] == [2, 2]
    assert table.refusal(DEALER, c.OpenBetting()) == "table/not_now"
    table.rest()
    assert (seen(table).hands, seen(table).outcome, seen(table).round_id) == ((), {}, None)
    table.does(DEALER, c.OpenBetting())
    assert table.phase is Phase.BETTING


def test_F94_F97_a_shuffled_set_is_loaded_with_its_cut_card_and_the_change_is_announced() -> None:
    """Who shuffled, dealer or supervisor, is whoever loads: their name is on record."""
    table = Studio(scanner_config(live=True))
    table.close()
    table.cards.deal("4S 4H")
    table.does(DEALER, c.ShowCutCard())
    table.does(DEALER, c.Announce(phrase="new_cards"))
    table.cards.deal("5D 5C")
    table.rest()
    assert table.phase is Phase.SHUFFLE
    table.cards.load("fresh")
    loaded = table.told(e.ShoeLoaded)[-1]
    assert (loaded.shoe_id, loaded.actor, loaded.cut_card_from_end) == ("fresh", DEALER, 104)
    assert table.is_in(Phase.BETTING)


def seconds_a_round(config: AnyConfig, cards: float) -> float:
    """From one opening of betting to the next."""
    timers = config.timers
    return (timers.betting + cards * timers.card + timers.result) / 1000


def test_F124_speed_plays_about_sixty_percent_faster() -> None:
    """4.94 cards are dealt in a round of baccarat, on average."""
    by_name = {config.table_id: config for config in default_tables()}
    fast, usual = (seconds_a_round(by_name[name], 4.94) for name in ("speed-1", "baccarat-1"))
    assert by_name["baccarat-1"].variant.id == "live_baccarat"
    assert 25 < fast < 30
    assert 1.5 < usual / fast < 1.7


def test_F124_no_other_table_is_slowed_down_for_the_comparison() -> None:
    by_name = {config.table_id: config for config in default_tables()}
    usual = seconds_a_round(by_name.pop("baccarat-1"), 4.94)
    tables = [config for config in by_name.values() if "baccarat" in config.variant.id]
    assert all(seconds_a_round(config, 4.94) < 35 < usual for config in tables)


# --- one balance ----------------------------------------------------------------------------------


def test_F218_one_balance_for_all_tables() -> None:
    """What lies at one table cannot be bet at another, and comes back when it is taken up."""
    one, two = several([speed_config("one"), speed_config("two")])
    one.players.fund("ada", 1500)
    assert one.players.place("ada", "player", 1000).accepted
    assert two.players.place("ada", "player", 1000).code == "bet/insufficient_balance"
    assert two.players.place("ada", "player", 500).accepted
    one.does("ada", c.ClearBets())
    assert two.players.place("ada", "player", 1000).accepted


def test_F67_every_phase_that_ends_by_itself_shows_how_long_it_lasts() -> None:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    timers = table.round.config.timers
    assert seen(table).window_ms == timers.betting
    table.close()
    assert seen(table).window_ms is None
    table.cards.deal("9S AH 3D 9C")
    assert (seen(table).phase, seen(table).window_ms) == (Phase.OFFER, timers.insurance)
    table.time_up()
    assert (seen(table).phase, seen(table).window_ms) == (Phase.DECISION, timers.decision)
    table.players.choose("stand")
    table.cards.deal("turn")
    assert (seen(table).phase, seen(table).window_ms) == (Phase.RESULT, timers.result)
    other = brag()
    other.does(BOSS, c.CancelRound(reason="cards fell"))
    assert seen(other).window_ms == other.round.config.timers.cancelled
