"""Own limits of players whose money is at an operator: nothing slips by, nothing counts twice."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from tests.service.faulty_wallet import Fault
from tests.service.hall import Hall, table
from tests.service.operators import House, State
from tests.service.virtually import bets_fail, virtual
from tests.table.cast import named_by
from tests.virtual_time import VirtualClock
from typing_extensions import override

from sabot.adapters.memory.controls import MemoryControls
from sabot.adapters.memory.flows import MemoryFlows
from sabot.gamekit import AnyGame
from sabot.runtime.debits import OnHold
from sabot.runtime.engine import TableEngine
from sabot.service.controls.desk import ControlDesk
from sabot.service.controls.limits import Limit
from sabot.service.tables.envelopes import Envelope
from sabot.table import commands as c
from sabot.table.config import AnyConfig
from sabot.table.phases import Phase
from sabot.table.staging import Preferences

DAILY = Limit.STAKE_PER_DAY


class CarefulHall(Hall):
    """Real tables in virtual time, with a desk of own limits."""

    def __init__(self, *configs: AnyConfig, houses: Sequence[House]) -> None:
        super().__init__(*configs, houses=houses)
        self.controls = MemoryControls()

    @override
    def _recovered(self, table_id: str, game: AnyGame) -> TableEngine:
        if self.funds.restraint is None:
            self.funds.restraint = ControlDesk(
                self.controls, MemoryFlows(self.store), VirtualClock()
            )
        return super()._recovered(table_id, game)

    def limit(self, player: str, cents: int) -> None:
        assert isinstance(self.funds.restraint, ControlDesk)
        self.funds.restraint.own.set_limit(player, DAILY, cents)


def test_wallets_that_two_tables_ask_at_once_pass_no_limit_of_the_players_own() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        first = table("scanner-1")
        async with CarefulHall(first, replace(first, table_id="scanner-2"), houses=[acme]) as hall:
            hall.limit(ada, 1_500)
            bet = c.ConfirmBets(chips=(c.NewChip(kind="player", amount=1_000),))
            replies = []
            for name in ("scanner-1", "scanner-2"):
                await hall.until(Phase.BETTING, at=name)
            for name in ("scanner-1", "scanner-2"):  # both on their way to the disk
                engine = hall.host(name).engine
                bets_for = named_by(engine, bet)
                one = Envelope(actor=ada, cmd_id=name, command=bet, bets_for=bets_for)
                replies.append(engine.prepare([one], wall_ms=1).replies[0])
            assert isinstance(replies[0], OnHold)
            assert replies[1].code == DAILY.code

    virtual(play)


def test_a_confirm_that_the_end_of_betting_overtook_counts_once_against_a_limit() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with CarefulHall(table("scanner-1"), houses=[acme]) as hall:
            hall.limit(ada, 1_500)
            await hall.until(Phase.BETTING)
            hall.host().engine.felt.wish(ada, Preferences(auto_confirm=False))
            bets_fail(acme, Fault.ERROR_BEFORE)
            await hall.place(ada, "player", 1_000)
            await hall.when(lambda: asyncio.get_running_loop().time() > 11.5)
            confirm = asyncio.create_task(hall.send(ada, c.ConfirmBets(), cmd_id="confirm"))
            await hall.until(Phase.CLOSED)
            assert not confirm.done()
            bets_fail(acme, None)
            await hall.until(Phase.DEALING)
            assert (await confirm).accepted, await confirm
            assert hall.bets(ada) == {"player": 1_000}
            assert hall.states(ada) == [State.TAKEN]

    virtual(play)
