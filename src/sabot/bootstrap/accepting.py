"""Accepts what the checks of a start could not explain, on the word of a person with the keys.

Owns what acceptance means for each kind of doubt. The events of a round win over the rows of its
money, and the books over a balance and a wallet operation. Controls are restored from the record of
changes if that still fits. Everything else is accepted as it stands and put on record, with the
name and the reason of the person. That includes accounts: look at them first (`sabot staff`). Works
while no house is open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

from msgspec.structs import asdict, replace
from sqlalchemy import Connection, select

from sabot.adapters.sql import SqlStore
from sabot.adapters.sql import schema as s
from sabot.adapters.sql.readers.evidence import SqlEvidence, books_in, has_postings
from sabot.adapters.sql.readers.rounds import digest_of_round, righted
from sabot.adapters.sql.writer.rows import act_of, transfer_of
from sabot.adapters.sql.writer.signing import columns_of, players_not_signed, sign_player
from sabot.adapters.sql.writer.wallet_ops import (
    booked_adjustment,
    booked_credit,
    replace_op,
    stored_op,
)
from sabot.adapters.units import floor_of
from sabot.runtime.debits import BET
from sabot.service.identity.proof import account_digest
from sabot.service.money.deposits import asked_for
from sabot.service.money.postings import REFUND, RESULT
from sabot.service.ports import LogRow, Seals, WalletOpRow, WalletOpState
from sabot.service.proof.checks import (
    About,
    Doubt,
    Examined,
    Proof,
    Standing,
    examined,
    missing,
    person_doubt,
    player_of,
    proof_of,
)
from sabot.service.proof.heads import head_mac
from sabot.service.proof.log import (
    Accepted,
    Kind,
    Record,
    Restated,
    Righted,
    act_recorded,
    claimed,
    control_changed,
    dropped,
    record,
    round_taken,
    staff_changed,
)
from sabot.service.proof.notebook import Notebook
from sabot.service.proof.standing import noted_in
from sabot.service.wallets.signatures import signed
from sabot.table.record import codec
from sabot.table.record.codec import GENESIS


def in_doubt(
    store: SqlStore, seals: Seals, notebook: Notebook | None, also: Sequence[Doubt] = ()
) -> Examined:
    """Everything in doubt: what a start finds, and the accounts of players one by one.

    `also` are tables that do not fit the last noted seal.
    """
    found = examined(SqlEvidence(store.database), seals, noted_in(notebook))
    with store.database.reading() as connection:
        people = players_not_signed(connection, seals)

    def proof(table_id: str, head: Standing) -> Proof:
        return proof_of(found.log, table_id, head, seals)

    rounds = tuple(
        doubt for slice_ in SqlEvidence(store.database).rounds(proof) for doubt in slice_
    )
    tables = found.of(About.TABLE)
    damaged = (one for one in also if one.subject not in tables)
    return replace(found, doubts=(*found.doubts, *damaged, *map(person_doubt, people), *rounds))


class Acceptance:
    """Clears every doubt, in the name of one person and for one reason."""

    def __init__(
        self,
        store: SqlStore,
        seals: Seals,
        notebook: Notebook | None = None,
        *,
        actor: str,
        reason: str,
        at_ms: int,
        also: Sequence[Doubt] = (),
    ) -> None:
        self._also = also
        store.database.log.seals = seals
        store.database.log.notebook = notebook
        self._store = store
        self._seals = seals
        self._actor = actor
        self._reason = reason
        self._at_ms = at_ms
        self._missing: dict[
            tuple[str, str], int
        ] = {}  # cents staked in a round beyond the debits found so far

    def accept(self) -> Examined:
        """Put everything in doubt right, or on record, in one transaction; returns what it was."""
        found = in_doubt(self._store, self._seals, self._store.database.log.notebook, self._also)
        if found.doubts:
            rows = self._store.database.written(lambda connection: self._write(connection, found))
            self._store.database.log.note(rows)
        return found

    def _write(self, connection: Connection, found: Examined) -> Sequence[LogRow]:
        rows = tuple(int(one.subject) for one in found.doubts if one.about is About.LOG)
        word = Accepted(actor=self._actor, reason=self._reason, rows=rows)
        records = [record(Kind.ACCEPTED, "house", word, at_ms=self._at_ms)]
        for doubt in found.doubts:
            records += self._cleared(connection, doubt, found)
        if any(doubt.about is About.ROUND for doubt in found.doubts):
            for misfit in books_in(connection).misfits:
                records += self._account(connection, misfit.account)
        return self._store.database.log.add(connection, records)

    def _cleared(  # noqa: C901  one case for each kind
        self, connection: Connection, doubt: Doubt, found: Examined
    ) -> Iterator[Record]:
        match doubt.about:
            case About.TABLE:
                yield from self._table(connection, doubt.subject)
            case About.CONTROL:
                yield from self._control(connection, doubt.subject, found)
            case About.STAFF:
                yield from self._staff(connection, doubt.subject)
            case About.PERSON:
                yield from sign_player(connection, self._seals, doubt.subject, at_ms=self._at_ms)
            case About.ACCOUNT:
                yield from self._account(connection, doubt.subject)
            case About.ACT:
                yield from self._act(connection, doubt.subject)
            case About.TRANSFER:
                yield from self._transfer(connection, doubt.subject)
            case About.WALLET_OP:
                yield self._wallet_op(connection, doubt.subject, found)
            case About.ROUND:
                round_id = doubt.subject.partition("/")[0]
                righted(connection, round_id)
                yield dropped(About.ROUND, doubt.subject, at_ms=self._at_ms)
                digest = digest_of_round(connection, round_id)
                yield round_taken(round_id, sha256=digest, at_ms=self._at_ms)
            case About.LOG:
                pass  # the record of the acceptance names these rows

    def _table(self, connection: Connection, table_id: str) -> Iterator[Record]:
        head = s.TABLE_HEAD.c
        stands = head.table_id == table_id
        query = select(head.epoch, head.seq, head.hash).where(stands)
        row = connection.execute(query).one_or_none()
        if row is None:
            yield dropped(About.TABLE, table_id, at_ms=self._at_ms)
        else:
            epoch = row.epoch
            seq, chain = _last_whole(connection, table_id, row.seq) or (row.seq, row.hash)
            mac = head_mac(table_id, seq=seq, chain=chain, seals=self._seals)
            stand = {"seq": seq, "hash": chain, "mac": mac}
            connection.execute(s.TABLE_HEAD.update().where(stands).values(stand))
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
                # Recorded again, because the notebook may know a later record that is lost.
                yield control_changed(player, revision=known.revision, body=body, at_ms=self._at_ms)
                return
        stands = connection.execute(
            select(row.revision, row.body).where(row.player_id == player)
        ).one_or_none()
        if stands is not None:
            yield control_changed(player, revision=stands[0], body=stands[1], at_ms=self._at_ms)
        else:
            yield dropped(About.CONTROL, player, at_ms=self._at_ms)

    def _staff(self, connection: Connection, account_id: str) -> Iterator[Record]:
        query = select(*columns_of(s.IDENTITY_ACCOUNT)).where(
            s.IDENTITY_ACCOUNT.c.account_id == account_id,
            s.IDENTITY_ACCOUNT.c.player_id.is_(None),
        )
        values = connection.execute(query).one_or_none()
        if values is None:
            yield dropped(About.STAFF, account_id, at_ms=self._at_ms)
        else:
            yield staff_changed(account_id, sha256=account_digest(values), at_ms=self._at_ms)

    def _account(self, connection: Connection, account: str) -> Iterator[Record]:
        """The books win: the balance becomes the sum of its postings, unless that is below the
        floor. Such an account stays in doubt: money is missing from the books themselves.
        """
        known = {misfit.account: misfit for misfit in books_in(connection).misfits}
        if account not in known:
            return
        _, balance, booked = known[account]
        floor = floor_of(account)
        if floor is not None and booked < floor:
            return
        row = {"id": account, "balance": booked, "floor": floor}
        connection.execute(s.ACCOUNT.delete().where(s.ACCOUNT.c.id == account))
        if booked or has_postings(connection, account):
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

    # --- wallets ----------------------------------------------------------------------------------

    def _wallet_op(self, connection: Connection, subject: str, found: Examined) -> Record:
        """The books win: an operation becomes what they say, and what they do not know is dropped.

        A debit whose bet counts was taken; of any other the row stands, and it is taken back.
        """
        row = stored_op(connection, subject)
        right = self._credit(connection, subject, row)
        if row is not None and row.kind == BET:
            right = self._debit(row)
        if right is None:
            replace_op(connection, subject, None)
            return dropped(About.WALLET_OP, subject, at_ms=self._at_ms)
        acts = found.log.acts
        if f"{right.id}:expired" in acts and f"{right.id}:restored" not in acts:
            right = replace(right, state=WalletOpState.EXPIRED)
        replace_op(connection, right.id, signed(right, self._seals))
        body = Righted(state=right.state.value, amount=right.amount)
        return record(Kind.RIGHTED, right.id, body, at_ms=self._at_ms)

    def _credit(
        self, connection: Connection, subject: str, row: WalletOpRow | None
    ) -> WalletOpRow | None:
        """The credit that the books know under this name, to be repeated until it is paid."""
        round_id, _, rest = subject.partition("/")
        player = rest.removesuffix(f":{RESULT}").removesuffix(f":{REFUND}")
        booked = booked_credit(connection, round_id, player)
        op_id = subject if booked is None else f"{round_id}/{player}:{booked.kind}"
        if booked is None:
            round_id, booked = subject, booked_adjustment(connection, subject)
        if booked is None or (row is not None and row.id != op_id):
            return None
        return WalletOpRow(
            id=op_id,
            operator=booked.operator,
            player=booked.player,
            kind=booked.kind,
            amount=booked.amount,
            round_id=round_id,
            state=WalletOpState.OWED,
            at_ms=self._at_ms if row is None else row.at_ms,
            details="" if row is None else row.details,
        )

    def _debit(self, row: WalletOpRow) -> WalletOpRow | None:
        whose = row.round_id, row.player
        if not row.id.startswith(f"{row.round_id}/{row.player}@"):
            return None
        if whose not in self._missing:
            self._missing[whose] = missing(*whose, SqlEvidence(self._store.database), self._seals)
        if row.amount > self._missing[whose]:
            return row
        self._missing[whose] -= row.amount
        return replace(row, state=WalletOpState.TAKEN)


def _last_whole(connection: Connection, table_id: str, upto: int) -> tuple[int, bytes] | None:
    """The last event of a table up to a number, if it follows from the event before it."""
    event = s.EVENT.c
    query = (
        select(event.seq, event.hash, event.kind, event.version, event.body)
        .where(event.table_id == table_id, event.seq <= upto)
        .order_by(event.seq.desc())
        .limit(2)
    )
    rows = connection.execute(query).all()
    if not rows:
        return None
    last = rows[0]
    earlier = rows[1].hash if len(rows) > 1 else GENESIS
    chain = codec.chained(
        earlier, seq=last.seq, kind=last.kind, version=last.version, body=last.body
    )
    return (last.seq, last.hash) if chain == last.hash else None
