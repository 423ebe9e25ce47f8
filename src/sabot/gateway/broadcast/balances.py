"""What a player can bet, as it is sent: money, golden chips, and where it is too little.

Owns the last balance sent, so that none is sent twice. Knows the books and no socket.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sabot.gateway.sockets.framing import frame
from sabot.gateway.tables.feed import TableFeed
from sabot.service.money.funds import FundsBook
from sabot.service.office.golden import GoldenRack, Grant
from sabot.service.players.directory import Directory
from sabot.wire import messages as m


class PlayerBalances:
    """The balances of all players with a socket."""

    def __init__(self, *, funds: FundsBook, rack: GoldenRack, directory: Directory) -> None:
        self._funds = funds
        self._rack = rack
        self._directory = directory
        self._told: dict[str, bytes] = {}
        self.short: dict[str, set[str]] = {}  # player → tables where it is too little

    def balance_of(self, player: str) -> m.Balance:
        """What is booked, what chips on felts leave of it, and what own limits leave of that."""
        balance, covered, allowed = self._funds.purse(player)
        return m.Balance(
            currency=self._directory.player(player).currency,
            balance=balance,
            available=covered,
            allowed=allowed,
            golden=self._golden(player),
        )

    def news(self, player: str) -> bytes | None:
        """The frame with the player's balance, or None if it is the last one sent."""
        one = frame(self.balance_of(player))
        if self._told.get(player) == one:
            return None
        self._told[player] = one
        return one

    def tell_anew(self, player: str) -> None:
        """Send the balance again next time, even if it has not changed."""
        self._told.pop(player, None)

    def allowed_at(self, player: str, table: str) -> int | None:
        """What a player's own limits leave at a table; None where the money ends first."""
        return self._funds.allowed(player, table=table)

    def is_short(self, player: str, feed: TableFeed) -> bool:
        """F64, F76: no money for any bet here, and no golden chip either."""
        if feed.table.state.config is None:
            return False
        if self._funds.is_unknown(player):
            return False
        poor = self._funds.available(player, table="") < feed.least_stake()
        short = poor and not self._golden(player)
        if short:
            self.short.setdefault(player, set()).add(feed.table_id)
        return short

    def forget(self, player: str) -> None:
        """Forget a player who has left; on return they are sent everything."""
        self._told.pop(player, None)
        self.short.pop(player, None)

    def _golden(self, player: str) -> tuple[m.GoldenChips, ...]:
        grants = self._rack.grants(player)
        return tuple(self._left_of(player, grants)) if grants else ()

    def _left_of(self, player: str, grants: Mapping[str, Grant]) -> Iterable[m.GoldenChips]:
        for token, grant in grants.items():
            left = self._funds.golden(player, token).amount // grant.chips.value
            if left:
                yield m.GoldenChips(
                    token=token,
                    value=grant.chips.value,
                    left=left,
                    games=grant.chips.games,
                    tables=grant.chips.tables,
                    expires_at_ms=grant.chips.expires_at_ms,
                )
