"""Devices of the studio: scanners, consoles and cameras, each with a token for one place.

Owns their list and the acts that say who added and removed which (I14). A token is the only way in:
it has 256 random bits, is shown once, and its digest is stored with a session of the device's
account. The place of a device is in the id of its account (`identity/bindings.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from typing_extensions import override

from sabot.errors import Refused, Unavailable
from sabot.service.identity.accounts import Accounts
from sabot.service.identity.bindings import PREFIX, binding_of, device_account
from sabot.service.identity.refusals import AccountRefusal
from sabot.service.identity.roles import Binding, DeviceKind, Role
from sabot.service.identity.rows import AccountRow
from sabot.service.identity.sessions import Sessions
from sabot.service.identity.stores import AccountStore
from sabot.service.identity.tokens import TokenSource
from sabot.service.office.acts import Act, act_of
from sabot.service.ports import ActRow, Clock
from sabot.service.studio.refusals import DeviceRefusal

NAME_LENGTH = 12
"""Characters of a device's name: 71 random bits, so two names are never alike."""


class Device(msgspec.Struct, frozen=True, kw_only=True):
    """A device that may sign in."""

    device: str
    binding: Binding
    added_at_ms: int


class NewDevice(msgspec.Struct, frozen=True, kw_only=True):
    """A device that was just added, with the only copy of its token."""

    device: Device
    token: str

    @override
    def __repr__(self) -> str:
        return f"NewDevice(device={self.device!r})"  # logs hold no token


class DeviceBody(msgspec.Struct, frozen=True, kw_only=True):
    """What the act about a device says."""

    table: str
    device: DeviceKind
    position: str


class DeviceDesk:
    """The devices of the studio; every call waits for the disk."""

    def __init__(
        self,
        store: AccountStore,
        accounts: Accounts,
        sessions: Sessions,
        *,
        clock: Clock,
        tokens: TokenSource,
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._sessions = sessions
        self._clock = clock
        self._tokens = tokens

    def devices(self) -> Sequence[Device]:
        """The devices that may sign in, sorted by place."""
        there = [_device(row) for row in self._store.staff() if _may_sign_in(row)]
        return sorted(there, key=lambda one: (*msgspec.structs.astuple(one.binding), one.device))

    def add(self, binding: Binding, *, actor: str, reason: str) -> NewDevice:
        """Let a device in at one place; its token is told here and never again."""
        account_id = device_account(binding, self._name())
        row = self._accounts.of_device(
            account_id,
            nickname=f"{binding.kind} {binding.position}".strip(),
            act=lambda made: self._act(Act.DEVICE_ADDED, made, actor=actor, reason=reason),
        )
        opened = self._sessions.open(row)
        if opened is None:  # removed in this very moment
            raise Unavailable(AccountRefusal.BUSY, account=account_id)
        return NewDevice(device=_device(row), token=opened.token)

    def remove(self, name: str, *, actor: str, reason: str) -> Device:
        """Keep a device out for good: its sockets close, and its token opens nothing."""
        found = next((one for one in self.devices() if one.device == name), None)
        if found is None:
            raise Refused(DeviceRefusal.UNKNOWN, device=name[:64])
        self._accounts.disable(
            device_account(found.binding, name),
            reason=reason,
            act=lambda row: self._act(Act.DEVICE_REMOVED, row, actor=actor, reason=reason),
        )
        return found

    def _name(self) -> str:
        plain = "".join(letter for letter in self._tokens() if letter.isalnum())
        return plain[:NAME_LENGTH]

    def _act(self, kind: Act, row: AccountRow, *, actor: str, reason: str) -> ActRow:
        place = binding_of(row.account_id)
        return act_of(
            kind,
            f"{row.account_id}@{row.version}",
            subject=row.account_id,
            actor=actor,
            reason=reason,
            body=DeviceBody(table=place.table, device=place.kind, position=place.position),
            at_ms=self._clock.wall_ms(),
        )


def _may_sign_in(row: AccountRow) -> bool:
    return row.role is Role.DEVICE and row.disabled is None


def _device(row: AccountRow) -> Device:
    name = row.account_id.removeprefix(PREFIX).partition(":")[0]
    return Device(device=name, binding=binding_of(row.account_id), added_at_ms=row.created_at_ms)
