"""An honest house has nothing to fear: no false alarm, whatever happens at the tables."""

from __future__ import annotations

import pytest
from tests.lab.audit.forger import Forger
from tests.lab.audit.house import House, Table, busy_house
from tests.lab.audit.scenes import SCENES, export_of
from tests.table.driver import BOSS, DEALER, brag_config, scanner_config

from sabot.lab.audit import Check, audit
from sabot.lab.audit import parallel as crew
from sabot.table import commands as c
from sabot.table.config import AnyConfig
from sabot.table.phases import Phase


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


def _corrected(table: Table, position: str, serial: int, card: str) -> None:
    code = f"{table.shoe.shoe_id}:{serial}:{card}"
    table.does(DEALER, c.ProposeCorrection(position=position, code=code, card=card))
    table.does(BOSS, c.CorrectCard(position=position, code=code, card=card))


@pytest.mark.parametrize("config", [scanner_config(live=True), brag_config(live=True)])
def test_F243_cards_that_were_swapped_and_put_right_are_in_order(config: AnyConfig) -> None:
    house = House()
    house.fund("ada")
    table = house.open(config)
    kind, first, second = "pair_plus", "player:1", "player:2"
    if "tie" in config.variant.bets:
        kind, first, second = "tie", "P1", "B1"
    table.players.place("ada", kind, 500)
    table.close()
    for serial, card in ((1, "4S"), (2, "2H")):
        table.cards.scan(card, code=f"{table.shoe.shoe_id}:{serial}:{card}")
    table.does(BOSS, c.Pause(reason="the first two were swapped"))
    _corrected(table, first, 2, "2H")
    _corrected(table, second, 1, "4S")
    table.does(BOSS, c.Resume(reason="put right"))
    table.cards.deal("5D 3C" if kind == "tie" else "7D KS QH 8D turn")
    assert audit(house.export()).violations == ()


def test_F243_I12_a_round_that_goes_on_halfway_is_not() -> None:
    house = House()
    house.fund("ada")
    table = house.open(scanner_config(live=True))
    table.close()
    for serial, card in ((1, "4S"), (2, "2H")):
        table.cards.scan(card, code=f"{table.shoe.shoe_id}:{serial}:{card}")
    table.does(BOSS, c.Pause(reason="the first two were swapped"))
    _corrected(table, "P1", 2, "2H")
    _corrected(table, "B1", 1, "4S")
    table.does(BOSS, c.Resume(reason="put right"))
    forger = Forger(house.export())
    forger.drop("event", forger.events("CardCorrected")[1])
    forger.drop("event", forger.events("CorrectionProposed")[1])
    assert Check.I12 in {found.check for found in audit(forger.lines()).violations}


def test_I12_a_card_that_was_never_there_may_come_later() -> None:
    house = House()
    house.fund("ada")
    table = house.open(scanner_config(live=True))
    table.players.place("ada", "tie", 500)
    table.close()
    for serial, card in ((1, "4S"), (2, "2H")):
        table.cards.scan(card, code=f"{table.shoe.shoe_id}:{serial}:{card}")
    table.does(BOSS, c.Pause(reason="the scanner read the next card"))
    _corrected(table, "B1", 3, "3H")
    table.does(BOSS, c.Resume(reason="put right"))
    table.cards.scan("2H", at="P2", code=f"{table.shoe.shoe_id}:2:2H")
    table.cards.deal_on()
    assert table.phase is Phase.RESULT
    assert audit(house.export()).violations == ()


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
def test_I7_a_bet_under_another_name_is_found(scene: str) -> None:
    """Its name says how many bets the round had before it; here that number is left out."""
    export = b"".join(export_of(scene))
    name = _first_bet(Forger(export_of(scene)))
    round_id, _number, player_and_spot = name.split("/", 2)
    export = export.replace(name.encode(), f"{round_id}/{player_and_spot}".encode())
    report = audit(Forger(export.splitlines()).lines())
    wrong = [one for one in report.violations if one.where == "id of a bet"]
    assert [one.check for one in wrong] == [Check.I7]


def _first_bet(forger: Forger) -> str:
    bets_in = {"BetsAccepted": "bets", "BetsClosed": "accepted"}
    taken = (
        bet["id"]
        for event in forger.all("event")
        if event["kind"] in bets_in
        for bet in forger.body(event)[bets_in[event["kind"]]]
    )
    name: str = next(taken)
    return name


def test_what_is_open_is_named_and_not_wrong() -> None:
    report = audit(export_of("speed"))
    assert "round speed-5 is open: its bets have no outcome yet" in report.notes


def test_an_empty_house_is_in_order() -> None:
    report = audit(Forger(()).lines(mended=False))
    assert report.ok
    assert report.events == 0
