"""The ports that store who may come in: accounts, sessions, devices, launches, signed requests.

Every call may raise `Unavailable` when the disk does not answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from sabot.service.identity.rows import (
    AccountRow,
    DeviceRow,
    Ended,
    LaunchRow,
    LaunchUse,
    SessionRow,
)
from sabot.service.ports import ActRow


class AccountStore(Protocol):
    """Accounts. One that differs from what the house wrote is refused with `account/in_doubt`
    (ADR 0044).
    """

    def add(self, row: AccountRow, *, acts: Sequence[ActRow] = ()) -> bool:
        """Keep a new account with its acts; False when its id, login or player is taken."""

    def get(self, account_id: str) -> AccountRow | None:
        """An account by its id."""

    def of_login(self, login: str) -> AccountRow | None:
        """An account by its login name, case-folded."""

    def of_player(self, player_id: str) -> AccountRow | None:
        """The account of a player."""

    def id_of_player(self, player_id: str) -> str | None:
        """The id of a player's account, also of one that is in doubt."""

    def staff(self) -> Sequence[AccountRow]:
        """Every staff account, sorted by id."""

    def change(
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


class SessionStore(Protocol):
    """Sessions. An account in doubt is refused here as in `AccountStore`."""

    def open(self, row: SessionRow, *, version: int) -> bool:
        """Keep a new session, if its account is still at this version and not disabled."""

    def get(self, digest: bytes) -> tuple[SessionRow, AccountRow] | None:
        """A session with its account, even if the session has ended."""

    def seen(self, at_ms: Mapping[str, int]) -> None:
        """Store when sessions were last seen; an earlier date than the stored one has no effect."""

    def last_seen(self, session_ids: Sequence[str]) -> Mapping[str, int]:
        """When any process last saw these sessions; ended ones are left out."""

    def ended_since(self, at_ms: int) -> Mapping[str, Ended]:
        """The sessions that ended at this date or later, and why."""

    def end(self, session_ids: Sequence[str], *, ended: Ended, at_ms: int) -> Sequence[str]:
        """End sessions; returns those that were open."""

    def end_of(self, account_id: str, *, ended: Ended, at_ms: int) -> Sequence[str]:
        """End every session of an account; returns those that were open."""


class DeviceStore(Protocol):
    """The devices from which accounts have signed in."""

    def add(self, row: DeviceRow, *, most: int) -> None:
        """Keep a device. If the account has too many, those seen longest ago are dropped."""

    def get(self, digest: bytes) -> DeviceRow | None:
        """A device by the digest of its token."""

    def seen(self, digest: bytes, *, at_ms: int) -> None:
        """Write when a device last signed in."""

    def forget(self, account_id: str, *, but: bytes | None = None) -> None:
        """Drop the devices of an account, all but one."""

    def forget_before(self, at_ms: int) -> int:
        """Drop devices that were last seen before a date; returns how many."""


class LaunchStore(Protocol):
    """Players whom operators send to us."""

    def add(self, row: LaunchRow) -> None:
        """Keep a launch."""

    def use(self, digest: bytes, *, at_ms: int) -> LaunchUse:
        """Use a launch; only one attempt ever wins. It takes the same time in every case."""

    def get(self, digest: bytes) -> LaunchRow | None:
        """Read a launch, used or not, without changing it."""

    def withdraw(self, operator: str, operator_player: str) -> int:
        """Drop every launch of a player, used or not; returns how many there were."""


class RequestStore(Protocol):
    """The signed requests of operators, each of which counts once."""

    def add(self, operator: str, nonce: str, *, at_ms: int) -> bool:
        """Remember the nonce of a signed request; False when the operator has used it before."""


class IdentityStore(Protocol):
    """All of them, on one disk."""

    @property
    def accounts(self) -> AccountStore:
        """Accounts."""

    @property
    def sessions(self) -> SessionStore:
        """Sessions of accounts."""

    @property
    def devices(self) -> DeviceStore:
        """Known devices of accounts."""

    @property
    def launches(self) -> LaunchStore:
        """Launches by operators."""

    @property
    def requests(self) -> RequestStore:
        """Signed requests of operators."""

    def forget(self, before_ms: int) -> int:
        """Drop launches and sessions that expired before a date, and nonces older than it.

        Returns how many launches and sessions were dropped.
        """
