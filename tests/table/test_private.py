"""A private table: betting without a clock, dealt on demand, for its owner alone (F263)."""

from __future__ import annotations

from functools import reduce

import pytest
from tests.table.driver import BOSS, DEALER, HOUSE, Studio

from sabot.service.catalogue import PATIENCE_MS, default_tables, demonstration, private_table
from sabot.table import commands as c
from sabot.table.config_codec import decode_config, encode_config
from sabot.table.evolve import evolve
from sabot.table.phases import Phase
from sabot.table.state import TableState

GAMES = (
    "speed_baccarat",
    "no_commission_baccarat",
    "speed6_scanner_baccarat",
    "blackjack",
    "three_card_brag",
)
MAIN = {"blackjack": "main", "three_card_brag": "ante"}
DAY_MS = 86_400_000


def private(variant: str = "speed_baccarat", owner: str = "ada") -> Studio:
    """A private table of this player's, with money."""
    table = Studio(private_table(variant, table_id="fun-1", owner=owner))
    table.players.fund(owner)
    return table


def chip(table: Studio, amount: int = 1_000) -> c.PlaceChip:
    """A chip on the main bet of the game, at a hand of one's own where there are hands."""
    variant = table.state.settings.variant.id
    seat = 1 if variant == "blackjack" else None
    if seat is not None and not table.state.seats_of("ada"):
        table.players.sit("ada", seat)
    return c.PlaceChip(kind=MAIN.get(variant, "player"), amount=amount, seat=seat)


@pytest.mark.parametrize("variant", GAMES)
def test_F263_betting_has_no_clock_and_ends_when_the_player_says_deal(variant: str) -> None:
    table = private(variant)
    table.does("ada", chip(table))
    assert (table.phase, table.state.timer) == (Phase.BETTING, None)
    table.now_ms += DAY_MS
    assert table.engine.due(table.now_ms) is None
    table.does("ada", chip(table))
    table.does("ada", c.DealNow())
    assert table.phase is Phase.DEALING
    [bet] = table.round.bets.values()
    assert bet.stake == 2_000, "Deal makes bets of all chips, without Confirm"


def test_F263_deal_needs_a_bet() -> None:
    table = private()
    assert table.refusal("ada", c.DealNow()) == "table/not_now"
    table.does("ada", chip(table))
    table.does("ada", c.ClearBets())
    assert table.refusal("ada", c.DealNow()) == "deal_now/no_bet"


def test_F263_the_next_round_can_be_bet_on_as_soon_as_the_result_was_shown() -> None:
    table = private()
    table.does("ada", chip(table))
    table.does("ada", c.DealNow())
    table.cards.deal("9S 2H TD KC")
    timer = table.state.timer
    assert (table.phase, timer is not None) == (Phase.RESULT, True)
    assert timer is not None
    table.does(HOUSE, c.TimeUp(seq=timer.seq))
    assert table.phase is Phase.IDLE
    table.does("ada", c.Rebet())
    assert (table.phase, table.state.timer) == (Phase.BETTING, None)


def test_F263_a_question_waits_ten_minutes_and_then_silence_is_the_answer() -> None:
    table = private("blackjack")
    table.does("ada", chip(table))
    table.does("ada", c.DealNow())
    table.cards.deal("9S 6H 5D 4C")
    assert table.phase is Phase.DECISION
    assert table.engine.deadline_ms == table.now_ms + PATIENCE_MS
    timer = table.state.timer
    assert timer is not None
    table.does(HOUSE, c.TimeUp(seq=timer.seq))
    assert table.phase is not Phase.DECISION


@pytest.mark.parametrize(
    "command",
    [
        c.PlaceChip(kind="player", amount=1_000),
        c.Rebet(),
        c.ClearBets(),
        c.DealNow(),
        c.TakeSeat(seat=1),
    ],
)
def test_F263_nobody_else_plays_at_a_private_table(command: c.Command) -> None:
    table = private()
    table.players.fund("bob")
    table.does("ada", chip(table))
    assert table.refusal("bob", command) == "table/not_yours"


def test_F263_staff_look_after_a_private_table_as_after_every_other() -> None:
    table = private()
    table.does("ada", chip(table))
    table.does("ada", c.DealNow())
    table.does(DEALER, c.Pause(reason="a look"))
    table.does(BOSS, c.CancelRound(reason="a look"))
    assert table.funds.balance("ada") == 1_000_000


def test_F263_no_operators_money_and_no_golden_chip_lies_on_a_private_table() -> None:
    table = private(owner="guest of acme")
    assert table.refusal("guest of acme", chip(table)) == "for_fun/real_money"
    table = private()
    golden = c.PlaceChip(kind="player", amount=5_000, golden="token")
    assert table.refusal("ada", golden) == "bet/golden_chip_not_here"


def test_F263_a_pause_gives_betting_no_clock_either() -> None:
    table = private()
    table.does("ada", chip(table))
    table.does(BOSS, c.Pause(reason="a look"))
    table.does(BOSS, c.Resume(reason="all is well"))
    assert (table.phase, table.state.timer) == (Phase.BETTING, None)


def test_F263_the_log_of_a_private_table_replays_like_every_other() -> None:
    table = private()
    table.does("ada", chip(table))
    table.does("ada", c.DealNow())
    table.cards.deal("9S 2H TD KC")
    begun = TableState(table_id="fun-1", game=table.game)
    again = reduce(evolve, table.book.decoded("fun-1"), begun)
    assert again == table.state
    config = table.state.settings
    assert decode_config(encode_config(config), table.game) == config


def test_20_13_F62_blind_play_is_offered_for_fun_and_at_the_tables_of_the_demo() -> None:
    table = private("three_card_brag")
    table.does("ada", c.PlaceChip(kind="blind_play", amount=500))
    table.does("ada", c.DealNow())
    assert table.players.stakes("ada") == {"blind_play": 500, "ante": 500}
    [brag] = [config for config in default_tables() if config.table_id == "brag-1"]
    demo = demonstration(brag)
    [plain] = [config for config in default_tables() if config.table_id == "brag-1"]
    assert demo.switched_on == {"blind_play"}
    assert not plain.switched_on
