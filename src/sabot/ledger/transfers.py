"""Transfers: money moves from one account to another, once, and is never edited.

A transfer's id is made from what it is for, so a repeated attempt is the same row. A correction is
a new transfer that names the one it reverses. Balances are sums of transfers and can be rebuilt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

import msgspec

from sabot.errors import Corrupt, Refused
from sabot.ledger.accounts import Account
from sabot.ledger.refusals import LedgerRefusal
from sabot.money import Cents


class TransferKind(StrEnum):
    """What a transfer is for."""

    STAKE = "stake"  # player → escrow
    WINNINGS = "winnings"  # house → escrow, before a win is paid
    PAYOUT = "payout"  # escrow → player
    LOSS = "loss"  # escrow → house
    REFUND = "refund"  # escrow → player, the round was cancelled
    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    GRANT = "grant"  # promotion → golden
    ADJUSTMENT = "adjustment"
    EXPIRY = "expiry"
    ANNULMENT = "annulment"  # house ↔ player, a settled round was void; promotion → golden


class Transfer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An amount from `debit` to `credit`; both accounts are in the same currency."""

    id: str
    kind: TransferKind
    debit: str
    credit: str
    amount: int
    bet: str | None = None
    round: str | None = None
    reverses: str | None = None


def check_transfers(transfers: Iterable[Transfer]) -> None:
    """Refuse what no ledger may hold: no amount, one account, two currencies."""
    for transfer in transfers:
        if transfer.amount <= 0:
            raise Corrupt("transfer/no_amount", transfer=transfer.id, amount=transfer.amount)
        debit, credit = Account.parse(transfer.debit), Account.parse(transfer.credit)
        if transfer.debit == transfer.credit:
            raise Corrupt("transfer/to_itself", transfer=transfer.id)
        if debit.currency is not credit.currency:
            raise Corrupt("transfer/two_currencies", transfer=transfer.id)


def balances_after(balances: Mapping[str, int], transfers: Iterable[Transfer]) -> dict[str, Cents]:
    """The balances of every touched account; below a floor the whole is refused (I2)."""
    after: dict[str, int] = {}
    for transfer in transfers:
        for account, sign in ((transfer.debit, -1), (transfer.credit, 1)):
            held = after.get(account, balances.get(account, 0))
            after[account] = held + sign * transfer.amount
    for account, balance in after.items():
        floor = Account.parse(account).kind.floor
        if floor is not None and balance < floor:
            raise Refused(LedgerRefusal.BELOW_FLOOR, account=account, balance=balance, floor=floor)
    return {account: Cents(balance) for account, balance in after.items()}
