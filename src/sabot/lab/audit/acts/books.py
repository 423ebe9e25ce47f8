"""The acts of one share with the money that names them, and what every judge asks of an act.

Owns what was read and is not accounted for yet. A judge that finds the transfer or the operation of
an act takes it out; what is left at the end has no act.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from sabot.lab.audit.findings import Check
from sabot.lab.audit.lines import ActLine, TransferLine, WalletOpLine
from sabot.ledger import TransferKind

THIRTY_DAYS_MS = 30 * 24 * 60 * 60 * 1000
NINETY_DAYS_MS = 90 * 24 * 60 * 60 * 1000
HOUSE = "house"

Wrong = Callable[[Check, str, object, object], None]  # where, expected, found
Judge = Callable[[ActLine], object]
Judges = Mapping[str, Judge]
"""What looks at the acts of each kind when everything has been read."""


class ActBody(msgspec.Struct):
    """The fields that acts have besides their columns."""

    currency: str = ""
    round: str = ""
    table: str = ""
    count: int = 0
    value: int = 0
    expires_at_ms: int = 0
    since_ms: int = 0
    until_ms: int | None = None
    by: str = ""
    role: str = ""
    before_ms: int = 0
    after_ms: int = 0
    jump_ms: int = 0
    operation: str = ""
    step: str = ""
    proposal: str | None = None  # None where one person was enough
    bet: str = ""
    staked: int = 0
    paid: int = 0
    uncollected: int = 0
    theirs: int = 0


class Books:
    """Acts, their bodies, and the money that no act has accounted for."""

    __slots__ = ("acts", "bodies", "operations", "roles", "transfers", "wrong")

    def __init__(self, wrong: Wrong) -> None:
        self.wrong = wrong
        self.acts: dict[str, ActLine] = {}
        self.bodies: dict[str, ActBody] = {}
        self.roles: dict[str, list[ActLine]] = {}  # given, by account
        self.transfers: dict[str, TransferLine] = {}
        self.operations: dict[str, WalletOpLine] = {}

    def decided(self, act: ActLine) -> ActLine | None:
        """A decision is about a proposal, and the only one."""
        proposed = self.acts.get(f"{act.subject}:proposed")
        alike = proposed is not None and (proposed.player, proposed.amount) == (
            act.player,
            act.amount,
        )
        if act.id != f"{act.subject}:decided" or not alike:
            self.wrong(Check.I14, act.id, f"the proposal {proposed}", act)
            return None
        return proposed

    def by_another(self, act: ActLine) -> ActLine | None:
        """Four eyes: neither one account, nor two whose roles depend on each other."""
        proposed = self.decided(act)
        if proposed is not None and self.one_pair(proposed.actor, act.actor, act.at_ms):
            self.wrong(Check.I14, act.id, "four eyes", f"{proposed.actor} and {act.actor}")
        return proposed

    def one_pair(self, one: str, other: str, at_ms: int) -> bool:
        """Say whether two accounts may be one person: one, or one that gave the other a role."""
        givers = self._givers(one, at_ms), self._givers(other, at_ms)
        return one == other or one in givers[1] or other in givers[0] or bool(givers[0] & givers[1])

    def _givers(self, actor: str, at_ms: int) -> frozenset[str]:
        """The colleagues who gave an account a role in the thirty days before a moment."""
        return frozenset(
            act.actor
            for act in self.roles.get(actor, ())
            if at_ms - THIRTY_DAYS_MS <= act.at_ms <= at_ms and act.actor.startswith("staff:")
        )

    def void(self, act: ActLine) -> None:
        proposed = self.decided(act)
        if proposed is not None:
            self.check_age(act, since_ms=proposed.at_ms)
            self.check_house(act)

    def check_credit(self, act: ActLine, operation: str) -> None:
        """What an operator's player was promised is also on its way there."""
        row = self.operations.pop(operation, None)
        found = None if row is None else (row.player, row.amount)
        if found != (act.player, act.amount):
            self.wrong(Check.I10, operation, (act.player, act.amount), found)

    def took(self, act: ActLine, transfer_id: str, kind: TransferKind) -> TransferLine | None:
        """The transfer that an act asks for, once."""
        moved = self.transfers.pop(transfer_id, None)
        if moved is None or (moved.kind, moved.amount) != (kind, act.amount):
            self.wrong(Check.I14, act.id, f"{kind} of {act.amount}", moved)
            return None
        return moved

    def check_sides(self, moved: TransferLine, sides: tuple[str, str]) -> None:
        if (moved.debit, moved.credit) != sides:
            self.wrong(Check.I14, moved.id, sides, (moved.debit, moved.credit))

    def check_age(self, act: ActLine, *, since_ms: int) -> None:
        """P8: ninety days by the labels."""
        if act.at_ms - since_ms < NINETY_DAYS_MS:
            self.wrong(Check.I14, act.id, "90 days", f"{act.at_ms - since_ms} ms")

    def check_house(self, act: ActLine) -> None:
        if act.actor != HOUSE:
            self.wrong(Check.I14, act.id, "the house", act.actor)
