"""The round machine: what it expects, what it refuses, what each audience sees."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.cards import Card, cards, full_deck
from sabot.errors import Refused
from sabot.gamekit import Audience, Bet, Deal, Done, Placement, Result, deal_next
from sabot.games.baccarat import GAME
from sabot.games.baccarat.round import BaccaratState, banker_hand, player_hand, summary
from sabot.games.baccarat.rules import PairClass
from sabot.games.baccarat.variants import (
    NO_COMMISSION_BACCARAT,
    SPEED6_SCANNER_BACCARAT,
    SPEED_BACCARAT,
    VARIANTS,
    BaccaratVariant,
)
from sabot.money import Cents

variants = st.sampled_from(list(VARIANTS.values()))
six_cards = st.lists(st.sampled_from(full_deck()), min_size=6, max_size=6)


def dealt(variant: BaccaratVariant, shoe: str | Sequence[Card]) -> BaccaratState:
    """A round dealt by the instruction, as far as these cards go."""
    state = GAME.start(variant)
    for card in cards(shoe) if isinstance(shoe, str) else shoe:
        if isinstance(GAME.expects(state), Deal):
            state = deal_next(GAME, state, card)
    return state


def read_at(variant: BaccaratVariant, reading: str) -> BaccaratState:
    """A round read at named positions: `P1=9S B1=2H`."""
    state = GAME.start(variant)
    for word in reading.split():
        position, _, card = word.partition("=")
        state = GAME.deal(state, Card.parse(card), at=position)
    return state


def positions(state: BaccaratState) -> tuple[str, ...]:
    expected = GAME.expects(state)
    return expected.positions if isinstance(expected, Deal) else ()


def bets(variant: BaccaratVariant, stake: int = 100) -> list[Bet]:
    return [Bet(id=kind, player="ada", kind=kind, stake=Cents(stake)) for kind in variant.bets]


# --- order of dealing ---------------------------------------------------------------------------


def test_F89_one_by_one_in_the_order_of_the_shoe() -> None:
    state = GAME.start(NO_COMMISSION_BACCARAT)
    asked = []
    for card in cards("KS KH QD QC 9H 9S"):
        asked.append(positions(state))
        state = deal_next(GAME, state, card)
    assert asked == [("P1",), ("B1",), ("P2",), ("B2",), ("P3",), ("B3",)]
    assert GAME.expects(state) == Done()


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_F89_first_and_third_card_are_players_at_every_table(variant: BaccaratVariant) -> None:
    state = dealt(variant, "KS KH QD QC 9H 9S")
    assert player_hand(state) == cards("KS QD 9H")
    assert banker_hand(state) == cards("KH QC 9S")


def test_F90_player_is_turned_first_card_by_card_or_hand_by_hand() -> None:
    assert positions(GAME.start(SPEED_BACCARAT)) == ("P1",)
    assert positions(read_at(SPEED_BACCARAT, "P1=2S")) == ("B1", "P2")
    assert positions(read_at(SPEED_BACCARAT, "P1=2S P2=3S")) == ("B1",)
    assert positions(read_at(SPEED_BACCARAT, "P1=2S B1=3S")) == ("P2",)
    by_hand = read_at(SPEED_BACCARAT, "P1=4S P2=5S B1=2H B2=3H")
    by_card = read_at(SPEED_BACCARAT, "P1=4S B1=2H P2=5S B2=3H")
    assert summary(by_hand) == summary(by_card)


def test_F91_R25_third_cards_are_read_from_the_reserve() -> None:
    player_draws = read_at(SPEED_BACCARAT, "P1=2S B1=KH P2=3D B2=2C")
    assert positions(player_draws) == ("X",)
    both_draw = GAME.deal(player_draws, Card.parse("5S"), at="X")
    assert positions(both_draw) == ("Y",)
    player_stands = read_at(SPEED_BACCARAT, "P1=3S B1=KH P2=4D B2=2C")
    assert positions(player_stands) == ("X",)
    done = GAME.deal(player_stands, Card.parse("6S"), at="X")
    assert (player_hand(done), banker_hand(done)) == (cards("3S 4D"), cards("KH 2C 6S"))


def test_R26_the_first_four_cards_may_be_read_at_once_in_any_order() -> None:
    assert positions(GAME.start(SPEED6_SCANNER_BACCARAT)) == ("P1", "B1", "P2", "B2")
    backwards = read_at(SPEED6_SCANNER_BACCARAT, "B2=3H P2=5S B1=2H P1=4S")
    assert GAME.expects(backwards) == Done()
    assert player_hand(backwards) == cards("4S 5S")


def test_R26_both_third_cards_at_once_where_banker_draws_in_any_case() -> None:
    certain = read_at(SPEED6_SCANNER_BACCARAT, "P1=2S P2=3S B1=KH B2=2H")
    assert positions(certain) == ("P3", "B3")
    one_read = GAME.deal(certain, Card.parse("9H"), at="B3")
    assert positions(one_read) == ("P3",)
    depends = read_at(SPEED6_SCANNER_BACCARAT, "P1=2S P2=3S B1=KH B2=3H")
    assert positions(depends) == ("P3",)
    assert positions(GAME.deal(depends, Card.parse("8H"), at="P3")) == ()
    assert positions(GAME.deal(depends, Card.parse("7H"), at="P3")) == ("B3",)
    stood = read_at(SPEED6_SCANNER_BACCARAT, "P1=3S P2=4S B1=KH B2=3H")
    assert positions(stood) == ("B3",)


@given(variant=variants, shoe=six_cards)
def test_R25_R26_every_way_of_dealing_gives_the_same_round(
    variant: BaccaratVariant, shoe: list[Card]
) -> None:
    assert summary(dealt(variant, shoe)) == summary(dealt(NO_COMMISSION_BACCARAT, shoe))


@given(shoe=six_cards, data=st.data())
def test_R26_scanners_may_answer_in_any_order(shoe: list[Card], data: st.DataObject) -> None:
    in_order = dealt(SPEED6_SCANNER_BACCARAT, shoe)
    laid = dict(in_order.read)
    state = GAME.start(SPEED6_SCANNER_BACCARAT)
    while named := positions(state):
        at = data.draw(st.sampled_from(named))
        state = GAME.deal(state, laid[at], at=at)
    assert summary(state) == summary(in_order)


# --- refusals -----------------------------------------------------------------------------------


def test_F89_a_card_at_another_position_is_refused_by_name() -> None:
    state = read_at(NO_COMMISSION_BACCARAT, "P1=2S")
    with pytest.raises(Refused) as refusal:
        GAME.deal(state, Card.parse("3S"), at="P2")
    assert refusal.value.code == "round/card_expected"
    assert refusal.value.data == {"at": "B1", "card": "3S", "position": "P2"}


def test_F106_no_card_after_the_end() -> None:
    over = dealt(NO_COMMISSION_BACCARAT, "4S KH 5D QC")
    with pytest.raises(Refused, match="round/over"):
        GAME.deal(over, Card.parse("3S"), at="P3")


@pytest.mark.parametrize("shoe", ["", "2S 3H", "4S KH 5D QC"])
def test_F107_baccarat_asks_nobody_and_turns_nothing(shoe: str) -> None:
    state = dealt(SPEED_BACCARAT, shoe)
    expected = "round/over" if GAME.expects(state) == Done() else "round/card_expected"
    for call in (
        lambda: GAME.reveal(state),
        lambda: GAME.choose(state, "hit"),
        lambda: GAME.close(state),
        lambda: GAME.extras(state, "hit", []),
    ):
        with pytest.raises(Refused, match=expected):
            call()


def test_F107_no_bet_is_asked_and_nothing_happens_by_itself() -> None:
    for state in (GAME.start(SPEED_BACCARAT), dealt(SPEED_BACCARAT, "4S KH 5D QC")):
        assert GAME.asked(state, bets(SPEED_BACCARAT)) == ()
        assert GAME.automatic(state, 17) is None


def test_F122_every_spot_is_changed_on_its_own() -> None:
    chips = [Placement(kind=kind, stake=Cents(100)) for kind in ("player", "banker_pair")]
    layout = GAME.place(GAME.place([], chips[0]).after, chips[1]).after
    assert layout == tuple(chips)
    assert GAME.place(layout, chips[0]).after[1:] == tuple(chips[1:])
    cleared = GAME.restake(layout, Placement(kind="player", stake=Cents(0)))
    assert (cleared.before, cleared.after) == (layout, tuple(chips[1:]))


def test_F49_no_bet_is_settled_before_the_result() -> None:
    state = dealt(NO_COMMISSION_BACCARAT, "2S 3H 3D 4C")
    with pytest.raises(Refused, match="round/not_over"):
        GAME.settle(state, bets(NO_COMMISSION_BACCARAT))
    with pytest.raises(Refused, match="round/not_over"):
        GAME.settle(state, [])


@pytest.mark.parametrize(
    ("variant", "kind"),
    [
        (SPEED_BACCARAT, "big"),
        (SPEED_BACCARAT, "egalite_0"),
        (NO_COMMISSION_BACCARAT, "super6"),
        (NO_COMMISSION_BACCARAT, "banker_zero_commission"),
        (SPEED6_SCANNER_BACCARAT, "player_bonus"),
        (SPEED6_SCANNER_BACCARAT, "progressive"),
    ],
)
def test_F113_F120_F121_F123_bets_of_other_tables_are_refused(
    variant: BaccaratVariant, kind: str
) -> None:
    over = dealt(variant, "4S KH 5D QC")
    with pytest.raises(Refused, match="bet/not_offered"):
        GAME.settle(over, [Bet(id="b", player="ada", kind=kind, stake=Cents(100))])


@given(variant=variants, shoe=six_cards, read=st.integers(0, 6), card=st.sampled_from(full_deck()))
def test_F106_a_refused_call_changes_nothing(
    variant: BaccaratVariant, shoe: list[Card], read: int, card: Card
) -> None:
    state = dealt(variant, shoe[:read])
    before, expected = state.read, GAME.expects(state)
    for at in {"P1", "B1", "P2", "B2", "P3", "B3", "X", "Y", "Z"} - set(positions(state)):
        with pytest.raises(Refused):
            GAME.deal(state, card, at=at)
    assert state.read == before
    assert GAME.expects(state) == expected


# --- properties ---------------------------------------------------------------------------------


@given(variant=variants, shoe=six_cards)
def test_F106_every_round_ends_within_six_cards(variant: BaccaratVariant, shoe: list[Card]) -> None:
    state = dealt(variant, shoe)
    assert GAME.expects(state) == Done()
    assert 4 <= len(state.read) <= 6


@given(variant=variants, shoe=six_cards, stake=st.integers(1, 10**12))
def test_F49_R3_each_bet_gets_one_whole_payout_in_order(
    variant: BaccaratVariant, shoe: list[Card], stake: int
) -> None:
    staked = bets(variant, stake)
    payouts = GAME.settle(dealt(variant, shoe), staked)
    assert [payout.bet for payout in payouts] == staked
    for payout in payouts:
        assert type(payout.amount) is int
        assert payout.amount >= (0 if payout.result is Result.LOSE else stake)
        assert payout.result is not Result.PUSH or payout.amount == stake


@given(variant=variants, shoe=six_cards, data=st.data())
def test_F106_offered_positions_are_never_refused(
    variant: BaccaratVariant, shoe: list[Card], data: st.DataObject
) -> None:
    state = GAME.start(variant)
    for card in shoe:
        if named := positions(state):
            state = GAME.deal(state, card, at=data.draw(st.sampled_from(named)))
    assert GAME.expects(state) == Done()


@given(variant=variants, shoe=six_cards)
def test_F109_R7_a_tie_returns_player_and_banker_and_no_side_bet(
    variant: BaccaratVariant, shoe: list[Card]
) -> None:
    state = dealt(variant, shoe)
    pushed = {
        payout.bet.kind
        for payout in GAME.settle(state, bets(variant))
        if payout.result is Result.PUSH
    }
    result = summary(state)
    mains = {"player", "banker", "banker_zero_commission"} & set(variant.bets)
    natural_tie = result.player_natural and result.player_points == result.banker_points
    bonus = {"player_bonus", "banker_bonus"} & set(variant.bets) if natural_tie else set()
    tied = result.player_points == result.banker_points
    assert pushed == (mains | bonus if tied else set())


@given(shoe=six_cards)
def test_F120_big_or_small_wins_and_never_both(shoe: list[Card]) -> None:
    won = {
        payout.bet.kind
        for payout in GAME.settle(
            dealt(SPEED6_SCANNER_BACCARAT, shoe), bets(SPEED6_SCANNER_BACCARAT)
        )
        if payout.result is Result.WIN
    }
    assert len(won & {"big", "small"}) == 1


def test_F125_seats_change_nothing_about_the_hands() -> None:
    assert GAME.start(NO_COMMISSION_BACCARAT, seats=frozenset({1, 7})) == GAME.start(
        NO_COMMISSION_BACCARAT
    )


# --- views --------------------------------------------------------------------------------------


@pytest.mark.parametrize("audience", Audience)
def test_F90_before_the_first_card_everything_lies_face_down(audience: Audience) -> None:
    player, banker, reserve = GAME.view(GAME.start(SPEED_BACCARAT), audience).hands
    assert (player.cards, banker.cards, reserve.cards) == ((None, None),) * 3
    assert player.total == banker.total == reserve.total == ""


def test_F90_cards_appear_as_they_are_read() -> None:
    view = GAME.view(read_at(SPEED_BACCARAT, "P1=7S P2=7S"), Audience.PLAYER)
    player, banker, _ = view.hands
    assert (player.cards, player.total, player.tags) == (("7S", "7S"), "4", ("perfect_pair",))
    assert banker.cards == (None, None)
    assert view.outcome == {}


def test_R25_a_reserve_card_moves_to_its_hand() -> None:
    state = read_at(SPEED_BACCARAT, "P1=3S B1=KH P2=4D B2=2C X=6S")
    player, banker, reserve = GAME.view(state, Audience.PLAYER).hands
    assert (player.cards, banker.cards, reserve.cards) == (
        ("3S", "4D"),
        ("KH", "2C", "6S"),
        (None,),
    )


def test_F106_the_outcome_is_shown_when_the_round_is_over() -> None:
    view = GAME.view(dealt(NO_COMMISSION_BACCARAT, "4S 5H 5D 5C"), Audience.PLAYER)
    assert view.outcome == {
        "winner": "player",
        "player_points": 9,
        "banker_points": 0,
        "cards_used": 4,
        "player_natural": True,
        "banker_natural": False,
        "player_pair": False,
        "banker_pair": True,
    }
    player, banker = view.hands
    assert (player.tags, banker.tags) == (("natural",), ("mixed_pair",))


@given(variant=variants, shoe=six_cards, read=st.integers(0, 6))
def test_F90_no_view_holds_a_card_that_was_not_read(
    variant: BaccaratVariant, shoe: list[Card], read: int
) -> None:
    state = dealt(variant, shoe[:read])
    for audience in Audience:
        view = GAME.view(state, audience)
        shown = [card for hand in view.hands for card in hand.cards if card is not None]
        assert sorted(shown) == sorted(str(card) for _, card in state.read)
        assert bool(view.outcome) == (GAME.expects(state) == Done())


@given(variant=variants, shoe=six_cards)
def test_F115_a_summary_tells_the_pairs_of_the_first_cards(
    variant: BaccaratVariant, shoe: list[Card]
) -> None:
    result = summary(dealt(variant, shoe))
    assert (result.player_pair is not PairClass.NONE) == (shoe[0].rank is shoe[2].rank)
    assert (result.banker_pair is PairClass.PERFECT) == (shoe[1] == shoe[3])
