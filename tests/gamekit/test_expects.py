from fractions import Fraction

import pytest

from sabot.errors import Refused
from sabot.gamekit import Ask, Deal, Done, Expectation, Option, Reveal, refuse

ASK = Ask(topic="play", options=(Option(id="yes"), Option(id="no")), default="no")


@pytest.mark.parametrize(
    ("expected", "code", "data"),
    [
        (Deal(("P1", "B1")), "round/card_expected", {"at": "P1 or B1"}),
        (Reveal(("D1", "D2")), "round/reveal_expected", {"at": "D1 D2"}),
        (ASK, "round/answer_expected", {"topic": "play", "options": "yes no"}),
        (Done(), "round/over", {}),
    ],
)
def test_a_refusal_says_what_would_be_right(
    expected: Expectation, code: str, data: dict[str, object]
) -> None:
    with pytest.raises(Refused) as caught:
        refuse(expected, tried="something else")
    assert caught.value.code == code
    assert caught.value.data == {**data, "tried": "something else"}


@pytest.mark.parametrize("expected", [Deal(("P1",)), Reveal(("D1",)), ASK, Done()])
def test_a_refusal_can_tell_where_a_card_was_put(expected: Expectation) -> None:
    # `deal` is told where by the word `at`; passing it on must not end in a TypeError.
    with pytest.raises(Refused):
        refuse(expected, card="9H", at="B2")


def test_an_option_costs_nothing_unless_it_says_so() -> None:
    free = Option(id="stand")
    assert (free.takes, free.share) == (None, Fraction(0))
