"""An administrator of the database without the keys writes events of tables (issue 20).

The chain of events has no key, so anyone can compute it again. What proves it is the signed head of
each table, and the claims on the house log (ADR 0064).
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.bootstrap.test_casino import opened, settings_at
from tests.bootstrap.test_edited_rows import (
    SEALS,
    TABLE,
    _quiet,  # noqa: F401  its log lines are expected
    accept,
    bet,
    edited,
    played,  # noqa: F401  a fixture
    start,
)

from sabot.adapters.sql import open_store
from sabot.adapters.sql.readers.evidence import SqlEvidence
from sabot.errors import Corrupt
from sabot.service.money.stakes import encode_bet
from sabot.table import events as e
from sabot.table.record import codec
from sabot.table.record.codec import GENESIS

GAIN = 9000


class Forger:
    """Knows the database and the source code, and no key."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        self.round = self._one("SELECT round_id FROM bet WHERE player = 'bruno'")
        self.closed = self._event(e.BetsClosed)
        self.settled = self._event(e.RoundSettled)

    def _one(self, query: str, *values: object) -> Any:
        return self.db.execute(query, values).fetchone()[0]

    def _event(self, kind: type[e.Event]) -> Any:
        found = "SELECT body FROM event WHERE round_id = ? AND kind = ?"
        return codec.decode(kind.__name__, 1, self._one(found, self.round, kind.__name__))

    def head(self) -> tuple[int, bytes, str]:
        """Where the table stands, and its open round."""
        query = "SELECT seq, hash FROM table_head WHERE table_id = ?"
        seq, chain = self.db.execute(query, (TABLE,)).fetchone()
        last = "SELECT round_id FROM event WHERE table_id = ? AND seq = ?"
        return seq, chain, self._one(last, TABLE, seq)

    def won(self, round_id: str, player: str = "ada") -> tuple[e.BetsClosed, e.RoundSettled]:
        """The events of a round in which a player won, like the one that bruno has played."""
        (old,) = [one for one in self.closed.accepted if one.player == "bruno"]
        mine = replace(old, id=old.id.replace(self.round, round_id), player=player)
        mine = replace(mine, id=mine.id.replace("bruno", player))
        (paid,) = [one for one in self.settled.payouts if one.bet == old.id]
        paid = replace(paid, bet=mine.id, result="win", amount=mine.stake + GAIN)
        return (
            replace(self.closed, accepted=(mine,), rejected=()),
            replace(self.settled, round_id=round_id, payouts=(paid,)),
        )

    def money(self, closed: e.BetsClosed, settled: e.RoundSettled) -> None:
        """The rows that follow from such a round, and balances that are the sums of them."""
        (mine,), (paid,) = closed.accepted, settled.payouts
        account, held = f"player:{mine.player}:EUR", f"escrow:{settled.round_id}:EUR"
        bet_row = (mine.id, settled.round_id, mine.player, mine.kind, mine.stake, encode_bet(mine))
        self.db.execute(
            "INSERT INTO bet (id, round_id, player, kind, stake, body, source)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (*bet_row, account),
        )
        self.db.execute("INSERT INTO bet_outcome VALUES (?, 'win', ?)", (mine.id, paid.amount))
        moves = (
            (f"{settled.round_id}:house:EUR", "winnings", "house:house:EUR", held, GAIN, None),
            (f"{mine.id}:payout", "payout", held, account, paid.amount, mine.id),
        )
        for name, kind, debit, credit, amount, of in moves:
            self.db.execute(
                "INSERT INTO transfer (id, kind, debit, credit, amount, bet, round)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (name, kind, debit, credit, amount, of, settled.round_id),
            )
        for name, change in ((account, GAIN), ("house:house:EUR", -GAIN)):
            self.db.execute("UPDATE account SET balance = balance + ? WHERE id = ?", (change, name))

    def write(
        self, table: str, round_id: str, events: Sequence[e.Event], *, seq: int, chain: bytes
    ) -> bytes:
        """Events that go on from a hash."""
        for number, event in enumerate(events, start=seq + 1):
            kind, body = codec.kind_of(event), codec.encode(event, lambda _: "")
            chain = codec.chained(chain, seq=number, kind=kind, version=1, body=body)
            row = (table, number, 1, round_id, kind, 1, body, chain, 0)
            self.db.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        return chain


def appended(db: sqlite3.Connection) -> None:
    """The round that was open when the house closed ends well for ada."""
    forger = Forger(db)
    seq, chain, round_id = forger.head()
    events = forger.won(round_id)
    chain = forger.write(TABLE, round_id, events, seq=seq, chain=chain)
    moved = "UPDATE table_head SET seq = seq + 2, hash = ? WHERE table_id = ?"
    db.execute(moved, (chain, TABLE))
    forger.money(*events)


def at_no_table(db: sqlite3.Connection) -> None:
    """A table that has no head: nothing goes on from its events."""
    forger = Forger(db)
    events = forger.won("ghost-1")
    forger.write("ghost", "ghost-1", events, seq=0, chain=GENESIS)
    forger.money(*events)


def before_the_first(db: sqlite3.Connection) -> None:
    """Event 0: the first event of the table follows from 32 zero bytes."""
    forger = Forger(db)
    closed, settled = forger.won(f"{TABLE}-0")
    forger.write(TABLE, f"{TABLE}-0", (closed, settled), seq=-2, chain=GENESIS)
    db.execute("UPDATE event SET hash = ? WHERE table_id = ? AND seq = 0", (GENESIS, TABLE))
    forger.money(closed, settled)


def rewritten(db: sqlite3.Connection) -> None:
    """Bruno's old round pays more; hashes are computed again up to an event of no money."""
    forger = Forger(db)
    paid = [replace(one, result="win", amount=one.amount + GAIN) for one in forger.settled.payouts]
    richer = codec.encode(replace(forger.settled, payouts=tuple(paid)), lambda _: "")
    query = "SELECT seq, kind, version, body, hash FROM event WHERE table_id = ? ORDER BY seq"
    chain, changed = GENESIS, 0
    for seq, kind, version, body, old in db.execute(query, (TABLE,)).fetchall():
        if kind == "RoundSettled" and not changed:
            body, changed = richer, seq  # noqa: PLW2901
        if changed and seq > changed + 1:
            break
        chain = codec.chained(chain, seq=seq, kind=kind, version=version, body=body)
        assert changed or chain == old
        db.execute(
            "UPDATE event SET body = ?, hash = ? WHERE table_id = ? AND seq = ?",
            (body, chain, TABLE, seq),
        )
    pay_bruno(db)


def unreadable(db: sqlite3.Connection) -> None:
    """Bruno's old round cannot be followed any more, and its rows pay more."""
    db.execute(
        "UPDATE event SET body = x'00' WHERE round_id = ? AND kind = 'RoundSettled'",
        (Forger(db).round,),
    )
    pay_bruno(db)


def pay_bruno(db: sqlite3.Connection) -> None:
    """Raise the outcome of bruno's bet, with all that follows from it."""
    name, round_id, stake = db.execute("SELECT id, round_id, stake FROM bet").fetchone()
    (had,) = db.execute("SELECT amount FROM bet_outcome WHERE bet_id = ?", (name,)).fetchone()
    due = had + GAIN
    db.execute("UPDATE bet_outcome SET result = 'win', amount = ?", (due,))
    db.execute("DELETE FROM transfer WHERE round = ?", (round_id,))
    held, net = f"escrow:{round_id}:EUR", due - stake
    for row in (
        (f"{round_id}:house:EUR", "winnings", "house:house:EUR", held, net, None, round_id),
        (f"{name}:payout", "payout", held, "player:bruno:EUR", due, name, round_id),
    ):
        db.execute(
            "INSERT INTO transfer (id, kind, debit, credit, amount, bet, round)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            row,
        )
    for account, change in (("player:bruno:EUR", GAIN), ("house:house:EUR", -GAIN)):
        db.execute("UPDATE account SET balance = balance + ? WHERE id = ?", (change, account))


async def bet_at(folder: Path, player: str) -> tuple[str, int | None]:
    """What becomes of a chip at a table whose events nobody has touched."""
    async with opened(settings_at(folder)) as (_, address):
        return await bet(address, player, "speed-2")


MONEY = {
    "events after the last one": (appended, "ada"),
    "a table without a head": (at_no_table, "ada"),
    "events before the first one": (before_the_first, "ada"),
    "an old round written again": (rewritten, "bruno"),
    "an old round that cannot be followed": (unreadable, "bruno"),
}


@pytest.mark.parametrize("name", MONEY)
def test_20_7_money_of_events_that_the_house_did_not_write_is_locked_at_the_start(
    tmp_path: Path,
    played: Path,  # noqa: F811
    name: str,
) -> None:
    edit, player = MONEY[name]
    edited(tmp_path, played, edit)
    assert asyncio.run(bet_at(tmp_path, player)) == ("account/in_doubt", None)
    found = asyncio.run(start(tmp_path))
    assert found["ready"]["ok"]
    assert found["ready"]["in_doubt"].get("round")


@pytest.mark.parametrize("name", [name for name in MONEY if name != "events after the last one"])
def test_20_7_a_person_may_accept_a_round_that_is_not_proved(
    tmp_path: Path,
    played: Path,  # noqa: F811
    name: str,
) -> None:
    edit, player = MONEY[name]
    edited(tmp_path, played, edit)
    accept(tmp_path)
    assert asyncio.run(bet_at(tmp_path, player))[0] == ""
    left = asyncio.run(start(tmp_path))["doubts"]
    assert {subject for _, subject in left} <= {f"{TABLE}/house"}, "also at the next start"


def test_20_7_a_table_is_not_taken_over_from_a_head_that_is_not_signed(
    tmp_path: Path,
    played: Path,  # noqa: F811
) -> None:
    edited(tmp_path, played, appended)
    found = asyncio.run(start(tmp_path))
    assert [one["table"] for one in found["ready"]["out_of_order"]] == [TABLE]
    with open_store(f"sqlite:///{tmp_path / 'casino.db'}") as store:
        before = SqlEvidence(store.database).log_head()
        with pytest.raises(Corrupt, match="events/unsigned"):  # as a house does that is open
            store.claim(TABLE, "the owner", SEALS)
        assert SqlEvidence(store.database).log_head() == before, "nothing was signed"
    again = asyncio.run(bet_at(tmp_path, "ada"))
    assert again == ("account/in_doubt", None), "and the next start says the same"


def test_20_7_a_person_may_accept_events_that_were_appended(
    tmp_path: Path,
    played: Path,  # noqa: F811
) -> None:
    edited(tmp_path, played, appended)
    accept(tmp_path)
    assert asyncio.run(bet_at(tmp_path, "ada"))[0] == ""
    assert asyncio.run(start(tmp_path))["ready"]["in_doubt"] == {}


def test_20_7_a_lost_beginning_of_a_log_is_told(
    tmp_path: Path,
    played: Path,  # noqa: F811
) -> None:
    def cut(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM event WHERE table_id = ? AND seq < 3", (TABLE,))

    edited(tmp_path, played, cut)
    assert asyncio.run(start(tmp_path))["ready"]["in_doubt"].get("round")
