"""Group commit: what goes together, and who fails alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from threading import Event
from typing import cast

import pytest

from sabot.errors import Corrupt, Unavailable
from sabot.service.committer import UNITS_MAX, Committer
from sabot.service.ports import CommitFailure, Store, Unit

SOON = 10.0  # seconds that a thread is waited for; it takes none of them


class Disk:
    """A store that writes when it is told, and notes what it wrote together."""

    def __init__(self) -> None:
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


@pytest.fixture
def disk() -> Disk:
    return Disk()


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
