"""Ceilings: how much one account may order outside of rounds, by its role, at once and in 24 hours.

Owns the table of amounts and what was used of them. What was used is read from the acts on the
disk, so a restart forgets nothing. The 24 hours end now, by the labels of acts; an act with a label
from the future counts too. Amounts are cents of whatever currency the player has.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from sabot.errors import Refused
from sabot.service.identity.roles import Role
from sabot.service.office.acts import Act
from sabot.service.office.office import Office
from sabot.service.office.refusals import CeilingRefusal
from sabot.service.ports import ActRow

DAY_MS = 24 * 3_600_000

Amount = Annotated[int, msgspec.Meta(ge=0)]


class Ceiling(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an account of one role may order, in cents; the defaults are a shift manager's."""

    chips_alone: Amount = 5_000  # golden chips of one grant without a second person
    chips_alone_a_day: Amount = 25_000
    chips_proposed: Amount = 500_000  # golden chips of one grant that two people decide
    chips_proposed_a_day: Amount = 1_000_000
    chips_approved_a_day: Amount = 1_000_000
    credit_proposed: Amount = 500_000  # one manual credit
    credit_proposed_a_day: Amount = 1_000_000
    credit_approved_a_day: Amount = 1_000_000


OPERATORS = Ceiling(
    chips_alone=2_000,
    chips_alone_a_day=10_000,
    chips_proposed=100_000,
    chips_proposed_a_day=200_000,
    chips_approved_a_day=200_000,
    credit_proposed=100_000,
    credit_proposed_a_day=200_000,
    credit_approved_a_day=200_000,
)
"""An operator's staff are strangers to the house, and have a fifth of most amounts."""


class Ceilings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The ceilings of a house; settings may name others."""

    shift_manager: Ceiling = Ceiling()
    operator: Ceiling = OPERATORS

    def of(self, role: Role) -> Ceiling:
        """A role without ceilings orders nothing."""
        match role:
            case Role.SHIFT_MANAGER:
                return self.shift_manager
            case Role.OPERATOR:
                return self.operator
            case _:
                raise Refused(CeilingRefusal.ROLE, role=role)


class CeilingDesk:
    """Compares an order with the ceilings of the role that gives it."""

    def __init__(self, office: Office, ceilings: Ceilings | None = None) -> None:
        self._office = office
        self._ceilings = ceilings or Ceilings()

    def check(self, role: Role, name: str, amount: int, *, used: int = 0) -> None:
        """Refuse an amount over the ceiling of this name, and say what is left."""
        maximum: int = getattr(self._ceilings.of(role), name)
        left = max(0, maximum - used)
        if amount > left:
            raise Refused(
                CeilingRefusal.OVER, ceiling=name, maximum=maximum, left=left, amount=amount
            )

    def fits(self, role: Role, name: str, amount: int, *, used: int = 0) -> bool:
        """Whether an amount is within the ceiling of this name."""
        try:
            self.check(role, name, amount, used=used)
        except Refused:
            return False
        return True

    def used(self, actor: str, kind: Act) -> int:
        """What an account has ordered in the last 24 hours."""
        return sum(act.amount for act in self.acts(actor, kind))

    def acts(self, actor: str, kind: Act) -> list[ActRow]:
        """The acts of one kind by an account in the last 24 hours."""
        since = self._office.clock.wall_ms() - DAY_MS
        acts = self._office.act_store.by_actor(actor, since_ms=since)
        return [act for act in acts if act.kind == kind]
