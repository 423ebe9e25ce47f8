"""One Dragon Tiger line of `sabot settle`: two cards and stakes in, outcome and payouts out."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.gamekit import Bet, deal_next
from sabot.gamekit.script import Script, bad_field, settled, totals
from sabot_dragon_tiger import GAME

_MEMBERS = frozenset({"id", "game", "tags", "note", "expected", "shoe", "bets", "golden_chip"})


def settle_script(line: Mapping[str, object]) -> dict[str, object]:
    """Settle one line; whatever is wrong with it is refused by the name of the field."""
    script = Script(line)
    script.known(_MEMBERS)
    variant = GAME.variants[script.choice("game", GAME.variants)]
    if not script.has("bets"):
        raise bad_field("bets", "stakes by bet are needed")
    stakes = script.stakes("bets", variant.bets)
    golden = script.choice("golden_chip", stakes) if script.has("golden_chip") else None
    state = GAME.start(variant)
    for card in script.cards("shoe", exactly=2):
        state = deal_next(GAME, state, card)
    bets = [
        Bet(id=kind, player="script", kind=kind, stake=stake, golden=kind == golden)
        for kind, stake in stakes.items()
    ]
    payouts = GAME.settle(state, bets)
    sums = totals(payouts)
    return {
        "outcome": dict(GAME.outcome(state)),
        "bets": {payout.bet.id: settled(payout) for payout in payouts},
        "total_stake": sums["total_stake"],
        "total_payout": sums["total_payout"],
    }
