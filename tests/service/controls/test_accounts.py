"""Running accounts that a thread reads: tables go on at the same time, and nothing counts twice."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence

import pytest
from tests.service.controls.moments import NOON, Moment

from sabot.errors import Unavailable
from sabot.service.controls.accounts import Accounts
from sabot.service.controls.spending import Sums
from sabot.service.money.flows import Flow


def staked(round_id: str, stake: int) -> Flow:
    return Flow(player="ada", round_id=round_id, staked={f"{round_id}/a": stake})


def over(round_id: str, stake: int = 0, *, returned: int = 0) -> Flow:
    stakes = {f"{round_id}/a": stake} if stake else {}
    return Flow(
        player="ada", round_id=round_id, staked=stakes, returned=returned, ended_ms=NOON - 1
    )


class SlowDisk:
    """The flows of a player, which come when a test says so."""

    def __init__(self, *flows: Flow) -> None:
        self.found: Sequence[Flow] | Unavailable = flows
        self.asked = threading.Semaphore(0)
        self.answer = threading.Semaphore(0)
        self.threads: list[int] = []

    def flows(self, player_id: str, *, since_ms: int) -> Sequence[Flow]:
        self.threads.append(threading.get_ident())
        if threading.current_thread() is not threading.main_thread():
            self.asked.release()
            self.answer.acquire()
        if isinstance(self.found, Unavailable):
            raise self.found
        return self.found


Meanwhile = Callable[[Accounts], Awaitable[None] | None]


def read(
    disk: SlowDisk,
    meanwhile: Meanwhile = lambda _accounts: None,
    accounts: Accounts | None = None,
) -> Accounts:
    """Ada's account, and what happens while a thread reads it."""
    accounts = Accounts(disk, Moment()) if accounts is None else accounts

    async def look() -> None:
        reading = asyncio.create_task(accounts.look_up("ada"))
        await asyncio.to_thread(disk.asked.acquire)
        happened = meanwhile(accounts)
        if happened is not None:
            await happened
        disk.answer.release()
        await reading

    asyncio.run(look())
    return accounts


def test_it_is_read_in_a_thread_and_known_from_then_on() -> None:
    disk = SlowDisk(over("t-1", 500, returned=200))
    accounts = read(disk)
    assert accounts.of("ada").day(NOON) == Sums(staked=500, returned=200)
    asyncio.run(accounts.look_up("ada"))
    assert len(disk.threads) == 1
    assert disk.threads != [threading.get_ident()]


@pytest.mark.parametrize("stored", [(), (staked("t-1", 500),), (over("t-1", 500, returned=900),)])
def test_what_tables_store_meanwhile_counts_once(stored: tuple[Flow, ...]) -> None:
    """Whether the disk said it already or not."""

    def play(accounts: Accounts) -> None:
        assert accounts
        assert ("ada" in accounts, "bob" in accounts) == (True, False)
        accounts.saw([staked("t-1", 500)])
        accounts.saw([over("t-1", returned=900), staked("t-2", 70)])

    ada = read(SlowDisk(over("t-0", 10), *stored), play).of("ada")
    assert ada.day(NOON) == Sums(staked=510, returned=900)
    assert (ada.at_risk, ada.at_table("t")) == (70, 70)


def test_two_who_wait_have_it_read_once_and_one_may_go() -> None:
    disk = SlowDisk(over("t-1", 500))

    async def come_and_go(accounts: Accounts) -> None:
        other = asyncio.create_task(accounts.look_up("ada"))
        gone = asyncio.create_task(accounts.look_up("ada"))
        await asyncio.sleep(0)
        gone.cancel()
        disk.answer.release()
        await other

    assert read(disk, come_and_go).of("ada").day(NOON).staked == 500
    assert len(disk.threads) == 1


def test_who_cannot_wait_reads_it_at_once() -> None:
    disk = SlowDisk(over("t-1", 500))

    def bet(accounts: Accounts) -> None:
        assert accounts.of("ada").day(NOON).staked == 500
        accounts.saw([over("t-2", 30)])

    assert read(disk, bet).of("ada").day(NOON).staked == 530
    assert len(disk.threads) == 2


def test_what_was_read_before_everything_was_forgotten_is_not_kept() -> None:
    disk = SlowDisk(over("t-1", 500))
    accounts = read(disk, Accounts.forget)
    assert "ada" not in accounts
    disk.found = [over("t-1", 500), over("t-2", 30)]
    assert accounts.of("ada").day(NOON).staked == 530


def test_a_disk_that_does_not_answer_is_asked_again() -> None:
    disk = SlowDisk()
    accounts = Accounts(disk, Moment())
    disk.found = Unavailable("store/failed")
    with pytest.raises(Unavailable):
        read(disk, accounts=accounts)
    assert not accounts
    disk.found = [over("t-1", 500)]
    assert read(disk, accounts=accounts).of("ada").day(NOON).staked == 500


def test_who_leaves_is_forgotten_with_the_last_round_they_have_stakes_in() -> None:
    accounts = read(SlowDisk(over("t-1", 500), staked("t-2", 70), staked("t-3", 80)))
    accounts.came("ada")
    accounts.left("ada")
    accounts.saw([over("t-2", returned=140)])
    assert "ada" in accounts
    accounts.saw([over("t-3")])
    assert not accounts


def test_who_comes_back_in_between_is_not() -> None:
    accounts = read(SlowDisk(staked("t-2", 70)))
    accounts.left("ada")
    accounts.came("ada")
    accounts.saw([over("t-2", returned=140)])
    assert accounts.of("ada").day(NOON) == Sums(staked=70, returned=140)
    accounts.left("ada")
    assert not accounts
