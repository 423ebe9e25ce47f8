"""Reserve cards: six places laid face down before betting closes, and what is left of them (R25).

It moves cards between places without reading them: until bets are closed no one, not even the
server, knows what they are. So a card here can be any value, and the callers say who draws.

Why the players lose nothing by it: the six places are filled in the order in which cards leave the
shoe, a round uses a first part of them, and the rest goes to the front of the next six. The order
of the shoe is never changed, so every round sees the cards that dealing one by one would give.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TypeVar

from sabot.errors import Refused
from sabot.games.baccarat.refusals import ReserveRefusal

PLACES = ("P1", "B1", "P2", "B2", "X", "Y")
"""In the order of filling (F89, F91)."""

AnyCard = TypeVar("AnyCard")


class Ending(StrEnum):
    """How a round ended, as far as its unused cards are concerned."""

    ANOTHER_FOLLOWS = "another_follows"
    LAST_OF_SHOE = "last_of_shoe"  # the cut card has come out (F92)
    CANCELLED = "cancelled"


def from_shoe(*, carried: int) -> tuple[str, ...]:
    """The places that new cards go to, after those kept from the last round.

    >>> from_shoe(carried=2), from_shoe(carried=0)[0]
    (('P2', 'B2', 'X', 'Y'), 'P1')
    """
    if not 0 <= carried <= 2:
        raise Refused(ReserveRefusal.IMPOSSIBLE, carried=carried)  # There are two reserve places.
    return PLACES[carried:]


def lay(*, carried: Sequence[AnyCard], fresh: Sequence[AnyCard]) -> Mapping[str, AnyCard]:
    """Fill the six places: first with what was kept, then from the shoe.

    >>> lay(carried=["x"], fresh=["a", "b", "c", "d", "e"])["P1"]
    'x'
    """
    needed = len(from_shoe(carried=len(carried)))
    if len(fresh) != needed:
        raise Refused(ReserveRefusal.WRONG_NUMBER, needed=needed, drawn=len(fresh))
    return dict(zip(PLACES, (*carried, *fresh), strict=True))


def hands_at(*, player_drew: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Where Player's and Banker's cards lie; a third card is the first reserve card still there.

    >>> hands_at(player_drew=True)
    (('P1', 'P2', 'X'), ('B1', 'B2', 'Y'))
    >>> hands_at(player_drew=False)
    (('P1', 'P2'), ('B1', 'B2', 'X'))
    """
    if player_drew:
        return ("P1", "P2", "X"), ("B1", "B2", "Y")
    return ("P1", "P2"), ("B1", "B2", "X")


def unused(*, player_drew: bool, banker_drew: bool) -> tuple[str, ...]:
    """The reserve places a finished round did not need.

    >>> unused(player_drew=False, banker_drew=True)
    ('Y',)
    """
    return PLACES[4 + player_drew + banker_drew :]


def carry_over(
    laid: Mapping[str, AnyCard], *, player_drew: bool, banker_drew: bool, ending: Ending
) -> tuple[AnyCard, ...]:
    """The cards that open the next round, in order; the others go to the discard.

    >>> laid = lay(carried=[], fresh=list("abcdef"))
    >>> carry_over(laid, player_drew=True, banker_drew=False, ending=Ending.ANOTHER_FOLLOWS)
    ('f',)
    """
    if ending is not Ending.ANOTHER_FOLLOWS:
        return ()
    places = unused(player_drew=player_drew, banker_drew=banker_drew)
    return tuple(laid[place] for place in places)
