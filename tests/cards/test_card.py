import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sabot.cards import Card, Rank, Suit, cards, full_deck
from sabot.errors import Malformed

DECK = full_deck()
CARDS = st.sampled_from(DECK)


def read(text: str) -> Card | None:
    try:
        return Card.parse(text)
    except Malformed:
        return None


def test_a_deck_is_every_rank_in_every_suit_once() -> None:
    assert {(card.rank, card.suit) for card in DECK} == {(r, s) for r in Rank for s in Suit}
    assert len(DECK) == 52


def test_cards_are_numbered_rank_by_rank_and_back() -> None:
    assert [card.ordinal for card in DECK] == list(range(52))
    assert [Card.from_ordinal(number) for number in range(52)] == list(DECK)
    assert " ".join(map(str, DECK[:5])) == "AS AH AD AC 2S"


@pytest.mark.parametrize("number", [-1, 52])
def test_no_other_number_is_a_card(number: int) -> None:
    with pytest.raises((IndexError, Malformed)):
        Card.from_ordinal(number)


@given(CARDS)
def test_what_is_written_is_read_in_large_and_small_letters(card: Card) -> None:
    text = str(card)
    assert {Card.parse(text), Card.parse(text.lower()), Card.parse(text.swapcase())} == {card}


@given(st.sampled_from(list(Suit)))
def test_ten_may_be_written_in_digits(suit: Suit) -> None:
    assert Card.parse(f"10{suit}") == Card.parse(f"T{suit}") == Card(Rank.TEN, suit)


@given(st.lists(CARDS))
def test_several_cards_are_read_in_order(pile: list[Card]) -> None:
    assert cards("  ".join(map(str, pile))) == tuple(pile)


WRITTEN_WRONG = (
    *("", " ", "9H ", " 9H", "9\x00", "\N{FULLWIDTH DIGIT NINE}H", "9♥", "JOKER"),
    *("9", "H", "H9", "1H", "0H", "11H", "10", "T", "910H", "1010H", "9HH", "99H", "9X", "XH"),
)


@pytest.mark.parametrize("text", WRITTEN_WRONG)
def test_what_is_no_card_is_said_to_be_none(text: str) -> None:
    with pytest.raises(Malformed) as caught:
        Card.parse(text)
    assert caught.value.data["card"] == text


# The long s becomes an S when it is made large, and so do a few ligatures.
@example("9\N{LATIN SMALL LETTER LONG S}")
@given(st.text(max_size=3) | st.text(alphabet="0123456789AKQJTSHDCakqjtshdc", max_size=3))
def test_only_plain_letters_and_digits_make_a_card(text: str) -> None:
    card = read(text)
    if card is not None:
        assert text.upper() in {str(card), str(card).replace("T", "10")}
        assert text.isascii()


def test_suits_are_red_or_black() -> None:
    assert [suit for suit in Suit if suit.red] == [Suit.HEARTS, Suit.DIAMONDS]
