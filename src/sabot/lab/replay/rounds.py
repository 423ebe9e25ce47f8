"""Finding a round in the log and following it: one step for each event, with what was seen.

The table is rebuilt by the code that runs it live, and every picture comes from the same views, so
a replay cannot show more than was shown. What an event is called in words is in `words.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from sabot.errors import Corrupt, Refused
from sabot.gamekit import AnyGame, Audience
from sabot.lab.audit.configs import game_of
from sabot.lab.audit.lines import EventLine, decode
from sabot.lab.replay.words import Scene, told
from sabot.service.ports import Seals
from sabot.service.refusals import ArchiveRefusal
from sabot.service.storage.sealing import place_of
from sabot.table import events as e
from sabot.table.phases import Phase
from sabot.table.record import codec
from sabot.table.record.unknown import follow, has_unknown
from sabot.table.state import TableState
from sabot.table.views import HandShown, SpotShown, shown

LASTING = frozenset(
    {"TableConfigured", "TableSwitchedOff", "TableSwitchedOn"}
    | {"SideBetsSwitched", "SeatTaken", "SeatLeft"}
)
"""What is still true after the cards were changed; everything else starts again with them."""

_EVENT = b'{"type":"event",'


class Record(NamedTuple):
    """A stored event, wherever it was stored."""

    seq: int
    kind: str
    version: int
    body: bytes
    at_ms: int


class Viewer(msgspec.Struct, frozen=True, kw_only=True):
    """The viewer: a kind of audience, and which player's own bets may be told."""

    audience: Audience
    player: str | None = None

    @property
    def sees_everybody(self) -> bool:
        """Those who may correct or inspect a round see every bet of it."""
        return self.audience in (Audience.MANAGER, Audience.AUDITOR)

    @property
    def sees_hidden_cards(self) -> bool:
        """Staff play blind like all players; an auditor reads afterwards."""
        return self.audience.sees_hidden_cards

    @property
    def is_staff(self) -> bool:
        """Staff also see which person did what."""
        return self.audience is not Audience.PLAYER


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One event as it was seen: in words, and the table afterwards."""

    seq: int
    event: str
    after_ms: int  # since the round was opened, by the wall clock that only labels
    phase: Phase
    words: tuple[str, ...]
    hands: tuple[HandShown, ...]
    spots: tuple[SpotShown, ...]


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A whole round."""

    round_id: str
    table_id: str
    table: str
    variant: str
    audience: Audience
    player: str | None
    steps: tuple[Step, ...]
    over: bool


def records(lines: Iterable[bytes], table_id: str) -> Iterator[Record]:
    """The events of one table in an export."""
    wanted = _EVENT + b'"table_id":%s,' % msgspec.json.encode(table_id)
    for raw in lines:
        if raw.startswith(wanted):
            line = decode(raw)
            if isinstance(line, EventLine):
                yield Record(line.seq, line.kind, line.version, line.body.encode(), line.at_ms)


def table_of(round_id: str) -> str:
    """The table of a round: its id without the number at the end."""
    table_id, _, number = round_id.rpartition("-")
    if not table_id or not number.isdigit():
        raise Refused(
            ArchiveRefusal.UNKNOWN, round_id=round_id, reason="a round is called speed-1-123"
        )
    return table_id


def play_back(
    log: Iterable[Record], round_id: str, viewer: Viewer, seals: Seals | None = None
) -> Replay:
    """One round of a table's log, from its opening until the table rests.

    With seals, an audience that may see hidden cards sees those that were never turned as well.
    """
    if not viewer.sees_hidden_cards:
        seals = None  # what is not opened cannot be shown by mistake
    follower = _Follower(table_of(round_id), round_id, viewer, seals)
    for record in log:
        follower.see(record)
        if follower.done:
            break
    return follower.replay()


class _Follower:
    """Reads a table's log and keeps only what the wanted round needs."""

    def __init__(self, table_id: str, round_id: str, viewer: Viewer, seals: Seals | None) -> None:
        self._table_id = table_id
        self._seals = seals
        self._round_id = round_id
        self._viewer = viewer
        self._lasting: list[Record] = []
        self._of_shoe: list[Record] = []
        self._state: TableState | None = None
        self._scene: Scene | None = None
        self._opened_ms = 0
        self._rounds = 0
        self._steps: list[Step] = []
        self.done = False

    def see(self, record: Record) -> None:
        """The next event of the table."""
        if self._state is not None:
            self._step(record)
        elif record.kind == "RoundOpened" and self._is_ours(record):
            self._state = self._before()
            self._opened_ms = record.at_ms
            self._step(record)
        else:
            self._pass_by(record)

    def _is_ours(self, record: Record) -> bool:
        event = codec.decode(record.kind, record.version, record.body)
        assert isinstance(event, e.RoundOpened)
        return event.round_id == self._round_id

    def _pass_by(self, record: Record) -> None:
        self._rounds += record.kind == "RoundOpened"
        if record.kind == "ShoeLoaded":
            self._lasting += [old for old in self._of_shoe if old.kind in LASTING]
            self._of_shoe = []
        self._of_shoe.append(record)

    def _before(self) -> TableState:
        """The table as it was when the round was opened."""
        game = self._game()
        state = TableState(table_id=self._table_id, game=game)
        for record in (*self._lasting, *self._of_shoe):
            state = self._evolved(replace(state, seq=record.seq - 1), record)
        return replace(state, rounds=self._rounds)

    def _game(self) -> AnyGame:
        for record in (*self._lasting, *self._of_shoe):
            if record.kind == "TableConfigured":
                event = codec.decode(record.kind, record.version, record.body)
                assert isinstance(event, e.TableConfigured)
                game = game_of(event.config)
                if game is not None:
                    return game
        raise Corrupt("replay/no_settings", table_id=self._table_id)

    def _read(self, record: Record) -> e.Event:
        """An event, with its hidden card if it may be seen and the key is there."""
        seals = self._seals
        if seals is not None:
            place = place_of(self._table_id, record.seq)
            try:
                return codec.decode(
                    record.kind,
                    record.version,
                    record.body,
                    lambda sealed: seals.open(sealed, place=place),
                )
            except Corrupt as error:
                if not error.code.startswith("keys/"):
                    raise
        return codec.decode(record.kind, record.version, record.body)

    def _evolved(self, state: TableState, record: Record) -> TableState:
        event = self._read(record)
        try:
            return follow(state, event)
        except (AssertionError, LookupError, TypeError, AttributeError, Refused) as error:
            raise Corrupt(
                "replay/impossible",
                seq=record.seq,
                event=record.kind,
                reason=f"{error!r}: run sabot verify",
            ) from None

    def _step(self, record: Record) -> None:
        assert self._state is not None
        event = self._read(record)
        before, after = self._state, self._evolved(self._state, record)
        self._state = after
        rested = after.round is None
        scene = self._scene = Scene.at(before if rested else after, self._viewer, self._scene)
        self._steps.append(self._seen(record, event, after, scene))
        self.done = rested

    def _seen(self, record: Record, event: e.Event, state: TableState, scene: Scene) -> Step:
        # A sealed card stays hidden; staff who may see hidden cards see those in the record.
        blind = has_unknown(state)
        view = shown(state, Audience.DEALER if blind else self._viewer.audience)
        return Step(
            seq=record.seq,
            event=record.kind,
            after_ms=record.at_ms - self._opened_ms,
            phase=state.phase,
            words=told(event, scene),
            hands=view.hands,
            spots=view.spots,
        )

    def replay(self) -> Replay:
        """Everything that was seen."""
        scene = self._scene
        if scene is None:
            raise Refused(ArchiveRefusal.UNKNOWN, round_id=self._round_id, table=self._table_id)
        settings = scene.current.config
        return Replay(
            round_id=self._round_id,
            table_id=self._table_id,
            table=settings.name,
            variant=settings.variant.id,
            audience=self._viewer.audience,
            player=self._viewer.player,
            steps=tuple(self._steps),
            over=scene.current.over,
        )
