"""A scripted studio: players, a dealer with the cards of the test, a shift manager and a clock.

Everything enters through `TableEngine`, one command at a time, and every unit is committed to the
plain `Book`, which checks the money. Amounts are cents, cards are text, `turn` turns a card:

    table = speed()
    table.players.place("ada", "player", 1000)
    table.close()
    table.cards.deal("9S 2H TD KC")
    assert table.players.won("ada") == 1000
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from tests.seals import keyring
from tests.table.book import Book
from tests.table.cast import (
    CONSOLE,
    AnyOrder,
    People,
    about_its_round,
    disclosure,
    hand_of,
    named_by,
    promised,
)
from tests.table.players import Players, spot_name

from sabot.cards import full_deck
from sabot.gamekit import Ask, Deal, Limits, OppositePolicy, Reveal
from sabot.games import variant_named
from sabot.money import Cents
from sabot.runtime.engine import TableEngine, Work
from sabot.service.money.funds import FundsBook
from sabot.service.ports import Head
from sabot.service.tables.envelopes import Envelope, Reply
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.config import AnyConfig, Confirmation, Opening, SeatRule, TableConfig
from sabot.table.config_codec import encode_config
from sabot.table.phases import Phase
from sabot.table.record import codec
from sabot.table.state import Round, Shoe, TableState

DEALER, BOSS, OTHER_BOSS, HOUSE = "dealer", "boss", "other boss", "house"
SECOND, SUPERVISOR, DEVICE = "second-dealer", "supervisor", "device"
GOLDEN = 5_000

E = TypeVar("E", bound=e.Event)


class Studio:
    """One table that a test plays on: commands and their answers, the clock, what was stored.

    `players` does what players do, `cards` what the dealer does with the cards.
    """

    cannot_write = False
    store_error = ""

    def __init__(
        self,
        config: AnyConfig,
        *,
        book: Book | None = None,
        funds: FundsBook | None = None,
        people: People | None = None,
        live: bool = True,
    ) -> None:
        self.game = variant_named(config.variant.id)[0]
        self.people = people or People()
        self.book = book or Book()
        self.funds = funds or FundsBook(self.people, self.book.read)
        self.now_ms = 1_000
        self.commands = 0
        self._named: dict[tuple[str, str], str] = {}
        self.players, self.cards = Players(self), Cards(self)
        self.engine = self.engine_of(TableState(table_id=config.table_id, game=self.game))
        if live:
            self.does(HOUSE, configured(config))
            self.sign_on()
            self.cards.load()

    def engine_of(self, state: TableState) -> TableEngine:
        """An engine for this state of the table, as recovery makes one."""
        rows = self.book.events.get(state.table_id, [])
        last = rows[-1].hash if rows else codec.GENESIS
        head = Head(epoch=1, seq=len(rows), hash=last, snapshot=None, snapshot_seq=0)
        people, funds = self.people, self.funds
        engine = TableEngine(state, head, directory=people, funds=funds, seals=keyring())
        engine.proofs = AnyOrder()
        return engine

    def send(self, actor: str, command: c.Command, *, cmd_id: str | None = None) -> Reply:
        """One command in a batch of its own; the answer to it."""
        return self.batch([self.envelope(actor, command, cmd_id=cmd_id)]).replies[0]

    def sign_on(self) -> None:
        """The dealer takes charge of a table with real cards."""
        if self.state.settings.live:
            self.does(DEALER, c.SignOn(console=CONSOLE))

    def envelope(self, actor: str, command: c.Command, *, cmd_id: str | None = None) -> Envelope:
        """A command as it comes in now, with an id of its own."""
        self.commands += 1
        cmd_id = cmd_id or f"{self.table_id}-{self.commands}"
        command = about_its_round(command, self.state)
        return Envelope(
            actor=actor,
            actor_kind=hand_of(actor, command, self.state),
            cmd_id=cmd_id,
            command=command,
            received_ms=self.now_ms,
            bets_for=self._named.setdefault((actor, cmd_id), named_by(self.engine, command)),
            console=CONSOLE,
        )

    def batch(self, envelopes: Sequence[Envelope]) -> Work:
        """Several commands in one unit, committed at once."""
        work = self.engine.prepare(envelopes, wall_ms=0)
        self.book.commit(work.unit)
        self.engine.applied(work, now_ms=self.now_ms)
        return work

    def does(self, actor: str, command: c.Command) -> Reply:
        """A command that has to be accepted; a colleague proposes what the boss cancels (F244)."""
        if actor == BOSS and isinstance(command, c.CancelRound) and self.state.in_round:
            self.send(OTHER_BOSS, c.ProposeCancel(reason="two"))
        reply = self.send(actor, command)
        assert reply.accepted, reply
        return reply

    def refusal(self, actor: str, command: c.Command) -> str:
        """The code of the refusal this command gets, which must leave no trace whatever."""
        before, felt = self.state, dict(self.engine.felt.stages)
        spent = self.funds.available("ada", table="elsewhere")
        reply = self.send(actor, command)
        assert not reply.accepted, f"expected a refusal: {command}"
        assert self.state == before, "a refused command changes nothing"
        assert self.engine.felt.stages == felt, "a refused command moves no chip"
        assert self.funds.available("ada", table="elsewhere") == spent
        return reply.code

    # --- the clock --------------------------------------------------------------------------------

    def time_up(self) -> Work:
        """Let the open window run out."""
        assert self.engine.deadline_ms is not None, f"no window is open in {self.phase}"
        self.now_ms = max(self.now_ms, self.engine.deadline_ms)
        due = self.engine.due(self.now_ms)
        assert due is not None
        work = self.batch([due])
        assert work.replies[0].accepted, work.replies[0]
        return work

    def close(self) -> e.BetsClosed:
        """Let betting run out: the verdicts."""
        assert self.phase is Phase.BETTING, self.phase
        return next(event for event in self.time_up().events if isinstance(event, e.BetsClosed))

    def rest(self) -> None:
        """Let the result be shown long enough."""
        assert self.phase in (Phase.RESULT, Phase.CANCELLED), self.phase
        self.time_up()

    # --- what the test looks at -------------------------------------------------------------------

    @property
    def state(self) -> TableState:
        return self.engine.state

    @property
    def table_id(self) -> str:
        return self.state.table_id

    @property
    def phase(self) -> Phase:
        return self.state.phase

    def is_in(self, phase: Phase) -> bool:
        """Whether the table has come to this phase by now; a type checker cannot see it move."""
        return self.phase is phase

    @property
    def round(self) -> Round:
        return self.state.current

    @property
    def shoe(self) -> Shoe:
        assert self.state.shoe is not None
        return self.state.shoe

    def told(self, kind: type[E]) -> list[E]:
        """The stored events of one kind, oldest first."""
        return [event for event in self.book.decoded(self.table_id) if isinstance(event, kind)]

    def results(self) -> dict[str, tuple[str, int]]:
        """The newest settlement: bet by player and spot → result and what it brought back."""
        settled = self.told(e.RoundSettled)[-1]
        return {paid.bet.split("/", 2)[2]: (paid.result, paid.amount) for paid in settled.payouts}

    def asks(self) -> str:
        """The question that is open, in a word."""
        expected = self.game.expects(self.round.play)
        assert isinstance(expected, Ask), expected
        return expected.topic if expected.seat is None else f"seat {expected.seat}/{expected.hand}"


class Cards:
    """What the dealer does with the cards of the test, and what the table waits for."""

    def __init__(self, table: Studio) -> None:
        self.table = table
        self.serial, self.chance = 0, Random(7)

    def load(self, shoe_id: str | None = None) -> Reply:
        """New cards; the order of virtual ones that were retired is published first."""
        self.disclose()
        number = sum(
            row.kind == "ShoeLoaded" for row in self.table.book.events.get(self.table.table_id, [])
        )
        name = shoe_id or f"shoe{number + 1}"
        settings = self.table.state.settings
        decks = settings.variant.decks
        promise = None if settings.live else promised(name, decks=decks)
        load = c.LoadShoe(shoe_id=name, decks=decks, commitment=promise)
        return self.table.send(DEALER, load)

    def disclose(self) -> None:
        """Keep the promise of the shoe that was retired, if there is one to keep."""
        shoe = self.table.state.shoe
        if shoe is not None and shoe.commitment and shoe.retired and not shoe.disclosed:
            self.table.does(DEALER, disclosure(shoe.shoe_id, decks=shoe.cards // 52))

    def scan(self, card: str, *, at: str | None = None, code: str | None = None) -> Reply:
        """Read a card at a position, by default the first that waits for one."""
        position = at or self.waits_for()[0]
        return self.table.send(
            DEALER, c.Scan(position=position, code=code or self.code_of(card), card=card)
        )

    def code_of(self, card: str) -> str:
        """What is printed on the next card: a new serial, or its place in a virtual shoe."""
        self.serial += 1
        shoe = self.table.state.shoe
        number = self.serial
        if shoe is not None and not shoe.live:
            number = self.table.state.cards_out
        return f"{shoe.shoe_id if shoe else 'none'}:{number}:{card}"

    def deal(self, cards: str) -> None:
        """Cards where they are expected, in order; `turn` turns those that lie face down."""
        for word in cards.split():
            reply = self.table.send(DEALER, c.Reveal()) if word == "turn" else self.scan(word)
            assert reply.accepted, (word, reply)
            assert self.table.phase is not Phase.PAUSED, (
                word,
                self.table.told(e.IncidentRecorded)[-1],
            )

    def play(self, rounds: int = 1) -> None:
        """Whole rounds of baccarat with whatever cards the shoe still has, and nobody's bets."""
        for _ in range(rounds):
            self.table.close()
            self.deal_on()
            self.table.rest()

    def deal_on(self) -> None:
        """Cards of the shoe until the result is known."""
        while self.table.phase is Phase.DEALING:
            gone = Counter(code.rpartition(":")[2] for code in self.table.shoe.codes)
            left = self.table.shoe.cards // 52
            cards = [str(card) for card in full_deck() if gone[str(card)] < left]
            self.deal(self.chance.choice(cards))

    def waits_for(self) -> tuple[str, ...]:
        """The positions that may be read now."""
        expected = self.table.game.expects(self.table.round.play)
        assert isinstance(expected, Deal), expected
        return expected.positions

    def turns(self) -> bool:
        """Whether face-down cards are to be turned now."""
        return isinstance(self.table.game.expects(self.table.round.play), Reveal)


def rejections(closed: e.BetsClosed, player: str) -> dict[str, tuple[int, str]]:
    """What a player was told was not accepted: spot → cents and reason (F72)."""
    return {
        spot_name(chip.kind, chip.seat): (chip.stake, chip.reason)
        for chip in closed.rejected
        if chip.player == player
    }


def verdict(closed: e.BetsClosed, player: str) -> str:
    """The three-way verdict of P10 on one player's chips."""
    accepted = any(bet.player == player for bet in closed.accepted)
    rejected = any(chip.player == player for chip in closed.rejected)
    if accepted:
        return "some not accepted" if rejected else "accepted"
    return "rejected" if rejected else "no bet"


def configured(config: AnyConfig) -> c.Configure:
    """The command that gives a table these settings."""
    settings = encode_config(config)
    return c.Configure(version=config.version, config=settings, reason="the test needs it")


def limits(**spots: tuple[int, int]) -> dict[str, Limits]:
    """Limits of this table: kind → least and most."""
    return {
        kind: Limits(minimum=Cents(least), maximum=Cents(most))
        for kind, (least, most) in spots.items()
    }


def off(*kinds: str, actor: str = BOSS) -> tuple[str, c.SwitchSideBets]:
    """The shift manager turns kinds of bet off."""
    return actor, c.SwitchSideBets(kinds=kinds, off=True, reason="abuse")


# --- the tables of the tests ----------------------------------------------------------------------


def speed_config(table_id: str = "speed", **changes: object) -> AnyConfig:
    """Speed Baccarat: the clock opens, chips count at the close, six cards lie face down."""
    return _config("speed_baccarat", table_id, {"laid_before_close": 6, **changes})


def seven_config(table_id: str = "seven", **changes: object) -> AnyConfig:
    """7 Seat Baccarat: shared seats, bets are confirmed."""
    manual = {"confirmation": Confirmation.MANUAL, "seat_rule": SeatRule.SHARED}
    return _config("no_commission_baccarat", table_id, {**manual, **changes})


def scanner_config(table_id: str = "scanner", **changes: object) -> AnyConfig:
    """Speed 6 Scanner Baccarat: bets are confirmed, six scanners read at once."""
    manual = {"confirmation": Confirmation.MANUAL}
    return _config("speed6_scanner_baccarat", table_id, {**manual, **changes})


def blackjack_config(table_id: str = "bj", **changes: object) -> AnyConfig:
    """Blackjack: own seats, the first chip opens betting, no cards for an empty table."""
    usual: dict[str, object] = {
        "opening": Opening.FIRST_BET,
        "seat_rule": SeatRule.OWN,
        "seats_per_player": 3,
        "deal_now": True,
        "needs_bets": True,
    }
    return _config("blackjack", table_id, {**usual, **changes})


def brag_config(table_id: str = "brag", **changes: object) -> AnyConfig:
    """3 Card Brag: bets are confirmed or confirm themselves, Blind Play is on."""
    usual: dict[str, object] = {
        "confirmation": Confirmation.MANUAL,
        "multiple_bets": False,
        "switched_on": frozenset({"blind_play"}),
    }
    return _config("three_card_brag", table_id, {**usual, **changes})


def _config(variant_id: str, table_id: str, changes: Mapping[str, object]) -> AnyConfig:
    variant = variant_named(variant_id)[1]
    plain: AnyConfig = TableConfig(
        table_id=table_id, name=table_id.title(), version=1, variant=variant
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def speed(**changes: object) -> Studio:
    return Studio(speed_config(**changes))  # type: ignore[arg-type]


def seven(**changes: object) -> Studio:
    return Studio(seven_config(**changes))  # type: ignore[arg-type]


def scanner(**changes: object) -> Studio:
    return Studio(scanner_config(**changes))  # type: ignore[arg-type]


def blackjack(**changes: object) -> Studio:
    return Studio(blackjack_config(**changes))  # type: ignore[arg-type]


def brag(**changes: object) -> Studio:
    return Studio(brag_config(**changes))  # type: ignore[arg-type]


def several(configs: Iterable[AnyConfig]) -> list[Studio]:
    """Tables that share one book and one balance of every player (P16)."""
    book, people = Book(), People()
    funds = FundsBook(people, book.read)
    return [Studio(config, book=book, funds=funds, people=people) for config in configs]


NO_OPPOSITES = OppositePolicy.OFF
