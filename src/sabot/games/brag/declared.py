"""The returns that are declared for brag (F262): the one the regulation prints, and ours.

Data and nothing else: `variants` puts each figure beside its bet, and `sabot rtp` compares.
"""

from __future__ import annotations

from collections.abc import Mapping

from sabot.gamekit import DeclaredBy, DeclaredOn, DeclaredReturn

_HOUSE = DeclaredBy.HOUSE

DECLARED: Mapping[str, Mapping[str, DeclaredReturn]] = {
    "three_card_brag": {
        # R13: Ante and Play together, on the total amount staked.
        "ante": DeclaredReturn(figure="97.99%", by=_HOUSE, on=DeclaredOn.TOTAL_STAKE),
        "blind_play": DeclaredReturn(figure="96.18%", by=_HOUSE),
        # F179, R13: clause 9 of `regulation.md` declares one figure and does not say of which bet.
        # With the pay tables of R13 it is Pair Plus; no other bet of the table comes near it to the
        # last digit.
        "pair_plus": DeclaredReturn(figure="97.86%", by=DeclaredBy.REGULATION),
        "poker_plus": DeclaredReturn(figure="91.43%", by=_HOUSE),
    },
}
