"""What blackjack brings besides its rules: its table."""

from __future__ import annotations

from sabot.gamekit import Parts, TablePreset
from sabot.gamekit.presets import Opening, SeatRule, Timers
from sabot.games.blackjack.bets import Kind

TABLES = (
    TablePreset(
        table_id="blackjack-1",
        name="Blackjack Edera",
        variant="blackjack",
        lobby_order=50,
        private_word="blackjack",
        opening=Opening.FIRST_BET,
        seat_rule=SeatRule.OWN,
        seats_per_player=3,
        deal_now=True,
        needs_bets=True,
        timers=Timers(betting=15_000, card=700, result=6_000),
        announced=True,
    ),
)

PARTS = Parts(
    package=__name__.rpartition(".")[0],
    tables=TABLES,
    common_hands=frozenset({"dealer"}),
    side_bet_groups={
        "twenty_one_plus_three": frozenset({Kind.TWENTY_ONE_PLUS_THREE.value}),
        "perfect_pairs": frozenset({Kind.PERFECT_PAIRS.value}),
    },
    # R30: only the main hands count, neither side bets nor insurance.
    medal_kinds=frozenset({Kind.MAIN.value, Kind.DOUBLE.value, Kind.SPLIT.value}),
    returns_as={Kind.BEHIND.value: Kind.MAIN.value},
)
