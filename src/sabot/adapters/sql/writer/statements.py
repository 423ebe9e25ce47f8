"""The statements of the store, built once, for both databases.

Owns their text. Lists of ids and of changes are one parameter of JSON: no limit on their length,
one plan for all lengths, and nothing to escape by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    BindParameter,
    Column,
    ColumnElement,
    Connection,
    Dialect,
    LargeBinary,
    Select,
    Table,
    Text,
    Update,
    and_,
    bindparam,
    case,
    cast,
    column,
    exists,
    func,
    literal_column,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningInsert, ReturningUpdate
from sqlalchemy.types import TypeEngine

from sabot.adapters.sql import schema as s
from sabot.adapters.units import FINISHED, OPEN, PUT_BACK
from sabot.ledger import AccountKind
from sabot.service.ports import WalletOpState
from sabot.table.record.codec import GENESIS

Insert = sqlite.Insert | postgresql.Insert

_encode = msgspec.json.Encoder().encode


def insert_into(dialect: Dialect, table: Table) -> Insert:
    """An insert with a clause for conflicts, which both databases write alike."""
    return sqlite.insert(table) if dialect.name == "sqlite" else postgresql.insert(table)


def counted(insert: Insert) -> Insert:
    """An insert that keeps the number of rows it touched, which SQLAlchemy drops by default."""
    return insert.execution_options(preserve_rowcount=True)


def added(connection: Connection, table: Table, values: dict[str, Any]) -> bool:
    """Insert a row unless one of its keys is taken."""
    insert = insert_into(connection.dialect, table).values(values)
    return connection.execute(counted(insert.on_conflict_do_nothing())).rowcount == 1


# --- lists ----------------------------------------------------------------------------------------


def listed(ids: Iterable[str | tuple[str, str]]) -> str:
    """Ids as the parameter of `among`, or pairs as the parameter of `commands`."""
    return _encode(list(ids)).decode()


def among(dialect: Dialect, key: Column[str]) -> ColumnElement[bool]:
    """Whether a key is in the list that is passed as `ids`."""
    return key.in_(select(_ids(dialect)))


def _ids(dialect: Dialect) -> ColumnElement[str]:
    """The ids of the list that is passed as `ids`."""
    ids = bindparam("ids", type_=Text())
    if dialect.name == "sqlite":
        return func.json_each(ids).table_valued("value").c.value
    return func.json_array_elements_text(cast(ids, postgresql.JSON)).table_valued("value").c.value


def commands(dialect: Dialect) -> Select[*tuple[Any, ...]]:
    """The stored commands among the list of `[cmd_id, actor]` that is passed as `ids`.

    A subquery, because with a list of values SQLite would read every stored command.
    """
    ids = bindparam("ids", type_=Text())
    if dialect.name == "sqlite":
        pair = func.json_each(ids).table_valued("value").c.value
        key = select(func.json_extract(pair, "$[0]"), func.json_extract(pair, "$[1]"))
    else:
        element = func.json_array_elements(cast(ids, postgresql.JSON)).table_valued("value").c.value
        key = select(element.op("->>")(literal_column("0")), element.op("->>")(literal_column("1")))
    command = s.COMMAND.c
    return select(s.COMMAND).where(tuple_(command.cmd_id, command.actor).in_(key))


Given = Callable[..., Select[*tuple[Any, ...]]]
"""How rows are passed to PostgreSQL; the types of their columns are keyword arguments."""


def few(**types: TypeEngine[Any]) -> Select[*tuple[Any, ...]]:
    """The rows of the list that is passed as `given`: cheap to make, and slower to read.

    A row is a list in the order of the columns; bytes are in base64.
    """
    rows = (
        func.jsonb_array_elements(cast(bindparam("given", type_=Text()), postgresql.JSONB))
        .table_valued(column("row", postgresql.JSONB), name="given")
        .render_derived()
    )
    texts = [rows.c.row.op("->>")(literal_column(str(place))) for place in range(len(types))]
    values = [_read(text, kind) for text, kind in zip(texts, types.values(), strict=True)]
    return select(*(value.label(name) for value, name in zip(values, types, strict=True)))


def _read(text: ColumnElement[str], kind: TypeEngine[Any]) -> ColumnElement[Any]:
    """A value from its text in JSON."""
    match kind:
        case LargeBinary():
            return func.decode(text, literal_column("'base64'"), type_=kind)
        case Text():
            return text
        case _:
            return cast(text, kind)


def many(**types: TypeEngine[Any]) -> Select[*tuple[Any, ...]]:
    """The rows whose columns are passed by name, as an array each.

    The select list reads them side by side; in FROM, PostgreSQL would materialise them first.
    """
    arrays = {name: bindparam(name, type_=postgresql.ARRAY(kind)) for name, kind in types.items()}
    return select(*(func.unnest(array).label(name) for name, array in arrays.items()))


def insert_rows(table: Table, rows: int) -> Insert:
    """Add this many rows, their values one after the other, on SQLite.

    If it fails, the transaction takes back what it wrote. OR FAIL saves SQLite the journal that a
    statement needs to undo itself.
    """
    values: list[dict[str, BindParameter[Any]]] = [
        {column.name: bindparam(f"{column.name}_{row}") for column in s.given(table)}
        for row in range(rows)
    ]
    return sqlite.insert(table).prefix_with("OR FAIL").values(values)


def insert_given(given: Given, table: Table) -> postgresql.Insert:
    """Add rows, on PostgreSQL."""
    types = {column.name: column.type for column in s.given(table)}
    return postgresql.insert(table).from_select(list(types), given(**types))


# --- heads ----------------------------------------------------------------------------------------


def now_ms(dialect: Dialect) -> ColumnElement[int]:
    """The database's own clock."""
    if dialect.name == "sqlite":
        days = func.julianday("now") - literal_column("2440587.5")
        return cast(days * literal_column("86400000.0"), s.NUMBER)
    return cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)


EPOCH_MAX = 2**52
"""No house claims a table so often: a greater epoch was written by another hand."""

MENDED_EPOCH = 2**50
"""An epoch that cannot be counted on becomes this and the date: greater than all that a house has
given, and another one each time."""


def _next_epoch(dialect: Dialect) -> ColumnElement[int]:
    """The epoch after that of a head. No number in a row may keep a house closed."""
    epoch = s.TABLE_HEAD.c.epoch
    return case((epoch.between(0, EPOCH_MAX), epoch + 1), else_=MENDED_EPOCH + now_ms(dialect))


def claim(dialect: Dialect) -> ReturningInsert[int, int, bytes, int, str]:
    """A new epoch for any owner; the first of a table is 1."""
    first = insert_into(dialect, s.TABLE_HEAD).values(
        table_id=bindparam("table_id"),
        epoch=1,
        seq=0,
        hash=GENESIS,
        owner=bindparam("owner"),
        claimed_at_ms=now_ms(dialect),
        mac="",
    )
    head = s.TABLE_HEAD.c
    return first.on_conflict_do_update(
        index_elements=[head.table_id],
        set_={
            "epoch": _next_epoch(dialect),
            "owner": first.excluded.owner,
            "claimed_at_ms": first.excluded.claimed_at_ms,
        },
    ).returning(head.epoch, head.seq, head.hash, head.claimed_at_ms, head.mac)


def claim_again(dialect: Dialect) -> ReturningUpdate[int, int, bytes, int, str]:
    """A new epoch of a table that this owner has."""
    head = s.TABLE_HEAD.c
    theirs = (head.table_id == bindparam("table"), head.owner == bindparam("by"))
    change = update(s.TABLE_HEAD).where(*theirs)
    change = change.values(epoch=_next_epoch(dialect), claimed_at_ms=now_ms(dialect))
    return change.returning(head.epoch, head.seq, head.hash, head.claimed_at_ms, head.mac)


def advance() -> Update:
    """Advance a head, if its owner still has it and it has not moved since.

    The parameters have this order: seq, hash, mac, table, epoch, after_seq.
    """
    head = s.TABLE_HEAD.c
    return (
        update(s.TABLE_HEAD)
        .values(
            seq=bindparam("new_seq"),
            hash=func.coalesce(bindparam("new_hash", type_=s.BYTES), head.hash),
            mac=func.coalesce(bindparam("new_mac", type_=s.STRING), head.mac),
        )
        .where(
            head.table_id == bindparam("table"),
            head.epoch == bindparam("owned"),
            head.seq == bindparam("after_seq"),
        )
    )


def advance_given(given: Given) -> Update:
    """The same for rows of table, epoch, after_seq, seq, hash and mac, on PostgreSQL."""
    head = s.TABLE_HEAD.c
    move = given(
        table=s.STRING,
        owned=s.NUMBER,
        after_seq=s.NUMBER,
        new_seq=s.NUMBER,
        new_hash=s.BYTES,
        new_mac=s.STRING,
    ).subquery("move")
    return (
        update(s.TABLE_HEAD)
        .where(
            head.table_id == move.c.table,
            head.epoch == move.c.owned,
            head.seq == move.c.after_seq,
        )
        .values(
            seq=move.c.new_seq,
            hash=func.coalesce(move.c.new_hash, head.hash),
            mac=func.coalesce(move.c.new_mac, head.mac),
        )
    )


def keep_snapshot(dialect: Dialect) -> Insert:
    """Replace the snapshot of a table."""
    insert = insert_into(dialect, s.TABLE_SNAPSHOT)
    return insert.on_conflict_do_update(
        index_elements=[s.TABLE_SNAPSHOT.c.table_id],
        set_={"seq": insert.excluded.seq, "body": insert.excluded.body},
    )


# --- money ----------------------------------------------------------------------------------------


def move_one() -> Update:
    """Change one balance, unless it falls below its floor; parameters: change, account, dip."""
    account = s.ACCOUNT.c
    return (
        update(s.ACCOUNT)
        .values(balance=account.balance + bindparam("change", type_=s.NUMBER))
        .where(
            account.id == bindparam("account"),
            or_(
                account.floor.is_(None),
                account.balance + bindparam("dip", type_=s.NUMBER) >= account.floor,
            ),
        )
    )


def move_plain() -> Update:
    """The same for an object of accounts and changes, on SQLite, when none is lower on the way.

    The parameter is JSON: SQLite walks along it and finds each account by its key.
    """
    account = s.ACCOUNT.c
    changes = func.json_each(bindparam("changes", type_=Text()))
    wanted = changes.table_valued(column("key", s.STRING), column("value", s.NUMBER)).c
    dip = func.min(wanted.value, literal_column("0"), type_=s.NUMBER)
    return (
        update(s.ACCOUNT)
        .values(balance=account.balance + wanted.value)
        .where(
            account.id == wanted.key,
            or_(account.floor.is_(None), account.balance + dip >= account.floor),
        )
    )


def move_given(given: Given) -> ReturningUpdate[str]:
    """The same for rows of account, change and dip, on PostgreSQL; returns the moved accounts."""
    account = s.ACCOUNT.c
    wanted = given(account=s.STRING, change=s.NUMBER, dip=s.NUMBER).subquery("wanted")
    return (
        update(s.ACCOUNT)
        .values(balance=account.balance + wanted.c.change)
        .where(
            account.id == wanted.c.account,
            or_(account.floor.is_(None), account.balance + wanted.c.dip >= account.floor),
        )
        .returning(account.id)
    )


def open_if_absent() -> Insert:
    """The first change of an account; an existing account has been changed already."""
    insert = sqlite.insert(s.ACCOUNT)
    return counted(insert.on_conflict_do_nothing(index_elements=[s.ACCOUNT.c.id]))


def open_or_add(given: Given) -> Insert:
    """The first change of accounts, or a further one if another writer has opened them."""
    insert = insert_given(given, s.ACCOUNT)
    return insert.on_conflict_do_update(
        index_elements=[s.ACCOUNT.c.id],
        set_={"balance": s.ACCOUNT.c.balance + insert.excluded.balance},
    )


def progress(dialect: Dialect) -> Insert:
    """Write a wallet operation or its next state; a finished one is not touched."""
    insert = insert_into(dialect, s.WALLET_OP)
    old, new = s.WALLET_OP.c, insert.excluded
    fixed = ("operator", "player", "kind", "amount", "round_id", "details")
    moved_on = insert.on_conflict_do_update(
        index_elements=[old.id],
        set_={name: new[name] for name in ("state", "attempts", "at_ms", "mac")},
        where=and_(
            or_(
                and_(*(old.state != end for end in sorted(FINISHED))),
                old.state == new.state,
                and_(
                    old.state == WalletOpState.EXPIRED,
                    or_(*(new.state == state for state in sorted(PUT_BACK))),
                ),
            ),
            *(old[name] == new[name] for name in fixed),
        ),
    )
    return counted(moved_on)


# --- rounds ---------------------------------------------------------------------------------------


def rounds_of_bets(dialect: Dialect) -> Select[str]:
    """The rounds that listed bets belong to."""
    return select(s.BET.c.round_id).where(among(dialect, s.BET.c.id)).distinct()


def rounds_with_open_bets(dialect: Dialect) -> Select[str]:
    """Those of the listed rounds in which a bet has no outcome yet."""
    bet, round_id = s.BET.c, _ids(dialect)
    outcome = exists().where(s.BET_OUTCOME.c.bet_id == bet.id)
    # The range of the key that holds the bets of a round; "0" is the next character after "/".
    of_round = and_(bet.id > round_id + "/", bet.id < round_id + "0")
    still_open = exists().where(of_round, ~outcome)
    return select(round_id).where(still_open)


def balances(dialect: Dialect) -> Select[str, int]:
    """The balances of listed accounts."""
    account = s.ACCOUNT.c
    return select(account.id, account.balance).where(among(dialect, account.id))


# --- reading --------------------------------------------------------------------------------------


_EVENT_FIELDS = ("seq", "round_id", "kind", "version", "body", "hash", "at_ms")


def events_after() -> Select[*tuple[Any, ...]]:
    """A page of a table's events, in order."""
    event = s.EVENT.c
    return (
        select(*(event[name] for name in _EVENT_FIELDS))
        .where(event.table_id == bindparam("table_id"), event.seq > bindparam("after"))
        .order_by(event.seq)
        .limit(bindparam("page", type_=BigInteger()))
    )


def seq_of_kind() -> Select[int]:
    """The number of one event of a kind, counted from the newest."""
    event = s.EVENT.c
    return (
        select(event.seq)
        .where(event.table_id == bindparam("table_id"), event.kind == bindparam("kind"))
        .order_by(event.seq.desc())
        .limit(1)
        .offset(bindparam("earlier", type_=BigInteger()))
    )


def unfinished_ops() -> Select[*tuple[Any, ...]]:
    """The wallet operations that are not finished, in no order."""
    # The states are literals: a plan without them could not use the partial index.
    states: BindParameter[list[str]] = bindparam(
        "states", sorted(OPEN), expanding=True, literal_execute=True
    )
    return select(s.WALLET_OP).where(s.WALLET_OP.c.state.in_(states))


def escrows_with_stakes(beginning: str) -> Select[tuple[str]]:
    """The escrows of rounds whose id begins like this that are not empty: a range of the key."""
    first = f"{AccountKind.ESCROW}:{beginning}"
    after = first[:-1] + chr(ord(first[-1]) + 1)
    account = s.ACCOUNT.c
    return select(account.id).where(account.id >= first, account.id < after, account.balance != 0)


# --- the office -----------------------------------------------------------------------------------


def acts_by(name: str) -> Select[*tuple[Any, ...]]:
    """The acts of the office by the value of one column, in no order."""
    return select(s.OFFICE_ACT).where(s.OFFICE_ACT.c[name] == bindparam(name))


def acts_since(name: str) -> Select[*tuple[Any, ...]]:
    """The same, from a date of the house on."""
    since: BindParameter[int] = bindparam("since_ms", type_=BigInteger())
    return acts_by(name).where(s.OFFICE_ACT.c.at_ms >= since)


def open_acts() -> Select[*tuple[Any, ...]]:
    """The acts of a kind whose subject has no act of another kind, in no order."""
    act, later = s.OFFICE_ACT, s.OFFICE_ACT.alias("later")
    kind: BindParameter[str] = bindparam("kind")
    followed = exists().where(later.c.subject == act.c.subject, later.c.kind != kind)
    return select(act).where(act.c.kind == kind, ~followed)
