"""Double-entry money: accounts, transfers and the rules they keep. It knows money, not games."""

from sabot.ledger.accounts import Account, AccountKind
from sabot.ledger.transfers import Transfer, TransferKind, balances_after, check_transfers

__all__ = [
    "Account",
    "AccountKind",
    "Transfer",
    "TransferKind",
    "balances_after",
    "check_transfers",
]
