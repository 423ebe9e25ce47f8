"""The bets of a round, found by id and by player, growing without being copied.

Values like every other part of a table's state: `and_more` leaves what it is called on as it was.
Both share one store; whoever is no longer the newest takes its own part out of it when it is asked
again. So a round with thousands of bettors costs each of them the same.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

from typing_extensions import override

from sabot.gamekit import Bet

Spot = tuple[str, int | None, bool]
"""Kind, seat, and whether the chip is golden: no felt has two placements on one of these."""


class Lies(NamedTuple):
    """What a player's bets on one spot add up to, and how many they are."""

    stake: int
    bets: int


NO_SPOTS: Mapping[Spot, Lies] = MappingProxyType({})
"""Of who has no bet."""


class Bets(Mapping[str, Bet]):
    """Bets by id, in the order they were accepted."""

    __slots__ = ("_by_id", "_count", "_lies", "_of")

    def __init__(self, bets: Iterable[Bet] = ()) -> None:
        self._by_id: dict[str, Bet] = {}
        self._of: dict[str, list[Bet]] = {}
        self._lies: dict[str, dict[Spot, Lies]] = {}
        self._add(bets)
        self._count = len(self._by_id)

    def _add(self, bets: Iterable[Bet]) -> None:
        by_id, of, lies = self._by_id, self._of, self._lies
        for bet in bets:
            player, spot = bet.player, (bet.kind, bet.seat, bet.golden)
            by_id[bet.id] = bet
            spots = lies.get(player)
            if spots is None:
                of[player] = [bet]
                lies[player] = {spot: Lies(bet.stake, 1)}
            else:
                of[player].append(bet)
                stake, number = spots.get(spot, (0, 0))
                spots[spot] = Lies(stake + bet.stake, number + 1)

    def _mine(self) -> dict[str, Bet]:
        """The bets that belong to this value: others may have added to the store meanwhile."""
        if len(self._by_id) != self._count:
            own = Bets(islice(tuple(self._by_id.values()), self._count))
            self._by_id, self._of, self._lies = own._by_id, own._of, own._lies
        return self._by_id

    def and_more(self, bets: Iterable[Bet]) -> Bets:
        """These bets and more."""
        found, more = self._mine(), tuple(bets)
        if not found.keys().isdisjoint([bet.id for bet in more]):
            return Bets({**found, **{bet.id: bet for bet in more}}.values())
        grown = Bets()
        grown._by_id, grown._of, grown._lies = self._by_id, self._of, self._lies
        grown._add(more)
        grown._count = len(grown._by_id)
        return grown

    def of(self, player: str) -> tuple[Bet, ...]:
        """The bets of one player."""
        self._mine()
        return tuple(self._of.get(player, ()))

    def spots_of(self, player: str) -> Mapping[Spot, Lies]:
        """What one player's bets add up to, by spot in the order of the first bet on each."""
        if len(self._by_id) != self._count:
            self._mine()
        return self._lies.get(player, NO_SPOTS)

    @override
    def __getitem__(self, bet_id: str) -> Bet:
        return self._mine()[bet_id]

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._mine())

    @override
    def __len__(self) -> int:
        return self._count

    @override
    def keys(self) -> KeysView[str]:
        return self._mine().keys()

    @override
    def values(self) -> ValuesView[Bet]:
        return self._mine().values()

    @override
    def items(self) -> ItemsView[str, Bet]:
        return self._mine().items()

    @override
    def __repr__(self) -> str:
        return f"Bets({list(self.values())!r})"
