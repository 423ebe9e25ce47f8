"""Signing in with a login name and a password.

Owns the sameness of refusals: an unknown name, a name that cannot be one, and a wrong password cost
one verification each and are all refused with `sign_in/refused`. Only a caller who knows the
password hears that an account is disabled. How often passwords may be tried is for `Guesses` to
say.
"""

from __future__ import annotations

from msgspec.structs import replace

from sabot.errors import Refused, Unavailable
from sabot.service.identity.accounts import LOGIN, account_id_of, folded
from sabot.service.identity.devices import Devices
from sabot.service.identity.guesses import Guesses
from sabot.service.identity.passwords import LENGTH_MAX, PasswordHasher
from sabot.service.identity.rows import AccountRow, IdentityStore
from sabot.service.identity.rules import IdentityRules
from sabot.service.identity.sessions import Sessions, SignedIn
from sabot.service.identity.tokens import TokenSource
from sabot.service.ports import Clock

KEY_LENGTH_MAX = 64
"""Characters of a login name that are counted under; a real one is shorter."""


class SignInDesk:
    """Lets people in."""

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
        self.devices = Devices(store, clock=clock, tokens=tokens, rules=rules)
        self.guesses = Guesses(rules)
        self._nobody = hasher.hash(tokens())  # what the passwords of unknown names are tried on

    def known_device(self, login: str, token: str | None) -> bytes | None:
        """The device that somebody has signed in with before, by the digest of its token."""
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
        except Unavailable:  # our fault, and nobody's failure
            attempt.take_back()
            raise
        if account is None or not fits:
            account_id = None if account is None else account.account_id
            self.guesses.failed(name, account_id=account_id, now_ms=now)
            raise Refused("sign_in/refused")
        failed = self.guesses.succeeded(attempt, name, address=address)
        if account.disabled is not None:
            raise Refused("sign_in/disabled")
        self._renew_hash(account, password)
        opened = self._sessions.open(account)
        if opened is None:  # the account was changed while the password was looked at
            raise Refused("sign_in/refused")
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
            raise Refused("password/wrong")
        self.guesses.succeeded(attempt, name, address=address)

    def _looked_at(self, name: str, password: str) -> tuple[AccountRow | None, bool]:
        """The account of a name, if it may come in, and whether it is its password."""
        account = self._store.account_of_login(name) if LOGIN(name) else None
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
            self._store.rehash(account.account_id, old=old, new=self._hasher.hash(password))


def _key(login: str) -> str:
    return folded(login)[:KEY_LENGTH_MAX]
