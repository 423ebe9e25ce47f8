"""Operators' wallets: what was asked of them is what the ledger moved for their players (I10).

A stake of an operator's player is in a round only when its wallet has paid, and whoever staked
there gets one credit when the round ends, also one of nothing, which closes it in their book.
"""

from __future__ import annotations

from collections.abc import Callable

from sabot.lab.audit.due import Due
from sabot.lab.audit.lines import WalletOpLine
from sabot.lab.audit.office import ADJUSTMENT, EXPIRED, GivenUp, Office

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
        *("_credited", "_credits", "_due", "_office", "_staked", "_taken", "_wrong"),
        *("count", "expired"),
    )

    def __init__(self, due: Due, wrong: Wrong, office: Office) -> None:
        self._due = due
        self._wrong = wrong
        self._office = office
        self.expired: dict[str, GivenUp] = {}
        self._staked: dict[Key, int] = {}
        self._credited: dict[Key, int] = {}
        self._taken: dict[Key, int] = {}
        self._credits: dict[Key, list[tuple[str, int]]] = {}
        self.count = 0

    def moved(self, account: str, *, player: str, round_id: str, change: int) -> None:
        """The ledger took a stake from an operator's account, or credited it."""
        operator = account[len("operator:") : account.rfind(":")]
        key = (operator, player, round_id)
        side = self._staked if change < 0 else self._credited
        side[key] = side.get(key, 0) + abs(change)

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
        if line.kind != BET:
            self._credits.setdefault(key, []).append((line.kind, line.amount))
        elif line.state == "taken":
            self._taken[key] = self._taken.get(key, 0) + line.amount
        else:
            self._taken.setdefault(key, 0)

    def finish(self) -> None:
        """Everything has been read: the two sides must agree."""
        keys = self._staked.keys() | self._credited.keys()
        for key in sorted(keys | self._taken.keys() | self._credits.keys()):
            self._compare(key)

    def _compare(self, key: Key) -> None:
        operator, player, round_id = key
        where = f"{player} of {operator} in {round_id}"
        staked, taken = self._staked.get(key, 0), self._taken.get(key, 0)
        if staked != taken:
            self._wrong(where, f"taken {staked}", f"taken {taken}")
        due = self._due
        if round_id not in due.closed and round_id not in due.open:
            self._wrong(where, "a round of ours", "no such round")
            return
        credited = self._credited.get(key, 0)
        kind = REFUND if round_id in due.cancelled else RESULT
        owes = round_id in due.closed and (staked or credited)
        expected = [(kind, credited)] if owes else []
        found = self._credits.get(key, [])
        if found != expected:
            self._wrong(where, expected, found)
