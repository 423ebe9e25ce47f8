"""An honest house has nothing to fear: no false alarm, whatever happens at the tables."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.lab.audit.forger import Forger
from tests.lab.audit.house import busy_house
from tests.lab.audit.scenes import SCENES, export_of

from sabot.lab.audit import Check, audit
from sabot.lab.audit import parallel as crew


@pytest.mark.parametrize("scene", SCENES)
def test_an_honest_scene_has_no_violation(scene: str) -> None:
    report = audit(export_of(scene))
    assert report.violations == ()
    assert report.ok


def test_every_check_has_looked_at_something() -> None:
    looked = dict.fromkeys(Check, 0)
    for scene in SCENES:
        for line in audit(export_of(scene)).checks:
            looked[line.check] += line.looked_at
    # Wallet operations have tests of their own: no scene has an operator.
    assert {check for check, count in looked.items() if not count} == {Check.I10}


def test_the_scenes_hold_what_they_promise() -> None:
    taken = {row["kind"] for row in Forger(export_of("blackjack")).all("bet")}
    assert taken >= {"main", "21+3", "behind", "split", "double", "insurance"}
    golden = [row for row in Forger(export_of("blackjack")).all("transfer") if ":chip" in row["id"]]
    assert len(golden) == 1
    refunds = Forger(export_of("trouble")).events("RoundCancelled")
    assert [len(Forger.body(row)["refunds"]) for row in refunds] == [4]


def test_a_busy_house_of_all_games_has_no_violation() -> None:
    report = audit(busy_house(rounds=15, seed=11).export())
    assert report.violations == ()
    assert report.events > 800


def test_several_processes_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    export = busy_house(rounds=2, seed=3).export()
    broken = Forger(export)
    broken.one("outcome", result="lose").update(amount=1)
    monkeypatch.setattr(crew, "WORTHWHILE", 0)
    for lines in (export, broken.lines(mended=False)):
        alone, together = audit(lines), crew.audit_shared(lines, processes=2)
        assert together.checks == alone.checks
        assert together.digest == alone.digest
        assert set(together.violations) == set(alone.violations)
        assert sorted(together.notes) == sorted(alone.notes)


@pytest.mark.parametrize("scene", ["seven", "blackjack"])
def test_bets_that_were_named_by_the_older_rule_are_in_order(scene: str) -> None:
    export = b"".join(export_of(scene))
    old = _old_names(Forger(export_of(scene)))
    for name in sorted(old, key=len, reverse=True):
        export = export.replace(name.encode(), old[name].encode())
    report = audit(Forger(export.splitlines()).lines())
    assert report.violations == ()
    assert any(name.endswith("#2") for name in old.values()) == (scene == "seven")


def _old_names(forger: Forger) -> dict[str, str]:
    """What the first stakes were called when a player's bets on a spot were counted."""
    bets_in = {"BetsAccepted": "bets", "BetsClosed": "accepted"}
    taken = (
        bet
        for event in forger.all("event")
        if event["kind"] in bets_in
        for bet in forger.body(event)[bets_in[event["kind"]]]
    )
    times: Counter[str] = Counter()
    names: dict[str, str] = {}
    for bet in taken:
        round_id, _number, player_and_spot = bet["id"].split("/", 2)
        plain = f"{round_id}/{player_and_spot}"
        times[plain] += 1
        names[bet["id"]] = plain if times[plain] == 1 else f"{plain}#{times[plain]}"
    return names


def test_what_is_open_is_named_and_not_wrong() -> None:
    report = audit(export_of("speed"))
    assert "round speed-5 is open: its bets have no outcome yet" in report.notes


def test_an_empty_house_is_in_order() -> None:
    report = audit(Forger(()).lines(mended=False))
    assert report.ok
    assert report.events == 0
