"""What each player can still stake: balances, stakes on their way to the disk, chips on felts.

One book for all tables of a process, so that twenty tables cannot promise one balance twenty times
(P16). It is a careful guess in front of the ledger: the ledger's floors have the last word, and
when they disagree the book is read anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from typing_extensions import override

from sabot.ledger import Transfer
from sabot.service.players import Directory

Balances = Callable[[Sequence[str]], Mapping[str, int]]


class FundsBook:
    """Available money by player and table."""

    def __init__(self, directory: Directory, balances: Balances) -> None:
        self._directory = directory
        self._read = balances
        self._balances: dict[str, int] = {}
        self._in_flight: dict[str, int] = {}
        self._staged: dict[str, dict[str, int]] = {}
        self._told: dict[str, int] = {}

    def told(self, player: str, balance: int) -> None:
        """What an operator last said its player has: good enough for chips, not for bets."""
        self._told[player] = balance

    def balance(self, player: str) -> int:
        """The player's committed balance, or what the operator last said."""
        found = self._directory.player(player)
        return self._held(found.account) if found.operator is None else self._told.get(player, 0)

    def golden(self, player: str) -> int:
        """What the player's golden chips are worth that no table has taken (R29).

        Chips on felts reserve nothing here: the token is played where betting closes first.
        """
        account = self._directory.player(player).golden
        return self._held(account) - self._in_flight.get(account, 0)

    def _held(self, account: str) -> int:
        if account not in self._balances:
            self._balances.update(self._read([account]))
        return self._balances.get(account, 0)

    def available(self, player: str, *, table: str) -> int:
        """What this table may count on: less what is under way and staged at other tables."""
        found = self._directory.player(player)
        elsewhere = sum(
            amount for other, amount in self._staged.get(player, {}).items() if other != table
        )
        if found.operator is not None:
            # The operator's account is everybody's there: it says nothing about one player.
            return self._told.get(player, 0) - elsewhere
        return self._held(found.account) - self._in_flight.get(found.account, 0) - elsewhere

    def stage(self, player: str, *, table: str, amount: int) -> None:
        """Reserve for the chips that lie on one felt now; zero lets go."""
        felts = self._staged.setdefault(player, {})
        if amount:
            felts[table] = amount
        else:
            felts.pop(table, None)
        if not felts:
            del self._staged[player]

    def unstage(self, table: str) -> None:
        """The felt of a table was cleared."""
        for player in [player for player, felts in self._staged.items() if table in felts]:
            self.stage(player, table=table, amount=0)

    def hold(self, transfers: Iterable[Transfer]) -> None:
        """Stakes go to the disk: nobody else may promise them meanwhile."""
        for transfer in transfers:
            self._in_flight[transfer.debit] = (
                self._in_flight.get(transfer.debit, 0) + transfer.amount
            )

    def release(self, transfers: Iterable[Transfer]) -> None:
        """They did not get there, or are booked by now."""
        for transfer in transfers:
            left = self._in_flight.get(transfer.debit, 0) - transfer.amount
            if left > 0:
                self._in_flight[transfer.debit] = left
            else:
                self._in_flight.pop(transfer.debit, None)

    def book(self, transfers: Sequence[Transfer]) -> None:
        """The disk has them: what was held becomes part of the balances."""
        self.release(transfers)
        for transfer in transfers:
            for account, sign in ((transfer.debit, -1), (transfer.credit, 1)):
                if account in self._balances:
                    self._balances[account] += sign * transfer.amount

    def forget(self) -> None:
        """Read every balance anew: somebody else may have moved money."""
        self._balances.clear()


class TableFunds(Mapping[str, int]):
    """The book as one table sees it, looked up only for players who are asked about."""

    def __init__(self, book: FundsBook, table: str) -> None:
        self._book = book
        self._table = table

    @override
    def __getitem__(self, player: str) -> int:
        return self._book.available(player, table=self._table)

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(())

    @override
    def __len__(self) -> int:
        return 0


class GoldenFunds(TableFunds):
    """The golden chips as a table sees them."""

    @override
    def __getitem__(self, player: str) -> int:
        return self._book.golden(player)
