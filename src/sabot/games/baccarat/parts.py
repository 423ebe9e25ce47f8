"""What baccarat brings besides its rules: its five tables, its roads and its lessons."""

from __future__ import annotations

from sabot.gamekit import Parts, TablePreset
from sabot.gamekit.parts import Outcome
from sabot.gamekit.presets import Confirmation, SeatRule, Timers
from sabot.games.baccarat.bets import Kind
from sabot.games.baccarat.lessons import lessons
from sabot.roads import results

_SPEED_TIMERS = Timers(betting=12_000, card=900, result=10_000)

TABLES = (
    TablePreset(
        table_id="speed-1",
        name="Speed Baccarat Aurora",
        variant="speed_baccarat",
        lobby_order=10,
        private_word="speed",
        laid_before_close=6,
        timers=_SPEED_TIMERS,
        announced=True,
    ),
    TablePreset(
        table_id="speed-2",
        name="Speed Baccarat Borea",
        variant="speed_baccarat",
        lobby_order=20,
        laid_before_close=6,
        timers=_SPEED_TIMERS,
    ),
    TablePreset(
        table_id="seven-1",
        name="Seven Seats Cedro",
        variant="no_commission_baccarat",
        lobby_order=30,
        private_word="seven",
        confirmation=Confirmation.MANUAL,
        seat_rule=SeatRule.SHARED,
        timers=Timers(betting=15_000, card=1_500, result=10_000),
    ),
    TablePreset(
        table_id="scanner-1",
        name="Speed Six Duna",
        variant="speed6_scanner_baccarat",
        lobby_order=40,
        private_word="scanner",
        confirmation=Confirmation.MANUAL,
        timers=Timers(betting=12_000, card=300, result=8_000),
    ),
    TablePreset(
        table_id="baccarat-1",
        name="Live Baccarat Ginepro",
        variant="live_baccarat",
        lobby_order=70,
        # F124: the pace of a dealer who draws, reads and lays down one card after the other,
        # and then pays and clears the felt by hand.
        timers=Timers(betting=18_000, card=2_500, result=12_000),
    ),
)


def scorecard_result(outcome: Outcome) -> results.RoundResult:
    """What a round leaves on the roads: the winner, its points and the pairs of both hands."""
    winner = results.Outcome(str(outcome["winner"]))
    points = "banker_points" if winner is results.BANKER else "player_points"
    return results.RoundResult(
        outcome=winner,
        total=int(outcome[points]),
        player_pair=bool(outcome["player_pair"]),
        banker_pair=bool(outcome["banker_pair"]),
    )


SIDE_BET_GROUPS = {
    "pairs": frozenset(
        kind.value
        for kind in (Kind.PLAYER_PAIR, Kind.BANKER_PAIR, Kind.EITHER_PAIR, Kind.PERFECT_PAIR)
    ),
    "bonus": frozenset({Kind.PLAYER_BONUS.value, Kind.BANKER_BONUS.value}),
    "big_small": frozenset({Kind.BIG.value, Kind.SMALL.value}),
    "egalite": frozenset(f"egalite_{total}" for total in range(10)),
    "super6": frozenset({Kind.SUPER6.value}),
}


PARTS = Parts(
    package=__name__.rpartition(".")[0],
    tables=TABLES,
    common_hands=frozenset({"player", "banker"}),
    scorecard_result=scorecard_result,
    side_bet_groups=SIDE_BET_GROUPS,
    lessons=lessons,
)
