"""What holds for the verdicts on any layout whatsoever."""

from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import structs

from sabot.gamekit import (
    BetSpec,
    Judgement,
    Limits,
    OppositePolicy,
    Placement,
    Role,
    TableRules,
    Verdict,
    judge,
)
from sabot.gamekit.eligibility import Circumstances
from sabot.money import Cents, odds, portion

MAINS = frozenset({"left", "right", "draw"})


def spec(kind: str, role: Role = Role.MAIN, *, opposite: str = "", golden: bool = False) -> BetSpec:
    return BetSpec(
        kind=kind,
        role=role,
        pays={"it happens": odds("1")},
        limits=Limits(minimum=Cents(20), maximum=Cents(1000)),
        opposite=frozenset(opposite.split()),
        golden_chips=golden,
    )


PRETEND = (
    spec("left", opposite="right", golden=True),
    spec("right", opposite="left", golden=True),
    spec("draw", golden=True),
    replace(spec("six", Role.SIDE), needs_any_of=MAINS, at_most_sum_of=MAINS),
    replace(spec("duo", Role.SIDE), last_round_of_shoe=60),
    spec("behind", Role.BEHIND),
    spec("later", Role.EXTRA),
)
BETS = {bet.kind: bet for bet in PRETEND}

STAKES = st.one_of(st.integers(1, 60), st.integers(1, 3000))
PLACEMENTS = st.builds(
    Placement,
    kind=st.sampled_from([*BETS, "left", "right", "right", "moon"]),
    stake=STAKES.map(Cents),
    seat=st.sampled_from([None, None, 1, 2, 3]),
    golden=st.sampled_from([False, False, False, True]),
)
# What the table keeps is one placement per spot, and golden chips apart from cash.
LAYOUTS = st.lists(
    PLACEMENTS, max_size=9, unique_by=lambda chip: (chip.kind, chip.seat, chip.golden)
)
CASH_LAYOUTS = LAYOUTS.map(lambda chips: [chip for chip in chips if not chip.golden])
RULES = st.builds(
    lambda policy: TableRules(bets=BETS, opposite_policy=policy), st.sampled_from(OppositePolicy)
)
NOW = st.builds(
    Circumstances,
    round_of_shoe=st.sampled_from([1, 60, 61]),
    own_seats=st.sampled_from([frozenset(), frozenset({1}), frozenset({1, 2})]),
    staked_seats=st.sampled_from([None, frozenset({2, 3})]),
)


def counted(judged: tuple[Judgement, ...]) -> list[Placement]:
    """Leave on the table what counts, as the table does when betting closes."""
    return [structs.replace(one.placement, stake=one.stake) for one in judged if one.stake]


@given(LAYOUTS, RULES, NOW)
def test_one_judgement_for_each_placement_in_order(
    layout: list[Placement], rules: TableRules, now: Circumstances
) -> None:
    assert [judged.placement for judged in judge(layout, rules, now)] == layout


@given(LAYOUTS, RULES, NOW)
def test_F51_F52_what_counts_lies_within_the_limits(
    layout: list[Placement], rules: TableRules, now: Circumstances
) -> None:
    for judged in judge(layout, rules, now):
        assert 0 <= judged.stake <= judged.placement.stake
        assert judged.stake == 0 or 20 <= judged.stake <= 1000


@given(LAYOUTS, RULES, NOW)
def test_the_verdict_says_what_happened_to_the_stake(
    layout: list[Placement], rules: TableRules, now: Circumstances
) -> None:
    for judged in judge(layout, rules, now):
        whole = judged.stake == judged.placement.stake
        assert (judged.verdict is Verdict.ACCEPTED) == whole == (judged.reason is None)
        assert (judged.verdict is Verdict.CUT) == (0 < judged.stake < judged.placement.stake)


@given(LAYOUTS, RULES, NOW)
def test_F182_R29_at_most_one_golden_chip_counts_and_it_counts_whole(
    layout: list[Placement], rules: TableRules, now: Circumstances
) -> None:
    golden = [one for one in judge(layout, rules, now) if one.placement.golden and one.stake]
    assert len(golden) <= 1
    assert all(one.stake == one.placement.stake for one in golden)


@given(LAYOUTS, RULES, NOW)
def test_F181_golden_chips_and_cash_never_share_a_spot(
    layout: list[Placement], rules: TableRules, now: Circumstances
) -> None:
    spots = [(chip.kind, chip.seat) for chip in counted(judge(layout, rules, now))]
    assert len(spots) == len(set(spots))


@example(
    layout=[
        Placement(kind="left", stake=Cents(900), seat=1),
        Placement(kind="left", stake=Cents(15), seat=2),
        Placement(kind="right", stake=Cents(91), seat=3),
    ],
    rules=TableRules(bets=BETS),
    now=Circumstances(),
)
@given(LAYOUTS, RULES, NOW)
def test_judging_what_counted_again_changes_nothing(
    layout: list[Placement], rules: TableRules, now: Circumstances
) -> None:
    kept = counted(judge(layout, rules, now))
    assert [one.verdict for one in judge(kept, rules, now)] == [Verdict.ACCEPTED] * len(kept)


@given(LAYOUTS, NOW)
def test_R16_what_counts_keeps_the_cap(layout: list[Placement], now: Circumstances) -> None:
    kept = counted(judge(layout, TableRules(bets=BETS), now))
    left, right = (
        sum(chip.stake for chip in kept if chip.kind == side) for side in ("left", "right")
    )
    tenth = portion(Cents(max(left, right)), of=TableRules(bets=BETS).opposite_share)
    assert min(left, right) <= tenth


@given(LAYOUTS, NOW)
def test_R16_forbid_leaves_one_side(layout: list[Placement], now: Circumstances) -> None:
    rules = TableRules(bets=BETS, opposite_policy=OppositePolicy.FORBID)
    sides = {chip.kind for chip in counted(judge(layout, rules, now))} & {"left", "right"}
    assert len(sides) <= 1


@given(LAYOUTS, RULES, NOW)
def test_F55_F56_six_never_outweighs_the_main_bets_beside_it(
    layout: list[Placement], rules: TableRules, now: Circumstances
) -> None:
    kept = counted(judge(layout, rules, now))
    for six in (chip for chip in kept if chip.kind == "six"):
        mains = [chip.stake for chip in kept if chip.kind in MAINS and chip.seat == six.seat]
        assert six.stake <= sum(mains)


@given(CASH_LAYOUTS, RULES, NOW, st.data())
def test_F51_a_chip_that_counts_for_nothing_changes_nothing(
    layout: list[Placement], rules: TableRules, now: Circumstances, data: st.DataObject
) -> None:
    judged = judge(layout, rules, now)
    idle = [index for index, one in enumerate(judged) if one.stake == 0]
    if idle:
        gone = data.draw(st.sampled_from(idle))
        without = judge(layout[:gone] + layout[gone + 1 :], rules, now)
        assert [one.stake for one in without] == [
            one.stake for index, one in enumerate(judged) if index != gone
        ]


@given(LAYOUTS, NOW)
def test_R16_a_cap_never_lets_more_stand(layout: list[Placement], now: Circumstances) -> None:
    off, cap = (
        sum(one.stake for one in judge(layout, TableRules(bets=BETS, opposite_policy=policy), now))
        for policy in (OppositePolicy.OFF, OppositePolicy.CAP)
    )
    assert cap <= off
