import pytest
from msgspec.structs import replace
from tests.service.identity.front_desk import HERE, HOUR, MINUTE, RULES, FrontDesk

from sabot.errors import Refused
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import Ended


def test_a_guest_has_play_money_and_a_session(front: FrontDesk) -> None:
    signed_in = front.guests.guest(address=HERE)
    guest = signed_in.principal
    assert (guest.role, guest.for_fun, guest.operator) == (Role.PLAYER, True, None)
    assert (guest.player_id or "").startswith("guest-")
    assert guest.nickname.startswith("guest-")
    accounts = [front.players.player(guest.player_id or "").account, "cashier:demo:EUR"]
    assert list(front.books.ledger.balances(accounts).values()) == [50_000, -50_000]
    assert front.sessions.session_of(signed_in.token) == guest
    assert front.restarted().sessions.session_of(signed_in.token) == guest


def test_every_guest_is_another_one(front: FrontDesk) -> None:
    guests = [front.guests.guest(address=HERE) for _ in range(3)]
    assert len({one.principal.player_id for one in guests}) == 3
    assert len({one.token for one in guests}) == 3


def test_a_guest_is_gone_with_the_session(front: FrontDesk) -> None:
    left, stayed = front.guests.guest(address=HERE), front.guests.guest(address=HERE)
    front.sessions.sign_out(left.token)
    front.wait(HOUR)
    front.sessions.sweep()
    assert [why for _, why in front.ended] == [Ended.SIGNED_OUT, Ended.IDLE]
    for one in (left, stayed):
        account = front.accounts.account(one.principal.account_id)
        assert (account.login, account.password) == (None, None)  # no way back in
        with pytest.raises(Refused, match="session/ended"):
            front.sessions.session_of(one.token)


def test_an_address_gets_twenty_guests_in_a_while(front: FrontDesk) -> None:
    for _ in range(20):
        front.guests.guest(address=HERE)
    with pytest.raises(Refused, match=r"guest/too_many.*retry_after_s=900"):
        front.guests.guest(address=HERE)
    front.guests.guest(address="198.51.100.1")
    front.wait(15 * MINUTE)
    front.guests.guest(address=HERE)


def test_where_nobody_plays_for_fun_there_are_no_guests(front: FrontDesk) -> None:
    guest = front.guests.guest(address=HERE)
    serious = front.restarted(rules=replace(RULES, for_fun_cents=None))
    with pytest.raises(Refused, match="guest/not_offered"):
        serious.guests.guest(address=HERE)
    with pytest.raises(Refused, match="session/ended"):
        serious.sessions.session_of(guest.token)
