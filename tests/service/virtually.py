"""How a test of wallets begins: in virtual time, and with bets that fail on demand."""

from __future__ import annotations

from collections.abc import Callable, Coroutine

from tests.service.faulty_wallet import Fault
from tests.service.operators import House
from tests.virtual_time import run_in_virtual_time


def virtual(test: Callable[[], Coroutine[object, object, None]]) -> None:
    """Play a test to its end without waiting."""
    run_in_virtual_time(test())


def bets_fail(house: House, fault: Fault | None) -> None:
    """From now on every bet at this operator meets the same fate."""
    house.network.faults = lambda name, _id: fault if name == "bet" else None
