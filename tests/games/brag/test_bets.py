"""Labels of bets, and how Ante and Blind Play lie on the felt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.cards import cards
from sabot.gamekit import Placement, Reason, TableRules, Verdict, judge
from sabot.gamekit.eligibility import Circumstances, Judgement
from sabot.games.brag.bets import (
    Kind,
    Stance,
    Summary,
    bonus_label,
    label,
    place,
    restake,
    summary,
)
from sabot.games.brag.poker import PokerHand
from sabot.games.brag.rules import BragHand, Comparison
from sabot.games.brag.variants import THREE_CARD_BRAG
from sabot.money import Cents

BLIND_ON = TableRules(bets=THREE_CARD_BRAG.bets, switched_on=frozenset({Kind.BLIND_PLAY.value}))


def over(player: str, dealer: str) -> Summary:
    return summary(player=cards(player), dealer=cards(dealer))


def chip(kind: str, stake: int, *, golden: bool = False) -> Placement:
    return Placement(kind=kind, stake=Cents(stake), golden=golden)


def verdicts(*chips: Placement, rules: TableRules = BLIND_ON) -> tuple[Judgement, ...]:
    return judge(chips, rules, Circumstances())


def reasons(*chips: Placement, rules: TableRules = BLIND_ON) -> list[Reason | None]:
    return [verdict.reason for verdict in verdicts(*chips, rules=rules)]


def test_a_summary_says_all_that_bets_look_at() -> None:
    assert over("9S TH JD", "KC QD JH") == Summary(
        player_hand=BragHand.RUN,
        dealer_qualifies=True,
        comparison=Comparison.DEALER,
        poker_hand=PokerHand.STRAIGHT,
    )


@pytest.mark.parametrize(
    ("player", "dealer", "ante"),
    [
        ("TS 8H 4D", "JC 9D 8C", "dealer_not_qualified"),
        ("AS AH AD", "JC 9D 8C", "dealer_not_qualified"),
        ("AS KH 9D", "AC KD 8H", "player_better"),
        ("AS KH 9D", "AC KD 9H", "equal"),
        ("AS KH 9D", "AC KD TH", "dealer_better"),
    ],
)
def test_F171_F172_labels_of_ante_and_play(player: str, dealer: str, ante: str) -> None:
    round_ = over(player, dealer)
    assert label(Kind.ANTE, round_) == ante
    assert label(Kind.PLAY, round_) == label(Kind.BLIND_PLAY, round_) == ante


def test_F170_a_pass_has_its_own_label_whatever_the_cards() -> None:
    for dealer in ("JC 9D 8C", "AC KD TH"):
        assert label(Kind.ANTE, over("AS KH 9D", dealer), Stance.PASSED) == "passed"


def test_F175_no_bonus_label_on_a_pass() -> None:
    round_ = over("4S 5H 6D", "9C 9D AH")
    assert bonus_label(round_, Stance.IN) == "run"
    assert bonus_label(round_, Stance.PASSED) is None


def test_F176_F177_side_bets_are_labelled_by_their_hand_also_after_a_pass() -> None:
    round_ = over("7S 7H 4D", "7C 7D 4H")
    for stance in Stance:
        assert label(Kind.PAIR_PLUS, round_, stance) == "pair"
        assert label(Kind.POKER_PLUS, round_, stance) == "four"


def test_F178_blind_play_is_copied_onto_the_ante() -> None:
    change = place([], chip("blind_play", 500))
    assert change.after == (chip("ante", 500), chip("blind_play", 500))
    assert change.before == ()
    assert change.notice is None


def test_F178_blind_play_is_copied_over_another_ante_and_leaves_side_bets() -> None:
    lying = (chip("ante", 300), chip("pair_plus", 200))
    assert place(lying, chip("blind_play", 500)).after == (
        chip("ante", 500),
        chip("blind_play", 500),
        chip("pair_plus", 200),
    )


@pytest.mark.parametrize("touched", ["ante", "blind_play"])
def test_F178_changing_one_changes_both(touched: str) -> None:
    pair = place([], chip("blind_play", 500)).after
    assert place(pair, chip(touched, 200)).after == (chip("ante", 700), chip("blind_play", 700))
    assert restake(pair, chip(touched, 200)).after == (chip("ante", 200), chip("blind_play", 200))


def test_F178_clearing_the_ante_clears_both_and_clearing_blind_play_leaves_it() -> None:
    lying = (*place([], chip("blind_play", 500)).after, chip("pair_plus", 200))
    assert restake(lying, chip("ante", 0)).after == (chip("pair_plus", 200),)
    cleared = restake(lying, chip("blind_play", 0))
    assert cleared.after == (chip("ante", 500), chip("pair_plus", 200))
    assert cleared.before == lying


def test_F178_other_chips_move_alone() -> None:
    lying = (chip("ante", 500),)
    assert place(lying, chip("ante", 200)).after == (chip("ante", 700),)
    assert place(lying, chip("pair_plus", 200)).after == (*lying, chip("pair_plus", 200))
    assert restake(lying, chip("ante", 100)).after == (chip("ante", 100),)


def test_F186_R29_a_golden_ante_with_blind_play_turns_to_cash_on_both() -> None:
    golden = chip("ante", 1000, golden=True)
    lying = (golden, chip("pair_plus", 200))
    change = place(lying, chip("blind_play", 300))
    assert change.after == (
        chip("ante", 1000),
        chip("blind_play", 1000),
        chip("pair_plus", 200),
    )
    assert change.notice is Reason.ONE_GOLDEN_CHIP
    assert change.notice.value == "bet/one_golden_chip"
    assert change.returned == golden


def test_F186_R29_one_undo_restores_what_lay_there() -> None:
    lying = (chip("ante", 1000, golden=True), chip("poker_plus", 200))
    assert place(lying, chip("blind_play", 1000)).before == lying


def test_F186_R29_a_golden_chip_put_on_blind_play_goes_back_to_the_rack() -> None:
    golden = chip("blind_play", 1000, golden=True)
    change = place([], golden)
    assert change.after == (chip("ante", 1000), chip("blind_play", 1000))
    assert (change.notice, change.returned) == (Reason.ONE_GOLDEN_CHIP, golden)


def test_F186_R29_a_golden_chip_put_on_an_ante_with_blind_play_counts_as_cash() -> None:
    pair = place([], chip("blind_play", 500)).after
    change = place(pair, chip("ante", 1000, golden=True))
    assert change.after == (chip("ante", 1500), chip("blind_play", 1500))
    assert change.notice is Reason.ONE_GOLDEN_CHIP


def test_F186_R29_asking_for_blind_play_by_amount_is_the_same() -> None:
    golden = chip("ante", 1000, golden=True)
    change = restake([golden], chip("blind_play", 700))
    assert change.after == (chip("ante", 1000), chip("blind_play", 1000))
    assert (change.notice, change.returned) == (Reason.ONE_GOLDEN_CHIP, golden)


def test_R29_a_golden_side_bet_does_not_mind_blind_play() -> None:
    golden = chip("pair_plus", 200, golden=True)
    change = place([golden], chip("blind_play", 500))
    assert change.after == (chip("ante", 500), chip("blind_play", 500), golden)
    assert change.notice is None


def test_F169_pair_plus_may_stand_alone_and_poker_plus_needs_an_ante() -> None:
    assert reasons(chip("pair_plus", 500)) == [None]
    assert reasons(chip("poker_plus", 500)) == [Reason.NEEDS_MAIN_BET]
    assert reasons(chip("ante", 500), chip("poker_plus", 500)) == [None, None]
    assert reasons(chip("pair_plus", 500), chip("poker_plus", 500)) == [None, Reason.NEEDS_MAIN_BET]


def test_F178_blind_play_needs_an_ante_and_is_never_larger() -> None:
    assert reasons(chip("blind_play", 500)) == [Reason.NEEDS_MAIN_BET]
    _, blind = verdicts(chip("ante", 500), chip("blind_play", 700))
    assert (blind.verdict, blind.stake) == (Verdict.CUT, 500)


def test_F61_F62_side_bets_can_be_switched_off_and_blind_play_must_be_switched_on() -> None:
    plain = TableRules(bets=THREE_CARD_BRAG.bets)
    assert reasons(chip("ante", 500), chip("blind_play", 500), rules=plain) == [
        None,
        Reason.SWITCHED_OFF,
    ]
    off = TableRules(bets=THREE_CARD_BRAG.bets, switched_off=frozenset({"pair_plus", "poker_plus"}))
    chips = (chip("ante", 500), chip("pair_plus", 500), chip("poker_plus", 500))
    assert reasons(*chips, rules=off) == [None, Reason.SWITCHED_OFF, Reason.SWITCHED_OFF]


def test_F170_play_is_taken_by_a_decision_and_never_placed() -> None:
    assert reasons(chip("ante", 500), chip("play", 500)) == [None, Reason.NOT_OFFERED]


def test_F180_golden_chips_are_first_bets() -> None:
    assert reasons(chip("ante", 500, golden=True)) == [None]
    assert reasons(chip("pair_plus", 500, golden=True)) == [None]
    assert reasons(chip("ante", 500), chip("poker_plus", 500, golden=True)) == [None, None]
    assert reasons(chip("ante", 500), chip("blind_play", 500, golden=True)) == [
        None,
        Reason.GOLDEN_NOT_HERE,
    ]


def test_F181_golden_and_cash_never_share_a_spot() -> None:
    lying = place([chip("ante", 500, golden=True)], chip("ante", 200)).after
    assert reasons(*lying) == [None, Reason.SPOT_TAKEN]
    lying = place([chip("ante", 200)], chip("ante", 500, golden=True)).after
    assert reasons(*lying) == [None, Reason.SPOT_TAKEN]


def test_F182_one_golden_chip_in_a_round() -> None:
    golden = chip("ante", 500, golden=True), chip("pair_plus", 500, golden=True)
    assert reasons(*golden) == [None, Reason.ONE_GOLDEN_CHIP]


chips = st.builds(
    chip,
    st.sampled_from([kind.value for kind in Kind if kind is not Kind.PLAY]),
    st.integers(1, 1000),
    golden=st.booleans(),
)


@given(st.lists(chips, max_size=8), st.lists(chips, max_size=3))
def test_F178_F186_with_blind_play_ante_is_always_equal_and_in_cash(
    first: list[Placement], later: list[Placement]
) -> None:
    lying: tuple[Placement, ...] = ()
    steps = [(place, each) for each in first] + [(restake, each) for each in later]
    for step, each in steps:
        change = step(lying, each)
        assert change.before == lying
        lying = change.after
        blind = [spot for spot in lying if spot.kind == Kind.BLIND_PLAY]
        if blind:
            ante = [spot for spot in lying if spot.kind == Kind.ANTE]
            assert [spot.stake for spot in ante] == [spot.stake for spot in blind]
            assert not any(spot.golden for spot in (*ante, *blind))
