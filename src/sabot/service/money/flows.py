"""What each player stakes and gets back, round by round: the money of a person, not of an account.

Owns the translation from events to flows. `postings.py` is about accounts, where the players of one
operator share one; here each player is separate. A golden chip is not its player's money, so its
stake counts as zero, but what it wins counts (R29).
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

import msgspec

from sabot.gamekit import Bet
from sabot.service.money.postings import stakes_in
from sabot.service.ports import StoredEvent
from sabot.table import events as e

ENDS = ("RoundSettled", "RoundCancelled")
"""The kinds of event that end a round with bets."""


class Flow(msgspec.Struct, frozen=True, kw_only=True):
    """A part of one player's round: cash stakes by bet, and what came back when it ended."""

    player: str
    round_id: str
    staked: Mapping[str, int] = {}
    returned: int = 0
    ended_ms: int | None = None  # none: the round is open, or these are only its stakes

    @property
    def table_id(self) -> str:
        """Where it is played.

        >>> Flow(player="ada", round_id="speed-1-77").table_id
        'speed-1'
        """
        return table_of(self.round_id)


def table_of(round_id: str) -> str:
    """The table of a round, which begins its id."""
    return round_id.rpartition("-")[0]


def flows_of(
    rows: Sequence[StoredEvent],
    events: Sequence[e.Event],
    bets: Mapping[str, Bet],
    *,
    of: Container[str],
) -> list[Flow]:
    """The flows of some players in a step; `bets` are those of the round before it."""
    known = dict(bets)
    flows: list[Flow] = []
    for row, event in zip(rows, events, strict=True):
        if isinstance(event, e.RoundOpened):
            known = {}
        taken = stakes_in(event)
        known.update((bet.id, bet) for bet in taken)
        flows += _stakes(taken, row.round_id, of)
        if isinstance(event, (e.RoundSettled, e.RoundCancelled)):
            flows += _ends(event, known, row.at_ms, of)
    return flows


def _stakes(taken: Sequence[Bet], round_id: str, of: Container[str]) -> list[Flow]:
    staked: dict[str, dict[str, int]] = {}
    for bet in taken:
        if bet.player in of and not bet.golden:
            staked.setdefault(bet.player, {})[bet.id] = bet.stake
    return [Flow(player=p, round_id=round_id, staked=amounts) for p, amounts in staked.items()]


def _ends(
    event: e.RoundSettled | e.RoundCancelled,
    bets: Mapping[str, Bet],
    at_ms: int,
    of: Container[str],
) -> list[Flow]:
    returned = {bet.player: 0 for bet in bets.values() if bet.player in of}
    for bet_id, amount in _returns(event, bets):
        player = bets[bet_id].player
        if player in returned:
            returned[player] += amount
    return [
        Flow(player=player, round_id=event.round_id, returned=amount, ended_ms=at_ms)
        for player, amount in returned.items()
    ]


def _returns(
    event: e.RoundSettled | e.RoundCancelled, bets: Mapping[str, Bet]
) -> list[tuple[str, int]]:
    if isinstance(event, e.RoundSettled):
        return [(paid.bet, paid.amount) for paid in event.payouts]
    return [(bet, bets[bet].stake) for bet in event.refunds if not bets[bet].golden]
