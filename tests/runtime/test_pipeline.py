"""A table that decides ahead of the disk: in order, and as if it had waited."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import cast

import pytest
from tests.table.driver import Studio, scanner
from tests.virtual_time import VirtualClock, VirtualTimeLoop

from sabot.adapters.memory import MemoryStore
from sabot.errors import Unavailable
from sabot.runtime.engine import TableEngine
from sabot.runtime.host import TableHost
from sabot.runtime.pipeline import AHEAD_MAX
from sabot.runtime.recovery import SteppedDown
from sabot.runtime.restart import RETRY_SECONDS, ROOM_SECONDS
from sabot.service.ports import CommitFailure, Unit
from sabot.service.storage.committer import FULL, Committer
from sabot.service.tables.envelopes import Reply
from sabot.table import commands as c
from sabot.table import events as e

Stored = asyncio.Future[CommitFailure | None]


class Pen:
    """A committer that writes when the test says so, and only what follows its table's head."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._waiting: list[tuple[Unit, Stored]] = []
        self.written: list[Unit] = []
        self._when_full: list[Callable[[Unavailable], None]] = []

    @contextmanager
    def telling_when_full(self, listener: Callable[[Unavailable], None]) -> Iterator[None]:
        self._when_full.append(listener)
        try:
            yield
        finally:
            self._when_full.remove(listener)

    async def full_elsewhere(self) -> None:
        """A write of another table found no room."""
        for listener in tuple(self._when_full):
            listener(Unavailable(FULL))
        await settle()

    def commit(self, unit: Unit) -> Stored:
        stored: Stored = asyncio.get_running_loop().create_future()
        self._waiting.append((unit, stored))
        return stored

    @property
    def waiting(self) -> list[Unit]:
        return [unit for unit, _ in self._waiting]

    async def write(self, failure: CommitFailure | None = None) -> None:
        """Write the first unit, or refuse it; one that does not follow the last is not ours."""
        unit, stored = self._waiting.pop(0)
        head = len(self._studio.book.events.get(unit.table_id, []))
        if failure is None and unit.after_seq != head:
            failure = CommitFailure.FENCED
        if failure is None:
            self._studio.book.commit(unit)
            self.written.append(unit)
        stored.set_result(failure)
        await settle()

    async def lose(self) -> None:
        """Nobody will ever say what became of the first unit."""
        self._waiting.pop(0)[1].set_exception(Unavailable("store/outcome_unknown"))
        await settle()


async def settle() -> None:
    """Let everybody do what they can, threads included."""
    for _ in range(3):
        await asyncio.sleep(0.001)


class Floor:
    """A table where a Confirm makes a bet, on a loop in virtual time."""

    def __init__(self) -> None:
        self.loop = VirtualTimeLoop()
        self.studio = scanner()
        self.studio.now_ms = 0  # the host says when a command came
        for player in ("ada", "bob", "cleo", "dan"):
            self.studio.players.fund(player, 10_000)
        self.pen = Pen(self.studio)
        self.published: list[list[str]] = []
        self.reloads = 0
        self.unreadable = 0  # how often the disk cannot be read
        clock = VirtualClock(self.loop)
        clock.wall_offset_ms = 0  # as the studio's: its cards are new
        self.host = TableHost(
            self.studio.engine,
            committer=cast(Committer, self.pen),
            store=MemoryStore(),
            clock=clock,
            reload=self._reload,
            publish=self._publish,
            unsure_before_ms=-1,  # these cards were loaded at zero, and that is certain
        )

    def _publish(self, _state: object, events: Sequence[e.Event]) -> None:
        if events:  # a table that is only shown again has nothing to tell
            self.published.append(_bettors(events))

    def _reload(self) -> TableEngine:
        if self.unreadable:
            self.unreadable -= 1
            raise Unavailable("store/unreachable")
        self.reloads += 1
        engine = self.studio.engine_of(self.host.state)
        self.studio.engine = engine
        return engine

    def bet(
        self, player: str, *, cmd_id: str | None = None, amount: int = 1_000
    ) -> asyncio.Future[Reply]:
        chip = c.NewChip(kind="player", amount=amount)
        return self.host.ask(
            self.studio.envelope(player, c.ConfirmBets(chips=(chip,)), cmd_id=cmd_id)
        )

    def play(self, main: Callable[[], Awaitable[None]]) -> BaseException | None:
        """Run a test beside the host, and tell how the host ended by itself."""

        async def both() -> BaseException | None:
            running = asyncio.create_task(self.host.run())
            try:
                await settle()
                await main()
            finally:
                ended = running.done()
                running.cancel()
                await asyncio.wait({running})
            return running.exception() if ended else None

        try:
            return self.loop.run_until_complete(both())
        finally:
            self.loop.close()


def _bettors(events: Sequence[e.Event]) -> list[str]:
    taken = [event for event in events if isinstance(event, e.BetsAccepted)]
    return [bet.player for event in taken for bet in event.bets]


@pytest.fixture
def floor() -> Floor:
    return Floor()


def test_I4_bets_are_decided_before_earlier_ones_are_stored_and_told_after_them(
    floor: Floor,
) -> None:
    async def main() -> None:
        ada = floor.bet("ada")
        await settle()
        bob = floor.bet("bob")
        await settle()
        assert len(floor.pen.waiting) == 2
        assert floor.pen.waiting[1].after_seq == floor.pen.waiting[0].after_seq + 1
        assert floor.published == []
        assert not ada.done()
        await floor.pen.write()
        assert ada.result().accepted
        assert not bob.done()
        assert floor.published == [["ada"]]
        await floor.pen.write()
        assert bob.result().accepted
        assert floor.published == [["ada"], ["bob"]]
        assert floor.studio.players.balance("bob") == 9_000

    floor.play(main)


def test_P16_money_that_is_on_its_way_to_the_disk_is_spent(floor: Floor) -> None:
    async def main() -> None:
        first = floor.bet("ada", amount=6_000)
        await settle()
        second = floor.bet("ada", amount=6_000)
        await settle()
        while floor.pen.waiting:
            await floor.pen.write()
        assert first.result().accepted
        assert second.result().code == "bet/insufficient_balance"
        assert floor.studio.players.balance("ada") == 4_000

    floor.play(main)


def test_I4_a_copy_of_a_bet_that_is_being_stored_is_the_same_bet(floor: Floor) -> None:
    async def main() -> None:
        first = floor.bet("ada", cmd_id="one")
        await settle()
        again, other = floor.bet("ada", cmd_id="one"), floor.bet("ada", cmd_id="one", amount=500)
        await settle()
        assert not again.done()
        await floor.pen.write()
        assert again.result() == first.result()
        assert other.result().code == "command/other_body"
        assert floor.studio.players.balance("ada") == 9_000

    floor.play(main)


def test_I2_what_was_decided_on_a_step_that_cannot_be_stored_is_decided_again(
    floor: Floor,
) -> None:
    async def main() -> None:
        ada = floor.bet("ada")
        await settle()
        bob = floor.bet("bob")
        await settle()
        cleo = floor.bet("cleo")
        await settle()
        assert len(floor.pen.waiting) == 3
        await floor.pen.write(CommitFailure.BELOW_FLOOR)
        await floor.pen.write()
        await floor.pen.write()
        assert floor.pen.written == []
        assert ada.result().code == "bet/insufficient_balance"
        assert not bob.done()
        await floor.pen.write()
        assert (bob.result().accepted, cleo.result().accepted) == (True, True)
        assert floor.published == [["bob", "cleo"]]
        assert [floor.studio.players.balance(player) for player in ("ada", "bob")] == [
            10_000,
            9_000,
        ]
        assert floor.studio.funds.available("ada", table="elsewhere") == 10_000

    floor.play(main)


def test_I4_when_one_on_top_of_a_refused_step_is_unknown_the_disk_is_read(floor: Floor) -> None:
    """It might fit the head that the others of the refused step are about to make."""

    async def main() -> None:
        ada, bob = floor.bet("ada"), floor.bet("bob")
        await settle()
        cleo = floor.bet("cleo")
        await settle()
        await floor.pen.write(CommitFailure.BELOW_FLOOR)
        await floor.pen.lose()
        assert floor.reloads == 1
        assert {one.result().code for one in (ada, bob, cleo)} == {"store/outcome_unknown"}
        assert floor.studio.funds.available("cleo", table="elsewhere") == 10_000

    floor.play(main)


def test_who_cannot_be_stored_together_is_tried_one_by_one_before_those_on_top(
    floor: Floor,
) -> None:
    async def main() -> None:
        ada, bob = floor.bet("ada"), floor.bet("bob")
        await settle()
        cleo = floor.bet("cleo")
        await settle()
        await floor.pen.write(CommitFailure.CONFLICT)
        await floor.pen.write()
        await floor.pen.write()  # ada alone
        await floor.pen.write(CommitFailure.BELOW_FLOOR)  # bob alone
        await floor.pen.write()
        assert ada.result().accepted
        assert bob.result().code == "bet/insufficient_balance"
        assert cleo.result().accepted
        assert floor.published == [["ada"], ["cleo"]]

    floor.play(main)


def test_I4_nobody_is_told_anything_when_an_outcome_is_unknown(floor: Floor) -> None:
    async def main() -> None:
        ada = floor.bet("ada")
        await settle()
        bob = floor.bet("bob")
        await settle()
        await floor.pen.lose()
        assert ada.result().code == bob.result().code == "store/outcome_unknown"
        assert floor.reloads == 1
        assert floor.studio.funds.available("bob", table="elsewhere") == 10_000
        await floor.pen.lose()  # nobody listens any more
        again = floor.bet("bob")
        await settle()
        await floor.pen.write()
        assert again.result().accepted

    floor.play(main)


def test_P16_money_of_which_nobody_knows_is_spent_until_the_disk_was_read(floor: Floor) -> None:
    async def main() -> None:
        ada = floor.bet("ada", amount=6_000)
        await settle()
        floor.unreadable = 1
        await floor.pen.lose()
        assert ada.result().code == "store/outcome_unknown"
        assert floor.reloads == 0
        assert floor.studio.funds.available("ada", table="elsewhere") == 4_000
        await asyncio.sleep(RETRY_SECONDS)
        assert floor.reloads == 1
        assert floor.studio.funds.available("ada", table="elsewhere") == 10_000

    floor.play(main)


def test_whoever_lost_the_table_tells_everybody(floor: Floor) -> None:
    async def main() -> None:
        answers = [floor.bet("ada")]
        await settle()
        answers.append(floor.bet("bob"))
        await settle()
        await floor.pen.write(CommitFailure.FENCED)
        assert [one.result().code for one in answers] == ["table/owner_changed"] * 2

    assert isinstance(floor.play(main), SteppedDown)


@pytest.mark.parametrize("together", [1, 2])
def test_I9_a_single_command_that_finds_itself_fenced_steps_down(
    floor: Floor, together: int
) -> None:
    """Alone from the start, or decided again alone after its batch could not be stored."""

    async def main() -> None:
        answers = [floor.bet(player) for player in ("ada", "bob")[:together]]
        await settle()
        if together > 1:
            await floor.pen.write(CommitFailure.BELOW_FLOOR)
        assert len(floor.pen.waiting) == 1
        await floor.pen.write(CommitFailure.FENCED)
        assert [one.result().code for one in answers] == ["table/owner_changed"] * together
        assert floor.published == []

    assert isinstance(floor.play(main), SteppedDown)


def test_what_comes_while_the_store_is_away_is_refused_at_once_and_never_runs(
    floor: Floor,
) -> None:
    async def main() -> None:
        ada = floor.bet("ada")
        await settle()
        floor.unreadable = 3
        waits = floor.host.ask(floor.studio.envelope("bob", c.TakeSeat(seat=1)))
        await floor.pen.lose()
        assert ada.result().code == "store/outcome_unknown"
        assert floor.host.cannot_write
        await settle()
        assert (waits.done(), waits.result().code) == (True, "house/cannot_write")
        assert floor.bet("cleo").result().code == "house/cannot_write"
        await asyncio.sleep(4 * RETRY_SECONDS)
        assert floor.host.cannot_write
        assert [unit.events for unit in floor.pen.waiting] == [()]  # whether it can write
        await floor.pen.write()
        assert not floor.host.cannot_write
        assert floor.pen.waiting == []

    floor.play(main)


def test_I8_betting_ends_when_everything_before_it_is_stored(floor: Floor) -> None:
    async def main() -> None:
        ada = floor.bet("ada")
        await settle()
        await asyncio.sleep(floor.studio.state.settings.timers.betting / 1000 + 1)
        late = floor.bet("bob")
        await settle()
        assert len(floor.pen.waiting) == 1
        await floor.pen.write()
        assert ada.result().accepted
        await floor.pen.write()
        assert late.result().code == "bet/too_late"
        assert floor.published[0] == ["ada"]

    floor.play(main)


def test_only_bets_are_decided_ahead(floor: Floor) -> None:
    async def main() -> None:
        ada = floor.bet("ada")
        await settle()
        other = floor.host.ask(floor.studio.envelope("boss", c.Pause(reason="a look")))
        bob = floor.bet("bob")
        await settle()
        assert len(floor.pen.waiting) == 1
        await floor.pen.write()
        await floor.pen.write()
        assert ada.result().accepted
        assert other.result().accepted
        assert bob.result().code == "table/paused"

    floor.play(main)


def test_a_table_goes_only_so_far_ahead(floor: Floor) -> None:
    async def main() -> None:
        answers = []
        for _ in range(AHEAD_MAX + 3):
            answers.append(floor.bet("ada", amount=100))
            await settle()
        assert len(floor.pen.waiting) == AHEAD_MAX
        while floor.pen.waiting:
            await floor.pen.write()
        assert all(answer.result().accepted for answer in answers)
        assert floor.studio.players.balance("ada") == 10_000 - 100 * (AHEAD_MAX + 3)

    floor.play(main)


def test_a_bug_ahead_of_the_disk_is_met_again_alone(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare = TableEngine.prepare

    def broken(self: TableEngine, envelopes: object, **more: object) -> object:
        if more.get("after") is not None:
            raise ZeroDivisionError
        return prepare(self, envelopes, **more)  # type: ignore[arg-type]

    async def main() -> None:
        monkeypatch.setattr(TableEngine, "prepare", broken)
        ada = floor.bet("ada")
        await settle()
        bob = floor.bet("bob")
        await settle()
        assert len(floor.pen.waiting) == 1
        await floor.pen.write()
        await floor.pen.write()
        assert (ada.result().accepted, bob.result().accepted) == (True, True)

    floor.play(main)


def test_issue20_10_a_table_stands_still_as_soon_as_another_ones_write_finds_no_room(
    floor: Floor,
) -> None:
    async def main() -> None:
        await settle()
        await floor.pen.full_elsewhere()
        assert floor.host.cannot_write  # before it has tried to write anything
        assert floor.pen.waiting == []
        assert floor.bet("ada").result().code == "house/cannot_write"
        await asyncio.sleep(ROOM_SECONDS + RETRY_SECONDS)
        assert [unit.events for unit in floor.pen.waiting] == [()]  # whether there is room
        assert floor.host.cannot_write
        await floor.pen.write()
        assert not floor.host.cannot_write
        bob = floor.bet("bob")
        await settle()
        await floor.pen.write()
        assert bob.result().accepted

    floor.play(main)


def test_issue20_10_what_was_on_its_way_when_the_store_was_full_keeps_its_outcome(
    floor: Floor,
) -> None:
    async def main() -> None:
        ada = floor.bet("ada", cmd_id="mine")
        await settle()
        await floor.pen.full_elsewhere()
        assert not ada.done()
        assert floor.host.cannot_write
        await floor.pen.write()  # its own write had room
        assert ada.result().accepted
        assert floor.bet("ada", cmd_id="mine").result().code == "house/cannot_write"  # for now
        assert floor.host.cannot_write
        assert floor.bet("bob").result().code == "house/cannot_write"
        await asyncio.sleep(ROOM_SECONDS + RETRY_SECONDS)
        await floor.pen.write()
        assert not floor.host.cannot_write

    floor.play(main)
