"""The return the regulation declares, as it is printed there; `sabot rtp` holds ours against it."""

from __future__ import annotations

# F179, R13: clause 9 of `regulation.md` declares one figure and does not say of which bet. With the
# pay tables of R13 it is Pair Plus; no other bet of the table comes near it to the last digit.
DECLARED: dict[str, dict[str, str]] = {
    "three_card_brag": {"pair_plus": "97.86%"},
}
