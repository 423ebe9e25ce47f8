"""Accounts, sessions and launches: the same cases in memory, in SQLite, in PostgreSQL."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec.structs import replace
from sqlalchemy import select
from tests.conformance.conftest import AnyStore
from tests.service.identity.front_desk import (
    HERE,
    HOUR,
    MINUTE,
    OTHER,
    PASSWORD,
    TO_A_TABLE,
    FrontDesk,
)
from tools.postgres import Postgres

from sabot.adapters.memory.identity import MemoryIdentity
from sabot.adapters.memory.players import MemoryPlayers
from sabot.adapters.sql import Point, SqlStore, open_store
from sabot.adapters.sql import schema as s
from sabot.adapters.sql.readers.identity import SqlIdentity
from sabot.adapters.sql.readers.players import SqlPlayers
from sabot.errors import Refused
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import (
    AccountRow,
    Ended,
    LaunchRow,
    Origin,
    SessionRow,
)
from sabot.service.identity.stores import IdentityStore

R = TypeVar("R")
TABLES = (s.IDENTITY_ACCOUNT, s.IDENTITY_SESSION, s.IDENTITY_LAUNCH, s.IDENTITY_DEVICE)

ACCOUNT = AccountRow(
    account_id="login:ada",
    login="ada",
    password="$argon2id$one",  # noqa: S106 -- a test's own
    role=Role.PLAYER,
    player_id="ada",
    operator=None,
    nickname="",
    origin=Origin.HOUSE,
    disabled=None,
    version=1,
    created_at_ms=1_700_000_000_000,
)
STAFF = replace(
    ACCOUNT,
    account_id="login:olga",
    login="olga",
    player_id=None,
    role=Role.OPERATOR,
    operator="acme",
    nickname="Olga 日本",
)
GUEST = replace(
    ACCOUNT,
    account_id="player:guest-1",
    login=None,
    password=None,
    player_id="guest-1",
    origin=Origin.GUEST,
)
SESSION = SessionRow(
    session_id="s1",
    digest=b"\0digest of s1",
    account_id="login:ada",
    opened_at_ms=1_000,
    expires_at_ms=9_000,
    seen_at_ms=1_000,
)
LAUNCH = LaunchRow(
    digest=b"\0digest",
    operator="acme",
    operator_player="7",
    nickname="Ada",
    currency=TO_A_TABLE.currency,
    table_id=None,
    asked_at_ms=1_000,
    expires_at_ms=61_000,
)


def identity_of(store: AnyStore) -> IdentityStore:
    """Where a store keeps identities."""
    return SqlIdentity(store.database) if isinstance(store, SqlStore) else MemoryIdentity(store)


@pytest.fixture
def identity(store: AnyStore) -> IdentityStore:
    return identity_of(store)


@pytest.fixture
def front(store: AnyStore, identity: IdentityStore) -> FrontDesk:
    registry = SqlPlayers(store.database) if isinstance(store, SqlStore) else MemoryPlayers()
    return FrontDesk(store=identity, registry=registry, books=store)


def session(name: str, account: AccountRow = ACCOUNT, **changes: int) -> SessionRow:
    """A session of its own."""
    digest = f"digest of {name}".encode()
    return replace(
        SESSION, session_id=name, digest=digest, account_id=account.account_id, **changes
    )


def at_once(*works: Callable[[], R]) -> list[R]:
    """What pieces of work return that begin in the same instant, each in a thread."""
    start, answers = threading.Barrier(len(works)), list[R]()

    def run(work: Callable[[], R]) -> None:
        start.wait()
        answers.append(work())

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == len(works)
    return answers


# --- accounts -------------------------------------------------------------------------------------


def test_an_account_is_found_by_every_name_it_has(identity: IdentityStore) -> None:
    for row in (ACCOUNT, STAFF, GUEST):
        assert identity.accounts.add(row)
        assert identity.accounts.get(row.account_id) == row
        if row.login is not None:
            assert identity.accounts.of_login(row.login) == row
        if row.player_id is not None:
            assert identity.accounts.of_player(row.player_id) == row


@pytest.mark.parametrize("name", ["nobody", "", "\0", "\ud800"])
def test_nobody_is_found_under_another_name(identity: IdentityStore, name: str) -> None:
    identity.accounts.add(ACCOUNT)
    for find in (identity.accounts.get, identity.accounts.of_login, identity.accounts.of_player):
        assert find(name) is None


@pytest.mark.parametrize(
    "taken",
    [
        replace(STAFF, account_id="login:ada"),
        replace(STAFF, login="ada"),
        replace(GUEST, player_id="ada"),
    ],
    ids=["id", "login", "player"],
)
def test_a_name_that_is_taken_is_not_given_again(
    identity: IdentityStore, taken: AccountRow
) -> None:
    assert identity.accounts.add(ACCOUNT)
    assert not identity.accounts.add(taken)
    assert identity.accounts.get("login:ada") == ACCOUNT
    assert not identity.accounts.add(ACCOUNT)


def test_accounts_without_a_login_do_not_collide(identity: IdentityStore) -> None:
    assert identity.accounts.add(GUEST)
    assert identity.accounts.add(replace(GUEST, account_id="player:guest-2", player_id="guest-2"))


def test_a_change_counts_on_and_ends_the_sessions_of_its_account(identity: IdentityStore) -> None:
    for account in (ACCOUNT, STAFF):
        identity.accounts.add(account)
    for row in (session("b"), session("a"), session("c", STAFF)):
        assert identity.sessions.open(row, version=1)
    identity.sessions.end(["b"], ended=Ended.SIGNED_OUT, at_ms=2_000)
    changed = replace(STAFF, role=Role.AUDITOR, operator=None, nickname="O", disabled="left")
    assert identity.accounts.change(changed, ended=None, at_ms=3_000) == ()
    assert identity.accounts.get("login:olga") == replace(changed, version=2)
    disabled = replace(ACCOUNT, disabled="left", password="$2")  # noqa: S106 -- a test's own
    assert identity.accounts.change(disabled, ended=Ended.DISABLED, at_ms=4_000) == ["a"]
    assert identity.accounts.get("login:ada") == replace(disabled, version=2)
    assert identity.sessions.ended_since(0) == {"a": Ended.DISABLED, "b": Ended.SIGNED_OUT}
    assert identity.sessions.ended_since(2_001) == {"a": Ended.DISABLED}


def test_a_change_of_what_has_changed_does_nothing(identity: IdentityStore) -> None:
    identity.accounts.add(ACCOUNT)
    identity.accounts.change(replace(ACCOUNT, disabled="one"), ended=None, at_ms=1)
    now = identity.accounts.get("login:ada")
    assert now is not None
    identity.sessions.open(session("s"), version=2)
    late = replace(ACCOUNT, disabled="two")
    assert identity.accounts.change(late, ended=Ended.DISABLED, at_ms=2) is None
    assert identity.accounts.get("login:ada") == now
    assert identity.sessions.ended_since(0) == {}
    absent = replace(ACCOUNT, account_id="login:nobody")
    assert identity.accounts.change(absent, ended=None, at_ms=2) is None


def test_a_hash_is_replaced_only_where_it_still_stands(identity: IdentityStore) -> None:
    identity.accounts.add(ACCOUNT)
    assert identity.accounts.rehash(ACCOUNT, "$two", at_ms=1)
    assert not identity.accounts.rehash(ACCOUNT, "$three", at_ms=1)
    assert not identity.accounts.rehash(
        replace(ACCOUNT, account_id="login:nobody"), "$three", at_ms=1
    )
    changed = replace(ACCOUNT, password="$two")  # noqa: S106 -- a test's own
    assert identity.accounts.get("login:ada") == changed  # and the version stays


# --- sessions -------------------------------------------------------------------------------------


def test_a_session_is_found_by_its_digest_also_when_it_is_over(identity: IdentityStore) -> None:
    identity.accounts.add(ACCOUNT)
    assert identity.sessions.open(SESSION, version=1)
    assert identity.sessions.get(SESSION.digest) == (SESSION, ACCOUNT)
    for digest in (b"", SESSION.digest[:-1], SESSION.digest + b"\0"):
        assert identity.sessions.get(digest) is None
    identity.sessions.end(["s1"], ended=Ended.IDLE, at_ms=5_000)
    over = replace(SESSION, ended=Ended.IDLE, ended_at_ms=5_000)
    assert identity.sessions.get(SESSION.digest) == (over, ACCOUNT)


def test_a_session_opens_only_for_the_account_that_was_looked_at(identity: IdentityStore) -> None:
    assert not identity.sessions.open(SESSION, version=1)
    identity.accounts.add(ACCOUNT)
    assert not identity.sessions.open(SESSION, version=2)
    identity.accounts.change(replace(ACCOUNT, disabled="left"), ended=Ended.DISABLED, at_ms=1)
    assert not identity.sessions.open(SESSION, version=1)
    assert not identity.sessions.open(SESSION, version=2)
    assert identity.sessions.get(SESSION.digest) is None


def test_one_digest_opens_one_session(identity: IdentityStore) -> None:
    identity.accounts.add(ACCOUNT)
    assert identity.sessions.open(SESSION, version=1)
    assert not identity.sessions.open(SESSION, version=1)
    assert not identity.sessions.open(replace(SESSION, session_id="s2"), version=1)
    assert not identity.sessions.open(replace(session("s2"), session_id="s1"), version=1)


def test_a_session_ends_once(identity: IdentityStore) -> None:
    identity.accounts.add(ACCOUNT)
    for name in ("c", "a", "b"):
        identity.sessions.open(session(name), version=1)
    end = identity.sessions.end
    assert end(["c", "a", "nobody"], ended=Ended.IDLE, at_ms=2_000) == ["a", "c"]
    assert end(["c", "b"], ended=Ended.EXPIRED, at_ms=3_000) == ["b"]
    assert list(end([], ended=Ended.EXPIRED, at_ms=3_000)) == []
    assert identity.sessions.ended_since(0) == {
        "a": Ended.IDLE,
        "b": Ended.EXPIRED,
        "c": Ended.IDLE,
    }


def test_every_session_of_an_account_ends_at_once(identity: IdentityStore) -> None:
    for account in (ACCOUNT, STAFF):
        identity.accounts.add(account)
    for row in (session("b"), session("a"), session("c", STAFF)):
        identity.sessions.open(row, version=1)
    end = identity.sessions.end_of
    assert end("login:ada", ended=Ended.EVERYWHERE, at_ms=2_000) == ["a", "b"]
    assert list(end("login:ada", ended=Ended.EVERYWHERE, at_ms=2_000)) == []
    assert identity.sessions.last_seen(["a", "b", "c"]) == {"c": 1_000}


def test_being_seen_moves_forward_and_wakes_nobody(identity: IdentityStore) -> None:
    identity.accounts.add(ACCOUNT)
    for name in ("a", "b", "c"):
        identity.sessions.open(session(name), version=1)
    identity.sessions.end(["c"], ended=Ended.IDLE, at_ms=1_500)
    identity.sessions.seen({"b": 3_000, "a": 2_000, "c": 4_000, "nobody": 5_000})
    identity.sessions.seen({"a": 1_999, "b": 3_001})
    identity.sessions.seen({})
    assert identity.sessions.last_seen(["a", "b", "c", "nobody"]) == {"a": 2_000, "b": 3_001}
    over = identity.sessions.get(session("c").digest)
    assert over is not None
    assert (over[0].seen_at_ms, over[0].ended) == (1_000, Ended.IDLE)


def test_what_expired_long_ago_is_forgotten(identity: IdentityStore) -> None:
    identity.accounts.add(ACCOUNT)
    identity.sessions.open(session("old"), version=1)
    identity.sessions.open(session("new", expires_at_ms=70_000), version=1)
    identity.launches.add(LAUNCH)
    identity.launches.add(replace(LAUNCH, digest=b"new", expires_at_ms=70_000))
    assert identity.forget(62_000) == 2
    assert identity.forget(62_000) == 0
    assert identity.sessions.get(session("old").digest) is None
    assert identity.sessions.get(session("new").digest) is not None
    assert identity.launches.use(LAUNCH.digest, at_ms=1_000).row is None
    assert identity.launches.use(b"new", at_ms=1_000).won


# --- everything together --------------------------------------------------------------------------


def test_the_whole_way_through_the_front_desk(front: FrontDesk) -> None:
    front.account("ada")
    front.account("dora", Role.DEALER)
    player, dealer = front.sign_in("ada"), front.sign_in("dora")
    guest = front.guests.guest(address=HERE)
    launched = front.launches.redeem(front.launches.ask(TO_A_TABLE).token).signed_in
    later = front.restarted()
    for one in (player, dealer, guest, launched):
        assert later.sessions.session_of(one.token) == one.principal
    front.accounts.change_role("login:dora", Role.MODERATOR)
    front.accounts.put_out("acme:7")
    assert later.sessions.recall(dealer.token) is not None  # until the next sweep
    later.sessions.sweep()
    assert sorted(later.ended) == sorted(
        [
            (dealer.principal.session_id, Ended.ROLE_CHANGED),
            (launched.principal.session_id, Ended.EXCLUDED),
        ]
    )
    later.wait(2 * MINUTE)
    later.sessions.session_of(player.token)
    later.sessions.sweep()
    later.wait(59 * MINUTE)
    after = later.restarted()
    assert after.sessions.session_of(player.token) == player.principal
    after.wait(HOUR)
    for one in (player, guest):
        with pytest.raises(Refused, match="session/ended"):
            after.sessions.session_of(one.token)


def kept(store: AnyStore, identity: IdentityStore) -> str:
    """Everything identity keeps, as one text."""
    if isinstance(identity, MemoryIdentity):
        rows: list[object] = [
            *identity.rows.accounts.values(),
            *identity.rows.sessions.values(),
            *identity.rows.launches.values(),
            *identity.rows.devices.values(),
        ]
        return repr(rows)
    assert isinstance(store, SqlStore)
    with store.database.reading() as connection:
        return repr([connection.execute(select(table)).all() for table in TABLES])


def test_no_row_holds_a_token_or_a_password(
    front: FrontDesk, store: AnyStore, identity: IdentityStore
) -> None:
    front.account("ada")
    front.accounts.set_password("login:ada", OTHER)
    asked = front.launches.ask(TO_A_TABLE)
    secrets = [
        PASSWORD,
        OTHER,
        asked.token,
        front.sign_in(password=OTHER).token,
        front.guests.guest(address=HERE).token,
        front.launches.redeem(asked.token).signed_in.token,
    ]
    text = kept(store, identity)
    assert text.count("login:ada") == 3  # the account, its session and its device
    assert [secret for secret in secrets if secret in text] == []


# --- at once --------------------------------------------------------------------------------------


def redeemed(front: FrontDesk, token: str) -> str:
    """What became of a launch token."""
    try:
        return front.launches.redeem(token).signed_in.principal.player_id or ""
    except Refused as refused:
        return refused.code


def test_of_two_who_redeem_one_token_one_wins(front: FrontDesk) -> None:
    for _ in range(10):
        token = front.launches.ask(TO_A_TABLE).token
        answers = at_once(*[partial(redeemed, front, token)] * 2)
        assert sorted(answers) == ["acme:7", "launch/used"]


def test_of_two_who_take_one_login_one_gets_it(identity: IdentityStore) -> None:
    other = replace(STAFF, login="ada")
    answers = at_once(lambda: identity.accounts.add(ACCOUNT), lambda: identity.accounts.add(other))
    assert sorted(answers) == [False, True]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of its own."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'sabot.db'}"
    server: Postgres = request.getfixturevalue("postgres_server")
    return server.create_database(request.node.name[:60])


@pytest.fixture
def two_processes(url: str) -> Iterator[tuple[SqlIdentity, SqlIdentity]]:
    """Two stores on one database, each with a writer of its own."""
    with open_store(url) as one, open_store(url) as other:
        yield SqlIdentity(one.database), SqlIdentity(other.database)


def test_two_processes_use_a_launch_once(two_processes: tuple[SqlIdentity, SqlIdentity]) -> None:
    one, other = two_processes
    for number in range(10):
        digest = bytes([number])
        one.launches.add(replace(LAUNCH, digest=digest))
        uses = at_once(*(partial(own.launches.use, digest, at_ms=2_000) for own in (one, other)))
        assert sorted(use.won for use in uses) == [False, True]


def test_no_session_slips_through_while_its_account_is_disabled(
    two_processes: tuple[SqlIdentity, SqlIdentity],
) -> None:
    one, other = two_processes
    one.accounts.add(ACCOUNT)
    for number in range(10):
        account = one.accounts.get("login:ada")
        assert account is not None
        row, disabled = session(f"s{number}"), replace(account, disabled="left")
        works: list[Callable[[], object]] = [
            partial(one.sessions.open, row, version=account.version),
            partial(other.accounts.change, disabled, ended=Ended.DISABLED, at_ms=2_000),
        ]
        at_once(*works)
        found = one.sessions.get(row.digest)
        assert found is None or found[0].ended is Ended.DISABLED
        now = one.accounts.get("login:ada")
        assert now is not None
        assert one.accounts.change(replace(now, disabled=None), ended=None, at_ms=3_000) == ()


def test_who_disables_an_account_waits_for_the_session_that_is_being_opened(url: str) -> None:
    written, go_on = threading.Event(), threading.Event()

    def pause(point: Point) -> None:
        if point is Point.WRITTEN and threading.current_thread().name == "opening":
            written.set()
            go_on.wait()

    with open_store(url, probe=pause) as store, open_store(url) as other_store:
        one, other = SqlIdentity(store.database), SqlIdentity(other_store.database)
        opening = threading.Thread(
            target=partial(one.sessions.open, SESSION, version=1), name="opening"
        )
        one.accounts.add(ACCOUNT)
        disabled = replace(ACCOUNT, disabled="left")
        change = partial(other.accounts.change, disabled, ended=Ended.DISABLED, at_ms=2_000)
        disabling = threading.Thread(target=change)
        opening.start()
        written.wait()
        disabling.start()
        disabling.join(timeout=0.3)  # it is not let through: nothing it could see is there yet
        assert disabling.is_alive()
        go_on.set()
        opening.join()
        disabling.join()
        assert one.sessions.ended_since(0) == {"s1": Ended.DISABLED}
