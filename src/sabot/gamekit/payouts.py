"""Settling: from a label of the pay table to the cents a bet brings back.

One payout per bet, whatever happens. Its lines say why, in the words of the pay table, so that the
history can explain every cent. Rounding happens in `money.winnings`, once per line (R3).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from sabot.gamekit.bets import Bet
from sabot.money import Cents, Odds, winnings


class Result(StrEnum):
    """What became of a bet."""

    WIN = "win"
    LOSE = "lose"  # all of the stake, or the part that its line's odds below zero say
    PUSH = "push"


class PayoutLine(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One reason for one amount; `odds` is None where all is lost, below zero where a part is."""

    label: str
    odds: Odds | None
    amount: Cents


class Payout(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The single answer to one bet: `amount` is the cash credited, stake included.

    A golden chip is never turned into cash: a win credits the winnings alone, a push returns the
    chip itself (R29, F183, F184).
    """

    bet: Bet
    result: Result
    amount: Cents
    lines: tuple[PayoutLine, ...]
    chip_returned: bool = False


def pay(bet: Bet, label: str, pays: Mapping[str, Odds]) -> Payout:
    """Pay a bet by the label of what happened; a label the table does not list loses.

    >>> bet = Bet(id="b1", player="ada", kind="tie", stake=Cents(100))
    >>> pay(bet, "tie", {"tie": Odds(8)}).amount
    900

    Odds between -1 and 0 lose a part of the stake and bring back the rest. A golden chip is one
    token and cannot be halved: it is lost.

    >>> half = pay(bet, "tie", {"tie": Odds(-1, 2)})
    >>> half.result, half.amount
    (<Result.LOSE: 'lose'>, 50)
    """
    odds = pays.get(label)
    if odds is None:
        return lost(bet, label)
    earned = winnings(bet.stake, odds)
    stake_back = 0 if bet.golden else bet.stake
    amount = Cents(max(stake_back + earned, 0))
    push = not odds
    unlike_push = Result.WIN if odds > 0 else Result.LOSE
    return Payout(
        bet=bet,
        result=Result.PUSH if push else unlike_push,
        amount=amount,
        lines=(PayoutLine(label=label, odds=odds, amount=amount),),
        chip_returned=bet.golden and push,
    )


def lost(bet: Bet, label: str) -> Payout:
    """A bet that brings nothing back, and why."""
    line = PayoutLine(label=label, odds=None, amount=Cents(0))
    return Payout(bet=bet, result=Result.LOSE, amount=Cents(0), lines=(line,))
