from collections.abc import Callable

import pytest
from msgspec.structs import replace
from tests.service.identity.front_desk import TO_A_TABLE, FrontDesk
from typing_extensions import override

from sabot.adapters.memory.identity import MemoryAccounts, MemoryIdentity, MemoryLaunches
from sabot.errors import Refused, SabotError
from sabot.money import Currency
from sabot.service.identity.launches import Launch
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import AccountRow, Ended, LaunchUse, Origin
from sabot.service.players.registry import of_house


def code_of(front: FrontDesk, token: str) -> str:
    """How a token is refused."""
    with pytest.raises(Refused) as caught:
        front.launches.redeem(token)
    return caught.value.code


def test_a_launch_makes_a_player_known_and_signed_in(front: FrontDesk) -> None:
    launched = front.launches.redeem(front.launches.ask(TO_A_TABLE).token)
    principal = launched.signed_in.principal
    assert launched.table_id == "speed-1"
    assert (principal.player_id, principal.operator) == ("acme:7", "acme")
    assert (principal.role, principal.nickname) == (Role.PLAYER, "Ada")
    assert (principal.currency, principal.for_fun) == (Currency.GBP, False)
    assert front.sessions.session_of(launched.signed_in.token) == principal
    known = front.registry.find("acme:7")
    assert known is not None
    assert (known.operator, known.operator_player) == ("acme", "7")


def test_a_player_comes_again_under_another_nickname(front: FrontDesk) -> None:
    first = front.launches.redeem(front.launches.ask(TO_A_TABLE).token)
    renamed = replace(TO_A_TABLE, nickname="Ada L.", table_id=None)
    second = front.launches.redeem(front.launches.ask(renamed).token)
    assert second.signed_in.principal.nickname == "Ada L."
    assert second.table_id is None
    assert second.signed_in.principal.account_id == first.signed_in.principal.account_id
    assert second.signed_in.token != first.signed_in.token


@pytest.mark.parametrize(
    ("nickname", "shown"),
    [
        ("Ada\u202e", "Ada"),
        ("\0", "Player-"),
        ("\ud800", "Player-"),
        ("x" * 200, "x" * 64),
        ("The Dealer", "Player-"),
        ("ada@example.test", "Player-"),
        ("\u0412runo", "\u0412runo-"),
        ("Dora", "Dora-"),
    ],
)
def test_no_nickname_keeps_an_operators_player_out(
    front: FrontDesk, nickname: str, shown: str
) -> None:
    front.accounts.of_player(of_house("bruno", nickname="Bruno", at_ms=0), Origin.GUEST)
    front.players.reserve("Dora")
    launch = replace(TO_A_TABLE, nickname=nickname)
    names = [
        process.launches.redeem(process.launches.ask(launch).token).signed_in.principal.nickname
        for process in (front, front, front.restarted())
    ]
    assert len(set(names)) == 1  # the same one every time
    assert names[0].startswith(shown)
    assert len(names[0]) <= 64
    assert (shown[-1] == "-") == (names[0] != shown)


def test_two_operators_may_have_a_player_of_one_id(front: FrontDesk) -> None:
    other = replace(TO_A_TABLE, operator="zeta", currency=Currency.EUR)
    ids = [
        front.launches.redeem(front.launches.ask(launch).token).signed_in.principal.player_id
        for launch in (TO_A_TABLE, other)
    ]
    assert ids == ["acme:7", "zeta:7"]


def test_a_token_works_once(front: FrontDesk) -> None:
    token = front.launches.ask(TO_A_TABLE).token
    front.launches.redeem(token)
    assert code_of(front, token) == "launch/used"
    front.wait(120_000)
    assert code_of(front, token) == "launch/used"


def test_a_token_works_for_a_minute(front: FrontDesk) -> None:
    early, late = front.launches.ask(TO_A_TABLE), front.launches.ask(TO_A_TABLE)
    assert early.expires_in_ms == 60_000
    front.wait(59_999)
    front.launches.redeem(early.token)
    front.wait(1)
    assert code_of(front, late.token) == "launch/expired"


@pytest.mark.parametrize("token", ["", "x" * 43, "x" * 10_000, "à", "\ud800"])
def test_an_unknown_token_is_unknown(front: FrontDesk, token: str) -> None:
    assert code_of(front, token) == "launch/unknown"


def test_a_launch_token_is_no_session(front: FrontDesk) -> None:
    token = front.launches.ask(TO_A_TABLE).token
    with pytest.raises(Refused, match="session/unknown"):
        front.sessions.session_of(token)
    session = front.launches.redeem(token).signed_in.token
    assert session != token
    assert code_of(front, session) == "launch/unknown"


def test_the_three_refusals_ask_the_same_of_the_store() -> None:
    calls: list[str] = []

    class CountedLaunches(MemoryLaunches):
        @override
        def use(self, digest: bytes, *, at_ms: int) -> LaunchUse:
            calls.append("use")
            return super().use(digest, at_ms=at_ms)

    class CountedAccounts(MemoryAccounts):
        @override
        def of_player(self, player_id: str) -> AccountRow | None:
            calls.append("of_player")
            return super().of_player(player_id)

    store = MemoryIdentity()
    store.launches, store.accounts = CountedLaunches(store.rows), CountedAccounts(store.rows)
    front = FrontDesk(store=store)
    used, expired = front.launches.ask(TO_A_TABLE).token, front.launches.ask(TO_A_TABLE).token
    front.launches.redeem(used)
    front.wait(60_000)
    work = {}
    for token in (used, expired, "x" * 43):
        calls.clear()
        code = code_of(front, token)
        work[code] = list(calls)
    assert work == {f"launch/{why}": ["use"] for why in ("used", "expired", "unknown")}


def test_an_operators_player_who_is_excluded_or_disabled_is_put_out(front: FrontDesk) -> None:
    launched = front.launches.redeem(front.launches.ask(TO_A_TABLE).token)
    front.accounts.put_out("acme:7")
    front.accounts.put_out("acme:8")  # whom nobody has seen
    assert front.ended == [(launched.signed_in.principal.session_id, Ended.EXCLUDED)]
    front.accounts.disable("player:acme:7", reason="left us")
    assert code_of(front, front.launches.ask(TO_A_TABLE).token) == "sign_in/disabled"


def test_the_end_of_a_players_sessions_withdraws_their_launches(front: FrontDesk) -> None:
    used, unused = front.launches.ask(TO_A_TABLE).token, front.launches.ask(TO_A_TABLE).token
    others = front.launches.ask(replace(TO_A_TABLE, operator_player="8")).token
    front.launches.redeem(used)
    assert front.accounts.put_out("acme:7", Ended.OPERATOR) == 1
    assert code_of(front, unused) == "launch/unknown"
    front.launches.redeem(others)
    front.launches.redeem(front.launches.ask(TO_A_TABLE).token)


class EndedMeanwhile(MemoryLaunches):
    """The operator ends the player's sessions after a launch was won, before it opens one."""

    put_out: Callable[[], int] | None = None

    @override
    def use(self, digest: bytes, *, at_ms: int) -> LaunchUse:
        use = super().use(digest, at_ms=at_ms)
        if self.put_out is not None:
            self.put_out()
        return use


def test_a_launch_that_is_withdrawn_while_it_is_redeemed_opens_nothing() -> None:
    store = MemoryIdentity()
    store.launches = launches = EndedMeanwhile(store.rows)
    front = FrontDesk(store=store)
    launches.put_out = lambda: front.accounts.put_out("acme:7", Ended.OPERATOR)
    assert code_of(front, front.launches.ask(TO_A_TABLE).token) == "launch/unknown"
    assert [reason for _, reason in front.ended] == [Ended.SIGNED_OUT]


@pytest.mark.parametrize(
    ("launch", "code"),
    [
        (replace(TO_A_TABLE, operator="nobody"), "launch/operator"),
        (replace(TO_A_TABLE, currency=Currency.EUR), "launch/currency"),
        (replace(TO_A_TABLE, operator_player=""), "launch/player"),
        (replace(TO_A_TABLE, operator_player="7:8"), "launch/player"),
        (replace(TO_A_TABLE, operator_player="7" * 65), "launch/player"),
        (replace(TO_A_TABLE, table_id=""), "launch/table"),
        (replace(TO_A_TABLE, table_id="\0"), "launch/table"),
    ],
)
def test_a_launch_that_cannot_be_is_refused(front: FrontDesk, launch: Launch, code: str) -> None:
    with pytest.raises(SabotError, match=code):
        front.launches.ask(launch)


def test_a_repr_shows_no_token(front: FrontDesk) -> None:
    asked = front.launches.ask(TO_A_TABLE)
    assert asked.token not in repr(asked)
    launched = front.launches.redeem(asked.token)
    assert launched.signed_in.token not in repr(launched)
