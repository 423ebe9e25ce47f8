"""Signed requests of operators' servers: each counts once, even across a restart.

A signature proves the sender, and that the request is not older than its window. It does not prove
that the same bytes were never sent before. The nonce does, because it is kept on disk for much
longer than a signature is accepted. This module does not check signatures.
"""

from __future__ import annotations

from sabot.errors import Refused
from sabot.service.identity.refusals import SignatureRefusal
from sabot.service.identity.stores import RequestStore
from sabot.service.ports import Clock


class SignedRequests:
    """Remembers the nonces of operators."""

    def __init__(self, store: RequestStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def count_once(self, operator: str, nonce: str) -> None:
        """Refuse a request whose nonce the operator has used before; waits for the disk."""
        if not self._store.add(operator, nonce, at_ms=self._clock.wall_ms()):
            raise Refused(SignatureRefusal.REPEATED, nonce=nonce)
