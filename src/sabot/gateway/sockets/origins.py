"""Hosts and origins: which names are ours, and which pages may talk to us.

Owns the reading of `Host` and `Origin` and the allow-list that both are compared with in full. It
does not know requests.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

_HOST = re.compile(
    r"([a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?"
).fullmatch
PORT_MAX = 65_535
LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
DEFAULT_PORTS = {"http": 80, "https": 443}


def whole_origin(text: str) -> str | None:
    """Give an origin as browsers write it, or None when the text is anything else.

    >>> whole_origin("https://Casino.example:443"), whole_origin("http://127.0.0.1:8000")
    ('https://casino.example', 'http://127.0.0.1:8000')
    >>> whole_origin("*"), whole_origin("https://casino.example/"), whole_origin("casino.example")
    (None, None, None)
    """
    try:
        parts = urlsplit(text)
    except ValueError:
        return None
    if parts.scheme not in DEFAULT_PORTS or f"{parts.scheme}://{parts.netloc}" != text:
        return None
    host = host_in(parts.netloc, scheme=parts.scheme)
    return None if host is None else f"{parts.scheme}://{host}"


def host_in(text: str, *, scheme: str) -> str | None:
    """Give a `Host` header in one spelling: lower case, and no port where the scheme implies it.

    >>> host_in("Casino.example:443", scheme="https"), host_in("[::1]:8000", scheme="http")
    ('casino.example', '[::1]:8000')
    >>> host_in("casino.example:80:80", scheme="http"), host_in("a b", scheme="http")
    (None, None)
    """
    read = _HOST(text.lower())
    if read is None:
        return None
    name, port = read[1], int(read[2] or DEFAULT_PORTS[scheme])
    if not 0 < port <= PORT_MAX:
        return None
    return name if port == DEFAULT_PORTS[scheme] else f"{name}:{port}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Doorplate:
    """The names under which clients reach the house, and the pages that may talk to it.

    A `Host` is compared with its port. With `loopback` set (demonstrations and tests), the names of
    this machine count on any port; with `addresses` set, so do bare IP addresses. An attacker
    cannot make a domain of their own resolve to us under either.
    """

    scheme: str = "http"
    hosts: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()
    loopback: bool = True
    addresses: bool = False

    def knows(self, host: str) -> bool:
        """Whether a `Host` header names this house."""
        name = host_in(host, scheme=self.scheme)
        if name is None:
            return False
        if name in self.hosts:
            return True
        bare = _without_port(name)
        return (self.loopback and bare in LOOPBACK) or (self.addresses and _is_address(bare))

    def welcomes(self, origin: str, *, host: str) -> bool:
        """Whether a page of this origin may talk to us: our own page, or one the settings name.

        >>> plate = Doorplate(hosts=frozenset({"casino.test"}), loopback=False)
        >>> plate.welcomes("http://casino.test", host="casino.test")
        True
        >>> plate.welcomes("https://casino.test", host="casino.test")
        False
        """
        if origin in self.origins:
            return True
        return self.knows(host) and origin == f"{self.scheme}://{host_in(host, scheme=self.scheme)}"


ANY_LOOPBACK = Doorplate()
"""The names of this machine, for plain HTTP."""


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() and not host.endswith("]") else host


def _is_address(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
