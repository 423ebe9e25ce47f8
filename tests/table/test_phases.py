"""The table of phases and commands, walked completely: a missing entry is a refusal with a code."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from tests.seals import SEALS
from tests.table.crowd import COMMANDS, Crowd
from tests.table.driver import (
    BOSS,
    DEALER,
    DEVICE,
    HOUSE,
    SUPERVISOR,
    Studio,
    blackjack,
    blackjack_config,
    configured,
    speed,
    speed_config,
)

from sabot.errors import SabotError
from sabot.table import commands as c
from sabot.table.authority import BY_HAND, MAY, ActorKind
from sabot.table.decide import decide
from sabot.table.draft import Inputs
from sabot.table.phases import ALLOWED, ANYWHERE, Phase


def _played(live: bool, cards: str = "", *choices: str) -> Studio:
    table = blackjack(live=live)
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    table.close()
    table.cards.deal(cards)
    for choice in choices:
        table.players.choose(choice)
    return table


def _off(live: bool) -> Studio:
    table = blackjack(live=live)
    table.does(BOSS, c.SwitchTable(off=True, reason="night"))
    return table


def _shuffle(live: bool) -> Studio:
    table = blackjack(live=live)
    table.does(BOSS, c.ChangeCards(reason="age"))
    return table


def _betting(live: bool) -> Studio:
    table = blackjack(live=live)
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    return table


def _closed(live: bool) -> Studio:
    """A guest's stake is asked of an operator's wallet, which has not answered yet."""
    table = blackjack(live=live)
    table.players.sit("guest", 1)
    table.funds.told("guest", 10_000)
    table.send("guest", c.PlaceChip(kind="main", amount=1000, seat=1))
    table.time_up()
    return table


def _cancelled(live: bool) -> Studio:
    table = _played(live, "9S")
    table.does(BOSS, c.CancelRound(reason="a card fell"))
    return table


def _paused(live: bool) -> Studio:
    table = _played(live, "9S")
    table.does(BOSS, c.Pause(reason="a card fell"))
    return table


STANDS: dict[Phase, Callable[[bool], Studio]] = {
    Phase.OFF: _off,
    Phase.SHUFFLE: _shuffle,
    Phase.IDLE: lambda live: blackjack(live=live),
    Phase.BETTING: _betting,
    Phase.CLOSED: _closed,
    Phase.DEALING: lambda live: _played(live, "9S"),
    Phase.OFFER: lambda live: _played(live, "9S AH 3D TC"),
    Phase.DECISION: lambda live: _played(live, "9S 6H 3D TC"),
    Phase.DEALER: lambda live: _played(live, "9S 6H 3D TC", "stand"),
    Phase.RESULT: lambda live: _played(live, "AS 6H KD TC turn"),
    Phase.CANCELLED: _cancelled,
    Phase.PAUSED: _paused,
}


def standing(phase: Phase, name: str) -> Studio:
    """A table in this phase at which somebody may send such a command."""
    return STANDS[phase](COMMANDS[name] in BY_HAND)


def rightful(command: c.Command) -> str:
    """Somebody who may send such a command."""
    names = {
        ActorKind.PLAYER: "ada",
        ActorKind.DEALER: DEALER,
        ActorKind.DEVICE: DEVICE,
        ActorKind.SUPERVISOR: SUPERVISOR,
        ActorKind.MACHINE: DEALER,
        ActorKind.MANAGER: BOSS,
        ActorKind.HOUSE: HOUSE,
    }
    return names[min(MAY[type(command)], key=list(ActorKind).index)]


PAIRS = [(phase, name) for phase in Phase for name in sorted(COMMANDS)]


def test_there_is_a_table_in_every_phase() -> None:
    assert set(STANDS) == set(ALLOWED) == set(Phase)
    for phase, stands in STANDS.items():
        assert [stands(live).phase for live in (True, False)] == [phase, phase]


def understood(phase: Phase, name: str) -> bool:
    return COMMANDS[name] in (*ALLOWED[phase], *ANYWHERE)


@pytest.mark.parametrize(("phase", "name"), PAIRS)
def test_every_command_in_every_phase(phase: Phase, name: str) -> None:
    """Understood or not, an answer comes, nothing breaks, and a refusal leaves no trace."""
    table = standing(phase, name)
    command = Crowd(table, seed=3).fool.any_of(name)
    before = table.state
    reply = table.send(rightful(command), command)
    if not reply.accepted:
        assert "/" in reply.code
        # A scan that is an incident is refused, and on record all the same.
        assert table.state == before or reply.code.startswith("scan/")
    if not understood(phase, name):
        codes = {"bet/no_round", "bet/too_late", "decision/not_asked", "table/not_now"}
        assert reply.code in {*codes, "table/paused"}, "a missing entry is the refusal"


@pytest.mark.parametrize("phase", Phase)
def test_the_core_itself_raises_nothing_but_its_own_errors(phase: Phase) -> None:
    """The same without the engine before it, by four people who know nothing."""
    table = STANDS[phase](False)
    for seed, actor in enumerate(("ada", "stranger", "dealer", HOUSE)):
        for name in sorted(COMMANDS):
            command = Crowd(table, seed=seed).fool.any_of(name)
            with suppress(SabotError):
                decide(table.state, command, Inputs(actor=actor, salt=SEALS.salt))


REFUSALS = """
# phase      command      code
  off        PlaceChip    bet/no_round
  shuffle    UndoBet      bet/no_round
  idle       UndoBet      bet/no_round
  idle       ConfirmBets  bet/no_round
  closed     PlaceChip    bet/too_late
  dealing    ConfirmBets  bet/too_late
  result     Rebet        bet/too_late
  cancelled  SetMode      bet/too_late
  betting    Choose       decision/not_asked
  dealing    Answer       decision/not_asked
  offer      Choose       decision/not_asked
  paused     PlaceChip    table/paused
  paused     Choose       table/paused
  paused     Pause        table/paused
  idle       Resume       table/not_now
  betting    Reveal       table/not_now
  result     CancelRound  table/not_now
  off        OpenBetting  table/not_now
"""


@pytest.mark.parametrize("line", REFUSALS.strip().splitlines()[1:])
def test_a_refusal_gives_the_reason_a_person_understands(line: str) -> None:
    phase, name, code = line.split()
    table = standing(Phase(phase), name)
    command = Crowd(table, seed=3).fool.any_of(name)
    assert table.send(rightful(command), command).code == code


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_table_without_settings_understands_only_its_settings(name: str) -> None:
    table = Studio(blackjack_config(), live=False)
    configured_one = blackjack()
    command = Crowd(configured_one, seed=3).fool.any_of(name)
    if name != "Configure":
        assert not table.send(HOUSE, command).accepted
        assert table.state.seq == 0


def test_settings_are_of_this_table_and_newer() -> None:
    table = speed()
    wrong = speed_config("other", version=2)
    assert table.refusal(HOUSE, configured(wrong)) == "config/not_its_own"
    second = configured(speed_config(version=2)).config
    other_version = c.Configure(version=3, config=second, reason="a new price list")
    assert table.refusal(HOUSE, other_version) == "config/not_its_own"
    assert table.refusal(HOUSE, configured(speed_config(version=1))) == "config/older"
    table.does(HOUSE, configured(speed_config(version=2)))


BAD_SETTINGS = [
    "",
    "{}",
    "[]",
    '{"table_id": 7}',
    configured(blackjack_config("speed", version=2)).config,
    configured(speed_config(version=2)).config.replace('"1/1"', '"1/0"').replace('"8"', '"8/0"'),
]


@pytest.mark.parametrize("text", BAD_SETTINGS)
def test_settings_that_cannot_be_read_are_malformed(text: str) -> None:
    table = speed()
    unreadable = c.Configure(version=2, config=text, reason="a new price list")
    assert table.refusal(HOUSE, unreadable) == "config/unreadable"
