"""What a running table looks at before the handler of a command, in the stated order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations

import pytest
from msgspec.structs import replace
from tests.table.driver import Studio, blackjack, speed

from sabot.runtime.precedence import STEPS
from sabot.service.refusals import ForFunRefusal
from sabot.service.tables.envelopes import Envelope
from sabot.table import commands as c
from sabot.table.authority import ActorKind
from sabot.table.refusals import (
    BetRefusal,
    CommandRefusal,
    DecisionRefusal,
    TableRefusal,
)
from sabot.table.staff.refusals import DealerRefusal

Change = Callable[[Envelope], Envelope]

ORDER = tuple(code for step in STEPS for code in step)


def answer(table: Studio, envelope: Envelope, *changes: Change) -> str:
    """The code that the engine answers with, under a new id: answers to others are remembered."""
    table.commands += 1
    envelope = replace(envelope, cmd_id=f"asked-{table.commands}")
    for change in changes:
        envelope = change(envelope)
    return table.engine.prepare([envelope], wall_ms=0).replies[0].code


def chip_of(table: Studio, player: str = "ada") -> Envelope:
    """A chip that is accepted."""
    table.players.fund(player)
    return table.envelope(player, c.PlaceChip(kind="player", amount=1000))


def late(table: Studio) -> Change:
    deadline = table.engine.deadline_ms
    assert deadline is not None
    return lambda envelope: replace(envelope, received_ms=deadline + 1)


def used_id(table: Studio) -> Change:
    """The id of a command that was accepted earlier."""
    table.does("ada", c.PlaceChip(kind="tie", amount=500))
    known = f"{table.table_id}-{table.commands}"
    return lambda envelope: replace(envelope, cmd_id=known)


def as_staff(envelope: Envelope) -> Envelope:
    return replace(envelope, actor_kind=ActorKind.DEALER)


def chips() -> tuple[Studio, Envelope, Mapping[str, Change]]:
    table = speed()
    table.players.fund("ada")
    spent = used_id(table)
    return (
        table,
        chip_of(table),
        {
            CommandRefusal.NOT_YOURS: as_staff,
            CommandRefusal.OTHER_BODY: spent,
            BetRefusal.TOO_LATE: late(table),
            BetRefusal.ROUND_MISSING: lambda envelope: replace(envelope, bets_for=""),
            BetRefusal.OTHER_ROUND: lambda envelope: replace(envelope, bets_for="speed-9"),
        },
    )


def private() -> tuple[Studio, Envelope, Mapping[str, Change]]:
    table = speed(owner="guest:ada")
    return (
        table,
        table.envelope("guest:ada", c.ClearBets()),
        {
            CommandRefusal.NOT_YOURS: as_staff,
            TableRefusal.NOT_YOURS: lambda envelope: replace(envelope, actor="bob"),
            ForFunRefusal.REAL_MONEY: lambda envelope: envelope,
        },
    )


def decisions() -> tuple[Studio, Envelope, Mapping[str, Change]]:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    table.close()
    table.cards.deal("TS 6H 9D TC")
    question = table.round.question
    assert question is not None
    choose = c.Choose(decision_id=question.decision_id, option="stand")
    table.does("ada", c.TakeSeat(seat=2))
    known = f"{table.table_id}-{table.commands}"
    return (
        table,
        table.envelope("ada", choose),
        {
            CommandRefusal.NOT_YOURS: as_staff,
            CommandRefusal.OTHER_BODY: lambda envelope: replace(envelope, cmd_id=known),
            DecisionRefusal.TOO_LATE: late(table),
        },
    )


SCENES = {"a chip": chips, "a private table": private, "a decision": decisions}


@pytest.mark.parametrize("name", SCENES)
def test_of_two_reasons_the_first_step_is_told(name: str) -> None:
    table, envelope, reasons = SCENES[name]()
    alone = {code: answer(table, envelope, change) for code, change in reasons.items()}
    assert alone == {code: code for code in reasons}
    ranked = sorted(reasons, key=ORDER.index)
    both = {
        (first, second): answer(table, envelope, reasons[second], reasons[first])
        for first, second in combinations(ranked, 2)
    }
    assert both == {pair: pair[0] for pair in both}


def test_a_dealer_who_is_not_in_charge_hears_of_it_before_the_phase() -> None:
    table = speed(live=True)
    stranger = table.envelope("second-dealer", c.Resume(reason="on"))
    assert answer(table, replace(stranger, command=c.Reveal())) == DealerRefusal.NOT_SIGNED_ON
    mine = table.envelope("dealer", c.Reveal())
    assert answer(table, mine) == TableRefusal.NOT_NOW
    elsewhere = replace(mine, console="another")
    assert answer(table, elsewhere) == DealerRefusal.OTHER_CONSOLE
