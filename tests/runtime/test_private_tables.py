"""Private tables come and go: opened, bounded, left, closed, found again after a crash (F263)."""

from __future__ import annotations

import asyncio

import pytest
from tests.service.hall import Hall
from tests.service.virtually import virtual
from tests.virtual_time import VirtualClock
from typing_extensions import override

from sabot.errors import Refused
from sabot.runtime import private_tables
from sabot.runtime.private_tables import PER_PLAYER_MAX, UNSEEN_MS, UNUSED_MS, PrivateTables
from sabot.service.private.names import belongs_to, private_variants, table_id_of
from sabot.service.tables.link import TablePort
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase

SPEED, BLACKJACK, BRAG = "speed_baccarat", "blackjack", "three_card_brag"


class Onlookers:
    """Who looks at what, as a test says."""

    def __init__(self) -> None:
        self.looking: set[str] = set()
        self.shown: set[str] = set()
        self.openings: list[str] = []

    def opened(self, table: TablePort) -> None:
        self.openings.append(table.state.table_id)
        self.shown.add(table.state.table_id)

    def closed(self, table_id: str) -> None:
        self.shown.discard(table_id)

    def watching(self, table_id: str) -> int:
        return int(table_id in self.looking)


class PrivateHall(Hall):
    """A house with private tables only."""

    def __init__(self, *, cards: str = "") -> None:
        super().__init__(houses=[], cards=cards)
        self.onlookers = Onlookers()

    @override
    async def start(self) -> None:
        await super().start()
        self.private = PrivateTables(
            events=self.store.events,
            ledger=self.store.ledger,
            clock=VirtualClock(),
            host_of=self._host,
            dealer_of=self._dealer,
        )
        self.private.attend(self.onlookers)
        self._tasks.append(asyncio.create_task(self.private.run()))
        await asyncio.sleep(0.1)

    async def opened(self, player: str, variant: str = SPEED) -> str:
        """A table of this player's, which is looked at."""
        host = await self.private.open(player, variant)
        table_id = host.state.table_id
        self.hosts[table_id] = host
        self.onlookers.looking.add(table_id)
        return table_id

    async def dealt(self, player: str = "ada", variant: str = SPEED) -> str:
        """A table with a bet of 10.00, and cards on their way."""
        table_id = await self.opened(player, variant)
        kind = {BLACKJACK: "main", BRAG: "ante"}.get(variant, "player")
        seat = 1 if variant == BLACKJACK else None
        if seat is not None and not self.hosts[table_id].state.seats_of(player):
            assert (await self.send(player, c.TakeSeat(seat=seat), at=table_id)).accepted
        await self.place(player, kind, 1_000, seat, at=table_id)
        assert (await self.send(player, c.DealNow(), at=table_id)).accepted
        return table_id

    def left(self, table_id: str) -> None:
        """Nobody looks any more."""
        self.onlookers.looking.discard(table_id)

    def is_open(self, table_id: str) -> bool:
        return self.private.host(table_id) is not None


def test_F263_a_round_is_played_to_its_result_and_the_next_can_be_bet_on() -> None:
    async def play() -> None:
        async with PrivateHall(cards="9C 2D TH KD") as hall:
            hall.deposit("ada", 10_000)
            table = await hall.dealt()
            await hall.until(Phase.RESULT, at=table)
            assert hall.funds.balance("ada") == 11_000
            state = await hall.until(Phase.IDLE, at=table)
            assert state.timer is None
            assert (await hall.send("ada", c.Rebet(), at=table)).accepted

    virtual(play)


@pytest.mark.parametrize("variant", private_variants().values())
def test_F263_every_game_can_be_played(variant: str) -> None:
    async def play() -> None:
        async with PrivateHall() as hall:
            hall.deposit("ada", 10_000)
            table = await hall.dealt(variant=variant)
            state = await hall.until(Phase.RESULT, at=table, seconds=4_000)
            assert state.round is not None
            assert hall.store.ledger.rounds_with_stakes("fun-") == []

    virtual(play)


def test_F263_a_player_has_one_table_of_a_game_for_ever() -> None:
    async def play() -> None:
        async with PrivateHall() as hall:
            first = await hall.opened("ada")
            assert await hall.opened("ada") == first == table_id_of("ada", SPEED)
            assert await hall.opened("bob") != first
            assert belongs_to(first, "ada")
            assert not belongs_to(first, "bob")
            assert not belongs_to("speed-1", "ada")

    virtual(play)


def test_F263_unknown_games_and_tables_of_others_are_refused() -> None:
    async def play() -> None:
        async with PrivateHall() as hall:
            with pytest.raises(Refused, match="for_fun/no_such_game"):
                await hall.private.open("ada", "roulette")
            table = await hall.opened("ada")
            for player, wanted in (
                ("bob", table),
                ("ada", "speed-1"),
                ("ada", table_id_of("ada", BRAG)),  # never opened: no door but the checked one
            ):
                with pytest.raises(Refused, match="table/unknown"):
                    await hall.private.reopen(player, wanted)

    virtual(play)


def test_F263_a_fourth_table_closes_the_longest_unused_or_is_refused() -> None:
    async def play() -> None:
        async with PrivateHall() as hall:
            games = [*private_variants().values()]
            tables = []
            for variant in games[:PER_PLAYER_MAX]:
                tables.append(await hall.opened("ada", variant))
                await asyncio.sleep(1)
            with pytest.raises(Refused, match="for_fun/too_many"):
                await hall.opened("ada", games[3])
            hall.left(tables[1])
            hall.left(tables[2])
            await hall.opened("ada", games[3])
            assert [hall.is_open(table) for table in tables] == [True, False, True]

    virtual(play)


def test_F263_a_full_house_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private_tables, "IN_THE_HOUSE_MAX", 2)

    async def play() -> None:
        async with PrivateHall() as hall:
            await hall.opened("ada")
            await hall.opened("bob")
            with pytest.raises(Refused, match="for_fun/house_full"):
                await hall.opened("cleo")
            await hall.opened("bob")  # who is here already stays

    virtual(play)


def test_F263_a_table_that_was_left_is_closed_and_its_shoe_disclosed() -> None:
    async def play() -> None:
        async with PrivateHall() as hall:
            hall.deposit("ada", 10_000)
            table = await hall.dealt()
            await hall.until(Phase.IDLE, at=table)
            hall.left(table)
            await asyncio.sleep(UNSEEN_MS / 1000 - 20)
            assert hall.is_open(table)
            await asyncio.sleep(60)
            assert not hall.is_open(table)
            assert table not in hall.onlookers.shown
            kinds = [type(event) for _, event in hall.happened.events]
            assert kinds[-3:] == [e.TableSwitchedOff, e.ShoeRetired, e.ShoeDisclosed]
            again = await hall.opened("ada")
            assert again == table
            assert hall.hosts[again].state.phase is Phase.IDLE
            assert hall.hosts[again].state.rounds == 1, "the log goes on where it was"

    virtual(play)


def test_F263_a_table_at_which_nothing_happens_is_closed_whoever_looks() -> None:
    async def play() -> None:
        async with PrivateHall() as hall:
            hall.deposit("ada", 10_000)
            table = await hall.opened("ada")
            await hall.place("ada", "player", 1_000, at=table)  # a chip, and no bet
            await asyncio.sleep(UNUSED_MS / 1000 + 60)
            assert not hall.is_open(table)
            assert hall.funds.available("ada", table="") == 10_000

    virtual(play)


def test_F263_a_round_that_was_left_is_played_to_its_end_by_silence() -> None:
    async def play() -> None:
        async with PrivateHall(cards="9C 6D 5H 4D") as hall:
            hall.deposit("ada", 10_000)
            table = await hall.dealt(variant=BLACKJACK)
            await hall.until(Phase.DECISION, at=table)
            hall.left(table)
            await asyncio.sleep(UNSEEN_MS / 1000 + 60)
            assert hall.is_open(table), "no stake is left alone"
            await asyncio.sleep(600)
            assert not hall.is_open(table)
            assert hall.store.ledger.rounds_with_stakes("fun-") == []
            assert any(isinstance(event, e.RoundSettled) for _, event in hall.happened.events)

    virtual(play)


def test_F263_after_a_crash_rounds_with_stakes_go_on_and_other_tables_wait() -> None:
    async def play() -> None:
        hall = PrivateHall(cards="9C 6D 5H 4D")
        await hall.start()
        hall.deposit("ada", 10_000)
        hall.deposit("bob", 10_000)
        played = await hall.dealt("ada", BLACKJACK)
        await hall.until(Phase.DECISION, at=played)
        idle = await hall.opened("bob")
        await hall.place("bob", "player", 1_000, at=idle)
        await hall.stop()
        hall.store.disk.crash()
        await hall.start()
        assert hall.is_open(played)
        assert not hall.is_open(idle)
        host = hall.private.host(played)
        assert host is not None
        assert host.state.phase is Phase.DECISION
        hall.hosts[played] = host
        question = host.state.current.question
        assert question is not None
        choice = c.Choose(decision_id=question.decision_id, option="stand")
        assert (await hall.send("ada", choice, at=played)).accepted
        await hall.until(Phase.RESULT, at=played)
        assert await hall.opened("bob") == idle
        assert hall.funds.available("bob", table="") == 10_000, "chips that were no bets are back"
        await hall.stop()

    virtual(play)


def test_F263_a_table_that_is_resumed_while_its_player_comes_is_shown_once() -> None:
    """Shown again it would be somebody else's: who looks at it would hear nothing any more."""

    async def play() -> None:
        async with PrivateHall(cards="9C 2D TH KD") as hall:
            hall.deposit("ada", 10_000)
            table = await hall.dealt()
            await hall.stop()
            await Hall.start(hall)
            private = PrivateTables(
                events=hall.store.events,
                ledger=hall.store.ledger,
                clock=VirtualClock(),
                host_of=hall._host,
                dealer_of=hall._dealer,
            )
            private.attend(hall.onlookers)
            hall.onlookers.openings.clear()
            hall._tasks.append(asyncio.create_task(private.run()))
            await asyncio.sleep(0)  # it begins to look for rounds with stakes
            await private.open("ada", SPEED)
            await asyncio.sleep(1)
            assert hall.onlookers.openings == [table]

    virtual(play)
