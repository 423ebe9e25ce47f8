"""One round at a terminal table, driven through the contract every game fulfils.

The virtual dealer answers what the rules expect; the person answers what they are asked. Nothing
here knows which game it is.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from rich.console import Console
from rich.panel import Panel

from sabot.adapters.chance import shuffled_shoe
from sabot.cards import Card
from sabot.cli.terminal import felt, seat
from sabot.gamekit import (
    AnyGame,
    Ask,
    Audience,
    Bet,
    Deal,
    Done,
    HandView,
    Payout,
    Placement,
    Reveal,
    Role,
    TableRules,
    Variant,
    judge,
)
from sabot.gamekit.eligibility import Circumstances
from sabot.gamekit.layout import Layout
from sabot.money import Cents, format_cents

YOU, BOT = "you", "robin (bot)"
YOUR_SEAT, BOT_SEAT = 3, 5
BOT_STAKE = Cents(1000)
START_BALANCE = Cents(100_000)


@dataclass(slots=True)
class Purse:
    """Play money of one visit."""

    balance: Cents = START_BALANCE
    staked: Cents = field(default=Cents(0))
    returned: Cents = field(default=Cents(0))

    def take(self, amount: int) -> None:
        self.balance = Cents(self.balance - amount)
        self.staked = Cents(self.staked + amount)

    def give(self, amount: int) -> None:
        self.balance = Cents(self.balance + amount)
        self.returned = Cents(self.returned + amount)


class TerminalTable:
    """A variant, a fresh shoe, one person and, where hands belong to seats, one bot."""

    def __init__(
        self, console: Console, game: AnyGame, variant: Variant, purse: Purse, *, pace: float
    ) -> None:
        self.console = console
        self.game = game
        self.variant = variant
        self.purse = purse
        self.pace = pace
        self.shoe: list[Card] = shuffled_shoe(variant.decks)
        self.shown: tuple[HandView, ...] = ()
        # A bet behind exists only where each seat has its own hand (F152).
        self.hands_per_seat = any(s.role is Role.BEHIND for s in variant.bets.values())

    def play(self) -> Sequence[Payout]:
        """One round from the first chip to the last cent."""
        bets = self._place_bets()
        seats = frozenset({bet.seat for bet in bets if bet.kind == "main" and bet.seat})
        state = self.game.start(self.variant, seats=seats if self.hands_per_seat else frozenset())
        while not isinstance(expected := self.game.expects(state), Done):
            match expected:
                case Deal(positions=positions):
                    time.sleep(self.pace)
                    state = self.game.deal(state, self.shoe.pop(), at=positions[0])
                case Reveal():
                    time.sleep(self.pace)
                    state = self.game.reveal(state)
                    self._show(state)
                case Ask() as ask:
                    self._show(state)
                    state, taken = self._answer(state, ask, bets)
                    bets += taken
                case Done():
                    pass
                case _:
                    assert_never(expected)
        self._show(state)
        return self._pay(state, bets)

    def _place_bets(self) -> list[Bet]:
        specs = [spec for spec in self.variant.bets.values() if spec.role is not Role.EXTRA]
        self.console.print(felt.bets_table(specs))
        while True:
            placed = self._layout({spec.kind for spec in specs})
            judged = judge(placed, self._rules(), self._circumstances(placed))
            for judgement in judged:
                self.console.print(felt.judgement_text(judgement))
            total = sum(judgement.stake for judgement in judged)
            if 0 < total <= self.purse.balance:
                break
            reason = "Nothing is staked." if total == 0 else "Your balance does not cover that."
            self.console.print(f"[red]{reason}[/] Please bet again, or type quit.")
        self.purse.take(total)
        mine = [
            Bet(
                id=f"b{number}",
                player=YOU,
                kind=judgement.placement.kind,
                stake=judgement.stake,
                seat=judgement.placement.seat,
                terms=frozenset({"follow_double", "follow_split"}),
            )
            for number, judgement in enumerate(judged, start=1)
            if judgement.stake
        ]
        return mine + self._bot_bets()

    def _layout(self, kinds: set[str]) -> list[Placement]:
        main = next(spec for spec in self.variant.bets.values() if spec.role is Role.MAIN)
        stakes = seat.ask_bets(self.console, kinds, suggestion=f"{main.kind} 10")
        layout: Layout = ()
        for chip in seat.placements(stakes, seat_of=self._seat_of):
            layout = self.game.place(layout, chip).after
        return list(layout)

    def _seat_of(self, kind: str) -> int | None:
        if not self.hands_per_seat:
            return None
        return BOT_SEAT if self.variant.bets[kind].role is Role.BEHIND else YOUR_SEAT

    def _circumstances(self, placed: Sequence[Placement]) -> Circumstances:
        """Your commission mode is the one your first bet belongs to, the usual one otherwise."""
        specs = self.variant.bets
        modes = [specs[chip.kind].mode for chip in placed]
        modes += [spec.mode for spec in specs.values()]
        mode = next((mode for mode in modes if mode is not None), None)
        return Circumstances(mode=mode, own_seats=frozenset({YOUR_SEAT}))

    def _rules(self) -> TableRules:
        # A round for trying things out: what is optional at a table is on here.
        return TableRules(bets=self.variant.bets, switched_on=frozenset(self.variant.bets))

    def _bot_bets(self) -> list[Bet]:
        if not self.hands_per_seat:
            return []
        self.console.print(f"[dim]{BOT} sits in seat {BOT_SEAT}; you sit in seat {YOUR_SEAT}.[/]")
        return [Bet(id="bot", player=BOT, kind="main", stake=BOT_STAKE, seat=BOT_SEAT)]

    def _answer(self, state: object, ask: Ask, bets: Sequence[Bet]) -> tuple[object, list[Bet]]:
        if ask.seat is None:
            return self.game.close(state), self._own_answers(state, ask, bets)
        if ask.seat == YOUR_SEAT:
            stake = next(bet.stake for bet in bets if bet.player == YOU and bet.seat == YOUR_SEAT)
            question = f"Seat {ask.seat}, hand {ask.hand + 1}:"
            option = seat.ask_option(
                self.console, question, ask, stake=stake, affordable=self.purse.balance
            )
        else:
            option = self._bot_option(state, ask)
            self.console.print(f"[dim]{BOT} in seat {ask.seat}: {option}[/]")
        taken = self._take(self.game.extras(state, option, bets))
        return self.game.choose(state, option), taken

    def _own_answers(self, state: object, ask: Ask, bets: Sequence[Bet]) -> list[Bet]:
        taken: list[Bet] = []
        for bet in self.game.asked(state, bets):
            if bet.player == YOU:
                question = f"{felt.words(ask.topic)} ({felt.words(bet.kind)}):"
                option = seat.ask_option(
                    self.console, question, ask, stake=bet.stake, affordable=self.purse.balance
                )
                taken += self._take(self.game.extras(state, option, [bet]))
        return taken

    def _take(self, extras: Sequence[Bet]) -> list[Bet]:
        """Take the further stakes; a bet behind that cannot pay does not follow (F159)."""
        taken = [bet for bet in extras if bet.player != YOU or bet.stake <= self.purse.balance]
        for bet in taken:
            if bet.player == YOU:
                self.purse.take(bet.stake)
        return taken

    def _bot_option(self, state: object, ask: Ask) -> str:
        """A cautious bot: it hits below 17 and never doubles or splits."""
        name = f"seat:{ask.seat}:{ask.hand}"
        view = self.game.view(state, Audience.PLAYER)
        total = next(hand.total for hand in view.hands if hand.name == name)
        wants_card = int(total.split("/")[-1]) < 17
        return "hit" if wants_card and any(o.id == "hit" for o in ask.options) else ask.default

    def _show(self, state: object) -> None:
        view = self.game.view(state, Audience.PLAYER)
        if view.hands != self.shown:
            self.console.print(Panel(felt.hands_table(view), border_style="dim", expand=False))
            self.shown = view.hands

    def _pay(self, state: object, bets: Sequence[Bet]) -> list[Payout]:
        mine = [payout for payout in self.game.settle(state, bets) if payout.bet.player == YOU]
        self.console.print(felt.payouts_table(mine))
        stake = sum(payout.bet.stake for payout in mine)
        back = sum(payout.amount for payout in mine)
        self.purse.give(back)
        net = back - stake
        style = "bold green" if net > 0 else "yellow" if net == 0 else "red"
        self.console.print(
            f"Staked {format_cents(stake)}, back {format_cents(back)}: "
            f"[{style}]net {format_cents(net)}[/]. Balance {format_cents(self.purse.balance)}."
        )
        return mine
