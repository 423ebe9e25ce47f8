"""What identity stores: accounts, sessions and launches as rows, and the port that stores them.

No row holds a password or a token in clear: passwords are hashed by a `PasswordHasher`, and of a
token's 256 random bits only the SHA-256 is stored. Dates are wall clock, because the next process
has to understand them; a running process measures with the monotonic clock.
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


class IdentityStore(Protocol):
    """Durable identities. Raises `Unavailable` when the disk does not answer.

    An account that differs from what the house wrote is refused with `account/in_doubt` (ADR 0044).
    """

    def add_account(self, row: AccountRow, *, acts: Sequence[ActRow] = ()) -> bool:
        """Keep a new account with its acts; False when its id, login or player is taken."""

    def account(self, account_id: str) -> AccountRow | None:
        """An account by its id."""

    def account_of_login(self, login: str) -> AccountRow | None:
        """An account by its login name, case-folded."""

    def account_of_player(self, player_id: str) -> AccountRow | None:
        """The account of a player."""

    def account_id_of_player(self, player_id: str) -> str | None:
        """The id of a player's account, also of one that is in doubt."""

    def staff(self) -> Sequence[AccountRow]:
        """Every staff account, sorted by id."""

    def change_account(
        self,
        row: AccountRow,
        *,
        ended: Ended | None,
        at_ms: int,
        acts: Sequence[ActRow] = (),
        but: str | None = None,
    ) -> Sequence[str] | None:
        """Replace an account that is still at `row.version`, and raise its version by one.

        With a reason, its open sessions end in the same transaction, except one if `but` names it;
        the acts are stored in it too. Returns the ids of the ended sessions, or None when the
        account has changed and nothing was written. Id, login, player, origin and date do not
        change.
        """

    def rehash(self, row: AccountRow, new: str, *, at_ms: int) -> bool:
        """Replace the hash of an unchanged password; False if the account changed in between."""

    def open_session(self, row: SessionRow, *, version: int) -> bool:
        """Keep a new session, if its account is still at this version and not disabled."""

    def session(self, digest: bytes) -> tuple[SessionRow, AccountRow] | None:
        """A session with its account, even if the session has ended."""

    def seen(self, at_ms: Mapping[str, int]) -> None:
        """Store when sessions were last seen; an earlier date than the stored one has no effect."""

    def last_seen(self, session_ids: Sequence[str]) -> Mapping[str, int]:
        """When any process last saw these sessions; ended ones are left out."""

    def ended_since(self, at_ms: int) -> Mapping[str, Ended]:
        """The sessions that ended at this date or later, and why."""

    def end_sessions(
        self, session_ids: Sequence[str], *, ended: Ended, at_ms: int
    ) -> Sequence[str]:
        """End sessions; returns those that were open."""

    def end_sessions_of(self, account_id: str, *, ended: Ended, at_ms: int) -> Sequence[str]:
        """End every session of an account; returns those that were open."""

    def add_device(self, row: DeviceRow, *, most: int) -> None:
        """Keep a device. If the account has too many, those seen longest ago are dropped."""

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
        """Use a launch; only one attempt ever wins. It takes the same time in every case."""

    def launch(self, digest: bytes) -> LaunchRow | None:
        """Read a launch, used or not, without changing it."""

    def withdraw_launches(self, operator: str, operator_player: str) -> int:
        """Drop every launch of a player, used or not; returns how many there were."""

    def add_request(self, operator: str, nonce: str, *, at_ms: int) -> bool:
        """Remember the nonce of a signed request; False when the operator has used it before."""

    def forget(self, before_ms: int) -> int:
        """Drop launches and sessions that expired before a date, and nonces older than it.

        Returns how many launches and sessions were dropped.
        """
