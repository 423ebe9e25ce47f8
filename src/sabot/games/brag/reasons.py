"""Why the dealer of brag does the next thing; nothing follows from cards that lie face down."""

from __future__ import annotations

from typing import assert_never

from sabot.gamekit import Explanation
from sabot.gamekit.explaining import because
from sabot.games.brag.round import CARDS_EACH, BragRound, Stage


def why(state: BragRound) -> Explanation | None:
    """Say why the next card, answer or turn is due (F102, F103)."""
    match state.stage:
        case Stage.DEALING:
            shared = len(state.dealt) < CARDS_EACH
            return because("brag/shared_hand" if shared else "brag/dealer_hand")
        case Stage.DECIDING:
            return because("brag/play_or_fold")
        case Stage.TURNING:
            return because("brag/dealer_turns")
        case Stage.OVER:
            return None
        case _:
            assert_never(state.stage)
