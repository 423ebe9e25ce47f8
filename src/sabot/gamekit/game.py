"""The contract of a game: a pure machine that is told cards and answers.

Every function returns a new state or raises `Refused`; a refused call changes nothing. The state
holds the variant it was started with, so a round is settled by the rules of its day.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from typing_extensions import override

from sabot.cards import Card
from sabot.gamekit.bets import Bet, BetSpec
from sabot.gamekit.eligibility import Placement
from sabot.gamekit.expects import Deal, Expectation, refuse
from sabot.gamekit.explaining import Explanation
from sabot.gamekit.layout import Change
from sabot.gamekit.parts import Parts
from sabot.gamekit.payouts import Payout
from sabot.gamekit.view import Audience, View
from sabot.money import Odds


class Variant(Protocol):
    """A game's rules as data: one regulation, or an operator's version of it."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def decks(self) -> int: ...
    @property
    def seats(self) -> int: ...
    @property
    def bets(self) -> Mapping[str, BetSpec]: ...
    @property
    def cut_card_from_end(self) -> int: ...
    @property
    def bonuses(self) -> Mapping[str, Mapping[str, Odds]]:
        """What a kind of bet is paid on top, win or lose, by label; most have nothing."""


S = TypeVar("S")
V = TypeVar("V", bound=Variant)


class Game(Protocol[S, V]):
    """One game package; `registry()` finds them. There is one object of each: it can be a key."""

    @override
    def __hash__(self) -> int: ...
    @property
    def id(self) -> str: ...
    @property
    def variants(self) -> Mapping[str, V]:
        """The variants this package ships, by id."""

    @property
    def parts(self) -> Parts:
        """What the game brings besides its rules."""

    def place(self, layout: Sequence[Placement], chip: Placement) -> Change:
        """A chip on a player's felt before the round; `layout.place` unless spots are tied."""

    def restake(self, layout: Sequence[Placement], spot: Placement) -> Change:
        """A spot set to another stake, zero to clear it; `layout.restake` likewise."""

    def start(self, variant: V, *, seats: frozenset[int] = frozenset()) -> S:
        """A new round for these staked seats (empty where the game has no hands per seat)."""

    def expects(self, state: S) -> Expectation:
        """What must happen next."""

    def deal(self, state: S, card: Card, *, at: str) -> S:
        """A card was put on an expected position."""

    def reveal(self, state: S) -> S:
        """The expected face-down cards were turned."""

    def choose(self, state: S, option: str) -> S:
        """The asked seat decided, or its default was applied."""

    def close(self, state: S) -> S:
        """The window of a question to all players is over."""

    def asked(self, state: S, bets: Sequence[Bet]) -> tuple[Bet, ...]:
        """The bets whose players the open question asks, where it is put to all players."""

    def automatic(self, state: S, threshold: int) -> str | None:
        """The option that auto stand takes for the asked hand, None when it does not act."""

    def extras(self, state: S, option: str, bets: Sequence[Bet]) -> tuple[Bet, ...]:
        """The further stakes this answer takes, for the asked bets and those that follow them."""

    def settle(self, state: S, bets: Sequence[Bet]) -> tuple[Payout, ...]:
        """Exactly one payout for each bet, in order; refused before the result is known."""

    def explain(self, state: S, payout: Payout) -> tuple[Explanation, ...]:
        """Why, one fact for each line of a payout of this round."""

    def story(self, state: S) -> tuple[Explanation, ...]:
        """How a round that is over came to its result, step by step."""

    def outcome(self, state: S) -> Mapping[str, str | int | bool]:
        """What is announced of the cards so far, whole once the result is known."""

    def view(self, state: S, audience: Audience) -> View:
        """What this audience may see."""


# A registry holds games of different states side by side; their types meet again inside each game.
AnyGame = Game[Any, Any]  # type: ignore[explicit-any]


def deal_next(game: Game[S, V], state: S, card: Card) -> S:
    """Deal to the first expected position, as a dealer does who follows the instruction."""
    expected = game.expects(state)
    if not isinstance(expected, Deal):
        refuse(expected, card=str(card))
    return game.deal(state, card, at=expected.positions[0])
