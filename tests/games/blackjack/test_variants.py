from fractions import Fraction
from pathlib import Path

import pytest

from sabot.gamekit import Placement, Role, TableRules, Verdict, judge
from sabot.gamekit.eligibility import Circumstances
from sabot.games.blackjack import GAME
from sabot.games.blackjack.bets import Kind
from sabot.games.blackjack.declared import DECLARED
from sabot.games.blackjack.variants import BLACKJACK, TenUpBlackjack
from sabot.money import Cents, odds

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "blackjack"

PAY_TABLE = """
main           blackjack 3:2  win 1:1  push 0
behind         blackjack 3:2  win 1:1  push 0
double         win 1:1  push 0  returned 0
split          win 1:1  push 0  returned 0
insurance      dealer_blackjack 2:1
perfect_pairs  perfect 25:1  coloured 12:1  mixed 6:1
21+3           suited_trips 100:1  straight_flush 40:1  trips 30:1  straight 10:1  flush 5:1
top3           suited_trips 270:1  straight_flush 180:1  trips 90:1
"""


@pytest.mark.parametrize("row", PAY_TABLE.strip().splitlines())
def test_F133_F141_F145_F146_F147_F153_R12_pay_table(row: str) -> None:
    kind, *pairs = row.split()
    expected = {label: odds(text) for label, text in zip(pairs[::2], pairs[1::2], strict=True)}
    assert dict(BLACKJACK.bets[kind].pays) == expected


def test_F151_the_pay_table_is_complete() -> None:
    assert {row.split()[0] for row in PAY_TABLE.strip().splitlines()} == set(BLACKJACK.bets)
    assert set(BLACKJACK.bets) == set(Kind)
    assert [kind for kind, spec in BLACKJACK.bets.items() if spec.kind != kind] == []


def test_F131_R27_the_shipped_table() -> None:
    assert dict(GAME.variants) == {"blackjack": BLACKJACK}
    assert (BLACKJACK.decks, BLACKJACK.seats, BLACKJACK.cut_card_from_end) == (8, 7, 104)


def test_R9_the_hole_card_is_peeked_at_by_default() -> None:
    assert BLACKJACK.ten_up_blackjack is TenUpBlackjack.PEEK


def test_F149_R12_top_3_is_off_until_a_table_switches_it_on() -> None:
    assert [kind for kind, spec in BLACKJACK.bets.items() if not spec.on_by_default] == [Kind.TOP3]


def test_F7_bets_behind_have_limits_of_their_own() -> None:
    for spec in BLACKJACK.bets.values():
        assert 0 < spec.limits.minimum < spec.limits.maximum
    assert BLACKJACK.bets[Kind.BEHIND].role is Role.BEHIND


def verdicts(
    *placements: Placement, own: frozenset[int] = frozenset(), staked: frozenset[int] | None = None
) -> list[tuple[Verdict, str | None]]:
    rules = TableRules(bets=BLACKJACK.bets)
    now = Circumstances(own_seats=own, staked_seats=staked)
    return [(judged.verdict, judged.reason) for judged in judge(placements, rules, now)]


def test_F45_side_bets_need_the_main_bet_of_their_seat() -> None:
    main = Placement(kind=Kind.MAIN, stake=Cents(1000), seat=1)
    here = Placement(kind=Kind.PERFECT_PAIRS, stake=Cents(500), seat=1)
    elsewhere = Placement(kind=Kind.TWENTY_ONE_PLUS_THREE, stake=Cents(500), seat=2)
    assert verdicts(main, here, elsewhere) == [
        (Verdict.ACCEPTED, None),
        (Verdict.ACCEPTED, None),
        (Verdict.REFUSED, "bet/needs_main_bet"),
    ]


def test_F155_F158_behind_staked_seats_of_others_only() -> None:
    own = Placement(kind=Kind.BEHIND, stake=Cents(1000), seat=1)
    idle = Placement(kind=Kind.BEHIND, stake=Cents(1000), seat=2)
    good = Placement(kind=Kind.BEHIND, stake=Cents(1000), seat=3)
    assert verdicts(own, idle, good, own=frozenset({1}), staked=frozenset({1, 3})) == [
        (Verdict.REFUSED, "bet/behind_oneself"),
        (Verdict.REFUSED, "bet/seat_not_staked"),
        (Verdict.ACCEPTED, None),
    ]


def test_F164_no_side_bets_behind() -> None:
    side = Placement(kind=Kind.PERFECT_PAIRS, stake=Cents(500), seat=3)
    behind = Placement(kind=Kind.BEHIND, stake=Cents(1000), seat=3)
    assert verdicts(behind, side)[1] == (Verdict.REFUSED, "bet/needs_main_bet")


def test_R29_golden_chips_are_for_the_main_bet() -> None:
    golden = [Placement(kind=kind, stake=Cents(500), seat=1, golden=True) for kind in Kind]
    accepted = [p.kind for p in golden if verdicts(p)[0][0] is Verdict.ACCEPTED]
    assert accepted == [Kind.MAIN]


def test_extra_stakes_are_never_placed_by_hand() -> None:
    for kind in (Kind.DOUBLE, Kind.SPLIT, Kind.INSURANCE):
        assert BLACKJACK.bets[kind].role is Role.EXTRA
        placement = Placement(kind=kind, stake=Cents(500), seat=1)
        assert verdicts(placement) == [(Verdict.REFUSED, "bet/not_offered")]


def side_bet_ways() -> tuple[dict[str, int], dict[str, int]]:
    pairs, threes = (GOLDEN / "side_bets.counts").read_text(encoding="utf-8").split("\n\n")
    return table(pairs), table(threes)


def table(text: str) -> dict[str, int]:
    return {line.split()[0]: int(line.split()[1]) for line in text.strip().splitlines()[1:]}


@pytest.mark.parametrize("kind", [Kind.PERFECT_PAIRS, Kind.TWENTY_ONE_PLUS_THREE, Kind.TOP3])
def test_F149_R10_R12_declared_returns_follow_from_the_pay_tables(kind: Kind) -> None:
    ways = side_bet_ways()[0 if kind is Kind.PERFECT_PAIRS else 1]
    pays = BLACKJACK.bets[kind].pays
    won = sum((ways[label] * (1 + profit) for label, profit in pays.items()), Fraction(0))
    assert f"{float(won / sum(ways.values())):.2%}" == DECLARED["blackjack"][kind].figure


def test_F181_a_golden_chip_and_cash_never_share_a_spot() -> None:
    golden = Placement(kind=Kind.MAIN, stake=Cents(500), seat=1, golden=True)
    cash = Placement(kind=Kind.MAIN, stake=Cents(500), seat=1)
    assert verdicts(golden, cash)[1] == (Verdict.REFUSED, "bet/golden_and_cash")


def test_F182_one_golden_chip_over_all_seats() -> None:
    first, second = (
        Placement(kind=Kind.MAIN, stake=Cents(500), seat=seat, golden=True) for seat in (1, 2)
    )
    assert verdicts(first, second)[1] == (Verdict.REFUSED, "bet/one_golden_chip")
