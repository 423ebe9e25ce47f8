"""An operator's own book, as this protocol wants it kept: for demonstrations and for tests.

Owns players, tokens and transactions in memory, and the rules an operator has to follow: the same
id gets the same answer, a refund may overtake its bet, credits need no token. Knows no HTTP.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from sabot.adapters.wallet import wire
from sabot.adapters.wallet.wire import Status
from sabot.money import Currency
from sabot.service.wallets.reconciliation import Theirs

Transaction = wire.Bet | wire.Result | wire.Refund


class Holder(msgspec.Struct, kw_only=True):
    """A player's account with the operator."""

    nickname: str
    currency: Currency = Currency.EUR
    balance: int = 0
    blocked: bool = False
    stake_max: int | None = None


class Ticket(msgspec.Struct, kw_only=True):
    """A session."""

    player: str
    expired: bool = False


class Entry(msgspec.Struct, kw_only=True):
    """A call that was decided, and how; a refunded bet counts no more."""

    request: Transaction
    status: Status
    refunded: bool = False


class OperatorBook:
    """The accounts of one operator, in units of ten to the minus `scale`."""

    def __init__(self, *, scale: int = 2) -> None:
        self.scale = scale
        self.players: dict[str, Holder] = {}
        self.tokens: dict[str, Ticket] = {}
        self.entries: dict[str, Entry] = {}
        self._taken_back: set[str] = set()

    # --- the calls --------------------------------------------------------------------------------

    def authenticate(self, request: wire.Authenticate) -> wire.Welcomed:
        """Whose token it is."""
        ticket = self.tokens.get(request.token)
        if ticket is None or ticket.expired:
            return wire.Welcomed(status=Status.TOKEN_EXPIRED)
        holder = self.players[ticket.player]
        if holder.blocked:
            return wire.Welcomed(status=Status.PLAYER_BLOCKED)
        return wire.Welcomed(
            status=Status.OK,
            player=ticket.player,
            nickname=holder.nickname,
            currency=holder.currency,
            balance=holder.balance,
            scale=self.scale,
        )

    def balance(self, request: wire.Balance) -> wire.Balanced:
        """What the player has."""
        holder = self.players.get(request.player)
        if holder is None:
            return wire.Balanced(status=Status.UNKNOWN_PLAYER)
        return wire.Balanced(
            status=Status.OK,
            player=request.player,
            currency=holder.currency,
            balance=holder.balance,
            scale=self.scale,
        )

    def transact(self, request: Transaction) -> wire.Done:
        """A bet, a result or a refund: decided once, and then always the same."""
        known = self.entries.get(request.id)
        if known is None:
            known = Entry(request=request, status=self._decide(request))
            self.entries[request.id] = known
        if not _same(known.request, request):
            return wire.Done(status=Status.CONFLICT, id=request.id)
        if known.status is not Status.OK:
            return wire.Done(status=known.status, id=request.id)
        return wire.Done(
            status=Status.OK,
            id=request.id,
            currency=request.currency,
            amount=request.amount,
            balance=self.players[request.player].balance,
            scale=self.scale,
        )

    # --- the rules --------------------------------------------------------------------------------

    def _decide(self, request: Transaction) -> Status:
        holder = self.players.get(request.player)
        if holder is None:
            return Status.UNKNOWN_PLAYER
        if (request.currency, request.scale) != (holder.currency, self.scale):
            return Status.BAD_REQUEST
        match request:
            case wire.Bet():
                return self._bet(request, holder)
            case wire.Result(amount=amount):
                holder.balance += amount
                return Status.OK
            case wire.Refund(bet=bet):
                return self._refund(bet, holder)

    def _bet(self, request: wire.Bet, holder: Holder) -> Status:
        refusal = self._why_not(request, holder)
        if refusal is None:
            holder.balance -= request.amount
        return refusal or Status.OK

    def _why_not(self, request: wire.Bet, holder: Holder) -> Status | None:
        ticket = self.tokens.get(request.token)
        if request.id in self._taken_back:
            return Status.CANCELLED
        if ticket is None or ticket.expired or ticket.player != request.player:
            return Status.TOKEN_EXPIRED
        if holder.blocked:
            return Status.PLAYER_BLOCKED
        if holder.stake_max is not None and request.amount > holder.stake_max:
            return Status.LIMIT
        return Status.INSUFFICIENT_FUNDS if request.amount > holder.balance else None

    def _refund(self, bet: str, holder: Holder) -> Status:
        self._taken_back.add(bet)  # also when it was never seen: it may still be on its way
        entry = self.entries.get(bet)
        if entry is not None and entry.status is Status.OK and not entry.refunded:
            entry.refunded = True
            holder.balance += entry.request.amount
        return Status.OK

    # --- reconciliation ---------------------------------------------------------------------------

    def listing(self) -> tuple[Theirs, ...]:
        """The bets and results that were applied, as an operator would list them."""
        return tuple(
            Theirs(
                id=entry.request.id,
                player=entry.request.player,
                amount=entry.request.amount,
                refunded=entry.refunded,
            )
            for entry in self.entries.values()
            if entry.status is Status.OK and not isinstance(entry.request, wire.Refund)
        )


def _same(one: Transaction, other: Transaction) -> bool:
    """Whether two calls have the same body; a bet may come again under another token."""
    if isinstance(one, wire.Bet) and isinstance(other, wire.Bet):
        return replace(one, token=other.token) == other
    return one == other
