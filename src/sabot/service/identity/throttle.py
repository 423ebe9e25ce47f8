"""Limits attempts: a number of them within a window, by key.

Owns counts in memory, on the monotonic clock. An attempt is counted before it is made and taken
back if it succeeds, so a hundred attempts at once cannot get around the limit. The counts do not
survive the process: an attacker cannot make it restart, and storing every attempt would let
strangers keep the disk busy.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from ipaddress import IPv6Address, IPv6Network, ip_address

KEYS_MAX = 100_000
"""Keys kept in memory. The least recently used one is dropped first."""


class Throttle:
    """At most `limit` attempts by one key within `within_ms`."""

    def __init__(self, *, limit: int, within_ms: int, keys_max: int = KEYS_MAX) -> None:
        self._limit = limit
        self._within_ms = within_ms
        self._keys_max = keys_max
        self._attempts: OrderedDict[str, deque[int]] = OrderedDict()
        self._lock = threading.Lock()

    def enter(self, key: str, *, now_ms: int) -> int:
        """Count an attempt and return 0, or return the milliseconds until the next is allowed."""
        with self._lock:
            attempts = self._attempts.setdefault(key, deque())
            self._attempts.move_to_end(key)
            while attempts and now_ms - attempts[0] >= self._within_ms:
                attempts.popleft()
            if len(attempts) >= self._limit:
                return attempts[0] + self._within_ms - now_ms
            attempts.append(now_ms)
            if len(self._attempts) > self._keys_max:
                self._attempts.popitem(last=False)
            return 0

    def take_back(self, key: str, *, counted_at_ms: int) -> None:
        """Forget one attempt."""
        with self._lock:
            attempts = self._attempts.get(key, deque())
            if counted_at_ms in attempts:
                attempts.remove(counted_at_ms)
            if not attempts:
                self._attempts.pop(key, None)

    def reset(self, key: str) -> None:
        """Forget every attempt of a key."""
        with self._lock:
            self._attempts.pop(key, None)


def site_key(address: str) -> str:
    """The site of an address: one customer may have 65,536 IPv6 networks, a whole /48.

    >>> site_key("2001:db8:7:1::2"), site_key("192.0.2.7")
    ('2001:db8:7::/48', '192.0.2.7')
    """
    key = address_key(address)
    if not key.endswith("/64"):
        return key
    return str(IPv6Network((key.removesuffix("/64"), 48), strict=False))


def address_key(address: str) -> str:
    """The customer of an address: one customer has a whole /64 of IPv6.

    >>> address_key("2001:db8::1:2"), address_key("192.0.2.7"), address_key("a socket")
    ('2001:db8::/64', '192.0.2.7', 'a socket')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address[:100]
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(IPv6Network((int(parsed), 64), strict=False))
    return str(parsed)
