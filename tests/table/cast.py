"""Who is who in the table tests, and what they promise about the cards."""

from __future__ import annotations

from sabot.service.engine import TableEngine
from sabot.table import commands as c
from sabot.table.authority import ActorKind
from sabot.table.promises import commitment

STAFF = {
    "dealer": ActorKind.DEALER,
    "boss": ActorKind.MANAGER,
    "other boss": ActorKind.MANAGER,
    "house": ActorKind.HOUSE,
}


def kind_of(actor: str) -> ActorKind:
    """What somebody is: staff by their names, everybody else a player."""
    return STAFF.get(actor, ActorKind.PLAYER)


def disclosure(shoe_id: str) -> c.DiscloseShoe:
    """What was promised for a shoe of these tests, whose cards the tests choose as they go."""
    return c.DiscloseShoe(shoe_id=shoe_id, cards=f"the cards of {shoe_id}", salt="c0ffee")


def promised(shoe_id: str) -> str:
    """The commitment to what `disclosure` tells later."""
    told = disclosure(shoe_id)
    return commitment(cards=told.cards, salt=told.salt)


def named_by(engine: TableEngine, command: c.Command) -> str:
    """The round that a command names when its player looks at the table now."""
    return engine.bets_for(engine.state) if type(command) in c.FOR_ONE_ROUND else ""
