"""What the events say the other rows must be: bets, outcomes and transfers, each with its number.

A second translation from events to money, written apart from the server's own so that the two can
disagree. It knows no currency and no account: those are read from the rows and checked there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from sabot.gamekit import Bet
from sabot.lab.audit.annulled import Annulments
from sabot.ledger import TransferKind
from sabot.table import events as e

REFUNDED = "refunded"

_SEQ_BITS = 36
_PLACE_BITS = 20

STAKE = TransferKind.STAKE.value
PAYOUT = TransferKind.PAYOUT.value
REFUND = TransferKind.REFUND.value
LOSS = TransferKind.LOSS.value
WINNINGS = TransferKind.WINNINGS.value


class Posting(msgspec.Struct, frozen=True, gc=False):
    """A transfer that an event asks for; `order` is where it stands in the history of its table."""

    kind: str
    amount: int
    bet: Bet
    round_id: str
    order: int


def order_of(*, table: int, seq: int, place: int) -> int:
    """One number for the table, the event and the place inside it."""
    return (table << (_SEQ_BITS + _PLACE_BITS)) | (seq << _PLACE_BITS) | place


def table_of(order: int) -> int:
    """The table of an order."""
    return order >> (_SEQ_BITS + _PLACE_BITS)


def seq_of(order: int) -> int:
    """The event of an order."""
    return (order >> _PLACE_BITS) & ((1 << _SEQ_BITS) - 1)


class Due:
    """Rows that must exist, until they are found."""

    __slots__ = (
        "annulments",
        "bets",
        "cancelled",
        "closed",
        "expired",
        "open",
        "outcomes",
        "transfers",
    )

    def __init__(self) -> None:
        self.bets: dict[str, tuple[Bet, str, int]] = {}
        self.outcomes: dict[str, tuple[str, int, int]] = {}
        self.transfers: dict[str, Posting] = {}
        self.closed: set[str] = set()  # rounds that are over
        self.cancelled: set[str] = set()  # and have no result
        self.expired: set[str] = set()  # cancelled because they stood still for 90 days (P8)
        self.open: set[str] = set()
        self.annulments = Annulments()

    def taken(self, bets: Iterable[Bet], round_id: str, order: int) -> None:
        """Stakes were taken."""
        for place, bet in enumerate(bets):
            at = order + place
            self.bets[bet.id] = (bet, round_id, at)
            self.transfers[f"{bet.id}:stake"] = Posting(STAKE, bet.stake, bet, round_id, at)

    def settled(
        self, payouts: Iterable[e.Paid], bets: Mapping[str, Bet], round_id: str, order: int
    ) -> None:
        """Bets were paid or lost; a golden chip also goes somewhere (F183, F184)."""
        if round_id in self.annulments.watched:
            payouts = [*payouts]
            self.annulments.settled(payouts, bets, round_id)
        for place, paid in enumerate(payouts):
            at = order + place
            self.outcomes[paid.bet] = (paid.result, paid.amount, at)
            bet = bets.get(paid.bet)
            if bet is None:
                continue
            if paid.amount:
                posting = Posting(PAYOUT, paid.amount, bet, round_id, at)
                self.transfers[f"{bet.id}:payout"] = posting
            if bet.golden:
                kind = REFUND if paid.chip_returned else LOSS
                self.transfers[f"{bet.id}:chip"] = Posting(kind, bet.stake, bet, round_id, at)

    def refunded(
        self, refunds: Iterable[str], bets: Mapping[str, Bet], round_id: str, order: int
    ) -> None:
        """Every stake goes back (R17)."""
        self.cancelled.add(round_id)
        for place, bet_id in enumerate(refunds):
            bet = bets.get(bet_id)
            if bet is None:
                continue
            at = order + place
            self.outcomes[bet_id] = (REFUNDED, bet.stake, at)
            self.transfers[f"{bet_id}:refund"] = Posting(REFUND, bet.stake, bet, round_id, at)
