from sabot.cards import Rank, full_deck
from sabot.gamekit import burn_count


def test_F99_R27_as_many_cards_are_burnt_as_the_first_is_worth() -> None:
    worth = {card.rank: burn_count(card) for card in full_deck()}
    assert [worth[rank] for rank in Rank] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
