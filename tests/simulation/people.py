"""People at one table: players of every habit, staff who cheat, a shift manager who decides.

They know what every player and dealer knows, and use the same commands. They check nothing: what
must hold is checked on the record.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from tests.simulation.faults import Fault, Luck
from tests.simulation.links import FlakyLink, StudioLink
from tests.table.cast import about_its_round, named_by

from sabot.cards import full_deck
from sabot.gamekit import BetSpec, Deal, Role
from sabot.service.tables.envelopes import Envelope, Reply
from sabot.table import commands as c
from sabot.table.authority import ActorKind
from sabot.table.config import Confirmation, Opening, SeatRule
from sabot.table.phases import Phase
from sabot.table.promises import commitment
from sabot.table.state import Question, Shoe, TableState

Start = Callable[[Coroutine[None, None, None]], object]
NewId = Callable[[], str]

SECOND_THOUGHTS = (c.UndoBet(), c.DoubleStakes(), c.Rebet(), c.ClearBets())
GOLDEN_VALUE = 500


class Player:
    """One player at one table, with a mind of their own every round."""

    def __init__(self, name: str, link: FlakyLink, luck: Luck, new_id: NewId) -> None:
        self.name = name
        self._link = link
        self._luck = luck
        self._new_id = new_id

    async def bet(self) -> None:
        """Put down some chips, mostly in a hurry, and confirm them where that is needed."""
        state = self._link.state
        if state.phase not in (Phase.IDLE, Phase.BETTING) or state.config is None:
            return
        commands = self._bets(state)
        if len(commands) == 1 or self._luck.happens(one_in=8):
            for command in commands:
                await self._send(command)
        else:
            answers = [self._send(command) for command in commands]
            for answer in answers:
                await answer

    async def answer(self, decision_id: str) -> None:
        """Answer the question that is open, if it is one of ours."""
        state = self._link.state
        question = state.current.question if state.in_round else None
        if question is None or question.decision_id != decision_id:
            return
        for command in self._answers(state, question):
            await self._send(command)

    def _send(self, command: c.Command) -> asyncio.Future[Reply]:
        named = named_by(self._link.host.engine, command)
        envelope = Envelope(actor=self.name, cmd_id=self._new_id(), command=command, bets_for=named)
        return self._link.send(envelope)

    # --- betting ----------------------------------------------------------------------------------

    def _bets(self, state: TableState) -> Sequence[c.Command]:
        seats = sorted(state.seats_of(self.name))
        if not seats and state.settings.seat_rule is not SeatRule.NONE:
            return (c.TakeSeat(),)
        if seats and self._luck.happens(one_in=60):
            return (c.LeaveSeat(seat=seats[-1]),)
        if len(seats) < state.settings.seats_per_player and self._luck.happens(one_in=20):
            return (c.TakeSeat(),)
        chips = [*self._chips(state, seats), *self._behind(state)]
        if state.settings.confirmation is Confirmation.MANUAL and self._luck.happens(one_in=4):
            return (_at_once(chips),)
        commands: list[c.Command] = [*chips]
        if self._luck.happens(one_in=10):
            commands.append(SECOND_THOUGHTS[self._luck.below(len(SECOND_THOUGHTS))])
        if state.settings.confirmation is Confirmation.MANUAL and not self._luck.happens(one_in=15):
            commands.append(c.ConfirmBets())
        if state.settings.deal_now and self._luck.happens(one_in=3):
            commands.append(c.DealNow())
        return commands

    def _chips(self, state: TableState, seats: Sequence[int]) -> list[c.PlaceChip]:
        mains, sides = _offered(state)
        seat = seats[self._luck.below(len(seats))] if seats else None
        chips = [self._chip(state, mains, seat)]
        if sides and self._luck.below(2):
            chips.append(self._chip(state, sides, seat))
        return chips

    def _chip(self, state: TableState, specs: Sequence[BetSpec], seat: int | None) -> c.PlaceChip:
        spec = specs[self._luck.below(len(specs))]
        if spec.golden_chips and self._luck.happens(one_in=12):
            return c.PlaceChip(kind=spec.kind, amount=GOLDEN_VALUE, seat=seat, golden="welcome")
        limits = state.settings.limits.get(spec.kind, spec.limits)
        values = [v for v in state.settings.chips if limits.minimum <= v <= limits.maximum][:3]
        amount = values[self._luck.below(len(values))] if values else limits.minimum
        return c.PlaceChip(kind=spec.kind, amount=amount, seat=seat)

    def _behind(self, state: TableState) -> Sequence[c.PlaceChip]:
        if "behind" not in state.settings.variant.bets or not self._luck.below(3):
            return ()
        others = [seat for seat, who in state.seats.items() if who and self.name not in who]
        if not others:
            return ()
        return (c.PlaceChip(kind="behind", amount=500, seat=others[self._luck.below(len(others))]),)

    # --- answering --------------------------------------------------------------------------------

    def _answers(self, state: TableState, question: Question) -> Sequence[c.Command]:
        ask = question.ask
        if ask.seat is not None:
            if ask.seat not in state.seats_of(self.name):
                return ()
            offered = [option.id for option in ask.options]
            wild = "split" if "split" in offered else offered[self._luck.below(len(offered))]
            option = wild if self._luck.below(2) else "stand"
            return (c.Choose(decision_id=question.decision_id, option=option),)
        asked = state.game.asked(state.current.play, tuple(state.current.bets.values()))
        return [
            c.Answer(
                decision_id=question.decision_id,
                bet=bet.id,
                option=ask.options[self._luck.below(len(ask.options))].id,
            )
            for bet in asked
            if bet.player == self.name
        ]


def _at_once(chips: Sequence[c.PlaceChip]) -> c.ConfirmBets:
    """The same chips in the message that makes them bets."""
    return c.ConfirmBets(
        chips=tuple(
            c.NewChip(kind=chip.kind, amount=chip.amount, seat=chip.seat, golden=chip.golden)
            for chip in chips
        )
    )


def _offered(state: TableState) -> tuple[list[BetSpec], list[BetSpec]]:
    """The first bets that are on now, and the side bets."""
    rules = state.settings.rules(switched_off=state.kinds_off)
    specs = [spec for kind, spec in rules.bets.items() if rules.offers(kind)]
    mains = [s for s in specs if s.role is Role.MAIN and s.mode != "zero_commission"]
    return mains, [s for s in specs if s.role is Role.SIDE and s.mode is None]


class Crowd:
    """All players of one table: each thinks for a while, then acts."""

    def __init__(self, players: Sequence[Player], link: FlakyLink, luck: Luck, start: Start):
        self._players = players
        self._link = link
        self._luck = luck
        self._start = start
        self._thought_about = ""

    def nudge(self) -> None:
        """Look up again, although nothing happened."""
        self._thought_about = ""
        self.look()

    def look(self) -> None:
        """Let everybody think once about every round and every question."""
        state = self._link.state
        if state.config is None or self._luck.calm:
            return
        if state.in_round and state.current.question is not None:
            self._think_about(state.current.question, state)
        elif state.phase is Phase.BETTING:
            self._think_about_betting(state.current.round_id, state)
        elif state.phase is Phase.IDLE and state.settings.opening is Opening.FIRST_BET:
            self._think_about_betting(f"{state.seq}", state)

    def _think_about_betting(self, what: str, state: TableState) -> None:
        if self._thought_about == what:
            return
        self._thought_about = what
        window = state.settings.timers.betting / 1000
        for player in self._players:
            if self._luck.below(20) < 9:
                self._start(self._later(self._luck.within(0, 0.9 * window), player.bet()))

    def _think_about(self, question: Question, state: TableState) -> None:
        decision_id, seat = question.decision_id, question.ask.seat
        if self._thought_about == decision_id:
            return
        self._thought_about = decision_id
        window = state.settings.timers.decision / 1000
        for player in self._players:
            asked = seat is None or player.name in state.seats.get(seat, ())
            if asked and self._luck.below(10) < 9:
                seconds = self._luck.within(0, 0.7 * window)
                self._start(self._later(seconds, player.answer(decision_id)))

    @staticmethod
    async def _later(seconds: float, act: Coroutine[None, None, None]) -> None:
        try:
            await asyncio.sleep(seconds)
        except BaseException:
            act.close()
            raise
        await act


class Manager:
    """Looks at every incident: most rounds go on, some are cancelled, now and then at random."""

    def __init__(self, link: FlakyLink, luck: Luck, new_id: NewId, crowd: Crowd) -> None:
        self._link = link
        self._luck = luck
        self._new_id = new_id
        self._crowd = crowd

    async def run(self) -> None:
        """Walk past the table now and then; when it is calm, close it."""
        while True:
            await asyncio.sleep(self._luck.within(0.5, 4))
            for command in self._wishes(self._link.state):
                wishes_to_cancel = isinstance(command, c.ProposeCancel)
                envelope = Envelope(
                    actor="second manager" if wishes_to_cancel else "manager",
                    actor_kind=ActorKind.MANAGER,
                    cmd_id=self._new_id(),
                    command=about_its_round(command, self._link.state),
                )
                await self._link.submit(envelope)
            if self._link.state.phase is Phase.IDLE:
                self._crowd.nudge()

    def _wishes(self, state: TableState) -> Sequence[c.Command]:
        if state.config is None:
            return ()
        shoe = state.shoe
        if shoe is not None and shoe.lost and shoe.promise_open and not state.in_round:
            return (c.WriteOffShoe(shoe_id=shoe.shoe_id, reason="it is gone"),)
        if state.phase is Phase.PAUSED:
            cancels = not self._luck.below(3)
            go_on = c.Resume(reason="go on")
            return (*cancelled_by_two("looked at it"), go_on) if cancels else (go_on,)
        if state.switched_off is not self._luck.calm:
            why = "good night" if self._luck.calm else "good morning"
            return (c.SwitchTable(off=self._luck.calm, reason=why),)
        return self._whims() if state.in_round else ()

    def _whims(self) -> Sequence[c.Command]:
        if self._luck.strikes(Fault.PAUSED, one_in=120):
            return (c.Pause(reason="a look"),)
        if self._luck.strikes(Fault.CANCELLED, one_in=60):
            return cancelled_by_two("at random")
        return ()


def cancelled_by_two(reason: str) -> Sequence[c.Command]:
    """F244: a colleague proposes, the manager decides."""
    return (c.ProposeCancel(reason=reason), c.CancelRound(reason=reason))


async def clumsiness(link: StudioLink, luck: Luck) -> None:
    """The machine reads a card too early; staff try to choose the cards."""
    while True:
        await asyncio.sleep(luck.within(5, 60))
        state = link.state
        if luck.calm or state.shoe is None or not state.in_round:
            continue
        if state.phase is Phase.BETTING and luck.below(2):
            luck.fired[Fault.SCAN_EARLY] += 1
            code = f"{state.shoe.shoe_id}:0:AS"
            strange = c.Scan(position="somewhere", code=code, card="AS")
            await link.accident(link.next_card() or strange)
            continue
        attacks = _attacks(state, state.shoe)
        fault = list(attacks)[luck.below(len(attacks))]
        luck.fired[fault] += 1
        kind = ActorKind.DEALER if luck.below(2) else ActorKind.MANAGER
        await link.attack(attacks[fault], kind)


def _attacks(state: TableState, shoe: Shoe) -> dict[Fault, c.Command]:
    """What a dealer or manager would do to decide a round."""
    number = state.cards_out
    expected = state.current.expected
    position = expected.positions[0] if isinstance(expected, Deal) else "P1"
    told: dict[str, Any] = {
        "position": position,
        "code": f"{shoe.shoe_id}:{number}:9H",
        "card": "9H",
    }
    order = " ".join(str(card) for card in [*full_deck()] * (shoe.cards // 52))
    return {
        Fault.STAFF_SCANS: c.Scan(**told),
        Fault.STAFF_LOADS: c.LoadShoe(
            shoe_id="mine", decks=shoe.cards // 52, commitment=commitment(cards=order, salt="")
        ),
        Fault.STAFF_BURNS: c.BurnCards(first="KS"),
        Fault.STAFF_CORRECTS: c.ProposeCorrection(**told),
        Fault.STAFF_DISCLOSES: c.DiscloseShoe(shoe_id=shoe.shoe_id, cards=order, salt=""),
    }
