"""Accepting what the checks of a start could not explain, on the word of a person with the keys.

Owns what acceptance means for each kind of doubt. The books win over a balance; controls are
restored from the record of changes where that still fits. Everything else is taken as it stands and
is put on record, with the name and the reason of the person. Works while no house is open.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from msgspec.structs import asdict
from sqlalchemy import Connection, select

from sabot.adapters.sql import SqlStore
from sabot.adapters.sql import schema as s
from sabot.adapters.sql.evidence import SqlEvidence, misfits_in
from sabot.adapters.sql.rows import act_of, transfer_of
from sabot.adapters.units import floor_of
from sabot.service.deposits import asked_for
from sabot.service.house_checks import About, Doubt, Examined, examined, player_of
from sabot.service.house_log import (
    Accepted,
    Kind,
    Record,
    Restated,
    act_recorded,
    claimed,
    control_changed,
    dropped,
    record,
)
from sabot.service.ports import Seals


class Acceptance:
    """One person's word, at one moment."""

    def __init__(
        self, store: SqlStore, seals: Seals, *, actor: str, reason: str, at_ms: int
    ) -> None:
        store.log.seals = seals
        self._store = store
        self._seals = seals
        self._actor = actor
        self._reason = reason
        self._at_ms = at_ms

    def accept(self) -> Examined:
        """Put everything in doubt right, or on record, in one transaction; returns what it was."""
        found = examined(SqlEvidence(self._store), self._seals)
        if found.doubts:
            self._store.written(lambda connection: self._write(connection, found))
        return found

    def _write(self, connection: Connection, found: Examined) -> None:
        rows = tuple(int(one.subject) for one in found.doubts if one.about is About.LOG)
        word = Accepted(actor=self._actor, reason=self._reason, rows=rows)
        records = [record(Kind.ACCEPTED, "house", word, at_ms=self._at_ms)]
        for doubt in found.doubts:
            records += self._cleared(connection, doubt, found)
        self._store.log.add(connection, records)

    def _cleared(self, connection: Connection, doubt: Doubt, found: Examined) -> Iterator[Record]:
        match doubt.about:
            case About.TABLE:
                yield from self._table(connection, doubt.subject)
            case About.CONTROL:
                yield from self._control(connection, doubt.subject, found)
            case About.ACCOUNT:
                yield from self._account(connection, doubt.subject)
            case About.ACT:
                yield from self._act(connection, doubt.subject)
            case About.TRANSFER:
                yield from self._transfer(connection, doubt.subject)
            case About.LOG:
                pass  # named in the word itself

    def _table(self, connection: Connection, table_id: str) -> Iterator[Record]:
        head = s.TABLE_HEAD.c
        query = select(head.epoch, head.seq, head.hash).where(head.table_id == table_id)
        row = connection.execute(query).one_or_none()
        if row is None:
            yield dropped(About.TABLE, table_id, at_ms=self._at_ms)
        else:
            epoch, seq, chain = row
            yield claimed(table_id, epoch=epoch, seq=seq, chain=chain, at_ms=self._at_ms)

    def _control(self, connection: Connection, player: str, found: Examined) -> Iterator[Record]:
        """Restore the last controls on record where their change still fits; accept what is."""
        known = found.log.controls.get(player)
        change, row = s.CONTROL_CHANGE.c, s.PLAYER_CONTROL.c
        if known is not None:
            query = select(change.after).where(
                change.player_id == player, change.revision == known.revision
            )
            body = connection.execute(query).scalar()
            if body is not None and sha256(body).hexdigest() == known.sha256:
                connection.execute(s.PLAYER_CONTROL.delete().where(row.player_id == player))
                restored = {"player_id": player, "revision": known.revision, "body": body}
                connection.execute(s.PLAYER_CONTROL.insert().values(restored))
                return
        stands = connection.execute(
            select(row.revision, row.body).where(row.player_id == player)
        ).one_or_none()
        if stands is not None:
            yield control_changed(player, revision=stands[0], body=stands[1], at_ms=self._at_ms)
        else:
            yield dropped(About.CONTROL, player, at_ms=self._at_ms)

    def _account(self, connection: Connection, account: str) -> Iterator[Record]:
        """The books win: the balance becomes the sum of its postings, unless that is below the
        floor. Such an account stays in doubt: money is missing from the books themselves.
        """
        known = {misfit.account: misfit for misfit in misfits_in(connection)}
        _, balance, booked = known[account]
        floor = floor_of(account)
        if floor is not None and booked < floor:
            return
        row = {"id": account, "balance": booked, "floor": floor}
        connection.execute(s.ACCOUNT.delete().where(s.ACCOUNT.c.id == account))
        connection.execute(s.ACCOUNT.insert().values(row))
        body = Restated(before=balance or 0, after=booked)
        yield record(Kind.RESTATED, account, body, at_ms=self._at_ms)

    def _act(self, connection: Connection, act_id: str) -> Iterator[Record]:
        query = select(s.OFFICE_ACT).where(s.OFFICE_ACT.c.id == act_id)
        row = connection.execute(query).one_or_none()
        if row is None:
            yield dropped(About.ACT, act_id, at_ms=self._at_ms)
        else:
            yield act_recorded(act_of(row))

    def _transfer(self, connection: Connection, transfer_id: str) -> Iterator[Record]:
        """A deposit without an act gets one, in the name of the person who accepts it."""
        query = select(s.TRANSFER).where(s.TRANSFER.c.id == transfer_id)
        transfer = transfer_of(connection.execute(query).one())
        player = player_of(transfer.credit) or player_of(transfer.debit)
        asked = asked_for(
            transfer, player=player, actor=self._actor, reason=self._reason, at_ms=self._at_ms
        )
        old = s.OFFICE_ACT.c.id == asked.id
        connection.execute(s.OFFICE_ACT.delete().where(old))
        connection.execute(s.OFFICE_ACT.insert().values(asdict(asked)))
        yield act_recorded(asked)
