"""Origins: scheme, host and port as one value, and what a settings file may call one.

Owns the reading of an origin. Which origins and hosts a request may name is decided by
`Doorplate`; nothing here knows a request.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_HOST = re.compile(
    r"([a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?"
).fullmatch
PORT_MAX = 65_535
DEFAULT_PORTS = {"http": 80, "https": 443}


def whole_origin(text: str) -> str | None:
    """An origin as browsers write it, or None when the text is anything else.

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
    """A `Host` header in one spelling: lower case, and no port where the scheme implies it.

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
