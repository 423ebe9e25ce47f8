"""A small house whose facts end up in a store: what the auditor is tested on.

Tables are driven by the scripted studio of the table tests; every unit also goes to a
`MemoryStore`, and the store's own export is what is audited. Virtual shoes are promised, dealt from
and disclosed as in production. `busy_house` plays everything at random, from a seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.table.book import Book
from tests.table.cast import People
from tests.table.driver import (
    BOSS,
    DEALER,
    HOUSE,
    Studio,
    blackjack_config,
    brag_config,
    configured,
    scanner_config,
    seven_config,
    speed_config,
)
from tests.units import posted
from typing_extensions import override

from sabot.adapters.memory import MemoryStore
from sabot.adapters.sql import SqlStore
from sabot.cards import full_deck
from sabot.gamekit import BetSpec, Deal, Reveal, Role
from sabot.lab.audit import sealed
from sabot.ledger import Transfer, TransferKind
from sabot.service.money.funds import FundsBook
from sabot.service.ports import Unit
from sabot.service.proof.fairness import sealed as promised
from sabot.service.tables.envelopes import Envelope
from sabot.table import commands as c
from sabot.table.config import AnyConfig, Confirmation, SeatRule
from sabot.table.phases import Phase
from sabot.table.promises import ShoeSecret
from sabot.table.staging import Preferences

PLAYERS = ("ada", "bob", "cleo", "dario", "elba")


@dataclass(slots=True)
class StoredBook(Book):
    """The checking book of the table tests, with a real store behind it."""

    store: MemoryStore | SqlStore = field(default_factory=MemoryStore)

    @override
    def commit(self, unit: Unit) -> None:
        Book.commit(self, unit)
        assert self.store.commit([unit]) == [None]

    @override
    def _move(self, transfers: Sequence[Transfer]) -> None:
        Book._move(self, transfers)
        if all(transfer.round is None for transfer in transfers):
            assert posted(self.store, transfers) is None


class Table(Studio):
    """A studio with ids of its own and a virtual shoe that keeps its promise."""

    def __init__(self, config: AnyConfig, house: House) -> None:
        self.house = house
        self.secret: ShoeSecret | None = None
        house.book.store.claim(config.table_id, "tests")
        super().__init__(
            config, book=house.book, funds=house.funds, people=house.people, live=False
        )
        self.does(HOUSE, configured(config))
        self.sign_on()
        self.shuffle()

    @override
    def envelope(self, actor: str, command: c.Command, *, cmd_id: str | None = None) -> Envelope:
        self.commands += 1
        return super().envelope(actor, command, cmd_id=cmd_id or f"{self.table_id}:{self.commands}")

    def shuffle(self, *, stack: str = "") -> None:
        """Disclose the old shoe and load a new one; `stack` lies on top of whole decks."""
        old = self.state.shoe
        if old is not None and self.secret is not None and old.retired is not None:
            self.disclose()
        assert self.state.config is not None
        decks = self.state.config.variant.decks
        top = stack.split()
        rest = [card for card in full_deck() for _ in range(decks)]
        self.house.chance.shuffle(rest)
        for name in top:
            rest.remove(next(card for card in rest if str(card) == name))
        order = [next(card for card in full_deck() if str(card) == name) for name in top] + rest
        self.secret = promised(order, self.house.chance.randbytes(32))
        self.does(
            DEALER,
            c.LoadShoe(
                shoe_id=f"{self.table_id}.{self.state.seq + 1}",
                decks=decks,
                commitment=None if self.state.config.live else self.secret.commitment,
            ),
        )

    def disclose(self) -> None:
        """Publish the order of the shoe that was retired."""
        assert self.secret is not None
        shoe_id = self.shoe.shoe_id
        self.does(
            DEALER,
            c.DiscloseShoe(shoe_id=shoe_id, cards=self.secret.cards, salt=self.secret.salt),
        )

    def next_card(self) -> None:
        """The next card of the shoe, where the rules want it."""
        assert self.secret is not None
        number = self.state.cards_out
        card = self.secret.card(number)
        code = f"{self.shoe.shoe_id}:{number}:{card}"
        self.does(DEALER, c.Scan(position=self.cards.waits_for()[0], code=code, card=str(card)))

    def go_on(self, choice: Callable[[Table], None]) -> None:
        """Deal, turn and let `choice` answer until the round is over."""
        while self.phase in (Phase.DEALING, Phase.DEALER, Phase.OFFER, Phase.DECISION):
            expected = self.game.expects(self.round.play)
            if isinstance(expected, Deal):
                self.next_card()
            elif isinstance(expected, Reveal):
                self.does(DEALER, c.Reveal())
            else:
                choice(self)

    def play_round(self, choice: Callable[[Table], None]) -> None:
        """A round from the close of betting to rest."""
        self.close()
        self.go_on(choice)
        if self.phase in (Phase.RESULT, Phase.CANCELLED):
            self.rest()


class House:
    """Tables that share one store, one book and one balance of every player."""

    def __init__(self, seed: int = 7, store: MemoryStore | SqlStore | None = None) -> None:
        self.chance = random.Random(seed)
        self.book = StoredBook(store=store or MemoryStore())
        self.people = People()
        self.funds = FundsBook(self.people, self.book.read)
        self.tables: dict[str, Table] = {}

    def open(self, config: AnyConfig) -> Table:
        """A new table."""
        table = self.tables[config.table_id] = Table(config, self)
        return table

    def fund(self, player: str, amount: int = 1_000_000, *, golden: int = 0) -> None:
        """Money from the cashier, and a golden chip from a promotion."""
        who = self.people.player(player)
        number = len(self.book.transfers)
        gifts = [
            Transfer(
                id=f"welcome:{player}:{number}",
                kind=TransferKind.DEPOSIT,
                debit=f"cashier:demo:{who.currency}",
                credit=who.account,
                amount=amount,
            )
        ]
        if golden:
            gifts.append(
                Transfer(
                    id=f"golden:{player}:{number}",
                    kind=TransferKind.DEPOSIT,
                    debit=f"promotion:house:{who.currency}",
                    credit=who.golden,
                    amount=golden,
                )
            )
        self.book._move(gifts)
        self.funds.forget()

    def export(self) -> list[bytes]:
        """The store as the lines of an export."""
        return list(sealed(self.book.store.export_rows()))


# --- everything at random -------------------------------------------------------------------------

CONFIGS = (speed_config, seven_config, scanner_config, blackjack_config, brag_config)


def busy_house(*, rounds: int, seed: int = 7, store: MemoryStore | SqlStore | None = None) -> House:
    """All games, `rounds` rounds at each table, with everything that can happen to them."""
    house = House(seed, store)
    for player in PLAYERS:
        house.fund(player, golden=5_000)
    tables = [house.open(make()) for make in CONFIGS]
    for _ in range(rounds):
        for table in tables:
            _round(house, table)
    return house


def _round(house: House, table: Table) -> None:
    chance = house.chance
    if table.phase is Phase.SHUFFLE:
        table.shuffle()
    _trouble_before(house, table)
    for player in chance.sample(PLAYERS, chance.randint(1, len(PLAYERS))):
        _bet(house, table, player)
    if table.phase is not Phase.BETTING:
        return
    if chance.random() < 0.03:
        table.does(BOSS, c.CancelRound(reason="power cut"))
        table.rest()
        return
    table.play_round(_answer)


def _trouble_before(house: House, table: Table) -> None:
    chance = house.chance
    if chance.random() < 0.05:
        side = [k for k, s in table.state.settings.variant.bets.items() if s.role is Role.SIDE]
        off = not table.state.kinds_off
        table.does(BOSS, c.SwitchSideBets(kinds=tuple(side[:2]), off=off, reason="abuse"))
    if chance.random() < 0.05:
        table.does(DEALER, c.Announce(phrase="welcome"))
    if chance.random() < 0.02 and table.state.settings.live:
        table.does(DEALER, c.DropCards(count=chance.randint(1, 4)))
        if table.phase is Phase.SHUFFLE:
            table.shuffle()


def _bet(house: House, table: Table, player: str) -> None:
    chance = house.chance
    settings = table.state.settings
    seat = _seat(house, table, player)
    if seat is None and settings.seat_rule is not SeatRule.NONE:
        return
    auto_stand = chance.choice((None, 17))
    table.engine.felt.wish(player, Preferences(auto_stand=auto_stand))
    specs = [spec for spec in settings.variant.bets.values() if spec.role is not Role.EXTRA]
    mains = [spec for spec in specs if spec.role is Role.MAIN and spec.mode != "zero_commission"]
    chosen = [chance.choice(mains), *chance.sample(specs, chance.randint(0, 3))]
    for spec in chosen:
        _chip(house, table, player, spec, seat)
    if settings.confirmation is Confirmation.MANUAL and chance.random() < 0.7:
        table.send(player, c.ConfirmBets())


def _chip(house: House, table: Table, player: str, spec: BetSpec, seat: int | None) -> None:
    chance = house.chance
    golden = spec.golden_chips and chance.random() < 0.1 and table.players.golden(player) >= 5_000
    amount = 5_000 if golden else chance.choice((spec.limits.minimum, 333, 500, 2_501, 100_000))
    if spec.role is Role.BEHIND:
        others = [s for s, sitting in table.state.seats.items() if sitting and s != seat]
        seat = chance.choice(others) if others else seat
    table.players.place(player, spec.kind, amount, seat=seat, golden=golden)


def _seat(house: House, table: Table, player: str) -> int | None:
    if table.state.settings.seat_rule is SeatRule.NONE:
        return None
    if not table.state.seats_of(player):
        table.send(player, c.TakeSeat())
    seats = sorted(table.state.seats_of(player))
    return seats[0] if seats else None


def _answer(table: Table) -> None:
    """Somebody answers, or nobody does; now and then the table stands still."""
    chance = table.house.chance
    question = table.round.question
    assert question is not None
    roll = chance.random()
    if roll < 0.05:
        table.does(BOSS, c.Pause(reason="look"))
        if chance.random() < 0.3:
            table.does(BOSS, c.CancelRound(reason="cannot be solved"))
        else:
            table.does(BOSS, c.Resume(reason="solved"))
        return
    if roll < 0.2:
        table.time_up()
        return
    options = [option.id for option in question.ask.options]
    if question.ask.seat is not None:
        if not table.players.choose(chance.choice(options)).accepted:
            table.players.choose("stand")
        return
    asked = table.game.asked(table.round.play, tuple(table.round.bets.values()))
    for bet in asked:
        if chance.random() < 0.8 and table.round.question is question:
            answer = c.Answer(
                decision_id=question.decision_id, bet=bet.id, option=chance.choice(options)
            )
            table.send(bet.player, answer)
    if table.state.round is not None and table.round.question is question:
        table.time_up()
