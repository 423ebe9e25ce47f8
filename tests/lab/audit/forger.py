"""A forger: takes an export apart, changes what it likes, and makes everything fit again.

It knows the format as well as we do: it chains the events again, moves the heads, adds up the
balances and seals the file. What it cannot do is make the rules say something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from sabot.lab.audit import sealed
from sabot.ledger import Account
from sabot.table.record import codec

Row = dict[str, Any]


class Forger:
    """The rows of an export, open to everybody."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self.rows: list[tuple[str, Row]] = []
        for raw in lines:
            row = msgspec.json.decode(raw)
            kind = row.pop("type")
            if kind not in ("header", "end"):
                self.rows.append((kind, row))

    # --- looking ----------------------------------------------------------------------------------

    def all(self, kind: str) -> list[Row]:
        """The rows of one kind."""
        return [row for name, row in self.rows if name == kind]

    def events(self, kind: str, table: str | None = None) -> list[Row]:
        """The events of one kind."""
        rows = (row for row in self.all("event") if row["kind"] == kind)
        return [row for row in rows if table in (None, row["table_id"])]

    def one(self, kind: str, /, **members: object) -> Row:
        """The first row with these members."""
        return next(row for row in self.all(kind) if members.items() <= row.items())

    @staticmethod
    def body(event: Row) -> Row:
        """The members of an event."""
        members: Row = msgspec.json.decode(event["body"])
        return members

    # --- changing ---------------------------------------------------------------------------------

    def edit(self, event: Row, change: Callable[[Row], None]) -> None:
        """Change the body of an event."""
        body = self.body(event)
        change(body)
        event["body"] = msgspec.json.encode(body).decode()

    def drop(self, kind: str, row: Row) -> None:
        """Let a row disappear."""
        self.rows = [entry for entry in self.rows if entry != (kind, row)]

    def add(self, kind: str, row: Row, *, after: Row | None = None) -> None:
        """Slip a row in, behind another or where its key belongs."""
        places = [n for n, (name, _) in enumerate(self.rows) if name == kind]
        at = places[-1] + 1 if after is None else 1 + self.rows.index((kind, after))
        self.rows.insert(at, (kind, row))

    def swap(self, first: Row, second: Row) -> None:
        """Exchange two events, numbers excepted."""
        for name in ("kind", "version", "body", "round_id"):
            first[name], second[name] = second[name], first[name]

    # --- making it fit ----------------------------------------------------------------------------

    def lines(self, *, mended: bool = True) -> list[bytes]:
        """A whole export again: chained, balanced and sealed, or only sealed."""
        if mended:
            self._chain()
            self._balance()
            for kind, key in (("transfer", "id"), ("bet", "id"), ("outcome", "bet")):
                self._sort(kind, key)
        return list(sealed(self.rows))

    def _sort(self, kind: str, key: str) -> None:
        ordered = iter(sorted(self.all(kind), key=lambda row: str(row[key])))
        self.rows = [(k, next(ordered) if k == kind else row) for k, row in self.rows]

    def _chain(self) -> None:
        heads = {row["table_id"]: row for row in self.all("head")}
        last: dict[str, tuple[int, bytes]] = {}
        for row in self.all("event"):
            seq, before = last.get(row["table_id"], (0, codec.GENESIS))
            row["seq"] = seq + 1
            made = codec.chained(
                before,
                seq=row["seq"],
                kind=row["kind"],
                version=row["version"],
                body=row["body"].encode(),
            )
            row["hash"] = made.hex()
            last[row["table_id"]] = (row["seq"], made)
        for table, (seq, made) in last.items():
            heads[table].update(seq=seq, hash=made.hex())

    def _balance(self) -> None:
        held: dict[str, int] = {}
        for row in self.all("transfer"):
            held[row["debit"]] = held.get(row["debit"], 0) - row["amount"]
            held[row["credit"]] = held.get(row["credit"], 0) + row["amount"]
        accounts = [
            ("account", {"id": name, "balance": net, "floor": Account.parse(name).kind.floor})
            for name, net in sorted(held.items())
        ]
        at = next(n for n, (kind, _) in enumerate(self.rows) if kind == "account")
        rest = [entry for entry in self.rows if entry[0] != "account"]
        self.rows = [*rest[:at], *accounts, *rest[at:]]
