"""The engine: batches, repetition, deadlines, what is stored and what a dropped unit leaves."""

from __future__ import annotations

import msgspec
import pytest
from tests.service.money.test_funds import Restrained
from tests.table.crowd import Crowd
from tests.table.driver import (
    BOSS,
    DEALER,
    HOUSE,
    Studio,
    blackjack,
    scanner,
    seven_config,
    speed,
    speed_config,
)
from typing_extensions import override

from sabot.service.tables.envelopes import Reply, from_house
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase

CHIP = c.PlaceChip(kind="player", amount=1000)
CONFIRM = c.ConfirmBets()


def kinds(events: list[e.Event]) -> list[str]:
    return [type(event).__name__ for event in events]


# --- nothing has happened before it is stored -----------------------------------------------------


def test_I4_prepare_changes_nothing_that_anybody_can_see() -> None:
    table = speed()
    table.players.fund("ada")
    before, felt = table.state, dict(table.engine.felt.stages)
    due = table.engine.due(10**9)
    assert due is not None
    work = table.engine.prepare([table.envelope("ada", CHIP), due], wall_ms=0)
    assert work.events
    assert (table.state, table.engine.felt.stages) == (before, felt)
    assert table.engine.deadline_ms is not None


def test_I4_a_dropped_unit_leaves_no_trace() -> None:
    table = scanner()
    table.players.place("ada", "player", 1000)
    before = table.state
    confirm = table.envelope("ada", CONFIRM)
    work = table.engine.prepare([confirm], wall_ms=0)
    assert table.funds.available("ada", table="scanner") == 999_000
    table.engine.dropped(work)
    assert table.state is before
    assert table.funds.available("ada", table="scanner") == 1_000_000
    assert table.players.chips("ada") == {"player": 1000}
    # The same command again is not a repetition of anything: it was never answered.
    assert table.batch([confirm]).replies[0].accepted


def test_F30_F112_a_dropped_unit_leaves_nothing_in_memory_either() -> None:
    table = speed()
    mode = table.envelope("ada", c.SetMode(mode="zero_commission"))
    table.engine.dropped(table.engine.prepare([mode], wall_ms=0))
    table.players.place("ada", "player", 1000)
    assert table.players.place("ada", "super6", 500).data["super6"] == "bet/wrong_mode"
    due = table.engine.due(10**9)
    assert due is not None
    table.engine.dropped(table.engine.prepare([due], wall_ms=0))
    table.does("ada", c.ClearBets())
    assert table.refusal("ada", c.Rebet()) == "bet/nothing_to_repeat"


def test_a_bug_in_the_middle_of_a_batch_promises_nothing_to_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = scanner()
    table.players.place("ada", "player", 1000)

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(table.game.__class__, "start", broken)
    due = table.engine.due(10**9)
    assert due is not None
    with pytest.raises(ZeroDivisionError):
        table.engine.prepare([table.envelope("ada", CONFIRM), due], wall_ms=0)
    assert table.funds.available("ada", table="scanner") == 1_000_000


class Forgetful(Restrained):
    """Own limits that break when they are to count what was staked."""

    @override
    def booked(self, *_: object) -> None:
        raise ZeroDivisionError


def test_a_bug_where_own_limits_are_counted_keeps_no_stake_held() -> None:
    """The table is read from the disk again, where the stake is in its escrow already."""
    table = scanner()
    table.players.place("ada", "player", 1000)
    table.funds.restraint = Forgetful(most=10**9)
    with pytest.raises(ZeroDivisionError):
        table.batch([table.envelope("ada", CONFIRM)])
    table.funds.recovered("scanner")
    table.funds.forget()
    assert table.funds.available("ada", table="scanner") == 999_000


# --- repetition -----------------------------------------------------------------------------------


def test_the_same_command_twice_is_answered_alike_and_done_once() -> None:
    table = speed()
    table.players.fund("ada")
    first = table.send("ada", CHIP, cmd_id="one")
    again = table.send("ada", CHIP, cmd_id="one")
    assert again == first
    assert table.players.chips("ada") == {"player": 1000}


def test_two_copies_in_one_batch_collapse() -> None:
    table = scanner()
    table.players.place("ada", "player", 1000)
    confirm = table.envelope("ada", CONFIRM)
    work = table.batch([confirm, confirm])
    assert work.replies[0] == work.replies[1]
    assert len(work.unit.commands) == 1
    assert table.players.won("ada") == -1000


def test_the_same_id_with_another_body_is_a_conflict() -> None:
    table = speed()
    table.players.fund("ada")
    table.send("ada", CHIP, cmd_id="one")
    other = c.PlaceChip(kind="tie", amount=500)
    assert table.send("ada", other, cmd_id="one").code == "command/other_body"
    assert table.players.chips("ada") == {"player": 1000}


def test_two_players_may_use_the_same_id() -> None:
    table = speed()
    for name in ("ada", "bob"):
        table.players.fund(name)
        assert table.send(name, CHIP, cmd_id="one").accepted


def test_I4_a_refusal_is_an_answer_too_also_when_a_copy_comes_later() -> None:
    """Who was told no must not find a chip on the felt of the next round."""
    table = speed()
    table.players.fund("ada")
    table.close()
    assert table.send("ada", CHIP, cmd_id="late").code == "bet/too_late"
    table.cards.deal_on()
    table.rest()
    assert table.phase is Phase.BETTING
    assert table.send("ada", CHIP, cmd_id="late").code == "bet/too_late"
    assert table.players.chips("ada") == {}


def test_the_clock_asks_until_it_is_heard() -> None:
    """What the house asks for is not remembered as refused."""
    table = speed()
    timer = table.state.timer
    assert timer is not None
    early = from_house("clock", c.TimeUp(seq=timer.seq + 1))
    assert not table.batch([early]).replies[0].accepted
    right = from_house("clock", c.TimeUp(seq=timer.seq))
    assert table.batch([right]).replies[0].accepted


def test_answers_to_what_was_stored_are_stored_with_it() -> None:
    table = scanner()
    table.players.place("ada", "player", 1000)
    assert not any(actor == "ada" for actor, _ in table.book.commands), "chips cost no row"
    reply = table.send("ada", CONFIRM, cmd_id="mine")
    row = table.book.commands["ada", "mine"]
    assert msgspec.json.decode(row.reply, type=Reply) == reply


# --- batches --------------------------------------------------------------------------------------


def test_a_refused_command_in_a_batch_does_not_disturb_the_others() -> None:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.fund("ada")
    good = c.PlaceChip(kind="main", amount=1000, seat=1)
    bad = c.PlaceChip(kind="main", amount=1000, seat=2)
    envelopes = [table.envelope("ada", command) for command in (bad, good, bad)]
    work = table.batch(envelopes)
    assert [reply.accepted for reply in work.replies] == [False, True, False]
    assert kinds(work.events) == ["RoundOpened"]
    assert table.players.chips("ada") == {"main:1": 1000}


@pytest.mark.parametrize("seed", range(8))
def test_a_batch_does_what_its_commands_would_do_one_by_one(seed: int) -> None:
    together, apart = (Studio(seven_config()) for _ in range(2))
    for table in (together, apart):
        for name in ("ada", "bob", "cleo", "dan"):
            table.players.fund(name, 10**9, golden=5000)
    crowd = Crowd(together, seed)
    for _ in range(60):
        acts = [crowd.sensible() if crowd.chance.random() < 0.8 else crowd.fool.act()]
        acts += [crowd.fool.act() for _ in range(crowd.chance.randrange(4))]
        # Players who confirm together are one event (ADR 0016): here one of them does.
        confirms = [act for act in acts if isinstance(act[1], c.ConfirmBets)]
        acts = [act for act in acts if act not in confirms[1:]]
        for table in (together, apart):
            table.now_ms += 1_000
        envelopes = [together.envelope(actor, command) for actor, command in acts]
        replies = together.batch(envelopes).replies
        assert replies == [apart.batch([envelope]).replies[0] for envelope in envelopes]
        assert together.state == apart.state
        assert together.engine.felt.stages == apart.engine.felt.stages
        assert together.engine.head_hash == apart.engine.head_hash
    assert together.state.seq > 20


def test_the_head_moves_with_every_event_and_the_chain_holds() -> None:
    table = speed()
    table.cards.play(rounds=2)
    rows = table.book.events["speed"]
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert table.engine.head_hash == rows[-1].hash
    assert table.state.seq == len(rows)


def test_every_event_of_a_round_carries_its_id() -> None:
    table = speed()
    table.cards.play(rounds=2)
    rows = [row for row in table.book.events["speed"] if row.round_id]
    first = [row.kind for row in rows if row.round_id == "speed-1"]
    assert (first[0], first[-1]) == ("RoundOpened", "TableRested")
    assert "RoundSettled" in first


# --- time -----------------------------------------------------------------------------------------


def test_a_window_runs_on_the_monotonic_clock_from_when_it_was_stored() -> None:
    table = speed()
    assert table.engine.deadline_ms == table.now_ms + 12_000
    table.now_ms += 5_000
    table.players.place("ada", "player")  # A chip opens no new window.
    assert table.engine.deadline_ms == table.now_ms + 7_000


def test_nothing_is_due_before_its_time() -> None:
    table = speed()
    deadline = table.engine.deadline_ms
    assert deadline is not None
    assert table.engine.due(deadline - 1) is None
    due = table.engine.due(deadline)
    assert due is not None
    assert (due.actor, due.command) == (HOUSE, c.TimeUp(seq=table.state.seq))


def test_I8_staff_are_never_too_late() -> None:
    table = speed()
    assert table.engine.deadline_ms is not None
    table.now_ms = table.engine.deadline_ms + 60_000
    assert table.send(BOSS, c.Pause(reason="a light fell")).accepted


def test_F69_the_house_goes_on_by_itself() -> None:
    table = Studio(speed_config())
    assert kinds(table.time_up().events) == ["BettingEnded", "BetsClosed", "DealingStarted"]
    table.cards.deal("2S 4H 5D")
    work = table.batch(
        [table.envelope(DEALER, c.Scan(position="B2", code="shoe1:3:5C", card="5C"))]
    )
    assert kinds(work.events) == ["CardDealt", "RoundSettled"]
    assert kinds(table.time_up().events) == ["TableRested", "RoundOpened"]
