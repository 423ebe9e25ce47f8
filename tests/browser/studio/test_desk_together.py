"""The desk with more than one person at it: one history, one queue, one table, one rota."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser.company import guest_bets
from tests.browser.conftest import Enter, Stage
from tests.browser.studio.dealing import SLOW_MS, Console, live, send
from tests.browser.studio.test_desk import DESK, SHOE, dealt_twice, manager, phase
from tests.browser.test_walk import axe
from tools.staged import Staged, until

from sabot.table import commands as c
from sabot.table.phases import Phase

PAST = "[data-past='incident']"


def opened(casino: Staged, enter: Enter, login: str, path: str = "") -> Page:
    """The desk of a shift manager, whatever stands there."""
    page = enter(casino, login=login, locale="it-IT", size=DESK).page
    page.goto(f"{casino.address}/studio/desk{path}")
    expect(page.locator("header time")).to_be_visible(timeout=SLOW_MS)
    return page


def test_F276_two_desks_read_one_history_and_a_reload_loses_nothing(
    stage: Stage, enter: Enter
) -> None:
    """Raised, seen by whom, over when: told by the house, so every browser reads the same."""
    casino, console = dealt_twice(stage, enter)
    first = manager(casino, enter)
    first.keyboard.press("a")
    expect(first.locator("li[data-alarm] .seen")).to_be_visible(timeout=SLOW_MS)
    send(casino, "manager2", c.Resume(reason="as it is"))
    console.says("Giocatore 2")
    texts = []
    for page in (first, opened(casino, enter, "manager2")):
        page.get_by_role("button", name="Registro", exact=True).click()
        line = page.locator(PAST)
        expect(line).to_contain_text("visto da Marta", timeout=SLOW_MS)
        expect(line).to_contain_text("risolto alle", timeout=SLOW_MS)
        texts.append(line.inner_text())
    assert texts[0] == texts[1]
    assert axe(first) == []
    first.reload()
    first.get_by_role("button", name="Registro", exact=True).click()
    expect(first.locator(PAST)).to_contain_text("visto da Marta", timeout=SLOW_MS)
    assert first.locator(PAST).inner_text() == texts[0]


def test_F243_of_two_managers_at_one_table_the_second_is_told_who_decided(
    stage: Stage, enter: Enter
) -> None:
    """Each sees that the other one is there, and what comes too late says who was quicker."""
    casino, console = dealt_twice(stage, enter)
    first, second = manager(casino, enter), manager(casino, enter, "manager2")
    for page in (first, second):
        page.keyboard.press("1")
    colleagues = "[data-colleagues]"
    expect(first.locator(colleagues)).to_contain_text("Anche Mauro", timeout=SLOW_MS)
    expect(second.locator(colleagues)).to_contain_text("Anche Marta", timeout=SLOW_MS)
    assert axe(first) == []

    second.locator("[data-way='as_is']").press("Enter")  # Mauro thinks it over
    asked = second.get_by_role("dialog")
    asked.get_by_role("button", name="Nessun errore").press("Enter")
    console.key("F9")
    console.page.get_by_role("button", name="BANCO 1", exact=True).press("Enter")
    console.scan("KS")
    expect(first.get_by_role("heading", name="Proposta di Dora")).to_be_visible(timeout=SLOW_MS)
    first.keyboard.press("c")
    expect(first.get_by_text("Nessuna proposta")).to_be_visible(timeout=SLOW_MS)
    first.keyboard.press("r")
    console.says("Giocatore 2")
    expect(second.locator(colleagues)).to_contain_text("Marta alle", timeout=SLOW_MS)

    asked.get_by_role("button", name="Riprendi").last.press("Enter")
    refused = second.get_by_role("alert").filter(has_text="Ha già deciso Marta")
    expect(refused).to_be_visible(timeout=SLOW_MS)
    expect(refused).to_contain_text("Ripresa")
    assert phase(casino) is Phase.DEALING
    second.keyboard.press("Escape")
    second.keyboard.press("Escape")
    expect(first.locator(colleagues)).to_have_count(0, timeout=SLOW_MS)


def test_F255_a_settled_round_is_annulled_from_its_table_by_two_people(
    stage: Stage, enter: Enter
) -> None:
    """Proposed where the cards are, decided in the queue by keys; the first person may not."""
    casino = stage(live("speed-1"))
    console = Console(enter(casino, login="dealer", locale="it-IT", size=(1280, 800)).page, casino)
    console.open()
    console.key("F1")
    send(casino, "supervisor", SHOE)
    console.says("Apri le puntate")
    console.key("F1")
    console.phase("betting")
    guest_bets(casino, "live-1", "player", 500)
    casino.time_up("live-1")
    console.says("Giocatore 1")
    console.deal("4S 2H 5D KC")
    until(lambda: phase(casino) is Phase.RESULT)
    first = opened(casino, enter, "manager", "/live-1")
    first.locator("[data-way='annul']").press("Enter")
    asked = first.locator("[data-annul]")
    expect(asked).to_contain_text("Un giocatore", timeout=SLOW_MS)
    expect(asked).to_contain_text("5,00 € si riprendono da chi ha vinto.")
    assert axe(first) == []
    asked.get_by_label("Perché non era valida").fill("the shoe was not the one announced")
    asked.get_by_role("button", name="Proponi l’annullo").press("Enter")
    expect(first.get_by_role("alert").get_by_text("ora decide un’altra persona")).to_be_visible(
        timeout=SLOW_MS
    )
    first.keyboard.press("f")
    mine = first.locator("[data-kind='annulment']")
    expect(mine).to_contain_text("L’hai proposto tu: decide un’altra persona", timeout=SLOW_MS)
    expect(mine.get_by_role("button")).to_have_count(0)

    second = opened(casino, enter, "manager2")
    second.keyboard.press("f")
    theirs = second.locator("[data-kind='annulment']")
    expect(theirs).to_contain_text("Marta alle", timeout=SLOW_MS)
    expect(theirs).to_contain_text("«the shoe was not the one announced»")
    expect(theirs).to_contain_text("5,00 € si riprendono da chi ha vinto.")
    expect(theirs).to_contain_text("decade da sola fra 89 giorni")
    assert axe(second) == []
    second.keyboard.press("j")
    second.keyboard.press("Enter")
    sheet = second.get_by_role("dialog", name="Partita pagata da annullare")
    sheet.get_by_label("Perché decidi così").fill("seen on the recording")
    sheet.get_by_role("button", name="Approva").press("Enter")
    expect(second.get_by_text("Niente aspetta una seconda persona.").last).to_be_visible(
        timeout=SLOW_MS
    )
    round_id = casino.casino.house.hosts["live-1"].state.current.round_id
    until(lambda: casino.casino.house.annulments.done(round_id) is not None)
    expect(mine).to_have_count(0, timeout=SLOW_MS)


def test_F95_F241_a_planned_change_of_dealer_is_read_everywhere_until_it_is_made(
    stage: Stage, enter: Enter
) -> None:
    """Planned with the keyboard; wall, console and prompter announce it; signing on ends it.

    The wall also tells when the cards have to be changed: 24 hours after they came.
    """
    casino = stage(live("speed-1"))
    console = Console(enter(casino, login="dealer", locale="it-IT", size=(1280, 800)).page, casino)
    console.open()
    console.key("F1")
    prompter = enter(casino, login="dealer", locale="it-IT", size=(540, 960)).page
    prompter.goto(f"{casino.address}/studio/prompter/live-1")
    page = opened(casino, enter, "manager")
    expect(page.locator(".tile")).to_contain_text("Dora", timeout=SLOW_MS)
    send(casino, "supervisor", SHOE)
    expect(page.locator(".tile")).to_contain_text("cambio tra 23 h", timeout=SLOW_MS)
    clocks = page.locator("section", has_text="Carte, cambio entro 24 ore").last
    expect(clocks).to_contain_text("Aurora")

    page.keyboard.press("t")
    row = page.locator("[data-rota] li")
    row.get_by_role("button", name="Programma un cambio a Aurora").press("Enter")
    row.get_by_label("Chi entra").focus()
    page.keyboard.type("Dino")
    time = row.locator(".quick button").first.inner_text()
    row.locator(".quick button").first.press("Enter")
    assert axe(page) == []
    row.get_by_role("button", name="Salva il cambio").press("Enter")
    expect(row).to_contain_text(f"Dino alle {time}", timeout=SLOW_MS)
    page.keyboard.press("Escape")
    expect(page.locator(".tile")).to_contain_text(f"→ Dino {time}")
    for screen in (console.page, prompter):
        expect(screen.get_by_text("Dino").first).to_be_visible(timeout=SLOW_MS)
    assert axe(console.page) == []
    assert axe(prompter) == []

    send(casino, "manager", c.RelieveDealer(reason="as planned"))
    other = Console(enter(casino, login="dealer2", locale="it-IT", size=(1280, 800)).page, casino)
    other.open()
    other.says("Prendi servizio")
    other.key("F1")
    expect(page.locator(".tile")).not_to_contain_text("→", timeout=SLOW_MS)
    expect(other.page.locator("[data-relief]")).to_have_count(0, timeout=SLOW_MS)
    expect(prompter.get_by_text("Dino")).to_have_count(0, timeout=SLOW_MS)
