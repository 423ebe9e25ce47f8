"""Where a device of the studio belongs: written into the id of its account, and nowhere else.

An id is signed with its account and with every session, and is the subject of the account's record
on the house log. So no row of a database holds a binding that could be edited (ADR 0044), and a
device is never moved: it is removed, and another one is added.
"""

from __future__ import annotations

import re

from sabot.errors import Corrupt, Malformed
from sabot.service.identity.roles import Binding, DeviceKind

PREFIX = "device:"

_TABLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}").fullmatch
_POSITION = re.compile(r"[A-Za-z0-9][A-Za-z0-9:._-]{0,31}").fullmatch


def checked_binding(table: str, kind: str, position: str = "") -> Binding:
    """Read a binding as a person writes it; only a scanner reads one position alone."""
    if not _TABLE(table):
        raise Malformed("device/table", table=table[:64])
    if kind not in DeviceKind.__members__.values():
        raise Malformed("device/kind", kind=kind[:32], known=", ".join(DeviceKind))
    if position and (kind != DeviceKind.SCANNER or not _POSITION(position)):
        raise Malformed("device/position", position=position[:32])
    return Binding(table=table, kind=DeviceKind(kind), position=position)


def device_account(binding: Binding, name: str) -> str:
    """The id of the account of a device; `name` tells it apart from others in the same place.

    >>> device_account(Binding(table="live-1", kind=DeviceKind.SCANNER, position="P1"), "x7")
    'device:x7:live-1:scanner:P1'
    """
    return f"{PREFIX}{name}:{binding.table}:{binding.kind}:{binding.position}"


def binding_of(account_id: str) -> Binding:
    """The place of the device with this account.

    >>> binding_of("device:x7:live-1:camera:").table
    'live-1'
    """
    parts = account_id.removeprefix(PREFIX).split(":", maxsplit=3)
    if not account_id.startswith(PREFIX) or len(parts) != 4:
        raise Corrupt("device/unreadable", account=account_id)
    try:
        return checked_binding(*parts[1:])
    except Malformed:
        raise Corrupt("device/unreadable", account=account_id) from None
