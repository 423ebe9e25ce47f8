"""People at a table, wise and foolish: a random walk lets them act.

They look at the state and say who does what. Nothing here checks anything.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.table.cast import CONSOLE, disclosure, promised
from tests.table.driver import (
    BOSS,
    DEALER,
    DEVICE,
    HOUSE,
    OTHER_BOSS,
    SECOND,
    SUPERVISOR,
    Studio,
    configured,
)

from sabot.cards import full_deck
from sabot.gamekit import Ask, Deal, Reveal, Role
from sabot.table import commands as c
from sabot.table.config import Opening
from sabot.table.staging import AUTO_STAND_VALUES
from sabot.table.state import Proposal, TableState

PLAYERS = ("ada", "bob", "cleo", "dan")
STAFF = (DEALER, SECOND, DEVICE, SUPERVISOR, BOSS, OTHER_BOSS, HOUSE)
AMOUNTS = (50, 100, 500, 1000, 2500, 60_000, 600_000)
DECK = tuple(str(card) for card in full_deck())
ACES = tuple(card for card in DECK if card[0] == "A")

Act = tuple[str, c.Command]
"""Who does what."""


class Crowd:
    """Everybody at one table, moved by one seed."""

    def __init__(self, table: Studio, seed: int) -> None:
        self.table = table
        self.chance = Random(seed)
        self.version = 1
        self.fool = Fool(self)

    @property
    def state(self) -> TableState:
        return self.table.state

    def fund(self) -> None:
        for name in PLAYERS:
            self.table.players.fund(name, self.chance.choice((0, 900, 20_000, 2_000_000)))
            if not self.table.players.golden(name):
                self.table.players.fund(name, self.table.players.balance(name), golden=5_000)
            wish = self.chance.choice((None, *AUTO_STAND_VALUES))
            flags = [self.chance.random() < 0.7 for _ in range(3)]
            self.table.players.wish(
                name,
                auto_stand=wish,
                follow_double=flags[0],
                follow_split=flags[1],
                auto_confirm=flags[2],
            )

    # --- sensible people --------------------------------------------------------------------------

    def sensible(self) -> Act:
        """What somebody at such a table would do next, now and then a shift manager."""
        if self.state.in_round and self.chance.random() < 0.04:
            kind = self.chance.choice(("Pause", "Pause", "CancelRound"))
            return self._cancels() if kind == "CancelRound" else (BOSS, self.fool.any_of(kind))
        config = self.state.config
        if config is not None and config.live and self.state.dealer is None:
            return DEALER, c.SignOn(console=CONSOLE)
        return getattr(self, f"_in_{self.state.phase}", self.time_up)()

    def _in_off(self) -> Act:
        if self.state.switched_off:
            return BOSS, c.SwitchTable(off=False, reason="open")
        return DEALER, self.new_cards()

    def _in_shuffle(self) -> Act:
        return DEALER, self.new_cards()

    def _in_idle(self) -> Act:
        if self.state.settings.opening is Opening.DEALER:
            return DEALER, c.OpenBetting()
        return self._chip()

    def _in_betting(self) -> Act:
        return self.time_up() if self.chance.random() < 0.12 else self._chip()

    def _in_dealing(self) -> Act:
        return DEALER, self.dealers_next()

    _in_dealer = _in_dealing

    def _in_decision(self) -> Act:
        return self._answer() if self.chance.random() < 0.8 else self.time_up()

    _in_insurance = _in_decision

    def new_cards(self) -> c.Command:
        """Keep the promise of the old shoe first, then load another."""
        old = self.state.shoe
        owed = old is not None and old.promise_open
        if old is None or not owed:
            return self.load()
        return disclosure(old.shoe_id, decks=old.cards // 52)

    def load(self) -> c.LoadShoe:
        live = self.state.settings.live
        shoe_id = f"shoe{self.state.seq}"
        decks = self.state.settings.variant.decks
        return c.LoadShoe(
            shoe_id=shoe_id,
            decks=decks,
            commitment=None if live else promised(shoe_id, decks=decks),
        )

    def time_up(self) -> Act:
        timer = self.state.timer
        return HOUSE, c.TimeUp(seq=timer.seq if timer is not None else 0)

    def _chip(self) -> Act:
        name = self.chance.choice(PLAYERS)
        seats = sorted(self.state.seats_of(name))
        variant = self.state.settings.variant
        if variant.seats and not seats:
            return name, c.TakeSeat(seat=self.chance.randint(1, variant.seats))
        kind = self.chance.choice([k for k, spec in variant.bets.items() if spec.role != "extra"])
        seat = self._seat_for(kind, seats)
        move = self.chance.random()
        if move < 0.7:
            golden = "token" if self.chance.random() < 0.1 else None
            amount = 5_000 if golden else self.chance.choice(AMOUNTS[:5])
            return name, c.PlaceChip(kind=kind, amount=amount, seat=seat, golden=golden)
        others: tuple[c.Command, ...] = (
            c.UndoBet(),
            c.DoubleStakes(),
            c.Rebet(),
            c.ClearBets(),
            c.LowerBet(kind=kind, amount=self.chance.choice(AMOUNTS), seat=seat),
            c.ConfirmBets(),
            c.ConfirmBets(chips=(c.NewChip(kind=kind, amount=500, seat=seat),)),
            c.DealNow(),
            c.SetMode(mode=self.chance.choice(("commission", "zero_commission"))),
        )
        return name, self.chance.choice(others)

    def _seat_for(self, kind: str, seats: list[int]) -> int | None:
        variant = self.state.settings.variant
        if not variant.seats:
            return None
        if variant.bets[kind].role is Role.BEHIND:
            return self.chance.randint(1, variant.seats)
        return self.chance.choice(seats)

    def dealers_next(self) -> c.Command:
        if self.state.round is None or self.state.round.play is None:
            return c.Reveal()
        expected = self.table.game.expects(self.state.current.play)
        if isinstance(expected, Reveal):
            return c.Reveal()
        positions = expected.positions if isinstance(expected, Deal) else ("P1",)
        return self.scan(self.chance.choice(positions))

    def scan(self, position: str, card: str | None = None) -> c.Scan:
        insurance = position == "dealer:1" and self.chance.random() < 0.3
        card = card or self.chance.choice(ACES if insurance else DECK)
        return c.Scan(position=position, code=self.table.cards.code_of(card), card=card)

    def _answer(self) -> Act:
        question = self.state.current.question
        assert question is not None, "a phase that asks has a question"
        ask = question.ask
        option = self.chance.choice(ask.options).id
        if ask.seat is not None:
            owner = owner_of(self.state, ask)
            return owner, c.Choose(decision_id=question.decision_id, option=option)
        bets = sorted(self.state.current.bets.values(), key=lambda bet: bet.id)
        bet = self.chance.choice(bets)
        answer = c.Answer(decision_id=question.decision_id, bet=bet.id, option=option)
        return bet.player, answer

    def _in_paused(self) -> Act:
        roll = self.chance.random()
        proposal = self.state.proposal
        if proposal is not None and proposal.second:
            return self._about_a_move(proposal, roll)
        if proposal is not None and roll < 0.6:
            told = {"position": proposal.position, "code": proposal.code, "card": proposal.card}
            return BOSS, c.CorrectCard(**told)
        if roll < 0.25:
            return DEALER, self.proposal()
        if roll < 0.35:
            return DEALER, self.move()
        if roll < 0.5:
            return self._cancels()
        return BOSS, c.Resume(reason="looked at it")

    def _about_a_move(self, proposal: Proposal, roll: float) -> Act:
        if roll < 0.6:
            return BOSS, c.MoveCards(first=proposal.position, second=proposal.second)
        if roll < 0.8:
            return DEALER, c.WithdrawCorrection()
        return BOSS, c.DeclineCorrection(reason="the camera says otherwise")

    def move(self) -> c.ProposeMove:
        first, second = self.place(), self.place()
        return c.ProposeMove(first=first, second=second)

    def place(self) -> str:
        current = self.state.round
        steps = current.steps if current is not None else ()
        return self.chance.choice([step.at for step in steps if step.kind == "deal"] or ["P1"])

    def _cancels(self) -> Act:
        """A colleague proposes it first, where there are bets."""
        current = self.state.round
        if current is not None and current.bets and current.cancel_by is None:
            return OTHER_BOSS, c.ProposeCancel(reason="cannot be put right")
        return BOSS, c.CancelRound(reason="cannot be put right")

    def proposal(self) -> c.ProposeCorrection:
        scan = self.scan(self.place())
        return c.ProposeCorrection(position=scan.position, code=scan.code, card=scan.card)


def owner_of(state: TableState, ask: Ask) -> str:
    """Whose hand is asked."""
    bets = state.current.bets.values()
    return next(b.player for b in bets if b.seat == ask.seat and b.kind == "main")


class Fool:
    """Somebody who says anything at a table."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd

    def act(self) -> Act:
        """Anything by anybody; most of it means nothing where it is said."""
        kind = self._crowd.chance.choice(sorted(COMMANDS))
        actor = self._crowd.chance.choice(PLAYERS if kind in OF_PLAYERS else STAFF)
        if self._crowd.chance.random() < 0.1:
            actor = self._crowd.chance.choice((*PLAYERS, *STAFF))
        return actor, self.any_of(kind)

    def any_of(self, kind: str) -> c.Command:
        """A command of this kind, with members that may make sense."""
        if kind in SIMPLE:
            return SIMPLE[kind]
        if kind in REASONS:
            return REASONS[kind](reason=self._crowd.chance.choice(("a reason", "a reason", "")))
        return self._with_members(kind)

    def _with_members(self, kind: str) -> c.Command:  # noqa: C901, PLR0911, PLR0912 - a list
        chance, variant = self._crowd.chance, self._crowd.state.settings.variant
        bet_kind = chance.choice((*variant.bets, "nonsense"))
        seat = chance.choice((None, 1, 2, 3, 7, 8))
        question = self._crowd.state.round.question if self._crowd.state.round else None
        decision_id = question.decision_id if question else "none"
        match kind:
            case "PlaceChip":
                amount = chance.choice((-5, 0, *AMOUNTS))
                return c.PlaceChip(kind=bet_kind, amount=amount, seat=seat)
            case "LowerBet":
                return c.LowerBet(kind=bet_kind, amount=chance.choice((-5, *AMOUNTS)), seat=seat)
            case "SetMode":
                return c.SetMode(mode=chance.choice(("commission", "zero_commission", "?")))
            case "TakeSeat":
                return c.TakeSeat(seat=seat)
            case "LeaveSeat":
                return c.LeaveSeat(seat=seat or 1)
            case "Choose":
                option = chance.choice(("hit", "stand", "double", "split", "yes", "?"))
                return c.Choose(decision_id=decision_id, option=option)
            case "Answer":
                bets = sorted(self._crowd.state.round.bets) if self._crowd.state.round else []
                option = chance.choice(("yes", "no", "play", "fold", "?"))
                bet = chance.choice((*bets, "none"))
                return c.Answer(decision_id=decision_id, bet=bet, option=option)
            case "Scan":
                return replace_scan(
                    self._crowd.scan(chance.choice(("P1", "B2", "dealer:1"))), chance
                )
            case "LoadShoe":
                return self._crowd.load()
            case "BurnCards":
                return c.BurnCards(first=chance.choice((*DECK[:3], "?")))
            case "ChangeCards":
                return c.ChangeCards(reason=chance.choice(("worn", "security", "?")))
            case "DropCards":
                return c.DropCards(count=chance.choice((-1, 0, 1, 2)))
            case "ReportBarcode":
                return c.ReportBarcode(position="P1")
            case "ProposeCorrection":
                return self._crowd.proposal()
            case "CorrectCard":
                told = self._crowd.proposal()
                return c.CorrectCard(position=told.position, code=told.code, card=told.card)
            case "Announce":
                return c.Announce(phrase=chance.choice(("welcome", "Hello.")))
            case "SwitchSideBets":
                off = chance.random() < 0.3
                return c.SwitchSideBets(kinds=(bet_kind,), off=off, reason="abuse")
            case "SwitchTable":
                return c.SwitchTable(off=chance.random() < 0.5, reason="night")
            case "Configure":
                return self._settings()
            case "TimeUp":
                timer = self._crowd.state.timer
                return c.TimeUp(seq=timer.seq if timer and chance.random() < 0.5 else 0)
            case "ReportMalfunction":
                return c.ReportMalfunction(detail="ZeroDivisionError", again=False)
            case _:
                return self._of_the_studio(kind)

    def _of_the_studio(self, kind: str) -> c.Command:  # noqa: PLR0911 - a list
        chance = self._crowd.chance
        incidents = [each.number for each in self._crowd.state.incidents] or [0]
        alarm = chance.choice((f"incident:{incidents[0]}", "studio_silent", "cut_card", "?"))
        match kind:
            case "SignOn":
                return c.SignOn(console=chance.choice((CONSOLE, "desk-2", "")))
            case "ReportVideo":
                return c.ReportVideo(available=chance.random() < 0.5)
            case "ProposeMove":
                return self._crowd.move()
            case "MoveCards":
                told = self._crowd.move()
                return c.MoveCards(first=told.first, second=told.second)
            case "AskRescan":
                return c.AskRescan(position=self._crowd.place(), reason="a reason")
            case "Acknowledge":
                return c.Acknowledge(alarm=alarm)
            case "PutOff":
                minutes = chance.choice((0, 10))
                return c.PutOff(alarm=alarm, minutes=minutes, reason="a reason")
            case "CloseIncident":
                return c.CloseIncident(incident=chance.choice(incidents), reason="a reason")
            case _:
                return self._about_a_promise(kind)

    def _about_a_promise(self, kind: str) -> c.Command:
        chance, shoe = self._crowd.chance, self._crowd.state.shoe
        shoe_id = shoe.shoe_id if shoe and chance.random() < 0.7 else "shoe0"
        match kind:
            case "ReportLostPromise":
                return c.ReportLostPromise(shoe_id=shoe_id, reason="shoe/secret_missing")
            case "WriteOffShoe":
                return c.WriteOffShoe(shoe_id=shoe_id, reason="the disk lost it")
            case _:
                decks = self._crowd.state.settings.variant.decks
                kept = disclosure(shoe_id, decks=decks)
                salt = kept.salt if chance.random() < 0.7 else "another"
                return c.DiscloseShoe(shoe_id=shoe_id, cards=kept.cards, salt=salt)

    def _settings(self) -> c.Configure:
        assert self._crowd.state.config is not None
        self._crowd.version += self._crowd.chance.choice((0, 1))
        return configured(replace(self._crowd.state.config, version=self._crowd.version))


def replace_scan(scan: c.Scan, chance: Random) -> c.Scan:
    """The same scan, or one of a card nobody knows."""
    foreign = c.Scan(position=scan.position, code=f"x{scan.code}", card=scan.card)
    unreadable = c.Scan(position=scan.position, code=scan.code, card="?")
    return chance.choice((scan, scan, foreign, unreadable))


SIMPLE: dict[str, c.Command] = {
    "UndoBet": c.UndoBet(),
    "DoubleStakes": c.DoubleStakes(),
    "Rebet": c.Rebet(),
    "ClearBets": c.ClearBets(),
    "ConfirmBets": c.ConfirmBets(),
    "DealNow": c.DealNow(),
    "Reveal": c.Reveal(),
    "OpenBetting": c.OpenBetting(),
    "ShowCutCard": c.ShowCutCard(),
    "CloseBets": c.CloseBets(),
    "HandOver": c.HandOver(),
    "SignOff": c.SignOff(),
    "DropRelief": c.DropRelief(),
    "PlanRelief": c.PlanRelief(dealer=SECOND, at_ms=0),
    "WithdrawCorrection": c.WithdrawCorrection(),
}
Reasoned = (
    c.Pause
    | c.Resume
    | c.ProposeCancel
    | c.CancelRound
    | c.LookAtHiddenCards
    | c.CallManager
    | c.RelieveDealer
    | c.DeclineCorrection
)
REASONS: dict[str, type[Reasoned]] = {
    "ProposeCancel": c.ProposeCancel,
    "LookAtHiddenCards": c.LookAtHiddenCards,
    "Pause": c.Pause,
    "Resume": c.Resume,
    "CancelRound": c.CancelRound,
    "CallManager": c.CallManager,
    "RelieveDealer": c.RelieveDealer,
    "DeclineCorrection": c.DeclineCorrection,
}
COMMANDS = {kind.__name__: kind for kind in c.AnyCommand.__args__}
OF_PLAYERS = {kind.__name__ for kind in (c.StagingCommand | c.PlayerCommand).__args__}
