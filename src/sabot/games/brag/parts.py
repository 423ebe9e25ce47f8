"""What 3 Card Brag brings besides its rules: its table."""

from __future__ import annotations

from sabot.gamekit import Parts, TablePreset
from sabot.gamekit.presets import Confirmation, Timers
from sabot.games.brag.bets import Kind

TABLES = (
    TablePreset(
        table_id="brag-1",
        name="Brag Faggio",
        variant="three_card_brag",
        lobby_order=60,
        private_word="brag",
        confirmation=Confirmation.MANUAL,
        auto_confirm=False,  # F39: its text leaves this to the provider
        multiple_bets=False,
        timers=Timers(betting=15_000, decision=12_000, card=600, result=7_000, shuffle=3_000),
        demo_bets=frozenset({"blind_play"}),  # F62
    ),
)

PARTS = Parts(
    package=__name__.rpartition(".")[0],
    tables=TABLES,
    common_hands=frozenset({"player", "dealer"}),
    side_bet_groups={
        "pair_plus": frozenset({Kind.PAIR_PLUS.value}),
        "poker_plus": frozenset({Kind.POKER_PLUS.value}),
    },
    returns_with={Kind.BLIND_PLAY.value: Kind.ANTE.value},
)
