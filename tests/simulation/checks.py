"""What must hold of a world that has come to rest.

The offline audit reads the export, as `sabot verify` does. Beside it stands what no export can
know: that everything people were told and shown is what was recorded.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from tests.service.operators import check_books
from tests.simulation.insiders import moved
from tests.simulation.world import World

from sabot.adapters.memory.evidence import MemoryEvidence
from sabot.lab.audit import audit, sealed
from sabot.service.proof.checks import examined
from sabot.service.storage.sealing import sealed_body
from sabot.service.tables.envelopes import Reply

_reply = msgspec.json.Decoder(Reply).decode


def violations(world: World) -> list[str]:
    """Everything that is wrong, in words."""
    found = [
        *_untrue_answers(world),
        *_untrue_pictures(world),
        *_audited(world),
        *moved(world.store),
        *_doubts(world),
    ]
    if world.operator is not None:
        check_books(world.store, (world.operator,))
    return found


def _audited(world: World) -> Iterator[str]:
    """I1–I15, as far as an export shows them."""
    report = audit(sealed(world.store.export_rows()))
    if not report.ok:
        yield from (f"{v.check} {v.table} {v.seq} {v}" for v in report.violations)


def _doubts(world: World) -> Iterator[str]:
    """What the next start would refuse: nothing, whatever went wrong (ADR 0034)."""
    for doubt in examined(MemoryEvidence(world.store), world.seals).doubts:
        yield f"in doubt: {doubt.about} {doubt.subject}: {doubt.reason}"


def _untrue_answers(world: World) -> Iterator[str]:
    """I4: what somebody was told about a command is what the disk says about it."""
    yield from world.told.lies
    for key in world.told.put_down_twice:
        if world.store.answers.answer(*key) is None:
            yield f"{key} was put down twice"
    for (actor, cmd_id), told in world.told.replies.items():
        row = world.store.answers.answer(actor, cmd_id)
        if (actor, cmd_id) in world.told.astray:
            continue  # two tables were asked, and one of the two answers is kept
        if row is not None and _reply(row.reply) != told:
            yield f"{actor} was told {told} about {cmd_id}, and the disk says {row.reply!r}"


def _untrue_pictures(world: World) -> Iterator[str]:
    """I7: whatever was shown at a table is in its log, byte for byte."""
    logs = {
        config.table_id: {
            event.seq: event.body for event in world.store.events.read(config.table_id, after=0)
        }
        for config in world.configs
    }
    for table_id, seq, events in world.shown:
        for number, event in enumerate(events, start=seq - len(events) + 1):
            body = sealed_body(event, world.seals, table_id=table_id, seq=number)
            if logs[table_id].get(number) != body:
                yield f"{table_id} {number}: shown {event}, and the log says otherwise"
