"""A brag table: Ante, Play or Pass, Blind Play, side bets (F61, F62, F84, F169-F178)."""

from __future__ import annotations

import pytest
from tests.table.driver import Studio, brag, brag_config, rejections, verdict

from sabot.gamekit import Audience
from sabot.table import commands as c
from sabot.table.phases import Phase
from sabot.table.views import shown

# The player's hand is a pair of nines; the dealer has king high and qualifies.
PAIR_WINS = "9S 9H 4D KS 8H 3D"
# Queen high against a pair of kings: the player loses everything but Poker Plus, which has none.
PAIR_LOSES = "QS 9H 4D KS KH 3D"
# The dealer has jack high and does not qualify.
NOT_QUALIFIED = "9S 7H 4D JS 8H 3D"


def anted(cards: str, *, ante: int = 1000, **sides: int) -> Studio:
    """Ada has an Ante and these side bets, and is asked."""
    table = brag()
    table.players.place("ada", "ante", ante)
    for kind, amount in sides.items():
        table.players.place("ada", kind, amount)
    table.close()
    table.cards.deal(cards)
    return table


def test_F169_pair_plus_stands_alone_and_is_asked_nothing() -> None:
    table = brag()
    table.players.place("ada", "pair_plus", 500)
    assert verdict(table.close(), "ada") == "accepted"
    table.cards.deal(PAIR_WINS)
    assert table.cards.turns()  # Nobody with an Ante, so nobody is waited for.
    table.cards.deal("turn")
    assert table.players.won("ada") == 500


def test_F169_poker_plus_only_after_an_ante() -> None:
    table = brag()
    assert table.players.place("ada", "poker_plus", 500).data == {
        "poker_plus": "bet/needs_main_bet"
    }
    table.players.place("ada", "ante", 500)
    assert verdict(table.close(), "ada") == "accepted"


def test_F170_play_is_a_second_stake_like_the_ante() -> None:
    table = anted(PAIR_WINS)
    assert table.players.answer("ada", "play", kind="ante").accepted
    assert table.players.stakes("ada") == {"ante": 1000, "play": 1000}
    table.cards.deal("turn")
    assert table.players.won("ada") == 2000


def test_F84_R15_silence_is_a_pass() -> None:
    table = anted(PAIR_WINS)
    assert (table.phase, table.asks()) == (Phase.DECISION, "play_or_fold")
    table.time_up()
    table.cards.deal("turn")
    assert table.results() == {"ada/ante": ("lose", 0)}


def test_F170_F176_F177_after_a_pass_the_side_bets_are_still_settled() -> None:
    table = anted(PAIR_WINS, pair_plus=500, poker_plus=500)
    table.players.answer("ada", "fold", kind="ante")
    table.cards.deal("turn")
    assert table.results() == {
        "ada/ante": ("lose", 0),
        "ada/pair_plus": ("win", 1000),
        "ada/poker_plus": ("lose", 0),
    }


def test_F171_a_dealer_who_does_not_qualify_pays_the_ante_and_returns_play() -> None:
    table = anted(NOT_QUALIFIED)
    table.players.answer("ada", "play", kind="ante")
    table.cards.deal("turn")
    assert table.results() == {"ada/ante": ("win", 2000), "ada/ante+play": ("push", 1000)}


def test_F172_a_worse_hand_loses_both() -> None:
    table = anted(PAIR_LOSES)
    table.players.answer("ada", "play", kind="ante")
    table.cards.deal("turn")
    assert table.players.won("ada") == -2000


def test_F172_F174_equal_hands_push_both() -> None:
    table = anted("QS 9H 4D QH 9D 4C")
    table.players.answer("ada", "play", kind="ante")
    table.cards.deal("turn")
    assert table.players.won("ada") == 0


@pytest.mark.parametrize(
    ("option", "ante", "won"),
    [
        ("play", ("lose", 1000), -1000),  # Ante and Play are lost, the bonus is one Ante.
        ("fold", ("lose", 0), -1000),
    ],
)
def test_F175_the_ante_bonus_is_paid_win_or_lose_but_not_on_a_pass(
    option: str, ante: tuple[str, int], won: int
) -> None:
    table = anted("7S 8H 9D TS JH QD")  # A run against a better run.
    table.players.answer("ada", option, kind="ante")
    table.cards.deal("turn")
    assert (table.results()["ada/ante"], table.players.won("ada")) == (ante, won)


def test_F103_each_bettor_decides_alone_and_the_last_answer_ends_the_window() -> None:
    table = brag()
    for name in ("ada", "bob"):
        table.players.place(name, "ante", 1000)
    table.close()
    table.cards.deal(PAIR_WINS)
    table.players.answer("ada", "play", kind="ante")
    assert table.phase is Phase.DECISION
    table.players.answer("bob", "fold", kind="ante")
    assert table.is_in(Phase.DEALER)
    table.cards.deal("turn")
    assert (table.players.won("ada"), table.players.won("bob")) == (2000, -1000)


def test_F103_nobody_decides_for_the_shared_hand() -> None:
    table = anted(PAIR_WINS)
    assert table.players.choose("play", by="ada").code == "decision/everybody_answers"


def test_F76_play_that_cannot_be_paid_for_is_refused() -> None:
    table = brag()
    table.players.fund("ada", 1500)
    table.players.place("ada", "ante", 1000)
    table.close()
    table.cards.deal(PAIR_WINS)
    assert table.players.answer("ada", "play", kind="ante").code == "bet/insufficient_balance"
    assert table.players.answer("ada", "fold", kind="ante").accepted


# --- Blind Play -----------------------------------------------------------------------------------


def test_F178_blind_play_copies_itself_onto_the_ante() -> None:
    table = brag()
    table.players.place("ada", "blind_play", 500)
    assert table.players.chips("ada") == {"ante": 500, "blind_play": 500}


@pytest.mark.parametrize("kind", ["ante", "blind_play"])
def test_F178_changing_one_changes_both(kind: str) -> None:
    table = brag()
    table.players.place("ada", "blind_play", 500)
    table.players.place("ada", kind, 200)
    assert table.players.chips("ada") == {"ante": 700, "blind_play": 700}
    table.does("ada", c.LowerBet(kind=kind, amount=300))
    assert table.players.chips("ada") == {"ante": 400, "blind_play": 400}


def test_F178_one_undo_takes_both_back() -> None:
    table = brag()
    table.players.place("ada", "blind_play", 500)
    table.does("ada", c.UndoBet())
    assert table.players.chips("ada") == {}


def test_F178_F84_no_decision_is_left_to_take() -> None:
    table = brag()
    table.players.place("ada", "blind_play", 500)
    table.close()
    table.cards.deal(PAIR_WINS)
    assert table.cards.turns()
    table.cards.deal("turn")
    assert table.players.won("ada") == 1000


def test_F178_only_those_without_blind_play_are_asked() -> None:
    table = brag()
    table.players.place("ada", "blind_play", 500)
    table.players.place("bob", "ante", 500)
    table.close()
    table.cards.deal(PAIR_WINS)
    assert table.players.answer("ada", "play", kind="ante").code == "decision/not_asked"
    assert table.players.answer("bob", "play", kind="ante").accepted
    assert table.cards.turns()


def test_F62_blind_play_is_off_unless_the_operator_turns_it_on() -> None:
    table = Studio(brag_config(switched_on=frozenset()))
    reply = table.players.place("ada", "blind_play", 500)
    assert reply.data == {"ante": "accepted", "blind_play": "bet/switched_off"}
    closed = table.close()
    assert rejections(closed, "ada") == {"blind_play": (500, "bet/switched_off")}
    assert table.players.stakes("ada") == {"ante": 500}


@pytest.mark.parametrize("kind", ["pair_plus", "poker_plus"])
def test_F61_side_bets_can_be_disabled_one_by_one(kind: str) -> None:
    table = Studio(brag_config(switched_off=frozenset({kind})))
    table.players.place("ada", "ante", 500)
    assert table.players.place("ada", kind, 500).data[kind] == "bet/switched_off"


def test_F30_rebet_on_top_of_an_ante_keeps_ante_and_blind_play_alike() -> None:
    table = brag()
    table.players.place("ada", "blind_play", 300)
    table.close()
    table.cards.deal(PAIR_WINS)
    table.cards.deal("turn")
    table.rest()
    table.cards.load()
    table.players.place("ada", "ante", 500)
    table.does("ada", c.Rebet())
    chips = table.players.chips("ada")
    assert chips["ante"] == chips["blind_play"]


def test_F102_a_single_deck_has_no_last_hand_of_a_shoe() -> None:
    """The six cards reach the cut card in every round, and the deck is shuffled after each."""
    table = anted(PAIR_WINS)
    table.time_up()
    assert table.shoe.last_hand
    assert not shown(table.state, Audience.PLAYER).last_hand
