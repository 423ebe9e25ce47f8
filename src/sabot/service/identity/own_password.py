"""Changing the own password: it needs the current one, within the limits of signing in.

Owns the order of the checks. A session alone is not enough, because a stranger at an unlocked
screen has one. Wrong passwords count as failed sign-ins, so this is not a second way to guess.
"""

from __future__ import annotations

import msgspec

from sabot.errors import Malformed, Refused, Unavailable
from sabot.service.identity.accounts import Accounts
from sabot.service.identity.passwords import checked_password
from sabot.service.identity.refusals import AccountRefusal, PasswordRefusal
from sabot.service.identity.roles import Principal
from sabot.service.identity.rows import AccountRow
from sabot.service.identity.sign_in import SignInDesk


class PasswordChange(msgspec.Struct, frozen=True, kw_only=True):
    """How many other sessions ended, and a new token for this device."""

    sessions: int
    device: str


class PasswordDesk:
    """Changes an account's password for its owner."""

    def __init__(self, accounts: Accounts, sign_in: SignInDesk) -> None:
        self._accounts = accounts
        self._sign_in = sign_in

    def change(
        self, who: Principal, *, current: str, new: str, address: str, device: str | None = None
    ) -> PasswordChange:
        """Set a new password, or refuse with `password/wrong`, `/same` or `sign_in/locked`.

        Every other session ends, this one goes on. Every device is forgotten; this one gets a new
        token.
        """
        account = self._accounts.account(who.account_id)
        if account.login is None:
            raise Refused(AccountRefusal.NO_LOGIN, account=who.account_id)
        checked_password(new, login=account.login)
        self._sign_in.check_password(account, current, address=address, device=device)
        if new == current:
            raise Malformed(PasswordRefusal.SAME)

        def unchanged(row: AccountRow) -> None:
            if row.version != account.version:  # another change came first
                raise Unavailable(AccountRefusal.BUSY, account=row.account_id)

        ended = self._accounts.set_password(
            account.account_id, new, but=who.session_id, check=unchanged
        )
        device = self._sign_in.devices.remember(account.account_id)
        return PasswordChange(sessions=ended, device=device)
