"""The returns that are declared for the baccarat tables (F262).

Data and nothing else: `variants` puts each figure beside its bet, and `sabot rtp` compares. Where a
regulation prints a figure, that one is declared; elsewhere the house declares its exact figure, cut
to two digits. A printed figure matches when the computed one, rounded or cut to the printed digits,
is the same: one text rounds where another cuts (Small: 94.72 and 94.71). A range matches a bet
inside it, and over all bets that carry it its ends must be met in that sense.
"""

from __future__ import annotations

from collections.abc import Mapping

from sabot.gamekit import DeclaredBy, DeclaredReturn
from sabot.games.baccarat.bets import EGALITE


def _printed(figure: str) -> DeclaredReturn:
    return DeclaredReturn(figure=figure, by=DeclaredBy.REGULATION)


def _ours(figure: str, *, slip: str | None = None, reading: str | None = None) -> DeclaredReturn:
    return DeclaredReturn(figure=figure, by=DeclaredBy.HOUSE, slip=slip, reading=reading)


_EGALITE_RANGE = "87.55%-93.61%"

_ORDINARY: Mapping[str, DeclaredReturn] = {
    "player": _ours("98.76%"),
    "banker": _ours("98.94%"),
    "banker_zero_commission": _ours("98.54%"),
    "tie": _ours("85.64%"),
    "player_pair": _ours("89.63%"),
    "banker_pair": _ours("89.63%"),
    "either_pair": _ours("86.29%"),
    "perfect_pair": _ours("86.97%"),
    "player_bonus": _ours("97.34%"),
    "banker_bonus": _ours("90.62%"),
    "super6": _ours("86.18%"),
}

DECLARED: Mapping[str, Mapping[str, DeclaredReturn]] = {
    # R8: the one figure of the text is printed as the return of Banker; it is the Tie's.
    "speed_baccarat": {
        **_ORDINARY,
        "banker": _ours("98.94%", slip="85.64%", reading="R8"),
        "tie": _printed("85.64%"),
    },
    "no_commission_baccarat": {
        "player": _printed("98.76%"),
        "banker": _printed("98.54%"),
        "tie": _printed("85.64%"),
        "player_pair": _printed("89.64%"),
        "banker_pair": _printed("89.64%"),
        "either_pair": _printed("86.29%"),
        "perfect_pair": _printed("86.97%"),
        "big": _printed("95.65%"),
        "small": _printed("94.72%"),
        **{kind.value: _printed(_EGALITE_RANGE) for kind in EGALITE},
    },
    "speed6_scanner_baccarat": {
        "player": _printed("98.76%"),
        "banker": _printed("98.94%"),
        "tie": _printed("85.64%"),
        "player_pair": _printed("89.64%"),
        "banker_pair": _printed("89.64%"),
        "either_pair": _printed("86.29%"),
        "perfect_pair": _printed("86.97%"),
        "big": _printed("95.65%"),
        "small": _printed("94.71%"),
    },
    # F124: no regulation describes the ordinary table.
    "live_baccarat": _ORDINARY,
}
