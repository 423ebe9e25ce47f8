"""The first reason of the stated order is told, where two of them hold (ADR 0067).

Every case is a command that the handlers accept, and the flaws for which they refuse it: alone, and
in every pair that can hold together.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import pytest
from tests.table.flaws_of_players import of_players
from tests.table.flaws_of_staff import of_staff
from tests.table.flaws_of_two_people import cancels, corrections
from tests.table.walker import WALKS, walked

from sabot.errors import Code, For
from sabot.runtime.precedence import STEPS
from sabot.service.controls.refusals import LIMITS, LOCKED
from sabot.service.office.refusals import ProposalRefusal
from sabot.service.proof.refusals import ProofRefusal
from sabot.service.wallets.refusals import WalletRefusal
from sabot.table import commands as c
from sabot.table.authority import MAY, ActorKind
from sabot.table.precedence import BEFORE, OF_THE_TABLE, OWN, Group, Why
from sabot.table.refusals import BetRefusal
from sabot.table.staff.refusals import FourEyesRefusal

PAIRS_MIN = 300

AT_THE_DOOR = frozenset(code for step in STEPS for code in step)

CASES = {case.name: case for case in (*of_players(), *of_staff(), *corrections(), *cancels())}

NO_HANDLER = {
    c.CloseBets: "waits for wallets in `runtime`; the handler refuses nothing",
}

NO_CASE = {
    (c.Answer, Group.WALLET): "a wallet is asked by `runtime` once the handler has decided",
    (c.Choose, Group.WALLET): "a wallet is asked by `runtime` once the handler has decided",
    (c.LoadShoe, Group.PROOF): "`service.proof` looks at it before the table is asked",
    (c.Scan, Group.PROOF): "`service.proof` looks at it before the table is asked",
}
"""What cannot be shown at the table alone."""

ELSEWHERE = {
    Group.LOCKED: frozenset(LOCKED),
    Group.MONEY: {BetRefusal.INSUFFICIENT_BALANCE, WalletRefusal.BALANCE_UNKNOWN, *LIMITS},
    Group.WALLET: frozenset(WalletRefusal),
    Group.EYES: {ProposalRefusal.ROLE_GIVEN, FourEyesRefusal.OWN},
    Group.PROOF: frozenset(ProofRefusal),
}


def codes_of(command: type[c.Command]) -> set[str]:
    """Every code that the statement has for a command."""
    found: set[str] = set(map(str, BEFORE))
    for why in OWN[command]:
        found |= set(map(str, known(why)))
    return found


def known(why: Why) -> Iterable[Code]:
    """The codes of a group, or the one code."""
    if not isinstance(why, Group):
        return (why,)
    return OF_THE_TABLE.get(why) or ELSEWHERE[why]


@pytest.mark.parametrize("name", CASES)
def test_a_command_without_a_flaw_is_accepted(name: str) -> None:
    assert CASES[name].scene.answer() is None


@pytest.mark.parametrize("name", CASES)
def test_each_flaw_alone_is_told(name: str) -> None:
    case = CASES[name]
    told = {flaw.code: case.scene.changed(flaw.changes).answer() for flaw in case.flaws}
    assert told == {flaw.code: flaw.code for flaw in case.flaws}


@pytest.mark.parametrize("name", CASES)
def test_of_two_flaws_the_first_of_the_order_is_told(name: str) -> None:
    case = CASES[name]
    wrong = {
        (first.code, second.code): told
        for first, second in case.pairs()
        if (told := case.scene.changed({**first.changes, **second.changes}).answer()) != first.code
    }
    assert wrong == {}


def test_many_pairs_hold_together() -> None:
    """A change that lets pairs drop out unseen would leave the order untested."""
    assert sum(len(case.pairs()) for case in CASES.values()) > PAIRS_MIN


def test_every_reason_of_every_command_has_a_case() -> None:
    shown = {(type(case.scene.command), flaw.why) for case in CASES.values() for flaw in case.flaws}
    stated = {(command, why) for command, whys in OWN.items() for why in whys}
    missing = stated - shown - NO_CASE.keys()
    assert {(kind.__name__, str(why)) for kind, why in missing if kind not in NO_HANDLER} == set()
    assert NO_CASE.keys() <= stated - shown


def test_the_order_is_stated_for_every_command() -> None:
    assert set(OWN) == set(get_args(c.AnyCommand))


def test_no_reason_stands_twice_in_an_order() -> None:
    assert [kind.__name__ for kind, whys in OWN.items() if len(set(whys)) < len(whys)] == []


def test_walks_over_every_table_are_answered_with_stated_codes_only() -> None:
    """The tables of the walks are real ones, and whatever they refuse is in the statement."""
    commands = {kind.__name__: kind for kind in get_args(c.AnyCommand)}
    strange = {
        (command, code)
        for number, seed in WALKS
        for _, command, code in walked(number, seed).answers
        if code and code not in codes_of(commands[command]) | AT_THE_DOOR
    }
    assert strange == set()


TOLD_TO = {
    ActorKind.PLAYER: For.PLAYER,
    ActorKind.DEALER: For.DEALER,
    ActorKind.DEVICE: For.DEALER,
    ActorKind.SUPERVISOR: For.DEALER,
    ActorKind.MACHINE: For.HOUSE,
    ActorKind.MANAGER: For.MANAGER,
    ActorKind.HOUSE: For.HOUSE,
}


@pytest.mark.parametrize("command", OWN, ids=lambda kind: kind.__name__)
def test_a_reason_is_for_somebody_that_may_send_its_command(command: type[c.Command]) -> None:
    """The list of codes and the table of authority agree: nobody is told a code without words."""
    senders = {TOLD_TO[kind] for kind in MAY[command]}
    deaf = {code.value for why in OWN[command] for code in known(why) if not code.told & senders}
    assert deaf == set()
