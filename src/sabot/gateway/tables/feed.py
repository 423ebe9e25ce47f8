"""One table's stream: a view per audience, the updates between views, and those kept for resuming.

An update is encoded once per audience, and all its clients get the same bytes. The last updates are
kept: a client that was away briefly gets the ones it missed, and after a longer absence a full
view.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import msgspec

from sabot.gamekit import Audience, Role
from sabot.gateway.sockets.framing import frame
from sabot.gateway.tables.memory import TableMemory
from sabot.gateway.tables.projection import Projector, standing_still
from sabot.gateway.tables.telling import Listener, told
from sabot.service.ports import Clock
from sabot.service.tables.link import TablePort
from sabot.studio.moments import Moments
from sabot.table import events as e
from sabot.table.config import AnyConfig
from sabot.table.phases import Phase
from sabot.table.rulebook import rulebook_of
from sabot.table.state import TableState
from sabot.wire import messages as m
from sabot.wire.happenings import AnyHappening
from sabot.wire.requests import Since
from sabot.wire.table_view import Status, TableView

KEPT = 256
"""Updates kept for clients that come back."""

PICTURE_MS = 50
"""How old the remaining time in a full view may be. Clients that come within it share one view."""

_FIELDS = tuple(name for name in TableView.__struct_fields__ if name != "window")


class Kept(NamedTuple):
    """An update that was sent."""

    after: int
    seq: int
    frame: bytes


class Picture(NamedTuple):
    """A full view as a frame, and when it was built."""

    at_ms: int
    frame: bytes


class Window(NamedTuple):
    """An open betting window: when it ends, and how long its last seconds are."""

    round_id: str
    deadline_ms: int
    last_ms: int


class Stream:
    """What one audience has been sent."""

    def __init__(self, view: TableView, seq: int) -> None:
        self.kept: deque[Kept] = deque(maxlen=KEPT)
        self.tell(view, seq)

    def tell(self, view: TableView, seq: int) -> None:
        """Note that the audience has this view now."""
        self.view = view
        self.seq = seq
        self.picture: Picture | None = None

    def opened_after(self, seq: int) -> bool:
        """Say whether the window opened after `seq`: an old update would give it too much time."""
        return self.view.window is not None and self.view.window.opened_at > seq

    def since(self, seq: int) -> list[bytes] | None:
        """The frames after `seq`, or None when some are no longer kept."""
        if seq == self.seq:
            return []
        frames = [kept.frame for kept in self.kept if kept.seq > seq]
        first = next((kept for kept in self.kept if kept.seq > seq), None)
        return frames if first is not None and first.after == seq else None


class TableFeed:
    """Turns what a table publishes into frames."""

    def __init__(
        self,
        table: TablePort,
        memory: TableMemory,
        projector: Projector,
        *,
        clock: Clock,
        nickname: Callable[[str], str],
        moments: Moments | None = None,
        staff_name: Callable[[str], str] = str,
    ) -> None:
        self.table = table
        self.memory = memory
        self.moments = moments or Moments()
        self._staff_name = staff_name
        self._projector = projector
        self._clock = clock
        self._nickname = nickname
        self._streams: dict[Audience, Stream] = {}
        self._epoch = table.epoch
        self._stood_still = table.cannot_write
        self._least: tuple[AnyConfig, frozenset[str], int] | None = None

    @property
    def table_id(self) -> str:
        return self.table.state.table_id

    @property
    def epoch(self) -> int:
        return self.table.epoch

    @property
    def started_again(self) -> bool:
        """Say whether the table was read from disk again since it was last published."""
        return self.epoch != self._epoch

    def kinds_with_chips(self, player: str) -> frozenset[str]:
        """The kinds of bets on which the player has chips, until the round has its result."""
        state, stage = self.table.state, self.table.staged.stages.get(player)
        staged = () if stage is None else (spot.kind for spot in stage.layout)
        running = state.round is not None and not state.round.over
        taken = (bet.kind for bet in state.current.bets.of(player)) if running else ()
        return frozenset((*staged, *taken))

    def left_ms(self) -> int | None:
        """What is left of the window in play."""
        deadline = self.table.deadline_ms
        return None if deadline is None else max(0, deadline - self._clock.monotonic_ms())

    def betting(self) -> Window | None:
        """The window in which bets are taken now."""
        state, deadline = self.table.state, self.table.deadline_ms
        if state.phase is not Phase.BETTING or deadline is None or self.table.cannot_write:
            return None
        return Window(state.current.round_id, deadline, state.settings.timers.last_seconds)

    def least_stake(self) -> int:
        """The smallest bet that may stand here by itself. A player with less cannot play (F64)."""
        settings, off = self.table.state.settings, self.table.state.kinds_off
        known = self._least
        if known is not None and known[0] is settings and known[1] is off:
            return known[2]
        rules = rulebook_of(settings, off).rules
        alone = (
            rules.limits_of(kind).minimum
            for kind, spec in rules.bets.items()
            if spec.role is not Role.EXTRA and not spec.needs_any_of and rules.offers(kind)
        )
        least = min(alone, default=0)
        self._least = settings, off, least
        return least

    def view(self, audience: Audience) -> TableView:
        """The table as it is now."""
        return self._drawn(self.table.state, audience)

    def _drawn(self, state: TableState, audience: Audience) -> TableView:
        bets_for = self.table.bets_for(state)
        view = self._projector.view(state, audience, left_ms=self.left_ms(), bets_for=bets_for)
        return standing_still(view) if self.table.cannot_write else view

    def publish(self, state: TableState, events: Sequence[e.Event]) -> dict[Audience, bytes]:
        """Build the frame for each audience that has followers."""
        if self.started_again:
            return self._start_again()
        if self._stood_still != self.table.cannot_write:
            return self._show_whole()
        specs = {} if state.config is None else state.settings.variant.bets
        happened: dict[Audience, list[AnyHappening]] = {a: [] for a in self._streams}
        listeners = {
            a: Listener(a, self.memory, self._nickname, self._staff_name) for a in self._streams
        }
        seq, at_ms = state.seq - len(events), self._clock.wall_ms()
        for event in events:
            seq += 1
            self.memory.see(event, specs)
            self.moments.see(event, number=seq, at_ms=at_ms)
            for audience, listener in listeners.items():
                one = told(event, seq, listener)
                if one is not None:
                    happened[audience].append(one)
        return {
            audience: self._update(stream, audience, state, happened[audience])
            for audience, stream in self._streams.items()
        }

    def _update(
        self,
        stream: Stream,
        audience: Audience,
        state: TableState,
        happened: Iterable[AnyHappening],
    ) -> bytes:
        view = self._drawn(state, audience)
        changed = changes(stream.view, view)
        update = m.Update(
            table=self.table_id,
            epoch=self.epoch,
            after=stream.seq,
            seq=state.seq,
            round=view.round,
            set=changed,
            happened=tuple(happened),
        )
        sent = frame(update)
        stream.kept.append(Kept(stream.seq, state.seq, sent))
        stream.tell(view, state.seq)
        return sent

    def _start_again(self) -> dict[Audience, bytes]:
        """Send full views after the table was read from disk: clients missed what it published."""
        self.memory.start_again()
        frames = self._show_whole()
        self._epoch = self.epoch  # last: if something above fails, the next event tries again
        return frames

    def _show_whole(self) -> dict[Audience, bytes]:
        """Send every audience a full view: clients would ignore an update with the same `seq`."""
        self._stood_still = self.table.cannot_write
        seq = self.table.state.seq
        self._streams = {audience: Stream(self.view(audience), seq) for audience in self._streams}
        return {audience: self.catch_up(audience, None)[0] for audience in self._streams}

    def last_seconds(self) -> bytes | None:
        """F69: the message that betting is about to close, once a round."""
        state, left = self.table.state, self.left_ms()
        if state.phase is not Phase.BETTING or left is None or self.table.cannot_write:
            return None
        for stream in self._streams.values():
            late = msgspec.structs.replace(stream.view, status=Status.LAST_BETS)
            stream.tell(late, stream.seq)
        return frame(
            m.LastSeconds(
                table=self.table_id,
                epoch=self.epoch,
                seq=state.seq,
                round=state.current.round_id,
                left_ms=left,
            )
        )

    def catch_up(self, audience: Audience, since: Since | None) -> list[bytes]:
        """The frames that bring a client up to date: those it missed, or a full view."""
        stream = self._stream(audience)
        if since is not None and since.epoch == self.epoch and not stream.opened_after(since.seq):
            gap = stream.since(since.seq)
            if gap is not None:
                return gap if stream.view.status is not Status.LAST_BETS else [*gap, *self._late()]
        return [self._picture(audience, stream)]

    def _picture(self, audience: Audience, stream: Stream) -> bytes:
        now = self._clock.monotonic_ms()
        if stream.picture is None or now - stream.picture.at_ms > PICTURE_MS:
            snapshot = m.Snapshot(
                table=self.table_id,
                epoch=self.epoch,
                seq=stream.seq,
                round=stream.view.round,
                view=self.view(audience),
            )
            stream.picture = Picture(now, frame(snapshot))
        return stream.picture.frame

    def _late(self) -> list[bytes]:
        last = self.last_seconds()
        return [] if last is None else [last]

    def _stream(self, audience: Audience) -> Stream:
        stream = self._streams.get(audience)
        if stream is None or stream.seq != self.table.state.seq:
            # The first client of this audience, or the table was read from disk again.
            stream = self._streams[audience] = Stream(self.view(audience), self.table.state.seq)
        return stream


def changes(old: TableView, new: TableView) -> dict[str, object]:
    """The fields that differ, in full. A window differs when another event opened it."""
    changes: dict[str, object] = {}
    for name in _FIELDS:
        value = getattr(new, name)
        if value is not getattr(old, name) and value != getattr(old, name):
            changes[name] = value
    before = None if old.window is None else old.window.opened_at
    after = None if new.window is None else new.window.opened_at
    if before != after:
        changes["window"] = new.window
    return changes
