"""What only PostgreSQL does: lost connections, other writers, a server that dies."""

import select
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import psycopg
import pytest
from msgspec.structs import replace
from sqlalchemy import text as sql_text
from tests.units import account, bet, command, deposit, escrow, staking
from tools.postgres import FORGETFUL, Postgres, postgres

from sabot.adapters.sql import Point, SqlStore, engines, open_store, read_store
from sabot.adapters.sql.readers.chat import SqlChat
from sabot.adapters.sql.readers.controls import SqlControls
from sabot.adapters.sql.readers.players import SqlPlayers
from sabot.adapters.sql.readers.preferences import SqlPreferences
from sabot.adapters.sql.writer.bulk import FEW_ROWS, ROWS_SENT_TOGETHER_MAX
from sabot.adapters.sql.writer.rows import known_rows
from sabot.adapters.sql.writer.statements import many, move_given
from sabot.errors import Unavailable
from sabot.money import Cents
from sabot.service.chat.ports import ChatLine
from sabot.service.controls.limits import Controls, Limit
from sabot.service.controls.ports import ControlChange
from sabot.service.controls.sessions import PlaySession
from sabot.service.money.stakes import rows_of
from sabot.service.players.preferences import PreferencesRow
from sabot.service.players.registry import of_house
from sabot.service.ports import CommitFailure, Unit

PATIENCE_SECONDS = 20
BETTORS = ROWS_SENT_TOGETHER_MAX + FEW_ROWS + 1


@pytest.fixture
def url(postgres_server: Postgres, request: pytest.FixtureRequest) -> str:
    """An empty database with the test's own name."""
    name: str = request.node.name
    return postgres_server.create_database(name[:60])


def opened(url: str, probe: Callable[[Point], None] = lambda _point: None) -> SqlStore:
    """A store with one table and one player."""
    store = open_store(url, probe=probe)
    store.claim("t1", "host")
    assert store.ledger.post([deposit("p1", 100), deposit("p2", 100)]) is None
    return store


def eventually(happened: Callable[[], bool]) -> None:
    """Wait until something another thread does is seen."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.01)


# --- settings -------------------------------------------------------------------------------------


def test_a_commit_is_a_promise_whatever_the_servers_default(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = off'.encode())
    with open_store(url) as store, store.database.writing() as writer:
        assert writer.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"


def test_a_commit_finds_its_accounts_by_their_key(url: str) -> None:
    """However many there are: with a few thousand the server would rather read them all."""
    with opened(url) as store:
        store.ledger.post([deposit(f"q{number}", 1) for number in range(3_000)])
        with store.database.writing() as connection:
            listed = {"account": ["player:p1:EUR"], "change": [5], "dip": [0]}
            query = f"EXPLAIN {move_given(many).compile(dialect=connection.dialect)}"
            plan = "\n".join(connection.exec_driver_sql(query, listed).scalars())
    assert "Index Scan using account_pkey" in plan


def test_settings_in_the_url_are_kept(url: str) -> None:
    asked = f"{url}&options=-c%20statement_timeout%3D7s"
    with open_store(asked) as store, store.database.writing() as writer:
        assert writer.exec_driver_sql("SHOW statement_timeout").scalar() == "7s"
        assert writer.exec_driver_sql("SHOW lock_timeout").scalar() == "10s"


def test_readers_cannot_write(url: str) -> None:
    with opened(url) as store:
        with (
            pytest.raises(Unavailable, match="store/failed"),
            store.database.reading() as connection,
        ):
            connection.exec_driver_sql("DELETE FROM account")
        assert store.ledger.balances([account("p1")]) == {account("p1"): 100}


def test_an_old_schema_is_not_read(url: str) -> None:
    with pytest.raises(Unavailable, match="store/schema_old"):
        read_store(url)
    open_store(url).close()
    with read_store(url) as store:
        assert list(store.export_rows()) == []


def test_an_export_is_one_instant(url: str) -> None:
    with opened(url) as store:
        rows = store.export_rows()
        first = next(rows)
        assert list(store.commit([staking("t1", 0, [bet("p1", 5)])])) == [None]
        seen = [first, *rows]
        assert {kind for kind, _ in seen} == {"head", "account", "transfer", "house_log"}
        assert {kind for kind, _ in store.export_rows()} > {"event", "bet"}


# --- lost connections -----------------------------------------------------------------------------


class Gate:
    """Stands between a store and its server, and can shut when it hears a word."""

    def __init__(self, server: Postgres, folder: str) -> None:
        self.word: bytes | None = None
        self.delivers = True  # whether the server hears the word before the gate shuts
        self._server = str(server.folder / ".s.PGSQL.5432")
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(f"{folder}/.s.PGSQL.5432")
        self._listener.listen()
        self._threads = [threading.Thread(target=self._admit)]
        self._threads[0].start()

    def close(self) -> None:
        """Admit nobody any more, and wait for those inside to leave."""
        self._listener.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(PATIENCE_SECONDS)
        self._listener.close()

    def _admit(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            visit = threading.Thread(target=self._let_talk, args=(client,))
            self._threads.append(visit)
            visit.start()

    def _let_talk(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server:
            server.connect(self._server)
            other = {client: server, server: client}
            while True:
                for end in select.select([client, server], [], [])[0]:
                    words = end.recv(65_536)
                    if not words:
                        return
                    if end is client and self.word is not None and self.word in words:
                        if self.delivers:
                            server.sendall(words)
                            server.recv(65_536)  # the answer comes, and nobody hears it
                        return
                    other[end].sendall(words)


@pytest.mark.parametrize("delivers", [True, False], ids=["answer_lost", "commit_lost"])
def test_I4_a_lost_commit_is_asked_about(
    postgres_server: Postgres, url: str, delivers: bool
) -> None:
    with gate_before(postgres_server) as (gate, folder):
        through = url.replace(str(postgres_server.folder), folder)
        lose_a_commit(gate, through, url, delivers=delivers)


@contextmanager
def gate_before(server: Postgres) -> Iterator[tuple[Gate, str]]:
    """A gate, and the folder of its socket; the path of a socket has to be short."""
    with tempfile.TemporaryDirectory(prefix="gate-") as folder:
        gate = Gate(server, folder)
        try:
            yield gate, folder
        finally:
            gate.close()


def lose_a_commit(gate: Gate, through: str, url: str, *, delivers: bool) -> None:
    """Commit while the gate shuts, then find out what became of it."""
    with opened(through) as store, open_store(url) as witness:
        gate.word, gate.delivers = b"COMMIT", delivers
        with pytest.raises(Unavailable, match="store/outcome_unknown"):
            store.commit([staking("t1", 0, [bet("p1", 5)])])
        gate.word = None
        # A claim waits for what the lost transaction still holds, so what it reads is the truth.
        expected = (1, 95) if delivers else (0, 100)
        head = store.claim("t1", "heir")
        assert (head.seq, store.ledger.balances([account("p1")])[account("p1")]) == expected
        assert witness.ledger.balances([account("p1")]) == {account("p1"): expected[1]}


def test_a_connection_lost_before_the_commit_has_kept_nothing(url: str) -> None:
    points: list[Point] = []
    armed = False

    def cut(point: Point) -> None:
        points.append(point)
        if armed and point is Point.WRITTEN:
            with psycopg.connect(url, autocommit=True) as other:
                other.execute(
                    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )

    with opened(url, cut) as store:
        assert store.ledger.balances([account("p1")]) == {account("p1"): 100}
        armed = True
        with pytest.raises(Unavailable, match=r"store/(unreachable|outcome_unknown)"):
            store.commit([staking("t1", 0, [bet("p1", 5)])])
        armed = False
        # Readers had their connections cut as well, and have new ones before anybody notices.
        assert store.ledger.balances([account("p1")]) == {account("p1"): 100}
        assert list(store.commit([staking("t1", 0, [bet("p1", 5)])])) == [None]
    assert set(points) == set(Point)


def test_a_server_that_dies_keeps_what_it_acknowledged() -> None:
    with postgres(FORGETFUL) as server:
        url = server.create_database("books")
        with opened(url) as store:
            assert list(store.commit([staking("t1", 0, [bet("p1", 5)])])) == [None]
            server.kill()
            for use in (
                lambda: store.commit([staking("t1", 1, [bet("p1", 6, kind="TIE")])]),
                lambda: store.claim("t1", "host"),
            ):
                with pytest.raises(Unavailable, match="store/unreachable"):
                    use()
            server.start()
            head = store.claim("t1", "host")
            assert (head.epoch, head.seq) == (2, 1)
            assert store.ledger.balances([account("p1"), escrow("r1")]) == {
                account("p1"): 95,
                escrow("r1"): 5,
            }


def test_a_server_that_was_restarted_meanwhile_is_no_reason_to_fail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engines, "IDLE_SECONDS_MAX", 0.0)
    with postgres(FORGETFUL) as server:
        url = server.create_database("books")
        with opened(url) as store:
            server.kill()
            server.start()
            assert list(store.commit([staking("t1", 0, [bet("p1", 5)])])) == [None]


# --- other writers --------------------------------------------------------------------------------


@contextmanager
def locked(url: str, *accounts: str) -> Iterator[psycopg.Connection]:
    """A stranger's transaction that holds accounts, and is patient in a deadlock."""
    with psycopg.connect(url) as stranger:
        stranger.execute("SET deadlock_timeout = '60s'")
        for name in accounts:
            stranger.execute("UPDATE account SET balance = balance WHERE id = %s", [name])
        yield stranger


WAITING = b"""
    SELECT count(*) FROM pg_locks WHERE NOT granted
    AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())
"""


def test_a_deadlock_is_tried_again(url: str) -> None:
    both = staking("t1", 0, [bet("p1", 5), bet("p2", 6)])
    answers: list[object] = []
    with opened(url) as store, locked(url, account("p2")) as stranger:
        writer = threading.Thread(target=lambda: answers.extend(store.commit([both])))
        writer.start()
        with psycopg.connect(url, autocommit=True) as witness:
            eventually(lambda: witness.execute(WAITING).fetchone() == (1,))
        # Now each has what the other wants; the store gives way, and comes back.
        stranger.execute("UPDATE account SET balance = balance WHERE id = %s", [account("p1")])
        stranger.commit()
        writer.join(PATIENCE_SECONDS)
        assert answers == [None]
        assert store.ledger.balances([account("p1"), account("p2")]) == {
            account("p1"): 95,
            account("p2"): 94,
        }


WISH = Controls(limits={Limit.LOSS_PER_DAY: 500})
CHANGE = ControlChange(
    player_id="p1", revision=1, kind="loss", actor="p1", at_ms=1, before=Controls(), after=WISH
)
SESSION = PlaySession(session_id="s1", player_id="p1", started_ms=1, seen_ms=1)
SETTINGS = PreferencesRow(player_id="p1", revision=1, version=1, body=b"{}")
ADA = of_house("p1", nickname="Ada", at_ms=1)
LINE = ChatLine(
    room="r1", number=0, speaker="p1", nickname="Ada", role="player", text="hello", at_ms=1
)

BESIDE_THE_BOOKS: dict[str, tuple[bytes, Callable[[SqlStore, int], object]]] = {
    "player": (
        b"UPDATE player SET nickname = nickname",
        lambda store, _: SqlPlayers(store.database).enrol(ADA),
    ),
    "controls": (
        b"UPDATE player_control SET body = body",
        lambda store, nth: SqlControls(store.database).save(replace(CHANGE, revision=nth)),
    ),
    "sessions": (
        b"UPDATE play_session SET seen_ms = seen_ms",
        lambda store, _: SqlControls(store.database).keep_sessions([SESSION]),
    ),
    "settings": (
        b"UPDATE player_preferences SET body = body",
        lambda store, nth: SqlPreferences(store.database).save(replace(SETTINGS, revision=nth)),
    ),
    "chat": (
        b"UPDATE chat_room SET lines = lines",
        lambda store, _: SqlChat(store.database).say(LINE),
    ),
}


@pytest.mark.parametrize("what", BESIDE_THE_BOOKS)
def test_what_collides_beside_the_books_is_tried_again(url: str, what: str) -> None:
    """Under the isolation that whoever keeps the database may have chosen."""
    with psycopg.connect(url, autocommit=True) as connection:
        name = connection.info.dbname
        strict = f'ALTER DATABASE "{name}" SET default_transaction_isolation = serializable'
        connection.execute(strict.encode())
    update, write = BESIDE_THE_BOOKS[what]
    with open_store(url) as store, ThreadPoolExecutor(1) as thread:
        write(store, 1)
        with psycopg.connect(url) as stranger:
            stranger.execute(update)
            second = thread.submit(write, store, 2)
            with psycopg.connect(url, autocommit=True) as witness:
                eventually(lambda: witness.execute(WAITING).fetchone() == (1,))
        assert second.result(PATIENCE_SECONDS) is not False


def test_a_lock_that_is_never_given_back_is_not_waited_for(url: str) -> None:
    quick = f"{url}&options=-c%20deadlock_timeout%3D10s"
    with opened(quick) as store:
        with store.database.writing() as connection:
            connection.exec_driver_sql("SET lock_timeout = '50ms'")
        with locked(url, account("p1")), pytest.raises(Unavailable, match="store/busy"):
            store.commit([staking("t1", 0, [bet("p1", 5)])])
        assert list(store.commit([staking("t1", 0, [bet("p1", 5)])])) == [None]


def test_the_same_command_at_two_owners_has_one_effect(url: str) -> None:
    """Two processes, two tables, one command id at the same instant: the second one hears no."""
    with opened(url) as first, open_store(url) as second:
        second.claim("t2", "other")
        same = (command("p1", "c1"),)
        mine = replace(staking("t1", 0, [bet("p1", 5)]), commands=same)
        theirs = replace(staking("t2", 0, [bet("p2", 5, round_id="r2")]), commands=same)
        answers: list[CommitFailure | None] = []
        threads = [
            threading.Thread(target=lambda: answers.extend(first.commit([mine]))),
            threading.Thread(target=lambda: answers.extend(second.commit([theirs]))),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE_SECONDS)
        assert sorted(map(str, answers)) == ["None", "conflict"]


def test_statements_sent_together_survive_those_that_failed(url: str) -> None:
    """What follows a failure in one conversation is never run, nor taken for prepared later."""
    with opened(url) as store:
        for seq in range(12):
            taken = bet("p1", 1, kind=f"K{seq}")
            other = replace(taken, stake=2)
            assert list(store.commit([staking("t1", seq, [taken])])) == [None]
            again = staking("t1", seq + 1, [other])
            assert list(store.commit([again, again])) == [CommitFailure.CONFLICT] * 2
        assert store.ledger.balances([account("p1")]) == {account("p1"): 88}


# --- great batches --------------------------------------------------------------------------------


def great(table: str, round_id: str) -> Unit:
    """More of everything than is sent at once; every player stakes all they have."""
    rows = [bet(f"q{number}", 5, round_id=round_id) for number in range(BETTORS)]
    asked = tuple(command(row.player, f"{round_id}-1") for row in rows)
    return replace(staking(table, 0, rows, many=BETTORS), commands=asked)


def test_a_great_batch_is_stored_as_it_was_given(url: str) -> None:
    with opened(url) as store:
        store.ledger.post([deposit(f"q{number}", 5) for number in range(BETTORS)])
        unit = great("t1", "r1")
        assert list(store.commit([unit])) == [None]
        assert tuple(store.events.read("t1", after=0)) == unit.events
        with store.database.writing() as connection:
            known = known_rows(connection, unit)
        assert known.bets == {row.id: (row, source) for row, source in rows_of(unit.stakes)}
        assert known.commands == {(row.actor, row.cmd_id): row for row in unit.commands}
        held = store.ledger.balances([escrow("r1"), account("q0")])
        assert held == {escrow("r1"): 5 * BETTORS, account("q0"): 0}


def test_I2_only_the_guilty_unit_of_a_great_batch_fails(url: str) -> None:
    """The order of precedence: whose table it is, which ids are taken, whether money is there."""
    with opened(url) as store:
        store.claim("t2", "host")
        store.ledger.post([deposit(f"q{number}", 5) for number in range(BETTORS)])
        first, poor, fenced = great("t1", "r1"), great("t2", "r2"), great("t3", "r1")
        failures = [None, CommitFailure.BELOW_FLOOR, CommitFailure.FENCED]
        assert list(store.commit([first, poor, fenced])) == failures
        (stakes,) = first.stakes
        dearer = replace(stakes, bets=tuple(replace(b, stake=Cents(6)) for b in stakes.bets))
        taken = replace(great("t2", "r1"), stakes=(dearer,))
        assert list(store.commit([taken])) == [CommitFailure.CONFLICT]
        assert store.ledger.balances([escrow("r1"), escrow("r2")]) == {
            escrow("r1"): 5 * BETTORS,
            escrow("r2"): 0,
        }


def test_20_4_what_is_read_together_is_of_one_moment(url: str) -> None:
    """Balances and the sums of postings: a bet between two queries would look like stolen money."""
    with opened(url) as store:
        held = sql_text("SELECT balance FROM account WHERE id = :id").bindparams(id=account("p1"))
        with store.database.reading() as connection:
            before = connection.execute(held).scalar_one()
            assert store.ledger.post([deposit("p1", 50, number=2)]) is None
            assert connection.execute(held).scalar_one() == before
        with store.database.reading() as connection:
            assert connection.execute(held).scalar_one() == before + 50
