"""The scribe process (`python -m sabot.adapters.sql.scribe_process`), run by `writer/scribe.py`.

Reads the address of the database, then letters with units, and answers each with its result. Ends
when the house closes the pipe, after the transaction that is under way.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from typing import IO

import msgspec

from sabot.adapters.sql.database import Database
from sabot.adapters.sql.engines import open_engines
from sabot.adapters.sql.store import SqlStore
from sabot.adapters.sql.writer.scribe import MISTAKE, Gone, Outcome, receive, send
from sabot.errors import SabotError
from sabot.service.ports import Unit
from sabot.service.tables.envelopes import plain

YOUNG_OBJECTS = 50_000
"""Objects made before the garbage collector looks for cycles: rows have none."""

_decode = msgspec.msgpack.Decoder(list[Unit]).decode
_encode = msgspec.msgpack.Encoder().encode


def main() -> None:
    """Write until the house closes the pipe."""
    # A signal to the whole process group is meant for the house, which lets us finish and end.
    for end in (signal.SIGINT, signal.SIGTERM):
        signal.signal(end, signal.SIG_IGN)
    letters, answers = sys.stdin.buffer, _only_answers()
    with SqlStore(Database(open_engines(receive(letters).decode()))) as store:
        with store.database.reading():
            send(answers, b"")  # The database answers.
        gc.freeze()
        gc.set_threshold(YOUNG_OBJECTS, 20, 20)
        while True:
            try:
                letter = receive(letters)
            except Gone:
                return
            send(answers, _encode(_outcome(store, letter)))


def _only_answers() -> IO[bytes]:
    """The pipe for answers; everything else that is printed goes to standard error."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def _outcome(store: SqlStore, letter: bytes) -> Outcome:
    try:
        return Outcome(failures=[*store.commit(_decode(letter))])
    except SabotError as error:
        return Outcome(kind=error.kind, code=error.code, data=plain(error.data))
    except Exception as error:  # noqa: BLE001  a bug of ours ends the house, not the scribe
        return Outcome(kind=MISTAKE, code=f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
