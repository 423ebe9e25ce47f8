"""A bug in one table stays there: its round is void, the house plays on (F255)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence

import pytest
from tests.house.premises import BALANCE, Premises, table
from tests.table.driver import BOSS
from tests.virtual_time import run_in_virtual_time
from typing_extensions import override

from sabot.adapters.memory import Fault, MemoryStore
from sabot.gamekit import Bet, Payout
from sabot.games.baccarat.round import BaccaratGame, BaccaratState
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase
from sabot.table.studio.acts import MALFUNCTION

BROKEN, SOUND = "speed-1", "speed-2"


class Fragile(BaccaratGame):
    """Baccarat with a bug: so many rounds cannot be settled."""

    def __init__(self, failures: int, *, breaks: Callable[[], None] = lambda: None) -> None:
        self.failures = failures
        self._breaks = breaks

    @override
    def settle(self, state: BaccaratState, bets: Sequence[Bet]) -> tuple[Payout, ...]:
        if self.failures:
            self.failures -= 1
            self._breaks()
            raise ZeroDivisionError
        return super().settle(state, bets)


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """The bug is the subject here: its traceback is not news."""
    logging.getLogger("sabot.host").setLevel(logging.CRITICAL + 1)
    yield
    logging.getLogger("sabot.host").setLevel(logging.NOTSET)


def house(failures: int) -> Premises:
    return Premises(table(BROKEN), table(SOUND), games={BROKEN: Fragile(failures)})


async def settled(premises: Premises, rounds: int, *, at: str) -> None:
    async with asyncio.timeout(3_600):
        while len(premises.told(e.RoundSettled, at=at)) < rounds:  # noqa: ASYNC110 -- virtual time
            await asyncio.sleep(1)


async def _once() -> None:
    async with house(failures=1) as premises:
        premises.deposit("ada")
        await premises.until(Phase.BETTING)
        assert (await premises.send("ada", c.PlaceChip(kind="player", amount=1000))).accepted
        await settled(premises, 1, at=BROKEN)
        kinds = [event.kind for event in premises.told(e.IncidentRecorded, at=BROKEN)]
        assert kinds == [MALFUNCTION]
        [cancelled] = premises.told(e.RoundCancelled, at=BROKEN)
        assert (cancelled.actor, cancelled.reason, len(cancelled.refunds)) == (
            "house",
            MALFUNCTION,
            1,
        )
        assert premises.balance("ada") == BALANCE
        assert premises.told(e.TableSwitchedOff) == []
    premises.check()


def test_F255_a_bug_voids_its_round_and_the_table_goes_on() -> None:
    run_in_virtual_time(_once())


async def _twice() -> None:
    async with house(failures=2) as premises:
        await settled(premises, 6, at=SOUND)
        # Switched off after the second round in a row, with somebody called to look.
        assert len(premises.told(e.RoundCancelled, at=BROKEN)) == 2
        assert premises.host(BROKEN).state.phase is Phase.OFF
        [off] = premises.told(e.TableSwitchedOff)
        [called] = premises.told(e.ManagerCalled)
        assert {off.actor, off.reason, called.actor, called.reason} == {"house", MALFUNCTION}
        assert premises.told(e.RoundSettled, at=BROKEN) == []
        # The other table has seen none of this.
        assert premises.told(e.IncidentRecorded, at=SOUND) == []
        assert premises.told(e.RoundCancelled, at=SOUND) == []
        # Whoever was called may switch it on again.
        on = c.SwitchTable(off=False, reason="mended")
        assert (await premises.send(BOSS, on, at=BROKEN)).accepted
        await settled(premises, 1, at=BROKEN)
    premises.check()


def test_F255_two_in_a_row_switch_the_table_off_and_call_the_manager() -> None:
    run_in_virtual_time(_twice())


async def _apart() -> None:
    premises = house(failures=1)
    fragile = premises._games[BROKEN]
    assert isinstance(fragile, Fragile)
    async with premises:
        for rounds in (1, 2, 3):
            await settled(premises, rounds, at=BROKEN)
            fragile.failures = 1
        assert len(premises.told(e.RoundCancelled, at=BROKEN)) >= 2
        assert premises.told(e.TableSwitchedOff) == []
    premises.check()


def test_F255_a_round_that_comes_to_its_result_in_between_starts_the_count_anew() -> None:
    run_in_virtual_time(_apart())


async def _unheard(lost: Fault) -> None:
    faults: list[Fault] = []
    store = MemoryStore(faults=lambda write: faults.pop() if faults and write == "commit" else None)
    fragile = Fragile(1, breaks=lambda: faults.append(lost))  # the next write is the remedy
    async with Premises(table(BROKEN), store=store, games={BROKEN: fragile}) as premises:
        await settled(premises, 1, at=BROKEN)
        assert faults == []
        assert not premises.tasks[BROKEN].done()
    premises.check()


@pytest.mark.parametrize("lost", [Fault.ANSWER_LOST, Fault.FAILED])
def test_F255_a_table_goes_on_though_nobody_heard_what_became_of_its_remedy(lost: Fault) -> None:
    """On what it does not know the table would decide past the disk, and step down."""
    run_in_virtual_time(_unheard(lost))
