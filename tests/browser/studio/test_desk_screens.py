"""Every screen of the shift manager's desk, at its sizes: nothing is cut, axe finds nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect
from tests.browser.studio.desk_scenes import DeskGateway, desk, stopped
from tests.browser.studio.fake import ADDRESS, NOW
from tests.browser.studio.wall_scenes import WALL
from tests.browser.test_walk import axe
from tests.browser.visitors import Console

from sabot.wire import messages as m
from sabot.wire.studio import CancelShown

SLOW_MS = 15_000
SIZES = ((1920, 1080), (1440, 900), (1024, 768), (390, 844))
TOO_WIDE = """() => [
    ...(document.documentElement.scrollWidth > innerWidth ? ['page'] : []),
    ...[...document.querySelectorAll('h1, h2, .btn, .way, .tile, .panel, li[data-alarm]')]
        .filter((one) => {
            const box = one.getBoundingClientRect();
            return box.width > 0 && (box.right > innerWidth + 1 || box.left < -1);
        })
        .map((one) => one.textContent.trim().slice(0, 60)),
]"""
"""What stands beyond the sides of the page."""


@pytest.fixture
def gateway() -> DeskGateway:
    """An evening with an incident, a silent studio, a call and old cards."""
    return desk()


@pytest.fixture
def page(browser: Browser, gateway: DeskGateway, console: Console) -> Iterator[Page]:
    """The desk of a shift manager, in Italian."""
    context = browser.new_context(
        viewport={"width": 1920, "height": 1080}, locale="it-IT", reduced_motion="reduce"
    )
    gateway.serve(context)
    opened = context.new_page()
    console.listen(opened)
    yield opened
    console.stop()
    context.close()


def show(page: Page, size: tuple[int, int], table: str = "") -> None:
    """Open the wall, or a table."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{ADDRESS}/studio/desk{table}")
    first = page.locator("li[data-alarm], [data-refund]").first
    expect(first).to_be_visible(timeout=SLOW_MS)


@pytest.mark.parametrize("size", SIZES)
def test_the_wall_fits(page: Page, size: tuple[int, int]) -> None:
    for language in ("it", "en"):
        page.add_init_script(f"localStorage.setItem('sabot/language', '{language}')")
        show(page, size)
        assert page.evaluate(TOO_WIDE) == []
        assert axe(page) == []


@pytest.mark.parametrize("size", SIZES)
def test_an_opened_table_fits(page: Page, size: tuple[int, int]) -> None:
    for language in ("it", "en"):
        page.add_init_script(f"localStorage.setItem('sabot/language', '{language}')")
        show(page, size, "/live-1")
        assert page.evaluate(TOO_WIDE) == []
        assert axe(page) == []


def test_tiles_keep_their_places_and_alarms_are_sorted(page: Page, gateway: DeskGateway) -> None:
    """Tables in the order of the house; alarms by priority, deadline and age."""
    show(page, (1920, 1080))
    names = page.locator(".tile h2 span").all_inner_texts()
    assert names == [table.name for table in WALL]
    rows = page.locator("li[data-alarm]")
    order = ["live-10", "live-1", "live-3", "live-12", "live-6", "live-9"]
    assert [row.get_attribute("data-table") for row in rows.all()] == order

    calm = replace(WALL[9], alarms=())
    rows.first.dispatch_event("pointerdown")
    gateway.tell(m.StaffTableChanged(table=calm, at_ms=NOW))
    page.wait_for_timeout(700)
    assert [row.get_attribute("data-table") for row in rows.all()] == order  # under a finger
    rows.first.dispatch_event("pointerup")
    expect(rows).to_have_count(5)
    assert page.locator(".tile h2 span").all_inner_texts() == names


def test_an_alarm_is_seen_put_off_and_logged(page: Page, gateway: DeskGateway) -> None:
    show(page, (1920, 1080))
    page.get_by_role("button", name="Segna come vista: Ombra").click()
    page.locator("li[data-table='live-12']").get_by_role("button", name="Rimanda").click()
    dialog = page.get_by_role("dialog")
    assert axe(page) == []
    dialog.get_by_role("button", name="30 min").click()
    dialog.get_by_role("button", name="Sta arrivando una persona").click()
    dialog.get_by_role("button", name="Rimanda di 30 min").click()
    expect(dialog).to_have_count(0)
    sent = [one["command"] for one in gateway.heard if one["type"] == "act"]
    assert sent == [
        {"type": "Acknowledge", "alarm": "no_dealer"},
        {
            "type": "PutOff",
            "alarm": "no_dealer",
            "minutes": 30,
            "reason": "Sta arrivando una persona",
        },
    ]
    page.get_by_role("button", name="Apri il registro").click()
    expect(page.get_by_role("dialog")).to_contain_text("carta di un altro sabot")
    assert axe(page) == []


def test_F254_four_eyes_are_read_and_decided(page: Page, gateway: DeskGateway) -> None:
    """The second person reads everything, says why, and decides; nobody decides their own."""
    show(page, (1920, 1080))
    page.keyboard.press("f")
    lines = page.locator("[data-kind='credit']")
    expect(lines.nth(1)).to_contain_text("L’hai proposto tu: decide un’altra persona")
    expect(lines.nth(1).get_by_role("button")).to_have_count(0)
    expect(lines.first).to_contain_text("45,00 € vanno a ugo_t.")
    assert axe(page) == []
    lines.first.get_by_role("button", name="Leggi e decidi").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("seen on the recording")
    expect(dialog.get_by_role("button", name="Approva")).to_be_disabled()
    dialog.get_by_label("Perché decidi così").fill("the recording shows the chip")
    assert axe(page) == []
    dialog.get_by_role("button", name="Approva").click()
    expect(page.get_by_text("Niente aspetta una seconda persona.").first).to_be_visible()
    assert gateway.decided == ["api/staff/adjustments/c1"]


def test_the_drawer_opens_by_itself_on_a_new_alarm_1(page: Page) -> None:
    show(page, (1024, 768))
    drawer = page.locator(".drawer")
    expect(drawer).to_be_visible()
    page.locator(".handle").click()
    expect(drawer).to_have_count(0)


def test_what_is_closed_says_why(page: Page, gateway: DeskGateway) -> None:
    """Notes, 1: an action that cannot be done is dimmed and says why when pressed."""
    show(page, (1920, 1080), "/live-1")
    page.locator("[data-way='pause']").press("Enter")
    expect(page.get_by_role("alert").get_by_text("Il tavolo è già fermo")).to_be_visible()
    page.keyboard.press("r")
    expect(page.get_by_role("alert").get_by_text("Prima decidi la proposta")).to_be_visible()
    assert not [one for one in gateway.heard if one["type"] == "act"]


def test_a_proposal_breaks_a_hold(page: Page, gateway: DeskGateway) -> None:
    """A cancel that is held was meant for what was shown before."""
    gateway.view = stopped(proposal=None)
    show(page, (1920, 1080), "/live-1")
    page.locator("[data-refund] .hold button").hover()
    page.mouse.down()
    page.wait_for_timeout(900)
    view = stopped()
    gateway.tell(m.Snapshot(table=view.table, epoch=1, seq=8, round=view.round, view=view))
    expect(page.get_by_role("heading", name="Proposta di Giulia")).to_be_visible()
    page.wait_for_timeout(1_800)
    page.mouse.up()
    assert not [one for one in gateway.heard if one["type"] == "act"]


def test_a_colleague_who_proposed_the_cancel_waits(page: Page, gateway: DeskGateway) -> None:
    gateway.view = stopped(
        cancel=CancelShown(
            by="Marta Ricci", actor="staff:marta", reason="mixed", public="studio/cards_mixed"
        )
    )
    show(page, (1920, 1080), "/live-1")
    expect(page.locator("[data-refund]")).to_contain_text("L’hai proposto tu")
    expect(page.locator("[data-refund] .hold")).to_have_count(0)


def test_the_own_line_is_lost(page: Page, gateway: DeskGateway, console: Console) -> None:
    console.allowed = ("WebSocket connection",)
    show(page, (1920, 1080))
    gateway.down = True
    for socket in gateway.sockets:
        socket.close()
    expect(page.get_by_role("alertdialog")).to_contain_text("Banco scollegato", timeout=SLOW_MS)
    gateway.down = False
    expect(page.get_by_role("alertdialog")).to_have_count(0, timeout=SLOW_MS)
