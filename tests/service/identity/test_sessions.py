import threading
from contextlib import suppress

import pytest
from msgspec.structs import replace
from tests.service.identity.front_desk import HOUR, MINUTE, RULES, FrontDesk
from typing_extensions import override

from sabot.adapters.memory.identity import IdentityRows, MemoryIdentity, MemorySessions
from sabot.errors import Refused
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import AccountRow, Ended, SessionRow
from sabot.service.identity.sessions import SignedIn


class WatchedSessions(MemorySessions):
    """Notes how often it is looked at and written to."""

    def __init__(self, rows: IdentityRows) -> None:
        super().__init__(rows)
        self.looks = 0
        self.seen_written: list[dict[str, int]] = []

    @override
    def get(self, digest: bytes) -> tuple[SessionRow, AccountRow] | None:
        self.looks += 1
        return super().get(digest)

    @override
    def seen(self, at_ms: object) -> None:
        assert isinstance(at_ms, dict)
        self.seen_written.append(at_ms)
        super().seen(at_ms)


@pytest.fixture
def store() -> MemoryIdentity:
    return MemoryIdentity()


@pytest.fixture
def watched(store: MemoryIdentity) -> WatchedSessions:
    store.sessions = watched = WatchedSessions(store.rows)
    return watched


@pytest.fixture
def front(store: MemoryIdentity, watched: WatchedSessions) -> FrontDesk:
    assert store.sessions is watched
    front = FrontDesk(store=store)
    front.account("ada")
    front.account("dora", Role.DEALER)
    return front


def end_of(front: FrontDesk, token: str) -> str:
    """Why a token opens nothing any more."""
    with pytest.raises(Refused) as caught:
        front.sessions.session_of(token)
    assert caught.value.code == "session/ended"
    return str(caught.value.data["reason"])


def keep_alive(front: FrontDesk, signed_in: SignedIn, until_ms: int, step_ms: int) -> None:
    """Ask for a session again and again."""
    for _ in range(until_ms // step_ms):
        front.wait(step_ms)
        assert front.sessions.session_of(signed_in.token) == signed_in.principal


# --- looking --------------------------------------------------------------------------------------


def test_a_session_is_on_disk_at_the_first_look_only(
    front: FrontDesk, watched: WatchedSessions
) -> None:
    signed_in = front.sign_in()
    later = front.restarted()
    assert later.sessions.recall(signed_in.token) is None
    for _ in range(5):
        assert later.sessions.session_of(signed_in.token) == signed_in.principal
        assert front.sessions.session_of(signed_in.token) == signed_in.principal
    assert later.sessions.recall(signed_in.token) == signed_in.principal
    assert watched.looks == 1


@pytest.mark.parametrize("token", ["", "x", "x" * 201, "à" * 43, "\ud800", "\0"])
def test_what_is_no_token_opens_nothing(front: FrontDesk, token: str) -> None:
    with pytest.raises(Refused, match="session/unknown"):
        front.sessions.session_of(token)
    front.sessions.sign_out(token)


# --- lifetimes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("login", "minutes"), [("ada", 60), ("dora", 30)])
def test_who_rests_too_long_is_out(front: FrontDesk, login: str, minutes: int) -> None:
    signed_in = front.sign_in(login)
    front.wait(minutes * MINUTE - 1)
    assert front.sessions.session_of(signed_in.token) == signed_in.principal
    front.wait(minutes * MINUTE)
    assert front.sessions.recall(signed_in.token) is None
    assert end_of(front, signed_in.token) == Ended.IDLE
    assert front.ended == [(signed_in.principal.session_id, Ended.IDLE)]
    assert end_of(front, signed_in.token) == Ended.IDLE  # from the disk
    assert len(front.ended) == 1


def test_twelve_hours_are_the_end_of_the_busiest(front: FrontDesk) -> None:
    signed_in = front.sign_in()
    keep_alive(front, signed_in, until_ms=12 * HOUR - MINUTE, step_ms=MINUTE)
    front.wait(MINUTE)
    assert end_of(front, signed_in.token) == Ended.EXPIRED


def test_the_wall_clock_neither_ends_nor_lengthens_a_session(front: FrontDesk) -> None:
    signed_in = front.sign_in()
    front.clock.wall_offset_ms += 24 * HOUR
    assert front.sessions.session_of(signed_in.token) == signed_in.principal
    front.clock.wall_offset_ms -= 48 * HOUR
    front.wait(60 * MINUTE)
    assert end_of(front, signed_in.token) == Ended.IDLE


def test_a_wall_clock_set_back_makes_no_session_endless(front: FrontDesk) -> None:
    signed_in = front.sign_in()
    front.clock.wall_offset_ms -= 1000 * HOUR
    later = front.restarted()
    assert later.sessions.session_of(signed_in.token) == signed_in.principal
    for _ in range(12 * 60 - 1):
        later.wait(MINUTE)
        later.sessions.session_of(signed_in.token)
    later.wait(MINUTE)
    assert end_of(later, signed_in.token) == Ended.EXPIRED


@pytest.mark.parametrize(("hours", "reason"), [(1, Ended.IDLE), (12, Ended.EXPIRED)])
def test_a_restart_gives_nobody_more_time(front: FrontDesk, hours: int, reason: Ended) -> None:
    signed_in = front.sign_in()
    front.wait(hours * HOUR)
    assert end_of(front.restarted(), signed_in.token) == reason


def test_sweeping_ends_what_is_over_and_says_so(front: FrontDesk) -> None:
    player, dealer = front.sign_in("ada"), front.sign_in("dora")
    front.wait(30 * MINUTE)
    front.sessions.sweep()
    assert front.ended == [(dealer.principal.session_id, Ended.IDLE)]
    keep_alive(front, player, until_ms=11 * HOUR, step_ms=10 * MINUTE)
    front.wait(30 * MINUTE)
    front.sessions.sweep()
    assert front.ended[1:] == [(player.principal.session_id, Ended.EXPIRED)]
    front.sessions.sweep()
    assert len(front.ended) == 2


def test_being_seen_is_written_once_a_minute_at_most(
    front: FrontDesk, watched: WatchedSessions
) -> None:
    signed_in = front.sign_in()
    front.sign_in("dora")  # signs in, and does nothing more
    began = front.clock.wall_ms()
    for _ in range(10 * 60):
        front.wait(1_000)
        front.sessions.session_of(signed_in.token)
        front.sessions.sweep()
    session_id = signed_in.principal.session_id
    assert watched.seen_written == [{session_id: began + n * MINUTE} for n in range(1, 11)]


def test_a_socket_keeps_its_session_awake(front: FrontDesk) -> None:
    signed_in = front.sign_in()
    for _ in range(5):
        front.wait(50 * MINUTE)
        front.sessions.touch(signed_in.principal.session_id)
    assert front.sessions.session_of(signed_in.token) == signed_in.principal
    front.sessions.touch("nobody")


# --- ending ---------------------------------------------------------------------------------------


def test_signing_out_ends_this_session_and_no_other(front: FrontDesk) -> None:
    one, other = front.sign_in(), front.sign_in()
    front.sessions.sign_out(one.token)
    assert front.ended == [(one.principal.session_id, Ended.SIGNED_OUT)]
    assert end_of(front, one.token) == Ended.SIGNED_OUT
    assert front.sessions.session_of(other.token) == other.principal
    front.sessions.sign_out(one.token)
    assert len(front.ended) == 1


def test_signing_out_everywhere_ends_them_all(front: FrontDesk) -> None:
    mine = [front.sign_in() for _ in range(3)]
    dealer = front.sign_in("dora")
    assert front.sessions.sign_out_everywhere("login:ada") == 3
    assert {why for _, why in front.ended} == {Ended.EVERYWHERE}
    for one in mine:
        assert end_of(front, one.token) == Ended.EVERYWHERE
    assert front.sessions.session_of(dealer.token) == dealer.principal
    assert front.sessions.sign_out_everywhere("login:ada") == 0


def test_whoever_listens_no_more_hears_nothing(front: FrontDesk) -> None:
    heard: list[str] = []
    stop = front.sessions.subscribe(lambda session_id, _why: heard.append(session_id))
    front.sessions.sign_out(front.sign_in().token)
    stop()
    front.sessions.sign_out(front.sign_in().token)
    assert heard == [front.ended[0][0]]


def test_the_oldest_of_too_many_sessions_goes() -> None:
    front = FrontDesk(rules=replace(RULES, sessions_per_account_max=3))
    front.account("ada")
    mine = [front.sign_in() for _ in range(5)]
    assert front.ended == [(one.principal.session_id, Ended.REPLACED) for one in mine[:2]]
    assert [front.sessions.recall(one.token) is None for one in mine] == [True] * 2 + [False] * 3


def test_old_rows_are_dropped(front: FrontDesk) -> None:
    signed_in = front.sign_in()
    assert front.sessions.forget_old() == 0
    front.wait(31 * 24 * HOUR)
    assert front.sessions.forget_old() == 1
    with pytest.raises(Refused, match="session/unknown"):
        front.restarted().sessions.session_of(signed_in.token)


# --- several processes ----------------------------------------------------------------------------


def test_what_another_process_ends_is_noticed_at_the_next_sweep(front: FrontDesk) -> None:
    signed_in = front.sign_in()
    other = front.restarted()
    other.sessions.session_of(signed_in.token)
    front.accounts.put_out("ada")
    assert other.ended == []
    other.sessions.sweep()
    assert other.ended == [(signed_in.principal.session_id, Ended.EXCLUDED)]
    assert other.sessions.recall(signed_in.token) is None
    other.sessions.sweep()
    assert len(other.ended) == 1


def test_who_is_idle_here_may_be_busy_there(front: FrontDesk) -> None:
    signed_in = front.sign_in()
    busy = front.restarted()
    for _ in range(70):
        front.wait(MINUTE)
        busy.sessions.session_of(signed_in.token)
        busy.sessions.sweep()
        front.sessions.sweep()
    assert front.sessions.session_of(signed_in.token) == signed_in.principal
    assert front.ended == busy.ended == []


def look(front: FrontDesk, token: str, start: threading.Barrier) -> None:
    """Look a session up, whatever comes of it."""
    start.wait()
    with suppress(Refused):
        front.sessions.session_of(token)


def test_a_first_look_during_the_end_remembers_nothing_that_is_over(front: FrontDesk) -> None:
    # One thread looks a session up while another ends it; whoever is second sees the first.
    for _ in range(50):
        signed_in = front.sign_in()
        other = front.restarted()
        start = threading.Barrier(2)
        thread = threading.Thread(target=look, args=(other, signed_in.token, start))
        thread.start()
        start.wait()
        other.sessions.sign_out_everywhere("login:ada")
        thread.join()
        assert other.sessions.recall(signed_in.token) is None
