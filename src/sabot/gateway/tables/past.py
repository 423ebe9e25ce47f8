"""A past round, replayed by the code that runs live tables.

The table is rebuilt from what outlasts a shoe and from the events of the shoe, so no more of the
log is read than the round needs. Cards that were never turned stay sealed, unless the viewer may
see hidden cards and the house has their key. A card that stays sealed cannot be shown by mistake.
Everything here is synchronous and belongs in a thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sabot.errors import Corrupt, Refused
from sabot.gamekit import AnyGame, Audience
from sabot.gateway.tables.memory import Specs, TableMemory
from sabot.service.money.flows import ENDS
from sabot.service.money.postings import stakes_in
from sabot.service.ports import Seals, StoredEvent
from sabot.service.refusals import ArchiveRefusal
from sabot.service.storage.archive import Archive
from sabot.service.storage.sealing import opened_event
from sabot.table import events as e
from sabot.table.record import codec
from sabot.table.record.unknown import follow, with_turned_cards
from sabot.table.state import TableState

GameOf = Callable[[str], AnyGame | None]
"""Finds the game of a table of this house."""


class Moment(NamedTuple):
    """An event of the round, with the table before and after it."""

    stored: StoredEvent
    event: e.Event
    before: TableState
    after: TableState


class PastRound:
    """A round and the table it was played at, as it was when the round was opened."""

    def __init__(
        self,
        opened_on: TableState,
        memory: TableMemory,
        log: Sequence[StoredEvent],
        events: Sequence[e.Event],
    ) -> None:
        self.opened_on = opened_on
        self.memory = memory
        self.log = log
        self.events = events
        self.opened_at_ms = log[0].at_ms

    def seen_by(self, audience: Audience) -> Audience:
        """The audience as which a viewer sees this round.

        No audience sees a hidden card while the round is in play, or while one card stays sealed.
        """
        over = any(stored.kind in ENDS for stored in self.log)
        sealed = any(isinstance(event, e.CardDealt) and event.sealed for event in self.events)
        return audience.in_play if sealed or not over else audience

    def bettors(self) -> set[str]:
        """The players with a bet in it."""
        found: set[str] = set()
        for event in self.events:
            if isinstance(event, e.BetsAccepted | e.BetsClosed):
                found.update(bet.player for bet in stakes_in(event))
        return found

    def moments(self) -> Iterator[Moment]:
        """Replay the events in order, and let the memory see each."""
        state = self.opened_on
        for stored, event in zip(self.log, self.events, strict=True):
            after = _evolved(state, stored, event)
            self.memory.see(event, specs_of(after))
            yield Moment(stored, event, state, after)
            state = after


def past_round(
    archive: Archive, round_id: str, game_of: GameOf, seals: Seals | None = None
) -> PastRound:
    """Find a round by its id, or refuse with `round/unknown`. With seals, open hidden cards too."""
    place = archive.place_of(round_id)
    game = None if place is None else game_of(place.table_id)
    if place is None or game is None:
        raise Refused(ArchiveRefusal.UNKNOWN, round=round_id[:100])
    table, first, last = place
    shoe = archive.shoe_before(table, first)
    state = TableState(table_id=table, game=game)
    memory = TableMemory(game.id, lambda: ())
    for stored in archive.lasting(table, before=shoe):
        state = _evolved(state, stored, _event(stored))
    for stored in archive.events_between(table, first=shoe, last=first - 1):
        event = _event(stored)
        state = _evolved(state, stored, event)
        memory.see(event, specs_of(state))
    log = archive.events_between(table, first=first, last=last)
    return PastRound(state, memory, log, with_turned_cards(_opened(table, log, seals)))


def specs_of(state: TableState) -> Specs:
    """The bets of the settings in force."""
    return {} if state.config is None else state.settings.variant.bets


def _event(stored: StoredEvent) -> e.Event:
    return codec.decode(stored.kind, stored.version, stored.body)


def _opened(table: str, log: Sequence[StoredEvent], seals: Seals | None) -> list[e.Event]:
    """The events of the round. All stay sealed when one of the keys is missing."""
    if seals is not None:
        try:
            return [opened_event(stored, seals, table_id=table) for stored in log]
        except Corrupt as error:
            if not error.code.startswith("keys/"):
                raise
    return [_event(stored) for stored in log]


def _evolved(state: TableState, stored: StoredEvent, event: e.Event) -> TableState:
    try:
        return follow(replace(state, seq=stored.seq - 1), event)
    except (AssertionError, LookupError, TypeError, AttributeError, Refused) as error:
        raise Corrupt(
            "archive/impossible", table=state.table_id, seq=stored.seq, reason=repr(error)
        ) from None
