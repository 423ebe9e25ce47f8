"""A settled round that was void after all: what it means for each player, and how it is told.

Owns the arithmetic and the words of the acts. A malfunction voids pays and plays (P9): each player
of the round gets back what the round cost, or gives back what it brought. Knows no store, no
transaction and no second person; those are in `annulment.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

import msgspec

from sabot.gamekit import Bet
from sabot.money import Currency
from sabot.service.office.acts import Act
from sabot.service.players.directory import Directory, Player
from sabot.service.players.history import StakedBet
from sabot.service.ports import ActRow
from sabot.table.golden import grant_in

PUSH = "push"
"""The result of a bet whose golden chip went back to its player (R29)."""

_PREFIX = "annulled:"

_bet = msgspec.json.Decoder(Bet).decode


class AnnulBody(msgspec.Struct, frozen=True, kw_only=True):
    """Which round is proposed to be annulled."""

    round: str


class AnnulledBody(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the act of one player says beside the amount that moved.

    The round brought the player `paid` less `staked`. What it cost comes back as the amount of the
    act. What it brought is the amount that was taken, what could not be taken (`uncollected`), and
    what only the player's operator can take (`theirs`).
    """

    round: str
    proposal: str
    currency: Currency
    staked: int
    paid: int
    uncollected: int = 0
    theirs: int = 0


_body = msgspec.json.Decoder(AnnulledBody).decode


class ReturnedBody(msgspec.Struct, frozen=True, kw_only=True):
    """Which golden chip came back to its grant."""

    round: str
    bet: str


class UsedChip(msgspec.Struct, frozen=True, kw_only=True):
    """A golden chip that the round used up."""

    bet: str
    value: int
    grant: str | None


class PlayerLine(msgspec.Struct, frozen=True, kw_only=True):
    """What the annulment of a round means for one player, in cents."""

    player: Player
    staked: int
    paid: int
    uncollected: int = 0
    theirs: int = 0
    chips: tuple[UsedChip, ...] = ()

    @property
    def change(self) -> int:
        """What the player's money gains; below zero what is taken from it."""
        return self.staked - self.paid + self.uncollected + self.theirs


def subject_of(round_id: str) -> str:
    """What the acts of an annulled round are about."""
    return _PREFIX + round_id


def act_id_of(round_id: str, player: str) -> str:
    """The act of one player, its transfer, and its wallet operation: a round is annulled once."""
    return f"{_PREFIX}{round_id}/{player}"


def annulled_rounds(acts: Iterable[ActRow]) -> dict[str, ActRow]:
    """The acts of annulled rounds among those of a player, by round."""
    return {
        act.subject.removeprefix(_PREFIX): act for act in acts if act.kind == Act.ROUND_ANNULLED
    }


def change_of(act: ActRow, body: AnnulledBody) -> int:
    """What an act of an annulled round brought its player; below zero what it took."""
    return act.amount if body.paid < body.staked else -act.amount


def lines_of(
    bets: Sequence[StakedBet],
    directory: Directory,
    *,
    held: Callable[[str], int],
    is_alive: Callable[[str, str | None], bool],
) -> list[PlayerLine]:
    """What an annulment now means for each player; `held` is what their account holds.

    From a player of the house at most that is taken: no account falls below zero, and a stake in
    another round is not touched. The wallet of an operator is never debited after the fact.
    """
    return [
        _line(directory.player(player), staked, held=held, is_alive=is_alive)
        for player, staked in _by_player(bets)
    ]


def _by_player(bets: Sequence[StakedBet]) -> Iterator[tuple[str, list[StakedBet]]]:
    def player(one: StakedBet) -> str:
        return one.bet.player

    for name, staked in groupby(sorted(bets, key=player), key=player):
        yield name, list(staked)


def _line(
    player: Player,
    bets: Sequence[StakedBet],
    *,
    held: Callable[[str], int],
    is_alive: Callable[[str, str | None], bool],
) -> PlayerLine:
    whole = [(_bet(one.bet.body), one.result) for one in bets]
    staked = sum(bet.stake for bet, _ in whole if not bet.golden)
    paid = sum(one.amount for one in bets)
    gained = max(0, paid - staked)
    ours = player.operator is None
    left = max(0, gained - max(0, held(player.player_id))) if ours and gained else 0
    return PlayerLine(
        player=player,
        staked=staked,
        paid=paid,
        uncollected=left,
        theirs=0 if ours else gained,
        chips=tuple(
            UsedChip(bet=bet.id, value=bet.stake, grant=grant_in(bet.terms))
            for bet, result in whole
            if bet.golden and result != PUSH and is_alive(player.player_id, grant_in(bet.terms))
        ),
    )


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """An annulled round as its player is told: `change` is below zero for what was taken."""

    at_ms: int
    change: int
    chips: int
    theirs: int


def told_of(acts: Iterable[ActRow], round_id: str) -> Told | None:
    """What the acts of a player say about a round that was annulled."""
    known = [*acts]
    act = annulled_rounds(known).get(round_id)
    if act is None:
        return None
    body = body_of(act)
    chips = [
        one.amount
        for one in known
        if one.kind == Act.CHIPS_RETURNED and one.id.startswith(f"{act.id}:")
    ]
    if body is None:  # a damaged act is shown without what it would say
        return Told(at_ms=act.at_ms, change=0, chips=sum(chips), theirs=0)
    return Told(at_ms=act.at_ms, change=change_of(act, body), chips=sum(chips), theirs=body.theirs)


def body_of(act: ActRow) -> AnnulledBody | None:
    """What the act of a player says; None where it cannot be read."""
    try:
        return _body(act.body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
