"""What a bot wants to do now: from the set-up of the table, the view and its own part, no more.

Pure but for chance, which is handed in; a mind remembers only what it has thought about already.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sabot.bots import advice
from sabot.bots.temperament import Temperament
from sabot.table import commands as c
from sabot.table.phases import Phase
from sabot.table.views import HandShown, QuestionShown
from sabot.wire.table_info import BetInfo, TableInfo
from sabot.wire.table_view import TableView, You

Pick = Callable[[int], int]
"""A number below the given one: chance, handed in."""

FREE_SEATS = 2
"""Seats that bots leave to people."""

HURRY_MS = 150
"""How long it takes to put a chip down, at most."""

MANUAL, FIRST_BET, NO_SEATS, OWN_SEATS = "manual", "first_bet", "none", "own"


class Mind:
    """One bot's thoughts about one table."""

    def __init__(self, temperament: Temperament, info: TableInfo, *, pick: Pick) -> None:
        self._temperament = temperament
        self._info = info
        self._pick = pick
        self._thought: str | None = None  # the round it has thought about
        self._answered = ""

    def wants(self, view: TableView, you: You) -> Sequence[c.AnyCommand]:
        """The commands of this moment, in order."""
        match view.phase:
            case Phase.IDLE | Phase.BETTING:
                return self._betting(view, you)
            case Phase.INSURANCE | Phase.DECISION:
                return self._deciding(view, you)
            case _:
                return ()

    def pause_ms(self, command: c.AnyCommand) -> int:
        """How long the bot takes for a command: it thinks about decisions, within the window."""
        timers = self._info.timers
        longest = min(HURRY_MS, timers.betting // 8)
        if isinstance(command, c.Choose | c.Answer):
            window = min(timers.decision, timers.insurance)
            longest = min(self._temperament.answer_ms, window // 3)
        return 1 + self._pick(longest + 1)

    # --- betting ----------------------------------------------------------------------------------

    def _betting(self, view: TableView, you: You) -> Sequence[c.AnyCommand]:
        waits = view.phase == Phase.IDLE
        if you.chips or (you.bets and not waits):
            return ()
        if waits and self._info.opening != FIRST_BET:
            return ()
        # One thought a round; at a table that waits for a bet, one whenever the bot looks up.
        if not waits and self._thought == view.round:
            return ()
        self._thought = None if waits else view.round
        if not self._sits(you):
            return self._sit_down(view)
        if self._pick(10) >= self._temperament.bets_in_ten:
            return ()
        chips = self._chips(view, you)
        manual = self._info.confirmation == MANUAL
        return (*chips, c.ConfirmBets()) if manual and chips else chips

    def _sits(self, you: You) -> bool:
        seated = self._temperament.sits or not self._offered_roles("behind")
        return self._info.seat_rule == NO_SEATS or bool(you.seats) or not seated

    def _sit_down(self, view: TableView) -> Sequence[c.AnyCommand]:
        """Seats of one's own are few: some stay free for people."""
        taken = sum(bool(people) for people in view.seats.values())
        full = self._info.seat_rule == OWN_SEATS and self._info.seats - taken <= FREE_SEATS
        return () if full else (c.TakeSeat(),)

    def _chips(self, view: TableView, you: You) -> Sequence[c.PlaceChip]:
        if self._temperament.behind and self._offered_roles("behind"):
            return self._behind(view, you)
        seat = you.seats[0] if you.seats else None
        mains = self._offered(view, you, "main")
        if not mains:
            return ()
        sides = [bet for bet in self._offered(view, you, "side") if not bet.needs_any_of]
        more = min(self._temperament.side_bets, len(sides))
        chosen = [mains[self._pick(len(mains))]]
        chosen += [sides.pop(self._pick(len(sides))) for _ in range(more)]
        return [c.PlaceChip(kind=bet.kind, amount=self._amount(bet), seat=seat) for bet in chosen]

    def _behind(self, view: TableView, you: You) -> Sequence[c.PlaceChip]:
        """F156: behind somebody who sits, never behind itself."""
        bets = self._offered(view, you, "behind")
        seats = [seat for seat, people in view.seats.items() if people and seat not in you.seats]
        if not bets or not seats:
            return ()
        seat = seats[self._pick(len(seats))]
        return [c.PlaceChip(kind=bets[0].kind, amount=self._amount(bets[0]), seat=seat)]

    def _offered_roles(self, role: str) -> list[BetInfo]:
        return [bet for bet in self._info.bets if bet.role == role and bet.on]

    def _offered(self, view: TableView, you: You, role: str) -> list[BetInfo]:
        """The kinds that take a bet in this round, in the mode of this moment."""
        return [
            bet
            for bet in self._offered_roles(role)
            if bet.kind not in view.closed_kinds and bet.mode in (None, you.mode)
        ]

    def _amount(self, bet: BetInfo) -> int:
        fitting = [chip for chip in self._info.chips if bet.minimum <= chip <= bet.maximum]
        few = fitting[: self._temperament.chips]
        return few[self._pick(len(few))] if few else bet.minimum

    # --- answering --------------------------------------------------------------------------------

    def _deciding(self, view: TableView, you: You) -> Sequence[c.AnyCommand]:
        question = view.question
        if question is None or question.decision_id == self._answered:
            return ()
        decision = question.decision_id
        if question.seat is not None:
            if not you.you_decide:
                return ()
            self._answered = decision
            return (c.Choose(decision_id=decision, option=self._choice(view, question)),)
        if not you.ask:
            return ()
        self._answered = decision
        option = self._answer(view, question)
        return [c.Answer(decision_id=decision, bet=bet, option=option) for bet in you.ask]

    def _choice(self, view: TableView, question: QuestionShown) -> str:
        hand = _hand(view, f"seat:{question.seat}:{question.hand}")
        dealer = _hand(view, "dealer")
        offered = [option for option, _share in question.options]
        if hand is None or dealer is None or dealer.cards[0] is None:
            return question.default
        cards = [card for card in hand.cards if card is not None]
        if self._temperament.by_the_book or self._pick(3):
            return advice.blackjack(cards, hand.total, dealer.cards[0], offered)
        return offered[self._pick(len(offered))] if self._pick(4) == 0 else question.default

    def _answer(self, view: TableView, question: QuestionShown) -> str:
        """Insurance is not worth its price; the shared hand of brag is played when it is good."""
        hand = _hand(view, "player")
        offered = [option for option, _share in question.options]
        if "play" not in offered or hand is None or None in hand.cards:
            return question.default
        if self._temperament.by_the_book or self._pick(3):
            return advice.brag([card for card in hand.cards if card is not None])
        return "play"


def _hand(view: TableView, name: str) -> HandShown | None:
    found = next((hand for hand in view.hands if hand.name == name), None)
    return found if found is not None and found.cards else None
