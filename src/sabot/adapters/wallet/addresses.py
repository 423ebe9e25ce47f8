"""Which addresses a wallet may have: encrypted, or on this machine."""

from __future__ import annotations

from urllib.parse import urlsplit

from sabot.errors import Malformed

_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


def checked_address(address: str, *, plain_http: bool = False) -> str:
    """The address of a wallet, without a slash at its end; encrypted, or on this machine.

    >>> checked_address("https://wallet.example/v1/")
    'https://wallet.example/v1'
    """
    try:
        parts = urlsplit(address)
        local = plain_http or parts.hostname in _LOOPBACK
    except ValueError:
        raise Malformed("wallet/address", address=address, wanted="https") from None
    if parts.scheme not in ({"http", "https"} if local else {"https"}) or not parts.hostname:
        raise Malformed("wallet/address", address=address, wanted="https")
    if parts.query or parts.fragment:
        raise Malformed("wallet/address", address=address, wanted="no query")
    return address.rstrip("/")
