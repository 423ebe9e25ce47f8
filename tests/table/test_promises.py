"""The promise of a virtual shoe: kept as it was made, and before the next one (P13)."""

from __future__ import annotations

import pytest
from tests.table.cast import disclosure, promised
from tests.table.driver import (
    BOSS,
    DEALER,
    HOUSE,
    Studio,
    blackjack,
    blackjack_config,
    configured,
    scanner_config,
    speed,
)

from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.config import Opening
from sabot.table.promises import commitment


def test_a_shoe_in_play_is_never_disclosed() -> None:
    table = speed()
    assert table.refusal(DEALER, disclosure("shoe1")) == "shoe/still_in_play"


def test_P13_a_shoe_retired_in_the_middle_of_a_round_is_disclosed_after_it() -> None:
    """The rest of its order is what this round is still dealt from."""
    table = speed()
    table.close()
    table.does(BOSS, c.ChangeCards(reason="age"))
    assert table.refusal(DEALER, disclosure("shoe1")) == "shoe/still_in_play"
    table.cards.deal("4S 4H 5D 5C")
    table.does(DEALER, disclosure("shoe1"))


def retired_shoe() -> Studio:
    table = blackjack()
    table.does(BOSS, c.ChangeCards(reason="age"))
    return table


DISCLOSURES = """
# shoe   decks  salt    refusal
  shoe1  8      shoe1   -
  shoe1  8      shoe    shoe/promise_broken
  shoe1  6      shoe1   shoe/promise_broken
  shoe1  0      -       shoe/promise_broken
  shoe2  8      shoe2   shoe/unknown
"""


@pytest.mark.parametrize("line", DISCLOSURES.strip().splitlines()[1:])
def test_what_is_disclosed_is_what_was_promised(line: str) -> None:
    shoe_id, decks, salt, code = line.split()
    cards = disclosure(shoe_id, decks=int(decks)).cards
    table = retired_shoe()
    disclose = c.DiscloseShoe(shoe_id=shoe_id, cards=cards, salt=salt)
    if code == "-":
        table.does(DEALER, disclose)
        assert table.shoe.disclosed
        assert table.refusal(DEALER, disclose) == "shoe/disclosed_before"
    else:
        assert table.refusal(DEALER, disclose) == code
        assert table.told(e.ShoeDisclosed) == []


def test_a_live_shoe_promised_nothing() -> None:
    table = Studio(scanner_config(live=True, opening=Opening.DEALER))
    table.does(BOSS, c.ChangeCards(reason="age"))
    assert table.refusal(DEALER, disclosure("shoe1")) == "shoe/nothing_promised"


def test_no_virtual_shoe_is_promised_before_the_last_promise_was_kept() -> None:
    table = blackjack()
    load = c.LoadShoe(shoe_id="shoe2", decks=8, commitment=promised("shoe2"))
    assert table.refusal(DEALER, load) == "shoe/still_in_play"
    table.does(BOSS, c.ChangeCards(reason="age"))
    assert table.refusal(DEALER, load) == "shoe/not_disclosed"
    table.does(DEALER, disclosure("shoe1"))
    table.does(DEALER, load)


def test_20_a_promise_of_another_number_of_decks_is_not_disclosed() -> None:
    """The order fits its commitment, and is six decks where eight were loaded."""
    six = disclosure("shoe1", decks=6)
    table = Studio(blackjack_config(), live=False)
    table.does(HOUSE, configured(blackjack_config()))
    promise = commitment(cards=six.cards, salt=six.salt)
    table.does(DEALER, c.LoadShoe(shoe_id="shoe1", decks=8, commitment=promise))
    table.does(BOSS, c.ChangeCards(reason="age"))
    assert table.refusal(DEALER, six) == "shoe/not_whole_decks"
    assert table.told(e.ShoeDisclosed) == []
