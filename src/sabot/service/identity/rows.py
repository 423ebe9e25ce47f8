"""What identity keeps: accounts, sessions and launches as rows, and the port that stores them.

No row holds a password or a token in clear: passwords are hashed by a `PasswordHasher`, tokens are
256 random bits of which only the SHA-256 is kept. Dates are wall clock, because they have to mean
something to the next process; a process that runs measures with the monotonic clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

import msgspec

from sabot.money import Currency
from sabot.service.identity.roles import Role
from sabot.service.ports import ActRow


class Origin(StrEnum):
    """How an account came to be."""

    HOUSE = "house"  # made by us, with a login
    DEMO = "demo"  # its password is known to everybody
    TRIAL = "trial"  # signed up in a demonstration: its money is play money
    GUEST = "guest"  # for fun, without a login
    OPERATOR = "operator"  # a player who was launched, without a login


class Ended(StrEnum):
    """Why a session is over."""

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
    """Somebody who can have a session; `version` counts the changes."""

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
    """A device from which somebody has signed in; `digest` is the SHA-256 of its token."""

    digest: bytes
    account_id: str
    seen_at_ms: int


class LaunchRow(msgspec.Struct, frozen=True, kw_only=True):
    """An operator's wish to send us a player, once; `digest` is the SHA-256 of its token."""

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
    """What came of an attempt to use a launch: its row as it stands now, and whether we won it."""

    row: LaunchRow | None
    won: bool


class IdentityStore(Protocol):
    """Durable identities. Raises `Unavailable` when the disk does not answer."""

    def add_account(self, row: AccountRow, *, acts: Sequence[ActRow] = ()) -> bool:
        """Keep a new account with its acts; False when its id, login or player is taken."""

    def account(self, account_id: str) -> AccountRow | None:
        """An account by its id."""

    def account_of_login(self, login: str) -> AccountRow | None:
        """An account by its login name, case-folded."""

    def account_of_player(self, player_id: str) -> AccountRow | None:
        """The account of a player."""

    def staff(self) -> Sequence[AccountRow]:
        """Every account that is no player's, by its id."""

    def change_account(
        self,
        row: AccountRow,
        *,
        ended: Ended | None,
        at_ms: int,
        acts: Sequence[ActRow] = (),
        but: str | None = None,
    ) -> Sequence[str] | None:
        """Replace an account that is still at `row.version`, and count its version on.

        With a reason its open sessions end in the same transaction, all but one if one is named;
        its acts are written in it too. Returns the ids of the ended sessions, or None when the
        account has changed and nothing was written. Id, login, player, origin and date stay as they
        are.
        """

    def rehash(self, account_id: str, *, old: str, new: str) -> bool:
        """Replace the hash of an unchanged password; False when it is another one by now."""

    def open_session(self, row: SessionRow, *, version: int) -> bool:
        """Keep a new session, if its account is still at this version and not disabled."""

    def session(self, digest: bytes) -> tuple[SessionRow, AccountRow] | None:
        """A session with its account, also one that is over."""

    def seen(self, at_ms: Mapping[str, int]) -> None:
        """Write when sessions were last seen; a date before the one there changes nothing."""

    def last_seen(self, session_ids: Sequence[str]) -> Mapping[str, int]:
        """When sessions that are open were last seen by any process."""

    def ended_since(self, at_ms: int) -> Mapping[str, Ended]:
        """The sessions that ended at this date or later, and why."""

    def end_sessions(
        self, session_ids: Sequence[str], *, ended: Ended, at_ms: int
    ) -> Sequence[str]:
        """End sessions; returns those that were open."""

    def end_sessions_of(self, account_id: str, *, ended: Ended, at_ms: int) -> Sequence[str]:
        """End every session of an account; returns those that were open."""

    def add_device(self, row: DeviceRow, *, most: int) -> None:
        """Keep a device; of its account's, those seen longest ago make room for it."""

    def device(self, digest: bytes) -> DeviceRow | None:
        """A device by the digest of its token."""

    def device_seen(self, digest: bytes, *, at_ms: int) -> None:
        """Write when a device last signed in."""

    def forget_devices(self, account_id: str, *, but: bytes | None = None) -> None:
        """Drop the devices of an account, all but one."""

    def forget_devices_before(self, at_ms: int) -> int:
        """Drop devices that were last seen before a date; returns how many."""

    def add_launch(self, row: LaunchRow) -> None:
        """Keep a launch."""

    def use_launch(self, digest: bytes, *, at_ms: int) -> LaunchUse:
        """Use a launch; of all who ever try, one wins. Costs the same whatever comes of it."""

    def launch(self, digest: bytes) -> LaunchRow | None:
        """A launch, used or not; looking at it changes nothing."""

    def add_request(self, operator: str, nonce: str, *, at_ms: int) -> bool:
        """Remember the nonce of a signed request; False when the operator has used it before."""

    def forget(self, before_ms: int) -> int:
        """Drop what expired before a date, and nonces from before it.

        Returns how many launches and sessions there were.
        """
