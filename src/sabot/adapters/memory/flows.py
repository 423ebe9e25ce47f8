"""A player's flows from the store in memory."""

from __future__ import annotations

from collections.abc import Sequence

from sabot.adapters.exports import Exported
from sabot.adapters.flows import BetFlow, flows_from
from sabot.adapters.memory.store import MemoryStore
from sabot.service.money.flows import ENDS, Flow
from sabot.service.office.annulled import annulled_rounds


class MemoryFlows:
    """Reads everything there is: stores of this kind are small."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    def flows(self, player_id: str, *, since_ms: int) -> Sequence[Flow]:
        """The rounds that ended since, and all that are open."""
        facts: dict[str, list[Exported]] = {}
        for kind, fact in self._store.export_rows():
            facts.setdefault(kind, []).append(fact)
        ends = {e["round_id"]: e["at_ms"] for e in facts.get("event", ()) if e["kind"] in ENDS}
        debits = {transfer["id"]: transfer["debit"] for transfer in facts.get("transfer", ())}
        outcomes = {outcome["bet"]: outcome for outcome in facts.get("outcome", ())}
        rows = [
            _bet_flow(bet, debits[f"{bet['id']}:stake"], outcomes.get(bet["id"]), ends)
            for bet in facts.get("bet", ())
            if bet["player"] == player_id
        ]
        annulled = annulled_rounds(self._store.acts.about_player(player_id))
        return flows_from(player_id, rows, since_ms=since_ms, annulled=annulled)


def _bet_flow(
    bet: Exported,
    debit: str | int | None,
    outcome: Exported | None,
    ends: dict[str | int | None, str | int | None],
) -> BetFlow:
    over = outcome or {"result": None, "amount": None}
    amount, ended = over["amount"], ends.get(bet["round_id"])
    return BetFlow(
        round_id=str(bet["round_id"]),
        bet=str(bet["id"]),
        stake=int(bet["stake"] or 0),
        debit=str(debit),
        result=None if outcome is None else str(over["result"]),
        amount=None if amount is None else int(amount),
        ended_ms=None if ended is None else int(ended),
    )
