"""Cards that were read too early, and sets of cards that come back: what verify makes of both."""

from __future__ import annotations

import pytest
from tests.lab.audit.forger import Forger
from tests.lab.audit.house import House, Table
from tests.table.driver import BOSS, DEALER, blackjack_config, scanner_config, speed_config

from sabot.lab.audit import Check, audit
from sabot.lab.audit.disclosures import Standing, of_record
from sabot.table import commands as c
from sabot.table.config import AnyConfig, Opening


def _silent(table: Table) -> None:
    table.time_up()


def removes(table: Table) -> None:
    """Read the next card of the shoe while none is due."""
    assert table.secret is not None
    number = table.state.cards_out
    card = table.secret.card(number)
    code = f"{table.shoe.shoe_id}:{number}:{card}"
    scan = c.Scan(position="P1", code=code, card=str(card))
    assert table.send(DEALER, scan).code == "scan/early"


def house_with_early_scans(config: AnyConfig) -> House:
    house = House()
    house.fund("ada")
    table = house.open(config)
    for _ in range(2):
        table.players.place("ada", "player", 500)
        removes(table)
        table.does(BOSS, c.Resume(reason="the next card then"))
        table.close()
        table.go_on(lambda _: None)
        removes(table)
        table.rest()
    table.does(BOSS, c.ChangeCards(reason="age"))
    table.play_round(lambda _: None)
    if not config.live:
        table.disclose()
    return house


@pytest.mark.parametrize("live", [False, True])
def test_20_12_an_early_card_is_no_difference_to_the_promise(*, live: bool) -> None:
    export = house_with_early_scans(speed_config(live=live)).export()
    assert audit(export).violations == ()
    assert [row["kind"] for row in Forger(export).events("CardRemoved")] == ["CardRemoved"] * 4
    standing = Standing.LIVE if live else Standing.KEPT
    assert [shoe.standing for shoe in of_record(export)] == [standing]


def test_20_12_a_round_that_lapses_keeps_count_of_its_removed_card() -> None:
    house = House()
    house.fund("ada")
    table = house.open(blackjack_config())
    table.players.sit("ada", 1)
    table.players.place("ada", "main", 500, seat=1)
    table.does("ada", c.ClearBets())
    removes(table)
    table.does(BOSS, c.Resume(reason="the next card then"))
    table.close()
    assert table.shoe.used == 1
    table.players.place("ada", "main", 500, seat=1)
    table.play_round(_silent)
    table.does(BOSS, c.ChangeCards(reason="age"))
    table.disclose()
    assert audit(house.export()).violations == ()


def test_20_12_a_house_that_skips_a_card_it_does_not_like_is_found() -> None:
    """Without the incident, a removed card is a card that somebody took out."""
    forged = Forger(house_with_early_scans(speed_config()).export())
    incident = forged.events("IncidentRecorded")[0]
    forged.drop("event", incident)
    found = {violation.check for violation in audit(forged.lines()).violations}
    assert Check.I12 in found


def test_20_12_a_set_of_cards_comes_back_under_its_name() -> None:
    house = House()
    house.fund("ada")
    table = house.open(scanner_config(live=True, opening=Opening.DEALER))
    for name in ("red", "blue", "red"):
        table.does(BOSS, c.ChangeCards(reason="age"))
        table.does(DEALER, c.LoadShoe(shoe_id=name, decks=8))
        table.does(DEALER, c.OpenBetting())
        table.players.place("ada", "player", 500)
        table.close()
        for serial, card in enumerate(("4S", "4H", "5D", "5C")):
            table.cards.scan(card, code=f"{name}:{serial}:{card}")
        table.rest()
    export = house.export()
    assert audit(export).violations == ()
    names = [shoe.shoe_id for shoe in of_record(export)][1:]
    assert names == ["red", "blue", "red"]
    assert [shoe.dealt for shoe in of_record(export, "red")] == [4, 4]
    table.does(BOSS, c.ChangeCards(reason="age"))
    load = c.LoadShoe(shoe_id="red", decks=8)
    assert table.refusal(DEALER, load) == "shoe/loaded_before"
