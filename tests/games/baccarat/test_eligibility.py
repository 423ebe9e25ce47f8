"""What a player may have on a baccarat table: the data of the variants, judged by the kit."""

from sabot.gamekit import OppositePolicy, Placement, Reason, TableRules, Verdict, judge
from sabot.gamekit.eligibility import Circumstances, Judgement
from sabot.games.baccarat.bets import EGALITE, PAIRS, Mode
from sabot.games.baccarat.variants import (
    NO_COMMISSION_BACCARAT,
    SPEED6_SCANNER_BACCARAT,
    SPEED_BACCARAT,
    VARIANTS,
    BaccaratVariant,
)
from sabot.money import Cents


def judged(
    variant: BaccaratVariant,
    *bets: tuple[str, int],
    mode: Mode | None = None,
    round_of_shoe: int = 1,
    rules: TableRules | None = None,
) -> tuple[Judgement, ...]:
    placements = [Placement(kind=kind, stake=Cents(stake)) for kind, stake in bets]
    now = Circumstances(mode=mode, round_of_shoe=round_of_shoe)
    return judge(placements, rules or TableRules(bets=variant.bets), now)


def reasons(judgements: tuple[Judgement, ...]) -> list[str | None]:
    return [judgement.reason for judgement in judgements]


def test_F53_R16_player_and_banker_are_opposite_in_either_mode() -> None:
    commission = judged(SPEED_BACCARAT, ("player", 10_000), ("banker", 5_000), mode=Mode.COMMISSION)
    zero = judged(
        SPEED_BACCARAT,
        ("player", 10_000),
        ("banker_zero_commission", 5_000),
        mode=Mode.ZERO_COMMISSION,
    )
    for _, banker in (commission, zero):
        assert (banker.verdict, banker.stake) == (Verdict.CUT, 1_000)
        assert banker.reason is Reason.OPPOSITE_CUT


def test_F53_R16_a_tenth_of_the_larger_side_may_stand() -> None:
    judgements = judged(NO_COMMISSION_BACCARAT, ("banker", 10_000), ("player", 1_000))
    assert reasons(judgements) == [None, None]


def test_R16_big_and_small_are_opposite() -> None:
    for variant in (NO_COMMISSION_BACCARAT, SPEED6_SCANNER_BACCARAT):
        rules = TableRules(bets=variant.bets, opposite_policy=OppositePolicy.FORBID)
        judgements = judged(variant, ("big", 500), ("small", 500), rules=rules)
        assert reasons(judgements) == [None, Reason.OPPOSITE]


def test_F54_R16_super6_with_player_is_not_opposite() -> None:
    judgements = judged(
        SPEED_BACCARAT, ("player", 1_000), ("super6", 1_000), mode=Mode.ZERO_COMMISSION
    )
    assert reasons(judgements) == [None, None]


def test_R16_tie_and_pairs_are_opposite_to_nothing() -> None:
    for variant in VARIANTS.values():
        assert not any(variant.bets[kind].opposite for kind in ("tie", *PAIRS))


def test_F55_super6_needs_a_main_bet_any_of_the_three() -> None:
    alone = judged(SPEED_BACCARAT, ("super6", 500), mode=Mode.ZERO_COMMISSION)
    assert reasons(alone) == [Reason.NEEDS_MAIN_BET]
    with_pair = judged(
        SPEED_BACCARAT, ("player_pair", 500), ("super6", 500), mode=Mode.ZERO_COMMISSION
    )
    assert reasons(with_pair) == [None, Reason.NEEDS_MAIN_BET]
    for main in ("player", "banker_zero_commission", "tie"):
        both = judged(SPEED_BACCARAT, (main, 500), ("super6", 500), mode=Mode.ZERO_COMMISSION)
        assert reasons(both) == [None, None]


def test_F56_super6_is_cut_to_the_sum_of_the_main_bets() -> None:
    *_, super6 = judged(
        SPEED_BACCARAT,
        ("player", 300),
        ("tie", 200),
        ("super6", 900),
        mode=Mode.ZERO_COMMISSION,
    )
    assert (super6.verdict, super6.stake) == (Verdict.CUT, 500)
    assert super6.reason is Reason.OVER_MAIN_BETS


def test_F112_F113_super6_and_half_on_six_belong_to_their_mode() -> None:
    commission = judged(
        SPEED_BACCARAT,
        ("banker", 500),
        ("super6", 500),
        ("banker_zero_commission", 500),
        mode=Mode.COMMISSION,
    )
    assert reasons(commission) == [None, Reason.WRONG_MODE, Reason.WRONG_MODE]
    zero = judged(SPEED_BACCARAT, ("banker", 500), mode=Mode.ZERO_COMMISSION)
    assert reasons(zero) == [Reason.WRONG_MODE]


def test_F57_pairs_are_open_through_round_60() -> None:
    for kind in PAIRS:
        assert reasons(judged(SPEED_BACCARAT, (kind, 500), round_of_shoe=60)) == [None]
        closed = judged(SPEED_BACCARAT, (kind, 500), round_of_shoe=61)
        assert reasons(closed) == [Reason.CLOSED_FOR_SHOE]


def test_F58_bonus_and_super6_are_open_through_round_44() -> None:
    for kind in ("player_bonus", "banker_bonus", "super6"):
        for round_of_shoe, expected in [(44, None), (45, Reason.CLOSED_FOR_SHOE)]:
            _, bet = judged(
                SPEED_BACCARAT,
                ("player", 500),
                (kind, 500),
                mode=Mode.ZERO_COMMISSION,
                round_of_shoe=round_of_shoe,
            )
            assert bet.reason == expected


def test_F57_F58_main_bets_never_close_nor_do_bets_of_the_other_tables() -> None:
    for kind in ("player", "tie"):
        assert reasons(judged(SPEED_BACCARAT, (kind, 500), round_of_shoe=80)) == [None]
    for variant in (NO_COMMISSION_BACCARAT, SPEED6_SCANNER_BACCARAT):
        for kind in variant.bets:
            assert reasons(judged(variant, (kind, 500), round_of_shoe=80)) == [None]


def test_F59_F60_the_operator_switches_side_bets_off() -> None:
    off = frozenset(kind.value for kind in EGALITE)
    rules = TableRules(bets=NO_COMMISSION_BACCARAT.bets, switched_off=off)
    judgements = judged(
        NO_COMMISSION_BACCARAT, ("egalite_6", 500), ("big", 500), ("player", 500), rules=rules
    )
    assert reasons(judgements) == [Reason.SWITCHED_OFF, None, None]


def test_F118_F121_F122_side_bets_stand_alone_and_together() -> None:
    stakes = [(kind, 500) for kind in ("player_pair", "banker_pair", *EGALITE)]
    assert set(reasons(judged(NO_COMMISSION_BACCARAT, *stakes))) == {None}
    across = judged(SPEED6_SCANNER_BACCARAT, ("player", 500), ("banker_pair", 500))
    assert reasons(across) == [None, None]


def test_F52_shipped_limits_bound_what_one_bet_can_win() -> None:
    for variant in VARIANTS.values():
        for spec in variant.bets.values():
            assert spec.limits.minimum == 100
            # No single bet of a shipped table can win more than 25,000.00.
            assert spec.limits.maximum * max(spec.pays.values()) <= 2_500_000
