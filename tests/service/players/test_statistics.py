"""Own results: sums of money, expectation of the bets made, a band that holds."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import msgspec

from sabot.gamekit import Bet
from sabot.money import Cents
from sabot.service.players.history import PlayedBet
from sabot.service.players.statistics import (
    BAND_ROUNDS_MIN,
    RoundResult,
    by_day_and_game,
    course,
    rounds_of,
    summed,
)
from sabot.service.ports import BetRow

DAY_MS = 86_400_000
RATES = {
    "player": Fraction(99, 100),
    "main": Fraction(199, 200),
    "insurance": Fraction(9, 10),
    "ante": Fraction(96, 100),
    "blind_play": Fraction(95, 100),
}


def rate(table: str, kind: str) -> Fraction | None:
    return RATES.get(kind) if table != "unknown-1" else None


def game(table: str) -> str:
    return table.partition("-")[0]


def played(
    round_id: str,
    kind: str,
    *,
    stake: int,
    amount: int,
    result: str = "lose",
    ended_ms: int = 0,
    golden: bool = False,
    parent: str | None = None,
) -> PlayedBet:
    name = f"{round_id}/{kind}"
    bet = Bet(id=name, player="ada", kind=kind, stake=Cents(stake), golden=golden, parent=parent)
    row = BetRow(
        id=name,
        round_id=round_id,
        player="ada",
        kind=kind,
        stake=stake,
        body=msgspec.json.encode(bet),
    )
    return PlayedBet(bet=row, result=result, amount=amount, ended_ms=ended_ms)


def one(*bets: PlayedBet) -> RoundResult:
    (found,) = rounds_of(bets, rate_of=rate, game_of=game)
    return found


def test_a_round_is_what_was_staked_and_what_came_back() -> None:
    found = one(
        played("speed-1-7", "player", stake=1_000, amount=2_000, result="win", ended_ms=5),
    )
    assert (found.staked, found.returned, found.net, found.game) == (1_000, 2_000, 1_000, "speed")
    assert found.expected == -10


def test_what_a_decision_adds_is_in_the_return_of_its_bet_and_insurance_has_its_own() -> None:
    found = one(
        played("blackjack-1-1", "main", stake=1_000, amount=0),
        played("blackjack-1-1", "double", stake=1_000, amount=0, parent="blackjack-1-1/main"),
        played("blackjack-1-1", "insurance", stake=500, amount=0, parent="blackjack-1-1/main"),
    )
    assert found.staked == 2_500
    assert found.expected == -5 - 50


def test_a_bet_behind_is_expected_like_a_main_bet() -> None:
    assert one(played("blackjack-1-1", "behind", stake=1_000, amount=0)).expected == -5


def test_blind_play_and_its_ante_are_one_bet() -> None:
    alone = one(played("brag-1-1", "ante", stake=1_000, amount=0))
    blind = one(
        played("brag-1-2", "ante", stake=1_000, amount=0),
        played("brag-1-2", "blind_play", stake=1_000, amount=0),
    )
    assert alone.expected == -40
    assert blind.expected == -100


def test_golden_chips_are_no_money_and_cancelled_rounds_never_were() -> None:
    rounds = rounds_of(
        [
            played("speed-1-1", "player", stake=500, amount=500, result="win", golden=True),
            played("speed-1-2", "player", stake=500, amount=500, result="refunded"),
        ],
        rate_of=rate,
        game_of=game,
    )
    total = summed(rounds)
    assert (total.rounds, total.staked, total.returned, total.golden) == (1, 0, 0, 500)
    assert total.expected == 0


def test_without_a_known_return_nothing_is_expected() -> None:
    total = summed([one(played("unknown-1-1", "player", stake=500, amount=0))])
    assert total.expected is None
    assert total.band is None


def test_sums_are_by_day_and_game_newest_first() -> None:
    rounds = rounds_of(
        [
            played("speed-1-1", "player", stake=100, amount=0, ended_ms=1),
            played("speed-1-2", "player", stake=100, amount=0, ended_ms=DAY_MS + 1),
            played("brag-1-1", "ante", stake=100, amount=0, ended_ms=DAY_MS + 2),
        ],
        rate_of=rate,
        game_of=game,
    )
    days = [(day, game, sums.staked) for day, game, sums in by_day_and_game(rounds)]
    assert days == [(1, "brag", 100), (1, "speed", 100), (0, "speed", 100)]


def test_the_course_ends_with_the_sum_and_has_no_more_points_than_asked() -> None:
    rounds = rounds_of(
        [
            played(f"speed-1-{n}", "player", stake=100, amount=0, ended_ms=n)
            for n in range(1, 1_001)
        ],
        rate_of=rate,
        game_of=game,
    )
    line = course(rounds, points=50)
    assert len(line) == 50
    assert line[-1] == (1_000, summed(rounds))
    assert len(course(rounds[:3], points=50)) == 3


def test_about_19_of_20_players_are_inside_the_band() -> None:
    chance = Random(7)
    inside = 0
    for _ in range(200):
        rounds = [
            RoundResult(
                round_id=f"r{n}",
                game="fair",
                ended_ms=n,
                staked=100,
                returned=200 if chance.random() < 0.495 else 0,
                golden=0,
                expected=Fraction(-1),
            )
            for n in range(100)
        ]
        total = summed(rounds)
        assert total.band is not None
        low, high = total.band
        inside += low <= total.net <= high
    assert 180 <= inside <= 198


def test_few_rounds_have_no_band() -> None:
    bets = [played(f"speed-1-{n}", "player", stake=100, amount=0) for n in range(BAND_ROUNDS_MIN)]
    rounds = rounds_of(bets, rate_of=rate, game_of=game)
    assert summed(rounds).band is not None
    assert summed(rounds[1:]).band is None
