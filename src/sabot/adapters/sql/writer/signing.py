"""Rows of identity with the proof that the house wrote them (ADR 0044).

A store without keys, as tests and readers have it, signs nothing and accepts every row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict, astuple
from sqlalchemy import Column, Connection, Table, select, update

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.house_log import SqlHouseLog
from sabot.service.identity.proof import (
    account_bytes,
    account_digest,
    device_bytes,
    launch_bytes,
    session_bytes,
)
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import AccountRow, DeviceRow, LaunchRow, SessionRow
from sabot.service.ports import LogRow, Seals
from sabot.service.proof.log import Record, account_signed, staff_changed

_ACCOUNT = s.IDENTITY_ACCOUNT.c


def columns_of(table: Table) -> list[Column[Any]]:
    """The columns of a table without the proof of its rows."""
    return [column for column in table.columns if column.name != "mac"]


class Signing:
    """Signs rows and checks their signatures, with the keys of the log."""

    def __init__(self, log: SqlHouseLog) -> None:
        self._log = log

    @property
    def has_keys(self) -> bool:
        """Whether rows can be signed."""
        return self._log.seals is not None

    def account(self, row: AccountRow) -> dict[str, Any]:
        """An account as it is stored."""
        return {**asdict(row), "mac": mac_of(self._log.seals, "account", _account(row))}

    def is_account(self, row: AccountRow, mac: str) -> bool:
        """Whether the house wrote this account."""
        return self._is("account", mac, _account(row))

    def session(self, row: SessionRow) -> dict[str, Any]:
        """A session as it is stored."""
        return {**asdict(row), "mac": mac_of(self._log.seals, "session", session_bytes(row))}

    def is_session(self, row: SessionRow, mac: str) -> bool:
        """Whether the house opened this session."""
        return self._is("session", mac, session_bytes(row))

    def device(self, row: DeviceRow) -> dict[str, Any]:
        """A device as it is stored."""
        return {**asdict(row), "mac": mac_of(self._log.seals, "device", device_bytes(row))}

    def is_device(self, row: DeviceRow, mac: str) -> bool:
        """Whether the house remembered this device."""
        return self._is("device", mac, device_bytes(row))

    def launch(self, row: LaunchRow) -> dict[str, Any]:
        """A launch as it is stored."""
        return {**asdict(row), "mac": mac_of(self._log.seals, "launch", launch_bytes(row))}

    def is_launch(self, row: LaunchRow, mac: str) -> bool:
        """Whether the house gave out this launch."""
        return self._is("launch", mac, launch_bytes(row))

    def _is(self, what: str, mac: str, data: bytes) -> bool:
        seals = self._log.seals
        return seals is None or seals.is_mac(mac, data, place=_place(what))

    def record(self, connection: Connection, row: AccountRow, *, at_ms: int) -> Sequence[LogRow]:
        """Put an account of the staff on the log, in the transaction that writes it."""
        if row.role is Role.PLAYER or not self.has_keys:
            return ()
        digest = account_digest(astuple(row))
        return self._log.add(
            connection, [staff_changed(row.account_id, sha256=digest, at_ms=at_ms)]
        )


def sign_player(
    connection: Connection, seals: Seals, account_id: str, *, at_ms: int
) -> list[Record]:
    """Sign one account as it is stored; returns the records for the log."""
    query = select(*columns_of(s.IDENTITY_ACCOUNT)).where(_ACCOUNT.account_id == account_id)
    values = connection.execute(query).one()
    mac = mac_of(seals, "account", account_bytes(values))
    mine = _ACCOUNT.account_id == account_id
    connection.execute(update(s.IDENTITY_ACCOUNT).where(mine).values(mac=mac))
    return [account_signed(account_id, sha256=account_digest(values), at_ms=at_ms)]


def players_not_signed(connection: Connection, seals: Seals) -> list[str]:
    """The accounts of players that are not as the house wrote them."""
    found = []
    for *values, mac in connection.execute(
        select(*columns_of(s.IDENTITY_ACCOUNT), _ACCOUNT.mac).where(_ACCOUNT.player_id.is_not(None))
    ):
        if not seals.is_mac(mac, account_bytes(values), place=_place("account")):
            found.append(values[0])
    return sorted(found)


def mac_of(seals: Seals | None, what: str, data: bytes) -> str:
    """The proof of a row; empty without keys."""
    return "" if seals is None else seals.mac(data, place=_place(what))


def _account(row: AccountRow) -> bytes:
    return account_bytes(astuple(row))


def _place(what: str) -> str:
    return f"identity_{what}"
