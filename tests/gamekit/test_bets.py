from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from sabot.gamekit import Bet
from sabot.money import Cents

FIRST = Bet(
    id="b1",
    player="ada",
    kind="main",
    stake=Cents(105),
    seat=2,
    golden=True,
    terms=frozenset({"follow_double"}),
)


def test_F65_F141_an_insurance_of_half_the_stake_is_cut_at_the_third_decimal() -> None:
    assert FIRST.extra(kind="insurance", share=Fraction(1, 2)).stake == 52  # of 1.05: 0.525


def test_F180_R29_what_a_decision_adds_is_cash_even_to_a_golden_chip() -> None:
    double = FIRST.extra(kind="double")
    assert (double.stake, double.golden) == (105, False)


def test_an_extra_names_its_parent_and_stays_with_its_player_and_seat() -> None:
    split = FIRST.extra(kind="split", hand=1)
    assert (split.parent, split.player, split.seat, split.hand) == ("b1", "ada", 2, 1)
    assert split.terms == frozenset()


def test_extras_of_one_bet_have_ids_of_their_own_and_the_same_ones_every_time() -> None:
    made = [FIRST.extra(kind=kind).id for kind in ("double", "split", "insurance")]
    assert len({FIRST.id, *made}) == 4
    assert made == [FIRST.extra(kind=kind).id for kind in ("double", "split", "insurance")]


@given(st.integers(1, 10**12), st.fractions(min_value=0, max_value=1))
def test_F66_a_share_never_exceeds_the_stake_it_is_of(stake: int, share: Fraction) -> None:
    bet = Bet(id="b1", player="ada", kind="main", stake=Cents(stake))
    part = bet.extra(kind="insurance", share=share).stake
    assert 0 <= part <= stake
    assert 0 <= stake * share - part < 1
