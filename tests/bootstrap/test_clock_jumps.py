"""A house that is opened again while its wall clock is wrong by months."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from typing_extensions import override

from sabot.adapters.clock import SystemClock
from sabot.bootstrap.house import House
from sabot.money import Currency
from sabot.service.catalogue import default_tables
from sabot.service.controls.limits import Pause
from sabot.service.controls.refusals import ControlRefusal
from sabot.service.office.expiry import Swept
from sabot.service.players.registry import of_house, of_operator
from sabot.service.ports import WalletOpRow, WalletOpState
from sabot.service.proof.clock import Counted
from sabot.settings import NetworkSettings, OperatorSettings, Settings
from sabot.table import events as e

DAY_MS = 24 * 3_600_000
SECRET = {"ACME_SECRET": "not a secret"}
ACME = OperatorSettings(
    id="acme",
    wallet="http://127.0.0.1:9/wallet",  # nobody answers there
    key_id="k1",
    secret_env="ACME_SECRET",  # noqa: S106  the name of a variable
    plain_http=True,
)


class Shifted(SystemClock):
    """The clocks of this machine, with a wall clock that somebody has set."""

    def __init__(self, days: int, *, boot: str = "boot:1") -> None:
        self._ahead_ms = days * DAY_MS
        self._name = boot

    @override
    def wall_ms(self) -> int:
        return super().wall_ms() + self._ahead_ms

    @override
    def counted(self) -> Counted:
        return Counted(self._name, super().counted().ms)


class Premises:
    """One database, opened by one house after the other."""

    def __init__(self, folder: Path) -> None:
        self._settings = Settings(
            database=f"sqlite:///{folder / 'house.db'}",
            bots=0,
            pace=0.05,
            operators=(ACME,),
            network=NetworkSettings(port=0),
        )

    async def open(self, machine: Shifted, during: Callable[[House], Awaitable[None]]) -> None:
        house = House(self._settings, environment=SECRET, machine=machine)
        try:
            house.open_tables(
                [config for config in default_tables() if config.table_id == "speed-1"]
            )
            running = asyncio.create_task(house.run())
            async with asyncio.timeout(30):
                await house.ready.wait()
                await during(house)
            running.cancel()
            await asyncio.wait({running})
        finally:
            house.close()


def owed(at_ms: int) -> WalletOpRow:
    """A credit that the operator has not acknowledged."""
    return WalletOpRow(
        id="speed-1-1/acme:ada:result",
        operator="acme",
        player="acme:ada",
        kind="result",
        amount=700,
        round_id="speed-1-1",
        state=WalletOpState.OWED,
        at_ms=at_ms,
    )


async def _a_round_begins(house: House) -> None:
    """An operator owes a player money, another player pauses, and a round is seconds old."""
    now_ms = house.clock.wall_ms()
    record = of_operator("acme", "ada", nickname="ada", currency=Currency.EUR, at_ms=now_ms)
    house.players.enrol(record)
    house.players.enrol(of_house("bob", nickname="bob", at_ms=now_ms))
    house.controls.own.pause("bob", Pause.DAY)
    await house.desk._rows._save([owed(now_ms)])
    while not house.hosts["speed-1"].state.in_round:
        await house.hosts["speed-1"].changed()


async def _nothing_is_lost(house: House) -> None:
    assert house.clock.in_doubt
    assert abs(house.clock.wall_ms() - SystemClock().wall_ms()) < 60_000
    assert await house._expiry().sweep() == Swept()
    await asyncio.sleep(0.5)
    assert [row.state for row in house.store.wallet_ops.unfinished()] == [WalletOpState.OWED]
    log = list(house.store.events.read("speed-1", after=0))
    assert [event.kind for event in log if event.kind == e.RoundCancelled.__name__] == []
    assert house.controls.shut_out("bob") == ControlRefusal.COOL_OFF


@pytest.mark.parametrize("boot", ["boot:1", "boot:2"])
@pytest.mark.parametrize("days", [90, 1_000, -90])
def test_P8_a_start_with_a_wrong_clock_confiscates_nothing_and_ends_no_round(
    tmp_path: Path, days: int, boot: str
) -> None:
    premises = Premises(tmp_path)
    asyncio.run(premises.open(Shifted(0), _a_round_begins))
    asyncio.run(premises.open(Shifted(days, boot=boot), _nothing_is_lost))


def test_a_house_without_its_mark_is_not_deceived_either(tmp_path: Path) -> None:
    premises = Premises(tmp_path)
    asyncio.run(premises.open(Shifted(0), _a_round_begins))
    with sqlite3.connect(tmp_path / "house.db") as connection:
        connection.execute("DELETE FROM house_clock")
    connection.close()
    asyncio.run(premises.open(Shifted(90), _nothing_is_lost))


def edit(folder: Path, change: str) -> None:
    """Somebody writes into the row of the clock."""
    with sqlite3.connect(folder / "house.db") as connection:
        connection.execute(f"UPDATE house_clock SET {change}")  # noqa: S608 -- our own words
    connection.close()


@pytest.mark.parametrize("days", [0, 100])
@pytest.mark.parametrize(
    "change",
    [
        f"at_ms = at_ms + {100 * DAY_MS}",
        f"at_ms = at_ms - {100 * DAY_MS}",
        f"at_ms = at_ms + {100 * DAY_MS}, counter = 'boot:0'",
        "counted_ms = 0",
        "proof = 'zz'",
        f"at_ms = at_ms + {100 * DAY_MS}, proof = ''",
    ],
)
def test_issue20_3_a_mark_edited_by_hand_is_at_worst_a_clock_in_doubt(
    tmp_path: Path, change: str, days: int
) -> None:
    premises = Premises(tmp_path)
    asyncio.run(premises.open(Shifted(0), _a_round_begins))
    edit(tmp_path, change)
    asyncio.run(premises.open(Shifted(days), _nothing_is_lost))


def test_F95_cards_from_before_a_time_of_unknown_length_are_changed(tmp_path: Path) -> None:
    async def changed(house: House) -> None:
        host = house.hosts["speed-1"]
        while not _retired(house):
            await host.changed()

    premises = Premises(tmp_path)
    asyncio.run(premises.open(Shifted(0), _a_round_begins))
    asyncio.run(premises.open(Shifted(90, boot="boot:2"), changed))


def _retired(house: House) -> list[str]:
    log = house.store.events.read("speed-1", after=0)
    return [event.kind for event in log if event.kind == e.ShoeRetired.__name__]


def test_F95_cards_are_kept_while_the_counter_knows_their_age(tmp_path: Path) -> None:
    async def kept(house: House) -> None:
        await asyncio.sleep(0.5)
        assert _retired(house) == []

    premises = Premises(tmp_path)
    asyncio.run(premises.open(Shifted(0), _a_round_begins))
    asyncio.run(premises.open(Shifted(90), kept))
    asyncio.run(premises.open(Shifted(-90), kept))
