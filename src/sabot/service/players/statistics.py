"""A player's own results: what was staked, what came back, and what the exact returns expect.

Pure: settled bets go in, figures come out. The expectation of a round comes from the bets that the
player placed, at the exact return of their kind under best play. That return already includes what
decisions add (a double, a split, Play). Golden chips are not the player's money, so stakes and
returns leave them out, and their winnings are a separate figure. Cancelled rounds do not count. The
band is twice the player's own spread around the expectation: by chance, about 19 of 20 players are
inside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import isqrt

import msgspec

from sabot.gamekit import Bet, Parts
from sabot.games import registry
from sabot.service.controls.calendar import UTC_DAYS, Calendar
from sabot.service.money.flows import table_of
from sabot.service.players.history import PlayedBet

RateOf = Callable[[str, str], Fraction | None]
"""The exact return of a kind of bet at a table, stake included; None where none is known."""

GameOf = Callable[[str], str]
"""The game of a table."""

BAND_ROUNDS_MIN = 20
"""With fewer rounds a spread has no meaning."""

SPREADS = 2
_bet = msgspec.json.Decoder(Bet).decode


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResult:
    """One round of one player, in cents."""

    round_id: str
    game: str
    ended_ms: int
    staked: int
    returned: int
    golden: int  # what golden chips won
    expected: Fraction | None  # net; None where a return is not known

    @property
    def net(self) -> int:
        """What the player's money won; below zero what it lost."""
        return self.returned - self.staked


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """A sum of rounds, and the band in which its net should be."""

    rounds: int = 0
    staked: int = 0
    returned: int = 0
    golden: int = 0
    expected: Fraction | None = Fraction(0)
    squares: Fraction = Fraction(0)  # the sum of squared differences from the expectation

    @property
    def net(self) -> int:
        """What the player's money won."""
        return self.returned - self.staked

    def plus(self, played: RoundResult) -> Results:
        """Add a round; one without an expectation leaves the sum without one."""
        expected = None
        squares = self.squares
        if self.expected is not None and played.expected is not None:
            expected = self.expected + played.expected
            squares += (played.net - played.expected) ** 2
        return Results(
            rounds=self.rounds + 1,
            staked=self.staked + played.staked,
            returned=self.returned + played.returned,
            golden=self.golden + played.golden,
            expected=expected,
            squares=squares,
        )

    @property
    def band(self) -> tuple[int, int] | None:
        """The lowest and highest net that would not be unusual."""
        if self.expected is None or self.rounds < BAND_ROUNDS_MIN:
            return None
        reach = SPREADS * isqrt(int(self.squares))
        return int(self.expected) - reach, int(self.expected) + reach


def rounds_of(
    played: Sequence[PlayedBet], *, rate_of: RateOf, game_of: GameOf
) -> list[RoundResult]:
    """The rounds of a player, oldest first, from bets in any order."""
    by_round: dict[str, list[PlayedBet]] = {}
    for one in sorted(played, key=lambda one: one.place):
        by_round.setdefault(one.bet.round_id, []).append(one)
    return [
        _round(round_id, bets, rate_of=rate_of, game_of=game_of)
        for round_id, bets in by_round.items()
        if not any(one.result == "refunded" for one in bets)
    ]


def _round(
    round_id: str, played: Sequence[PlayedBet], *, rate_of: RateOf, game_of: GameOf
) -> RoundResult:
    table = table_of(round_id)
    game = game_of(table)
    known = registry().get(game)
    bets = [(_bet(one.bet.body), one.amount) for one in played]
    cash = [(bet, amount) for bet, amount in bets if not bet.golden]
    return RoundResult(
        round_id=round_id,
        game=game,
        ended_ms=played[0].ended_ms,
        staked=sum(bet.stake for bet, _ in cash),
        returned=sum(amount for _, amount in cash),
        golden=sum(amount for bet, amount in bets if bet.golden),
        expected=_expected(
            [bet for bet, _ in cash],
            lambda kind: rate_of(table, kind),
            Parts(package="") if known is None else known.parts,
        ),
    )


def _expected(
    bets: Sequence[Bet], rate: Callable[[str], Fraction | None], parts: Parts
) -> Fraction | None:
    """What the stakes of a round are expected to win, below zero what they should cost."""
    counts_as = {
        other: kind
        for kind, other in parts.returns_with.items()
        if any(bet.kind == kind for bet in bets)
    }
    total = Fraction(0)
    for bet in bets:
        kind = counts_as.get(bet.kind, parts.returns_as.get(bet.kind, bet.kind))
        known = rate(kind)
        if known is not None:
            total += bet.stake * (known - 1)
        elif bet.parent is None:
            return None
    return total


def summed(rounds: Iterable[RoundResult]) -> Results:
    """The sum of some rounds."""
    total = Results()
    for one in rounds:
        total = total.plus(one)
    return total


def by_day_and_game(
    rounds: Sequence[RoundResult], calendar: Calendar = UTC_DAYS
) -> list[tuple[int, str, Results]]:
    """The sums of each day and game, newest day first."""

    def key(one: RoundResult) -> tuple[int, str]:
        return -calendar.day_of(one.ended_ms), one.game

    groups = groupby(sorted(rounds, key=key), key=key)
    return [(-day, game, summed(list(group))) for (day, game), group in groups]


def course(rounds: Sequence[RoundResult], *, points: int) -> list[tuple[int, Results]]:
    """The running sum at up to `points` of the rounds, with the time of each."""
    marks = {len(rounds) * (place + 1) // points - 1 for place in range(points)}
    total, found = Results(), []
    for place, one in enumerate(rounds):
        total = total.plus(one)
        if place in marks:
            found.append((one.ended_ms, total))
    return found
