"""What the gateway remembers of a table beyond its state: folded from the events, never stored.

The roads of three shoes, medals, the last choice of each seat, and the results of the current
round's bets. Folding the last events again gives the same memory, so a restart loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from sabot.errors import Unavailable
from sabot.gamekit import Bet, BetSpec, Result, Role
from sabot.games import registry
from sabot.gateway.tables.scorecards import scorecards_for
from sabot.table import events as e
from sabot.table.record.unknown import turned_cards

Seat = tuple[int, int]
"""A seat, and the number of its hand."""

Specs = Mapping[str, BetSpec]

SHOES_RECALLED = 3
"""Shoes whose roads a player can look back at (F203)."""

Recall = Callable[[], Iterable[tuple[e.Event, Specs]]]
"""The events of the last shoes, from the disk."""


def _raise(error: Exception) -> None:
    raise error


class TableMemory:
    """One table's memory; `see` takes the events one by one, in order.

    `unreadable` is called when stored events cannot be folded; the memory ends there.
    """

    def __init__(
        self, game: str, recall: Recall, *, unreadable: Callable[[Exception], None] = _raise
    ) -> None:
        self._game = game
        self._medal_kinds = registry()[game].parts.medal_kinds
        self._recall = recall
        self._unreadable = unreadable
        self.start_again()

    def start_again(self) -> None:
        """Forget everything, and read the last events from disk."""
        self.scorecards = scorecards_for(self._game)
        self.bets: dict[str, Bet] = {}
        self.bettors: set[str] = set()
        self.cards: dict[str, str] = {}  # position → card, hidden ones as well; sealed: ""
        self.chosen: dict[Seat, str] = {}
        self.medals: dict[int, int] = {}  # seat → rounds won in a row (F157)
        self.payouts: Mapping[str, e.Paid] = {}
        self.refunded: frozenset[str] = frozenset()
        self.rejected: dict[str, tuple[e.Rejected, ...]] = {}
        self.cancelled_because: str | None = None
        self.cancelled_public = ""
        self.lapsed = False  # whether the previous round ended at its close, without a card
        self._asked: dict[str, Seat] = {}
        try:
            for event, specs in self._recall():
                self.see(event, specs)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001  a bad row must not hide the other tables
            self._unreadable(error)

    def see(self, event: e.Event, specs: Specs) -> None:
        """Fold one event; `specs` are the bets of the variant in play."""
        match event:
            case e.BetsAccepted():  # first, because it is the most frequent
                self._bet(event.bets)
            case e.ShoeLoaded():
                self.scorecards.new_shoe(event.shoe_id)
            case e.RoundOpened():
                self._clear_round()
            case e.CardDealt() | e.CardCorrected():
                self.cards[event.position] = event.card
            case e.CardsMoved():
                first, second = self.cards.get(event.first, ""), self.cards.get(event.second, "")
                self.cards |= {event.first: second, event.second: first}
            case e.CardsRevealed():
                self.cards.update(turned_cards(event, self.cards))
            case e.RoundSettled():
                self._settle(event, specs)
            case e.RoundCancelled():
                self.refunded = frozenset(event.refunds)
                self.cancelled_because, self.cancelled_public = event.reason, event.public
            case e.SeatLeft():
                self.medals.pop(event.seat, None)
            case _:
                self._see_players(event)

    def _see_players(self, event: e.Event) -> None:
        match event:
            case e.BetsClosed():
                self._bet(event.accepted)
                self._reject(event.rejected)
            case e.RoundLapsed():
                self.lapsed = True
            case e.QuestionOpened() if event.seat is not None:
                self._asked[event.decision_id] = (event.seat, event.hand)
            case e.ChoiceMade():
                self._bet(event.extras)
                self._choose(event)
            case e.AnswerGiven():
                self._bet(event.extras)
            case _:
                pass

    def asked(self, decision_id: str) -> Seat | None:
        """The seat and hand that a question was put to."""
        return self._asked.get(decision_id)

    def _clear_round(self) -> None:
        self.bettors = set()
        for of_the_round in (self.bets, self.cards, self.chosen, self._asked, self.rejected):
            of_the_round.clear()
        self.payouts, self.refunded, self.cancelled_because = {}, frozenset(), None
        self.cancelled_public = ""
        self.lapsed = False

    def _bet(self, bets: Iterable[Bet]) -> None:
        for bet in bets:
            self.bets[bet.id] = bet
            self.bettors.add(bet.player)

    def _reject(self, rejected: tuple[e.Rejected, ...]) -> None:
        for one in rejected:
            self.rejected[one.player] = (*self.rejected.get(one.player, ()), one)

    def _choose(self, event: e.ChoiceMade) -> None:
        seat = self._asked.get(event.decision_id)
        if seat is not None:
            self.chosen[seat] = "auto_stand" if event.by is e.By.AUTO_STAND else event.option

    def _settle(self, event: e.RoundSettled, specs: Specs) -> None:
        self.payouts = {paid.bet: paid for paid in event.payouts}
        self.scorecards.add(event.outcome)
        for seat, net in self._seat_results(specs).items():
            if net > 0:
                self.medals[seat] = self.medals.get(seat, 0) + 1
            elif net < 0:
                self.medals.pop(seat, None)

    def _seat_results(self, specs: Specs) -> dict[int, int]:
        """What the main hands of each seat won or lost, doubles and splits included (F157)."""
        results: dict[int, int] = {}
        for bet in self.bets.values():
            first = self.bets.get(bet.parent or "", bet)
            main = first.kind in specs and specs[first.kind].role is Role.MAIN
            counts = main and bet.kind in self._medal_kinds and bet.id in self.payouts
            if bet.seat is not None and counts:
                net = _net(bet, self.payouts[bet.id])
                results[bet.seat] = results.get(bet.seat, 0) + net
        return results


def _net(bet: Bet, paid: e.Paid) -> int:
    """What a bet won or lost. A winning golden chip is used up, but it was never cash (R29)."""
    if paid.result == Result.PUSH:
        return 0
    if paid.result == Result.WIN and bet.golden:
        return paid.amount
    return paid.amount - bet.stake
