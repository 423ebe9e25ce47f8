"""What a call to an operator's wallet is for: the game, the table, and the player's bets by kind.

Operators report by game, count bonus wagering by kind of bet and pay tax on it, so `bet` and
`result` carry these facts. They are stored with the operation and never made again: a call that is
repeated after a restart has the same body as the first one, whatever happened to the table since.
A credit that a person restored from the books has no details and is repeated without them.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sabot.gamekit import Bet


class BetLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All bets of one player on one kind and seat, in cents.

    `payout` is what they brought, the stake included; it is None until the round is over. The
    stake of golden chips is the house's: no wallet has paid it (R29).
    """

    kind: str
    seat: int | None = None
    golden: bool = False
    stake: int
    payout: int | None = None


class Details(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is stored with an operation; a manual credit has only the round it is `about`."""

    game: str = ""
    variant: str = ""
    table: str = ""
    bets: tuple[BetLine, ...] = ()
    about: str = ""


class Place(msgspec.Struct, frozen=True):
    """Where a round is played."""

    game: str
    variant: str
    table: str

    def details(self, bets: Iterable[BetLine]) -> str:
        """The details of an operation about these bets, as they are stored."""
        lines = merged(bets)
        return written(Details(game=self.game, variant=self.variant, table=self.table, bets=lines))


NOWHERE = Place("", "", "")
"""For events that end no round: nothing is owed for them."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Details).decode

NONE = Details()


def written(details: Details) -> str:
    """The text that is stored."""
    return _encode(details).decode()


def read(text: str) -> Details:
    """What was stored; text that is not readable says nothing, and the call goes out without it.

    A credit has to reach its player even if the row is damaged.

    >>> read('{"game":"brag","variant":"brag","table":"b-1"}').table
    'b-1'
    >>> read("") == read("damaged") == NONE
    True
    """
    try:
        return _decode(text) if text else NONE
    except (msgspec.DecodeError, UnicodeDecodeError):
        return NONE


def line_of(bet: Bet, payout: int | None = None) -> BetLine:
    """One bet as a line."""
    return BetLine(kind=bet.kind, seat=bet.seat, golden=bet.golden, stake=bet.stake, payout=payout)


def merged(lines: Iterable[BetLine]) -> tuple[BetLine, ...]:
    """One line for each kind and seat, in the order in which they first appear.

    So a body stays small however often a player confirmed more chips.
    """
    sums: dict[tuple[str, int | None, bool], BetLine] = {}
    for line in lines:
        key = (line.kind, line.seat, line.golden)
        known = sums.get(key)
        sums[key] = line if known is None else _both(known, line)
    return tuple(sums.values())


def _both(one: BetLine, other: BetLine) -> BetLine:
    paid = None if one.payout is None else one.payout + (other.payout or 0)
    return msgspec.structs.replace(one, stake=one.stake + other.stake, payout=paid)
