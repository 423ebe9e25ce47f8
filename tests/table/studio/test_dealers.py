"""The dealer in charge of a live table: one at one console, and who that was is on record."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tests.table.cast import CONSOLE
from tests.table.driver import (
    BOSS,
    DEALER,
    DEVICE,
    SECOND,
    SUPERVISOR,
    Studio,
    scanner_config,
    speed,
)

from sabot.service.tables.envelopes import Reply
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.config import Opening
from sabot.table.phases import Phase
from sabot.table.record.snapshot import restored, snapshot_of


def live(**changes: Any) -> Studio:
    """A table with real cards that its dealer opens."""
    return Studio(scanner_config(opening=Opening.DEALER, live=True, **changes))


def betting() -> Studio:
    table = live()
    table.does(DEALER, c.OpenBetting())
    table.players.place("ada", "player")
    table.send("ada", c.ConfirmBets())
    return table


def at(table: Studio, console: str, command: c.Command, *, actor: str = DEALER) -> Reply:
    """A command from this console."""
    envelope = replace(table.envelope(actor, command), console=console)
    return table.batch([envelope]).replies[0]


DEALS = [
    c.OpenBetting(),
    c.Scan(position="P1", code="shoe1:1:9S", card="9S"),
    c.Reveal(),
    c.LoadShoe(shoe_id="other", decks=8),
    c.BurnCards(first="7H"),
    c.ShowCutCard(),
    c.DropCards(count=1),
    c.ReportBarcode(position="P1"),
    c.ChangeCards(reason="worn"),
    c.ProposeCorrection(position="P1", code="shoe1:1:9S", card="9S"),
    c.ProposeMove(first="P1", second="B1"),
    c.ProposeCancel(reason="cards fell"),
    c.Announce(phrase="welcome"),
    c.HandOver(),
    c.SignOff(),
]


@pytest.mark.parametrize("command", DEALS, ids=lambda one: type(one).__name__)
def test_F265_only_the_dealer_in_charge_deals_and_only_at_their_console(command: c.Command) -> None:
    table = live()
    assert table.refusal(SECOND, command) == "studio/not_signed_on"
    before = table.state
    assert at(table, "desk-2", command).code == "studio/other_console"
    assert table.state == before
    table.does(BOSS, c.RelieveDealer(reason="taken ill"))
    assert table.refusal(DEALER, command) == "studio/not_signed_on"


@pytest.mark.parametrize("command", [c.CallManager(reason="help"), c.Pause(reason="stop")])
def test_F241_every_dealer_calls_and_stops_from_any_console(command: c.Command) -> None:
    table = betting()
    assert at(table, "elsewhere", command, actor=SECOND).accepted


def test_a_dealer_moves_to_another_console_and_takes_the_charge_along() -> None:
    table = live()
    assert at(table, CONSOLE, c.SignOn(console=CONSOLE)).code == "studio/signed_on"
    assert at(table, "desk-2", c.SignOn(console="desk-2")).accepted
    assert at(table, CONSOLE, c.OpenBetting()).code == "studio/other_console"
    assert at(table, "desk-2", c.OpenBetting()).accepted


def test_a_second_dealer_waits_for_the_hand_over() -> None:
    table = betting()
    assert table.refusal(SECOND, c.SignOn(console="desk-2")) == "studio/dealer_on"
    table.does(DEALER, c.HandOver())
    assert table.refusal(DEALER, c.HandOver()) == "studio/handing_over"
    assert at(table, "desk-2", c.SignOn(console="desk-2"), actor=SECOND).accepted
    assert table.refusal(DEALER, c.Announce(phrase="welcome")) == "studio/not_signed_on"
    assert table.state.dealer is not None
    assert (table.state.dealer.actor, table.state.dealer.handing_over) == (SECOND, False)


def test_a_dealer_who_stays_takes_the_hand_over_back() -> None:
    table = live()
    table.does(DEALER, c.HandOver())
    table.does(DEALER, c.SignOn(console=CONSOLE))
    assert table.refusal(SECOND, c.SignOn(console="desk-2")) == "studio/dealer_on"


def test_a_dealer_does_not_leave_a_round_with_bets() -> None:
    table = betting()
    assert table.refusal(DEALER, c.SignOff()) == "studio/round_in_play"
    table.does(BOSS, c.RelieveDealer(reason="taken ill"))
    [off] = table.told(e.DealerSignedOff)
    assert (off.actor, off.dealer, off.reason) == (BOSS, DEALER, "taken ill")
    assert table.refusal(BOSS, c.RelieveDealer(reason="again")) == "studio/no_dealer"
    idle = live()
    idle.does(DEALER, c.SignOff())
    assert idle.state.dealer is None


@pytest.mark.parametrize("console", ["", " ", "a b", "x" * 65, "d\n"])
def test_a_console_has_a_plain_name(console: str) -> None:
    table = live()
    table.does(DEALER, c.SignOff())
    assert table.refusal(DEALER, c.SignOn(console=console)) == "studio/bad_console"


def test_a_scanner_reads_only_while_a_dealer_is_in_charge() -> None:
    table = betting()
    table.close()
    table.does(BOSS, c.RelieveDealer(reason="taken ill"))
    scan = c.Scan(position="P1", code="shoe1:1:9S", card="9S")
    assert table.refusal(DEVICE, scan) == "studio/not_signed_on"
    table.does(SECOND, c.SignOn(console=CONSOLE))
    table.does(DEVICE, scan)
    [step] = table.round.steps
    assert (step.by, step.manual) == (SECOND, False)


def test_F94_a_supervisor_brings_cards_without_signing_on() -> None:
    table = live()
    table.does(SUPERVISOR, c.ChangeCards(reason="security"))
    table.does(SUPERVISOR, c.LoadShoe(shoe_id="fresh", decks=8))
    assert [loaded.actor for loaded in table.told(e.ShoeLoaded)] == [DEALER, SUPERVISOR]


def test_F265_nobody_signs_on_at_a_virtual_table() -> None:
    table = speed()
    for command in (c.SignOn(console=CONSOLE), c.HandOver(), c.SignOff()):
        assert table.refusal(DEALER, command) == "command/machine_only"


def test_F86_the_dealer_clears_the_table_and_opens_the_next_round() -> None:
    table = betting()
    table.close()
    table.cards.deal("4S 2H 5D 3C")
    assert table.refusal(DEALER, c.OpenBetting()) == "table/not_now"
    table.rest()
    assert table.is_in(Phase.IDLE)
    table.does(DEALER, c.OpenBetting())
    assert table.is_in(Phase.BETTING)


def planned(dealer: str = SECOND, *, minutes: int = 5) -> c.PlanRelief:
    """The plan that this dealer comes in so many minutes; the clock of the driver stands at 0."""
    return c.PlanRelief(dealer=dealer, at_ms=60_000 * minutes)


def test_F265_a_manager_plans_the_next_dealer_and_the_plan_ends_when_they_sign_on() -> None:
    table = betting()
    table.does(BOSS, planned(minutes=30))
    table.does(BOSS, planned())  # the newer plan counts
    relief = table.state.relief
    assert relief is not None
    assert (relief.dealer, relief.at_ms, relief.actor) == (SECOND, 300_000, BOSS)
    assert table.refusal(SECOND, c.SignOn(console="desk-2")) == "studio/dealer_on"
    table.does(DEALER, c.HandOver())
    table.does(DEALER, c.SignOn(console=CONSOLE))  # the dealer stays: the plan stands
    assert table.state.relief == relief
    table.does(DEALER, c.HandOver())
    assert at(table, "desk-2", c.SignOn(console="desk-2"), actor=SECOND).accepted
    assert table.state.relief is None
    assert table.refusal(BOSS, c.DropRelief()) == "relief/none"
    table.does(BOSS, planned(DEALER))
    table.does(BOSS, c.DropRelief())
    assert table.state.relief is None


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (planned("give ada a bonus"), "relief/unknown_dealer"),
        (planned(""), "relief/unknown_dealer"),
        (planned(DEALER), "relief/in_charge"),
        (planned(minutes=-2), "relief/time"),
        (planned(minutes=24 * 60 + 1), "relief/time"),
    ],
)
def test_a_plan_names_a_dealer_and_a_time_of_this_shift(plan: c.PlanRelief, code: str) -> None:
    table = live()
    assert table.refusal(BOSS, plan) == code
    assert table.state.relief is None


def test_the_dealer_in_charge_is_known_after_a_restart() -> None:
    table = live()
    table.does(BOSS, planned())
    table.does(DEALER, c.CallManager(reason="help"))
    again = restored(snapshot_of(table.state, _no_seal), table.game, _no_key)
    assert again == table.state


def _no_seal(plain: bytes) -> str:
    raise AssertionError(plain)


def _no_key(sealed: str) -> bytes:
    raise AssertionError(sealed)


def test_a_scanner_of_the_shoe_names_no_position_and_the_first_that_is_due_gets_the_card() -> None:
    table = speed(live=True)
    table.close()
    shoe = table.state.shoe
    assert shoe is not None
    for number, card in enumerate(("KS", "9H"), start=900):
        code = f"{shoe.shoe_id}:{number}:{card}"
        table.does(DEVICE, c.Scan(position="", code=code, card=card))
    assert [(step.at, str(step.card)) for step in table.state.current.steps] == [
        ("P1", "KS"),
        ("B1", "9H"),
    ]
    # A person says where a card lies: without a position it is a card that was not due.
    code = f"{shoe.shoe_id}:902:KD"
    told = table.send(DEALER, c.Scan(position="", code=code, card="KD"))
    assert told.code == "scan/unexpected"


def test_an_early_card_of_the_scanner_of_the_shoe_leaves_it() -> None:
    table = speed(live=True)
    shoe = table.state.shoe
    assert shoe is not None
    scan = c.Scan(position="", code=f"{shoe.shoe_id}:900:KS", card="KS")
    assert table.send(DEVICE, scan).code == "scan/early"
    assert table.state.phase is Phase.PAUSED
