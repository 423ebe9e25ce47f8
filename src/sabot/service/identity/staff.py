"""Who of the staff is what: accounts made, roles given and taken away, each with its act (I14).

Owns the acts. Who may give which role is for others to say: over the network the gateway's matrix,
asked about the very row that is changed, on the machine of the house whoever can open its database
(ADR 0025).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sabot.errors import Refused
from sabot.service.acts import Act, act_of
from sabot.service.identity.accounts import Accounts, Check, NewAccount, folded, whatever_it_is
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import AccountRow, IdentityStore
from sabot.service.ports import ActRow, Clock


class RoleBody(msgspec.Struct, frozen=True, kw_only=True):
    """What a role that was given or taken away was, and at which operator."""

    role: Role
    operator: str | None


class StaffDesk:
    """The list of the staff; every call waits for the disk."""

    def __init__(self, store: IdentityStore, accounts: Accounts, *, clock: Clock) -> None:
        self._store = store
        self._accounts = accounts
        self._clock = clock

    def people(self) -> Sequence[AccountRow]:
        """Everybody who is no player, by the name they sign in with."""
        return self._store.staff()

    def person(self, login: str) -> AccountRow:
        """One of them; a player is as unknown as nobody."""
        found = self._store.account_of_login(folded(login))
        if found is None or found.role is Role.PLAYER:
            raise Refused("account/unknown", login=login[:40])
        return found

    def add(self, new: NewAccount, *, actor: str, reason: str) -> AccountRow:
        """Make an account with a role."""
        if new.role is Role.PLAYER:
            raise Refused("account/role", role=new.role)
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
        """Give somebody a role in place of the one they have, or had; the same again is nothing."""
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
        """Take somebody's role away: nobody signs in under that name until it is given again."""
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
