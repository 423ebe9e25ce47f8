"""Commands on hold: every copy is answered, once, and no caller is left waiting."""

from __future__ import annotations

from sabot.runtime.debits import OnHold
from sabot.runtime.pending_replies import PendingReplies
from sabot.runtime.steps import Waiting
from sabot.service.tables.envelopes import Envelope, Reply
from sabot.table import commands as c

CONFIRM = Envelope(actor="ada", cmd_id="one", command=c.ConfirmBets())
HOLD = OnHold(cmd_id="one")
YES = Reply(cmd_id="one", accepted=True)


def test_I4_every_copy_of_a_command_hears_the_same_answer_once() -> None:
    heard: list[Reply] = []
    held = PendingReplies("speed-1", None, lambda _op, _heard: None)
    for _ in range(2):
        held.tell([Waiting(CONFIRM, heard.append)], [HOLD], still_on_hold=lambda _key: True)
    held.answer(("bruno", "one"), YES)
    assert heard == []
    for _ in range(2):
        held.answer(CONFIRM.key, YES)
    assert heard == [YES, YES]


def test_whoever_waits_when_a_table_starts_again_asks_again() -> None:
    heard: list[Reply] = []
    held = PendingReplies("speed-1", None, lambda _op, _heard: None)
    held.tell([Waiting(CONFIRM, heard.append)], [HOLD], still_on_hold=lambda _key: True)
    held.recover(list)
    assert [(reply.cmd_id, reply.code) for reply in heard] == [("one", "table/started_again")]
    assert not held.waiting
