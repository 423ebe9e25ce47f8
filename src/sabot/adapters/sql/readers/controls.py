"""Players' controls in the database: a document per player, a record of each change, sessions."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import asdict
from sqlalchemy import Connection, bindparam, select, update

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.readers.acts import keep_acts
from sabot.adapters.sql.writer import statements
from sabot.adapters.units import speakable
from sabot.errors import Corrupt, Malformed
from sabot.service.controls.limits import Controls
from sabot.service.controls.ports import ControlChange
from sabot.service.controls.refusals import ControlRefusal
from sabot.service.controls.sessions import PlaySession
from sabot.service.ports import ActRow, LogRow
from sabot.service.proof.checks import ControlRow
from sabot.service.proof.log import Record, control_changed
from sabot.service.proof.standing import LogProof

_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(Controls).decode

# Built once, because they run whenever a player connects.
_CONTROLS_OF = select(s.PLAYER_CONTROL.c.revision, s.PLAYER_CONTROL.c.body).where(
    s.PLAYER_CONTROL.c.player_id == bindparam("player")
)
_SESSIONS_OF = (
    select(s.PLAY_SESSION)
    .where(
        s.PLAY_SESSION.c.player_id == bindparam("player"),
        s.PLAY_SESSION.c.seen_ms >= bindparam("since_ms"),
    )
    .order_by(s.PLAY_SESSION.c.started_ms, s.PLAY_SESSION.c.session_id)
)


class SqlControls:
    """Controls in SQLite or PostgreSQL."""

    def __init__(self, database: Database, proof: LogProof | None = None) -> None:
        self._database = database
        self._proof = proof

    def find(self, player_id: str) -> tuple[int, Controls]:
        """A player's controls and their revision; `Corrupt` when they are not those on record."""
        if not speakable(player_id):
            return (0, Controls())
        row = self._row(player_id) if self._proof is None else self._proved(player_id, self._proof)
        return (0, Controls()) if row is None else (row.revision, _controls(row.body, player_id))

    def _proved(self, player_id: str, proof: LogProof) -> ControlRow | None:
        """The row, if it is the one on record."""
        row: ControlRow | None = None

        def read() -> ControlRow | None:
            nonlocal row
            row = self._row(player_id)
            return row

        reason = proof.odd_control(player_id, read)
        if reason is not None:
            raise Corrupt(ControlRefusal.IN_DOUBT, player=player_id, reason=reason)
        return row

    def _row(self, player_id: str) -> ControlRow | None:
        with self._database.reading() as connection:
            row = connection.execute(_CONTROLS_OF, {"player": player_id}).one_or_none()
        return None if row is None else ControlRow(player_id, *row)

    def save(self, change: ControlChange, acts: Sequence[ActRow] = ()) -> bool:
        """Keep the controls after a change, with record and acts, if they follow what is stored."""
        _check_names(change.player_id, change.actor)

        def write(connection: Connection) -> Sequence[LogRow]:
            if not _advanced(connection, change):
                return ()
            after = _encode(change.after)
            row = {**asdict(change), "before": _encode(change.before), "after": after}
            connection.execute(s.CONTROL_CHANGE.insert().values(row))
            keep_acts(connection, acts, self._database.log)
            return self._database.log.add(connection, [_recorded(change, after)])

        recorded = self._database.written(write)
        self._database.log.note(recorded)
        return bool(recorded)

    def changes(self, player_id: str) -> Sequence[ControlChange]:
        """Every change, in order."""
        if not speakable(player_id):
            return []
        table = s.CONTROL_CHANGE
        query = select(table).where(table.c.player_id == player_id).order_by(table.c.revision)
        with self._database.reading() as connection:
            rows = connection.execute(query).mappings().all()
        return [
            ControlChange(
                player_id=player_id,
                revision=row["revision"],
                kind=row["kind"],
                actor=row["actor"],
                at_ms=row["at_ms"],
                before=_controls(row["before"], player_id),
                after=_controls(row["after"], player_id),
            )
            for row in rows
        ]

    def keep_sessions(self, sessions: Sequence[PlaySession]) -> None:
        """Write sessions down, or how long they have lasted, in one transaction."""
        for session in sessions:
            _check_names(session.session_id, session.player_id)

        def write(connection: Connection) -> None:
            new = statements.insert_into(connection.dialect, s.PLAY_SESSION)
            kept = new.on_conflict_do_update(
                index_elements=[s.PLAY_SESSION.c.session_id],
                set_={"seen_ms": new.excluded.seen_ms},
            )
            connection.execute(kept, [asdict(session) for session in sessions])

        self._database.written(write)

    def sessions(self, player_id: str, *, since_ms: int) -> Sequence[PlaySession]:
        """The sessions that were seen since, by when they began."""
        if not speakable(player_id):
            return []
        asked = {"player": player_id, "since_ms": since_ms}
        with self._database.reading() as connection:
            rows = connection.execute(_SESSIONS_OF, asked).all()
        return [
            PlaySession(session_id=row[0], player_id=row[1], started_ms=row[2], seen_ms=row[3])
            for row in rows
        ]


def _recorded(change: ControlChange, body: bytes) -> Record:
    return control_changed(
        change.player_id, revision=change.revision, body=body, at_ms=change.at_ms
    )


def _advanced(connection: Connection, change: ControlChange) -> bool:
    """Write the controls over the revision before them; False when that is not the stored one."""
    table = s.PLAYER_CONTROL
    body = _encode(change.after)
    if change.revision == 1:
        row = {"player_id": change.player_id, "revision": 1, "body": body}
        new = statements.insert_into(connection.dialect, table).values(row)
        written = new.on_conflict_do_nothing().returning(table.c.revision)
        return connection.execute(written).one_or_none() is not None
    moved = (
        update(table)
        .where(table.c.player_id == change.player_id, table.c.revision == change.revision - 1)
        .values(revision=change.revision, body=body)
        .returning(table.c.revision)
    )
    return connection.execute(moved).one_or_none() is not None


def _check_names(*names: str) -> None:
    if not speakable(*names):
        raise Malformed(ControlRefusal.NAME, name=repr(names[0]))


def _controls(body: bytes, player_id: str) -> Controls:
    try:
        return _decode(body)
    except msgspec.MsgspecError as error:
        raise Corrupt("control/unreadable", player=player_id, reason=str(error)) from None
