"""The returns that regulation 003 declares, as printed there.

Data for `sabot rtp`, which sets them beside the computed figures. Nothing is computed here.
"""

from __future__ import annotations

DECLARED: dict[str, dict[str, str]] = {
    "blackjack": {
        # R9: met as return on the total amount staked, with composition-dependent play and `peek`.
        "main": "99.46%",
        "perfect_pairs": "95.90%",
        "21+3": "96.30%",  # R10: only with a flush of any three cards of one suit.
        "top3": "91.00%",  # R12: the figure is all the text says about this bet.
    },
}
