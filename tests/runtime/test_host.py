"""The host between restarts: what was answered stays answered."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Collection, Coroutine, Iterator, Mapping

import pytest
from tests.seals import SEALS
from tests.virtual_time import VirtualClock, VirtualTimeLoop
from typing_extensions import override

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.books import MemoryAnswers
from sabot.adapters.memory.facts import Facts
from sabot.games import variants
from sabot.runtime.engine import TableEngine
from sabot.runtime.host import TableHost
from sabot.runtime.recovery import recover
from sabot.service.catalogue import default_tables
from sabot.service.money.funds import FundsBook
from sabot.service.players.directory import Player
from sabot.service.ports import CommandRow
from sabot.service.storage.committer import Committer
from sabot.service.tables.envelopes import Envelope, Reply, from_house
from sabot.table import commands as c
from sabot.table.config_codec import encode_config

CONFIG = next(config for config in default_tables() if config.table_id == "seven-1")
GAME = variants()[CONFIG.variant.id][0]


class Directory:
    def player(self, player_id: str) -> Player:
        return Player(player_id=player_id, nickname=player_id)


class Restarts:
    """One store, and a process that can be started again and again."""

    def __init__(self) -> None:
        self.loop = VirtualTimeLoop()
        self.store: MemoryStore = MemoryStore()

    def life(self, *envelopes: Envelope) -> list[Reply]:
        """Start a process, send commands one after the other, and let it die."""
        return self.loop.run_until_complete(self._life(envelopes))

    async def _life(self, envelopes: tuple[Envelope, ...]) -> list[Reply]:
        directory = Directory()
        funds = FundsBook(directory, self.store.ledger.balances)

        def reload() -> TableEngine:
            return recover(
                CONFIG.table_id,
                GAME,
                store=self.store,
                owner="owner",
                directory=directory,
                funds=funds,
                seals=SEALS,
            )

        committer = Committer(self.store)
        host = TableHost(
            reload(),
            committer=committer,
            store=self.store,
            clock=VirtualClock(),
            reload=reload,
        )
        jobs: tuple[Coroutine[None, None, None], ...] = (committer.run(), host.run())
        tasks = [asyncio.create_task(job) for job in jobs]
        replies = [await host.submit(envelope) for envelope in envelopes]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return replies


@pytest.fixture
def restarts() -> Iterator[Restarts]:
    made = Restarts()
    yield made
    made.loop.close()


def envelope(actor: str, cmd_id: str, command: c.Command) -> Envelope:
    return Envelope(actor=actor, cmd_id=cmd_id, command=command)


CONFIGURE = from_house(
    "1", c.Configure(version=1, config=encode_config(CONFIG), reason="first settings")
)


def test_I4_a_repeated_command_gets_its_first_answer_after_a_restart(restarts: Restarts) -> None:
    sit = envelope("ada", "sit", c.TakeSeat(seat=3))
    first = restarts.life(CONFIGURE, sit)[1]
    [again] = restarts.life(sit)
    assert first.accepted
    assert again == first


def test_I4_the_same_id_with_another_body_is_a_conflict_after_a_restart(restarts: Restarts) -> None:
    restarts.life(CONFIGURE, envelope("ada", "sit", c.TakeSeat(seat=3)))
    [other] = restarts.life(envelope("ada", "sit", c.TakeSeat(seat=4)))
    assert (other.accepted, other.code) == (False, "command/other_body")


def test_I4_a_refused_command_may_be_tried_again_under_a_new_id(restarts: Restarts) -> None:
    wrong = envelope("ada", "one", c.TakeSeat(seat=99))
    right = envelope("ada", "two", c.TakeSeat(seat=1))
    assert [r.accepted for r in restarts.life(CONFIGURE, wrong, right)] == [True, False, True]


class Noting(MemoryAnswers):
    """Answers that note where they are asked for: on the loop everybody would wait."""

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts)
        self.on_the_loop: list[bool] = []

    @override
    def answers(self, keys: Collection[tuple[str, str]]) -> Mapping[tuple[str, str], CommandRow]:
        self.on_the_loop.append(threading.current_thread() is threading.main_thread())
        return super().answers(keys)


def test_only_the_table_waits_while_a_refused_command_is_looked_up(restarts: Restarts) -> None:
    restarts.store.answers = answers = Noting(restarts.store.facts)
    wrong = envelope("ada", "one", c.TakeSeat(seat=99))
    replies = asyncio.run(restarts._life((CONFIGURE, wrong)))
    assert [reply.accepted for reply in replies] == [True, False]
    assert answers.on_the_loop == [False]


class At(VirtualClock):
    """A clock that stands still."""

    @override
    def monotonic_ms(self) -> int:
        return 5_000


def test_I8_a_command_counts_from_when_it_was_read_from_the_network() -> None:
    directory, store = Directory(), MemoryStore()
    funds = FundsBook(directory, store.ledger.balances)

    def reload() -> TableEngine:
        return recover(
            CONFIG.table_id,
            GAME,
            store=store,
            owner="me",
            directory=directory,
            funds=funds,
            seals=SEALS,
        )

    host = TableHost(reload(), committer=Committer(store), store=store, clock=At(), reload=reload)
    sit = c.TakeSeat(seat=3)
    read = Envelope(actor="ada", cmd_id="read", command=sit, received_ms=4_000)
    for one in (read, envelope("ada", "of the house", sit)):
        host.send(one, lambda _reply: None)
    assert [waiting.envelope.received_ms for waiting in host._inbox] == [4_000, 5_000]
