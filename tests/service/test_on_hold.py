"""Commands on hold: every copy is answered, once, and nobody is left waiting."""

from __future__ import annotations

from sabot.service.envelopes import Envelope, Reply
from sabot.service.on_hold import Held
from sabot.service.steps import Waiting
from sabot.table import commands as c

CONFIRM = Envelope(actor="ada", cmd_id="one", command=c.ConfirmBets())
YES = Reply(cmd_id="one", accepted=True)


def test_I4_every_copy_of_a_command_hears_the_same_answer_once() -> None:
    heard: list[Reply] = []
    held = Held("speed-1", None, lambda _op, _heard: None)
    for _ in range(2):
        held.keep(Waiting(CONFIRM, heard.append))
    held.answer(("bruno", "one"), YES)
    assert heard == []
    for _ in range(2):
        held.answer(CONFIRM.key, YES)
    assert heard == [YES, YES]


def test_whoever_waits_when_a_table_starts_again_asks_again() -> None:
    heard: list[Reply] = []
    held = Held("speed-1", None, lambda _op, _heard: None)
    held.keep(Waiting(CONFIRM, heard.append))
    held.recover(list)
    assert [(reply.cmd_id, reply.code) for reply in heard] == [("one", "table/started_again")]
    assert not held.waiting
