"""What a bot wants to do now, from the table's settings, the view and its own part only.

Pure except for chance, which is handed in. A mind remembers only which round it has thought about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sabot.bots.temperament import Temperament
from sabot.gamekit import HandView
from sabot.gamekit.advising import AskedOf
from sabot.games import has_part, part_of, registry
from sabot.table import commands as c
from sabot.table.phases import Phase
from sabot.table.views import QuestionShown
from sabot.wire.table_info import BetInfo, TableInfo
from sabot.wire.table_view import Status, TableView, You

Pick = Callable[[int], int]
"""Gives a random number below the given one."""

FREE_SEATS = 2
"""Seats that bots leave to people."""

HURRY_MS = 150
"""The longest time that placing a chip takes."""

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
            case Status.INSURANCE | Phase.DECISION:
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
        # One decision a round; at a table that waits for a bet, one at every look.
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
        """Take a seat, but leave some free for people where each seat has one player."""
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
        """F156: bet behind a seated player, never behind itself."""
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
        offered = [option for option, _share in question.options]
        advised = _advised(view, question, offered)
        if advised is None:
            return question.default
        # Others bet behind this hand (F156): a careless bot draws too little, never to 20.
        if advised == "stand" or self._temperament.by_the_book or self._pick(3):
            return advised
        return offered[self._pick(len(offered))] if self._pick(4) == 0 else question.default

    def _answer(self, view: TableView, question: QuestionShown) -> str:
        """By the advice of the game, or now and then the first answer that costs a stake."""
        advised = _advised(view, question, [option for option, _share in question.options])
        if advised is None:
            return question.default
        if self._temperament.by_the_book or self._pick(3):
            return advised
        return next(
            (option for option, share in question.options if share != "0"), question.default
        )


def _advised(view: TableView, question: QuestionShown, options: Sequence[str]) -> str | None:
    """What the game advises; None where it has no advice for this question."""
    game = registry().get(view.game)
    if game is None or not has_part(game, "advice"):
        return None
    hands = [HandView(name=hand.name, cards=hand.cards, total=hand.total) for hand in view.hands]
    asked = AskedOf(hands=hands, options=options, seat=question.seat, hand=question.hand)
    advised: str | None = part_of(game, "advice").advise(asked)
    return advised if advised in options else None
