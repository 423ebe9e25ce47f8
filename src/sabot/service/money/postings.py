"""From what happened to where the money goes: the stakes, transfers and outcomes of each event.

The only translation between a table's events and the ledger, so that `sabot verify` can repeat it.
Every stake goes into the escrow of its round; when the round ends the escrow is empty again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sabot.gamekit import Bet
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Currency
from sabot.service.money.stakes import escrow
from sabot.service.players.directory import Directory, Player
from sabot.service.ports import OutcomeRow, Stakes, WalletOpRow, WalletOpState
from sabot.service.wallets.details import NOWHERE, BetLine, Place, line_of
from sabot.table import events as e
from sabot.table.golden import grant_in

HOUSE = "house"
REFUNDED = "refunded"
RESULT, REFUND = "result", "refund"


class Postings(NamedTuple):
    """What an event means for the money; wallet operations are for players of operators."""

    stakes: Sequence[Stakes] = ()
    transfers: Sequence[Transfer] = ()
    outcomes: Sequence[OutcomeRow] = ()
    wallet_ops: Sequence[WalletOpRow] = ()


NOTHING = Postings()
"""Most events move no money."""


def postings_of(
    event: e.Event,
    round_id: str,
    bets: Mapping[str, Bet],
    directory: Directory,
    place: Place = NOWHERE,
) -> Postings:
    """The postings of one event; `bets` are those of the round, the event's own included.

    `place` is where the round is played, which operators are told when it ends.
    """
    match event:
        case e.BetsAccepted() | e.BetsClosed() | e.ChoiceMade() | e.AnswerGiven():
            return _taken(stakes_in(event), round_id, directory)
        case e.RoundSettled(payouts=payouts):
            return _settlement(payouts, _Owed(round_id, RESULT, place), bets, directory)
        case e.RoundCancelled(refunds=refunds):
            return _refunds(refunds, _Owed(round_id, REFUND, place), bets, directory)
        case _:
            return NOTHING


def stakes_in(event: e.Event) -> tuple[Bet, ...]:
    """The stakes that an event takes."""
    match event:
        case e.BetsAccepted(bets=taken) | e.BetsClosed(accepted=taken):
            return taken
        case e.ChoiceMade(extras=taken) | e.AnswerGiven(extras=taken):
            return taken
        case _:
            return ()


def _house(kind: AccountKind, currency: Currency) -> str:
    return str(Account(kind, HOUSE, currency))


def _source(bet: Bet, player: Player) -> str:
    """Where a stake comes from; a golden chip has its own account (R29)."""
    return player.golden_of(grant_in(bet.terms)) if bet.golden else player.account


def _taken(bets: tuple[Bet, ...], round_id: str, directory: Directory) -> Postings:
    if not bets:
        return NOTHING
    sources = tuple([_source(bet, directory.player(bet.player)) for bet in bets])
    return Postings((Stakes(round_id=round_id, bets=bets, sources=sources),))


def _settlement(
    payouts: Iterable[e.Paid], owed: _Owed, bets: Mapping[str, Bet], directory: Directory
) -> Postings:
    round_id = owed.round_id
    paid: list[Transfer] = []
    outcomes: list[OutcomeRow] = []
    # What the house adds to each escrow, or takes from it, once everything is paid.
    house: dict[Currency, int] = {}
    for payout in payouts:
        bet = bets[payout.bet]
        player = directory.player(bet.player)
        cash_stake = 0 if bet.golden else bet.stake
        house[player.currency] = house.get(player.currency, 0) + payout.amount - cash_stake
        if payout.amount:
            paid.append(_paid(bet, player, payout.amount, round_id))
        if bet.golden:
            paid.append(_golden_back(bet, player, round_id, returned=payout.chip_returned))
        outcomes.append(OutcomeRow(bet=bet.id, result=payout.result, amount=payout.amount))
        owed.add(bet, player, payout.amount)
    moved = [_house_share(currency, net, round_id) for currency, net in house.items() if net]
    first = [transfer for transfer in moved if transfer.kind is TransferKind.WINNINGS]
    last = [transfer for transfer in moved if transfer.kind is TransferKind.LOSS]
    return Postings((), [*first, *paid, *last], outcomes, owed.rows())


def _house_share(currency: Currency, net: int, round_id: str) -> Transfer:
    """One transfer a round and currency between house and escrow, whichever way it goes."""
    wins = net > 0
    house, held = _house(AccountKind.HOUSE, currency), escrow(round_id, currency)
    return Transfer(
        id=f"{round_id}:house:{currency}",
        kind=TransferKind.WINNINGS if wins else TransferKind.LOSS,
        debit=house if wins else held,
        credit=held if wins else house,
        amount=abs(net),
        round=round_id,
    )


def _paid(bet: Bet, player: Player, amount: int, round_id: str) -> Transfer:
    return Transfer(
        id=f"{bet.id}:payout",
        kind=TransferKind.PAYOUT,
        debit=escrow(round_id, player.currency),
        credit=player.account,
        amount=amount,
        bet=bet.id,
        round=round_id,
    )


def _golden_back(bet: Bet, player: Player, round_id: str, *, returned: bool) -> Transfer:
    """A golden chip goes back to its player, or is used up (F183, F184)."""
    used_up = _house(AccountKind.PROMOTION, player.currency)
    return Transfer(
        id=f"{bet.id}:chip",
        kind=TransferKind.REFUND if returned else TransferKind.LOSS,
        debit=escrow(round_id, player.currency),
        credit=_source(bet, player) if returned else used_up,
        amount=bet.stake,
        bet=bet.id,
        round=round_id,
    )


def _refunds(
    refunds: Iterable[str], owed: _Owed, bets: Mapping[str, Bet], directory: Directory
) -> Postings:
    round_id = owed.round_id
    transfers: list[Transfer] = []
    outcomes: list[OutcomeRow] = []
    for bet_id in refunds:
        bet = bets[bet_id]
        player = directory.player(bet.player)
        transfers.append(
            Transfer(
                id=f"{bet.id}:refund",
                kind=TransferKind.REFUND,
                debit=escrow(round_id, player.currency),
                credit=_source(bet, player),
                amount=bet.stake,
                bet=bet.id,
                round=round_id,
            )
        )
        outcomes.append(OutcomeRow(bet=bet.id, result=REFUNDED, amount=bet.stake))
        owed.add(bet, player, 0 if bet.golden else bet.stake)
    return Postings((), transfers, outcomes, owed.rows())


class _Owed:
    """What a round owes the players of operators: one credit for each, even of zero.

    A credit of zero closes the round in the operator's books. The operator does not know of a
    player who bet with golden chips alone, and is told of the round only if that player won.
    """

    def __init__(self, round_id: str, kind: str, place: Place) -> None:
        self.round_id = round_id
        self._kind = kind
        self._place = place
        self._lines: dict[str, list[BetLine]] = {}
        self._amounts: dict[str, int] = {}
        self._operators: dict[str, str] = {}

    def add(self, bet: Bet, player: Player, amount: int) -> None:
        """One bet's share of it."""
        if player.operator is None:
            return
        self._lines.setdefault(bet.player, []).append(line_of(bet, amount))
        if bet.golden and not amount:
            return
        self._operators[bet.player] = player.operator
        self._amounts[bet.player] = self._amounts.get(bet.player, 0) + amount

    def rows(self) -> tuple[WalletOpRow, ...]:
        """The credits, which are repeated until the operator acknowledges them."""
        return tuple(
            WalletOpRow(
                id=f"{self.round_id}/{player}:{self._kind}",
                operator=self._operators[player],
                player=player,
                kind=self._kind,
                amount=amount,
                round_id=self.round_id,
                state=WalletOpState.OWED,
                details=self._place.details(self._lines[player]),
            )
            for player, amount in self._amounts.items()
        )
