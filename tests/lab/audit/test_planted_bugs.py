"""Bugs planted in the server, and forgeries that fit in every hash: the rules find them.

Each case is a house that ran with wrong code, or a log that a forger with all our tools rewrote,
chained, balanced and sealed. The check that must find it stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import pytest
from tests.lab.audit.forger import Forger, Row
from tests.lab.audit.house import House, Table
from tests.lab.audit.scenes import export_of, trouble
from tests.table.book import Book
from tests.table.driver import blackjack_config, speed_config

from sabot.adapters.memory.facts import Facts
from sabot.gamekit import Bet, Payout, payouts
from sabot.games.baccarat import round as baccarat
from sabot.lab.audit import Check, Report, audit
from sabot.money import Cents, Odds
from sabot.service.money import postings
from sabot.table import dealing


def found(report: Report) -> set[Check]:
    """The checks that found something."""
    return {line.check for line in report.checks if line.violations}


# --- wrong code -----------------------------------------------------------------------------------


def _banker_wins_often() -> House:
    """10.70 on Banker at 0.95:1 earns 10.165, which is 10.16."""
    house = House(seed=5)
    house.fund("ada")
    table = house.open(speed_config())
    for _ in range(8):
        table.players.place("ada", "banker", 1_070)
        table.play_round(lambda _: None)
    return house


def _half_up(stake: Cents, at: Fraction) -> Cents:
    return Cents((2 * stake * at.numerator + at.denominator) // (2 * at.denominator))


def test_the_house_without_bugs_is_in_order() -> None:
    house = _banker_wins_often()
    assert audit(house.export()).ok
    assert any(transfer.amount == 2_086 for transfer in house.book.transfers.values())


def test_R3_rounding_half_up_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as planted:
        planted.setattr(payouts, "winnings", _half_up)
        export = _banker_wins_often().export()
        # Also while the bug is still in the code: the auditor rounds by itself.
        assert found(audit(export)) == {Check.I6}
    assert found(audit(export)) == {Check.I6}


def test_F107_a_forgotten_commission_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def pay(bet: Bet, label: str, pays: Mapping[str, Odds]) -> Payout:
        return payouts.pay(bet, label, {**pays, "banker_wins": Odds(1)})

    with monkeypatch.context() as planted:
        planted.setattr(baccarat, "pay", pay)
        export = _banker_wins_often().export()
        assert found(audit(export)) == {Check.I6}
    assert found(audit(export)) == {Check.I6}


def _silent(table: Table) -> None:
    """The time runs out, and the default is the answer."""
    table.time_up()


def _three_missed_rounds() -> House:
    """Bob plays three rounds beside a seat that its player has left without standing up."""
    house = House()
    table = house.open(blackjack_config())
    table.players.sit("bob", 1)
    table.players.sit("ada", 2)
    for _ in range(3):
        table.players.place("bob", "main", seat=1)
        table.play_round(_silent)
    return house


def test_F46_a_seat_that_is_freed_too_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert audit(_three_missed_rounds().export()).ok
    with monkeypatch.context() as planted:
        planted.setattr(dealing, "MISSED_ROUNDS_MAX", 2)
        assert found(audit(_three_missed_rounds().export())) == {Check.I13}


def test_R17_a_forgotten_behind_refund_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Together with the assertion in production that would have stopped it."""
    whole = postings._refunds

    def forgetful(refunds: tuple[str, ...], *others: object) -> postings.Postings:
        return whole([bet for bet in refunds if "behind" not in bet], *others)  # type: ignore[arg-type]

    monkeypatch.setattr(postings, "_refunds", forgetful)
    monkeypatch.setattr(Facts, "check_escrows", lambda *_: None)
    monkeypatch.setattr(Book, "_check_rounds_over", lambda *_: None)
    assert found(audit(trouble().export())) == {Check.I3, Check.I5, Check.I7}


# --- forgeries ------------------------------------------------------------------------------------


def _edit(kind: str, number: int = 0, **changes: object) -> Callable[[Forger], None]:
    """Members of one event replaced."""

    def forge(forger: Forger) -> None:
        forger.edit(forger.events(kind)[number], lambda body: body.update(changes))

    return forge


def _paid_more(forger: Forger) -> None:
    """One cent more for a winner, in the event, the outcome, the ledger and the house's share."""
    outcome = forger.one("outcome", result="win")
    outcome["amount"] += 1
    forger.one("transfer", id=f"{outcome['bet']}:payout")["amount"] += 1
    round_id = outcome["bet"].partition("/")[0]
    share = next(t for t in forger.all("transfer") if t["id"].startswith(f"{round_id}:house"))
    share["amount"] += 1 if share["kind"] == "winnings" else -1
    for event in forger.events("RoundSettled"):
        forger.edit(event, lambda body: _raise(body, outcome["bet"]))


def _raise(body: Row, bet: str) -> None:
    for paid in body["payouts"]:
        paid["amount"] += paid["bet"] == bet


def _another_card(forger: Forger) -> None:
    dealt = forger.events("CardDealt")[0]

    def change(body: Row) -> None:
        card = "9C" if body["card"] != "9C" else "2C"
        shoe, serial, _ = body["code"].split(":")
        body.update(card=card, code=f"{shoe}:{serial}:{card}")

    forger.edit(dealt, change)


def _refund_missing(forger: Forger) -> None:
    cancelled = forger.events("RoundCancelled")[-1]
    lost = forger.one("outcome", result="refunded")
    forger.edit(cancelled, lambda body: body["refunds"].remove(lost["bet"]))
    forger.drop("outcome", lost)
    forger.drop("transfer", forger.one("transfer", id=f"{lost['bet']}:refund"))


def _refund_twice(forger: Forger) -> None:
    cancelled = forger.events("RoundCancelled")[-1]
    forger.edit(cancelled, lambda body: body["refunds"].append(body["refunds"][0]))
    again = dict(forger.one("transfer", kind="refund"))
    forger.add("transfer", again | {"id": again["id"] + "2"})


def _settled_twice(forger: Forger) -> None:
    settled = forger.events("RoundSettled")[0]
    forger.add("event", dict(settled), after=settled)
    paid = dict(forger.one("transfer", kind="payout"))
    forger.add("transfer", paid | {"id": paid["id"] + "2"})


def _bet_after_close(forger: Forger) -> None:
    confirmed, ended = forger.events("BetsAccepted")[-1], forger.events("BettingEnded")[-1]
    forger.swap(confirmed, ended)


def _card_before_close(forger: Forger) -> None:
    forger.swap(forger.events("BetsClosed")[0], forger.events("CardDealt")[0])


def _over_maximum(forger: Forger) -> None:
    """The stake of a bet that lost, a hundred thousand times as much, wherever it stands."""
    outcome = forger.one("outcome", result="lose")
    bet = forger.one("bet", id=outcome["bet"])
    stake, raised = bet["stake"], 100_000 * bet["stake"]
    bet["stake"] = raised
    bet["body"] = bet["body"].replace(f'"stake":{stake}', f'"stake":{raised}')
    for event in forger.all("event"):
        old = f'"id":"{bet["id"]}","player":"{bet["player"]}","kind":"{bet["kind"]}","stake":'
        event["body"] = event["body"].replace(f"{old}{stake}", f"{old}{raised}")
    forger.one("transfer", id=f"{bet['id']}:stake")["amount"] = raised
    share = next(
        t for t in forger.all("transfer") if t["id"].startswith(f"{bet['round_id']}:house")
    )
    share["amount"] += raised - stake
    deposit = forger.one("transfer", kind="deposit", credit=f"player:{bet['player']}:EUR")
    deposit["amount"] += raised


def _free_double(forger: Forger) -> None:
    """A decision that took nothing: its stake, its bet and its payout never were."""
    made = next(row for row in forger.events("ChoiceMade") if '"extras":[{' in row["body"])
    forger.edit(made, lambda body: body.pop("extras"))


def _turned_early(forger: Forger) -> None:
    forger.swap(forger.events("CardsRevealed")[0], forger.events("QuestionOpened")[0])


def _asked_twice(forger: Forger) -> None:
    choice = forger.events("ChoiceMade")[0]
    forger.add("event", dict(choice), after=choice)


def _code_twice(forger: Forger) -> None:
    first, second = forger.events("CardDealt")[:2]
    body = forger.body(first)
    forger.edit(second, lambda members: members.update(code=body["code"], card=body["card"]))


def _shoe_gone(forger: Forger) -> None:
    forger.drop("event", forger.events("ShoeLoaded")[1])


def _disclosed_otherwise(forger: Forger) -> None:
    def swap(body: Row) -> None:
        cards = body["cards"].split(" ")
        at = next(n for n in range(1, len(cards)) if cards[n] != cards[0])
        cards[0], cards[at] = cards[at], cards[0]
        body["cards"] = " ".join(cards)

    forger.edit(forger.events("ShoeDisclosed")[0], swap)


def _house_keeps(forger: Forger) -> None:
    forger.drop("transfer", next(t for t in forger.all("transfer") if ":house:" in t["id"]))


def _epoch_falls(forger: Forger) -> None:
    for head in forger.all("head"):
        head["epoch"] = 2
    for event in forger.all("event")[:10]:
        event["epoch"] = 2


def _another_table(forger: Forger) -> None:
    for kind in ("head", "event"):
        for row in forger.all(kind):
            row["table_id"] = "elsewhere"


def _nobody_paid_in(forger: Forger) -> None:
    forger.drop("transfer", forger.one("transfer", kind="deposit"))


def _two_currencies(forger: Forger) -> None:
    forger.one("transfer", kind="deposit")["debit"] = "cashier:demo:USD"


def _stake_of_another(forger: Forger) -> None:
    stake = forger.one("transfer", kind="stake", debit="player:ada:EUR")
    stake["debit"] = "player:bob:EUR"


FORGERIES: dict[str, tuple[str, Callable[[Forger], None], Check]] = {
    "a card becomes another": ("brag", _another_card, Check.FAIR),
    "a payout is one cent higher": ("speed", _paid_more, Check.I6),
    "another result is told": ("speed", _edit("RoundSettled", outcome={}), Check.I6),
    "a payout is left out": ("speed", _edit("RoundSettled", payouts=[]), Check.I6),
    "a refund is missing": ("trouble", _refund_missing, Check.I15),
    "a refund comes twice": ("trouble", _refund_twice, Check.I15),
    "a round is settled twice": ("speed", _settled_twice, Check.I11),
    "a bet comes after the close": ("seven", _bet_after_close, Check.I8),
    "a card comes before the close": ("speed", _card_before_close, Check.I8),
    "a bet is over the maximum": ("speed", _over_maximum, Check.I13),
    "a side bet comes after its cut-off": (
        "speed",
        _edit("RoundOpened", round_of_shoe=61),
        Check.I13,
    ),
    "another version of the settings": ("speed", _edit("RoundOpened", config_version=2), Check.I13),
    "a double costs nothing": ("blackjack", _free_double, Check.I13),
    "the hole card is turned early": ("blackjack", _turned_early, Check.I11),
    "a decision counts twice": ("blackjack", _asked_twice, Check.I11),
    "auto stand acts unasked": ("blackjack", _edit("ChoiceMade", by="auto_stand"), Check.I11),
    "silence chooses to split": ("blackjack", _edit("ChoiceMade", by="default"), Check.I11),
    "a cancel has no reason": ("trouble", _edit("RoundCancelled", reason=" "), Check.I14),
    "a pause has no actor": ("trouble", _edit("TablePaused", actor=""), Check.I14),
    "two eyes correct a card": ("trouble", _edit("CardCorrected", actor="dealer"), Check.I14),
    "a code is read twice": ("speed", _code_twice, Check.I12),
    "a foreign code": ("speed", _edit("CardDealt", code="elsewhere:1:AS"), Check.I12),
    "a round on retired cards": ("brag", _shoe_gone, Check.P15),
    "a shoe with a joker": ("brag", _edit("ShoeLoaded", cards=53), Check.P15),
    "another promise": ("brag", _edit("ShoeLoaded", commitment="0" * 64), Check.FAIR),
    "another order is disclosed": ("brag", _disclosed_otherwise, Check.FAIR),
    "the house keeps nothing": ("speed", _house_keeps, Check.I5),
    "an epoch falls": ("speed", _epoch_falls, Check.I9),
    "another table's log": ("speed", _another_table, Check.I9),
    "money from nowhere": ("speed", _nobody_paid_in, Check.I2),
    "a transfer of two currencies": ("speed", _two_currencies, Check.I1),
    "somebody else pays the stake": ("speed", _stake_of_another, Check.I7),
    "a seat is taken twice": ("blackjack", _edit("SeatTaken", 1, seat=1), Check.I13),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_that_fits_is_found(name: str) -> None:
    scene, forge, check = FORGERIES[name]
    forger = Forger(export_of(scene))
    forge(forger)
    report = audit(forger.lines())
    assert check in found(report), report.violations


def test_the_forger_leaves_an_honest_log_alone() -> None:
    """What is found is the forgery, and not the way it was made."""
    for scene in ("speed", "seven", "blackjack", "brag", "trouble"):
        assert audit(Forger(export_of(scene)).lines()).ok


def test_F57_a_layout_that_stood_before_is_judged_anew_after_the_cut_off() -> None:
    """The same chips as in the rounds before, which the auditor remembers."""
    forger = Forger(export_of("speed"))
    forger.edit(forger.events("RoundOpened")[3], lambda body: body.update(round_of_shoe=61))
    wrong = [v for v in audit(forger.lines()).violations if v.check is Check.I13]
    assert [v.where for v in wrong] == ["a new round", "ada on player_pair"]
    assert "bet/closed_for_shoe" in wrong[1].expected


def test_F59_a_layout_that_stood_before_is_judged_anew_after_a_switch() -> None:
    forger = Forger(export_of("scanner"))
    for event in forger.events("SideBetsSwitched"):
        forger.edit(event, lambda body: body.update(kinds=["banker"]))
    wrong = [v for v in audit(forger.lines()).violations if v.check is Check.I13]
    assert {v.where for v in wrong} == {"ada on banker"}
    assert len(wrong) == 3
