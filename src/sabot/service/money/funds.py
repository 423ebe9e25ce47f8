"""What each player can still stake: balances, stakes on their way to the disk, chips on felts.

One book for all tables of a process, so that twenty tables cannot promise one balance twenty times
(P16). It is a cautious estimate in front of the ledger. The ledger's floors have the last word;
when they disagree, the book reads its balances again.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple, Protocol

import msgspec

from sabot.errors import Code
from sabot.gamekit import Bet
from sabot.ledger import Transfer
from sabot.service.players.directory import Directory, Player
from sabot.service.ports import Stakes, Unit, WalletOpRow, WalletOpState
from sabot.service.wallets.refusals import WalletRefusal
from sabot.table import events as e
from sabot.table.golden import NO_CHIP, Chip

Balances = Callable[[Sequence[str]], Mapping[str, int]]
Bound = tuple[int, Code]
"""Cents that may still be staked, and the code of the limit that says so."""


class Purse(NamedTuple):
    """What is booked, what chips on felts leave of it, and what own limits leave of that.

    `allowed` is None when the money is less than the limits leave. All three are None until an
    operator has reported its player's balance.
    """

    balance: int | None
    covered: int | None
    allowed: int | None


UNKNOWN = Purse(None, None, None)


class Restraint(Protocol):
    """The limits that players have set for themselves."""

    @property
    def unbound(self) -> AbstractSet[str]:
        """Players known to have no limits, for whom no other method needs to be called."""

    def lock(self, player: str) -> Code | None:
        """Why no bet at all may be made now."""

    def bound(self, player: str, *, table: str, staged: int, in_flight: int) -> Bound | None:
        """What may still be staked at a table, and the code that says so."""

    def booked(self, unit: Unit, events: Sequence[e.Event], bets: Mapping[str, Bet]) -> None:
        """A step of a table is stored; `bets` are those of its round before it."""

    def recovered(self, table: str) -> None:
        """A table is read from the disk again."""


class Rack(Protocol):
    """The golden chips that players were granted, and where they may be played (R29)."""

    def chip(self, player: Player, token: str, *, table: str, variant: str) -> Chip:
        """What a token stands for; the ledger knows how much of it is left."""


class OnePurse:
    """A house without grants: all golden chips of a player are in one purse."""

    def chip(self, player: Player, token: str, *, table: str, variant: str) -> Chip:
        """Any token, at any table."""
        return NO_CHIP


def _debits(transfers: Sequence[Transfer], stakes: Sequence[Stakes]) -> list[tuple[str, int]]:
    """The accounts that are debited, and how much."""
    debits: list[tuple[str, int]] = [
        (source, bet.stake)
        for taken in stakes
        for bet, source in zip(taken.bets, taken.sources, strict=True)
    ]
    debits += [(transfer.debit, transfer.amount) for transfer in transfers]
    return debits


def _asked(ops: Sequence[WalletOpRow]) -> list[tuple[str, int]]:
    """The players whose wallets are asked, and how much for."""
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
        """Note the balance that an operator last reported: good enough for chips, not for bets."""
        self._told[player] = balance

    def balance(self, player: str) -> int | None:
        """The player's committed balance, or the one that the operator last reported, if any."""
        found = self._directory.player(player)
        if found.account in self.in_doubt:
            return None
        return self._held(found.account) if found.operator is None else self._told_to(player)

    def _told_to(self, player: str) -> int | None:
        """The balance that the operator last reported; without one, the operator is asked."""
        told = self._told.get(player)
        if told is None:
            self.want(player)
        return told

    def is_unknown(self, player: str) -> bool:
        """Say whether an operator has not reported its player's balance yet."""
        return player not in self._told and self._directory.player(player).operator is not None

    def golden(self, player: str, token: str = "", *, table: str = "", variant: str = "") -> Chip:
        """What is left of a player's golden chips that no table has taken (R29).

        Chips on felts reserve nothing here: the token is used where betting closes first.
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
            # While money moves, the balance just read may or may not include it: do not keep it.
            if account not in self._in_flight and account not in self._incoming:
                self._balances[account] = held
        return held

    def free(self, player: str) -> int:
        """What the account of a player of the house holds and no stake on its way takes.

        Chips on felts are not staked yet: they do not count.
        """
        account = self._directory.player(player).account
        return self._held(account) - self._in_flight.get(account, 0)

    def available(self, player: str, *, table: str) -> int:
        """What this table may count on: less what is under way and staged at other tables."""
        restraint = self.restraint
        if player not in self._staged and (restraint is None or player in restraint.unbound):
            found = self._directory.player(player)
            if found.operator is None:  # the usual case, on the path of every bet
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
        # Chips on felts may by now cost more than is left; then nothing is available.
        return Purse(self.balance(player), max(0, covered), allowed)

    def allowed(self, player: str, *, table: str) -> int | None:
        """What own limits leave at a table besides its chips; None if the money ends first."""
        restraint = self.restraint
        if restraint is None or player in restraint.unbound or self.is_unknown(player):
            return None
        covered, bound = self._reach(player, table)
        if bound is None or bound[0] >= covered:
            return None
        return max(0, bound[0] - self._staged.get(player, {}).get(table, 0))

    def lock(self, player: str) -> Code | None:
        """Why a player may make no bet at all; None where they may."""
        restraint = self.restraint
        if restraint is None or player in restraint.unbound:
            return None
        return restraint.lock(player)

    def shortfall(self, player: str, *, table: str) -> Code | None:
        """Why a player's funds end here, if not for lack of money: an own limit, or an unknown
        balance. None if the money itself ends first.
        """
        if self.is_unknown(player):
            return WalletRefusal.BALANCE_UNKNOWN
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
            # All players of an operator share its account, so it says nothing about one of them.
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
        """Reserve money for the chips on one felt; zero releases it."""
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
        """Hold what operators' wallets will be asked for, while it is being stored."""
        for player, amount in _asked(ops):
            self._asking[player] = self._asking.get(player, 0) + amount

    def asked(self, ops: Sequence[WalletOpRow]) -> None:
        """Release it: it is stored, or never will be."""
        _lessen(self._asking, _asked(ops))

    def hold(self, transfers: Sequence[Transfer], stakes: Sequence[Stakes] = ()) -> None:
        """Hold stakes while they are being stored, so no other table can promise them."""
        in_flight, incoming = self._in_flight, self._incoming
        for account, amount in _debits(transfers, stakes):
            in_flight[account] = in_flight.get(account, 0) + amount
        for transfer in transfers:
            incoming[transfer.credit] = incoming.get(transfer.credit, 0) + transfer.amount

    def release(self, transfers: Sequence[Transfer], stakes: Sequence[Stakes] = ()) -> None:
        """Release what could not be stored."""
        self._let_go(transfers, _debits(transfers, stakes))

    def book(self, transfers: Sequence[Transfer], stakes: Sequence[Stakes] = ()) -> None:
        """Move what was held into the balances: it is stored now."""
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
        """A table was read from disk: no chip lies on its felt, and no stake is being stored."""
        self.unstage(table)
        if self.restraint is not None:
            self.restraint.recovered(table)

    def forget(self) -> None:
        """Read every balance again: another process may have moved money."""
        self._balances.clear()
