"""People change their own password: what it takes, and what ends with it."""

from __future__ import annotations

import pytest
from tests.service.identity.front_desk import HERE, OTHER, PASSWORD, TO_A_TABLE, WRONG, FrontDesk

from sabot.errors import Refused, SabotError, Unavailable
from sabot.service.identity.own_password import PasswordDesk
from sabot.service.identity.roles import Principal, Role
from sabot.service.identity.rows import Ended

ELSEWHERE = "198.51.100.9"


@pytest.fixture
def desk(front: FrontDesk) -> PasswordDesk:
    return PasswordDesk(front.accounts, front.desk)


def change(desk: PasswordDesk, who: Principal, current: str = PASSWORD, new: str = OTHER) -> str:
    """The code of the refusal, or nothing."""
    try:
        desk.change(who, current=current, new=new, address=HERE)
    except SabotError as error:
        return error.code
    return ""


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.DEVICE])
def test_everybody_with_a_password_changes_theirs(
    front: FrontDesk, desk: PasswordDesk, role: Role
) -> None:
    front.account("ada", role)
    here, there = front.sign_in(), front.sign_in(address=ELSEWHERE)
    changed = desk.change(here.principal, current=PASSWORD, new=OTHER, address=HERE)
    assert changed.sessions == 1
    assert front.ended == [(there.principal.session_id, Ended.PASSWORD_CHANGED)]
    assert front.sessions.session_of(here.token) == here.principal
    with pytest.raises(Refused, match="session/ended"):
        front.sessions.session_of(there.token)
    with pytest.raises(Refused, match="sign_in/refused"):
        front.sign_in(password=PASSWORD)
    assert front.sign_in(password=OTHER).principal.account_id == here.principal.account_id
    assert front.restarted().sessions.session_of(here.token) == here.principal


def test_every_device_is_forgotten_and_this_one_gets_a_new_token(
    front: FrontDesk, desk: PasswordDesk
) -> None:
    front.account()
    devices = [front.sign_in().device for _ in range(3)]
    signed = front.sign_in(device=devices[0])
    changed = desk.change(
        signed.principal, current=PASSWORD, new=OTHER, address=HERE, device=devices[0]
    )
    assert not any(front.desk.known_device("ada", device) for device in devices)
    assert front.desk.known_device("ada", changed.device)


@pytest.mark.parametrize(
    ("current", "new", "code"),
    [
        (WRONG, OTHER, "password/wrong"),
        ("x" * 300, OTHER, "password/wrong"),
        (PASSWORD, PASSWORD, "password/same"),
        (PASSWORD, "short", "password/length"),
        (PASSWORD, "password123", "password/common"),
        (WRONG, "short", "password/length"),
    ],
)
def test_a_change_that_is_refused_changes_nothing(
    front: FrontDesk, desk: PasswordDesk, current: str, new: str, code: str
) -> None:
    front.account()
    here, there = front.sign_in(), front.sign_in()
    assert change(desk, here.principal, current, new) == code
    assert front.ended == []
    assert front.desk.known_device("ada", there.device)
    assert front.sign_in(password=PASSWORD).failed_attempts == (code == "password/wrong")


def test_a_session_is_no_second_way_to_guess(front: FrontDesk, desk: PasswordDesk) -> None:
    front.account()
    here = front.sign_in().principal
    codes = [change(desk, here, WRONG) for _ in range(5)]
    assert codes == ["password/wrong"] * 5
    assert change(desk, here) == "sign_in/locked"  # also with the right one
    with pytest.raises(Refused, match="sign_in/locked"):
        front.sign_in()
    assert front.desk.guesses.failed_total == 5
    front.wait(15 * 60_000)
    assert change(desk, here) == ""


def test_what_is_not_well_formed_is_no_guess(front: FrontDesk, desk: PasswordDesk) -> None:
    front.account()
    here = front.sign_in().principal
    assert {change(desk, here, WRONG, "short") for _ in range(9)} == {"password/length"}
    assert change(desk, here) == ""


def test_players_without_a_password_have_none_to_change(
    front: FrontDesk, desk: PasswordDesk
) -> None:
    guest = front.guests.guest(address=HERE).principal
    sent = front.launches.redeem(front.launches.ask(TO_A_TABLE).token).signed_in.principal
    assert [change(desk, one) for one in (guest, sent)] == ["account/no_login"] * 2
    assert front.hasher.verified == []


def test_of_two_changes_at_once_one_counts(front: FrontDesk, desk: PasswordDesk) -> None:
    front.account()
    here = front.sign_in().principal
    check = front.desk.check_password

    def meanwhile(*args: object, **given: object) -> None:
        check(*args, **given)  # type: ignore[arg-type]
        front.accounts.set_password("login:ada", "a third horse")

    front.desk.check_password = meanwhile  # type: ignore[method-assign]
    with pytest.raises(Unavailable, match="account/busy"):
        desk.change(here, current=PASSWORD, new=OTHER, address=HERE)
    signed = front.sign_in(password="a third horse")  # noqa: S106 -- a test's own
    assert signed.principal.account_id == "login:ada"
