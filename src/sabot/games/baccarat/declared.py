"""The returns the three regulations declare, as printed (F262).

Data and nothing else: `sabot rtp` compares. A figure matches when the computed one, rounded or cut
to the printed digits, is the same: one text rounds where another cuts (Small: 94.72 and 94.71). A
range matches a bet inside it, and over all bets that carry it its ends must be met in that sense.
"""

from __future__ import annotations

from collections.abc import Mapping

from sabot.games.baccarat.bets import EGALITE

_EGALITE_RANGE = "87.55%-93.61%"

DECLARED: Mapping[str, Mapping[str, str]] = {
    # The one figure is printed as the return of Banker; it is the Tie's (R8).
    "speed_baccarat": {"tie": "85.64%"},
    "no_commission_baccarat": {
        "player": "98.76%",
        "banker": "98.54%",
        "tie": "85.64%",
        "player_pair": "89.64%",
        "banker_pair": "89.64%",
        "either_pair": "86.29%",
        "perfect_pair": "86.97%",
        "big": "95.65%",
        "small": "94.72%",
        **{kind.value: _EGALITE_RANGE for kind in EGALITE},
    },
    "speed6_scanner_baccarat": {
        "player": "98.76%",
        "banker": "98.94%",
        "tie": "85.64%",
        "player_pair": "89.64%",
        "banker_pair": "89.64%",
        "either_pair": "86.29%",
        "perfect_pair": "86.97%",
        "big": "95.65%",
        "small": "94.71%",
    },
}
