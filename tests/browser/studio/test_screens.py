"""Every state of the console and the prompter: nothing is cut, axe finds nothing, CSP holds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.studio.dealing import TYPE
from tests.browser.studio.fake import ADDRESS, FakeGateway
from tests.browser.studio.scenes import CONSOLE, SCENES, info_of
from tests.browser.test_walk import axe
from tests.browser.visitors import Console

CUT_OFF = """() => [...document.querySelectorAll('[data-instruction], .group, nav button')]
    .filter((one) => one.scrollHeight > one.clientHeight + 2 ||
        one.scrollWidth > one.clientWidth + 12)
    .map((one) => one.textContent.trim())"""
"""Parts whose words do not fit; a card's frame may reach some pixels over its place."""


@pytest.fixture
def gateway() -> FakeGateway:
    """One that shows the first state until a test chooses another one."""
    return FakeGateway(view=SCENES["open"](), info=info_of("open"))


@pytest.fixture
def page(browser: Browser, gateway: FakeGateway, console: Console) -> Iterator[Page]:
    """The console of a dealer who has signed on, in Italian."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, locale="it-IT", reduced_motion="reduce"
    )
    context.add_init_script(f"sessionStorage.setItem('sabot/console', '{CONSOLE}')")
    gateway.serve(context)
    opened = context.new_page()
    console.listen(opened)
    yield opened
    console.stop()
    context.close()


def show(page: Page, gateway: FakeGateway, name: str, where: str = "dealer") -> None:
    """Open a state."""
    gateway.view, gateway.info = SCENES[name](), info_of(name)
    page.goto(f"{ADDRESS}/studio/{where}/{gateway.view.table}")
    expect(page.locator("[data-instruction] h2, .say").first).to_be_visible(timeout=15_000)


def in_english(page: Page) -> None:
    """What is opened from now on speaks English."""
    page.evaluate("localStorage.setItem('sabot/language', 'en')")


@pytest.mark.parametrize("name", SCENES)
def test_a_state_of_the_console_is_whole(page: Page, gateway: FakeGateway, name: str) -> None:
    show(page, gateway, name)
    assert page.evaluate(CUT_OFF) == []
    assert axe(page) == []
    in_english(page)
    show(page, gateway, name)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert page.evaluate(CUT_OFF) == []
    assert axe(page) == []


@pytest.mark.parametrize("name", ["betting", "dealing", "stopped", "bj_decision", "brag_answers"])
def test_a_state_of_the_prompter_is_whole(page: Page, gateway: FakeGateway, name: str) -> None:
    page.set_viewport_size({"width": 1080, "height": 1920})
    show(page, gateway, name, "prompter")
    assert axe(page) == []
    in_english(page)
    show(page, gateway, name, "prompter")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert axe(page) == []
    assert page.locator("button, a, input").count() == 0  # it has no controls


def test_a_scan_is_sent_again_under_its_own_id(page: Page, gateway: FakeGateway) -> None:
    gateway.answers = False
    show(page, gateway, "dealing")
    page.evaluate(TYPE, ["F24", "A7:200:4S"])
    expect(page.locator("[data-position='X']")).to_contain_text("inviata")
    expect(page.locator("[data-instruction]")).to_contain_text(
        "Non confermata, non rileggere", timeout=10_000
    )
    scans = [one for one in gateway.heard if one.get("command", {}).get("type") == "Scan"]
    assert len(scans) > 1
    assert len({one["cmd_id"] for one in scans}) == 1
    assert scans[0]["console"] == CONSOLE
    assert scans[0]["command"]["position"] == "X"


def test_the_console_in_charge_says_that_it_is_there(page: Page, gateway: FakeGateway) -> None:
    """P5: a heartbeat every five seconds, from the console in charge only."""
    show(page, gateway, "open")
    page.wait_for_timeout(5_500)
    assert [one for one in gateway.heard if one["type"] == "heartbeat"]
    gateway.heard.clear()
    show(page, gateway, "colleague")
    page.wait_for_timeout(5_500)
    assert not [one for one in gateway.heard if one["type"] == "heartbeat"]


def test_a_scanner_types_into_no_field(page: Page, gateway: FakeGateway) -> None:
    show(page, gateway, "dealing")
    page.keyboard.press("F2")
    field = page.get_by_label("Codice sul bordo della carta")
    field.focus()
    page.evaluate(TYPE, ["F24", "A7:200:4S"])
    assert field.input_value() == ""
    assert [one for one in gateway.heard if one.get("command", {}).get("type") == "Scan"]
