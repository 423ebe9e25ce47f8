"""A player's bets from the store in memory."""

from __future__ import annotations

from collections.abc import Sequence

from sabot.adapters.exports import Exported
from sabot.adapters.memory.store import MemoryStore
from sabot.service.money.flows import ENDS
from sabot.service.players.history import Place, PlayedBet, StakedBet
from sabot.service.ports import BetRow


class MemoryHistory:
    """Reads everything there is: stores of this kind are small."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    def bets_in(self, round_id: str, player: str) -> Sequence[StakedBet]:
        """The bets of one player in one round, by id; none when there is no such round."""
        return [one for one in self.all_bets_in(round_id) if one.bet.player == player]

    def all_bets_in(self, round_id: str) -> Sequence[StakedBet]:
        """The bets of all players in one round, by id."""
        facts = self._facts()
        outcomes = {outcome["bet"]: outcome for outcome in facts.get("outcome", ())}
        return [
            StakedBet(
                bet=_bet(bet),
                result=None if (end := outcomes.get(bet["id"])) is None else str(end["result"]),
                amount=0 if end is None else int(end["amount"] or 0),
            )
            for bet in facts.get("bet", ())
            if bet["round_id"] == round_id
        ]

    def bets_of(
        self,
        player: str,
        *,
        since_ms: int,
        until_ms: int,
        limit: int,
        before: Place | None = None,
    ) -> Sequence[PlayedBet]:
        """Bets whose rounds ended from `since_ms` on and before `until_ms`, newest first."""
        found = [
            played
            for played in self._played(player)
            if since_ms <= played.ended_ms < until_ms and (before is None or played.place < before)
        ]
        return sorted(found, key=lambda played: played.place, reverse=True)[:limit]

    def _facts(self) -> dict[str, list[Exported]]:
        facts: dict[str, list[Exported]] = {}
        for kind, fact in self._store.export_rows():
            facts.setdefault(kind, []).append(fact)
        return facts

    def _played(self, player: str) -> list[PlayedBet]:
        facts = self._facts()
        ends = {e["round_id"]: e["at_ms"] for e in facts.get("event", ()) if e["kind"] in ENDS}
        outcomes = {outcome["bet"]: outcome for outcome in facts.get("outcome", ())}
        return [
            _played_bet(bet, outcomes[bet["id"]], ended_ms=ends[bet["round_id"]])
            for bet in facts.get("bet", ())
            if bet["player"] == player and bet["id"] in outcomes and bet["round_id"] in ends
        ]


def _played_bet(bet: Exported, outcome: Exported, *, ended_ms: str | int | None) -> PlayedBet:
    return PlayedBet(
        bet=_bet(bet),
        result=str(outcome["result"]),
        amount=int(outcome["amount"] or 0),
        ended_ms=int(ended_ms or 0),
    )


def _bet(bet: Exported) -> BetRow:
    return BetRow(
        id=str(bet["id"]),
        round_id=str(bet["round_id"]),
        player=str(bet["player"]),
        kind=str(bet["kind"]),
        stake=int(bet["stake"] or 0),
        body=str(bet["body"]).encode(),
    )
