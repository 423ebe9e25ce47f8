"""What runs as the scribe: `python -m sabot.adapters.sql.scribe_process`, started by `scribe.py`.

Reads where the database is, then letters with units; answers each with what became of them. Ends
when nobody is left to answer, after the transaction it is in.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from typing import IO

import msgspec

from sabot.adapters.sql.engines import open_engines
from sabot.adapters.sql.scribe import MISTAKE, Gone, Outcome, receive, send
from sabot.adapters.sql.store import SqlStore
from sabot.errors import SabotError
from sabot.service.envelopes import plain
from sabot.service.ports import Unit

YOUNG_OBJECTS = 50_000
"""Objects made before cycles are looked for: rows have none."""

_decode = msgspec.msgpack.Decoder(list[Unit]).decode
_encode = msgspec.msgpack.Encoder().encode


def main() -> None:
    """Write until nobody asks for it."""
    # Whoever stops a house and all that belongs to it means the house: it lets us finish and go.
    for end in (signal.SIGINT, signal.SIGTERM):
        signal.signal(end, signal.SIG_IGN)
    letters, answers = sys.stdin.buffer, _only_answers()
    with SqlStore(open_engines(receive(letters).decode())) as store:
        with store.reading():
            send(answers, b"")  # The database is there.
        gc.freeze()
        gc.set_threshold(YOUNG_OBJECTS, 20, 20)
        while True:
            try:
                letter = receive(letters)
            except Gone:
                return
            send(answers, _encode(_outcome(store, letter)))


def _only_answers() -> IO[bytes]:
    """The pipe for answers; whatever else is printed goes where errors go."""
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
