"""Verdicts on layouts of a pretend game, as tables a floor manager could read.

A row is a layout, oldest chip first, an arrow, and one verdict per chip: the stake that counts, or
what became of it and why. `left@2 golden 50` is a golden chip of 50 on the left spot of seat 2.
"""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from msgspec import structs

from sabot.gamekit import (
    BetSpec,
    Judgement,
    Limits,
    OppositePolicy,
    Placement,
    Reason,
    Role,
    TableRules,
    Verdict,
    judge,
)
from sabot.gamekit.eligibility import Circumstances
from sabot.money import Cents, odds

# Left against right, as Player against Banker; `right_free` is right in another mode; `six` leans
# on the main bets, `twin` on one of them; `later` is what a decision takes.
PRETEND_BETS = """
    left        main    20..1000   golden opposite=right,right_free
    right       main    20..1000   golden opposite=left
    right_free  main    20..1000   golden opposite=left mode=free
    draw        main    20..400    golden
    high        side    20..1000   opposite=low
    low         side    20..1000   opposite=high
    six         side    30..500    golden needs=MAINS at_most=MAINS
    extra_six   side    10..500    closes=44 mode=free
    duo         side    10..200    closes=60
    twin        side    10..200    needs=draw
    comet       side    10..200    off
    behind      behind  20..300
    later       extra   1..1000
"""


def spec(line: str) -> BetSpec:
    kind, role, limits, *marks = line.replace("MAINS", "left,right,right_free,draw").split()
    minimum, maximum = (Cents(int(end)) for end in limits.split(".."))
    said = {name: value for name, _, value in (mark.partition("=") for mark in marks)}
    names = {name: frozenset(value.split(",")) for name, value in said.items()}
    return BetSpec(
        kind=kind,
        role=Role(role),
        pays={"it happens": odds("1")},
        limits=Limits(minimum=minimum, maximum=maximum),
        needs_any_of=names.get("needs", frozenset()),
        at_most_sum_of=names.get("at_most", frozenset()),
        opposite=names.get("opposite", frozenset()),
        mode=said.get("mode"),
        last_round_of_shoe=int(said["closes"]) if "closes" in said else None,
        golden_chips="golden" in said,
        on_by_default="off" not in said,
    )


PRETEND = {bet.kind: bet for bet in map(spec, PRETEND_BETS.strip().splitlines())}
TABLE = TableRules(bets=PRETEND)
NOW = Circumstances()
FREE = Circumstances(mode="free")

CHIP = re.compile(r"(?P<kind>\w+)(@(?P<seat>\d+))?(?P<golden> golden)? (?P<stake>-?\d+)")


def chip(text: str) -> Placement:
    """Read `left@2 golden 50`."""
    found = CHIP.fullmatch(text.strip())
    assert found, f"{text!r} is no chip"
    return Placement(
        kind=found["kind"],
        stake=Cents(int(found["stake"])),
        seat=int(found["seat"]) if found["seat"] else None,
        golden=bool(found["golden"]),
    )


def layout(text: str) -> list[Placement]:
    return [chip(one) for one in text.split(",")]


def told(judgement: Judgement) -> str:
    """Write a judgement as the tables do."""
    reason = "" if judgement.reason is None else judgement.reason.value.removeprefix("bet/")
    match judgement.verdict:
        case Verdict.ACCEPTED:
            return f"{judgement.stake}{reason}"
        case Verdict.CUT:
            return f"{judgement.stake} {reason}"
        case Verdict.INACTIVE | Verdict.REFUSED:
            assert judgement.stake == 0
            return f"{judgement.verdict} {reason}"


def check(table: str, rules: TableRules = TABLE, now: Circumstances = NOW) -> None:
    rows = [line.split("->") for line in table.strip().splitlines()]
    written = {chips.strip(): verdicts.strip() for chips, verdicts in rows}
    judged = {chips: judge(layout(chips), rules, now) for chips in written}
    said = {chips: ", ".join(told(one) for one in verdicts) for chips, verdicts in judged.items()}
    assert said == written


def with_policy(policy: OppositePolicy, share: Fraction = Fraction(1, 10)) -> TableRules:
    return replace(TABLE, opposite_policy=policy, opposite_share=share)


def test_F51_a_bet_under_the_minimum_is_inactive() -> None:
    check("""
        left 20            -> 20
        left 19            -> inactive under_minimum
        left 1             -> inactive under_minimum
        left 19, draw 20   -> inactive under_minimum, 20
        draw golden 19     -> inactive under_minimum
    """)


def test_F51_an_empty_stake_is_under_the_minimum() -> None:
    check("""
        left 0             -> inactive under_minimum
        left 0, draw 50    -> inactive under_minimum, 50
    """)


def test_F51_an_inactive_main_bet_carries_no_side_bet() -> None:
    check("""
        left 19, six 30    -> inactive under_minimum, refused needs_main_bet
        draw 19, twin 10   -> inactive under_minimum, refused needs_main_bet
    """)


def test_F52_a_bet_over_the_maximum_is_cut_to_it() -> None:
    check("""
        left 1000          -> 1000
        left 1001          -> 1000 over_maximum
        left 999999        -> 1000 over_maximum
        draw 500, left 20  -> 400 over_maximum, 20
    """)


def test_F52_the_limit_that_cut_is_told() -> None:
    over, under = judge(layout("draw 500, left 5"), TABLE, NOW)
    assert (over.limit, under.limit) == (400, 20)


def test_F52_this_tables_limits_go_before_the_variants() -> None:
    high_rollers = {"left": Limits(minimum=Cents(500), maximum=Cents(5000))}
    check(
        """
        left 499           -> inactive under_minimum
        left 5001          -> 5000 over_maximum
        draw 500           -> 400 over_maximum
        """,
        replace(TABLE, limits=high_rollers),
    )


def test_F52_chips_on_one_spot_share_its_maximum() -> None:
    # Two devices of one player, or two clicks: the spot's limits are for what lies on the spot.
    judged = judge(layout("draw 300, draw 300"), TABLE, NOW)
    assert sum(one.stake for one in judged) == 400


def test_F53_R16_the_smaller_of_two_opposite_stakes_is_cut_to_a_tenth() -> None:
    check("""
        left 1000, right 100          -> 1000, 100
        left 1000, right 101          -> 1000, 100 opposite_cut
        left 1000, right 99           -> 1000, 99
        left 1000, right 999          -> 1000, 100 opposite_cut
        right 1000, left 300          -> 1000, 100 opposite_cut
        left 300, right 1000          -> 100 opposite_cut, 1000
        high 700, low 700             -> 700, 70 opposite_cut
        left 999, right 100           -> 999, 99 opposite_cut
        left 991, right 99            -> 991, 99
    """)


def test_R16_of_equal_stakes_the_later_is_cut() -> None:
    check("""
        left 500, right 500           -> 500, 50 opposite_cut
        right 500, left 500           -> 500, 50 opposite_cut
    """)


def test_R16_later_means_later_among_bets_that_stand() -> None:
    # The first chip cannot be placed at all; of the two that can, left came first.
    check(
        """
        right_free 500, left 500, right 500        -> refused wrong_mode, 500, 50 opposite_cut
        draw golden 50, right golden 500, left 500, right 500 \
                                -> 50, refused one_golden_chip, 500, 50 opposite_cut
        """.replace("\\\n", "")
    )
    check(
        "right_free 500, left 500, right 500 -> refused wrong_mode, 500, refused opposite",
        with_policy(OppositePolicy.FORBID),
    )


def test_R16_what_counts_is_compared_not_what_was_put_down() -> None:
    # The larger stake is first cut to its maximum, and a tenth of that remains for the other side.
    check("""
        left 5000, right 500          -> 1000 over_maximum, 100 opposite_cut
    """)


def test_R16_F51_a_cut_below_the_minimum_leaves_an_inactive_chip() -> None:
    # Enough was laid and another chip would not help: the opposite is the reason.
    check("""
        left 190, right 100           -> 190, inactive opposite
        right 100, left 190           -> inactive opposite, 190
        left 190, right 19            -> 190, inactive under_minimum
        left 200, right 100           -> 200, 20 opposite_cut
    """)


def test_R16_sides_are_summed_over_all_seats() -> None:
    check("""
        left@1 500, left@2 500, right@3 100            -> 500, 500, 100
        left@1 500, left@2 500, right@3 101            -> 500, 500, 100 opposite_cut
        left@1 1000, right@2 60, right@3 60            -> 1000, 60, 40 opposite_cut
        left@1 600, right@2 400, right@3 400           -> 80 opposite_cut, 400, 400
    """)


def test_R16_the_newest_chips_of_the_smaller_side_go_first() -> None:
    check("""
        left@1 1000, right@2 100, right@3 50           -> 1000, 100, refused opposite
        right@2 80, left@1 1000, right@3 80            -> 80, 1000, 20 opposite_cut
    """)


def test_R16_F112_right_is_one_side_in_both_modes() -> None:
    check(
        """
        left 1000, right_free 101                      -> 1000, 100 opposite_cut
        left 1000, right 60, right_free 60             -> 1000, 60, 40 opposite_cut
        """,
        now=FREE,
    )


def test_R16_forbid_refuses_the_side_that_came_second() -> None:
    check(
        """
        left 100, right 20            -> 100, refused opposite
        right 20, left 100            -> 20, refused opposite
        left@1 20, right@2 90, left@3 20, right@4 90 -> 20, refused opposite, 20, refused opposite
        high 50, low 50, left 50      -> 50, refused opposite, 50
        """,
        with_policy(OppositePolicy.FORBID),
    )


def test_R16_off_lets_both_sides_stand() -> None:
    check(
        """
        left 500, right 500           -> 500, 500
        high 20, low 1000             -> 20, 1000
        """,
        with_policy(OppositePolicy.OFF),
    )


def test_R16_the_share_is_the_tables() -> None:
    check(
        """
        left 400, right 101           -> 400, 100 opposite_cut
        """,
        with_policy(OppositePolicy.CAP, Fraction(1, 4)),
    )


def test_R16_an_inactive_chip_opposes_nothing() -> None:
    # F51: it counts for nothing, so it cannot take a good bet from the table.
    check("left 19, right 200 -> inactive under_minimum, 200", with_policy(OppositePolicy.FORBID))
    check("left@1 19, left@2 19, right@3 20 -> " + "inactive under_minimum, " * 2 + "20")
    check("left@1 900, left@2 15, right@3 91 -> 900, inactive under_minimum, 90 opposite_cut")


def test_F54_six_and_left_are_not_opposite() -> None:
    check("""
        left 100, six 100             -> 100, 100
        six 100, left 100             -> 100, 100
        draw 100, left 100, duo 50    -> 100, 100, 50
    """)


def test_F55_six_needs_a_main_bet() -> None:
    check("""
        six 100                       -> refused needs_main_bet
        duo 100, six 100              -> 100, refused needs_main_bet
        six 100, draw 100             -> 100, 100
        right 100, six 50             -> 100, 50
    """)


def test_F55_a_refused_main_bet_is_no_main_bet() -> None:
    check("""
        right_free 100, six 50        -> refused wrong_mode, refused needs_main_bet
    """)


def test_F56_six_is_at_most_the_main_bets_together() -> None:
    check("""
        left 100, six 100             -> 100, 100
        left 100, six 101             -> 100, 100 over_main_bets
        left 100, draw 50, six 200    -> 100, 50, 150 over_main_bets
    """)


def test_F56_main_bets_count_after_their_own_cuts() -> None:
    check("""
        draw 900, six 450                  -> 400 over_maximum, 400 over_main_bets
        left 300, right 300, six 400       -> 300, 30 opposite_cut, 330 over_main_bets
        left 300, right 100, draw 19, six 400 -> 300, 30 opposite_cut, inactive under_minimum, \
330 over_main_bets
    """)


def test_F56_F51_six_cut_below_its_minimum_is_inactive() -> None:
    _, six = judge(layout("left 29, six 40"), TABLE, NOW)
    assert (six.verdict, six.stake) == (Verdict.INACTIVE, 0)


def test_F57_pairs_close_after_round_60() -> None:
    check("duo 50 -> 50", now=Circumstances(round_of_shoe=60))
    check("duo 50, left 50 -> refused closed_for_shoe, 50", now=Circumstances(round_of_shoe=61))


def test_F58_bonus_bets_close_after_round_44() -> None:
    check("extra_six 50 -> 50", now=structs.replace(FREE, round_of_shoe=44))
    check("extra_six 50 -> refused closed_for_shoe", now=structs.replace(FREE, round_of_shoe=45))


def test_F59_a_side_bet_can_be_switched_off() -> None:
    check(
        "duo 50, left 50 -> refused switched_off, 50",
        replace(TABLE, switched_off=frozenset({"duo"})),
    )


def test_F59_a_bet_that_is_off_by_default_can_be_switched_on() -> None:
    on = replace(TABLE, switched_on=frozenset({"comet"}))
    check("comet 50 -> refused switched_off")
    check("comet 50 -> 50", on)
    # Against abuse (F59) the one switch that says no is stronger.
    check("comet 50 -> refused switched_off", replace(on, switched_off=frozenset({"comet"})))


def test_F45_a_side_bet_needs_the_main_bet_of_its_own_seat() -> None:
    check("""
        draw@1 50, twin@1 50          -> 50, 50
        draw@1 50, twin@2 50          -> 50, refused needs_main_bet
        twin@1 50                     -> refused needs_main_bet
        left@1 50, twin@1 50          -> 50, refused needs_main_bet
    """)


def test_F112_F113_some_bets_belong_to_a_mode() -> None:
    check("""
        right_free 50                 -> refused wrong_mode
        extra_six 50                  -> refused wrong_mode
        right 50                      -> 50
    """)
    check("right_free 50 -> 50", now=FREE)
    check("right_free 50 -> refused wrong_mode", now=Circumstances(mode="another"))


def test_F155_never_behind_oneself() -> None:
    mine = Circumstances(own_seats=frozenset({2, 3}))
    check(
        """
        behind@2 50                   -> refused behind_oneself
        behind@3 50, behind@4 50      -> refused behind_oneself, 50
        draw@2 50, behind@1 50        -> 50, 50
        """,
        now=mine,
    )


def test_F158_a_bet_behind_falls_with_the_seat() -> None:
    check("behind@4 50 -> 50")  # While betting is open the seat's player may still bet.
    check(
        """
        behind@4 50                   -> 50
        behind@5 50                   -> refused seat_not_staked
        """,
        now=Circumstances(staked_seats=frozenset({4})),
    )
    check("behind@4 50 -> refused seat_not_staked", now=Circumstances(staked_seats=frozenset()))


def test_R28_a_bet_behind_has_limits_of_its_own() -> None:
    check("""
        behind@4 19                   -> inactive under_minimum
        behind@4 301                  -> 300 over_maximum
    """)


def test_F181_R29_a_spot_holds_golden_chips_or_cash() -> None:
    check("""
        left golden 50, left 50       -> 50, refused golden_and_cash
        left 50, left golden 50       -> 50, refused golden_and_cash
        left@1 50, left@2 golden 50   -> 50, 50
        left golden 50, draw 50       -> 50, 50
    """)


def test_F182_R29_one_golden_chip_a_round_over_all_seats() -> None:
    check("""
        left golden 50, draw golden 50         -> 50, refused one_golden_chip
        left@1 golden 50, left@2 golden 50     -> 50, refused one_golden_chip
        left golden 50, left golden 50         -> 50, refused one_golden_chip
    """)


def test_R29_a_golden_chip_that_may_not_lie_there_uses_up_nothing() -> None:
    check("""
        duo golden 50, left golden 50          -> refused golden_not_here, 50
        right_free golden 50, left golden 50   -> refused wrong_mode, 50
        behind@3 golden 50                     -> refused golden_not_here
    """)


def test_R29_a_golden_chip_is_never_cut() -> None:
    check("""
        left golden 1000                       -> 1000
        left golden 1001                       -> refused golden_over_maximum
        left 1000, right golden 100            -> 1000, 100
        left 1000, right golden 101            -> 1000, refused opposite
        left golden 101, right 1000            -> refused opposite, 1000
        left 100, six golden 101               -> 100, refused over_main_bets
    """)


def test_R29_R16_a_golden_chip_weighs_as_much_as_cash() -> None:
    check("""
        left golden 1000, right 150            -> 1000, 100 opposite_cut
        left golden 100, six 150               -> 100, 100 over_main_bets
    """)


def test_what_is_not_on_the_list_is_not_offered() -> None:
    check("""
        moon 50                                -> refused not_offered
        later 50                               -> refused not_offered
    """)


CLOSED_EARLY = Circumstances(round_of_shoe=61)
BEHIND_MINE = Circumstances(own_seats=frozenset({2}), staked_seats=frozenset())
ALL_OFF = replace(TABLE, switched_off=frozenset(PRETEND))
FORBID = with_policy(OppositePolicy.FORBID)


@pytest.mark.parametrize(
    ("chips", "faults", "rules", "now"),
    [
        ("later 50", "NOT_OFFERED SWITCHED_OFF", ALL_OFF, NOW),
        ("duo 50", "SWITCHED_OFF CLOSED_FOR_SHOE", ALL_OFF, CLOSED_EARLY),
        ("extra_six 50", "CLOSED_FOR_SHOE WRONG_MODE", TABLE, CLOSED_EARLY),
        ("behind@2 50", "SWITCHED_OFF BEHIND_ONESELF", ALL_OFF, BEHIND_MINE),
        ("behind@2 50", "BEHIND_ONESELF SEAT_NOT_STAKED", TABLE, BEHIND_MINE),
        ("behind@1 golden 50", "SEAT_NOT_STAKED GOLDEN_NOT_HERE", TABLE, BEHIND_MINE),
        ("duo 50, duo golden 50", "SPOT_TAKEN GOLDEN_NOT_HERE", TABLE, NOW),
        ("draw golden 50, left 50, left golden 50", "SPOT_TAKEN ONE_GOLDEN_CHIP", TABLE, NOW),
        ("left 50, left golden 5000", "SPOT_TAKEN GOLDEN_OVER_MAXIMUM", TABLE, NOW),
        ("draw golden 50, duo golden 50", "GOLDEN_NOT_HERE ONE_GOLDEN_CHIP", TABLE, NOW),
        ("draw golden 50, left golden 5000", "ONE_GOLDEN_CHIP GOLDEN_OVER_MAXIMUM", TABLE, NOW),
        ("left 50, right golden 5000", "GOLDEN_OVER_MAXIMUM OPPOSITE", FORBID, NOW),
        ("left 50, right 5000", "OPPOSITE OVER_MAXIMUM", FORBID, NOW),
        ("left 50, right 5", "OPPOSITE UNDER_MINIMUM", FORBID, NOW),
        ("left 1000, right 5000", "OVER_MAXIMUM OPPOSITE_CUT", TABLE, NOW),
        ("six 5000", "OVER_MAXIMUM NEEDS_MAIN_BET", TABLE, NOW),
        ("left 50, six 5000", "OVER_MAXIMUM OVER_MAIN_BETS", TABLE, NOW),
        ("six 29", "NEEDS_MAIN_BET UNDER_MINIMUM", TABLE, NOW),
        ("left 20, six 40", "OVER_MAIN_BETS UNDER_MINIMUM", TABLE, NOW),
    ],
)
def test_of_two_reasons_the_one_listed_first_is_told(
    chips: str, faults: str, rules: TableRules, now: Circumstances
) -> None:
    """The last chip of each layout has two faults; `Reason` says which one its player hears."""
    both = {Reason[fault] for fault in faults.split()}
    first = next(reason for reason in Reason if reason in both)
    assert judge(layout(chips), rules, now)[-1].reason == first
