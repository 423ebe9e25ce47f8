"""Group commit: what goes together, and who fails alone."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import cast

import pytest

from sabot.errors import Corrupt, Unavailable
from sabot.service.ports import CommitFailure, Store, Unit
from sabot.service.storage.committer import FULL, UNITS_MAX, Committer

SOON = 10.0  # seconds that a thread is waited for; it takes none of them


class Disk:
    """A store that writes when it is told, and notes what it wrote together."""

    def __init__(self, *, dictates: bool = False) -> None:
        self.dictates = dictates
        self.hand = ThreadPoolExecutor(max_workers=1)
        self.groups: list[list[str]] = []
        self.refuses: Callable[[Sequence[Unit]], Exception | None] = lambda _units: None
        self.fenced: set[str] = set()
        self.may_write, self.asked = Event(), Event()
        self.may_write.set()

    def commit(self, units: Sequence[Unit]) -> Sequence[CommitFailure | None]:
        self.asked.set()
        assert self.may_write.wait(SOON)
        error = self.refuses(units)
        if error is not None:
            raise error
        self.groups.append([unit.table_id for unit in units])
        return [CommitFailure.FENCED if unit.table_id in self.fenced else None for unit in units]

    def begin(self, units: Sequence[Unit]) -> Elsewhere | None:
        return Elsewhere(self, units) if self.dictates else None


class Elsewhere:
    """Somebody who writes to the disk, and says in a pipe that it is done."""

    def __init__(self, disk: Disk, units: Sequence[Unit]) -> None:
        self.descriptor, self._pen = os.pipe()
        self._disk, self._units = disk, units
        self._written = disk.hand.submit(self._write)

    def _write(self) -> Sequence[CommitFailure | None]:
        try:
            return self._disk.commit(self._units)
        finally:
            os.write(self._pen, b"!")

    def outcome(self) -> Sequence[CommitFailure | None]:
        try:
            return self._written.result(SOON)
        finally:
            os.close(self.descriptor)
            os.close(self._pen)


@pytest.fixture(params=["here", "elsewhere"])
def disk(request: pytest.FixtureRequest) -> Iterator[Disk]:
    found = Disk(dictates=request.param == "elsewhere")
    yield found
    found.hand.shutdown()


@pytest.fixture
def committer(disk: Disk) -> Iterator[Committer]:
    found = Committer(cast(Store, disk))
    yield found
    found.close()


def unit(table: str) -> Unit:
    return Unit(table_id=table, epoch=1, after_seq=0)


def running(committer: Committer, main: Callable[[], Awaitable[None]]) -> None:
    """Run a test while the committer runs."""

    async def both() -> None:
        writer = asyncio.create_task(committer.run())
        await asyncio.sleep(0)
        try:
            await main()
        finally:
            writer.cancel()
            await asyncio.wait({writer})

    asyncio.run(both())


def test_what_comes_while_something_is_written_goes_together(
    committer: Committer, disk: Disk
) -> None:
    async def main() -> None:
        disk.may_write.clear()
        answers = [committer.commit(unit("a"))]
        assert await asyncio.to_thread(disk.asked.wait, SOON)
        answers += [committer.commit(unit(table)) for table in "bcd"]
        disk.may_write.set()
        assert await asyncio.gather(*answers) == [None] * 4
        assert disk.groups == [["a"], ["b", "c", "d"]]
        assert (committer.groups, committer.units) == (2, 4)

    running(committer, main)


def test_a_transaction_has_so_many_units_at_most(committer: Committer, disk: Disk) -> None:
    async def main() -> None:
        disk.may_write.clear()
        answers = [committer.commit(unit(f"t{number}")) for number in range(UNITS_MAX + 2)]
        disk.may_write.set()
        await asyncio.gather(*answers)
        assert max(map(len, disk.groups)) <= UNITS_MAX
        assert sum(map(len, disk.groups)) == UNITS_MAX + 2

    running(committer, main)


def test_whose_facts_disagree_fails_alone(committer: Committer, disk: Disk) -> None:
    def refuses(units: Sequence[Unit]) -> Exception | None:
        bad = any(one.table_id == "b" for one in units)
        return Corrupt("event/out_of_sequence", table_id="b") if bad else None

    async def main() -> None:
        disk.refuses, disk.fenced = refuses, {"c"}
        disk.may_write.clear()
        answers = [committer.commit(unit(table)) for table in "abc"]
        disk.may_write.set()
        found = await asyncio.gather(*answers, return_exceptions=True)
        assert (found[0], found[2]) == (None, CommitFailure.FENCED)
        assert isinstance(found[1], Corrupt)

    running(committer, main)


@pytest.mark.parametrize("error", [Unavailable("store/busy"), Corrupt("store/odd")])
def test_what_names_nobody_is_told_to_all(
    committer: Committer, disk: Disk, error: Corrupt | Unavailable
) -> None:
    async def main() -> None:
        disk.refuses = lambda _units: error
        answers = [committer.commit(unit(table)) for table in "ab"]
        assert await asyncio.gather(*answers, return_exceptions=True) == [error, error]
        assert committer.groups == 0
        disk.refuses = lambda _units: None
        assert await committer.commit(unit("a")) is None

    running(committer, main)


def test_what_tables_decide_in_one_turn_goes_together(committer: Committer, disk: Disk) -> None:
    async def main() -> None:
        await asyncio.gather(*[committer.commit(unit(table)) for table in "abc"])
        assert disk.groups == [["a", "b", "c"]]

    running(committer, main)


def test_whoever_closes_waits_for_what_is_being_written(disk: Disk) -> None:
    committer = Committer(cast(Store, disk))

    async def main() -> None:
        disk.may_write.clear()
        answer = committer.commit(unit("a"))
        assert await asyncio.to_thread(disk.asked.wait, SOON)
        assert not answer.done()

    running(committer, main)
    disk.may_write.set()
    committer.close()
    assert disk.groups == [["a"]]


@pytest.mark.parametrize("error", [Unavailable("store/busy"), Corrupt("odd", table_id="a")])
def test_what_comes_while_a_group_fails_is_written_in_its_order(
    committer: Committer, disk: Disk, error: Corrupt | Unavailable
) -> None:
    async def main() -> None:
        disk.refuses = lambda units: error if units[0].table_id == "a" else None
        disk.may_write.clear()
        answers = [committer.commit(unit("a"))]
        assert await asyncio.to_thread(disk.asked.wait, SOON)
        for table in "bcd":
            answers.append(committer.commit(unit(table)))
            await asyncio.sleep(0.001)
        disk.may_write.set()
        assert await asyncio.gather(*answers, return_exceptions=True) == [error, None, None, None]
        assert disk.groups == [["b", "c", "d"]]

    running(committer, main)


def test_a_mistake_of_ours_ends_the_writer(committer: Committer, disk: Disk) -> None:
    async def main() -> None:
        disk.refuses = lambda _units: TypeError("a bug")
        writer = asyncio.create_task(committer.run())
        await asyncio.sleep(0)
        answer = committer.commit(unit("a"))
        with pytest.raises(TypeError, match="a bug"):
            await writer
        assert not answer.done()

    asyncio.run(main())


@pytest.mark.parametrize("code", [FULL, "store/busy"])
def test_issue20_10_every_table_hears_that_the_store_is_full_and_of_nothing_else(
    committer: Committer, disk: Disk, code: str
) -> None:
    heard: list[str] = []

    async def main() -> None:
        disk.refuses = lambda _units: Unavailable(code)
        listening = committer.telling_when_full(lambda error: heard.append(error.code))
        with listening, pytest.raises(Unavailable, match=code):
            await committer.commit(unit("t1"))
        with pytest.raises(Unavailable, match=code):
            await committer.commit(unit("t1"))  # the listener has left

    running(committer, main)
    assert heard == [FULL] * (code == FULL)
