"""Operators' wallets: what was asked of them is what the ledger moved for their players (I10).

A stake of an operator's player is in a round only when the wallet has paid it. When the round ends,
every such player gets one credit. It may be zero, and closes the round in the operator's books.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import msgspec

from sabot.lab.audit.due import Due
from sabot.lab.audit.lines import WalletOpLine
from sabot.lab.audit.office import ADJUSTMENT, EXPIRED, GivenUp, Office


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player's bets on one kind and seat, as the operator was told."""

    kind: str
    stake: int
    seat: int | None = None
    golden: bool = False
    payout: int | None = None


class _Details(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the operator was told an operation is for."""

    game: str
    variant: str
    table: str
    bets: tuple[_Part, ...] = ()


_decode = msgspec.json.Decoder(_Details).decode

Key = tuple[str, str, str]  # operator, player, round
Wrong = Callable[[str, object, object], None]  # where, expected, found

BET, RESULT, REFUND = "bet", "result", "refund"
STATES = {
    BET: frozenset({"asked", "taken", "refused", "cancelling", "cancelled", "expired"}),
    RESULT: frozenset({"owed", "paid", "expired"}),
    REFUND: frozenset({"owed", "paid", "expired"}),
    ADJUSTMENT: frozenset({"owed", "paid", "expired"}),
}


class Wallets:
    """Both sides of every operator's players, round by round."""

    __slots__ = (
        "_credited",
        "_credits",
        "_due",
        "_office",
        "_staked",
        "_taken",
        "_told",
        "_wrong",
        "count",
        "expired",
    )

    def __init__(self, due: Due, wrong: Wrong, office: Office) -> None:
        self._due = due
        self._wrong = wrong
        self._office = office
        self.expired: dict[str, GivenUp] = {}
        self._staked: dict[Key, Counter[str]] = {}
        self._credited: dict[Key, Counter[str]] = {}
        self._told: list[tuple[Key, WalletOpLine, _Details]] = []
        self._taken: dict[Key, int] = {}
        self._credits: dict[Key, list[tuple[str, int]]] = {}
        self.count = 0

    def moved(self, key: Key, *, kind: str, change: int) -> None:
        """The ledger took a stake for a kind of bet from an operator's account, or credited it."""
        side = self._staked if change < 0 else self._credited
        side.setdefault(key, Counter())[kind] += abs(change)

    def operation(self, line: WalletOpLine) -> None:
        """One operation, in a state and with an id that its kind can have."""
        self.count += 1
        named = f"{line.round_id}/{line.player}"
        states = STATES.get(line.kind, frozenset())
        name = f"{named}@" if line.kind == BET else f"{named}:{line.kind}"
        fits = line.id.startswith(name) if line.kind == BET else line.id == name
        if line.kind == ADJUSTMENT:
            fits = line.id == line.round_id
        if line.state not in states or not fits or line.amount < 0 or line.attempts < 0:
            found = f"{line.kind} {line.state} {line.amount}"
            self._wrong(line.id, "an operation that can be", found)
            return
        if line.state == EXPIRED:
            self.expired[line.id] = GivenUp(line.player, line.amount, line.at_ms)
        if line.kind == ADJUSTMENT:
            self._office.operation(line)
            return
        key = (line.operator, line.player, line.round_id)
        self._details(key, line)
        if line.kind != BET:
            self._credits.setdefault(key, []).append((line.kind, line.amount))
        elif line.state == "taken":
            self._taken[key] = self._taken.get(key, 0) + line.amount
        else:
            self._taken.setdefault(key, 0)

    def _details(self, key: Key, line: WalletOpLine) -> None:
        """What the operator was told this is for; a credit restored from the books told nothing."""
        if not line.details:
            return
        try:
            told = _decode(line.details)
        except msgspec.DecodeError:
            self._wrong(line.id, "details of an operation", line.details)
            return
        parts = [part.stake if line.kind == BET else part.payout or 0 for part in told.bets]
        if sum(parts) != line.amount or not line.round_id.startswith(f"{told.table}-"):
            self._wrong(line.id, f"bets of {line.amount} in {line.round_id}", line.details)
        elif line.kind != BET or line.state == "taken":
            self._told.append((key, line, told))

    def finish(self) -> None:
        """Everything has been read: the two sides must agree."""
        self._compare_details()
        keys = self._staked.keys() | self._credited.keys()
        for key in sorted(keys | self._taken.keys() | self._credits.keys()):
            self._compare(key)

    def _compare(self, key: Key) -> None:
        operator, player, round_id = key
        where = f"{player} of {operator} in {round_id}"
        staked, taken = _sum(self._staked.get(key)), self._taken.get(key, 0)
        if staked != taken:
            self._wrong(where, f"taken {staked}", f"taken {taken}")
        due = self._due
        if round_id not in due.closed and round_id not in due.open:
            self._wrong(where, "a round of ours", "no such round")
            return
        credited = _sum(self._credited.get(key))
        kind = REFUND if round_id in due.cancelled else RESULT
        owes = round_id in due.closed and (staked or credited)
        expected = [(kind, credited)] if owes else []
        found = self._credits.get(key, [])
        if found != expected:
            self._wrong(where, expected, found)

    def _compare_details(self) -> None:
        """The kinds of bets that operators were told are those that the ledger moved money for."""
        staked: dict[Key, Counter[str]] = {}
        for key, line, told in self._told:
            cash = _by_kind((part.kind, part.stake) for part in told.bets if not part.golden)
            if line.kind == BET:
                staked.setdefault(key, Counter()).update(cash)
                continue
            paid = _by_kind((part.kind, part.payout or 0) for part in told.bets)
            for side, found in ((self._staked, cash), (self._credited, paid)):
                expected = side.get(key, Counter())
                if found != expected:
                    self._wrong(line.id, dict(expected), dict(found))
        for key, found in staked.items():
            expected = self._staked.get(key, Counter())
            if found != expected:
                self._wrong(f"debits of {key[1]} in {key[2]}", dict(expected), dict(found))


def _by_kind(amounts: Iterable[tuple[str, int]]) -> Counter[str]:
    """Amounts added up by kind; Counters compare equal whether a zero is listed or not."""
    sums: Counter[str] = Counter()
    for kind, amount in amounts:
        sums[kind] += amount
    return sums


def _sum(amounts: Counter[str] | None) -> int:
    return 0 if amounts is None else amounts.total()
