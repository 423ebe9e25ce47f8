"""Random scripts of people and their mistakes at live tables: nothing on record violates a rule."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from tests.simulation.floor_script import ACCIDENTS, MARKER, FloorScript

from sabot.gamekit import Audience
from sabot.gateway.tables.telling import Listener, told
from sabot.lab.audit import audit
from sabot.table.staff.reasons import read_by_players

SCRIPTS = int(os.environ.get("SABOT_FLOOR_SCRIPTS", "200"))
STEPS = 120
SHARES = 8


class Cards(dict[str, str]):
    """Whatever lies there: only words are looked at."""

    def __missing__(self, key: str) -> str:
        return "9S"


MEMORY: Any = SimpleNamespace(cards=Cards(), bettors=(), asked=lambda _id: None)


def _what_players_read(script: FloorScript) -> bytes:
    listener = Listener(Audience.PLAYER, MEMORY, lambda name: name)
    events = script.table.book.decoded(script.state.table_id)
    happened = [told(event, 1, listener) for event in events]
    return msgspec.json.encode([each for each in happened if each is not None])


@pytest.mark.parametrize("share", range(SHARES))
def test_I1_to_I15_hold_whatever_people_do_at_a_live_table(
    share: int, record_property: Callable[[str, object], None]
) -> None:
    done: Counter[str] = Counter()
    seeds = range(share, SCRIPTS, SHARES)
    for seed in seeds:
        script = FloorScript(seed).play(STEPS)
        report = audit(script.house.export())
        assert report.ok, f"seed {seed}: {report.violations[:3]}"
        assert script.house.book.totals() == {"EUR": 0}, f"seed {seed}"
        assert not script.state.in_round, f"seed {seed} does not come to rest"
        assert MARKER.encode() not in _what_players_read(script), f"seed {seed}"
        done += script.done
    record_property("counted", f"{len(seeds)} scripts, {done.total():,} acts")


def test_the_scripts_try_every_accident_and_most_refusals() -> None:
    done: Counter[str] = Counter()
    for seed in range(40):
        done += FloorScript(seed).play(STEPS).done
    answers = {said.split()[1] for said in done if " " in said}
    accepted = {said for said in done if " " not in said}
    assert len(ACCIDENTS) == 20
    assert {"scan/repeated", "scan/foreign", "scan/early", "scan/unexpected"} <= answers
    assert {"studio/other_console", "studio/dealer_on", "studio/round_in_play"} <= answers
    dealt = sum(done[kind] for kind in ("Scan", "Reveal"))
    assert dealt > 500, "cards are dealt, not only refused"
    wanted = {"MoveCards", "CorrectCard", "WithdrawCorrection", "DeclineCorrection", "AskRescan"}
    assert wanted | {"restart", "RelieveDealer", "HandOver", "ReportVideo"} <= accepted


def test_the_same_seed_is_the_same_script() -> None:
    one, other = (FloorScript(3).play(60) for _ in range(2))
    assert one.table.engine.head_hash == other.table.engine.head_hash


def test_the_marker_would_be_seen() -> None:
    assert read_by_players(MARKER) == "studio/procedure"
