"""P10: every chip gets its verdict, also when its round ends without a card."""

from __future__ import annotations

from msgspec.structs import replace
from tests.table.driver import blackjack

from sabot.gateway.tables.memory import TableMemory
from sabot.gateway.tables.yours import yours
from sabot.service.controls.refusals import ControlRefusal
from sabot.table import events as e
from sabot.table.phases import Phase
from sabot.wire.table_view import YourStatus

LOCKED = ControlRefusal.EXCLUDED


def test_P10_a_bet_behind_the_seat_of_a_locked_player_has_its_verdict() -> None:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.place("ada", "main", 1_000, seat=1)
    assert table.players.place("bruno", "behind", 500, seat=1).accepted
    table.engine.means = replace(table.engine.means, locked={"ada": LOCKED}.get)
    work = table.time_up()
    [closed] = [event for event in work.events if isinstance(event, e.BetsClosed)]
    assert closed.accepted == ()  # no hand is dealt that nobody may play
    assert {(out.player, out.reason) for out in closed.rejected} == {
        ("ada", LOCKED),
        ("bruno", "bet/seat_not_staked"),
    }
    assert (table.phase, table.state.round) == (Phase.IDLE, None)
    memory = TableMemory("blackjack", lambda: ())
    for event in work.events:
        memory.see(event, {})
    for player, why in (("ada", LOCKED), ("bruno", "bet/seat_not_staked")):
        you = yours(table.state, table.engine.felt, memory, player)
        assert you.status is YourStatus.BETS_REJECTED
        assert [(one.stake > 0, one.reason) for one in you.not_taken] == [(True, why)]
    memory.see(e.RoundOpened(round_id="bj-2", round_of_shoe=1, config_version=1), {})
    assert yours(table.state, table.engine.felt, memory, "bruno").not_taken == ()
