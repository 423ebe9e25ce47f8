"""The bets of a round, found by id and by player.

Values like every other part of a table's state: nothing in one changes after it is made. Bets lie
in parts. `and_more` adds a part, and joins the last ones when there are enough of about one length,
so a bet of a large round is copied a few times, not once for every later bet.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
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
"""The spots of a player without bets."""


JOINED = 4
"""Parts that are joined at once: fewer copy each bet more often, more make looking up slower."""


class _Part(NamedTuple):
    """Some of the bets: by id, by player, and added up by player and spot."""

    by_id: Mapping[str, Bet]
    of: Mapping[str, tuple[Bet, ...]]
    lies: Mapping[str, Mapping[Spot, Lies]]


class Bets(Mapping[str, Bet]):
    """Bets by id, in the order they were accepted."""

    __slots__ = ("_count", "_parts")

    def __init__(self, bets: Iterable[Bet] = ()) -> None:
        part = _part(bets)
        self._parts: tuple[_Part, ...] = (part,) if part.by_id else ()
        self._count = len(part.by_id)

    def and_more(self, bets: Iterable[Bet]) -> Bets:
        """These bets and more."""
        more = _part(bets)
        if not all(part.by_id.keys().isdisjoint(more.by_id) for part in self._parts):
            return Bets({**self._all(), **more.by_id}.values())
        if not more.by_id:
            return self
        parts = [*self._parts, more]
        while len(parts) >= JOINED and len(parts[-JOINED].by_id) < JOINED * len(parts[-1].by_id):
            parts[-JOINED:] = [_joined(parts[-JOINED:])]
        grown = Bets()
        grown._parts = tuple(parts)
        grown._count = self._count + len(more.by_id)
        return grown

    def of(self, player: str) -> tuple[Bet, ...]:
        """The bets of one player."""
        return tuple(bet for part in self._parts for bet in part.of.get(player, ()))

    def spots_of(self, player: str) -> Mapping[Spot, Lies]:
        """What one player's bets add up to, by spot in the order of the first bet on each."""
        found = NO_SPOTS
        for part in self._parts:
            lies = part.lies.get(player)
            if lies is not None:
                found = _added(found, lies) if found else lies
        return found

    def _all(self) -> Mapping[str, Bet]:
        if len(self._parts) == 1:
            return self._parts[0].by_id
        return {bet_id: bet for part in self._parts for bet_id, bet in part.by_id.items()}

    @override
    def __getitem__(self, bet_id: str) -> Bet:
        for part in self._parts:
            found = part.by_id.get(bet_id)
            if found is not None:
                return found
        raise KeyError(bet_id)

    @override
    def __contains__(self, bet_id: object) -> bool:
        return any(bet_id in part.by_id for part in self._parts)

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    @override
    def __len__(self) -> int:
        return self._count

    @override
    def keys(self) -> KeysView[str]:
        return self._all().keys()

    @override
    def values(self) -> ValuesView[Bet]:
        return self._all().values()

    @override
    def items(self) -> ItemsView[str, Bet]:
        return self._all().items()

    @override
    def __repr__(self) -> str:
        return f"Bets({list(self.values())!r})"


def _part(bets: Iterable[Bet]) -> _Part:
    by_id: dict[str, Bet] = {}
    of: dict[str, tuple[Bet, ...]] = {}
    lies: dict[str, dict[Spot, Lies]] = {}
    for bet in bets:
        player, spot = bet.player, (bet.kind, bet.seat, bet.golden)
        by_id[bet.id] = bet
        spots = lies.get(player)
        if spots is None:
            of[player] = (bet,)
            lies[player] = {spot: Lies(bet.stake, 1)}
        else:
            of[player] += (bet,)
            stake, number = spots.get(spot, (0, 0))
            spots[spot] = Lies(stake + bet.stake, number + 1)
    return _Part(by_id, of, lies)


def _joined(parts: Iterable[_Part]) -> _Part:
    by_id: dict[str, Bet] = {}
    of: dict[str, tuple[Bet, ...]] = {}
    lies: dict[str, Mapping[Spot, Lies]] = {}
    for part in parts:
        again = of.keys() & part.of.keys()
        earlier = {player: (of[player], lies[player]) for player in again}
        by_id.update(part.by_id)
        of.update(part.of)
        lies.update(part.lies)
        for player, (bets, spots) in earlier.items():
            of[player] = bets + part.of[player]
            lies[player] = _added(spots, part.lies[player])
    return _Part(by_id, of, lies)


def _added(first: Mapping[Spot, Lies], second: Mapping[Spot, Lies]) -> Mapping[Spot, Lies]:
    found = {**first}
    for spot, lies in second.items():
        stake, number = found.get(spot, (0, 0))
        found[spot] = Lies(stake + lies.stake, number + lies.bets)
    return found
