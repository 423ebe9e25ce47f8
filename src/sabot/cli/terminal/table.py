"""One round at a terminal table, driven through the contract every game fulfils.

The virtual dealer answers what the rules expect; the person answers what they are asked. Nothing
here knows which game it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.panel import Panel

from sabot.adapters.chance import shuffled_shoe
from sabot.cards import Card
from sabot.cli.look import signed
from sabot.cli.terminal import felt, seat
from sabot.cli.terminal.purse import Purse
from sabot.gamekit import (
    AnyGame,
    Ask,
    Audience,
    Bet,
    BetSpec,
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
from sabot.gamekit.eligibility import Circumstances, Judgement
from sabot.gamekit.layout import Layout
from sabot.money import Cents, format_cents

YOU, BOT = "you", "robin"
YOUR_SEAT, BOT_SEAT = 3, 5
SEATS = {YOUR_SEAT: YOU, BOT_SEAT: f"{BOT} (bot)"}
BOT_STAKE = Cents(1000)
USUAL_STAKE = Cents(1000)


class TerminalTable:
    """A variant, a shoe, one person and, where hands belong to seats, one bot."""

    def __init__(
        self, console: Console, game: AnyGame, variant: Variant, purse: Purse, *, pace: float
    ) -> None:
        self.console = console
        self.game = game
        self.variant = variant
        self.purse = purse
        self.pace = pace
        self.shoe: list[Card] = []
        self.round_of_shoe = 0
        self.explained = False
        self.shown: tuple[HandView, ...] = ()
        # A bet behind exists only where each seat has its own hand (F152).
        self.hands_per_seat = any(s.role is Role.BEHIND for s in variant.bets.values())

    def play(self) -> None:
        """One round from the first chip to the last cent; leaving it calls it off."""
        self._load_shoe()
        bets = self._place_bets()
        try:
            state = self._play(bets)
        except (seat.Left, KeyboardInterrupt):
            back = format_cents(self.purse.void())
            self.console.print(f"You leave in the middle of a round: your {back} comes back.")
            raise seat.Left from None
        self._pay(state, bets)

    def _load_shoe(self) -> None:
        """A fresh shoe at the start and, as at a real table, when the cut card has come out."""
        self.round_of_shoe += 1
        if len(self.shoe) > self.variant.cut_card_from_end:
            return
        if self.shoe:
            self.console.print("[dim]The cards are shuffled.[/]")
        self.shoe = shuffled_shoe(self.variant.decks)
        self.round_of_shoe = 1

    # --- betting ---------------------------------------------------------------------------------

    def _place_bets(self) -> list[Bet]:
        specs = [spec for spec in self.variant.bets.values() if spec.role is not Role.EXTRA]
        if not self.explained:
            self.console.print(felt.bets_table(specs))
            self.explained = True
        judged = self._judged(specs)
        while not self._affordable(judged):
            judged = self._judged(specs)
        self.purse.take(sum(judgement.stake for judgement in judged))
        return [
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
        ] + self._bot_bets()

    def _judged(self, specs: Sequence[BetSpec]) -> tuple[Judgement, ...]:
        """What the table makes of the chips that were typed."""
        stakes = seat.ask_bets(
            self.console, [spec.kind for spec in specs], suggestion=self._suggestion(specs)
        )
        if stakes is None:
            self.console.print(felt.bets_table(specs))
            return self._judged(specs)
        layout: Layout = ()
        for kind, stake in stakes.items():
            chip = Placement(kind=kind, stake=stake, seat=self._seat_of(kind))
            layout = self.game.place(layout, chip).after
        return judge(layout, self._rules(), self._circumstances(layout))

    def _affordable(self, judged: Sequence[Judgement]) -> bool:
        """Whether something stands and can be paid; either way it is said why."""
        total = sum(judgement.stake for judgement in judged)
        if total > self.purse.balance:
            needed, there = format_cents(total), format_cents(self.purse.balance)
            self.console.print(f"[red]That is {needed} together, and you have {there}.[/]")
            return False
        for judgement in judged:
            self.console.print(felt.judgement_text(judgement))
        if total == 0:
            self.console.print("[red]Nothing is staked.[/]")
        return total > 0

    def _suggestion(self, specs: Sequence[BetSpec]) -> str:
        """The usual stake on the main bet, or what is left of it."""
        main = next(spec for spec in specs if spec.role is Role.MAIN)
        if self.purse.balance < main.limits.minimum:
            there, least = format_cents(self.purse.balance), format_cents(main.limits.minimum)
            self.console.print(f"You have {there}, and the smallest bet is {least}.")
            raise seat.Left
        stake = min(USUAL_STAKE, self.purse.balance)
        amount = format_cents(stake).removesuffix(".00")
        return f"{main.kind} {amount}"

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
        own = frozenset({YOUR_SEAT})
        return Circumstances(mode=mode, own_seats=own, round_of_shoe=self.round_of_shoe)

    def _rules(self) -> TableRules:
        # A round for trying things out: what is optional at a table is on here.
        return TableRules(bets=self.variant.bets, switched_on=frozenset(self.variant.bets))

    def _bot_bets(self) -> list[Bet]:
        if not self.hands_per_seat:
            return []
        return [Bet(id="bot", player=BOT, kind="main", stake=BOT_STAKE, seat=BOT_SEAT)]

    # --- playing ---------------------------------------------------------------------------------

    def _play(self, bets: list[Bet]) -> object:
        """Deal and ask until the result is known; what decisions take is added to the bets."""
        seats = frozenset({bet.seat for bet in bets if bet.kind == "main" and bet.seat})
        state = self.game.start(self.variant, seats=seats if self.hands_per_seat else frozenset())
        while True:
            state = self._until_you_are_asked(state)
            match self.game.expects(state):
                case Ask(seat=None) as ask:
                    bets += self._own_answers(state, ask, bets)
                    state = self.game.close(state)
                case Ask() as ask:
                    option = self._your_option(state, ask, bets)
                    bets += self._take(self.game.extras(state, option, bets))
                    state = self.game.choose(state, option)
                case Done():
                    return state
                case Deal() | Reveal():
                    raise AssertionError("the dealer stopped before the cards were dealt")

    def _until_you_are_asked(self, state: object) -> object:
        """The dealer's work, card by card, and the bot's decisions."""
        with self._drawing() as draw:
            while True:
                match self.game.expects(state):
                    case Deal(positions=positions):
                        state = self.game.deal(state, self.shoe.pop(), at=positions[0])
                    case Reveal():
                        state = self.game.reveal(state)
                    case Ask(seat=int() as number) as ask if number != YOUR_SEAT:
                        state = self._bot_decides(state, ask)
                    case _:
                        draw(state)
                        return state
                draw(state)
                time.sleep(self.pace)

    @contextmanager
    def _drawing(self) -> Iterator[Callable[[object], None]]:
        """Hands that grow in place on a terminal; in a pipe, what they are in the end."""
        live = Live(console=self.console, auto_refresh=False)
        latest = None

        def draw(state: object) -> None:
            nonlocal latest
            view = self.game.view(state, Audience.PLAYER)
            if view.hands == self.shown:
                return
            self.shown = view.hands
            latest = Panel(felt.hands_table(view, SEATS), border_style="dim", expand=False)
            if self.console.is_terminal:
                live.start()
                live.update(latest, refresh=True)

        try:
            yield draw
        finally:
            if live.is_started:
                live.stop()
            elif latest is not None:
                self.console.print(latest)

    def _total(self, state: object, ask: Ask) -> str:
        view = self.game.view(state, Audience.PLAYER)
        name = f"seat:{ask.seat}:{ask.hand}"
        return next(hand.total for hand in view.hands if hand.name == name)

    def _bot_decides(self, state: object, ask: Ask) -> object:
        """A cautious bot: it hits below 17 and never doubles or splits."""
        total = self._total(state, ask)
        wants_card = int(total.split("/")[-1]) < 17
        option = "hit" if wants_card and any(o.id == "hit" for o in ask.options) else ask.default
        self.console.print(f"[dim]{BOT} has {total}: {option}.[/]")
        return self.game.choose(state, option)

    def _your_option(self, state: object, ask: Ask, bets: Sequence[Bet]) -> str:
        view = self.game.view(state, Audience.PLAYER)
        several = sum(hand.name.startswith(f"seat:{ask.seat}:") for hand in view.hands) > 1
        hand = f"Hand {ask.hand + 1}, " if several else "You have "
        return seat.ask_option(
            self.console,
            f"{hand}{self._total(state, ask)}:",
            ask,
            costs=self._costs(state, ask, bets),
            balance=self.purse.balance,
        )

    def _own_answers(self, state: object, ask: Ask, bets: Sequence[Bet]) -> list[Bet]:
        taken: list[Bet] = []
        topic = felt.words(ask.topic).capitalize()
        asked = [bet for bet in self.game.asked(state, bets) if bet.player == YOU]
        for bet in asked:
            about = f" for your {felt.words(bet.kind)} bet" if len(asked) > 1 else ""
            option = seat.ask_option(
                self.console,
                f"{topic}{about}?",
                ask,
                costs=self._costs(state, ask, [bet]),
                balance=self.purse.balance,
            )
            taken += self._take(self.game.extras(state, option, [bet]))
        return taken

    def _costs(self, state: object, ask: Ask, bets: Sequence[Bet]) -> dict[str, Cents]:
        """What each answer would take from you, by the rules that will take it."""
        return {
            option.id: Cents(
                sum(
                    bet.stake
                    for bet in self.game.extras(state, option.id, bets)
                    if bet.player == YOU
                )
            )
            for option in ask.options
        }

    def _take(self, extras: Sequence[Bet]) -> Sequence[Bet]:
        self.purse.take(sum(bet.stake for bet in extras if bet.player == YOU))
        return extras

    # --- paying ----------------------------------------------------------------------------------

    def _pay(self, state: object, bets: Sequence[Bet]) -> None:
        mine: list[Payout] = [
            payout for payout in self.game.settle(state, bets) if payout.bet.player == YOU
        ]
        self.console.print(felt.payouts_table(mine))
        stake = sum(payout.bet.stake for payout in mine)
        back = sum(payout.amount for payout in mine)
        self.purse.give(back)
        net = back - stake
        style = "bold green" if net > 0 else "yellow" if net == 0 else "red"
        self.console.print(
            f"Staked {format_cents(stake)}, back {format_cents(back)}: "
            f"[{style}]net {signed(net)}[/]. Balance {format_cents(self.purse.balance)}."
        )
