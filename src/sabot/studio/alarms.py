"""What needs a person at a table now, soon, or before long: worked out, never stored.

One cause has one alarm. A table whose studio is silent has that alarm and no other, because the
manager can act on nothing else there; a pause has the alarm of the incident that caused it, and a
proposal that waits too long takes its place. Staff mark alarms as seen or put them off; only the
table itself ends them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain

from msgspec.structs import replace as replace_mark

from sabot.studio.instruction import coded
from sabot.studio.moments import Moments
from sabot.table import events as e
from sabot.table.phases import Phase
from sabot.table.staff.reasons import OfTheHouse
from sabot.table.staff.state import AlarmMark, Call, Incident
from sabot.table.state import Paused, Shoe, TableState
from sabot.table.studio.acts import MALFUNCTION
from sabot.wire.studio import AlarmShown, Priority

SILENT_MS = 20_000
"""F253: four heartbeats are missing. The round is cancelled after `timers.studio_lost`."""

PROPOSAL_MS = 60_000
"""How long a proposal about a card may wait while the table stands still."""

BY_HAND_MAX = 1
"""Cards entered by hand in one shoe before a manager should look at the scanner or the cards."""

AGE_SOON_MS = 3_600_000
AGE_LATER_MS = 4 * 3_600_000
"""F95: how long before the cards are too old."""

IDLE_LATER_MS = 600_000
"""F96: how long before idle cards have to be changed."""

Facts = Mapping[str, str | int | bool]
NameOf = Callable[[str], str]
"""The name of an actor as colleagues know it."""

NO_MARK = AlarmMark(alarm="")

ORDER = {Priority.NOW: 1, Priority.SOON: 2, Priority.LATER: 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks:
    """What the house knows of a table beside its state: the date, silence, and its store."""

    wall_ms: int
    moments: Moments
    silent_ms: int | None = None  # since the last word of the studio; None where none is due
    out_of_order: str | None = None
    cannot_write: str | None = None
    trouble_ms: int = 0  # since when the table cannot be run or written
    scanner_lost_ms: int | None = None  # since when a console or a device is without one


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """An alarm without the marks of staff."""

    alarm: str
    kind: str
    priority: Priority
    since_ms: int
    deadline_ms: int | None = None
    facts: Facts = field(default_factory=dict)


def alarms(state: TableState, clocks: Clocks, name: NameOf) -> tuple[AlarmShown, ...]:
    """The alarms of a table: by priority, then the nearest deadline, then the oldest."""
    raised = sorted(_of_table(state, clocks, name), key=_rank)
    marks = {mark.alarm: mark for mark in state.alarms}
    return tuple(
        _shown(state.table_id, one, marks.get(one.alarm, NO_MARK), clocks, name) for one in raised
    )


def _rank(one: Raised) -> tuple[int, bool, int, int, str]:
    deadline = one.deadline_ms
    return ORDER[one.priority], deadline is None, deadline or 0, one.since_ms, one.alarm


def _shown(table: str, one: Raised, mark: AlarmMark, clocks: Clocks, name: NameOf) -> AlarmShown:
    """An alarm with its marks. Those from before it began are about an earlier one."""
    moments = clocks.moments
    if mark.seen and moments.at(mark.seen) < one.since_ms:
        mark = replace_mark(mark, seen_by="", seen=0)
    put_off = moments.at(mark.put_off)
    until_ms = put_off + 60_000 * mark.minutes if put_off >= one.since_ms and put_off else 0
    rests = one.priority is not Priority.NOW and until_ms > clocks.wall_ms
    seen_by = mark.seen_by or (mark.put_off_by if until_ms else "")
    return AlarmShown(
        alarm=one.alarm,
        table=table,
        kind=one.kind,
        priority=one.priority,
        since_ms=one.since_ms,
        deadline_ms=one.deadline_ms,
        facts=one.facts,
        seen_by=name(seen_by) if seen_by else None,
        seen_at_ms=moments.at(mark.seen or mark.put_off) if seen_by else None,
        until_ms=until_ms if rests else None,
    )


def _of_table(state: TableState, clocks: Clocks, name: NameOf) -> list[Raised]:
    broken = _broken(state, clocks)
    if broken is not None or state.config is None:
        return [] if broken is None else [broken]
    others = list(
        chain(_stop(state, clocks, name), _people(state, clocks, name), _cards(state, clocks))
    )
    silent = _silent(state, clocks)
    if silent is None:
        return others
    return [replace(silent, facts={**silent.facts, "others": len(others)})]


# --- priority 1 -----------------------------------------------------------------------------------


def _broken(state: TableState, clocks: Clocks) -> Raised | None:
    """A table that cannot be run, cannot be written, or was switched off by a malfunction."""
    for kind, reason in (
        ("out_of_order", clocks.out_of_order),
        ("cannot_write", clocks.cannot_write),
    ):
        if reason is not None:
            return Raised(
                alarm=kind,
                kind=kind,
                priority=Priority.NOW,
                since_ms=clocks.trouble_ms,
                facts={"reason": reason},
            )
    off = clocks.moments.newest(e.TableSwitchedOff)
    if off is None or not state.switched_off:
        return None
    assert isinstance(off.event, e.TableSwitchedOff)
    if off.event.reason != MALFUNCTION:
        return None
    return Raised(
        alarm=f"malfunction:{off.number}",
        kind="malfunction",
        priority=Priority.NOW,
        since_ms=off.at_ms,
    )


def _silent(state: TableState, clocks: Clocks) -> Raised | None:
    """F253: in a round of a live table nothing is heard of the studio."""
    silent = clocks.silent_ms
    if silent is None or silent < SILENT_MS or not state.in_round:
        return None
    bets = state.current.bets.values()
    return Raised(
        alarm="studio_silent",
        kind="studio_silent",
        priority=Priority.NOW,
        since_ms=clocks.wall_ms - silent,
        deadline_ms=clocks.wall_ms - silent + state.settings.timers.studio_lost,
        facts={
            "players": len(state.current.bettors),
            "cents": sum(bet.stake for bet in bets if not bet.golden),
        },
    )


def _stop(state: TableState, clocks: Clocks, name: NameOf) -> Iterator[Raised]:
    """Why the round stands still: one alarm, the newest cause in front."""
    open_ = [one for one in state.incidents if one.open]
    here = [one for one in open_ if state.in_round and one.round_id == state.current.round_id]
    if state.paused is not None:
        yield _standing(state, state.paused, clocks, name, here)
        open_ = [one for one in open_ if one not in here]
    elif state.in_round and state.current.cancel_by is not None:
        proposed = clocks.moments.newest(e.CancelProposed)
        yield Raised(
            alarm=f"cancel_waits:{0 if proposed is None else proposed.number}",
            kind="cancel_waits",
            priority=Priority.SOON,
            since_ms=clocks.moments.since(e.CancelProposed),
            facts={"by": name(state.current.cancel_by)},
        )
    shoe = state.shoe
    fallen = shoe is not None and shoe.dropped > 0 and shoe.retired is None
    for one in open_:  # the table has gone on, and no manager has said how it ended
        if fallen and one.kind == OfTheHouse.DROPPED:
            continue  # these cards have an alarm of their own
        yield Raised(
            alarm=f"incident:{one.number}",
            kind="incident_open",
            priority=Priority.LATER,
            since_ms=clocks.moments.at(one.number),
            facts={"kind": one.kind, "position": one.position},
        )


def _standing(
    state: TableState, paused: Paused, clocks: Clocks, name: NameOf, causes: list[Incident]
) -> Raised:
    """A table that stands still: what a manager has to look at first."""
    proposal, since = state.proposal, clocks.moments.at(paused.number)
    if proposal is not None:
        waits_since = clocks.moments.at(proposal.number)
        if clocks.wall_ms - waits_since > PROPOSAL_MS:
            return Raised(
                alarm=f"correction_waits:{proposal.number}",
                kind="correction_waits",
                priority=Priority.NOW,
                since_ms=waits_since,
                facts={"by": name(proposal.actor), "position": proposal.position},
            )
    cancel = state.in_round and state.current.cancel_by is not None
    waits: Facts = {"proposal": proposal is not None, "cancel": cancel}
    if causes:
        cause = causes[-1]
        return Raised(
            alarm=f"incident:{cause.number}",
            kind="incident",
            priority=Priority.NOW,
            since_ms=since,
            facts={**waits, "kind": cause.kind, "position": cause.position, "first": cause.first},
        )
    return Raised(
        alarm=f"paused:{paused.number}",
        kind="paused",
        priority=Priority.NOW,
        since_ms=since,
        facts={**waits, "reason": coded(paused.reason), "by": name(paused.actor)},
    )


# --- priorities 2 and 3 ---------------------------------------------------------------------------


def _people(state: TableState, clocks: Clocks, name: NameOf) -> Iterator[Raised]:
    for call in state.calls:
        if call_stands(state, call):
            yield Raised(
                alarm=f"call:{call.number}",
                kind="call",
                priority=Priority.SOON,
                since_ms=clocks.moments.at(call.number),
                facts={"reason": call.reason, "by": name(call.actor)},
            )
    if not state.video:
        yield Raised(
            alarm="video_lost",
            kind="video_lost",
            priority=Priority.SOON,
            since_ms=clocks.moments.since(e.VideoLost),
        )
    if is_dealt(state) and clocks.scanner_lost_ms is not None:
        yield Raised(
            alarm="scanner_lost",
            kind="scanner_lost",
            priority=Priority.SOON,
            since_ms=clocks.scanner_lost_ms,
        )
    if is_dealt(state) and state.dealer is None:
        began = (e.DealerSignedOff, e.TableSwitchedOn, e.TableConfigured)
        yield Raised(
            alarm="no_dealer",
            kind="no_dealer",
            priority=Priority.SOON,
            since_ms=clocks.moments.since(*began),
            facts={} if state.relief is None else {"awaited": name(state.relief.dealer)},
        )


def is_dealt(state: TableState) -> bool:
    """Whether people deal here now: a live table that is switched on."""
    return state.settings.live and not state.switched_off and state.phase is not Phase.OFF


def call_stands(state: TableState, call: Call) -> bool:
    """Whether a call is still shown: until a round has opened after a manager saw it."""
    seen = {mark.alarm: mark.seen for mark in state.alarms}.get(f"call:{call.number}", 0)
    if not (seen and call.seen_by) or state.paused is not None or state.round is None:
        return True
    return state.round.opened < seen


def _cards(state: TableState, clocks: Clocks) -> Iterator[Raised]:
    """P15: missing, fallen, hand-entered, idle and old cards of a live table."""
    shoe = state.shoe
    if not is_dealt(state):
        return
    if shoe is None or shoe.retired is not None:
        if state.phase is Phase.SHUFFLE:
            yield _no_cards(shoe, clocks)
        return
    if shoe.dropped:
        yield Raised(
            alarm=f"dropped:{shoe.shoe_id}",
            kind="dropped",
            priority=Priority.SOON,
            since_ms=clocks.moments.since(e.CardsDropped),
            facts={"count": shoe.dropped},
        )
    if shoe.by_hand > BY_HAND_MAX:
        yield Raised(
            alarm=f"by_hand:{shoe.shoe_id}",
            kind="by_hand",
            priority=Priority.SOON,
            since_ms=clocks.moments.at(shoe.loaded),
            facts={"count": shoe.by_hand},
        )
    if shoe.last_hand and state.settings.variant.decks > 1:
        yield Raised(
            alarm=f"cut_card:{shoe.shoe_id}",
            kind="cut_card",
            priority=Priority.LATER,
            since_ms=clocks.moments.since(e.CutCardShown),
        )
    yield from _ageing(state, shoe, clocks)


def _no_cards(shoe: Shoe | None, clocks: Clocks) -> Raised:
    facts = {} if shoe is None else {"shoe": shoe.shoe_id, "reason": shoe.retired or ""}
    return Raised(
        alarm="cards_awaited",
        kind="cards_awaited",
        priority=Priority.SOON,
        since_ms=clocks.moments.since(e.ShoeRetired, e.TableConfigured),
        facts=facts,
    )


def _ageing(state: TableState, shoe: Shoe, clocks: Clocks) -> Iterator[Raised]:
    timers, now_ms = state.settings.timers, clocks.wall_ms
    due = shoe.loaded_at_ms + timers.shoe_age
    if now_ms >= due - AGE_LATER_MS:
        soon = now_ms >= due - AGE_SOON_MS
        yield Raised(
            alarm=f"shoe_age:{shoe.shoe_id}",
            kind="shoe_age",
            priority=Priority.SOON if soon else Priority.LATER,
            since_ms=due - (AGE_SOON_MS if soon else AGE_LATER_MS),
            deadline_ms=due,
        )
    rested = clocks.moments.since(e.TableRested, e.RoundLapsed, e.ShoeLoaded)
    due = rested + timers.idle_shoe
    if state.phase is Phase.IDLE and rested and now_ms >= due - IDLE_LATER_MS:
        yield Raised(
            alarm=f"shoe_idle:{shoe.shoe_id}",
            kind="shoe_idle",
            priority=Priority.LATER,
            since_ms=due - IDLE_LATER_MS,
            deadline_ms=due,
        )
