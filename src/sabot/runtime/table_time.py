"""What time asks of a table: windows that are over, a studio that is silent, cards too old.

Owns when something was last heard or seen on the monotonic clock. Decides nothing: what is due
becomes a command, and the table answers it like any other.
"""

from __future__ import annotations

from sabot.runtime.engine import TableEngine
from sabot.service.ports import Clock
from sabot.service.tables.envelopes import Envelope, from_house
from sabot.table import commands as c
from sabot.table.dealing import result_known
from sabot.table.phases import Phase
from sabot.table.staff.reasons import Change, OfTheHouse
from sabot.table.state import Shoe, TableState

STUDIO_LOST = OfTheHouse.LOST.value
RESTARTED = OfTheHouse.RESTARTED.value

EARLY_MS = 60_000
"""How far a dealer's date for new cards may be ahead of the house's."""

ANY_AGE_MS = 2**62
"""Older than any limit."""


def by_itself(state: TableState, command: c.Command) -> Envelope:
    """A command that the house gives at a table in this state, once."""
    cmd_id = f"{state.table_id}:{type(command).__name__}:{state.seq}"
    return from_house(cmd_id, command)


class TableTime:
    """The clocks of one table."""

    def __init__(self, clock: Clock, *, unsure_before_ms: int = 0) -> None:
        self._clock = clock
        self._unsure_before_ms = unsure_before_ms
        self._studio_heard_ms = clock.monotonic_ms()
        self._resting: tuple[str, int] | None = None  # which cards, and since when
        self._shoe_seen: tuple[str, int] | None = None  # which cards, and when they were new
        self._started_at: int | None = None  # the last event before this owner

    @property
    def silent_ms(self) -> int:
        """How long nothing was heard of the studio; since the start at most (P5)."""
        return self._clock.monotonic_ms() - self._studio_heard_ms

    def heard(self) -> None:
        """The studio is there (P5)."""
        self._studio_heard_ms = self._clock.monotonic_ms()

    def commands(self, engine: TableEngine) -> list[Envelope]:
        """What is due now."""
        now, state = self._clock.monotonic_ms(), engine.state
        if self._started_at is None:
            self._started_at = state.seq
        if self._started_at == state.seq and _was_interrupted(state):
            return [by_itself(state, c.Pause(reason=RESTARTED))]
        # What waited for a wallet was in time: it comes before the end of its window.
        commands = engine.ready(now)
        due = engine.due(now)
        if due is not None:
            commands.append(due)
        if self._studio_is_lost(state, now):
            commands.append(by_itself(state, _without_studio(state)))
        reason = self._cards_to_change(state, now)
        if reason is not None:
            commands.append(by_itself(state, c.ChangeCards(reason=reason)))
        return commands

    def _studio_is_lost(self, state: TableState, now: int) -> bool:
        """P5: more than five minutes of silence in a round."""
        silence = now - self._studio_heard_ms
        return state.in_round and silence > state.settings.timers.studio_lost

    def _cards_to_change(self, state: TableState, now: int) -> str | None:
        """F95, F96: cards that are too old, or lay idle too long."""
        shoe = state.shoe
        if shoe is None or shoe.retired is not None:
            return None
        timers = state.settings.timers
        if self._age_of(shoe, now) > timers.shoe_age:
            return Change.AGE
        if state.phase is not Phase.IDLE:
            self._resting = None
            return None
        if self._resting is None or self._resting[0] != shoe.shoe_id:
            self._resting = (shoe.shoe_id, now)
        return Change.IDLE if now - self._resting[1] > timers.idle_shoe else None

    def _age_of(self, shoe: Shoe, now: int) -> int:
        """How long these cards may have been in use: no clock makes them younger.

        Cards loaded before a time of unknown length, or at a date that has not come yet, may be of
        any age.
        """
        if self._shoe_seen is None or self._shoe_seen[0] != shoe.shoe_id:
            self._shoe_seen = (shoe.shoe_id, now - self._age_at_first(shoe))
        return max(self._clock.wall_ms() - shoe.loaded_at_ms, now - self._shoe_seen[1])

    def _age_at_first(self, shoe: Shoe) -> int:
        age = self._clock.wall_ms() - shoe.loaded_at_ms
        unknown = shoe.loaded_at_ms <= self._unsure_before_ms or age < -EARLY_MS
        return ANY_AGE_MS if unknown else max(age, 0)


def _was_interrupted(state: TableState) -> bool:
    """Whether people dealt when the process ended: what they did since then is on no record.

    The cards that were read are known. A person looks whether others lie there, and the dealer
    reads them when the round goes on.
    """
    if not state.in_round or not state.settings.live or state.phase is Phase.PAUSED:
        return False
    return state.current.play is not None


def _without_studio(state: TableState) -> c.Command:
    """P5: cancel the round; R17: unless its result is known, which is settled for ever."""
    if result_known(state):
        return c.Resume(reason=STUDIO_LOST)
    return c.CancelRound(reason=STUDIO_LOST, round_id=state.current.round_id)
