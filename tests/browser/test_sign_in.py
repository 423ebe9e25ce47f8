"""The door: demo accounts, a guest's chair, an account of the player's own, two languages."""

from __future__ import annotations

import re
from secrets import token_hex

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage
from tests.browser.pages import SIZES, Lobby
from tests.browser.visitors import Console
from tools.staged import Staged, calm

from sabot.adapters.sql.readers.identity import SqlIdentity
from sabot.money import Currency
from sabot.service.identity.rows import LaunchRow
from sabot.service.identity.tokens import digest_of


def test_F17_F265_the_door_says_that_tables_are_virtual_and_a_demo_account_lets_in(
    stage: Stage, enter: Enter
) -> None:
    screen = enter(stage(calm("speed-1")), signed_in=False)
    screen.page.goto(screen.address)
    for width, height in SIZES:
        screen.page.set_viewport_size({"width": width, "height": height})
        expect(screen.page.get_by_text("at virtual tables")).to_be_in_viewport(ratio=1)
    expect(screen.page.locator("body")).not_to_contain_text(re.compile("live game", re.IGNORECASE))
    screen.page.set_viewport_size({"width": 1440, "height": 900})
    screen.button("Enter as Ada").click()
    expect(Lobby(screen.page, screen.address, "ada").tile("speed-1")).to_be_visible()
    expect(screen.page.get_by_role("banner")).to_contain_text("€1,000.00")
    expect(screen.button("Enter as Marta")).to_have_count(0)  # staff have a page of their own


@pytest.mark.parametrize("size", [(1366, 768), (1280, 720), (768, 1024)])
def test_the_words_at_the_door_are_in_sight_beside_its_forms(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    screen = enter(stage(calm("speed-1")), signed_in=False, size=size)
    screen.page.goto(screen.address)
    lead = screen.page.get_by_text("every shoe can be verified")
    expect(lead).to_be_in_viewport(ratio=1)


def test_F263_a_guest_plays_for_fun(stage: Stage, enter: Enter) -> None:
    screen = enter(stage(calm("speed-1")), signed_in=False)
    screen.page.goto(screen.address)
    screen.button("Enter as a guest").click()
    expect(screen.page.get_by_role("banner")).to_contain_text("Play money")


def test_F17_an_account_of_ones_own(stage: Stage, enter: Enter, console: Console) -> None:
    console.allowed = ("401",)  # what was being asked at the moment of signing out
    screen = enter(stage(calm("speed-1")), signed_in=False)
    page = screen.page
    page.goto(screen.address)
    page.get_by_role("radio", name="Create an account").click()
    page.get_by_label("User name").fill("carla")
    page.get_by_label("Name at the table").fill("Carla")
    page.get_by_label("Password", exact=True).fill("not a secret")
    screen.button("Create an account").click()
    screen.button("Your account").click()
    page.get_by_text("Sign out", exact=True).click()
    page.get_by_label("User name").fill("carla")
    page.get_by_label("Password", exact=True).fill("a wrong one")
    screen.button("Sign in", exact=True).click()
    refusal = page.get_by_role("alert").filter(has_text=re.compile("password", re.IGNORECASE))
    expect(refusal).to_be_visible()
    page.get_by_label("Password", exact=True).fill("not a secret")
    screen.button("Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="Lobby")).to_be_attached()


def test_the_language_is_switched_and_kept(stage: Stage, enter: Enter) -> None:
    screen = enter(stage(calm("speed-1")), locale="it-IT", signed_in=False)
    page = screen.page
    page.goto(screen.address)
    expect(page.get_by_role("heading", name="Conti dimostrativi")).to_be_visible()
    page.get_by_role("radio", name="EN").click()
    expect(page.get_by_role("heading", name="Demo accounts")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "en"
    page.reload()
    screen.button("Enter as Ada").click()
    expect(page.get_by_role("heading", name="Lobby")).to_be_attached()
    page.get_by_role("radio", name="IT").click()
    expect(page.get_by_role("button", name=re.compile("Preferiti"))).to_be_visible()


def _link(casino: Staged, nickname: str) -> str:
    """The address an operator's server got for one of its players."""
    token = f"{nickname}-{token_hex(16)}"
    now = casino.casino.house.clock.wall_ms()
    row = LaunchRow(
        digest=digest_of(token),
        operator="acme",
        operator_player=nickname.lower(),
        nickname=nickname,
        currency=Currency.EUR,
        table_id="speed-1",
        asked_at_ms=now,
        expires_at_ms=now + 60_000,
    )
    SqlIdentity(casino.casino.house.store.database).launches.add(row)
    return f"{casino.address}/launch?token={token}"


def test_20_16_a_link_of_somebody_else_asks_before_it_signs_in(
    stage: Stage, enter: Enter, console: Console
) -> None:
    console.allowed = ("409", "401")  # the question, and what was being asked as Ada left
    casino = stage(calm("speed-1"))
    screen = enter(casino, login="ada")
    page = screen.page
    page.goto(_link(casino, "Eva"))
    expect(page.get_by_role("heading", name="Are you Eva?")).to_be_visible()
    expect(page.get_by_text("signed in as Ada")).to_be_visible()
    assert "token" not in page.url
    screen.button("Go back").click()
    expect(Lobby(page, screen.address, "ada").tile("speed-1")).to_be_visible()
    assert page.evaluate("fetch('/api/me').then((r) => r.json())")["nickname"] == "Ada"

    page.goto(_link(casino, "Eva"))
    screen.button("Enter as Eva").click()
    expect(page.locator("[data-unknown]").first).to_contain_text("asking your operator")
    assert page.url.endswith("/table/speed-1")
    assert page.evaluate("fetch('/api/me').then((r) => r.json())")["nickname"] == "Eva"


def test_F265_staff_of_a_demonstration_go_to_the_screen_of_their_role(
    stage: Stage, enter: Enter
) -> None:
    screen = enter(stage(calm("speed-1")), signed_in=False)
    page = screen.page
    page.goto(screen.address)
    expect(screen.button("Marta, shift manager: Desk")).to_be_hidden()  # the door is the players'
    page.get_by_text("Staff and studio").click()
    screen.button("Marta, shift manager: Desk").click()
    page.wait_for_url("**/studio/desk")
    page.goto(screen.address)  # signed in as staff, the players' site has nothing to show
    page.wait_for_url("**/studio/desk")


def test_staff_who_type_their_name_go_to_the_screen_of_their_role(
    stage: Stage, enter: Enter
) -> None:
    screen = enter(stage(calm("speed-1")), signed_in=False)
    page = screen.page
    page.goto(screen.address)
    page.get_by_label("User name").fill("supervisor")
    page.get_by_label("Password", exact=True).fill("sabot-demo")
    screen.button("Sign in", exact=True).click()
    page.wait_for_url("**/studio/shoes")
