"""Sessions of bots: given to a demonstration's own bots, and refused everywhere else.

A bot is a player whose id says that it is a bot. Its account has no login, so a person cannot sign
in as a bot. Its origin is the demonstration, so a demonstration's database that is opened in
production lets no bot in.
"""

from __future__ import annotations

from sabot.errors import Refused, Unavailable
from sabot.service.identity.accounts import Accounts
from sabot.service.identity.play_money import give_play_money
from sabot.service.identity.refusals import BotRefusal
from sabot.service.identity.rows import Origin
from sabot.service.identity.rules import IdentityRules
from sabot.service.identity.sessions import Sessions, SignedIn
from sabot.service.players.directory import BOT_PREFIX
from sabot.service.players.registry import bot
from sabot.service.ports import Clock, LedgerStore

BOT_CENTS = 1_000_000


class BotDesk:
    """Lets bots in, in a demonstration."""

    def __init__(
        self,
        *,
        accounts: Accounts,
        sessions: Sessions,
        ledger: LedgerStore,
        clock: Clock,
        rules: IdentityRules,
    ) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._ledger = ledger
        self._clock = clock
        self._rules = rules

    def bot(self, name: str) -> SignedIn:
        """Open a session for the bot of this name."""
        if not self._rules.admits(Origin.DEMO):
            raise Refused(BotRefusal.NOT_HERE, bot=name)
        record = bot(f"{BOT_PREFIX}{name}", nickname=name, at_ms=self._clock.wall_ms())
        account = self._accounts.of_player(record, Origin.DEMO)
        give_play_money(self._ledger, record.player, BOT_CENTS, at_ms=self._clock.wall_ms())
        opened = self._sessions.open(account)
        if opened is None:
            raise Unavailable("bot/changed", bot=name)
        return opened
