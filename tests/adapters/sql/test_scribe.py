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

import pytest
from msgspec.structs import replace
from tests.units import account, bet, deposit, staking

from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql.scribe import CALLED_FOR, Scribe
from sabot.errors import Unavailable
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
        assert found.post([deposit("p1", PURSE)]) is None
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
    assert store.balances([account("p1")]) == {account("p1"): PURSE - 2 * CALLED_FOR - 1}
    assert [event.seq for event in store.events("t1", after=0)] == [1, 2, 3]


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
    assert store.balances([account("p1")]) == {account("p1"): PURSE}


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


def test_where_no_scribe_can_be_had_the_store_goes_on_alone(url: str, tmp_path: Path) -> None:
    nowhere = Scribe(f"sqlite:///{tmp_path / 'nowhere' / 'sabot.db'}")
    with open_store(url, scribe=nowhere) as store:
        store.claim("t1", "host")
        assert store.post([deposit("p1", PURSE)]) is None
        nowhere.start()
        assert nowhere.pid is None
        assert store.commit([many(0)]) == [None]
        assert nowhere.letter([many(1)]) is None
        assert not [each for each in threading.enumerate() if each.name == "sabot-scribe"]


HOUSE = """
import sys, time
from sabot.adapters.sql.scribe import Scribe
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
