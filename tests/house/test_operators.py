"""A house with operators over real HTTP: whatever fails, both books agree once it has healed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.house.guests import (
    START,
    Guest,
    LoopbackOperator,
    check_books,
    clean,
    quiet,
    running,
    seated,
    settings_for,
    signed_in,
)
from tests.service.faulty_wallet import Fault

from sabot.bootstrap import House
from sabot.errors import Malformed
from sabot.service.catalogue import default_tables
from sabot.service.ports import WalletOpState
from sabot.service.wallets.calls import RefusedBy, Session, Unknown
from sabot.settings import Settings

pytestmark = pytest.mark.usefixtures("quiet_log")
PLAY_SECONDS_MAX = 120
EMPTY_SECONDS = 10


def test_I10_an_operator_that_fails_in_every_way_and_heals_has_the_same_book(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    async def play() -> None:
        acme = LoopbackOperator("acme", players=10)
        acme.join("poor", balance=START)
        async with acme.listening():
            settings = settings_for(f"sqlite:///{tmp_path / 'house.db'}", acme)
            async with running(settings) as house:
                names = [("acme", name) for name in acme.book.players]
                guests = await seated(house, names)
                assert len(guests) == 11
                await _play_until_all_fired(house, acme, guests)
                acme.heal()
                await quiet(house)
                rows = house.store.wallet_ops.with_operator("acme")
                check_books(rows, acme)
                states = {state: sum(row.state is state for row in rows) for state in WalletOpState}
                told = {fault.value: n for fault, n in acme.server.failing.fired.items()}
                ends = {state.value: n for state, n in states.items() if n}
                record_property("counted", f"operator faults {told}, operations {ends}")
                assert states[WalletOpState.TAKEN] > 20
                assert states[WalletOpState.CANCELLED] > 0
                clean(house)

    asyncio.run(play())


async def _play_until_all_fired(house: House, acme: LoopbackOperator, guests: list[Guest]) -> None:
    """Guests play while every call in three fails, until every kind of fault fired twice."""
    acme.fail_in_turn(every=3)
    tasks = [asyncio.create_task(guest.run()) for guest in guests]
    fired = acme.server.failing.fired
    async with asyncio.timeout(PLAY_SECONDS_MAX):
        while not all(fired[fault] >= 2 for fault in Fault):  # noqa: ASYNC110 -- others count
            await asyncio.sleep(0.1)
        # Refusals that are no faults: no money, no session.
        acme.heal()
        acme.book.tokens["token-p0"].expired = True
        poor = next(guest for guest in guests if "poor" in guest.player)
        while not _refused(acme, "insufficient_funds"):
            await _empty_for_a_while(house, acme, poor)
        while not _refused(acme, "token_expired"):  # noqa: ASYNC110 -- others count
            await asyncio.sleep(0.1)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _refused(acme: LoopbackOperator, status: str) -> bool:
    return any(entry.status == status for entry in acme.book.entries.values())


async def _empty_for_a_while(house: House, acme: LoopbackOperator, poor: Guest) -> None:
    """A purse without money, until a bet is refused for it.

    A house that has heard of it some other way asks for no bet: it is told of the money again.
    """
    await _nothing_open(house, poor)
    purse = acme.book.players["poor"]
    purse.balance, kept = 0, purse.balance
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(EMPTY_SECONDS):
            while not _refused(acme, "insufficient_funds"):  # noqa: ASYNC110 -- others count
                await asyncio.sleep(0.1)
    purse.balance += kept
    await signed_in(house, "acme", "poor")


async def _nothing_open(house: House, guest: Guest) -> None:
    """Wait until nothing but a bet can be the next that somebody's wallet hears of."""
    host = guest.host
    while True:
        current = host.state.round
        playing = current is not None and guest.player in current.bettors
        if not playing and all(
            row.player != guest.player for row in house.store.wallet_ops.unfinished()
        ):
            return
        await asyncio.sleep(0.005)


def test_F17_players_of_an_operator_are_known_after_a_restart(tmp_path: Path) -> None:
    async def play() -> None:
        acme = LoopbackOperator("acme", players=1)
        async with acme.listening():
            settings = settings_for(f"sqlite:///{tmp_path / 'house.db'}", acme, bots=0)
            async with running(settings) as house:
                assert isinstance(await signed_in(house, "acme", "p0"), Session)
                assert house.funds.balance("acme:p0") == START
            async with running(settings) as house:
                known = house.players.player("acme:p0")
                assert (known.nickname, known.operator) == ("P0", "acme")
                assert isinstance(await signed_in(house, "acme", "none"), RefusedBy)
                assert isinstance(await house.desk.authenticate("bolt", "x"), Unknown)

    asyncio.run(play())


def test_a_secret_that_is_missing_stops_the_house_before_it_begins(tmp_path: Path) -> None:
    acme = LoopbackOperator("acme", players=0)
    acme.port = 1
    settings = settings_for(f"sqlite:///{tmp_path / 'house.db'}", acme)
    with pytest.raises(Malformed, match="settings/secret_missing"):
        House(settings, environment={})
    assert not (tmp_path / "house.db").exists()


def test_the_name_of_the_desk_is_reserved(tmp_path: Path) -> None:
    house = House(Settings(database=f"sqlite:///{tmp_path / 'house.db'}", bots=0))
    config = replace(default_tables()[0], table_id="wallets")
    with pytest.raises(Malformed, match="table/reserved_name"):
        house.open_tables([config])
    house.close()
    house.store.close()
