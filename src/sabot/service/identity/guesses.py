"""How wrong passwords are slowed down, without locking a login for its owner.

Owns the limits of guessing and the counts behind the alarm. Failures are counted by where they come
from: by login and address together, by address, and by the network of an IPv6 site. No limit counts
by login alone, so wrong passwords from elsewhere never lock an owner out. For a device that has
signed in to the account before, only a limit of its own applies.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict

import msgspec

from sabot.errors import Refused
from sabot.service.identity.refusals import SignInRefusal
from sabot.service.identity.rules import IdentityRules
from sabot.service.identity.throttle import KEYS_MAX, Throttle, address_key, site_key

ALARMS_MAX = 20
"""Alarm lines in the log within the window. An attacker must not be able to fill the disk."""

log = logging.getLogger("sabot.sign_in")


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """A sign-in, counted as a failure until its password is verified."""

    keys: tuple[tuple[Throttle, str], ...]
    at_ms: int

    def take_back(self) -> None:
        """Remove it from all counts."""
        for throttle, key in self.keys:
            throttle.take_back(key, counted_at_ms=self.at_ms)


class Guesses:
    """The limits of guessing, and how many failures each login has had."""

    def __init__(self, rules: IdentityRules) -> None:
        def throttle(limit: int) -> Throttle:
            return Throttle(limit=limit, within_ms=rules.failures_within_ms)

        self._by_pair = throttle(rules.failures_per_pair_max)
        self._by_address = throttle(rules.failures_per_address_max)
        self._by_site = throttle(rules.failures_per_site_max)
        self._by_device = throttle(rules.failures_per_device_max)
        self._lines = throttle(ALARMS_MAX)
        self._alarm_at = rules.failures_alarm
        self._failures = _Failures(within_ms=rules.failures_within_ms)
        self.failed_total = 0
        self.alarms_total = 0

    def enter(self, name: str, *, address: str, device: bytes | None, now_ms: int) -> Attempt:
        """Count an attempt, or refuse it with `sign_in/locked`.

        `device` is the digest of a known device. After too many failures it counts as unknown.
        """
        if device is not None:
            key = device.hex()
            if not self._by_device.enter(key, now_ms=now_ms):
                return Attempt(keys=((self._by_device, key),), at_ms=now_ms)
        counted: list[tuple[Throttle, str]] = []
        for throttle, key in self._keys(name, address):
            wait_ms = throttle.enter(key, now_ms=now_ms)
            if wait_ms:
                Attempt(keys=tuple(counted), at_ms=now_ms).take_back()
                raise Refused(SignInRefusal.LOCKED, retry_after_s=-(-wait_ms // 1000))
            counted.append((throttle, key))
        return Attempt(keys=tuple(counted), at_ms=now_ms)

    def _keys(self, name: str, address: str) -> tuple[tuple[Throttle, str], ...]:
        origin = address_key(address)
        return (
            (self._by_site, site_key(address)),
            (self._by_address, origin),
            (self._by_pair, f"{origin} {name}"),
        )

    def failed(self, name: str, *, account_id: str | None, now_ms: int) -> None:
        """Count a wrong password. Many failures of one account raise an alarm, and lock nothing."""
        self.failed_total += 1
        if account_id is None:
            return
        if self._failures.add(name, now_ms=now_ms) == self._alarm_at:
            self.alarms_total += 1
            if not self._lines.enter("", now_ms=now_ms):
                log.warning("alarm=wrong_passwords account=%s", account_id)

    def succeeded(self, attempt: Attempt, name: str, *, address: str) -> int:
        """Note a right password; returns how many failures the login had since the last one.

        The failures of this login from this address are forgotten. Those of the address are not,
        except this attempt: an attacker could reset them by signing in to an own account.
        """
        attempt.take_back()
        self._by_pair.reset(f"{address_key(address)} {name}")
        return self._failures.taken(name)


class _Failures:
    """Failures of each login: since its last success, and within the window of the alarm."""

    def __init__(self, *, within_ms: int) -> None:
        self._within_ms = within_ms
        self._of: OrderedDict[str, tuple[int, int, int]] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, name: str, *, now_ms: int) -> int:
        """Count a failure; returns how many there are in the window now."""
        with self._lock:
            total, begun_ms, within = self._of.pop(name, (0, now_ms, 0))
            if now_ms - begun_ms >= self._within_ms:
                begun_ms, within = now_ms, 0
            self._of[name] = (total + 1, begun_ms, within + 1)
            if len(self._of) > KEYS_MAX:
                self._of.popitem(last=False)
            return within + 1

    def taken(self, name: str) -> int:
        """Give the number of failures, and forget them."""
        with self._lock:
            return self._of.pop(name, (0, 0, 0))[0]
