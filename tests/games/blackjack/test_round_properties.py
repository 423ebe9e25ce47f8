"""Whatever the cards and whatever is decided: rounds end, money is whole, nothing hidden shows."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from tests.games.blackjack.driver import FOLLOW_BOTH, MODES, behind_bet, main_bet, side_bet

from sabot.cards import Card, full_deck
from sabot.errors import Refused
from sabot.gamekit import Ask, Audience, Bet, Deal, Done, Expectation, Result, Reveal
from sabot.games.blackjack import GAME
from sabot.games.blackjack.bets import Kind
from sabot.games.blackjack.play import DECISION
from sabot.games.blackjack.state import State

STEPS_MAX = 400
SIDES = (Kind.PERFECT_PAIRS, Kind.TWENTY_ONE_PLUS_THREE, Kind.TOP3)

card = st.sampled_from(full_deck())
variants = st.sampled_from(MODES)
seat_sets = st.frozensets(st.integers(1, 7), min_size=1, max_size=3)


@dataclass(frozen=True, slots=True)
class Moment:
    """One state on the way of a round, and the bets taken by then."""

    state: State
    bets: tuple[Bet, ...]

    @property
    def expected(self) -> Expectation:
        """What the round waits for."""
        return GAME.expects(self.state)


def first_bets(data: st.DataObject, seats: frozenset[int]) -> tuple[Bet, ...]:
    stakes = st.integers(1, 10_000)
    bets: list[Bet] = []
    for seat in sorted(seats):
        bets.append(main_bet(data.draw(stakes), seat=seat, golden=data.draw(st.booleans())))
        bets += [side_bet(kind, data.draw(stakes), seat=seat) for kind in SIDES]
        follows = data.draw(st.frozensets(st.sampled_from(sorted(FOLLOW_BOTH))))
        bets.append(
            behind_bet(data.draw(stakes), seat=seat, name=f"behind-{seat}", follows=follows)
        )
    return tuple(bets)


def advance(data: st.DataObject, now: Moment) -> Moment:
    """Answer what is expected in some way that it allows."""
    match now.expected:
        case Deal(positions=positions):
            return replace(now, state=GAME.deal(now.state, data.draw(card), at=positions[0]))
        case Reveal():
            return replace(now, state=GAME.reveal(now.state))
        case Ask(seat=None):
            insuring = [bet for bet in now.bets if data.draw(st.booleans())]
            extras = GAME.extras(now.state, "yes", insuring)
            return Moment(GAME.close(now.state), (*now.bets, *extras))
        case Ask(options=options):
            option = data.draw(st.sampled_from(options)).id
            extras = GAME.extras(now.state, option, now.bets)
            followed = [bet for bet in extras if is_main(bet) or data.draw(st.booleans())]
            return Moment(GAME.choose(now.state, option), (*now.bets, *followed))
        case Done():
            return now


def is_main(extra: Bet) -> bool:
    return extra.parent is not None and extra.parent.startswith("main")


def moments(data: st.DataObject) -> list[Moment]:
    """Every state of one round, from the start to the end."""
    seats = data.draw(seat_sets)
    start = GAME.start(data.draw(variants), seats=seats)
    way = [Moment(start, first_bets(data, seats))]
    while not isinstance(way[-1].expected, Done):
        way.append(advance(data, way[-1]))
        assert len(way) < STEPS_MAX, "every round ends"
    return way


@settings(max_examples=60)
@given(data=st.data())
def test_every_round_ends_and_each_bet_gets_one_whole_payout(data: st.DataObject) -> None:
    last = moments(data)[-1]
    payouts = GAME.settle(last.state, last.bets)
    assert tuple(payout.bet for payout in payouts) == last.bets
    for payout in payouts:
        assert isinstance(payout.amount, int)
        assert 0 <= payout.amount <= 271 * payout.bet.stake
        assert payout.amount == sum(line.amount for line in payout.lines)
        assert (payout.result is Result.LOSE) == (payout.amount == 0 and not payout.chip_returned)


@settings(max_examples=60)
@given(data=st.data())
def test_a_refused_call_changes_nothing_and_offered_options_are_never_refused(
    data: st.DataObject,
) -> None:
    for now in moments(data):
        before = repr(now.state)
        accepted = {name for name, call in CALLS.items() if is_accepted(call, now.state)}
        assert accepted == answering(now.expected)
        assert repr(now.state) == before


ACE = Card.parse("AS")
CALLS: dict[str, Callable[[State], object]] = {
    "deal": lambda state: GAME.deal(state, ACE, at=position(state)),
    "misdeal": lambda state: GAME.deal(state, ACE, at="seat:9:0:1"),
    "reveal": GAME.reveal,
    "close": GAME.close,
    "settle": lambda state: GAME.settle(state, []),
    "hit": lambda state: GAME.choose(state, "hit"),
    "stand": lambda state: GAME.choose(state, "stand"),
    "double": lambda state: GAME.choose(state, "double"),
    "split": lambda state: GAME.choose(state, "split"),
    "yes": lambda state: GAME.choose(state, "yes"),
}


def position(state: State) -> str:
    expected = GAME.expects(state)
    return expected.positions[0] if isinstance(expected, Deal) else "dealer:3"


def is_accepted(call: Callable[[State], object], state: State) -> bool:
    try:
        call(state)
    except Refused:
        return False
    return True


def answering(expected: Expectation) -> set[str]:
    match expected:
        case Deal():
            return {"deal"}
        case Reveal():
            return {"reveal"}
        case Ask(seat=None):
            return {"close"}
        case Ask(options=options):
            return {option.id for option in options}
        case Done():
            return {"settle"}


@settings(max_examples=60)
@given(data=st.data())
def test_twin_rounds_that_differ_in_the_hole_card_look_alike(data: st.DataObject) -> None:
    """P13: what is not peeked at shows nowhere, neither in views nor in questions."""
    for now in moments(data):
        if not now.state.opened or now.state.hole_revealed:
            continue
        twin = structs.replace(now.state, dealer=(now.state.dealer[0], data.draw(card)))
        if peek_tells_apart(now.state, twin):
            continue
        assert GAME.expects(now.state) == GAME.expects(twin)
        for audience in (Audience.PLAYER, Audience.DEALER):
            view = GAME.view(now.state, audience)
            assert view == GAME.view(twin, audience)
            assert view.hands[-1].cards == (str(now.state.dealer[0]), None)


def peek_tells_apart(one: State, other: State) -> bool:
    peeking = one.dealer_peeks and not asks_insurance(one)
    return peeking and (one.dealer_blackjack or other.dealer_blackjack)


def asks_insurance(state: State) -> bool:
    expected = GAME.expects(state)
    return isinstance(expected, Ask) and expected.topic != DECISION


@settings(max_examples=60)
@given(data=st.data())
def test_F132_F139_who_wins_and_when_the_dealer_stops(data: st.DataObject) -> None:
    end = moments(data)[-1]
    last = end.state
    contested = any(hand.contested for _, hand in last.hands())
    assert not contested or last.dealer_total >= 17
    assert contested or len(last.dealer) == 2
    results = {payout.bet.id: payout.result for payout in GAME.settle(last, end.bets)}
    for box in last.boxes:
        hand, result = box.hands[0], results[f"main-{box.seat}"]
        if hand.bust:
            assert result is Result.LOSE
        elif last.dealer_total > 21 or hand.total > last.dealer_total:
            assert result is Result.WIN
