"""What follows from a stake: its transfer into the escrow of its round, and its bet as a row.

Pure, and the only place that knows this: every store makes its rows here, and a reader of a stored
bet finds here which transfer was made for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Currency
from sabot.service.ports import BetRow, Stakes

STAKE = ":stake"
"""The end of the id of a stake's transfer; the id of the bet comes before it."""

encode_bet = msgspec.json.Encoder(order="deterministic").encode
"""A bet as it is stored."""


@lru_cache(maxsize=1 << 10)  # every bet of a round names it
def escrow(round_id: str, currency: Currency) -> str:
    """Where the stakes of a round wait."""
    return str(Account(AccountKind.ESCROW, round_id, currency))


def escrow_for(round_id: str, source: str) -> str:
    """Where a stake from an account waits: in the same currency.

    >>> escrow_for("speed-1-7", "player:p1:EUR")
    'escrow:speed-1-7:EUR'
    """
    return escrow(round_id, Account.parse(source).currency)


def transfer_of_stake(row: BetRow, source: str) -> Transfer:
    """What was moved for a bet."""
    return Transfer(
        id=row.id + STAKE,
        kind=TransferKind.STAKE,
        debit=source,
        credit=escrow_for(row.round_id, source),
        amount=row.stake,
        bet=row.id,
        round=row.round_id,
    )


def rows_of(stakes: Iterable[Stakes]) -> Iterator[tuple[BetRow, str]]:
    """Each bet as a row, with the account its stake came from."""
    for taken in stakes:
        for bet, source in zip(taken.bets, taken.sources, strict=True):
            row = BetRow(
                id=bet.id,
                round_id=taken.round_id,
                player=bet.player,
                kind=bet.kind,
                stake=bet.stake,
                body=encode_bet(bet),
            )
            yield row, source
