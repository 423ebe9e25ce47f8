"""The returns that are declared for blackjack (F262): those of regulation 003, and ours.

Data and nothing else: `variants` puts each figure beside its bet, and `sabot rtp` compares.
"""

from __future__ import annotations

from collections.abc import Mapping

from sabot.gamekit import DeclaredBy, DeclaredOn, DeclaredReturn

_PRINTED = DeclaredBy.REGULATION

DECLARED: Mapping[str, Mapping[str, DeclaredReturn]] = {
    "blackjack": {
        # R9: met as return on the total amount staked, with composition-dependent play and `peek`.
        "main": DeclaredReturn(figure="99.46%", by=_PRINTED, on=DeclaredOn.TOTAL_STAKE),
        "perfect_pairs": DeclaredReturn(figure="95.90%", by=_PRINTED),
        # R10: only with a flush of any three cards of one suit.
        "21+3": DeclaredReturn(figure="96.30%", by=_PRINTED),
        # R12: the figure is all the text says about this bet.
        "top3": DeclaredReturn(figure="91.00%", by=_PRINTED),
        "insurance": DeclaredReturn(figure="92.53%", by=DeclaredBy.HOUSE),
    },
}
