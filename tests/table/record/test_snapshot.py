"""Snapshots of a table at rest: where recovery starts, and what they refuse (design, recovery)."""

from __future__ import annotations

from functools import reduce

import pytest
from tests.seals import SEALS, keyring
from tests.table.driver import BOSS, Studio, blackjack, brag, seven
from tests.table.walker import assert_same

from sabot.errors import Corrupt
from sabot.service.storage.sealing import believed_snapshot, stored_snapshot
from sabot.table import commands as c
from sabot.table.evolve import evolve
from sabot.table.record.snapshot import restored, snapshot_of
from sabot.table.state import TableState


def sealed(plain: bytes) -> str:
    """Sealed as the driver's tables seal."""
    return SEALS.seal(plain, place="snapshot:bj")


def opened(sealed: str) -> bytes:
    """Opened as recovery opens."""
    return SEALS.open(sealed, place="snapshot:bj")


def recovered(table: Studio) -> TableState:
    """The table from its last snapshot and the events after it, as recovery finds them."""
    _, snapshot = table.book.snapshots[table.table_id]
    state, _ = believed_snapshot(snapshot, table.game, SEALS, table_id=table.table_id)
    return reduce(evolve, table.book.decoded(table.table_id)[state.seq :], state)


def test_a_resting_table_comes_back_as_it_was() -> None:
    table = blackjack()
    table.players.sit("ada", 2, 5)
    table.players.sit("bob", 1)
    table.does("bob", c.LeaveSeat(seat=1))
    table.does(BOSS, c.SwitchSideBets(kinds=("21+3",), off=True, reason="abuse"))
    assert_same(restored(snapshot_of(table.state, sealed), table.game, opened), table.state)


def test_a_round_in_play_is_rebuilt_from_the_events_behind_the_snapshot() -> None:
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    table.close()
    table.cards.deal("8S 6H 8D TC")
    table.players.choose("split")
    table.cards.deal("2C")
    assert recovered(table).phase == "dealing"
    assert_same(recovered(table), table.state)


def test_P14_counters_of_the_shoe_survive() -> None:
    table = seven()
    table.cards.play(rounds=3)
    shoe = recovered(table).shoe
    assert shoe == table.shoe
    assert (table.shoe.rounds, len(table.shoe.codes) == table.shoe.used) == (3, True)


def test_a_new_snapshot_is_taken_whenever_the_table_rests() -> None:
    table = brag()
    before, _ = table.book.snapshots[table.table_id]
    table.close()
    table.cards.deal("2S 4H 7D KS QH 8D turn")
    table.rest()
    after, _ = table.book.snapshots[table.table_id]
    assert after > before


def test_a_table_in_play_has_no_snapshot() -> None:
    table = seven()
    with pytest.raises(Corrupt, match="snapshot/not_at_rest"):
        snapshot_of(table.state, sealed)


def test_a_table_that_was_stopped_has_none_either() -> None:
    """A pause is not among the facts of a snapshot, so it would be forgotten."""
    table = blackjack()
    taken = table.book.snapshots[table.table_id]
    table.does(BOSS, c.Pause(reason="a light fell"))
    table.does("ada", c.TakeSeat(seat=3))
    assert table.book.snapshots[table.table_id] == taken
    with pytest.raises(Corrupt, match="snapshot/not_at_rest"):
        snapshot_of(table.state, sealed)
    assert_same(recovered(table), table.state)
    table.does(BOSS, c.Resume(reason="it is up again"))


def test_the_same_table_has_the_same_snapshot() -> None:
    one, other = blackjack(), blackjack()
    for table, order in ((one, (2, 5)), (other, (5, 2))):
        table.players.sit("ada", *order)
    assert snapshot_of(one.state, sealed) == snapshot_of(other.state, sealed)


@pytest.mark.parametrize("snapshot", [b"", b"{}", b"null", b"\xff", b'{"table_id":"\xff"}'])
def test_a_snapshot_that_cannot_be_read_is_corrupt(snapshot: bytes) -> None:
    with pytest.raises(Corrupt, match="snapshot/unreadable"):
        restored(snapshot, blackjack().game, opened)


def test_P13_unturned_cards_of_a_cancelled_round_are_sealed_in_a_snapshot() -> None:
    """They were read, so they may not come again (I12); and nobody may know them."""
    table = blackjack()
    table.players.sit("ada", 1)
    table.players.place("ada", "main", seat=1)
    table.close()
    table.cards.deal("8S 6H 8D TC")
    hole = table.round.codes[-1]
    table.does(BOSS, c.CancelRound(reason="a light fell"))
    table.rest()
    _, snapshot = table.book.snapshots[table.table_id]
    assert hole in table.shoe.codes
    assert hole.encode() not in snapshot
    assert table.shoe.unturned[0].salt.encode() not in snapshot
    assert_same(recovered(table), table.state)


def test_20_4_only_what_the_house_signed_is_believed() -> None:
    table = blackjack()
    chain = bytes(range(32))
    stored = stored_snapshot(table.state, SEALS, head_hash=chain)
    found = believed_snapshot(stored, table.game, SEALS, table_id="bj")
    assert_same(found.state, table.state)
    assert found.hash == chain
    for other in (
        stored.replace(b'"rounds":0', b'"rounds":1'),
        stored.replace(chain.hex().encode(), bytes(32).hex().encode()),
        stored.replace(b'"seq":', b'"seq":1', 1),
        snapshot_of(table.state, sealed),
    ):
        assert other != stored
        with pytest.raises(Corrupt, match="snapshot/unproved"):
            believed_snapshot(other, table.game, SEALS, table_id="bj")
    with pytest.raises(Corrupt, match="snapshot/unproved"):
        believed_snapshot(stored, table.game, SEALS, table_id="bj-2")
    with pytest.raises(Corrupt, match="snapshot/unproved"):
        believed_snapshot(stored, table.game, keyring(2), table_id="bj")
