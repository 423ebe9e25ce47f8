"""The people of the table tests, and what they promise about the cards."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace
from typing_extensions import override

from sabot.cards import full_deck
from sabot.money import Currency
from sabot.runtime.engine import TableEngine
from sabot.service.players.directory import Player
from sabot.service.proof.fairness import Proofs
from sabot.service.tables.envelopes import Envelope
from sabot.table import commands as c
from sabot.table.authority import MAY, OF_A_PROMISE, ActorKind
from sabot.table.promises import commitment
from sabot.table.state import Shoe, TableState

STAFF = {
    "dealer": ActorKind.DEALER,
    "second-dealer": ActorKind.DEALER,
    "supervisor": ActorKind.SUPERVISOR,
    "device": ActorKind.DEVICE,
    "boss": ActorKind.MANAGER,
    "other boss": ActorKind.MANAGER,
    "house": ActorKind.HOUSE,
}


def kind_of(actor: str) -> ActorKind:
    """What somebody is: staff by their names, everybody else a player."""
    return STAFF.get(actor, ActorKind.PLAYER)


def hand_of(actor: str, command: c.Command, state: TableState) -> ActorKind:
    """The same; what the dealer of a virtual table does is done by its machine."""
    kind = kind_of(actor)
    live = state.config is not None and state.settings.live
    deals = type(command) in MACHINES and not (live and type(command) not in OF_A_PROMISE)
    return ActorKind.MACHINE if kind is ActorKind.DEALER and deals else kind


MACHINES = frozenset(command for command, kinds in MAY.items() if ActorKind.MACHINE in kinds)


CONSOLE = "desk-1"
"""Where the dealers of the tests stand unless a test says otherwise."""


class AnyOrder(Proofs):
    """Tests choose their cards as they go: whatever they deal was promised."""

    @override
    def check_loaded(self, envelope: Envelope, command: c.LoadShoe) -> None:
        """No order is known yet."""

    @override
    def promised(self, envelope: Envelope, shoe: Shoe, number: int) -> str:
        assert isinstance(envelope.command, c.Scan)
        return envelope.command.card


def disclosure(shoe_id: str, *, decks: int = 8) -> c.DiscloseShoe:
    """What was promised for a shoe of these tests, whose cards the tests choose as they go."""
    cards = " ".join(str(card) for card in [*full_deck()] * decks)
    return c.DiscloseShoe(shoe_id=shoe_id, cards=cards, salt=shoe_id)


def promised(shoe_id: str, *, decks: int = 8) -> str:
    """The commitment to what `disclosure` tells later."""
    told = disclosure(shoe_id, decks=decks)
    return commitment(cards=told.cards, salt=told.salt)


def about_its_round(command: c.Command, state: TableState) -> c.Command:
    """A command of staff names the round on the table, as a console does, unless the test does."""
    if not isinstance(command, c.ABOUT_ONE_ROUND) or command.round_id or state.round is None:
        return command
    return replace(command, round_id=state.round.round_id)


def named_by(engine: TableEngine, command: c.Command) -> str:
    """The round that a command names when its player looks at the table now."""
    return engine.bets_for(engine.state) if type(command) in c.FOR_ONE_ROUND else ""


class People:
    """Everybody who asks is a player, in euro unless the test says otherwise.

    Whose name begins with `guest` came through an operator, whose wallet keeps their money.
    """

    def __init__(self, currencies: Mapping[str, Currency] | None = None) -> None:
        self.currencies = dict(currencies or {})

    def player(self, player_id: str) -> Player:
        currency = self.currencies.get(player_id, Currency.EUR)
        operator = "acme" if player_id.startswith("guest") else None
        return Player(
            player_id=player_id, nickname=player_id.title(), currency=currency, operator=operator
        )
