"""Operators as the settings name them, with a client each: what a house is handed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import httpx
import msgspec

from sabot.adapters.wallet.addresses import checked_address
from sabot.adapters.wallet.http import HttpWallet, SignedClient
from sabot.adapters.wallet.keys import KeyRing
from sabot.money import Currency
from sabot.service.wallets.calls import Operator

CONNECTIONS_MAX = 100
"""Connections to one operator: more than its lanes can use at once."""


class Address(msgspec.Struct, frozen=True, kw_only=True):
    """Where an operator's wallet is and how it is spoken to."""

    url: str
    keys: KeyRing
    currency: Currency
    scale: int
    timeout_ms: int
    plain_http: bool = False


class Operators:
    """The wallets of several operators over HTTP; each has connections of its own."""

    def __init__(self, addresses: Mapping[str, Address], *, wall_ms: Callable[[], int]) -> None:
        self._clients = {name: _client() for name in addresses}
        self.operators = {
            name: Operator(
                wallet=_wallet(self._clients[name], address, wall_ms), currency=address.currency
            )
            for name, address in addresses.items()
        }

    async def close(self) -> None:
        """Close every connection."""
        for client in self._clients.values():
            await client.aclose()


def _client() -> httpx.AsyncClient:
    # The environment of the process may name proxies: no call about money takes a detour.
    # How long a call may take is the signed client's to say, as a whole and not step by step.
    limits = httpx.Limits(max_connections=CONNECTIONS_MAX)
    return httpx.AsyncClient(limits=limits, timeout=None, trust_env=False)  # noqa: S113


def _wallet(client: httpx.AsyncClient, address: Address, wall_ms: Callable[[], int]) -> HttpWallet:
    signed = SignedClient(
        client,
        address=checked_address(address.url, plain_http=address.plain_http),
        key=address.keys,
        wall_ms=wall_ms,
        timeout_seconds=address.timeout_ms / 1000,
    )
    return HttpWallet(signed, scale=address.scale)
