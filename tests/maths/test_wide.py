import numpy as np
import pytest

from sabot.maths.compiled import compiled
from sabot.maths.wide import wide_product


@compiled
def both_words(left: np.uint64, right: np.uint64) -> tuple[np.uint64, np.uint64]:
    return wide_product(left, right)


@pytest.mark.parametrize("left", [0, 1, 2**32, 2**63 + 11, 2**64 - 1])
@pytest.mark.parametrize("right", [0, 1, 416, 2**64 - 1])
def test_the_two_words_are_the_whole_product(left: int, right: int) -> None:
    upper, lower = both_words(np.uint64(left), np.uint64(right))
    assert int(upper) * 2**64 + int(lower) == left * right
