"""Devices that have signed in before: each has its own token for the account.

Owns the tokens of devices. A device's token opens nothing. It only shows that the right password
was once given there, so failures elsewhere do not slow it down. Its SHA-256 is stored.
"""

from __future__ import annotations

from sabot.service.identity.rows import DeviceRow
from sabot.service.identity.rules import IdentityRules
from sabot.service.identity.stores import DeviceStore
from sabot.service.identity.tokens import TokenSource, digest_of
from sabot.service.ports import Clock


class Devices:
    """The known devices of every account."""

    def __init__(
        self, store: DeviceStore, *, clock: Clock, tokens: TokenSource, rules: IdentityRules
    ) -> None:
        self._store = store
        self._clock = clock
        self._tokens = tokens
        self._rules = rules

    def known(self, account_id: str, token: str | None) -> bytes | None:
        """The digest of a device's token, when the device has signed in to this account."""
        digest = digest_of(token or "")
        row = self._store.get(digest) if token and digest else None
        return digest if row is not None and row.account_id == account_id else None

    def remember(self, account_id: str) -> str:
        """Make a token for a device that has just signed in; the oldest one is dropped."""
        token = self._tokens()
        self._store.add(
            DeviceRow(
                digest=digest_of(token),
                account_id=account_id,
                seen_at_ms=self._clock.wall_ms(),
            ),
            most=self._rules.devices_per_account_max,
        )
        return token

    def seen(self, digest: bytes) -> None:
        """Store that a known device has signed in again."""
        self._store.seen(digest, at_ms=self._clock.wall_ms())
