"""The generator and the shuffle, against published numbers and a plain-Python twin."""

from collections import Counter
from itertools import permutations
from math import prod, sqrt

import numpy as np
import pytest

from sabot.maths.rng import BATCH, Shoe, Words, shuffle_on, splitmix, stream, thresholds, words

MASK = 2**64 - 1


class Twin:
    """xoshiro256++ and the batched shuffle in whole numbers, as the papers describe them."""

    def __init__(self, state: list[int]) -> None:
        self.state = state

    def word(self) -> int:
        a, b, c, d = self.state
        result = (rotated((a + d) & MASK, 23) + a) & MASK
        c, d = c ^ a, d ^ b
        b, a = b ^ c, a ^ d
        c ^= (self.state[1] << 17) & MASK
        self.state = [a, b, c, rotated(d, 45)]
        return result

    def draws(self, bounds: list[int], limit: int) -> list[int]:
        """A number under each bound, all from one word."""
        while True:
            rest, drawn = self.word(), []
            for bound in bounds:
                number, rest = divmod(rest * bound, 2**64)
                drawn.append(number)
            if rest >= limit:
                return drawn

    def shuffle(self, cards: list[int], start: int, stop: int, limits: list[int]) -> None:
        """Fisher and Yates, forwards."""
        for first in range(start, stop, BATCH):
            bounds = [len(cards) - place for place in range(first, first + BATCH)]
            for place, further in enumerate(self.draws(bounds, limits[first // BATCH]), first):
                other = place + further
                cards[place], cards[other] = cards[other], cards[place]


def rotated(word: int, by: int) -> int:
    return ((word << by) | (word >> (64 - by))) & MASK


def new_twin(seed: int, index: int) -> Twin:
    return Twin([int(word) for word in stream(seed=seed, index=index)])


def ordered(size: int) -> Shoe:
    return np.arange(size, dtype=np.uint32)


def shuffle(shoe: Shoe, start: int, stop: int, state: Words) -> None:
    shuffle_on(shoe, np.uint64(start), np.uint64(stop), thresholds(len(shoe)), state)


def test_splitmix_gives_its_published_numbers() -> None:
    assert [splitmix(1234567, place) for place in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_the_generator_gives_its_published_numbers() -> None:
    state = np.array([1, 2, 3, 4], dtype=np.uint64)
    assert words(state, 6).tolist() == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
    ]


@pytest.mark.parametrize(("seed", "index"), [(0, 0), (1, 0), (1, 7), (2**64 - 1, 123_456)])
def test_the_generator_equals_its_twin_number_by_number(seed: int, index: int) -> None:
    state, twin = stream(seed=seed, index=index), new_twin(seed, index)
    first, then = words(state, 300).tolist(), words(state, 200).tolist()
    assert first + then == [twin.word() for _ in range(500)]
    assert state.tolist() == twin.state


def test_streams_of_a_seed_read_the_seeding_sequence_one_after_another() -> None:
    read = [int(word) for index in range(50) for word in stream(seed=9, index=index)]
    assert read == [splitmix(9, place) for place in range(200)]
    assert len(set(read)) == 200


@pytest.mark.parametrize("size", [52, 416])
def test_the_shuffle_equals_its_twin_card_by_card(size: int) -> None:
    shoe, state = ordered(size), stream(seed=3, index=size)
    cards, twin = list(range(size)), new_twin(3, size)
    limits = [int(limit) for limit in thresholds(size)]
    for _ in range(20):
        for start, stop in ((0, 12), (12, 18), (18, 48)):
            shuffle(shoe, start, stop, state)
            twin.shuffle(cards, start, stop, limits)
        assert shoe.tolist() == cards
    assert state.tolist() == twin.state


def test_a_refused_word_is_replaced_by_the_next_one() -> None:
    # True limits refuse one word in thousands; these refuse every other one.
    limits = np.full(69, 2**63, dtype=np.uint64)
    shoe, state = ordered(416), stream(seed=3, index=0)
    shuffle_on(shoe, np.uint64(0), np.uint64(414), limits, state)
    cards, twin = list(range(416)), new_twin(3, 0)
    twin.shuffle(cards, 0, 414, [2**63] * 69)
    assert shoe.tolist() == cards
    assert state.tolist() == twin.state


def test_a_shuffle_carried_on_is_the_shuffle_done_at_once() -> None:
    at_once, by_parts = ordered(416), ordered(416)
    shuffle(at_once, 0, 402, stream(seed=5, index=0))
    state = stream(seed=5, index=0)
    for start, stop in ((0, 342), (342, 366), (366, 390), (390, 402)):
        shuffle(by_parts, start, stop, state)
    assert at_once.tolist() == by_parts.tolist()
    assert sorted(at_once.tolist()) == list(range(416))


def test_what_is_accepted_divides_evenly_among_all_draws() -> None:
    limits = thresholds(416)
    assert len(limits) == 69
    for batch, limit in enumerate(limits):
        left = 416 - BATCH * batch
        ways = prod(range(left - BATCH + 1, left + 1))
        assert (2**64 - int(limit)) % ways == 0
        assert int(limit) < ways


def chi_square(observed: list[int], cells: int) -> float:
    expected = sum(observed) / cells
    empty = (cells - len(observed)) * expected
    return empty + sum((count - expected) ** 2 / expected for count in observed)


def assert_even(observed: Counter[tuple[int, ...]], cells: int) -> None:
    """Within four standard deviations of what even chances give; the seed is fixed."""
    freedom = cells - 1
    assert abs(chi_square(list(observed.values()), cells) - freedom) < 4 * sqrt(2 * freedom)


def test_every_order_of_seven_cards_is_as_likely_as_every_other() -> None:
    state, limits = stream(seed=11, index=0), thresholds(7)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(50_400):
        shoe = ordered(7)
        shuffle_on(shoe, np.uint64(0), np.uint64(6), limits, state)
        seen[tuple(shoe.tolist())] += 1
    assert set(seen) <= set(permutations(range(7)))
    assert_even(seen, 5040)


@pytest.mark.parametrize("places", [(0,), (5,), (341,), (0, 1), (5, 6), (3, 340)])
def test_every_value_comes_evenly_to_every_place_of_a_shoe(places: tuple[int, ...]) -> None:
    # The shoe is never put back in order, as in a simulation. Values: 16, of 26 cards each.
    shoe, state = ordered(416), stream(seed=13, index=len(places))
    seen: Counter[tuple[int, ...]] = Counter()
    limits = thresholds(416)
    for _ in range(20_000):
        shuffle_on(shoe, np.uint64(0), np.uint64(342), limits, state)
        seen[tuple(int(shoe[place]) % 16 for place in places)] += 1
    if len(places) == 1:
        assert_even(seen, 16)
    else:
        same = sum(count for values, count in seen.items() if values[0] == values[1])
        chance = 25 / 415
        assert abs(same - 20_000 * chance) < 4 * sqrt(20_000 * chance * (1 - chance))
