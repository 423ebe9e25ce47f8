"""A random walk through a table: sensible steps, foolish ones, and everything checked on the way.

One seed, one walk, on every machine. After each command the walker compares the live table with
one rebuilt from stored bytes, and with one rebuilt from the last snapshot; a refusal must leave no
trace; an error that is not ours fails the test. The phases it walks through are drawn in the docs.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from tests.seals import SEALS
from tests.table.crowd import PLAYERS, Crowd
from tests.table.driver import (
    BOSS,
    DEALER,
    HOUSE,
    Studio,
    blackjack_config,
    brag_config,
    configured,
    scanner_config,
    seven_config,
    speed_config,
)

from sabot.service.storage.sealing import believed_snapshot, opened_event
from sabot.service.tables.envelopes import Reply
from sabot.table import commands as c
from sabot.table.config import AnyConfig, Opening
from sabot.table.evolve import evolve
from sabot.table.phases import Phase
from sabot.table.state import TableState


class Edge(NamedTuple):
    """What happened in a phase, and which phase followed."""

    phase: Phase
    event: str
    after: Phase


class Walker:
    """One table, one seed."""

    def __init__(self, config: AnyConfig, seed: int) -> None:
        self.edges: Counter[Edge] = Counter()
        self.answers: Counter[tuple[Phase, str, str]] = Counter()  # phase, command, code
        self.table = Studio(config, live=False)
        self.crowd = Crowd(self.table, seed)
        self.rebuilt = TableState(table_id=config.table_id, game=self.table.game)
        self.from_snapshot: TableState | None = None
        self.snapshot: bytes | None = None
        self.seen = 0
        self.send(HOUSE, configured(config))

    @property
    def state(self) -> TableState:
        return self.table.state

    def walk(self, steps: int) -> Walker:
        """So many commands."""
        for number in range(steps):
            if number % 40 == 0:
                self.crowd.fund()
            wise = self.crowd.chance.random() < 0.8
            self.send(*(self.crowd.sensible() if wise else self.crowd.fool.act()))
        return self

    def finish(self) -> Walker:
        """Bring the table to rest, so that every bet has had its end."""
        for _ in range(100):
            if self.state.round is None or self.state.phase is Phase.BETTING:
                break
            self._let_it_go_on()
        if self.state.in_round:
            self._cancels()
        assert self.table.book.totals() == {"EUR": 0}, "money came from nowhere"
        return self

    def _cancels(self) -> bool:
        return self.send(HOUSE, c.CancelRound(reason="the end of the test")).accepted

    def _let_it_go_on(self) -> None:
        if self.state.phase is Phase.PAUSED:
            # R17: where a correction made the result known, only to resume is left.
            if not self._cancels():
                self.send(BOSS, c.Resume(reason="the end of the test"))
        elif self.state.timer is not None:
            self.send(HOUSE, c.TimeUp(seq=self.state.timer.seq))
        else:
            self.send(DEALER, self.crowd.dealers_next())

    # --- one command, and everything that must hold after it --------------------------------------

    def send(self, actor: str, command: c.Command) -> Reply:
        """Send a command now, and check everything that can be checked."""
        table, before = self.table, self.state
        felt = dict(table.engine.felt.stages)
        if isinstance(command, c.TimeUp) and table.engine.deadline_ms is not None:
            table.now_ms = max(table.now_ms, table.engine.deadline_ms)
        reply = table.send(actor, command)
        self.answers[before.phase, type(command).__name__, reply.code] += 1
        recorded = isinstance(command, c.Scan) and reply.code.startswith("scan/")
        if not reply.accepted and not recorded:
            assert self.state is before, f"a refused {command} changed the table"
            assert table.engine.felt.stages == felt, f"a refused {command} moved a chip"
        self.rebuild()
        self._check_money()
        return reply

    def rebuild(self) -> None:
        """Replay what was stored, as bytes, and compare with the live table."""
        rows = self.table.book.events.get(self.state.table_id, [])
        for row in rows[self.seen :]:
            event = opened_event(row, SEALS, table_id=self.state.table_id)
            phase = self.rebuilt.phase
            self.rebuilt = evolve(self.rebuilt, event)
            self.edges[Edge(phase, row.kind, self.rebuilt.phase)] += 1
            if self.from_snapshot is not None:
                self.from_snapshot = evolve(self.from_snapshot, event)
        if len(rows) > self.seen:
            self.seen = len(rows)
            self._restore()
            assert_same(self.rebuilt, self.state)
            assert_same(self.from_snapshot or self.rebuilt, self.state)

    def _restore(self) -> None:
        """Begin anew from a snapshot when there is a new one."""
        table_id = self.state.table_id
        _, snapshot = self.table.book.snapshots.get(table_id, (0, None))
        if snapshot is None or snapshot is self.snapshot:
            return
        self.snapshot = snapshot
        state, _ = believed_snapshot(snapshot, self.table.game, SEALS, table_id=table_id)
        for row in self.table.book.events[table_id][state.seq :]:
            state = evolve(state, opened_event(row, SEALS, table_id=table_id))
        self.from_snapshot = state

    def _check_money(self) -> None:
        table = self.table
        for name in PLAYERS:
            assert table.funds.balance(name) == table.players.balance(name), (
                "the funds book is wrong"
            )
            chips = table.engine.felt.stages.get(name)
            free = table.funds.available(name, table="elsewhere")
            reserved = table.players.balance(name) - free
            assert 0 <= reserved <= (chips.cash if chips else 0), "reserved for nothing"


def assert_same(one: TableState, other: TableState) -> None:
    """Two tables that must be the same in every field; the message names the field."""
    for field in TableState.__struct_fields__:
        assert getattr(one, field) == getattr(other, field), field


def _short_shoe(config: AnyConfig) -> AnyConfig:
    """Cards are changed after about forty, or a walk would never see it."""
    near = config.variant.decks * 52 - 40
    variant = replace(config.variant, cut_card_from_end=near)  # type: ignore[type-var]
    return replace(config, variant=variant)


def configs() -> tuple[AnyConfig, ...]:
    """A table of each regulation; three of them opened or dealt in another way as well."""
    return (
        _short_shoe(speed_config()),
        _short_shoe(seven_config(seats_per_player=2)),
        _short_shoe(scanner_config(opening=Opening.DEALER, live=True)),
        _short_shoe(blackjack_config()),
        blackjack_config("bj2", opening=Opening.CLOCK, deal_now=False, live=True),
        brag_config(),
    )


WALKS = tuple((number, seed) for number in range(6) for seed in (1, 2))
STEPS = 400


@cache
def walked(number: int, seed: int) -> Walker:
    """One walk to its end, once for all tests that look at it."""
    return Walker(configs()[number], seed).walk(STEPS).finish()
