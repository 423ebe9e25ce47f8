"""Staff accounts: made, given a role, or relieved of it, each change with its act (I14).

Owns the acts, but not who may give which role. Over the network the gateway's matrix decides, for
the very row that is changed. On the house's machine, access to its database decides (ADR 0025).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sabot.errors import Refused
from sabot.service.identity.accounts import Accounts, Check, NewAccount, folded, whatever_it_is
from sabot.service.identity.refusals import AccountRefusal
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import AccountRow
from sabot.service.identity.stores import AccountStore
from sabot.service.office.acts import Act, act_of
from sabot.service.ports import ActRow, Clock


class RoleBody(msgspec.Struct, frozen=True, kw_only=True):
    """The role that was given or taken away, and its operator."""

    role: Role
    operator: str | None


class StaffDesk:
    """The list of the staff; every call waits for the disk."""

    def __init__(self, store: AccountStore, accounts: Accounts, *, clock: Clock) -> None:
        self._store = store
        self._accounts = accounts
        self._clock = clock

    def people(self) -> Sequence[AccountRow]:
        """All staff accounts, sorted by login; devices of the studio have a list of their own."""
        return [row for row in self._store.staff() if row.role is not Role.DEVICE]

    def person(self, login: str) -> AccountRow:
        """Find a staff account by login; a player's login is refused as unknown."""
        found = self._store.of_login(folded(login))
        if found is None or found.role is Role.PLAYER:
            raise Refused(AccountRefusal.UNKNOWN, login=login[:40])
        return found

    def add(self, new: NewAccount, *, actor: str, reason: str) -> AccountRow:
        """Make an account with a role."""
        if new.role is Role.PLAYER:
            raise Refused(AccountRefusal.ROLE, role=new.role)
        return self._accounts.create(
            new, act=lambda row: self._act(Act.ROLE_GIVEN, row, actor=actor, reason=reason)
        )

    def give(
        self,
        login: str,
        role: Role,
        *,
        actor: str,
        reason: str,
        operator: str | None = None,
        check: Check = whatever_it_is,
    ) -> AccountRow:
        """Give an account a role in place of its current or last one; no effect if it has it."""
        before = self.person(login)
        check(before)
        if (before.role, before.operator, before.disabled) != (role, operator, None):
            self._accounts.change_role(
                before.account_id,
                role,
                operator=operator,
                check=check,
                act=lambda row: self._act(Act.ROLE_GIVEN, row, actor=actor, reason=reason),
            )
        return self.person(login)

    def take(
        self, login: str, *, actor: str, reason: str, check: Check = whatever_it_is
    ) -> AccountRow:
        """Take an account's role away: it cannot sign in until it is given a role again."""
        before = self.person(login)
        check(before)
        if before.disabled is None:
            self._accounts.disable(
                before.account_id,
                reason=reason,
                check=check,
                act=lambda row: self._act(Act.ROLE_TAKEN, row, actor=actor, reason=reason),
            )
        return self.person(login)

    def _act(self, kind: Act, row: AccountRow, *, actor: str, reason: str) -> ActRow:
        subject = f"staff:{row.account_id}"
        return act_of(
            kind,
            f"{subject}:{row.version}",
            subject=subject,
            actor=actor,
            reason=reason,
            body=RoleBody(role=row.role, operator=row.operator),
            at_ms=self._clock.wall_ms(),
        )
