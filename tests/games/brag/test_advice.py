"""The advice agrees with the rules' own order of hands, for every hand there is."""

from sabot.cards import cards
from sabot.gamekit import HandView
from sabot.gamekit.advising import AskedOf
from sabot.games.brag import advice
from sabot.games.brag.rules import BragHand, value

DECK = [rank + suit for rank in advice.RANKS for suit in "SHDC"]


def test_R14_brag_is_played_from_queen_six_four_on() -> None:
    """Every hand of three different cards, in the brag order of the rules themselves."""
    least = value(cards("QS 6D 4H"))
    wrong = []
    for a, first in enumerate(DECK):
        for b, second in enumerate(DECK[:a]):
            for third in DECK[:b]:
                hand = value(cards(f"{first} {second} {third}"))
                worth = hand.hand is not BragHand.HIGH_CARD or hand >= least
                if (advice.decided([first, second, third]) == "play") != worth:
                    wrong.append((first, second, third))
    assert wrong == []


def test_a_hand_that_lies_face_down_is_not_advised_on() -> None:
    def asked(*held: str | None) -> AskedOf:
        hands = (HandView(name="player", cards=held),)
        return AskedOf(hands=hands, options=("play", "fold"), seat=None, hand=0)

    assert advice.advise(asked("QS", "6D", "4H")) == "play"
    assert advice.advise(asked("QS", "6D", None)) is None
