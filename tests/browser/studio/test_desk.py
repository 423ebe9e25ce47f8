"""The shift manager's desk at a real casino: two people, one table, and nothing but the pages."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser.company import guest_bets
from tests.browser.conftest import Enter, Stage
from tests.browser.studio.dealing import SLOW_MS, Console, live, send
from tests.browser.test_walk import axe
from tools.staged import Staged, until

from sabot.table import commands as c
from sabot.table.phases import Phase

SHOE = c.LoadShoe(shoe_id="live-1.1", decks=8)
DESK = (1920, 1080)
HELD_MS = 2_300


def dealt_twice(stage: Stage, enter: Enter) -> tuple[Staged, Console]:
    """A table that stands still: a dealer has read one card at two positions."""
    casino = stage(live("speed-1"))
    screen = enter(casino, login="dealer", locale="it-IT", size=(1280, 800))
    console = Console(screen.page, casino)
    console.open()
    console.key("F1")
    send(casino, "supervisor", SHOE)
    console.says("Apri le puntate")
    console.key("F1")
    console.phase("betting")
    guest_bets(casino, "live-1", "player", 500)
    casino.time_up("live-1")
    console.says("Giocatore 1")
    console.deal("4D 9C")
    screen.page.wait_for_timeout(600)  # the same code within 500 ms is one scan
    console.scan("9C", code=f"live-1.1:{console.cards:03}:9C")
    console.says("Aspetta il manager")
    return casino, console


def manager(
    casino: Staged, enter: Enter, login: str = "manager", size: tuple[int, int] = DESK
) -> Page:
    """A shift manager at the wall, whose alarm is there."""
    page = enter(casino, login=login, locale="it-IT", size=size).page
    page.goto(f"{casino.address}/studio/desk")
    expect(page.locator("li[data-alarm^='incident:']")).to_be_visible(timeout=SLOW_MS)
    return page


def phase(casino: Staged) -> Phase:
    """Where the table stands."""
    return casino.casino.house.hosts["live-1"].state.phase


def hold(page: Page, ms: int = HELD_MS) -> None:
    """Hold the button of the cancel as a finger does."""
    page.locator("[data-refund] .hold button").hover()
    page.mouse.down()
    page.wait_for_timeout(ms)
    page.mouse.up()


def test_F243_F276_two_people_correct_a_card_with_the_keyboard_only(
    stage: Stage, enter: Enter
) -> None:
    """The dealer proposes; the manager sees, opens 1, confirms, resumes, closes the incident."""
    casino, console = dealt_twice(stage, enter)
    page = manager(casino, enter)
    expect(page.locator("li[data-alarm]")).to_contain_text("carta letta due volte")
    assert axe(page) == []

    page.keyboard.press("a")
    expect(page.locator("li[data-alarm] .seen")).to_contain_text("Vista", timeout=SLOW_MS)
    expect(console.page.get_by_text("Vista da Marta")).to_be_visible(timeout=SLOW_MS)
    page.keyboard.press("1")
    expect(page.get_by_role("heading", name="La stessa carta letta due volte")).to_be_visible(
        timeout=SLOW_MS
    )
    page.keyboard.press("c")
    expect(page.get_by_role("alert").get_by_text("Non c’è una proposta")).to_be_visible()

    console.key("F9")
    console.page.get_by_role("button", name="BANCO 1", exact=True).press("Enter")
    console.scan("KS")
    expect(page.get_by_role("heading", name="Proposta di Dora")).to_be_visible(timeout=SLOW_MS)
    expect(page.get_by_text("Due persone: Dora e tu")).to_be_visible()
    expect(page.get_by_label("La partita", exact=True)).to_contain_text(
        "Propone B1", timeout=SLOW_MS
    )
    assert axe(page) == []
    page.keyboard.press("r")
    expect(page.get_by_role("alert").get_by_text("Prima decidi la proposta")).to_be_visible()
    page.keyboard.press("c")
    expect(page.get_by_text("Nessuna proposta")).to_be_visible(timeout=SLOW_MS)
    page.keyboard.press("r")
    console.says("Giocatore 2")
    assert phase(casino) is Phase.DEALING

    expect(page.get_by_role("heading", name="Nessun allarme")).to_have_count(0)
    page.get_by_role("button", name="Chiudi l’incidente").press("Enter")
    page.get_by_role("button", name="Carta riletta, partita finita").press("Enter")
    page.get_by_label("Parole per i colleghi").last.press("Enter")
    expect(page.get_by_role("button", name="Chiudi l’incidente")).to_have_count(0, timeout=SLOW_MS)
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Sala")).to_be_visible()
    expect(page.locator("li[data-alarm]")).to_have_count(0, timeout=SLOW_MS)
    # The house counts for every desk: also what stood before this one was opened.
    expect(page.get_by_text(re.compile("[2-6] allarmi, al più 10"))).to_be_visible(timeout=SLOW_MS)


def test_F244_two_managers_cancel_a_round_with_its_refund(stage: Stage, enter: Enter) -> None:
    """One manager proposes by holding, cannot decide it, and another one decides."""
    casino, console = dealt_twice(stage, enter)
    first = manager(casino, enter)
    first.get_by_role("button", name="Apri Aurora").click()
    refund = first.locator("[data-refund]")
    expect(refund).to_contain_text("5,00", timeout=SLOW_MS)
    expect(refund).to_contain_text("Servono due persone")
    first.get_by_label("I giocatori leggono").select_option("studio/mis_scan")
    first.get_by_label("Parole per i colleghi").fill("the camera is dark")

    hold(first, 600)
    assert casino.casino.house.hosts["live-1"].state.current.cancel_by is None  # let go too early
    hold(first)
    expect(refund).to_contain_text("L’hai proposto tu", timeout=SLOW_MS)
    expect(refund.locator(".hold button")).to_have_count(0)

    second = manager(casino, enter, "manager2", (390, 844))
    second.get_by_role("button", name="Decidi Aurora").click()
    decides = second.locator("[data-refund]")
    expect(decides).to_contain_text("Marta propone l’annullo: «the camera is dark»")
    assert axe(second) == []
    hold(second)
    console.says("Ritira le carte, annuncia")
    until(lambda: phase(casino) is Phase.CANCELLED)
    expect(first.get_by_label("La partita", exact=True)).to_contain_text(
        "Partita annullata", timeout=SLOW_MS
    )


def test_F241_F253_a_silent_studio_sounds_until_it_was_seen(stage: Stage, enter: Enter) -> None:
    """The alarm comes by itself, beats, counts down to five minutes, and is seen."""
    casino, console = dealt_twice(stage, enter)
    console.page.close()
    screen = enter(casino, login="manager", locale="it-IT", size=(1024, 768), fresh=True)
    page = screen.page
    page.add_init_script(COUNT_TONES)
    page.goto(f"{casino.address}/studio/desk")
    page.locator("h1").click()  # sounds are silent until the page was touched
    host = casino.casino.house.hosts["live-1"]
    host._time._studio_heard_ms -= 60_000
    row = page.locator("li[data-alarm='studio_silent']")
    expect(row).to_be_visible(timeout=SLOW_MS)
    expect(row).to_contain_text("A 5:00 la partita si annulla: 1 giocatore, 5,00")
    expect(page.locator("li[data-alarm]")).to_have_count(1)  # one cause, one alarm
    until(lambda: page.evaluate("window.tones") >= 2)
    assert axe(page) == []
    row.get_by_role("button", name="Segna come vista").click()
    expect(row.locator(".seen")).to_be_visible(timeout=SLOW_MS)


COUNT_TONES = """
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        window.tones += 1;
        return start.apply(this, when);
    };
"""


def test_F242_the_other_acts_of_a_manager(stage: Stage, enter: Enter) -> None:
    """Own correction that a colleague confirms, side bets off, relieve."""
    casino, _console = dealt_twice(stage, enter)
    page = manager(casino, enter)
    page.get_by_role("button", name="Apri Aurora").click()
    page.locator("[data-way='another']").click()
    page.get_by_role("button", name="BANCO 1").click()
    page.get_by_label("Codice della carta").fill("live-1.1:050:KS")
    page.get_by_role("button", name="Proponi", exact=True).click()
    expect(page.get_by_role("heading", name="La tua proposta")).to_be_visible(timeout=SLOW_MS)
    expect(page.get_by_text("L’hai proposta tu: decide un’altra persona")).to_be_visible()
    page.get_by_role("button", name="Ritira la proposta").click()
    expect(page.get_by_text("Nessuna proposta")).to_be_visible(timeout=SLOW_MS)

    page.locator("[data-way='move']").click()
    page.get_by_role("button", name="GIOCATORE 1").click()
    page.get_by_role("button", name="BANCO 1").click()
    page.get_by_role("button", name="Proponi lo scambio").click()
    expect(page.get_by_label("La partita", exact=True)).to_contain_text(
        "Propone lo scambio di P1 e B1", timeout=SLOW_MS
    )
    colleague = manager(casino, enter, "manager2")
    colleague.get_by_role("button", name="Decidi Aurora").click()
    colleague.get_by_role("button", name="Rifiuta", exact=True).click()
    colleague.get_by_role("button", name="La posizione è un’altra").click()
    colleague.get_by_role("dialog").get_by_role("button", name="Rifiuta").click()
    expect(page.get_by_text("Nessuna proposta")).to_be_visible(timeout=SLOW_MS)

    page.locator("[data-way='switches']").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Spegni: Pareggio").click()
    expect(page.get_by_role("alert").get_by_text("Prima scrivi perché.")).to_be_visible()
    dialog.get_by_label("Parole per i colleghi").fill("short of staff")
    dialog.get_by_role("button", name="Spegni: Pareggio").click()
    expect(dialog.get_by_role("button", name="Accendi: Pareggio")).to_be_visible(timeout=SLOW_MS)
    page.keyboard.press("Escape")

    page.locator("[data-way='relieve']").click()
    page.get_by_role("button", name="Non sta bene").click()
    page.get_by_role("dialog").get_by_role("button", name="Solleva il croupier").click()
    until(lambda: casino.casino.house.hosts["live-1"].state.dealer is None)


def test_the_private_line_reaches_the_dealer(stage: Stage, enter: Enter) -> None:
    """Manager and dealer write to each other at the table, and no player reads it."""
    casino, console = dealt_twice(stage, enter)
    page = manager(casino, enter)
    page.get_by_role("button", name="Apri Aurora").click()
    page.get_by_role("button", name="Parla con Dora").click()
    page.get_by_label("Messaggio al croupier").fill("read B1 again, please")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("read B1 again, please", timeout=SLOW_MS)
    expect(console.page.get_by_text("1 messaggio del manager")).to_be_visible(timeout=SLOW_MS)
