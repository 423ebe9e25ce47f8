import threading

import pytest
from tests.service.identity.front_desk import OTHER, PASSWORD, WRONG, FrontDesk
from typing_extensions import override

from sabot.adapters.memory.identity import IdentityRows, MemoryAccounts, MemoryIdentity
from sabot.errors import Malformed, Refused, SabotError
from sabot.money import Currency
from sabot.service.identity.accounts import NewAccount
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import AccountRow, Ended, Origin
from sabot.service.players.registry import of_house


def new(**changes: object) -> NewAccount:
    """A player's account, or what it is changed into."""
    given = {"login": "ada", "password": PASSWORD, "role": Role.PLAYER, "nickname": "Ada"}
    return NewAccount(**given | changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"login": "ad"}, "account/login"),
        ({"login": "a" * 33}, "account/login"),
        ({"login": "ada lovelace"}, "account/login"),
        ({"login": "ada:7"}, "account/login"),
        ({"login": "àda"}, "account/login"),
        ({"password": "seven77"}, "password/length"),
        ({"password": "x" * 201}, "password/length"),
        ({"nickname": ""}, "account/nickname"),
        ({"nickname": "  "}, "account/nickname"),
        ({"nickname": "Ada\u202e"}, "account/nickname"),
        ({"nickname": "Ada\0"}, "account/nickname"),
        ({"nickname": "x" * 65}, "account/nickname"),
        ({"operator": "acme"}, "account/operator"),
        ({"role": Role.OPERATOR}, "account/operator"),
    ],
)
def test_what_cannot_be_an_account_is_refused(
    front: FrontDesk, changes: dict[str, object], code: str
) -> None:
    with pytest.raises(Malformed, match=code):
        front.accounts.create(new(**changes))
    assert front.store.accounts.of_login("ada") is None


@pytest.mark.parametrize("login", ["ada", "A.d_a-7", "x" * 32])
@pytest.mark.parametrize("password", ["kqzvbwtjxm", "kqzvbwtjxm" * 20])
def test_what_can_be_one_is_made(front: FrontDesk, login: str, password: str) -> None:
    account = front.accounts.create(new(login=login, password=password))
    assert account.login == login.casefold()
    assert front.sign_in(login.upper(), password).principal.account_id == account.account_id


def test_a_login_is_given_once_however_it_is_written(front: FrontDesk) -> None:
    front.account("ada")
    with pytest.raises(Refused, match="account/login_taken"):
        front.account("ADA")


class Asked(MemoryAccounts):
    """Notes which logins it was asked for."""

    def __init__(self, rows: IdentityRows) -> None:
        super().__init__(rows)
        self.logins: list[str] = []

    @override
    def of_login(self, login: str) -> AccountRow | None:
        self.logins.append(login)
        return super().of_login(login)


@pytest.mark.parametrize("login", ["House", "bot", "Guest-7", "dealer", "support.1", "dora", "ada"])
def test_a_login_that_is_not_given_is_refused_alike_whoever_has_it(login: str) -> None:
    store = MemoryIdentity()
    store.accounts = asked = Asked(store.rows)
    front = FrontDesk(store=store)
    front.account("ada")
    front.account("dora", Role.DEALER)
    asked.logins.clear()
    hashed = front.hasher.hashed
    with pytest.raises(Refused) as refusal:
        front.accounts.create(new(login=login, nickname="Zoe"))
    told = (refusal.value.code, refusal.value.data)
    assert told == ("account/login_taken", {"login": login.casefold()})
    # The same work for each of them, and so the same time.
    assert (asked.logins, front.hasher.hashed) == ([login.casefold()], hashed)


@pytest.mark.parametrize(
    "nickname", ["ADA L.", "\u0410da L", "Dora L.", "dora", "Dealer 7", "Sabot"]
)
def test_a_nickname_of_another_player_or_of_staff_is_refused_alike(
    front: FrontDesk, nickname: str
) -> None:
    front.account("ada")
    front.account("dora", Role.DEALER)
    with pytest.raises(Refused) as refusal:
        front.accounts.create(new(login="zoe", nickname=nickname))
    assert (refusal.value.code, refusal.value.data) == ("account/nickname_taken", {})
    assert front.store.accounts.of_login("zoe") is None
    assert front.registry.find("zoe") is None


def test_staff_get_no_name_that_a_player_has(front: FrontDesk) -> None:
    front.accounts.create(new(login="zoe", nickname="Dora"))
    with pytest.raises(Refused, match="account/nickname_taken"):
        front.accounts.create(new(login="dora", nickname="D0ra", role=Role.DEALER))
    front.accounts.create(new(login="dora", nickname="Dora R.", role=Role.DEALER))
    front.accounts.create(new(login="dora2", nickname="Dora R.", role=Role.DEALER))


def test_a_demonstration_starts_whatever_the_players_are_called(front: FrontDesk) -> None:
    front.accounts.create(new(login="zoe", nickname="Ada"))
    front.accounts.create(new(login="mara", nickname="Marta"))
    front.accounts.create(new(login="ada", origin=Origin.DEMO))
    front.accounts.create(
        new(login="manager", nickname="Marta", role=Role.SHIFT_MANAGER, origin=Origin.DEMO)
    )
    assert front.players.player("ada").nickname.startswith("Ada-")


def test_a_player_with_a_login_is_in_the_list_of_players(front: FrontDesk) -> None:
    front.accounts.create(new(login="Ada", currency=Currency.GBP))
    principal = front.sign_in().principal
    assert (principal.player_id, principal.nickname) == ("ada", "Ada")
    assert principal.currency is Currency.GBP
    assert front.players.player("ada").operator is None


def test_staff_are_no_players(front: FrontDesk) -> None:
    front.account("olga", Role.OPERATOR)
    principal = front.sign_in("olga").principal
    assert (principal.player_id, principal.operator) == (None, "acme")
    assert principal.nickname == "Olga L."
    assert front.registry.find("olga") is None


# --- changes end sessions -------------------------------------------------------------------------


def signed_in_twice(front: FrontDesk, login: str, role: Role) -> tuple[list[str], list[str]]:
    """The tokens and ids of two sessions of one account."""
    front.account(login, role)
    both = [front.sign_in(login), front.sign_in(login)]
    return [one.token for one in both], [one.principal.session_id for one in both]


@pytest.mark.parametrize(
    ("role", "change", "reason"),
    [
        (Role.DEALER, "change_role", Ended.ROLE_CHANGED),
        (Role.DEALER, "disable", Ended.DISABLED),
        (Role.DEALER, "set_password", Ended.PASSWORD_CHANGED),
        (Role.PLAYER, "put_out", Ended.EXCLUDED),
    ],
)
def test_a_right_that_is_taken_away_ends_every_session_within_the_call(
    front: FrontDesk, role: Role, change: str, reason: Ended
) -> None:
    tokens, ids = signed_in_twice(front, "dora", role)
    front.account("other", Role.DEALER)
    other = front.sign_in("other")
    elsewhere = front.restarted()
    match change:
        case "change_role":
            front.accounts.change_role("login:dora", Role.SHIFT_MANAGER)
        case "disable":
            front.accounts.disable("login:dora", reason="left us")
        case "set_password":
            front.accounts.set_password("login:dora", OTHER)
        case _:
            front.accounts.put_out("dora")
    assert sorted(front.ended) == sorted((one, reason) for one in ids)
    for token in tokens:
        assert front.sessions.recall(token) is None
        for process in (front, elsewhere):
            with pytest.raises(Refused, match=f"session/ended.*{reason}"):
                process.sessions.session_of(token)
    assert front.sessions.session_of(other.token) == other.principal


def test_who_is_disabled_is_told_so_only_with_the_right_password(front: FrontDesk) -> None:
    front.account()
    front.accounts.disable("login:ada", reason="left us")
    with pytest.raises(Refused, match="sign_in/refused"):
        front.sign_in(password=WRONG)
    with pytest.raises(Refused, match=r"^sign_in/disabled$"):
        front.sign_in()
    front.accounts.enable("login:ada")
    assert front.sign_in().principal.player_id == "ada"


def test_a_new_role_holds_from_the_next_sign_in(front: FrontDesk) -> None:
    front.account("dora", Role.DEALER)
    front.accounts.change_role("login:dora", Role.OPERATOR, operator="acme")
    principal = front.sign_in("dora").principal
    assert (principal.role, principal.operator) == (Role.OPERATOR, "acme")


def test_a_new_password_replaces_the_old_one(front: FrontDesk) -> None:
    front.account()
    front.accounts.set_password("login:ada", OTHER)
    with pytest.raises(Refused, match="sign_in/refused"):
        front.sign_in()
    assert front.sign_in(password=OTHER).principal.player_id == "ada"


def test_an_account_that_changes_during_a_sign_in_lets_nobody_in(front: FrontDesk) -> None:
    account = front.account("dora", Role.DEALER)
    front.accounts.disable("login:dora", reason="left us")
    assert front.sessions.open(account) is None  # what was read before the change
    front.accounts.enable("login:dora")
    assert front.sessions.open(account) is None


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda a: a.change_role("login:ada", Role.DEALER), "account/role"),
        (lambda a: a.change_role("login:dora", Role.PLAYER), "account/role"),
        (lambda a: a.change_role("login:dora", Role.OPERATOR), "account/operator"),
        (lambda a: a.change_role("login:nobody", Role.DEALER), "account/unknown"),
        (lambda a: a.disable("login:nobody", reason="x"), "account/unknown"),
        (lambda a: a.disable("login:dora", reason=""), "account/reason"),
        (lambda a: a.disable("login:dora", reason="x" * 201), "account/reason"),
        (lambda a: a.set_password("login:dora", "short"), "password/length"),
        (lambda a: a.set_password("player:guest-1", "long enough"), "account/no_login"),
    ],
)
def test_a_change_that_is_not_possible_ends_no_session(
    front: FrontDesk, call: object, code: str
) -> None:
    front.account("ada")
    front.account("dora", Role.DEALER)
    front.accounts.of_player(of_house("guest-1", nickname="g", at_ms=0), Origin.GUEST)
    both = [front.sign_in("ada"), front.sign_in("dora")]
    with pytest.raises(SabotError, match=code):
        call(front.accounts)  # type: ignore[operator]
    assert front.ended == []
    assert [front.sessions.recall(one.token) for one in both] == [one.principal for one in both]


def test_changes_at_once_all_happen(front: FrontDesk) -> None:
    front.account("dora", Role.DEALER)
    roles = [Role.MODERATOR, Role.AUDITOR, Role.SHIFT_MANAGER]
    threads = [
        threading.Thread(target=front.accounts.change_role, args=("login:dora", role))
        for role in roles
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    account = front.accounts.account("login:dora")
    assert account.version == 1 + len(roles)
    assert account.role in roles
