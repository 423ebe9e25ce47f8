"""Real SIGKILL while an operator's wallet is being asked, paid or taken back: I10 holds.

The operator lives in the test and outlives every house. It kills the house at named points: when a
call has arrived, when it is applied and not answered, when it is answered.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import count, cycle
from pathlib import Path

from tests.house.guests import ENVIRONMENT, LoopbackOperator, check_books
from tests.service.faulty_wallet import Fault, FaultyOperator
from typing_extensions import override

from sabot.adapters.clock import SystemClock
from sabot.adapters.sql import Point, read_store
from sabot.adapters.wallet.signing import Key
from sabot.lab.audit import audit, sealed
from sabot.service.ports import WalletOpState

ROOT = Path(__file__).parents[2]
PLAYERS = 8
CALLS = ("bet", "result", "refund")
MOMENTS = ("arrived", "applied", "answered")
WALLET_POINTS = tuple(f"{call}/{moment}" for call in CALLS for moment in MOMENTS)
POINTS = (*WALLET_POINTS, *(point.value for point in Point))
KILLS = int(os.environ.get("SABOT_WALLET_KILLS", str(len(POINTS))))
LIFE_SECONDS_MAX = 120


class Killer(FaultyOperator):
    """An operator at whose hands a house dies."""

    kill: Callable[[], None] = staticmethod(lambda: None)
    point = ""
    left = 0

    def _pass(self, point: str) -> None:
        if point == self.point:
            self.left -= 1
            if self.left < 0:
                self.point = ""
                self.kill()

    @override
    async def respond(
        self, name: str, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, bytes] | None:
        self._pass(f"{name}/arrived")
        answer = await super().respond(name, headers, body)
        self._pass(f"{name}/applied")
        asyncio.get_running_loop().call_later(0.002, self._pass, f"{name}/answered")
        return answer


def operator() -> tuple[LoopbackOperator, Killer]:
    acme = LoopbackOperator("acme", players=PLAYERS)
    key = Key(id=acme.settings.key_id, secret=next(iter(ENVIRONMENT.values())).encode())
    killer = Killer(acme.book, key=key, wall_ms=SystemClock().wall_ms, late_seconds=0.3)
    acme.server = killer
    faults, numbers = cycle([Fault.ERROR_AFTER, Fault.LATE, Fault.DROPPED_AFTER]), count(1)
    # One bet in four stays without an answer: there is always something to take back.
    killer.failing.faults = lambda name, _id: (
        next(faults) if name == "bet" and not next(numbers) % 4 else None
    )
    return acme, killer


async def lived(acme: LoopbackOperator, killer: Killer, database: str, point: str, n: int) -> int:
    """One house from its start to its end; the status with which it ended."""
    arguments = (database, str(acme.port), str(PLAYERS), point, str(3 * n))
    house = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.house.victim", *arguments, cwd=ROOT
    )
    killer.kill, killer.point, killer.left = house.kill, point, n
    async with asyncio.timeout(LIFE_SECONDS_MAX):
        return await house.wait()


def test_I10_whatever_instant_a_house_dies_at_both_books_agree(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    database = f"sqlite:///{tmp_path / 'house.db'}"
    fired: Counter[str] = Counter()

    async def play() -> LoopbackOperator:
        acme, killer = operator()
        async with acme.listening():
            for number in range(KILLS):
                point = POINTS[number % len(POINTS)]
                status = await lived(acme, killer, database, point, number % 3)
                assert status == -9, (point, status)
                fired[point] += 1
            acme.heal()
            assert await lived(acme, killer, database, "heal", 0) == 0
        return acme

    acme = asyncio.run(play())
    with read_store(database) as store:
        rows = store.wallet_ops.with_operator("acme")
        check_books(rows, acme)
        report = audit(sealed(store.export_rows()))
    assert report.ok, report.violations[:5]
    assert len(POINTS) > KILLS or set(fired) == set(POINTS)
    taken = sum(row.state is WalletOpState.TAKEN for row in rows)
    back = sum(row.state is WalletOpState.CANCELLED for row in rows)
    record_property("counted", f"houses killed with operators: {dict(fired)}")
    record_property("counted", f"{taken} bets taken, {back} taken back, {len(rows)} operations")
