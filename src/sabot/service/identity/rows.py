"""What identity stores: accounts, sessions, devices and launches as rows.

No row holds a password or a token in clear: passwords are hashed by a `PasswordHasher`, and of a
token's 256 random bits only the SHA-256 is stored. Dates are wall clock, because the next process
has to understand them; a running process measures with the monotonic clock.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

import msgspec

from sabot.money import Currency
from sabot.service.identity.roles import Role


class Origin(StrEnum):
    """How an account was made."""

    HOUSE = "house"  # made by us, with a login
    DEMO = "demo"  # its password is public
    TRIAL = "trial"  # signed up in a demonstration: its money is play money
    GUEST = "guest"  # for fun, without a login
    OPERATOR = "operator"  # a player who was launched, without a login


class Ended(StrEnum):
    """Why a session has ended."""

    SIGNED_OUT = "signed_out"
    EVERYWHERE = "signed_out_everywhere"
    EXPIRED = "expired"  # its whole lifetime is over
    IDLE = "idle"
    ROLE_CHANGED = "role_changed"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 -- a reason, not a secret
    DISABLED = "disabled"
    EXCLUDED = "excluded"
    OPERATOR = "operator"  # the player's operator ended it
    REPLACED = "replaced"  # too many sessions of one account: the oldest goes


class AccountRow(msgspec.Struct, frozen=True, kw_only=True):
    """An account; `version` counts its changes."""

    account_id: str
    login: str | None
    password: str | None  # hashed
    role: Role
    player_id: str | None
    operator: str | None
    nickname: str  # of staff; a player's is in the list of players
    origin: Origin
    disabled: str | None  # the reason
    version: int
    created_at_ms: int


class SessionRow(msgspec.Struct, frozen=True, kw_only=True):
    """One session; `digest` is the SHA-256 of its token."""

    session_id: str
    digest: bytes
    account_id: str
    opened_at_ms: int
    expires_at_ms: int
    seen_at_ms: int
    ended_at_ms: int | None = None
    ended: Ended | None = None


class DeviceRow(msgspec.Struct, frozen=True, kw_only=True):
    """A device that has signed in to an account; `digest` is the SHA-256 of its token."""

    digest: bytes
    account_id: str
    seen_at_ms: int


class LaunchRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player that an operator sends us once; `digest` is the SHA-256 of the token."""

    digest: bytes
    operator: str
    operator_player: str
    nickname: str
    currency: Currency
    table_id: str | None
    asked_at_ms: int
    expires_at_ms: int
    used_at_ms: int | None = None


class LaunchUse(NamedTuple):
    """The result of using a launch: its row as it stands now, and whether this attempt used it."""

    row: LaunchRow | None
    won: bool
