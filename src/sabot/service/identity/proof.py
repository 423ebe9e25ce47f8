"""Which fields of an account, session, device or launch are proved, and as which bytes (ADR 0044).

Owns the bytes. All fields of an account are proved. Of the others, only the fields that grant
access: when they were last seen, used or ended changes all the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import msgspec

from sabot.service.identity.rows import DeviceRow, LaunchRow, SessionRow


def account_bytes(values: Sequence[object]) -> bytes:
    """Encode an account, given as the fields of its row in order."""
    return msgspec.json.encode(list(values))


def account_digest(values: Sequence[object]) -> str:
    """The digest of a staff account, as the house log holds it."""
    return sha256(account_bytes(values)).hexdigest()


def session_bytes(row: SessionRow) -> bytes:
    """Encode which account holds which token, and until when."""
    digest = row.digest.hex()
    fields = [row.session_id, digest, row.account_id, row.opened_at_ms, row.expires_at_ms]
    return msgspec.json.encode(fields)


def device_bytes(row: DeviceRow) -> bytes:
    """Encode which device has signed in to which account."""
    return msgspec.json.encode([row.digest.hex(), row.account_id])


def launch_bytes(row: LaunchRow) -> bytes:
    """Encode which player an operator sends with which token, and until when it works."""
    return msgspec.json.encode(
        [
            row.digest.hex(),
            row.operator,
            row.operator_player,
            row.nickname,
            row.currency,
            row.table_id,
            row.asked_at_ms,
            row.expires_at_ms,
        ]
    )
