"""What must hold of any store that has come to rest, written from the export alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from sabot.adapters.memory import MemoryStore

Row = Mapping[str, object]


def violations(store: MemoryStore) -> list[str]:
    """Everything that is wrong, in words."""
    rows: dict[str, list[Row]] = defaultdict(list)
    for kind, row in store.export_rows():
        rows[kind].append(row)
    return [
        *_money(rows["transfer"]),
        *_bets(rows["bet"], rows["outcome"], rows["event"]),
        *_log(rows["event"]),
    ]


def _money(transfers: list[Row]) -> Iterator[str]:
    """I1, I2, I5."""
    balances: Counter[str] = Counter()
    for transfer in transfers:
        balances[str(transfer["debit"])] -= int(str(transfer["amount"]))
        balances[str(transfer["credit"])] += int(str(transfer["amount"]))
    if sum(balances.values()):
        yield f"the ledger sums to {sum(balances.values())}"
    for account, balance in balances.items():
        if balance < 0 and account.split(":")[0] in ("player", "escrow", "golden"):
            yield f"{account} holds {balance}"


def _bets(bets: list[Row], outcomes: list[Row], events: list[Row]) -> Iterator[str]:
    """I3: every accepted bet of a closed round has exactly one outcome."""
    closed = {e["round_id"] for e in events if e["kind"] in ("RoundSettled", "RoundCancelled")}
    settled = Counter(str(outcome["bet"]) for outcome in outcomes)
    for bet in bets:
        times = settled[str(bet["id"])]
        if times != (1 if bet["round_id"] in closed else 0):
            yield f"bet {bet['id']} has {times} outcomes"


def _log(events: list[Row]) -> Iterator[str]:
    """I9: numbers without gaps."""
    last: Counter[str] = Counter()
    for event in events:
        table = str(event["table_id"])
        if event["seq"] != last[table] + 1:
            yield f"{table}: {event['seq']} after {last[table]}"
        last[table] = int(str(event["seq"]))
