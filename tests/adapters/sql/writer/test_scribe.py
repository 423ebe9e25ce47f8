"""The scribe: what it writes is what we would write, and when it is gone nothing is believed.

That every case of every store comes out alike with a scribe is shown by `tests/conformance`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from select import select

import pytest
from msgspec.structs import replace
from tests.units import account, bet, deposit, staking

from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql.writer.scribe import CALLED_FOR, PIPE_BYTES, Dictation, Scribe
from sabot.errors import Corrupt, Unavailable
from sabot.service.ports import CommandRow, CommitFailure, Unit

PURSE = 1_000
SOON = 20.0  # seconds that a process is waited for; it takes a fraction of the first


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'sabot.db'}"


@pytest.fixture
def scribe(url: str) -> Scribe:
    return Scribe(url)


@pytest.fixture
def store(url: str, scribe: Scribe) -> Iterator[SqlStore]:
    with open_store(url, scribe=scribe) as found:
        found.claim("t1", "host")
        assert found.ledger.post([deposit("p1", PURSE)]) is None
        yield found


def many(after: int, *, table: str = "t1") -> Unit:
    """Enough bets for the scribe, of a cent each."""
    rows = [bet("p1", 1, round_id=f"r{after}", kind=f"K{number}") for number in range(CALLED_FOR)]
    return staking(table, after, rows)


def until_ready(scribe: Scribe) -> int:
    end = time.monotonic() + SOON
    while scribe.pid is None:
        assert time.monotonic() < end
        time.sleep(0.01)
    return scribe.pid


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_who_has_little_to_write_needs_no_scribe(store: SqlStore, scribe: Scribe) -> None:
    assert store.commit([staking("t1", 0, [bet("p1", 1)])]) == [None]
    assert scribe.letter([]) is None
    scribe.close()
    assert scribe.pid is None


def test_the_first_that_is_much_is_written_here_and_calls_a_scribe(
    store: SqlStore, scribe: Scribe
) -> None:
    assert store.commit([many(0)]) == [None]
    until_ready(scribe)
    assert store.commit([many(1)]) == [None]
    assert store.commit([staking("t1", 2, [bet("p1", 1, round_id="r9")])]) == [None]
    assert store.ledger.balances([account("p1")]) == {account("p1"): PURSE - 2 * CALLED_FOR - 1}
    assert [event.seq for event in store.events.read("t1", after=0)] == [1, 2, 3]


def test_I4_a_scribe_that_is_gone_leaves_an_unknown_outcome_and_no_half_truth(
    store: SqlStore, scribe: Scribe
) -> None:
    scribe.start()
    pid = until_ready(scribe)
    assert store.commit([many(0)]) == [None]
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(Unavailable, match="store/outcome_unknown"):
        store.commit([many(1)])
    head = store.claim("t1", "host")  # what an owner does who does not know
    assert head.seq == 1
    assert store.commit([replace(many(1), epoch=head.epoch)]) == [None]
    assert until_ready(scribe) != pid, "and another one is called"


def test_I9_a_scribe_writes_for_no_owner_that_was_replaced(store: SqlStore, scribe: Scribe) -> None:
    scribe.start()
    store.claim("t1", "another")
    assert store.commit([many(0)]) == [CommitFailure.FENCED]
    assert store.ledger.balances([account("p1")]) == {account("p1"): PURSE}


def test_a_name_that_is_no_text_fails_alone(store: SqlStore, scribe: Scribe) -> None:
    scribe.start()
    store.claim("t2", "host")
    odd = CommandRow(actor="p1", cmd_id="\ud800", digest=b"", reply=b"", at_ms=0)
    units = [many(0), replace(many(0, table="t2"), stakes=(), commands=(odd,))]
    assert store.commit(units) == [None, CommitFailure.CONFLICT]


def test_a_mistake_of_ours_is_told_as_one(store: SqlStore, scribe: Scribe) -> None:
    scribe.start()
    odd = replace(many(0), epoch="one")
    with pytest.raises(RuntimeError, match="ValidationError"):
        store.commit([odd])
    assert store.commit([many(0)]) == [None], "and the scribe goes on"


def begun(store: SqlStore, unit: Unit) -> Dictation:
    writing = store.begin([unit])
    assert writing is not None
    return writing


def test_a_letter_is_written_while_nobody_waits_for_it(store: SqlStore, scribe: Scribe) -> None:
    scribe.start()
    writing = begun(store, many(0))
    assert scribe.busy
    assert store.begin([many(1)]) is None, "one at a time"
    assert writing.descriptor is not None
    assert select([writing.descriptor], [], [], SOON)[0]
    assert writing.outcome() == [None]
    assert [event.seq for event in store.events.read("t1", after=0)] == [1]
    assert store.ledger.post([deposit("p2", 1)]) is None, "and others may write again"


def test_a_letter_that_disagrees_is_told_as_it_would_be_here(
    store: SqlStore, scribe: Scribe
) -> None:
    scribe.start()
    (event,) = many(0).events
    odd = replace(many(0), events=(replace(event, seq=7),))
    with pytest.raises(Corrupt, match="out_of_sequence"):
        begun(store, odd).outcome()
    assert begun(store, many(0)).outcome() == [None]


def test_I4_of_a_letter_that_a_scribe_had_the_outcome_is_unknown(
    store: SqlStore, scribe: Scribe
) -> None:
    """Whoever waits for its answer watches the pipe, and sees how it ends."""
    scribe.start()
    pid = until_ready(scribe)
    os.kill(pid, signal.SIGSTOP)
    writing = begun(store, many(0))
    os.kill(pid, signal.SIGKILL)
    assert writing.descriptor is not None
    assert select([writing.descriptor], [], [], SOON)[0]
    with pytest.raises(Unavailable, match="store/outcome_unknown"):
        writing.outcome()
    assert writing.descriptor is None
    assert store.claim("t1", "host").seq == 0
    assert store.begin([many(0)]) is None, "nobody is there"
    assert store.ledger.post([deposit("p2", 1)]) is None, "and others may write again"


def test_what_does_not_fit_into_the_pipe_is_not_sent_there(store: SqlStore, scribe: Scribe) -> None:
    scribe.start()
    until_ready(scribe)
    large = replace(many(0), snapshot=bytes(PIPE_BYTES))
    assert store.begin([large]) is None
    half = begun(store, replace(many(0), snapshot=bytes(PIPE_BYTES // 2)))
    assert half.outcome() == [None]


def test_who_waits_for_an_answer_waits_also_at_a_pipe_that_a_loop_has_watched(
    store: SqlStore, scribe: Scribe
) -> None:
    """An event loop makes what it watches return at once, with nothing."""
    scribe.start()
    assert scribe.descriptor is not None
    os.set_blocking(scribe.descriptor, False)
    assert store.commit([many(0)]) == [None]
    assert begun(store, many(1)).outcome() == [None]


def test_while_somebody_else_writes_nothing_is_begun(store: SqlStore, scribe: Scribe) -> None:
    scribe.start()
    with store.database.writing():
        assert store.begin([many(0)]) is None
    assert begun(store, many(0)).outcome() == [None]


def test_who_dictates_lets_others_write_who_wait(store: SqlStore, scribe: Scribe) -> None:
    scribe.start()
    writing = begun(store, many(0))
    other = threading.Thread(target=store.ledger.post, args=([deposit("p2", 1)],))
    other.start()
    while not store.database._queue:
        time.sleep(0.001)
    assert store.begin([many(1)]) is None
    assert writing.outcome() == [None]
    other.join(SOON)
    assert store.ledger.balances([account("p2")]) == {account("p2"): 1}
    assert begun(store, many(1)).outcome() == [None]


def test_a_store_closes_though_nobody_has_heard_its_scribe(
    store: SqlStore, scribe: Scribe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sabot.adapters.sql.store.END_SECONDS", 0.01)
    scribe.start()
    pid = until_ready(scribe)
    begun(store, many(0))
    store.close()
    assert not is_there(pid)


def test_where_no_scribe_can_be_had_the_store_goes_on_alone(url: str, tmp_path: Path) -> None:
    nowhere = Scribe(f"sqlite:///{tmp_path / 'nowhere' / 'sabot.db'}")
    with open_store(url, scribe=nowhere) as store:
        store.claim("t1", "host")
        assert store.ledger.post([deposit("p1", PURSE)]) is None
        nowhere.start()
        assert nowhere.pid is None
        assert store.commit([many(0)]) == [None]
        assert nowhere.letter([many(1)]) is None
        assert not [each for each in threading.enumerate() if each.name == "sabot-scribe"]


HOUSE = """
import sys, time
from sabot.adapters.sql.writer.scribe import Scribe
scribe = Scribe(sys.argv[1])
scribe.start()
print(scribe.pid, flush=True)
time.sleep(60)
"""


def test_with_its_house_the_scribe_ends(url: str) -> None:
    open_store(url).close()
    with subprocess.Popen([sys.executable, "-c", HOUSE, url], stdout=subprocess.PIPE) as house:
        assert house.stdout is not None
        pid = int(house.stdout.readline())
        assert is_there(pid)
        house.kill()
    end = time.monotonic() + SOON
    while is_there(pid):
        assert time.monotonic() < end
        time.sleep(0.01)
