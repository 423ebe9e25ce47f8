"""What Dragon Tiger brings besides its rules: its table, its roads, its texts and its page."""

from __future__ import annotations

import json
from importlib.resources import files

from sabot.gamekit import Parts, TablePreset
from sabot.gamekit.parts import LANGUAGES, Outcome
from sabot.gamekit.presets import Timers
from sabot.roads import results

PACKAGE = "sabot_dragon_tiger"

_SIDES = {"dragon": results.BANKER, "tiger": results.PLAYER, "tie": results.TIE}
"""Dragon is drawn on Banker's side of the roads, Tiger on Player's."""


def scorecard_result(outcome: Outcome) -> results.RoundResult:
    """What a round leaves on the roads."""
    return results.RoundResult(outcome=_SIDES[str(outcome["winner"])])


def _texts(language: str) -> dict[str, str]:
    text: dict[str, str] = json.loads(
        files(PACKAGE).joinpath("texts", f"{language}.json").read_text("utf-8")
    )
    return text


_WEB = files(PACKAGE).joinpath("web")

PARTS = Parts(
    package=PACKAGE,
    tables=(
        TablePreset(
            table_id="dragon-tiger-1",
            name="Dragon Tiger Orchidea",
            variant="dragon_tiger",
            private_word="dragontiger",
            timers=Timers(betting=12_000, card=1_200, result=6_000),
        ),
    ),
    common_hands=frozenset({"dragon", "tiger"}),
    scorecard_result=scorecard_result,
    texts={language: _texts(language) for language in LANGUAGES},
    web=_WEB if _WEB.joinpath("index.js").is_file() else None,
)
