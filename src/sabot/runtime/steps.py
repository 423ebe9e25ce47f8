"""Commands that wait for an answer, and the steps that they are decided in.

Every sender gets one answer. Knows no table and no rule.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence

import msgspec

from sabot.errors import Corrupt, Refused, Unavailable
from sabot.runtime.debits import Key
from sabot.runtime.scratch import Work
from sabot.service.ports import AnswerStore, CommandRow, CommitFailure, Seals
from sabot.service.tables.envelopes import Envelope, Reply, refusal
from sabot.service.tables.link import Answer
from sabot.table.authority import ActorKind
from sabot.table.refusals import CommandRefusal

log = logging.getLogger("sabot.host")


def _to_nobody(_reply: Reply) -> None:
    """No sender waits for this answer."""


class Waiting(msgspec.Struct, eq=False, gc=False):
    """A command and its sender, which hears one answer, whatever happens afterwards."""

    envelope: Envelope
    _answer: Answer = _to_nobody

    def answer(self, reply: Reply) -> None:
        """Answer the sender; an error of the sender does not stop the table."""
        answer, self._answer = self._answer, _to_nobody
        try:
            answer(reply)
        except Exception:
            log.exception("cmd_id=%s not answered", reply.cmd_id)


class Step:
    """A decided batch on its way to the disk, and the senders that wait for it."""

    __slots__ = ("batch", "over", "stored", "work")

    def __init__(
        self, batch: Sequence[Waiting], work: Work, stored: asyncio.Future[CommitFailure | None]
    ) -> None:
        self.batch = batch
        self.work = work
        self.stored = stored
        self.over = False  # it has happened, or never will

    def look_away(self) -> None:
        """The outcome is not needed any more; a failure is not logged as unseen."""
        self.stored.add_done_callback(_seen)


def _seen(stored: asyncio.Future[CommitFailure | None]) -> None:
    if not stored.cancelled():
        stored.exception()


def as_answered(
    envelope: Envelope, row: CommandRow | None, *, table: str, seals: Seals | None = None
) -> Reply:
    """The same command came before: the same answer; another one under its id: a conflict.

    Digests of commands that say a card need the seals to be compared.
    """
    if row is None or not _is_the_same(row, envelope.digest(table), seals):
        return refusal(envelope, Refused(CommandRefusal.OTHER_BODY))
    return msgspec.json.decode(row.reply, type=Reply)


def _is_the_same(row: CommandRow, digest: bytes, seals: Seals | None) -> bool:
    """Whether a stored command said the same; one that says a card has a sealed digest."""
    return row.digest == digest or (seals is not None and seals.made(row.digest, digest))


async def earlier_answers(work: Work, answers: AnswerStore) -> Mapping[Key, CommandRow]:
    """The stored answers to commands that this step refuses, because they came before a restart.

    Only the table waits for the disk: what one player got wrong delays no other table.
    """
    if all([reply.accepted for reply in work.replies]):  # noqa: C419  a list is quicker here
        return {}
    refused = {
        envelope.key
        for envelope, reply in zip(work.envelopes, work.replies, strict=True)
        if not reply.accepted and envelope.actor_kind is not ActorKind.HOUSE
    }
    if not refused:
        return {}
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(None, answers.answers, refused)


def replies_with(known: Mapping[Key, CommandRow], work: Work, seals: Seals) -> list[Reply]:
    """The replies of a step, with the stored answer for each command that has one."""
    table = work.unit.table_id
    return [
        as_answered(envelope, known[envelope.key], table=table, seals=seals)
        if envelope.key in known
        else reply
        for envelope, reply in zip(work.envelopes, work.replies, strict=True)
    ]


def answer_all(batch: Sequence[Waiting], error: Unavailable | Corrupt) -> None:
    """The same answer for all of them."""
    for waiting in batch:
        waiting.answer(refusal(waiting.envelope, error))
