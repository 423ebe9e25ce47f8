"""Bots: players of the demonstration, marked as such, using what every player uses.

A bot looks at its table, bets within the limits and answers when it is asked. Each has a
temperament: how often it bets, how much, and on what. In production there are none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import count

import msgspec

from sabot.gamekit import Ask, Audience, BetSpec, Role
from sabot.service.envelopes import Envelope, Reply
from sabot.service.link import TableLink
from sabot.service.players import BOT_PREFIX
from sabot.table import commands as c
from sabot.table.config import Confirmation, Opening, SeatRule
from sabot.table.phases import Phase
from sabot.table.state import TableState

Pick = Callable[[int], int]
"""A number below the given one: chance, handed in."""


LOOK_SECONDS = 10
"""How long a bot waits for something to happen before it looks up by itself."""


class Temperament(msgspec.Struct, frozen=True, kw_only=True):
    """How a bot plays."""

    bets_in_ten: int  # rounds out of ten in which it bets
    chips: int  # chips at most
    side_bets: bool
    answer_ms: int  # how long it thinks


CALM = Temperament(bets_in_ten=6, chips=1, side_bets=False, answer_ms=1_500)
LIVELY = Temperament(bets_in_ten=9, chips=3, side_bets=True, answer_ms=700)
BOLD = Temperament(bets_in_ten=8, chips=5, side_bets=True, answer_ms=400)
TEMPERAMENTS = (CALM, LIVELY, BOLD)


class Bot:
    """One bot at one table."""

    def __init__(self, name: str, host: TableLink, temperament: Temperament, *, pick: Pick) -> None:
        self.player = f"{BOT_PREFIX}{name}"
        self._host = host
        self._temperament = temperament
        self._pick = pick
        self._numbers = count(1)
        self._bet_in = ""
        self._answered = ""

    async def run(self) -> None:
        """Play until cancelled."""
        while True:
            state = self._host.state
            for command in self.wants(state):
                pause = self._temperament.answer_ms if self._thinks(command) else 150
                await asyncio.sleep((50 + self._pick(pause)) / 1000)
                await self._send(command)
            try:
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._host.changed()
            except TimeoutError:
                continue

    @staticmethod
    def _thinks(command: c.Command) -> bool:
        return isinstance(command, c.Choose | c.Answer)

    async def _send(self, command: c.Command) -> Reply:
        cmd_id = f"{self._host.state.seq}:{next(self._numbers)}"
        return await self._host.submit(Envelope(actor=self.player, cmd_id=cmd_id, command=command))

    def wants(self, state: TableState) -> Sequence[c.Command]:
        """What the bot would do now."""
        if state.phase in (Phase.IDLE, Phase.BETTING) and state.config is not None:
            return self._bets(state)
        if state.phase in (Phase.INSURANCE, Phase.DECISION):
            return self._answers(state)
        return ()

    # --- betting ----------------------------------------------------------------------------------

    def _bets(self, state: TableState) -> Sequence[c.Command]:
        seat = self._seat(state)
        if seat is None and state.settings.seat_rule is not SeatRule.NONE:
            return (c.TakeSeat(),)
        opening = state.settings.opening
        if state.phase is Phase.IDLE and opening is not Opening.FIRST_BET:
            return ()
        # One thought a round; at a table that waits for a bet, one whenever the bot looks up.
        if state.phase is Phase.BETTING:
            if self._bet_in == state.current.round_id:
                return ()
            self._bet_in = state.current.round_id
        if self._pick(10) >= self._temperament.bets_in_ten:
            return ()
        chips = [self._chip(state, seat) for _ in range(1 + self._pick(self._temperament.chips))]
        main = self._main_chip(state, seat)
        placed = (main, *(chip for chip in chips if chip is not None))
        manual = state.settings.confirmation is Confirmation.MANUAL
        return (*placed, c.ConfirmBets()) if manual else placed

    def _seat(self, state: TableState) -> int | None:
        seats = sorted(state.seats_of(self.player))
        return seats[0] if seats else None

    def _main_chip(self, state: TableState, seat: int | None) -> c.PlaceChip:
        mains = [s for s in _offered(state) if s.role is Role.MAIN and s.mode != "zero_commission"]
        spec = mains[self._pick(len(mains))]
        return c.PlaceChip(kind=spec.kind, amount=self._amount(state, spec), seat=seat)

    def _chip(self, state: TableState, seat: int | None) -> c.PlaceChip | None:
        sides = [s for s in _offered(state) if s.role is Role.SIDE and s.mode is None]
        if not sides or not self._temperament.side_bets:
            return None
        spec = sides[self._pick(len(sides))]
        return c.PlaceChip(kind=spec.kind, amount=self._amount(state, spec), seat=seat)

    def _amount(self, state: TableState, spec: BetSpec) -> int:
        rules = state.settings.rules(switched_off=state.kinds_off)
        limits = rules.limits_of(spec.kind)
        chips = [v for v in state.settings.chips if limits.minimum <= v <= limits.maximum][:4]
        return chips[self._pick(len(chips))] if chips else limits.minimum

    # --- answering --------------------------------------------------------------------------------

    def _answers(self, state: TableState) -> Sequence[c.Command]:
        question = state.current.question
        if question is None or self._answered == question.decision_id:
            return ()
        self._answered = question.decision_id
        if question.ask.seat is not None:
            return self._choice(state, question.ask, question.decision_id)
        asked = state.game.asked(state.current.play, tuple(state.current.bets.values()))
        mine = [bet for bet in asked if bet.player == self.player]
        option = question.ask.options[0 if self._pick(3) else -1].id
        return [
            c.Answer(decision_id=question.decision_id, bet=bet.id, option=option) for bet in mine
        ]

    def _choice(self, state: TableState, ask: Ask, decision_id: str) -> Sequence[c.Command]:
        if ask.seat not in state.seats_of(self.player):
            return ()
        view = state.game.view(state.current.play, Audience.PLAYER)
        hand = next(h for h in view.hands if h.name == f"seat:{ask.seat}:{ask.hand}")
        total = int(hand.total.split("/")[-1])
        offered = {option.id for option in ask.options}
        option = "stand"
        if total < 12 and "double" in offered and total > 8 and self._pick(2):
            option = "double"
        elif total < 16:
            option = "hit"
        return (c.Choose(decision_id=decision_id, option=option),)


def _offered(state: TableState) -> list[BetSpec]:
    rules = state.settings.rules(switched_off=state.kinds_off)
    return [spec for kind, spec in rules.bets.items() if rules.offers(kind)]
