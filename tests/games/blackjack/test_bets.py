import pytest

from sabot.cards import cards
from sabot.games.blackjack.bets import (
    Kind,
    Label,
    Opening,
    Showdown,
    extra_label,
    hand_label,
    insurance_label,
    side_label,
)

# A star is a blackjack; the last column is what an added stake gets where extras come back.
SHOWDOWNS = """
hand  dealer  original          added             returned
20    19      win               win               win
19    20      lose              lose              lose
19    19      push              push              push
12    22      win               win               win
22    26      bust              bust              bust
22    21*     bust              bust              bust
21*   20      blackjack         -                 -
21*   21      blackjack         -                 -
21*   21*     push              -                 -
21*   23      blackjack         -                 -
21    21*     dealer_blackjack  dealer_blackjack  returned
12    21*     dealer_blackjack  dealer_blackjack  returned
21    21      push              push              push
"""


def showdown(hand: str, dealer: str, *, extras_returned: bool = False) -> Showdown:
    return Showdown(
        total=int(hand.rstrip("*")),
        blackjack=hand.endswith("*"),
        dealer_total=int(dealer.rstrip("*")),
        dealer_blackjack=dealer.endswith("*"),
        extras_returned=extras_returned,
    )


@pytest.mark.parametrize("row", SHOWDOWNS.strip().splitlines()[1:])
def test_F133_F139_F144_F145_R9_what_becomes_of_a_stake(row: str) -> None:
    hand, dealer, original, added, returned = row.split()
    at_the_end = showdown(hand, dealer)
    late = showdown(hand, dealer, extras_returned=True)
    assert hand_label(at_the_end) == hand_label(late) == original
    if added != "-":
        assert extra_label(at_the_end) == added
        assert extra_label(late) == returned


def test_F141_insurance_is_about_the_dealers_blackjack_alone() -> None:
    assert insurance_label(dealer_blackjack=True) is Label.DEALER_BLACKJACK
    assert insurance_label(dealer_blackjack=False) is Label.NO_DEALER_BLACKJACK


@pytest.mark.parametrize(
    ("kind", "label"),
    [
        (Kind.PERFECT_PAIRS, "coloured"),
        (Kind.TWENTY_ONE_PLUS_THREE, "trips"),
        (Kind.TOP3, "trips"),
    ],
)
def test_F148_side_bets_look_at_the_opening(kind: Kind, label: str) -> None:
    first, second, up = cards("7H 7D 7C")
    assert side_label(kind, Opening(first=first, second=second, up=up)) == label
