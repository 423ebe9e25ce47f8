"""A table at rest as bytes: where recovery starts, so that it never reads a whole history.

Taken only between rounds, when no card lies and no bet stands. It is a cache of the events before
it and can be thrown away; a round is never rebuilt from one. Cards that lay face down when their
round was cancelled are hidden for good, or until their shoe is disclosed: they are sealed in it.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from sabot.errors import Corrupt
from sabot.gamekit import AnyGame
from sabot.table.config_codec import decode_config, encode_config
from sabot.table.events import Opening
from sabot.table.phases import Phase
from sabot.table.record.codec import Seal, Unseal
from sabot.table.staff.state import AlarmMark, Call, DealerOn, Incident, Relief
from sabot.table.state import Shoe, TableState, Timer


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of a resting table."""

    table_id: str
    seq: int
    phase: Phase
    config: str
    shoe: Shoe | None
    rounds: int
    timer: Timer | None
    switched_off: bool
    kinds_off: frozenset[str]
    seats: tuple[tuple[int, tuple[str, ...]], ...]
    missed: tuple[tuple[int, int], ...]
    sealed: str = ""  # the cards of the shoe that were never turned
    dealer: DealerOn | None = None
    relief: Relief | None = None
    incidents: tuple[Incident, ...] = ()
    calls: tuple[Call, ...] = ()
    alarms: tuple[AlarmMark, ...] = ()
    video: bool = True


_unturned = msgspec.json.Decoder(tuple[Opening, ...])


def at_rest(state: TableState) -> bool:
    """Whether a snapshot can be taken: settings, no round, and the table is not paused."""
    return state.round is None and state.config is not None and state.paused is None


def snapshot_of(state: TableState, seal: Seal) -> bytes:
    """The bytes of a table without a round."""
    if state.config is None or not at_rest(state):
        raise Corrupt("snapshot/not_at_rest", table_id=state.table_id, phase=state.phase.value)
    shoe, sealed = state.shoe, ""
    if shoe is not None and shoe.unturned:
        sealed = seal(msgspec.json.encode(shoe.unturned))
        codes = shoe.codes - {opening.code for opening in shoe.unturned}
        shoe = replace(shoe, codes=codes, unturned=())
    snapshot = Snapshot(
        table_id=state.table_id,
        seq=state.seq,
        phase=state.phase,
        config=encode_config(state.config),
        shoe=shoe,
        rounds=state.rounds,
        timer=state.timer,
        switched_off=state.switched_off,
        kinds_off=state.kinds_off,
        seats=tuple(sorted(state.seats.items())),
        missed=tuple(sorted(state.missed.items())),
        sealed=sealed,
        dealer=state.dealer,
        relief=state.relief,
        incidents=state.incidents,
        calls=state.calls,
        alarms=state.alarms,
        video=state.video,
    )
    return msgspec.json.encode(snapshot, order="deterministic")


def restored(snapshot: bytes, game: AnyGame, unseal: Unseal) -> TableState:
    """The table a snapshot was taken of."""
    try:
        facts = msgspec.json.decode(snapshot, type=Snapshot)
        shoe = facts.shoe
        if shoe is not None and facts.sealed:
            unturned = _unturned.decode(unseal(facts.sealed))
            codes = shoe.codes | {opening.code for opening in unturned}
            shoe = replace(shoe, codes=codes, unturned=unturned)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Corrupt("snapshot/unreadable", reason=str(error)) from None
    return TableState(
        table_id=facts.table_id,
        game=game,
        seq=facts.seq,
        phase=facts.phase,
        config=decode_config(facts.config, game),
        shoe=shoe,
        rounds=facts.rounds,
        timer=facts.timer,
        switched_off=facts.switched_off,
        kinds_off=facts.kinds_off,
        seats=dict(facts.seats),
        missed=dict(facts.missed),
        dealer=facts.dealer,
        relief=facts.relief,
        incidents=facts.incidents,
        calls=facts.calls,
        alarms=facts.alarms,
        video=facts.video,
    )
