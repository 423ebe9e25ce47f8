"""Cards read too early at a virtual table: the promise holds, and a pause is no incident (P12)."""

from __future__ import annotations

import asyncio

import pytest
from tests.house.premises import Premises, StudioLine, table
from tests.seals import SEALS
from tests.table.driver import BOSS, DEALER, OTHER_BOSS
from tests.virtual_time import run_in_virtual_time
from typing_extensions import override

from sabot.runtime.virtual_dealer import VirtualDealer
from sabot.service.tables.envelopes import Envelope
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase
from sabot.table.state import TableState

TABLE = "speed-1"


class Hasty(VirtualDealer):
    """A machine that reads the next card while players still bet, once."""

    hasty = True

    @override
    def _next(self, state: TableState) -> Envelope | None:
        if self.hasty and state.phase is Phase.BETTING and state.shoe is not None:
            self.hasty = False
            return self._scan(state, state.shoe, "P1")
        return super()._next(state)


class HastyPremises(Premises):
    @override
    def _dealer(self, line: StudioLine) -> VirtualDealer:
        return Hasty(
            line,
            seals=SEALS,
            shoes=self.store.shoes,
            clock=self.clock,
            shuffle=self._shuffled,
            salt=lambda: self.chance.randbytes(32),
        )


def test_20_12_the_round_after_an_early_card_is_dealt_from_the_promised_order() -> None:
    async def story() -> Premises:
        async with HastyPremises(table(TABLE)) as house:
            await house.until(Phase.PAUSED)
            await house.send(BOSS, c.Resume(reason="the next card then"))
            await house.until(Phase.RESULT)
            await house.send(BOSS, c.ChangeCards(reason="security"))
            async with asyncio.timeout(600):
                while not house.told(e.ShoeDisclosed):
                    await house.host().changed()
        return house

    house = run_in_virtual_time(story())
    [removed] = house.told(e.CardRemoved)
    dealt = [event.code.split(":")[1:] for event in house.told(e.CardDealt)]
    [order] = [event.cards.split(" ") for event in house.told(e.ShoeDisclosed)]
    assert removed.card == order[0]
    assert [int(number) for number, _ in dealt] == [*range(1, len(dealt) + 1)]
    assert [card for _, card in dealt] == order[1 : len(dealt) + 1]
    house.check()


@pytest.mark.parametrize("steps", [1, 2, 3, 4])
def test_20_12_pausing_while_cards_are_dealt_is_no_early_scan(steps: int) -> None:
    """The machine is taking its time for a card when the table is stopped."""

    async def story() -> Premises:
        async with Premises(table(TABLE)) as house:
            await house.until(Phase.DEALING)
            for _ in range(steps):
                await asyncio.sleep(0.5)
                if not (await house.send(DEALER, c.Pause(reason="a look"))).accepted:
                    break  # the result was known by then
                await asyncio.sleep(5)
                await house.send(BOSS, c.Resume(reason="all is well"))
            await house.until(Phase.RESULT)
        return house

    house = run_in_virtual_time(story())
    assert house.told(e.IncidentRecorded) == []
    assert len(house.told(e.TablePaused)) == steps
    house.check()


def test_20_12_a_round_cancelled_while_a_card_is_under_way_takes_no_card_along() -> None:
    async def story() -> Premises:
        async with Premises(table(TABLE)) as house:
            await house.until(Phase.DEALING)
            await asyncio.sleep(0.5)
            await house.send(OTHER_BOSS, c.ProposeCancel(reason="a look"))
            assert (await house.send(BOSS, c.CancelRound(reason="a look"))).accepted
            await house.until(Phase.RESULT)
        return house

    house = run_in_virtual_time(story())
    assert house.told(e.IncidentRecorded) == []
    assert house.told(e.CardRemoved) == []
    house.check()
