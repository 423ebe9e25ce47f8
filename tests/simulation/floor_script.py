"""People at one live table, with their mistakes: one seed is one script, and always the same.

A dealer reads what is due, or something else; cards fall, codes cannot be read, colleagues take
over, managers confirm, decline or cancel, the process starts again. Nothing here checks a rule:
what must hold is checked on the record (`test_floor_scripts.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from msgspec.structs import replace
from tests.lab.audit.house import House, Table
from tests.seals import SEALS
from tests.table.cast import CONSOLE
from tests.table.cupboard import Cupboard, a_set
from tests.table.driver import (
    BOSS,
    DEALER,
    DEVICE,
    HOUSE,
    OTHER_BOSS,
    SECOND,
    SUPERVISOR,
    blackjack_config,
    brag_config,
    scanner_config,
    seven_config,
    speed_config,
)
from typing_extensions import override

from sabot.cards import full_deck
from sabot.gamekit import Deal, Reveal
from sabot.service.storage.sealing import opened_event
from sabot.service.tables.envelopes import Reply
from sabot.table import commands as c
from sabot.table.config import AnyConfig, Opening
from sabot.table.evolve import evolve
from sabot.table.phases import Phase
from sabot.table.state import TableState

MARKER = "Bob spilled his tea"
"""In all words of staff: players read it nowhere."""

GAMES: tuple[Callable[..., AnyConfig], ...] = (
    speed_config,
    seven_config,
    scanner_config,
    blackjack_config,
    brag_config,
)
PLAYERS = ("ada", "bob")
DECK = tuple(str(card) for card in full_deck())


class FloorScript:
    """One table, one seed."""

    def __init__(self, seed: int) -> None:
        self.luck = Random(seed)
        self.done: Counter[str] = Counter()  # command and answer
        self.house = House(seed)
        make = GAMES[seed % len(GAMES)]
        opening = self.luck.choice((Opening.DEALER, Opening.CLOCK))
        burn = self.luck.random() < 0.3
        config = make(live=True, opening=opening, burn=burn, deal_now=False)
        for player in PLAYERS:
            self.house.fund(player, golden=5_000)
        self.table = LiveTable(config, self.house)
        self.cupboard = Cupboard(*(a_set(f"s{n}", config.variant.decks) for n in range(9)))
        self.table.engine.sets = self.cupboard
        self.with_sets = self.luck.random() < 0.6
        self.dealer = DEALER
        self.console = CONSOLE
        self.pile: list[str] = []

    @property
    def state(self) -> TableState:
        return self.table.state

    def send(self, actor: str, command: c.Command) -> Reply:
        """A command, from the console in charge if it is a dealer's."""
        envelope = self.table.envelope(actor, command)
        [reply] = self.table.batch([replace(envelope, console=self.console)]).replies
        self.done[f"{type(command).__name__} {reply.code}".strip()] += 1
        return reply

    # --- the script -------------------------------------------------------------------------------

    def play(self, steps: int) -> FloorScript:
        """So many acts, one in five of them a mistake or an accident."""
        self.send(self.dealer, c.SignOn(console=self.console))
        for _ in range(steps):
            if self.luck.random() < 0.8:
                self._go_on()
            else:
                self.luck.choice(ACCIDENTS)(self)
        self._finish()
        return self

    def _finish(self) -> None:
        for _ in range(20):
            if self.state.in_round:
                if self.state.phase is Phase.PAUSED:
                    self.send(BOSS, c.Resume(reason=MARKER))
                self.send(HOUSE, c.CancelRound(reason="studio/lost"))
            elif self.state.timer is not None:
                self.table.time_up()
                self.send(BOSS, c.SwitchTable(off=True, reason=MARKER))
            else:
                self.send(BOSS, c.SwitchTable(off=True, reason=MARKER))
                return

    def _go_on(self) -> None:
        """What sensible people would do next."""
        if self.state.dealer is None:
            self.dealer = self.luck.choice((DEALER, SECOND))
            self.send(self.dealer, c.SignOn(console=self.console))
            return
        match self.state.phase:
            case Phase.OFF:
                self.send(BOSS, c.SwitchTable(off=False, reason=MARKER))
                self.bring_cards()
            case Phase.SHUFFLE:
                self.bring_cards()
            case Phase.IDLE:
                self._open()
            case Phase.BETTING:
                self._bet()
            case Phase.DEALING | Phase.DEALER:
                self._deal()
            case Phase.OFFER | Phase.DECISION:
                self._decide()
            case Phase.PAUSED:
                self._put_right()
            case _:
                self.table.time_up()

    def bring_cards(self) -> None:
        decks = self.state.settings.variant.decks
        who = self.luck.choice((self.dealer, SUPERVISOR))
        names: tuple[str, ...] = ()
        if self.with_sets and not self.send(who, c.LoadShoe(shoe_id="", decks=decks)).accepted:
            names = (self.luck.choice(sorted(self.cupboard.sets)),)
        if names or not self.with_sets:
            name = "" if names else f"shoe{self.state.seq}"
            self.send(who, c.LoadShoe(shoe_id=name, decks=decks, sets=names))
        shoe = self.state.shoe
        if shoe is None:
            return
        if shoe.sets:
            self.pile = sorted(
                code for name in shoe.sets for code in self.cupboard.sets[name].codes
            )
        else:
            cards = DECK * decks
            self.pile = [f"{shoe.shoe_id}:{n}:{card}" for n, card in enumerate(cards)]
        self.luck.shuffle(self.pile)

    def _open(self) -> None:
        if self.state.burn_due:
            code = self.next_code()
            with_code = self.luck.random() < 0.5
            self.send(self.dealer, c.BurnCards(first=code[-2:], code=code if with_code else ""))
        elif self.state.settings.opening is Opening.DEALER:
            self.send(self.dealer, c.OpenBetting())
        else:
            self.send(SUPERVISOR, c.ChangeCards(reason="security", words=MARKER))

    def _bet(self) -> None:
        player = self.luck.choice(PLAYERS)
        variant = self.state.settings.variant
        seat = None
        if variant.seats:
            seat = 1 + PLAYERS.index(player)
            self.send(player, c.TakeSeat(seat=seat))
        main = next(kind for kind in ("player", "main", "ante") if kind in variant.bets)
        self.send(player, c.PlaceChip(kind=main, amount=1_000, seat=seat))
        self.send(player, c.ConfirmBets())
        if self.luck.random() < 0.6:
            self.table.time_up()

    def next_code(self) -> str:
        return self.pile.pop() if self.pile else "none:1:9S"

    def due(self) -> tuple[str, ...]:
        current = self.state.round
        expected = None if current is None else current.expected
        return expected.positions if isinstance(expected, Deal) else ()

    def _deal(self) -> None:
        current = self.state.round
        if current is not None and isinstance(current.expected, Reveal):
            self.send(self.dealer, c.Reveal())
            return
        due = self.due()
        self.scan(due[0] if due else "P1", self.next_code())

    def scan(self, position: str, code: str) -> None:
        who = self.luck.choice((self.dealer, DEVICE))
        manual = who == self.dealer and self.luck.random() < 0.1
        scan = c.Scan(position=position, code=code, card=code[-2:], manual=manual)
        self.send(who, scan)

    def _decide(self) -> None:
        question = self.state.current.question
        if question is None or self.luck.random() < 0.3:
            self.table.time_up()
        elif question.ask.seat is not None:
            option = self.luck.choice(question.ask.options).id
            seat = question.ask.seat
            owner = next(b.player for b in self.state.current.bets.values() if b.seat == seat)
            self.send(owner, c.Choose(decision_id=question.decision_id, option=option))
        else:
            bet = self.luck.choice(list(self.state.current.bets.values()))
            option = self.luck.choice(question.ask.options).id
            answer = c.Answer(decision_id=question.decision_id, bet=bet.id, option=option)
            self.send(bet.player, answer)

    # --- putting right ----------------------------------------------------------------------------

    def _put_right(self) -> None:
        proposal, roll = self.state.proposal, self.luck.random()
        if proposal is not None:
            decide: c.Command = c.CorrectCard(
                position=proposal.position, code=proposal.code, card=proposal.card
            )
            if proposal.second:
                decide = c.MoveCards(first=proposal.position, second=proposal.second)
            if roll < 0.5:
                self.send(BOSS, decide)
            elif roll < 0.65:
                self.send(BOSS, c.DeclineCorrection(reason=MARKER))
            elif roll < 0.8:
                self.send(BOSS, c.AskRescan(position=proposal.position, reason=MARKER))
            else:
                self.send(self.dealer, c.WithdrawCorrection())
        elif roll < 0.3:
            self.propose()
        elif roll < 0.4:
            self.send(OTHER_BOSS, c.ProposeCancel(reason=MARKER, public="studio/cards_mixed"))
            self.send(BOSS, c.CancelRound(reason=MARKER))
        else:
            self.send(BOSS, c.Resume(reason=MARKER))

    def propose(self) -> None:
        """Say something about a card that lies there, or about two."""
        current = self.state.round
        lying = [step.at for step in current.steps if step.kind == "deal"] if current else []
        if len(lying) > 1 and self.luck.random() < 0.5:
            first, second = self.luck.sample(lying, 2)
            self.send(self.dealer, c.ProposeMove(first=first, second=second))
        else:
            position, code = self.luck.choice(lying or ["P1"]), self.next_code()
            manual = self.luck.random() < 0.5
            correction = c.ProposeCorrection(
                position=position, code=code, card=code[-2:], manual=manual
            )
            self.send(self.dealer, correction)


# --- mistakes and accidents -----------------------------------------------------------------------


def _wrong_position(script: FloorScript) -> None:
    script.scan(script.luck.choice(("Z9", "P3", "dealer:1")), script.next_code())


def _repeated(script: FloorScript) -> None:
    shoe = script.state.shoe
    codes = sorted(shoe.codes) if shoe is not None else []
    script.scan((script.due() or ("P1",))[0], script.luck.choice(codes or ["none:1:9S"]))


def _foreign(script: FloorScript) -> None:
    script.scan((script.due() or ("P1",))[0], "elsewhere:1:9S")


def _unreadable(script: FloorScript) -> None:
    scan = c.Scan(position="P1", code="?", card="?")
    script.send(script.dealer, scan)


def _fallen(script: FloorScript) -> None:
    script.send(script.dealer, c.DropCards(count=script.luck.choice((1, 1, 2, 4))))
    script.send(script.dealer, c.CallManager(reason=MARKER))


def _bad_barcode(script: FloorScript) -> None:
    script.send(script.dealer, c.ReportBarcode(position=(script.due() or ("P1",))[0]))


def _stop(script: FloorScript) -> None:
    public = script.luck.choice(("", "studio/equipment", "studio/dealer_error"))
    script.send(script.luck.choice((script.dealer, BOSS)), c.Pause(reason=MARKER, public=public))


def _silence(script: FloorScript) -> None:
    script.send(HOUSE, c.CancelRound(reason="studio/lost"))


def _change_of_dealer(script: FloorScript) -> None:
    other = SECOND if script.dealer == DEALER else DEALER
    if script.luck.random() < 0.3:
        script.send(BOSS, c.RelieveDealer(reason=MARKER))
    else:
        script.send(script.dealer, c.HandOver())
    if script.send(other, c.SignOn(console=script.console)).accepted:
        script.dealer = other


def _other_console(script: FloorScript) -> None:
    mine, script.console = script.console, "desk-2"
    script.send(script.dealer, c.Announce(phrase="welcome"))
    if not script.send(script.dealer, c.SignOn(console="desk-2")).accepted:
        script.console = mine


def _intruder(script: FloorScript) -> None:
    other = SECOND if script.dealer == DEALER else DEALER
    if script.send(other, c.SignOn(console=script.console)).accepted:
        script.dealer = other
    script.send(SECOND, c.Reveal())


def _signs_off(script: FloorScript) -> None:
    script.send(script.dealer, c.SignOff())


def _picture(script: FloorScript) -> None:
    script.send(script.luck.choice((DEVICE, BOSS)), c.ReportVideo(available=not script.state.video))


def _last_hand(script: FloorScript) -> None:
    script.send(script.dealer, c.ShowCutCard())


def _desk(script: FloorScript) -> None:
    for incident in script.state.incidents:
        if incident.open:
            script.send(BOSS, c.CloseIncident(incident=incident.number, reason=MARKER))
    for call in script.state.calls:
        script.send(BOSS, c.Acknowledge(alarm=f"call:{call.number}"))
    script.send(BOSS, c.PutOff(alarm="cut_card", minutes=5, reason=MARKER))


def _side_bets(script: FloorScript) -> None:
    off = not script.state.kinds_off
    kinds = tuple(script.state.settings.variant.bets)[-1:]
    script.send(BOSS, c.SwitchSideBets(kinds=kinds, off=off, reason=MARKER))


def _look(script: FloorScript) -> None:
    script.send(OTHER_BOSS, c.LookAtHiddenCards(reason=MARKER))


def _restart(script: FloorScript) -> None:
    """The process ends; the next one knows what the disk knows."""
    again = TableState(table_id=script.state.table_id, game=script.table.game)
    for row in script.table.book.events[script.state.table_id]:
        again = evolve(again, opened_event(row, SEALS, table_id=again.table_id))
    assert again == script.state, "a replay is the table"
    script.table.funds.recovered(script.state.table_id)
    script.table.engine = script.table.engine_of(again)
    script.table.engine.sets = script.cupboard
    script.table.engine.start_clock(script.table.now_ms)
    script.done["restart"] += 1
    if again.in_round and again.current.play is not None and again.paused is None:
        script.send(HOUSE, c.Pause(reason="studio/restarted"))


ACCIDENTS: tuple[Callable[[FloorScript], None], ...] = (
    _wrong_position,
    _repeated,
    _foreign,
    _unreadable,
    _fallen,
    _bad_barcode,
    _stop,
    _silence,
    _change_of_dealer,
    _other_console,
    _intruder,
    _signs_off,
    _picture,
    _last_hand,
    _desk,
    _side_bets,
    _look,
    _restart,
    FloorScript.propose,
    FloorScript.bring_cards,
)


class LiveTable(Table):
    """A table of the auditor's house whose cards the script brings."""

    @override
    def shuffle(self, *, stack: str = "") -> None:
        """Nobody has brought cards yet."""
        assert not stack
