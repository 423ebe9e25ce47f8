"""Signing in with a login name and a password.

Owns that refusals look alike: an unknown name, an impossible name and a wrong password each cost
one verification and are refused with `sign_in/refused`. Only a caller who knows the password learns
that an account is disabled. `Guesses` decides how often passwords may be tried.
"""

from __future__ import annotations

from msgspec.structs import replace

from sabot.errors import Refused, SabotError
from sabot.service.identity.accounts import LOGIN, account_id_of, folded
from sabot.service.identity.devices import Devices
from sabot.service.identity.guesses import Guesses
from sabot.service.identity.passwords import LENGTH_MAX, PasswordHasher
from sabot.service.identity.refusals import PasswordRefusal, SignInRefusal
from sabot.service.identity.rows import AccountRow
from sabot.service.identity.rules import IdentityRules
from sabot.service.identity.sessions import Sessions, SignedIn
from sabot.service.identity.stores import IdentityStore
from sabot.service.identity.tokens import TokenSource
from sabot.service.ports import Clock

KEY_LENGTH_MAX = 64
"""Characters of a login name that identify it in the counts; a real name is shorter."""


class SignInDesk:
    """Signs people in by login and password."""

    def __init__(
        self,
        store: IdentityStore,
        *,
        sessions: Sessions,
        hasher: PasswordHasher,
        clock: Clock,
        tokens: TokenSource,
        rules: IdentityRules,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._hasher = hasher
        self._clock = clock
        self._rules = rules
        self.devices = Devices(store.devices, clock=clock, tokens=tokens, rules=rules)
        self.guesses = Guesses(rules)
        self._nobody = hasher.hash(tokens())  # verified against when the name is unknown

    def known_device(self, login: str, token: str | None) -> bytes | None:
        """The digest of a device's token, if it has signed in to this login before."""
        return self.devices.known(account_id_of(_key(login)), token)

    def sign_in(
        self, login: str, password: str, *, address: str, device: str | None = None
    ) -> SignedIn:
        """Open a session, or refuse with `sign_in/locked`, `/refused` or `/disabled`."""
        name, now = _key(login), self._clock.monotonic_ms()
        known = self.known_device(login, device)
        attempt = self.guesses.enter(name, address=address, device=known, now_ms=now)
        try:
            account, fits = self._looked_at(name, password)
        except SabotError:  # not a failed guess: the store is away, or the account in doubt
            attempt.take_back()
            raise
        if account is None or not fits:
            account_id = None if account is None else account.account_id
            self.guesses.failed(name, account_id=account_id, now_ms=now)
            raise Refused(SignInRefusal.REFUSED)
        failed = self.guesses.succeeded(attempt, name, address=address)
        if account.disabled is not None:
            raise Refused(SignInRefusal.DISABLED)
        self._renew_hash(account, password)
        opened = self._sessions.open(account)
        if opened is None:  # the account was changed while the password was verified
            raise Refused(SignInRefusal.REFUSED)
        if known is not None:
            self.devices.seen(known)
            return replace(opened, failed_attempts=failed)
        token = self.devices.remember(account.account_id)
        return replace(opened, device=token, failed_attempts=failed)

    def check_password(
        self, account: AccountRow, password: str, *, address: str, device: str | None = None
    ) -> None:
        """Refuse a password that is not the account's, within the limits of signing in."""
        name, now = account.login or "", self._clock.monotonic_ms()
        known = self.devices.known(account.account_id, device)
        attempt = self.guesses.enter(name, address=address, device=known, now_ms=now)
        if not self._fits(account, password):
            self.guesses.failed(name, account_id=account.account_id, now_ms=now)
            raise Refused(PasswordRefusal.WRONG)
        self.guesses.succeeded(attempt, name, address=address)

    def _looked_at(self, name: str, password: str) -> tuple[AccountRow | None, bool]:
        """The account of a name, if it may sign in, and whether the password is right."""
        account = self._store.accounts.of_login(name) if LOGIN(name) else None
        if account is not None and not self._rules.admits(account.origin):
            account = None
        return account, self._fits(account, password)

    def _fits(self, account: AccountRow | None, password: str) -> bool:
        hashed = account.password if account is not None else None
        fits = self._hasher.verify(hashed or self._nobody, password[:LENGTH_MAX])
        return fits and hashed is not None and len(password) <= LENGTH_MAX

    def _renew_hash(self, account: AccountRow, password: str) -> None:
        old = account.password or ""
        if self._hasher.is_outdated(old):
            new = self._hasher.hash(password)
            self._store.accounts.rehash(account, new, at_ms=self._clock.wall_ms())


def _key(login: str) -> str:
    return folded(login)[:KEY_LENGTH_MAX]
