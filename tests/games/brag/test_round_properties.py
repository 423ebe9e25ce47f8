"""Whatever the cards and whatever is decided: rounds end, money is whole, nothing hidden shows."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from sabot.cards import Card, full_deck
from sabot.errors import Refused
from sabot.gamekit import Ask, Audience, Bet, Deal, Done, Payout, Result, Reveal, deal_next
from sabot.games.brag import GAME
from sabot.games.brag.bets import Kind
from sabot.games.brag.round import BragRound
from sabot.games.brag.variants import THREE_CARD_BRAG, BragVariant, PairPlusOnFold
from sabot.money import Cents

VARIANTS = tuple(replace(THREE_CARD_BRAG, pair_plus_on_fold=rule) for rule in PairPlusOnFold)
PLAYERS = ("ada", "bob", "eve")

decks = st.lists(st.sampled_from(full_deck()), min_size=6, max_size=6, unique=True)
variants = st.sampled_from(VARIANTS)
stakes = st.integers(1, 1_000_000)


@st.composite
def layouts(draw: st.DrawFn) -> tuple[Bet, ...]:
    """The accepted bets of three players: no Poker Plus without an Ante, one golden chip each."""
    bets = []
    for player in PLAYERS:
        kinds = draw(st.sets(st.sampled_from([Kind.ANTE, Kind.PAIR_PLUS, Kind.POKER_PLUS])))
        if Kind.ANTE not in kinds:
            kinds.discard(Kind.POKER_PLUS)
        blind = Kind.ANTE in kinds and draw(st.booleans())
        may_be_golden = [None, *sorted(kinds - ({Kind.ANTE} if blind else set()))]
        golden = draw(st.sampled_from(may_be_golden))
        ante = draw(stakes)
        for kind in sorted(kinds | ({Kind.BLIND_PLAY} if blind else set())):
            stake = ante if kind in (Kind.ANTE, Kind.BLIND_PLAY) else draw(stakes)
            bets.append(
                Bet(
                    id=f"{player}-{kind}",
                    player=player,
                    kind=kind,
                    stake=Cents(stake),
                    golden=kind == golden,
                )
            )
    return tuple(bets)


answers = st.fixed_dictionaries({player: st.sampled_from(["play", "fold"]) for player in PLAYERS})


def walk(state: BragRound, deck: list[Card]) -> Iterator[BragRound]:
    """Every state of a round that is answered as it expects."""
    rest = iter(deck)
    for _ in range(20):
        yield state
        match GAME.expects(state):
            case Deal():
                state = deal_next(GAME, state, next(rest))
            case Ask():
                state = GAME.close(state)
            case Reveal():
                state = GAME.reveal(state)
            case Done():
                return
    pytest.fail("the round does not end")


def played(
    states: list[BragRound], layout: tuple[Bet, ...], answer: dict[str, str]
) -> tuple[tuple[Bet, ...], tuple[Payout, ...]]:
    deciding = next(state for state in states if isinstance(GAME.expects(state), Ask))
    bets = layout
    for player, option in answer.items():
        own = [bet for bet in layout if bet.player == player]
        bets += GAME.extras(deciding, option, own)
    return bets, GAME.settle(states[-1], bets)


@given(decks, variants)
def test_every_round_ends_after_nine_steps(deck: list[Card], variant: BragVariant) -> None:
    states = list(walk(GAME.start(variant), deck))
    assert len(states) == 9
    assert GAME.expects(states[-1]) == Done()


@given(decks, variants, layouts(), answers)
def test_each_bet_gets_exactly_one_payout_that_is_whole_and_never_negative(
    deck: list[Card],
    variant: BragVariant,
    layout: tuple[Bet, ...],
    answer: dict[str, str],
) -> None:
    states = list(walk(GAME.start(variant), deck))
    bets, payouts = played(states, layout, answer)
    assert [paid.bet for paid in payouts] == list(bets)
    for paid in payouts:
        assert isinstance(paid.amount, int)
        assert paid.amount >= 0
        assert paid.amount == sum(line.amount for line in paid.lines)
        assert paid.chip_returned == (paid.bet.golden and paid.result is Result.PUSH)


@given(decks, layouts(), answers)
def test_F103_what_others_stake_and_decide_changes_nobodys_payout(
    deck: list[Card], layout: tuple[Bet, ...], answer: dict[str, str]
) -> None:
    states = list(walk(GAME.start(THREE_CARD_BRAG), deck))
    _, together = played(states, layout, answer)
    alone: list[Payout] = []
    for player in PLAYERS:
        own = tuple(bet for bet in layout if bet.player == player)
        alone += played(states, own, {player: answer[player]})[1]
    assert sorted(together, key=lambda paid: paid.bet.id) == sorted(
        alone, key=lambda paid: paid.bet.id
    )


@given(decks, layouts())
def test_offered_options_are_never_refused(deck: list[Card], layout: tuple[Bet, ...]) -> None:
    for state in walk(GAME.start(THREE_CARD_BRAG), deck):
        asked = GAME.expects(state)
        if isinstance(asked, Ask):
            for option in asked.options:
                extras = GAME.extras(state, option.id, layout)
                takers = GAME.asked(state, layout) if option.takes else ()
                assert [extra.parent for extra in extras] == [bet.id for bet in takers]


Attempt = Callable[[BragRound], object]

ATTEMPTS: dict[str, Attempt] = {
    "deal": lambda state: GAME.deal(state, Card.from_ordinal(51), at="player:1"),
    "elsewhere": lambda state: GAME.deal(state, Card.from_ordinal(0), at="nowhere"),
    "reveal": GAME.reveal,
    "close": GAME.close,
    "choose": lambda state: GAME.choose(state, "play"),
    "extras": lambda state: GAME.extras(state, "hit", ()),
    "settle": lambda state: GAME.settle(state, ()),
}
ALLOWED = {("close", Ask), ("reveal", Reveal), ("settle", Done)}


@given(decks, st.sampled_from(sorted(ATTEMPTS)))
def test_a_refused_call_changes_nothing_and_all_others_are_refused(
    deck: list[Card], attempt: str
) -> None:
    for state in list(walk(GAME.start(THREE_CARD_BRAG), deck))[1:]:
        if (attempt, type(GAME.expects(state))) in ALLOWED:
            continue
        before = structs.replace(state)
        with pytest.raises(Refused):
            ATTEMPTS[attempt](state)
        assert state == before


@given(decks)
def test_F103_hidden_cards_do_not_show_before_they_are_turned(deck: list[Card]) -> None:
    hidden = {str(card) for card in deck[3:]}
    for state in walk(GAME.start(THREE_CARD_BRAG), deck):
        if isinstance(GAME.expects(state), Done):
            continue
        for audience in (Audience.PLAYER, Audience.DEALER):
            view = GAME.view(state, audience)
            shown = {card for hand in view.hands for card in hand.cards if card}
            assert not shown & hidden
            assert view.outcome == {}
