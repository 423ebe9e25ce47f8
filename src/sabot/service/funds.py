"""What each player can still stake: balances, stakes on their way to the disk, chips on felts.

One book for all tables of a process, so that twenty tables cannot promise one balance twenty times
(P16). It is a careful guess in front of the ledger: the ledger's floors have the last word, and
when they disagree the book is read anew.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple, Protocol

import msgspec
from typing_extensions import override

from sabot.gamekit import Bet
from sabot.ledger import Transfer
from sabot.service.lookups import Lookup
from sabot.service.players import Directory, Player
from sabot.service.ports import Stakes, Unit, WalletOpRow, WalletOpState
from sabot.table import events as e
from sabot.table.golden import NO_CHIP, Chip

Balances = Callable[[Sequence[str]], Mapping[str, int]]
Bound = tuple[int, str]
"""Cents that may still be staked, and the code of the limit that says so."""


BALANCE_UNKNOWN = "wallet/balance_unknown"
"""Why a player cannot stake whose operator has not told their balance yet."""


class Purse(NamedTuple):
    """What is booked, what chips on felts leave of it, and what own limits leave of that.

    `allowed` is None where the money is less than what the limits leave. All three are None while
    an operator has not told what its player has.
    """

    balance: int | None
    covered: int | None
    allowed: int | None


UNKNOWN = Purse(None, None, None)


class Restraint(Protocol):
    """What players have forbidden themselves."""

    @property
    def unbound(self) -> AbstractSet[str]:
        """Players who are known to have forbidden themselves nothing: no need to ask further."""

    def lock(self, player: str) -> str | None:
        """Why no bet at all may be made now."""

    def bound(self, player: str, *, table: str, staged: int, in_flight: int) -> Bound | None:
        """What may still be staked at a table, and the code that says so."""

    def booked(self, unit: Unit, events: Sequence[e.Event], bets: Mapping[str, Bet]) -> None:
        """A step of a table is stored; `bets` are those of its round before it."""

    def recovered(self, table: str) -> None:
        """A table is read from the disk again."""


class Rack(Protocol):
    """Who was granted which golden chips, and where they may be played (R29)."""

    def chip(self, player: Player, token: str, *, table: str, variant: str) -> Chip:
        """What a token stands for; how much is left of it is for the ledger to say."""


class OnePurse:
    """A house without grants: all golden chips of a player are in one purse."""

    def chip(self, player: Player, token: str, *, table: str, variant: str) -> Chip:
        """Any token, at any table."""
        return NO_CHIP


def _debits(transfers: Sequence[Transfer], stakes: Sequence[Stakes]) -> list[tuple[str, int]]:
    """From which accounts how much goes."""
    debits: list[tuple[str, int]] = [
        (source, bet.stake)
        for taken in stakes
        for bet, source in zip(taken.bets, taken.sources, strict=True)
    ]
    debits += [(transfer.debit, transfer.amount) for transfer in transfers]
    return debits


def _asked(ops: Sequence[WalletOpRow]) -> list[tuple[str, int]]:
    """Whose wallets are to be asked for how much."""
    return [(op.player, op.amount) for op in ops if op.state is WalletOpState.ASKED]


def _lessen(under_way: dict[str, int], amounts: Sequence[tuple[str, int]]) -> None:
    for account, amount in amounts:
        left = under_way.get(account, 0) - amount
        if left > 0:
            under_way[account] = left
        else:
            under_way.pop(account, None)


class FundsBook:
    """Available money by player and table."""

    def __init__(
        self, directory: Directory, balances: Balances, *, restraint: Restraint | None = None
    ) -> None:
        self.in_doubt: Container[str] = ()
        """Accounts whose balance is not the sum of their postings: it is not shown or staked."""
        self.rack: Rack = OnePurse()
        self.restraint = restraint
        self._directory = directory
        self._read = balances
        self._balances: dict[str, int] = {}
        self._in_flight: dict[str, int] = {}
        self._incoming: dict[str, int] = {}
        self._asking: dict[str, int] = {}  # of operators' wallets, by player
        self._staged: dict[str, dict[str, int]] = {}
        self._told: dict[str, int] = {}
        self.want: Callable[[str], None] = lambda _player: None
        """Asks an operator for a balance that is not known; called on the event loop."""

    def told(self, player: str, balance: int) -> None:
        """What an operator last said its player has: good enough for chips, not for bets."""
        self._told[player] = balance

    def balance(self, player: str) -> int | None:
        """The player's committed balance, or what the operator last said, if anything."""
        found = self._directory.player(player)
        if found.account in self.in_doubt:
            return None
        return self._held(found.account) if found.operator is None else self._told_to(player)

    def _told_to(self, player: str) -> int | None:
        """What the operator last said; where that is nothing, it is asked."""
        told = self._told.get(player)
        if told is None:
            self.want(player)
        return told

    def is_unknown(self, player: str) -> bool:
        """Whether an operator has yet to say what its player has."""
        return player not in self._told and self._directory.player(player).operator is not None

    def golden(self, player: str, token: str = "", *, table: str = "", variant: str = "") -> Chip:
        """What stands behind a player's golden chip that no table has taken (R29).

        Chips on felts reserve nothing here: the token is played where betting closes first.
        """
        who = self._directory.player(player)
        chip = self.rack.chip(who, token, table=table, variant=variant)
        account = who.golden_of(chip.grant)
        left = self._held(account) - self._in_flight.get(account, 0)
        return msgspec.structs.replace(chip, amount=left)

    def _held(self, account: str) -> int:
        held = self._balances.get(account)
        if held is None:
            held = 0 if account in self.in_doubt else self._read([account]).get(account, 0)
            # While money moves, nobody can say whether that is in what was read: it is not kept.
            if account not in self._in_flight and account not in self._incoming:
                self._balances[account] = held
        return held

    def available(self, player: str, *, table: str) -> int:
        """What this table may count on: less what is under way and staged at other tables."""
        restraint = self.restraint
        if player not in self._staged and (restraint is None or player in restraint.unbound):
            found = self._directory.player(player)
            if found.operator is None:  # nearly everybody, and every bet asks
                return self._held(found.account) - self._in_flight.get(found.account, 0)
        covered, bound = self._reach(player, table)
        return covered if bound is None or bound[0] >= covered else bound[0]

    def purse(self, player: str) -> Purse:
        """A player's money, as they are told about it."""
        if self._directory.player(player).account in self.in_doubt:
            return UNKNOWN
        if self.is_unknown(player):
            self.want(player)
            return UNKNOWN
        covered, bound = self._reach(player, "")
        allowed = None if bound is None or bound[0] >= covered else bound[0]
        # Chips that lie on felts may cost more than is left since: nothing is available then.
        return Purse(self.balance(player), max(0, covered), allowed)

    def allowed(self, player: str, *, table: str) -> int | None:
        """What own limits leave at a table beside the chips there; None where money ends first."""
        restraint = self.restraint
        if restraint is None or player in restraint.unbound or self.is_unknown(player):
            return None
        covered, bound = self._reach(player, table)
        if bound is None or bound[0] >= covered:
            return None
        return max(0, bound[0] - self._staged.get(player, {}).get(table, 0))

    def lock(self, player: str) -> str | None:
        """Why a player may make no bet at all; None where they may."""
        restraint = self.restraint
        if restraint is None or player in restraint.unbound:
            return None
        return restraint.lock(player)

    def shortfall(self, player: str, *, table: str) -> str | None:
        """What ends a player's funds here where it is not the money itself: a limit of their own,
        or a balance that is not known. None where the money does.
        """
        if self.is_unknown(player):
            return BALANCE_UNKNOWN
        if self.restraint is None:
            return None
        covered, bound = self._reach(player, table)
        return None if bound is None or bound[0] >= covered else bound[1]

    def _reach(self, player: str, table: str) -> tuple[int, Bound | None]:
        """What the money covers, and what the player's own limits allow."""
        found = self._directory.player(player)
        felts = self._staged.get(player)
        elsewhere = 0 if felts is None else sum(felts.values()) - felts.get(table, 0)
        if found.operator is not None:
            # The operator's account is everybody's there: it says nothing about one player.
            in_flight = self._asking.get(player, 0)
            covered = (self._told_to(player) or 0) - elsewhere
        else:
            in_flight = self._in_flight.get(found.account, 0)
            covered = self._held(found.account) - in_flight - elsewhere
        restraint = self.restraint
        if restraint is None or player in restraint.unbound:
            return covered, None
        bound = restraint.bound(player, table=table, staged=elsewhere, in_flight=in_flight)
        return covered, bound

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

    def asks(self, ops: Sequence[WalletOpRow]) -> None:
        """What operators' wallets are to be asked for goes to the disk, in the same way."""
        for player, amount in _asked(ops):
            self._asking[player] = self._asking.get(player, 0) + amount

    def asked(self, ops: Sequence[WalletOpRow]) -> None:
        """It is there, or never will be."""
        _lessen(self._asking, _asked(ops))

    def hold(self, transfers: Sequence[Transfer], stakes: Sequence[Stakes] = ()) -> None:
        """Stakes go to the disk: nobody else may promise them meanwhile."""
        in_flight, incoming = self._in_flight, self._incoming
        for account, amount in _debits(transfers, stakes):
            in_flight[account] = in_flight.get(account, 0) + amount
        for transfer in transfers:
            incoming[transfer.credit] = incoming.get(transfer.credit, 0) + transfer.amount

    def release(self, transfers: Sequence[Transfer], stakes: Sequence[Stakes] = ()) -> None:
        """They did not get there."""
        self._let_go(transfers, _debits(transfers, stakes))

    def book(self, transfers: Sequence[Transfer], stakes: Sequence[Stakes] = ()) -> None:
        """The disk has them: what was held becomes part of the balances."""
        debits = _debits(transfers, stakes)
        self._let_go(transfers, debits)
        balances = self._balances
        for account, amount in debits:
            if account in balances:
                balances[account] -= amount
        for transfer in transfers:
            if transfer.credit in balances:
                balances[transfer.credit] += transfer.amount

    def _let_go(self, transfers: Sequence[Transfer], debits: Sequence[tuple[str, int]]) -> None:
        _lessen(self._in_flight, debits)
        _lessen(self._incoming, [(transfer.credit, transfer.amount) for transfer in transfers])

    def recovered(self, table: str) -> None:
        """A table was read from the disk: nothing lies on its felt, and nothing is under way."""
        self.unstage(table)
        if self.restraint is not None:
            self.restraint.recovered(table)

    def forget(self) -> None:
        """Read every balance anew: somebody else may have moved money."""
        self._balances.clear()


class TableFunds(Lookup[str, int]):
    """The book as one table sees it, looked up only for players who are asked about."""

    def __init__(self, book: FundsBook, table: str) -> None:
        self._book = book
        self._table = table

    @override
    def get(self, player: str, default: int | None = None) -> int:  # type: ignore[override]
        return self._book.available(player, table=self._table)

    @override
    def __getitem__(self, player: str) -> int:
        return self._book.available(player, table=self._table)


class GoldenFunds(Lookup[tuple[str, str], Chip]):
    """The golden chips as a table with these settings sees them, by player and token."""

    def __init__(self, book: FundsBook, table: str, variant: Callable[[], str]) -> None:
        self._book = book
        self._table = table
        self._variant = variant

    @override
    def __getitem__(self, key: tuple[str, str]) -> Chip:
        player, token = key
        return self._book.golden(player, token, table=self._table, variant=self._variant())


class _Codes(Lookup[str, str]):
    """Codes by player, looked up only for players who are asked about; most have none."""

    def __init__(self, code_of: Callable[[str], str | None]) -> None:
        self._code_of = code_of

    @override
    def get(self, player: str, default: str | None = None) -> str | None:  # type: ignore[override]
        code = self._code_of(player)
        return default if code is None else code

    @override
    def __getitem__(self, player: str) -> str:
        code = self._code_of(player)
        if code is None:
            raise KeyError(player)
        return code


def shortfalls(book: FundsBook, table: str) -> Mapping[str, str]:
    """Whose own limit ends their funds at a table, and which; others are short of money."""
    return _Codes(lambda player: book.shortfall(player, table=table))


def locks(book: FundsBook) -> Mapping[str, str]:
    """Who may make no bet at all, and why."""
    return _Codes(book.lock)
