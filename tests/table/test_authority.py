"""Permissions at a table: every command and every kind of actor, cell by cell."""

from __future__ import annotations

import pytest
from tests.table.crowd import COMMANDS, Crowd
from tests.table.driver import (
    BOSS,
    DEALER,
    DEVICE,
    HOUSE,
    SUPERVISOR,
    Studio,
    blackjack,
    scanner,
)

from sabot.errors import Refused
from sabot.service.tables.envelopes import Envelope
from sabot.table import commands as c
from sabot.table.authority import MAY, ActorKind, check_authority

NAMES = {
    ActorKind.PLAYER: "ada",
    ActorKind.DEALER: DEALER,
    ActorKind.DEVICE: DEVICE,
    ActorKind.SUPERVISOR: SUPERVISOR,
    ActorKind.MACHINE: "dealer:bj",
    ActorKind.MANAGER: BOSS,
    ActorKind.HOUSE: HOUSE,
}

# Written by hand, and not from the code: x may, l only at a live table, v only at a virtual one.
MATRIX = """
# command            player dealer device supervisor machine manager house
  PlaceChip          x      .      .      .          .       .       .
  LowerBet           x      .      .      .          .       .       .
  UndoBet            x      .      .      .          .       .       .
  DoubleStakes       x      .      .      .          .       .       .
  Rebet              x      .      .      .          .       .       .
  ClearBets          x      .      .      .          .       .       .
  SetMode            x      .      .      .          .       .       .
  TakeSeat           x      .      .      .          .       .       .
  LeaveSeat          x      .      .      .          .       .       .
  ConfirmBets        x      .      .      .          .       .       .
  DealNow            x      .      .      .          .       .       .
  Choose             x      .      .      .          .       .       .
  Answer             x      .      .      .          .       .       .
  SignOn             .      l      .      .          .       .       .
  HandOver           .      l      .      .          .       .       .
  SignOff            .      l      .      .          .       .       .
  RelieveDealer      .      .      .      .          .       l       .
  PlanRelief         .      .      .      .          .       l       .
  DropRelief         .      .      .      .          .       l       .
  Scan               .      l      l      .          v       .       .
  Reveal             .      l      .      .          v       .       .
  OpenBetting        .      l      .      .          v       .       x
  LoadShoe           .      l      .      l          v       .       .
  BurnCards          .      l      .      l          .       .       .
  ShowCutCard        .      l      .      .          .       .       .
  ChangeCards        .      x      .      x          .       x       x
  DropCards          .      l      .      l          .       l       .
  ReportBarcode      .      l      .      .          .       l       .
  ReportVideo        .      .      l      .          .       l       .
  ProposeCorrection  .      l      .      .          .       l       .
  ProposeMove        .      l      .      .          .       l       .
  WithdrawCorrection .      l      .      .          .       l       .
  ProposeCancel      .      x      .      .          .       x       .
  LookAtHiddenCards  .      .      .      .          .       x       .
  CallManager        .      x      .      x          .       x       x
  Announce           .      x      .      .          .       x       .
  Pause              .      x      .      x          .       x       x
  Resume             .      .      .      .          .       x       x
  CorrectCard        .      .      .      .          .       l       .
  MoveCards          .      .      .      .          .       l       .
  DeclineCorrection  .      .      .      .          .       l       .
  AskRescan          .      .      .      .          .       l       .
  Acknowledge        .      .      .      .          .       x       .
  PutOff             .      .      .      .          .       x       .
  CloseIncident      .      .      .      .          .       x       .
  CancelRound        .      .      .      .          .       x       x
  SwitchSideBets     .      .      .      .          .       x       .
  SwitchTable        .      .      .      .          .       x       x
  WriteOffShoe       .      .      .      .          .       x       x
  Configure          .      .      .      .          .       .       x
  TimeUp             .      .      .      .          .       .       x
  CloseBets          .      .      .      .          .       .       x
  DiscloseShoe       .      .      .      .          x       .       .
  ReportLostPromise  .      .      .      .          x       .       .
  ReportMalfunction  .      .      .      .          .       .       x
"""

ROWS = [line.split() for line in MATRIX.strip().splitlines()[1:]]
CELLS = [
    (name, kind, live, cell in ("x", "l" if live else "v"))
    for name, *cells in ROWS
    for kind, cell in zip(ActorKind, cells, strict=True)
    for live in (True, False)
]
REFUSALS = ("command/not_yours", "command/machine_only")


def test_every_command_has_a_row_here_and_in_the_code() -> None:
    assert sorted(row[0] for row in ROWS) == sorted(COMMANDS)
    assert set(MAY) == set(COMMANDS.values())
    assert len(CELLS) == len(COMMANDS) * len(ActorKind) * 2
    assert all(MAY.values()), "a command that nobody may send is dead"


@pytest.mark.parametrize(("name", "kind", "live", "may"), CELLS)
def test_every_cell(name: str, kind: ActorKind, live: bool, may: bool) -> None:
    """The engine asks before anything else: before the phase, and before it looks for a copy."""
    table = blackjack(live=live)
    before = table.state
    envelope = Envelope(
        actor=NAMES[kind],
        actor_kind=kind,
        cmd_id="one",
        command=Crowd(table, seed=3).fool.any_of(name),
        received_ms=table.now_ms,
    )
    [reply] = table.batch([envelope]).replies
    assert (reply.code in REFUSALS) is not may
    if not may:
        assert table.state is before


def test_a_command_nobody_listed_is_nobodys() -> None:
    class Unheard(c.Command, frozen=True):
        """A command that was added and forgotten."""

    for kind, name in NAMES.items():
        with pytest.raises(Refused, match="command/not_yours"):
            check_authority(name, kind, Unheard(), live=True)


@pytest.mark.parametrize("kind", [k for k in ActorKind if k is not ActorKind.HOUSE])
def test_nobody_acts_in_the_name_of_the_house(kind: ActorKind) -> None:
    """Nor may a borrowed name spoil the ids of the clock: its own command is still heard."""
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    due = table.engine.due(10**9)
    assert due is not None
    for command in (c.TimeUp(seq=0), c.UndoBet(), c.Pause(reason="mine now")):
        borrowed = Envelope(actor=HOUSE, actor_kind=kind, cmd_id=due.cmd_id, command=command)
        [reply] = table.batch([borrowed]).replies
        assert reply.code == "command/not_yours"
    assert table.batch([due]).replies[0].accepted


def test_an_envelope_without_a_word_is_a_players() -> None:
    assert Envelope(actor="x", cmd_id="1", command=c.UndoBet()).actor_kind is ActorKind.PLAYER


def test_a_refused_actor_takes_nobodys_id_away() -> None:
    """Whoever was refused as a player may send the same id once they are let in as staff."""
    table = scanner()
    pause = c.Pause(reason="a light fell")
    for kind, accepted in ((ActorKind.PLAYER, False), (ActorKind.MANAGER, True)):
        envelope = Envelope(actor=BOSS, actor_kind=kind, cmd_id="one", command=pause)
        assert table.batch([envelope]).replies[0].accepted is accepted


def test_I8_no_player_ends_a_window_or_settles_a_table() -> None:
    table = _betting()
    timer = table.state.timer
    assert timer is not None
    for command in (
        c.TimeUp(seq=timer.seq),
        c.CloseBets(),
        c.CancelRound(reason="I lose"),
        c.Scan(position="P1", code="shoe1:1:9S", card="9S"),
    ):
        assert table.refusal("ada", command) == "command/not_yours"


def _betting() -> Studio:
    table = scanner()
    table.players.place("ada", "player")
    return table
