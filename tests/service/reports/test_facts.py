"""The sums of a round: money apart from golden chips, operators apart from each other."""

from __future__ import annotations

from sabot.service.reports.facts import BetFact, Owner, Sum, sums_of

HOUSE, ACME = Owner("", "EUR"), Owner("acme", "EUR")


def test_golden_chips_are_no_money_and_operators_are_apart() -> None:
    sums = sums_of(
        [
            BetFact("ada", "player", 100, False, 200),
            BetFact("ada", "tie", 50, True, 400),
            BetFact("bob", "player", 300, False, 600),
        ],
        {"ada": HOUSE, "bob": ACME},
    )
    assert sums.parts == {
        HOUSE: Sum(bets=2, staked=100, paid=200, golden=50, golden_paid=400),
        ACME: Sum(bets=1, staked=300, paid=600),
    }
    assert sums.kinds[HOUSE, "tie"] == Sum(bets=1, golden=50, golden_paid=400)
    assert sums.players[ACME, "bob"] == Sum(bets=1, staked=300, paid=600)
    assert (sums.players_of(HOUSE), sums.players_of(ACME)) == (1, 1)
    assert sums.has_golden


def test_a_round_without_bets_has_no_money() -> None:
    sums = sums_of([], {})
    assert (sums.parts, sums.has_golden) == ({}, False)
