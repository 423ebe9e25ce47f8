"""Signing in with a login name and a password.

Owns the lock-out and the sameness of refusals: an unknown name, a name that cannot be one, and a
wrong password cost one verification each and are all refused with `sign_in/refused`. Only whoever
knows the password hears that an account is disabled.
"""

from __future__ import annotations

from sabot.errors import Refused, Unavailable
from sabot.service.identity.accounts import LOGIN, folded
from sabot.service.identity.passwords import LENGTH_MAX, PasswordHasher
from sabot.service.identity.rows import AccountRow, IdentityStore
from sabot.service.identity.rules import IdentityRules
from sabot.service.identity.sessions import Sessions, SignedIn
from sabot.service.identity.throttle import Throttle, address_key
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
        within_ms = rules.failures_within_ms
        self._by_login = Throttle(limit=rules.failures_per_login_max, within_ms=within_ms)
        self._by_address = Throttle(limit=rules.failures_per_address_max, within_ms=within_ms)
        self._nobody = hasher.hash(tokens())  # what the passwords of unknown names are tried on

    def sign_in(self, login: str, password: str, *, address: str) -> SignedIn:
        """Open a session, or refuse with `sign_in/locked`, `/refused` or `/disabled`."""
        name, origin = folded(login)[:KEY_LENGTH_MAX], address_key(address)
        at_ms = self._count(name, origin)
        try:
            account = self._verified(name, password)
        except Unavailable:  # our fault, and nobody's failure
            self._by_login.take_back(name, counted_at_ms=at_ms)
            self._by_address.take_back(origin, counted_at_ms=at_ms)
            raise
        # An attacker with an account of their own could wash an address clean with it; the
        # address therefore gets back this attempt only, the name all of them.
        self._by_login.reset(name)
        self._by_address.take_back(origin, counted_at_ms=at_ms)
        if account.disabled is not None:
            raise Refused("sign_in/disabled", reason=account.disabled)
        self._renew_hash(account, password)
        opened = self._sessions.open(account)
        if opened is None:  # the account was changed while the password was looked at
            raise Refused("sign_in/refused")
        return opened

    def _count(self, name: str, origin: str) -> int:
        """Count the attempt as a failure before it is one, or refuse it."""
        now = self._clock.monotonic_ms()
        wait_ms = self._by_address.enter(origin, now_ms=now)
        if not wait_ms:
            wait_ms = self._by_login.enter(name, now_ms=now)
            if wait_ms:
                self._by_address.take_back(origin, counted_at_ms=now)
        if wait_ms:
            raise Refused("sign_in/locked", retry_after_s=-(-wait_ms // 1000))
        return now

    def _verified(self, name: str, password: str) -> AccountRow:
        account = self._store.account_of_login(name) if LOGIN(name) else None
        if account is not None and not self._rules.admits(account.origin):
            account = None
        hashed = account.password if account is not None else None
        fits = self._hasher.verify(hashed or self._nobody, password[:LENGTH_MAX])
        if account is None or hashed is None or not fits or len(password) > LENGTH_MAX:
            raise Refused("sign_in/refused")
        return account

    def _renew_hash(self, account: AccountRow, password: str) -> None:
        old = account.password or ""
        if self._hasher.is_outdated(old):
            self._store.rehash(account.account_id, old=old, new=self._hasher.hash(password))
