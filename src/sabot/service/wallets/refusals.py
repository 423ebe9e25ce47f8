"""Why stakes of an operator's players are not taken from their wallet."""

from __future__ import annotations

from sabot.errors import Code, For


class WalletRefusal(Code):
    """What an operator's wallet said, or why it was not asked; `calls.Refusal` names the first."""

    INSUFFICIENT_FUNDS = "wallet/insufficient_funds", For.PLAYER
    TOKEN_EXPIRED = "wallet/token_expired", For.PLAYER
    PLAYER_BLOCKED = "wallet/player_blocked", For.PLAYER
    LIMIT = "wallet/limit", For.PLAYER
    UNKNOWN_PLAYER = "wallet/unknown_player", For.PLAYER
    CANCELLED = "wallet/cancelled", For.PLAYER
    UNAVAILABLE = "wallet/unavailable", For.PLAYER
    UNDECIDED = "wallet/undecided", For.PLAYER
    CHANGED = "wallet/changed", For.PLAYER  # the step now needs another amount than was asked for
    NOT_TAKEN = "wallet/not_taken", For.PLAYER  # a Confirm that joined the close became no bet
    BALANCE_UNKNOWN = "wallet/balance_unknown", For.PLAYER  # the operator is being asked for it
