import pytest
from msgspec.structs import replace
from tests.service.identity.front_desk import OTHER, RULES, FrontDesk

from sabot.errors import Refused
from sabot.service.identity.demo import DEMO_CENTS, DEMO_PASSWORD, demo_accounts
from sabot.service.identity.roles import Role

PEOPLE = {
    "ada": Role.PLAYER,
    "bruno": Role.PLAYER,
    "dealer": Role.DEALER,
    "dealer2": Role.DEALER,
    "supervisor": Role.SUPERVISOR,
    "manager": Role.SHIFT_MANAGER,
    "manager2": Role.SHIFT_MANAGER,
    "moderator": Role.MODERATOR,
    "operator": Role.OPERATOR,
    "auditor": Role.AUDITOR,
}


def seeded(front: FrontDesk, environment: str = "demo") -> list[str]:
    """The logins that were made."""
    return list(
        demo_accounts(
            front.accounts,
            store=front.store.accounts,
            players=front.players,
            ledger=front.books.ledger,
            environment=environment,
            at_ms=0,
        )
    )


@pytest.fixture
def front() -> FrontDesk:
    return FrontDesk(rules=replace(RULES, demo=True))


def test_a_demo_has_one_of_each(front: FrontDesk) -> None:
    assert seeded(front) == list(PEOPLE)
    for login, role in PEOPLE.items():
        assert front.sign_in(login, DEMO_PASSWORD).principal.role is role
    accounts = ["player:ada:EUR", "player:bruno:EUR", "cashier:demo:EUR"]
    assert list(front.books.ledger.balances(accounts).values()) == [
        DEMO_CENTS,
        DEMO_CENTS,
        -2 * DEMO_CENTS,
    ]


def test_a_second_start_makes_and_gives_nothing(front: FrontDesk) -> None:
    seeded(front)
    token = front.sign_in("ada", DEMO_PASSWORD).token
    again = front.restarted()
    assert seeded(again) == []
    assert again.books.ledger.balances(["player:ada:EUR"]) == {"player:ada:EUR": DEMO_CENTS}
    assert again.sessions.session_of(token).player_id == "ada"


@pytest.mark.parametrize("environment", ["production", "test", ""])
def test_there_are_none_outside_of_a_demo(front: FrontDesk, environment: str) -> None:
    with pytest.raises(Refused, match="demo/not_here"):
        seeded(front, environment)
    assert front.store.accounts.of_login("ada") is None


def test_a_database_of_a_demo_has_no_open_doors_in_production(front: FrontDesk) -> None:
    seeded(front)
    token = front.sign_in("manager", DEMO_PASSWORD).token
    production = front.restarted(rules=replace(RULES, demo=False, for_fun_cents=None))
    with pytest.raises(Refused, match="sign_in/refused"):
        production.sign_in("manager", DEMO_PASSWORD)
    with pytest.raises(Refused, match="session/ended"):
        production.sessions.session_of(token)


def test_the_next_start_brings_the_known_password_back(front: FrontDesk) -> None:
    demo = front.restarted(rules=replace(RULES, demo=True))
    seeded(demo)
    demo.accounts.set_password("login:ada", OTHER)
    demo.accounts.change_role("login:dealer", Role.MODERATOR)
    kept = demo.sign_in("dealer", DEMO_PASSWORD)
    assert seeded(demo) == []
    assert demo.sign_in("ada", DEMO_PASSWORD).principal.player_id == "ada"
    assert demo.sessions.session_of(kept.token) == kept.principal  # its password had not changed
