"""A stub shoe and the answers to every question: what the tests of blackjack play with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import pytest

from sabot.cards import Card, cards
from sabot.errors import Refused
from sabot.gamekit import Ask, Bet, Deal, Done, Payout, Reveal
from sabot.games.blackjack import GAME
from sabot.games.blackjack.bets import Kind, Term
from sabot.games.blackjack.play import INSURE
from sabot.games.blackjack.state import State
from sabot.games.blackjack.variants import BLACKJACK, BlackjackVariant, TenUpBlackjack
from sabot.money import Cents

PEEK = BLACKJACK
ORIGINAL_BETS_ONLY = replace(BLACKJACK, ten_up_blackjack=TenUpBlackjack.ORIGINAL_BETS_ONLY)
TAKES_ALL = replace(BLACKJACK, ten_up_blackjack=TenUpBlackjack.TAKES_ALL)
MODES = (PEEK, ORIGINAL_BETS_ONLY, TAKES_ALL)

FOLLOW_BOTH = frozenset({Term.FOLLOW_DOUBLE.value, Term.FOLLOW_SPLIT.value})


def main_bet(stake: int = 1000, *, seat: int = 1, golden: bool = False) -> Bet:
    """The main bet of a seat's own player."""
    return Bet(
        id=f"main-{seat}",
        player=f"owner-{seat}",
        kind=Kind.MAIN,
        stake=Cents(stake),
        seat=seat,
        golden=golden,
    )


def side_bet(kind: Kind, stake: int = 500, *, seat: int = 1) -> Bet:
    """A side bet of a seat's own player."""
    return Bet(
        id=f"{kind}-{seat}", player=f"owner-{seat}", kind=kind, stake=Cents(stake), seat=seat
    )


def behind_bet(
    stake: int = 1000, *, seat: int = 1, name: str = "behind", follows: Collection[str] = ()
) -> Bet:
    """A bet of somebody else behind a seat."""
    return Bet(
        id=name,
        player=name,
        kind=Kind.BEHIND,
        stake=Cents(stake),
        seat=seat,
        terms=frozenset(follows),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A finished round with every stake that was taken in it."""

    state: State
    bets: tuple[Bet, ...]

    @property
    def payouts(self) -> dict[str, Payout]:
        """The payout of each bet by its id."""
        return {payout.bet.id: payout for payout in GAME.settle(self.state, self.bets)}

    @property
    def amounts(self) -> dict[str, int]:
        """The cents each bet brings back."""
        return {name: payout.amount for name, payout in self.payouts.items()}

    @property
    def labels(self) -> dict[str, str]:
        """The reason of each payout."""
        return {name: payout.lines[0].label for name, payout in self.payouts.items()}


def play(
    shoe: str,
    answers: Sequence[str] = (),
    *,
    bets: Sequence[Bet] = (),
    insured: Collection[str] = (),
    variant: BlackjackVariant = PEEK,
) -> Played:
    """Play a round with exactly this shoe; who has no answer left is silent."""
    staked = list(bets or [main_bet()])
    state, left, unanswered = _start(staked, variant), list(cards(shoe)), list(answers)
    while not isinstance(GAME.expects(state), Done):
        state = _step(state, left, unanswered, staked, insured)
    assert left == [], "the shoe of a test holds exactly the cards of its round"
    assert unanswered == [], "every answer of a test is asked for"
    return Played(state=state, bets=tuple(staked))


def until_asked(
    shoe: str, *, variant: BlackjackVariant = PEEK, seats: Sequence[int] = (1,)
) -> State:
    """A round dealt from this shoe until somebody is asked, or is told that it is over."""
    state, left = GAME.start(variant, seats=frozenset(seats)), list(cards(shoe))
    while left:
        state = _deal(state, left)
    return state


def offered(state: State) -> list[str]:
    """The options of the question that is asked now."""
    ask = GAME.expects(state)
    assert isinstance(ask, Ask)
    return [option.id for option in ask.options]


def choose_all(state: State, *options: str) -> State:
    """Decide several times; a word that is a card is dealt where it is expected."""
    for option in options:
        if option[0].isupper() or option[0].isdigit():
            state = _deal(state, [Card.parse(option)])
        else:
            state = GAME.choose(state, option)
    return state


def refusal(call: Callable[[], object]) -> Refused:
    """The refusal that a call gets."""
    with pytest.raises(Refused) as caught:
        call()
    return caught.value


def _start(bets: Sequence[Bet], variant: BlackjackVariant) -> State:
    seats = {bet.seat for bet in bets if bet.kind == Kind.MAIN and bet.seat is not None}
    return GAME.start(variant, seats=frozenset(seats))


def _deal(state: State, left: list[Card]) -> State:
    expected = GAME.expects(state)
    assert isinstance(expected, Deal)
    return GAME.deal(state, left.pop(0), at=expected.positions[0])


def _step(
    state: State,
    left: list[Card],
    answers: list[str],
    bets: list[Bet],
    insured: Collection[str],
) -> State:
    expected = GAME.expects(state)
    if isinstance(expected, Deal):
        return _deal(state, left)
    if isinstance(expected, Reveal):
        return GAME.reveal(state)
    assert isinstance(expected, Ask)
    if expected.seat is None:
        bets.extend(GAME.extras(state, INSURE, [bet for bet in bets if bet.id in insured]))
        return GAME.close(state)
    option = answers.pop(0) if answers else expected.default
    bets.extend(GAME.extras(state, option, bets))
    return GAME.choose(state, option)
