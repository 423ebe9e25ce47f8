"""A round of brag step by step: the deal, the question, the turned cards, what is refused."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from tests.games.brag.driver import bet, dealt, settled, turned

from sabot.cards import Card, cards
from sabot.errors import Refused
from sabot.gamekit import Ask, Audience, Deal, Done, Face, Placement, Reveal, deal_next
from sabot.games.brag import GAME
from sabot.games.brag.bets import place, restake
from sabot.games.brag.round import BragRound
from sabot.games.brag.variants import THREE_CARD_BRAG
from sabot.money import Cents

HANDS = "AS KH 9D QC 8D 2H"


def refusal(call: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        call()
    return caught.value.code


def test_F103_three_cards_face_up_then_three_face_down() -> None:
    state = GAME.start(THREE_CARD_BRAG)
    seen = []
    for card in cards(HANDS):
        expected = GAME.expects(state)
        assert isinstance(expected, Deal)
        seen.append((expected.positions, expected.face))
        state = deal_next(GAME, state, card)
    assert seen == [
        (("player:1",), Face.UP),
        (("player:2",), Face.UP),
        (("player:3",), Face.UP),
        (("dealer:1",), Face.DOWN),
        (("dealer:2",), Face.DOWN),
        (("dealer:3",), Face.DOWN),
    ]
    assert (state.player, state.dealer) == (cards("AS KH 9D"), cards("QC 8D 2H"))


def test_F84_F170_then_everybody_with_an_ante_is_asked_to_play_or_pass() -> None:
    asked = GAME.expects(dealt(HANDS))
    assert isinstance(asked, Ask)
    assert (asked.seat, asked.asked_kinds) == (None, frozenset({"ante"}))
    assert [(option.id, option.takes, option.share) for option in asked.options] == [
        ("play", "play", Fraction(1)),
        ("fold", None, Fraction(0)),
    ]


def test_F84_R15_no_answer_is_a_pass() -> None:
    asked = GAME.expects(dealt(HANDS))
    assert isinstance(asked, Ask)
    assert asked.default == "fold"


def test_F103_R15_the_dealers_cards_are_turned_when_the_window_is_closed() -> None:
    closed = GAME.close(dealt(HANDS))
    assert GAME.expects(closed) == Reveal(("dealer:1", "dealer:2", "dealer:3"))
    assert GAME.expects(GAME.reveal(closed)) == Done()


def test_F170_play_takes_the_amount_of_the_ante_once_more() -> None:
    ante = bet("ante", 1050)
    [play] = GAME.extras(dealt(HANDS), "play", [ante, bet("pair_plus", 200)])
    assert (play.kind, play.stake, play.player, play.parent) == ("play", 1050, "ada", ante.id)


def test_F180_play_behind_a_golden_ante_is_cash() -> None:
    [play] = GAME.extras(dealt(HANDS), "play", [bet("ante", 1000, golden=True)])
    assert (play.stake, play.golden) == (1000, False)


def test_F170_passing_takes_nothing() -> None:
    assert GAME.extras(dealt(HANDS), "fold", [bet("ante")]) == ()


def test_F84_F178_blind_play_is_exempt_from_the_question() -> None:
    bob = bet("ante", player="bob")
    bets = [bet("ante"), bet("blind_play"), bob, bet("pair_plus", player="eve")]
    assert GAME.asked(dealt(HANDS), bets) == (bob,)
    extras = GAME.extras(dealt(HANDS), "play", bets)
    assert [extra.player for extra in extras] == ["bob"]


def test_F84_nobody_is_asked_before_and_after() -> None:
    for state in (dealt("AS KH 9D"), GAME.close(dealt(HANDS)), turned(HANDS)):
        assert GAME.asked(state, [bet("ante")]) == ()


def test_auto_stand_never_acts() -> None:
    assert GAME.automatic(dealt(HANDS), 17) is None


def test_F178_F186_the_game_moves_chips_by_its_own_rules() -> None:
    blind = Placement(kind="blind_play", stake=Cents(500))
    change = GAME.place((), blind)
    assert change == place((), blind)
    assert GAME.restake(change.after, blind) == restake(change.after, blind)


def test_F103_each_bettor_decides_alone_on_the_shared_hand() -> None:
    bets = [bet("ante"), bet("ante", player="bob"), bet("ante", player="eve")]
    paid = settled("AS KH 9D QC 8D 2H", bets, playing=["bob"])
    assert {name: payout.amount for name, payout in paid.items()} == {
        "ada-ante": 0,
        "bob-ante": 2000,
        "eve-ante": 0,
        "bob-ante+play": 2000,
    }


@pytest.mark.parametrize("audience", [Audience.PLAYER, Audience.DEALER])
def test_F103_the_dealers_cards_and_all_that_follows_are_hidden_until_turned(
    audience: Audience,
) -> None:
    stages = [dealt("AS KH 9D QC"), dealt(HANDS), GAME.close(dealt(HANDS))]
    for state in stages:
        seen = GAME.view(state, audience)
        _, dealer = seen.hands
        assert dealer.cards == (None,) * len(state.dealer)
        assert (dealer.total, dealer.tags, dict(seen.outcome)) == ("", (), {})


def test_F103_two_different_dealer_hands_look_the_same_before_they_are_turned() -> None:
    for audience in (Audience.PLAYER, Audience.DEALER):
        views = [
            GAME.view(dealt(f"AS KH 9D {hand}"), audience) for hand in ("QC 8D 2H", "3C 3D 3H")
        ]
        assert views[0] == views[1]


def test_F103_the_shared_hand_is_seen_card_by_card_and_named_when_complete() -> None:
    growing = [GAME.view(dealt(hand), Audience.PLAYER).hands[0] for hand in ("7S", "7S 7H 4D")]
    assert [(hand.cards, hand.total) for hand in growing] == [
        (("7S",), ""),
        (("7S", "7H", "4D"), "pair"),
    ]


def test_those_who_may_inspect_a_round_see_the_cards_that_lie_face_down() -> None:
    for audience in (Audience.AUDITOR,):
        seen = GAME.view(dealt(HANDS), audience)
        dealer = seen.hands[1]
        assert (dealer.cards, dealer.total) == (("QC", "8D", "2H"), "high_card")
        assert dict(seen.outcome) == {}
        assert GAME.view(dealt("AS KH 9D QC"), audience).hands[1].total == ""


@pytest.mark.parametrize("audience", list(Audience))
def test_F177_everybody_sees_everything_in_the_end(audience: Audience) -> None:
    seen = GAME.view(turned("TS JH QD KC AD 2H"), audience)
    assert seen.hands[1].cards == ("KC", "AD", "2H")
    assert seen.hands[1].tags == ("qualifies",)
    assert seen.outcome == {
        "player_hand": "run",
        "dealer_hand": "high_card",
        "dealer_qualifies": True,
        "comparison": "player",
        "poker_plus_hand": "straight",
        "player_ranks": "QJT",
        "dealer_ranks": "AK2",
    }


def test_F171_a_dealer_who_does_not_qualify_is_marked() -> None:
    seen = GAME.view(turned("TS JH QD JC 9D 2H"), Audience.PLAYER)
    assert seen.hands[1].tags == ("not_qualified",)


def test_a_card_goes_where_it_is_expected() -> None:
    state = dealt("AS KH")
    assert refusal(lambda: GAME.deal(state, Card.parse("2D"), at="dealer:1")) == (
        "round/card_expected"
    )


def test_an_answer_that_is_none_is_named_as_at_every_game() -> None:
    with pytest.raises(Refused) as told:
        GAME.extras(dealt(HANDS), "hit", ())
    assert told.value.data == {"topic": "play_or_fold", "options": "play fold", "option": "hit"}


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (dealt("AS"), "round/card_expected"),
        (dealt(HANDS), "round/answer_expected"),
        (turned(HANDS), "round/over"),
    ],
)
def test_turning_cards_is_refused_out_of_turn(state: BragRound, code: str) -> None:
    assert refusal(lambda: GAME.reveal(state)) == code


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (dealt("AS"), "round/card_expected"),
        (GAME.close(dealt(HANDS)), "round/reveal_expected"),
        (turned(HANDS), "round/over"),
    ],
)
def test_answers_are_refused_out_of_turn(state: BragRound, code: str) -> None:
    assert refusal(lambda: GAME.close(state)) == code
    assert refusal(lambda: GAME.choose(state, "play")) == code
    assert refusal(lambda: GAME.extras(state, "play", [bet("ante")])) == code


def test_cards_are_refused_when_none_is_expected() -> None:
    for state in (dealt(HANDS), GAME.close(dealt(HANDS)), turned(HANDS)):
        with pytest.raises(Refused):
            GAME.deal(state, Card.parse("2D"), at="dealer:3")


def test_F103_nobody_answers_for_everybody() -> None:
    assert refusal(lambda: GAME.choose(dealt(HANDS), "play")) == "round/everybody_answers"


def test_an_answer_that_was_not_offered_is_refused() -> None:
    code = refusal(lambda: GAME.extras(dealt(HANDS), "double", [bet("ante")]))
    assert code == "round/answer_expected"


def test_F103_a_round_has_no_seats() -> None:
    code = refusal(lambda: GAME.start(THREE_CARD_BRAG, seats=frozenset({1})))
    assert code == "round/no_seats"
