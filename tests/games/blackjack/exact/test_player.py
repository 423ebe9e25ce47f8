from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from sabot.errors import Refused
from sabot.games.blackjack.exact import dealer
from sabot.games.blackjack.exact.ground import MainGame, ground
from sabot.games.blackjack.exact.hands import CLOSED, EMPTY, MUST_DRAW, hands
from sabot.games.blackjack.exact.player import (
    SPLIT,
    MainReturn,
    best_play,
    first_decisions,
    given_play,
    main_return,
    returned_by,
)
from sabot.games.blackjack.exact.values import full_shoe
from sabot.games.blackjack.variants import TenUpBlackjack

PEEK, ORIGINALS, ALL = TenUpBlackjack

# Best composition-dependent play of eight decks: initial bet, total stake, extra stake.
EIGHT_DECKS = {
    PEEK: ("0.993927984269", "0.994565422812", "0.117293125360"),
    ORIGINALS: ("0.993905633829", "0.994552261615", "0.118696556398"),
    ALL: ("0.992925886005", "0.993582109236", "0.102249049537"),
}


@pytest.mark.parametrize("mode", TenUpBlackjack)
def test_R9_eight_decks_to_twelve_digits(mode: TenUpBlackjack) -> None:
    found = main_return(full_shoe(8), MainGame(ten_up_blackjack=mode))
    digits = tuple(f"{x:.12f}" for x in (found.initial, found.total_stake, found.extra_stake))
    assert digits == EIGHT_DECKS[mode]


def test_R9_declared_return_is_met_on_the_total_stake() -> None:
    assert f"{main_return(full_shoe(8), MainGame()).total_stake:.4%}" == "99.4565%"
    assert f"{main_return(full_shoe(8), MainGame()).total_stake:.2%}" == "99.46%"


def unsplit_twins() -> list[int]:
    """For each hand of a split, the number of the same cards without one."""
    graph = hands()
    twins = []
    for hand in range(graph.first_split, len(graph.row)):
        own = graph.removed[graph.row[hand]].copy()
        own[graph.pair[hand] - 1] -= 1
        twin = EMPTY
        for value in np.repeat(np.arange(1, 11), own):
            twin = int(graph.transitions[twin, value])
        twins.append(twin)
    return twins


def without_memory(decks: int, game: MainGame) -> MainReturn:
    """A player who after a split decides as if the same cards had never been split."""
    graph, prepared = hands(), ground(full_shoe(decks), game)
    hits = best_play(prepared).hits.copy()
    hits[graph.first_split :] = hits[unsplit_twins()]
    options = first_decisions(prepared, given_play(prepared, hits=hits, second_hits=hits))
    return returned_by(prepared, options, options.argmax(axis=0))


@pytest.mark.parametrize("mode", [PEEK, ALL])
def test_R9_forgetting_the_other_pair_card_costs_nothing_in_eight_decks(
    mode: TenUpBlackjack,
) -> None:
    # The two ways to read "each hand looks only at its own cards" differ in 110 decisions, all of
    # them after splits that best play does not make.
    game = MainGame(ten_up_blackjack=mode)
    assert without_memory(8, game).initial == main_return(full_shoe(8), game).initial
    assert without_memory(1, game).initial < main_return(full_shoe(1), game).initial - 1e-6


def extended_payouts(shoe: tuple[int, ...]) -> NDArray[np.longdouble]:
    """The peek game again, in numbers of 64 bits of precision and without a kernel."""
    graph, program = hands(), dealer.program()
    left = np.maximum(np.array(shoe) - graph.removed, 0).astype(np.longdouble)
    total = left.sum(axis=1)
    finals = np.zeros((10, 5, len(left)), np.longdouble)
    path = [np.ones_like(total)]
    for depth, operand, final, leaf in program.steps:
        if leaf < 0:
            held, cards = program.factors[operand]
            factor = np.prod([left[:, held] - k for k in range(cards)], axis=0)
            path[depth:] = [path[depth - 1] * factor]
            continue
        ways = path[depth] / np.prod([total - k for k in range(operand)], axis=0)
        for entry in range(program.starts[leaf], program.starts[leaf + 1]):
            finals[program.ups[entry], final] += int(program.orders[entry]) * ways
    clear = (left / total[:, None]).T
    both = left[:, 0] * left[:, 9] / (total * (total - 1))
    clear[0] -= both
    clear[9] -= both
    tails = np.concatenate(
        [finals[:, ::-1].cumsum(axis=1)[:, ::-1], np.zeros_like(finals[:, :1])], 1
    )
    standing = np.clip(graph.total - 17, -1, 4)
    not_worse = tails[:, np.maximum(standing, 0), graph.row]
    better = np.where(standing >= 0, tails[:, standing + 1, graph.row], not_worse)
    stand = (2 * clear[:, graph.row] - not_worse - better).T
    chance = left / total[:, None]
    value: NDArray[np.longdouble] = stand.copy()
    for hand in range(len(graph.row) - 1, EMPTY, -1):
        if graph.status[hand] == CLOSED:
            continue
        following = graph.transitions[hand, 1:]
        drawn = np.where(following[:, None] > 0, value[following], 0)
        hit = (chance[graph.row[hand]][:, None] * drawn).sum(axis=0)
        value[hand] = hit if graph.status[hand] == MUST_DRAW else np.maximum(stand[hand], hit)
    return value


def test_R9_rounding_stays_below_the_thirteenth_digit() -> None:
    prepared = ground(full_shoe(8), MainGame())
    extended = extended_payouts(full_shoe(8))
    assert np.finfo(np.longdouble).eps < 1e-18, "this machine has no extended precision"
    found = best_play(prepared).value
    assert np.abs(found - extended)[EMPTY + 1 :].max() < 1e-14
    options = first_decisions(prepared, best_play(prepared))
    graph = hands()
    first, second = graph.opening_values.T
    options[0] = extended[graph.openings]
    pairs = first == second
    extra = prepared.in_play[graph.row[graph.openings]][pairs]
    options[SPLIT, pairs] = 2 * extended[graph.split_start[first[pairs]]] - extra
    precise = returned_by(prepared, options, options.argmax(axis=0))
    assert precise.initial == pytest.approx(0.993927984269157, abs=2e-15)


def shoes() -> st.SearchStrategy[tuple[int, ...]]:
    """What may be left when a round begins: at least two decks' worth of cards."""
    nine = st.lists(st.integers(8, 32), min_size=9, max_size=9)
    return st.tuples(nine, st.integers(32, 128)).map(lambda drawn: (*drawn[0], drawn[1]))


@settings(max_examples=15)
@given(shoes())
def test_R9_looking_under_a_ten_never_hurts_the_player(shoe: tuple[int, ...]) -> None:
    peek, originals, everything = (
        main_return(shoe, MainGame(ten_up_blackjack=mode)).initial for mode in TenUpBlackjack
    )
    assert peek >= originals >= everything


@settings(max_examples=15)
@given(shoes())
def test_every_up_card_and_every_next_card_is_counted_once(shoe: tuple[int, ...]) -> None:
    prepared = ground(shoe, MainGame(ten_up_blackjack=TenUpBlackjack.TAKES_ALL))
    left = np.array(shoe)
    aces = left[0] * left[9] / (left.sum() * (left.sum() - 1))
    # Under a ten nobody looks, so only a blackjack under an ace ends the round before decisions.
    assert prepared.in_play[hands().row[EMPTY]].sum() == pytest.approx(1 - aces, abs=1e-14)
    assert prepared.weight.sum() == pytest.approx(1, abs=1e-14)
    assert prepared.chance.sum(axis=1) == pytest.approx(1, abs=1e-14)


def test_F133_a_better_paid_blackjack_is_worth_its_frequency() -> None:
    even = main_return(full_shoe(8), MainGame(blackjack_pays=Fraction(1)))
    usual = main_return(full_shoe(8), MainGame())
    natural = Fraction(2 * 32 * 128, 416 * 415)
    pushed = Fraction(2 * 31 * 127, 414 * 413)
    assert usual.initial - even.initial == pytest.approx(float(natural * (1 - pushed) / 2))


def test_a_shoe_too_short_for_a_round_is_refused() -> None:
    with pytest.raises(Refused, match="shoe/too_short"):
        main_return((1,) * 9 + (2,), MainGame())
