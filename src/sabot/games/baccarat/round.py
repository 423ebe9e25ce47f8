"""A round of baccarat, from the first card to the payouts.

It asks the rules which side draws, names the position of the next card and pays by the labels of
`bets.py`. It does not know where the cards come from, when betting closed or which players may bet.
To deal is to read: a card that lies face down unread has no value yet, not even for the house
(R25).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

import msgspec

from sabot.cards import Card
from sabot.errors import Refused
from sabot.gamekit import (
    Audience,
    Bet,
    Deal,
    Done,
    Expectation,
    Explanation,
    HandView,
    Payout,
    Placement,
    Reason,
    View,
    pay,
    refuse,
)
from sabot.gamekit.layout import Change, place, restake
from sabot.gamekit.refusals import PlayRefusal
from sabot.games.baccarat import explain, reserve
from sabot.games.baccarat.bets import Kind, Summary, label
from sabot.games.baccarat.parts import PARTS
from sabot.games.baccarat.rules import (
    PairClass,
    banker_draws,
    is_natural,
    pair_class,
    player_draws,
    points,
    value,
)
from sabot.games.baccarat.variants import VARIANTS, BaccaratVariant, Dealing

# Each of the first four positions, and those that must have been read before it. The order of the
# rows is the order of the shoe (F89), so a dealer who takes the first position named is right.
READ_AFTER: Mapping[Dealing, Mapping[str, frozenset[str]]] = {
    Dealing.ONE_BY_ONE: {
        "P1": frozenset(),
        "B1": frozenset({"P1"}),
        "P2": frozenset({"B1"}),
        "B2": frozenset({"P2"}),
    },
    # F90: all four lie there; Player is turned first, card by card or hand by hand.
    Dealing.RESERVE: {
        "P1": frozenset(),
        "B1": frozenset({"P1"}),
        "P2": frozenset({"P1"}),
        "B2": frozenset({"B1", "P2"}),
    },
    # R26: one scanner each.
    Dealing.SIX_SCANNERS: {
        "P1": frozenset(),
        "B1": frozenset(),
        "P2": frozenset(),
        "B2": frozenset(),
    },
}


Read = Mapping[str, Card]
"""Where each card that has been read lies."""


class BaccaratState(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The cards read so far, in the order in which they were read."""

    variant: BaccaratVariant
    read: tuple[tuple[str, Card], ...] = ()


def player_hand(state: BaccaratState) -> tuple[Card, ...]:
    """Player's cards so far."""
    return _hands(state.variant.dealing, dict(state.read))[0]


def banker_hand(state: BaccaratState) -> tuple[Card, ...]:
    """Banker's cards so far."""
    return _hands(state.variant.dealing, dict(state.read))[1]


def _hands(dealing: Dealing, read: Read) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Player's and Banker's cards so far."""
    player_at, banker_at = _hands_at(dealing, read)
    return _cards(read, player_at), _cards(read, banker_at)


def _hands_at(dealing: Dealing, read: Read) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Where Player's and Banker's cards lie.

    Before the first four are read there is no third card, wherever it may come to lie.
    """
    if len(read) < 4:
        return _places(dealing, player_drew=False)
    player, banker = _two_card_points(read)
    return _places(dealing, player_drew=player_draws(player=player, banker=banker))


def _two_card_points(read: Read) -> tuple[int, int]:
    """Player's and Banker's points on the first four cards."""
    return points((read["P1"], read["P2"])), points((read["B1"], read["B2"]))


def _cards(read: Read, positions: Sequence[str]) -> tuple[Card, ...]:
    """The cards of these positions, as far as they have been read."""
    return tuple([read[position] for position in positions if position in read])


@cache
def _places(dealing: Dealing, *, player_drew: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Where Player's and Banker's cards lie."""
    if dealing is Dealing.RESERVE:
        return reserve.hands_at(player_drew=player_drew)
    return ("P1", "P2", "P3"), ("B1", "B2", "B3")


_PLAYERS_THIRD = {dealing: _places(dealing, player_drew=True)[0][2] for dealing in Dealing}


def summary(state: BaccaratState) -> Summary:
    """What the bets look at; refused before the result is known."""
    if not isinstance(_expects(state), Done):
        raise Refused(PlayRefusal.NOT_OVER, read=len(state.read))
    return _summary(state.variant.dealing, state.read)


@lru_cache(maxsize=256)  # several ask what one round came to
def _summary(dealing: Dealing, read: tuple[tuple[str, Card], ...]) -> Summary:
    player, banker = _hands(dealing, dict(read))
    return Summary.of(player_hand=player, banker_hand=banker)


def _expects(state: BaccaratState) -> Expectation:
    dealing, read = state.variant.dealing, dict(state.read)
    if len(read) < 4:
        return _first_four(dealing, frozenset(read))
    player, banker = _two_card_points(read)
    third = read.get(_PLAYERS_THIRD[dealing])
    return _after_four(
        *(dealing, player, banker, None if third is None else value(third)), frozenset(read)
    )


@cache
def _first_four(dealing: Dealing, read: frozenset[str]) -> Deal:
    """Those of the first four positions that may be read next."""
    after = READ_AFTER[dealing].items()
    return Deal(tuple(p for p, needed in after if p not in read and needed <= read))


@cache
def _after_four(
    dealing: Dealing, player: int, banker: int, third: int | None, read: frozenset[str]
) -> Expectation:
    """The third cards that are certain by now and unread; `third` is the value of Player's."""
    certain = _thirds(dealing, player=player, banker=banker, third=third)
    unread = tuple(position for position in certain if position not in read)
    if not unread:
        return Done()
    at_once = dealing is Dealing.SIX_SCANNERS  # R26
    return Deal(unread if at_once else unread[:1])


def _thirds(dealing: Dealing, *, player: int, banker: int, third: int | None) -> tuple[str, ...]:
    """The positions of the third cards that are certain by now, Player's first."""
    drew = player_draws(player=player, banker=banker)
    player_at, banker_at = _places(dealing, player_drew=drew)
    if not drew:
        draws = banker_draws(player=player, banker=banker, third=None)
        return banker_at[2:] if draws else ()
    # F108: Banker's draw may hang on Player's third card. While that is unread, only what all its
    # values agree on is certain: a Banker of 0, 1 or 2 draws in any case.
    possible = range(10) if third is None else (third,)
    certain = all(banker_draws(player=player, banker=banker, third=third) for third in possible)
    return player_at[2:] + (banker_at[2:] if certain else ())


class BaccaratGame:
    """Baccarat, for every variant of it."""

    id = "baccarat"
    variants: Mapping[str, BaccaratVariant] = VARIANTS
    parts = PARTS

    def place(self, layout: Sequence[Placement], chip: Placement) -> Change:
        """A chip on its spot: no two spots of baccarat are tied together."""
        return place(layout, chip)

    def restake(self, layout: Sequence[Placement], spot: Placement) -> Change:
        """A spot set to another stake, and no other with it."""
        return restake(layout, spot)

    def start(
        self, variant: BaccaratVariant, *, seats: frozenset[int] = frozenset()
    ) -> BaccaratState:
        """A new round; the same two hands are dealt for all seats (F125)."""
        return BaccaratState(variant=variant)

    def expects(self, state: BaccaratState) -> Expectation:
        """The next card, or nothing more: baccarat asks no player."""
        return _expects(state)

    def deal(self, state: BaccaratState, card: Card, *, at: str) -> BaccaratState:
        """A card was read at an expected position."""
        expected = _expects(state)
        if not isinstance(expected, Deal) or at not in expected.positions:
            refuse(expected, card=str(card), position=at)
        return BaccaratState(variant=state.variant, read=(*state.read, (at, card)))

    def reveal(self, state: BaccaratState) -> BaccaratState:
        """Always refused: reading a card turns it."""
        refuse(_expects(state), attempted="reveal")

    def choose(self, state: BaccaratState, option: str) -> BaccaratState:
        """Always refused: no player decides anything after betting closes."""
        refuse(_expects(state), option=option)

    def close(self, state: BaccaratState) -> BaccaratState:
        """Always refused: there is no question to close."""
        refuse(_expects(state), attempted="close")

    def asked(self, state: BaccaratState, bets: Sequence[Bet]) -> tuple[Bet, ...]:
        """No bets: there is no question."""
        return ()

    def automatic(self, state: BaccaratState, threshold: int) -> str | None:
        """Nothing: no hand is asked."""
        return None

    def extras(self, state: BaccaratState, option: str, bets: Sequence[Bet]) -> tuple[Bet, ...]:
        """Always refused: no answer takes a further stake."""
        refuse(_expects(state), option=option)

    def settle(self, state: BaccaratState, bets: Sequence[Bet]) -> tuple[Payout, ...]:
        """Pay every bet by its label, in order."""
        result = summary(state)
        return tuple(_pay(state.variant, bet, result) for bet in bets)

    def explain(self, state: BaccaratState, payout: Payout) -> tuple[Explanation, ...]:
        """The one fact that the bet's single line is about."""
        player, banker = _hands(state.variant.dealing, dict(state.read))
        return (explain.bet(Kind(payout.bet.kind), player_hand=player, banker_hand=banker),)

    def story(self, state: BaccaratState) -> tuple[Explanation, ...]:
        """The first four cards, who drew and why, the result."""
        player, banker = _hands(state.variant.dealing, dict(state.read))
        return tuple(explain.story(player_hand=player, banker_hand=banker))

    def outcome(self, state: BaccaratState) -> Mapping[str, str | int | bool]:
        """The winner, both totals and what the side bets look at; nothing before the end."""
        if not isinstance(_expects(state), Done):
            return {}
        return outcome(_summary(state.variant.dealing, state.read))

    def view(self, state: BaccaratState, audience: Audience) -> View:
        """The same for every audience: the house does not know an unread card either (R25)."""
        return View(hands=_hand_views(state), outcome=self.outcome(state))


def _pay(variant: BaccaratVariant, bet: Bet, result: Summary) -> Payout:
    spec = variant.bets.get(bet.kind)
    if spec is None:
        raise Refused(Reason.NOT_OFFERED, kind=bet.kind, variant=variant.id)
    return pay(bet, label(bet.kind, result), spec.pays)


def outcome(result: Summary) -> dict[str, str | int | bool]:
    """What is announced when the round is over."""
    return {
        "winner": result.winner.value,
        "player_points": result.player_points,
        "banker_points": result.banker_points,
        "cards_used": result.cards,
        "player_natural": result.player_natural,
        "banker_natural": result.banker_natural,
        "player_pair": result.player_pair is not PairClass.NONE,
        "banker_pair": result.banker_pair is not PairClass.NONE,
    }


def _hand_views(state: BaccaratState) -> tuple[HandView, ...]:
    dealing, read = state.variant.dealing, dict(state.read)
    player_at, banker_at = _hands_at(dealing, read)
    if dealing is not Dealing.RESERVE:
        return _hand_view("player", read, player_at), _hand_view("banker", read, banker_at)
    # F90: at a table with reserve cards the first two lie there face down from the start.
    return (
        _hand_view("player", read, player_at, waiting=player_at[:2]),
        _hand_view("banker", read, banker_at, waiting=banker_at[:2]),
        HandView(name="reserve", cards=(None,) * (2 - len(_cards(read, ("X", "Y"))))),
    )


def _hand_view(
    name: str, read: Read, at: tuple[str, ...], *, waiting: tuple[str, ...] = ()
) -> HandView:
    known = _cards(read, at)
    return HandView(
        name=name,
        cards=tuple(str(read[p]) if p in read else None for p in at if p in read or p in waiting),
        total=str(points(known)) if known else "",
        tags=_tags(_cards(read, at[:2]), cards_read=len(known)),
    )


def _tags(first_two: tuple[Card, ...], *, cards_read: int) -> tuple[str, ...]:
    if len(first_two) < 2:
        return ()
    natural = cards_read == 2 and is_natural(points(first_two))
    pair = pair_class(first_two)
    paired = pair is not PairClass.NONE
    return (("natural",) if natural else ()) + ((f"{pair}_pair",) if paired else ())
