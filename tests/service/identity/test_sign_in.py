import threading

import pytest
from tests.service.identity.front_desk import (
    CHEAP,
    HERE,
    HOUR,
    MINUTE,
    OTHER,
    PASSWORD,
    WRONG,
    CountingPasswords,
    FrontDesk,
)
from typing_extensions import override

from sabot.adapters.memory.identity import MemoryAccounts, MemoryIdentity
from sabot.adapters.passwords import Argon2Cost
from sabot.errors import Refused, Unavailable
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import AccountRow


def refusal(front: FrontDesk, login: str, password: str, address: str = HERE) -> Refused:
    """How an attempt is refused."""
    with pytest.raises(Refused) as caught:
        front.sign_in(login, password, address)
    return caught.value


def test_every_sign_in_has_a_token_of_its_own(front: FrontDesk) -> None:
    # Fixation: a token that was planted before a sign-in never becomes a session.
    front.account()
    planted = "planted-by-somebody".ljust(43, "x")
    first, second = front.sign_in(), front.sign_in()
    assert len({planted, first.token, second.token}) == 3
    assert first.principal.session_id != second.principal.session_id
    assert front.sessions.recall(planted) is None
    with pytest.raises(Refused, match="session/unknown"):
        front.sessions.session_of(planted)


def test_the_id_of_a_session_opens_nothing(front: FrontDesk) -> None:
    front.account()
    signed_in = front.sign_in()
    assert signed_in.principal.session_id not in signed_in.token
    with pytest.raises(Refused, match="session/unknown"):
        front.sessions.session_of(signed_in.principal.session_id)


@pytest.mark.parametrize(
    ("login", "password"),
    [
        ("ada", WRONG),
        ("ada", ""),
        ("ada", PASSWORD + " "),
        ("ada", "\ud800"),
        ("nobody", PASSWORD),
        ("", PASSWORD),
        ("ada\0", PASSWORD),
        ("x" * 5000, PASSWORD),
        ("\ud800", PASSWORD),
        ("ada", PASSWORD.ljust(201, "x")),
    ],
)
def test_unknown_and_wrong_cost_the_same_and_look_the_same(
    front: FrontDesk, login: str, password: str
) -> None:
    front.account()
    refused = refusal(front, login, password)
    assert (refused.code, refused.data) == ("sign_in/refused", {})
    assert len(front.hasher.verified) == 1


def test_no_part_of_what_is_sent_is_a_password(front: FrontDesk) -> None:
    front.account()
    longest = "kqzvbwtjxm" * 20
    front.accounts.set_password("login:ada", longest)
    assert refusal(front, "ada", longest + "x").code == "sign_in/refused"
    assert front.sign_in("ada", longest).principal.player_id == "ada"


def test_an_unknown_name_is_tried_on_a_hash_that_costs_as_much(front: FrontDesk) -> None:
    front.account()
    refusal(front, "nobody", PASSWORD)
    refusal(front, "ada", WRONG)
    nobody, ada = (hashed.split("$")[:4] for hashed in front.hasher.verified)
    assert nobody == ada


def test_who_has_no_password_cannot_sign_in(front: FrontDesk) -> None:
    guest = front.guests.guest(address=HERE).principal
    for name in (guest.player_id or "", guest.account_id):
        assert refusal(front, name, PASSWORD).code == "sign_in/refused"


# --- guessing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("login", ["ada", "nobody"])
def test_five_failures_lock_a_name_for_one_address_whether_it_exists_or_not(
    front: FrontDesk, login: str
) -> None:
    front.account()
    for number in range(5):
        assert refusal(front, login, f"guess {number}").code.endswith("refused")
        front.wait(1_000)
    looked = len(front.hasher.verified)
    locked = refusal(front, login.upper(), PASSWORD)
    assert (locked.code, locked.data) == ("sign_in/locked", {"retry_after_s": 15 * 60 - 5})
    assert len(front.hasher.verified) == looked  # a locked door costs nothing


def test_wrong_passwords_from_elsewhere_never_lock_the_owner_out(front: FrontDesk) -> None:
    front.account("dora", Role.SHIFT_MANAGER)
    for address in range(200):
        for number in range(5):
            refusal(front, "dora", f"guess {number}", f"198.51.100.{address}")
    assert front.sign_in("dora").principal.role is Role.SHIFT_MANAGER


def test_a_known_device_is_let_through_whatever_others_do_at_its_address(front: FrontDesk) -> None:
    front.account()
    device = front.sign_in().device
    for number in range(15):
        refusal(front, f"name-{number}", WRONG)
    for _ in range(5):
        refusal(front, "ada", WRONG)
    assert refusal(front, "ada", PASSWORD).code == "sign_in/locked"
    known = front.sign_in(device=device)
    assert (known.principal.player_id, known.device) == ("ada", None)
    again = front.restarted()
    assert again.sign_in(device=device).device is None  # known to the next process too


def test_a_device_is_known_to_its_own_account_only(front: FrontDesk) -> None:
    front.account()
    front.account("mallory")
    theirs = front.sign_in("mallory").device
    for _ in range(5):
        refusal(front, "ada", WRONG)
    for device in (theirs, "made up", "", "x" * 500, "é"):
        with pytest.raises(Refused, match="sign_in/locked"):
            front.sign_in(device=device)


def test_a_stolen_device_gets_ten_guesses_and_then_those_of_everybody(front: FrontDesk) -> None:
    front.account()
    device = front.sign_in().device
    codes = []
    for number in range(20):
        with pytest.raises(Refused) as caught:
            front.sign_in("ada", f"guess {number}", f"198.51.100.{number % 2}", device=device)
        codes.append(caught.value.code)
    assert codes == ["sign_in/refused"] * 20
    with pytest.raises(Refused, match="sign_in/locked"):
        front.sign_in("ada", "guess 21", "198.51.100.1", device=device)


def test_another_password_forgets_the_devices(front: FrontDesk) -> None:
    front.account()
    device = front.sign_in().device
    front.accounts.set_password("login:ada", OTHER)
    for _ in range(5):
        refusal(front, "ada", WRONG)
    with pytest.raises(Refused, match="sign_in/locked"):
        front.sign_in(password=OTHER, device=device)


def test_the_oldest_of_many_devices_makes_room(front: FrontDesk) -> None:
    front.account()
    devices = []
    for _ in range(21):
        devices.append(front.sign_in().device)
        front.wait(1)
    known = [front.desk.known_device("ada", device) is not None for device in devices]
    assert known == [False, *[True] * 20]


def test_a_device_that_was_away_for_a_year_is_forgotten(front: FrontDesk) -> None:
    front.account()
    device = front.sign_in().device
    front.wait(365 * 24 * HOUR)
    front.sessions.forget_old()
    assert front.desk.known_device("ada", device) is not None
    front.wait(1)
    front.sessions.forget_old()
    assert front.desk.known_device("ada", device) is None


def test_a_site_of_ipv6_has_a_hundred_guesses_however_many_networks_it_has(
    front: FrontDesk,
) -> None:
    front.account()
    for number in range(100):
        assert refusal(front, "ada", WRONG, f"2001:db8:7:{number:x}::1").code.endswith("refused")
    assert refusal(front, "ada", WRONG, "2001:db8:7:ffff::1").code == "sign_in/locked"
    assert refusal(front, "ada", WRONG, "2001:db8:8::1").code == "sign_in/refused"


def test_many_failures_raise_an_alarm_and_are_told_to_the_owner(
    front: FrontDesk, caplog: pytest.LogCaptureFixture
) -> None:
    front.account()
    for number in range(45):
        refusal(front, "ada", WRONG, f"192.0.2.{100 + number}")
        refusal(front, "nobody", WRONG, f"198.51.100.{number}")
    assert [record.getMessage() for record in caplog.records] == [
        "alarm=wrong_passwords account=login:ada"
    ]
    assert (front.desk.guesses.failed_total, front.desk.guesses.alarms_total) == (90, 1)
    assert front.sign_in().failed_attempts == 45
    assert front.sign_in().failed_attempts == 0


def test_alarms_do_not_fill_the_log(front: FrontDesk, caplog: pytest.LogCaptureFixture) -> None:
    for number in range(30):
        front.account(f"player-{number}")
        for address in range(20):
            refusal(front, f"player-{number}", WRONG, f"10.{number}.0.{address}")
    assert front.desk.guesses.alarms_total == 30
    assert len(caplog.records) == 20


def test_a_lock_opens_when_its_first_failure_is_old(front: FrontDesk) -> None:
    front.account()
    for _ in range(5):
        refusal(front, "ada", WRONG)
    front.wait(15 * MINUTE - 1)
    assert refusal(front, "ada", PASSWORD).data == {"retry_after_s": 1}
    front.wait(1)
    assert front.sign_in().principal.player_id == "ada"


def test_the_wall_clock_opens_no_lock(front: FrontDesk) -> None:
    front.account()
    for _ in range(5):
        refusal(front, "ada", WRONG)
    front.clock.wall_offset_ms += 60 * MINUTE
    assert refusal(front, "ada", PASSWORD).code == "sign_in/locked"


def test_a_success_forgets_the_failures_of_its_address(front: FrontDesk) -> None:
    front.account()
    for _ in range(3):
        for _ in range(4):
            refusal(front, "ada", WRONG)
        front.sign_in()


def test_an_address_may_fail_twenty_times_over_all_names(front: FrontDesk) -> None:
    front.account()
    for number in range(20):
        assert refusal(front, f"name-{number}", PASSWORD).code == "sign_in/refused"
    assert refusal(front, "ada", PASSWORD).code == "sign_in/locked"
    assert front.sign_in(address="198.51.100.1").principal.player_id == "ada"


def test_an_account_of_ones_own_washes_no_address_clean(front: FrontDesk) -> None:
    front.account("mallory")
    for number in range(20):
        assert refusal(front, f"victim-{number}", "a guess").code == "sign_in/refused"
        if number < 19:
            front.sign_in("mallory")
    assert refusal(front, "victim-20", "a guess").code == "sign_in/locked"


class SilentAccounts(MemoryAccounts):
    """A disk that does not answer while it is told not to."""

    is_silent = False

    @override
    def of_login(self, login: str) -> AccountRow | None:
        if self.is_silent:
            raise Unavailable("store/unreachable")
        return super().of_login(login)


def test_a_silent_disk_locks_nobody_out() -> None:
    store = MemoryIdentity()
    store.accounts = accounts = SilentAccounts(store.rows)
    front = FrontDesk(store=store)
    front.account()
    accounts.is_silent = True
    for _ in range(30):
        with pytest.raises(Unavailable):
            front.sign_in()
    accounts.is_silent = False
    assert front.sign_in().principal.player_id == "ada"


def test_good_sign_ins_lock_nobody_out(front: FrontDesk) -> None:
    front.account()
    for _ in range(30):
        front.sign_in()


def test_brute_force_with_many_hands_gets_five_guesses(front: FrontDesk) -> None:
    front.account()
    codes: list[str] = []
    start = threading.Barrier(12)

    def guess(number: int) -> None:
        start.wait()
        try:
            front.sign_in("ada", f"guess {number}")
        except Refused as refused:
            codes.append(refused.code)

    threads = [threading.Thread(target=guess, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == ["sign_in/locked"] * 7 + ["sign_in/refused"] * 5
    assert len(front.hasher.verified) == 5


# --- hashes ---------------------------------------------------------------------------------------


def test_a_hash_grows_with_the_settings_and_never_shrinks(front: FrontDesk) -> None:
    front.account()
    weak = front.accounts.account("login:ada").password
    session = front.sign_in()
    assert front.accounts.account("login:ada").password == weak
    stronger = front.restarted(
        hasher=CountingPasswords(Argon2Cost(passes=2, memory_kib=16, lanes=1))
    )
    stronger.sign_in()
    strong = stronger.accounts.account("login:ada").password
    assert strong is not None
    assert "m=16,t=2" in strong
    assert stronger.sessions.session_of(session.token) == session.principal
    weaker = front.restarted(hasher=CountingPasswords(CHEAP))
    weaker.sign_in()
    assert weaker.accounts.account("login:ada").password == strong


def test_a_repr_shows_no_token(front: FrontDesk) -> None:
    front.account("dora", Role.DEALER)
    signed_in = front.sign_in("dora")
    assert signed_in.token not in repr(signed_in)
