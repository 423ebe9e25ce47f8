"""Guests play for fun: they have no login, play money, and a single session.

A guest's account has no password, so it cannot be used again after its session.
"""

from __future__ import annotations

from sabot.errors import Refused, Unavailable
from sabot.service.identity.accounts import GUEST_PREFIX, Accounts
from sabot.service.identity.play_money import give_play_money
from sabot.service.identity.refusals import GuestRefusal
from sabot.service.identity.rows import Origin
from sabot.service.identity.rules import IdentityRules
from sabot.service.identity.sessions import Sessions, SignedIn
from sabot.service.identity.throttle import Throttle, address_key
from sabot.service.identity.tokens import TokenSource, fresh_id
from sabot.service.players.registry import of_house
from sabot.service.ports import Clock, LedgerStore

_SHOWN = len(GUEST_PREFIX) + 6
"""Characters of a guest's id that form the nickname."""


class GuestDesk:
    """Lets guests in, where the settings allow them."""

    def __init__(
        self,
        *,
        accounts: Accounts,
        sessions: Sessions,
        ledger: LedgerStore,
        clock: Clock,
        tokens: TokenSource,
        rules: IdentityRules,
    ) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._ledger = ledger
        self._clock = clock
        self._tokens = tokens
        self._rules = rules
        self._by_address = Throttle(
            limit=rules.guests_per_address_max, within_ms=rules.failures_within_ms
        )

    def guest(self, *, address: str) -> SignedIn:
        """Make a new player with play money, and open a session."""
        cents = self._rules.for_fun_cents
        if cents is None:
            raise Refused(GuestRefusal.NOT_OFFERED)
        now = self._clock.monotonic_ms()
        wait_ms = self._by_address.enter(address_key(address), now_ms=now)
        if wait_ms:
            raise Refused(GuestRefusal.TOO_MANY, retry_after_s=-(-wait_ms // 1000))
        player_id = GUEST_PREFIX + fresh_id(self._tokens)
        record = of_house(player_id, nickname=player_id[:_SHOWN], at_ms=self._clock.wall_ms())
        account = self._accounts.of_player(record, Origin.GUEST)
        give_play_money(self._ledger, record.player, cents, at_ms=self._clock.wall_ms())
        opened = self._sessions.open(account)
        if opened is None:
            raise Unavailable(GuestRefusal.CHANGED, player=player_id)
        return opened
