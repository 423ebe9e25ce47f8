"""The list of players in the database, beside the books.

Owns the statements about players and their nicknames. It shares the store's connections and its one
writer. The export leaves players out: a nickname is about a person, and no check needs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, func, select

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.writer import statements
from sabot.adapters.units import speakable
from sabot.errors import Corrupt, Malformed, Refused
from sabot.money import Currency
from sabot.service.identity.nicknames import keys_of
from sabot.service.players.refusals import NicknameRefusal, PlayerRefusal
from sabot.service.players.registry import STAFF, Registered, checked, owner_of

_NICKNAME = s.NICKNAME.c

BETS_MAX = 100_000
"""Bets that are searched backwards for the last stake of a player whose row is damaged."""

_CURRENCIES = frozenset(currency.value for currency in Currency)


class SqlPlayers:
    """Players in SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def enrol(self, record: Registered) -> Registered:
        """Write a player down, or a known one's new nickname."""
        theirs = (record.operator or "", record.operator_player or "")
        if not speakable(record.player_id, record.nickname, *theirs):
            raise Malformed("player/name", player=repr(record.player_id))

        def write(connection: Connection) -> Registered:
            new = statements.insert_into(connection.dialect, s.PLAYER).values(_columns(record))
            _take_name(connection, record)
            # A known player keeps everything but the nickname.
            kept = new.on_conflict_do_update(
                index_elements=[s.PLAYER.c.player_id], set_={"nickname": new.excluded.nickname}
            ).returning(*s.PLAYER.columns)
            stored = _record(connection.execute(kept).one())
            if not stored.same_identity(record):
                raise Refused(PlayerRefusal.OTHER_IDENTITY, player=record.player_id)
            return stored

        return self._database.written(write)

    def reserve(self, names: Sequence[str]) -> bool:
        """Keep names for staff."""
        keys = sorted({key for name in names for key in keys_of(name)})
        return self._database.written(lambda connection: _claimed(connection, keys, STAFF))

    def find(self, player_id: str) -> Registered | None:
        """A player by our id."""
        return self._one(player_id, condition=s.PLAYER.c.player_id == player_id)

    def paid_from(self, player_id: str) -> str | None:
        """The account of a player's last stake; None when the player has not bet recently."""
        bet = s.BET.c
        query = (
            select(bet.source)
            .where(
                bet.player == player_id,
                bet.number > select(func.max(bet.number) - BETS_MAX).scalar_subquery(),
            )
            .order_by(bet.number.desc())
            .limit(1)
        )
        with self._database.reading() as connection:
            found: str | None = connection.execute(query).scalar()
        return found

    def _one(self, *names: str, condition: ColumnElement[bool]) -> Registered | None:
        if not speakable(*names):
            return None  # it cannot have been stored
        with self._database.reading() as connection:
            row = connection.execute(select(s.PLAYER).where(condition)).one_or_none()
        return None if row is None else _record(row)


def _take_name(connection: Connection, record: Registered) -> None:
    """Give a player the keys of the nickname, and free those of the previous one."""
    keys, owner = keys_of(record.nickname), owner_of(record.player_id)
    if not _claimed(connection, keys, owner):
        raise Refused(NicknameRefusal.NICKNAME_TAKEN)
    old = delete(s.NICKNAME).where(_NICKNAME.owner == owner, _NICKNAME.key.not_in(keys))
    connection.execute(old)


def _claimed(connection: Connection, keys: Sequence[str], owner: str) -> bool:
    """Take the keys that are free; whether the owner has all of them now.

    In order, so that two processes that want the same keys never wait for each other.
    """
    new = statements.insert_into(connection.dialect, s.NICKNAME).on_conflict_do_nothing()
    for key in keys:
        connection.execute(new.values(key=key, owner=owner))
    others = select(_NICKNAME.key).where(_NICKNAME.key.in_(keys), _NICKNAME.owner != owner)
    return connection.execute(others.limit(1)).one_or_none() is None


def _columns(record: Registered) -> dict[str, str | int | None]:
    return {
        "player_id": record.player_id,
        "nickname": record.nickname,
        "currency": record.currency.value,
        "operator": record.operator,
        "operator_player": record.operator_player,
        "is_bot": int(record.is_bot),
        "created_at_ms": record.created_at_ms,
    }


def _record(row: Row[*tuple[Any, ...]]) -> Registered:
    player_id, nickname, currency, operator, operator_player, is_bot, created_at_ms = row
    if currency not in _CURRENCIES:
        raise Corrupt(PlayerRefusal.UNREADABLE, player=player_id, currency=currency)
    record = Registered(
        player_id=player_id,
        nickname=nickname,
        currency=Currency(currency),
        operator=operator,
        operator_player=operator_player,
        is_bot=bool(is_bot),
        created_at_ms=created_at_ms,
    )
    try:
        return checked(record)
    except Malformed:
        # An edited row could have a player paid by the wallet of another.
        raise Corrupt(PlayerRefusal.UNREADABLE, player=player_id, operator=operator) from None
