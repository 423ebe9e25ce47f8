"""The shoe desk with the real server: one deck from its passport to a live table, by keys."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect
from tests.browser.conftest import Enter, Stage
from tests.browser.studio.dealing import SLOW_MS, Console, live, seal, send
from tests.browser.studio.shoe_scenes import scan
from tests.browser.test_walk import axe
from tools.staged import Behind, Staged, until

from sabot.service.studio.passports import own_deck
from sabot.table import commands as c


def desk(casino: Staged, enter: Enter, login: str) -> Page:
    """The shoe desk of one person."""
    screen = enter(casino, login=login, locale="it-IT")
    screen.page.goto(f"{casino.address}/studio/shoes")
    expect(screen.page.get_by_role("heading", name="Banco carte")).to_be_visible(timeout=SLOW_MS)
    return screen.page


def says(page: Page, text: str) -> None:
    """Expect the next act."""
    expect(page.locator("[data-instruction] h2")).to_have_text(text, timeout=SLOW_MS)


def go(page: Page, name: str) -> None:
    """Press the button of the next act, by key."""
    page.locator("[data-instruction]").get_by_role("button", name=name).press("Enter")


def test_F94_F97_F99_a_deck_goes_from_its_passport_to_a_live_table(
    stage: Stage, enter: Enter
) -> None:
    """One prepares, another counts each card, and it is loaded with its cut card and burned."""
    casino = stage(live("brag-1", burn=True, passports=True))
    one, other = desk(casino, enter, "supervisor"), desk(casino, enter, "manager")
    one.get_by_role("button", name="Registra un mazzo").press("Enter")
    one.get_by_label("Nome, come sulle carte").fill("A7")
    one.get_by_label("Mazzi da 52").fill("1")
    one.keyboard.press("Enter")
    says(one, "Conta un’altra persona")
    with one.expect_download() as download:
        one.get_by_role("link", name="Stampa 52").click()
    assert io.BytesIO(download.value.path().read_bytes()).read(5) == b"%PDF-"

    scan(other, "A7:001:AS")  # a card opens its set, and is counted
    says(other, "Conta: leggi ogni carta")
    expect(other.locator("[data-counted='1']")).to_be_visible(timeout=SLOW_MS)
    codes = own_deck("A7", 1)
    scan(other, *codes[:51])
    expect(other.locator("[data-counted='51']")).to_be_visible(timeout=SLOW_MS)
    assert casino.casino.house.hosts["live-1"].state.cards_out == 0  # no code went to the table
    go(other, "Conta finita")
    expect(other.locator("[data-instruction] p")).to_contain_text("1 mancano", timeout=SLOW_MS)
    expect(other.get_by_text(f"Mancano: {codes[51]}")).to_be_visible()
    scan(other, codes[51], codes[3])
    expect(other.get_by_text("già letta, non conta due volte")).to_be_visible()
    expect(other.locator("[data-counted='52']")).to_be_visible()
    assert axe(other) == []
    go(other, "Conta finita")
    says(other, "Mescola")
    go(other, "Mescolato")
    says(other, "Sigilla")
    other.get_by_label("Numero del sigillo").fill("S-417")
    other.keyboard.press("Enter")
    expect(other.locator("main[data-step='load']")).to_be_visible(timeout=SLOW_MS)

    one.get_by_role("navigation").get_by_role("button", name="A7").press("Enter")
    says(one, "Cartoncino a 46 dal fondo")
    assert axe(one) == []
    go(one, "Carica a Aurora")
    says(one, "Brucia la prima carta")
    state = casino.casino.house.hosts["live-1"].state
    assert state.shoe is not None
    assert (state.shoe.sets, state.shoe.cut_card_from_end) == (("A7",), 46)
    scan(one, codes[8])
    go(one, "Bruciata")
    until(lambda: not casino.casino.house.hosts["live-1"].state.burn_due)
    says(one, "In gioco")

    one.get_by_role("button", name="Storia").press("Enter")
    history = one.get_by_role("dialog")
    for step in ("preparato", "contato", "mescolato", "sigillo S-417", "al tavolo"):
        expect(history).to_contain_text(step)
    expect(history).to_contain_text("Marta")


def test_F95_F98_F270_a_shoe_of_speed_6_from_its_cut_card_to_the_set_that_left(
    stage: Stage, enter: Enter
) -> None:
    """Two decks from the end; 24 hours later new cards are due, and the old ones are on record."""
    casino = stage(live("scanner-1", passports=True))
    for name in ("A1", "A2"):
        seal(casino, name, 8)
    page = desk(casino, enter, "supervisor")
    sets = page.get_by_role("navigation")
    sets.get_by_role("button", name="A1").press("Enter")
    says(page, "Cartoncino a 104 dal fondo")
    page.get_by_role("button", name="Cartoncino una carta più vicino al fondo").press("Enter")
    says(page, "Cartoncino a 103 dal fondo")
    go(page, "Carica a Aurora")
    sets.get_by_role("button", name="Aurora").press("Enter")
    says(page, "In gioco")
    shoe = casino.casino.house.hosts["live-1"].state.shoe
    assert shoe is not None
    assert (shoe.sets, shoe.cut_card_from_end) == (("A1",), 103)
    why = page.locator("[data-instruction] p")
    expect(why).to_contain_text("Cambio entro: domani")

    console = Console(enter(casino, login="dealer", locale="it-IT", size=(1280, 800)).page, casino)
    console.open()
    console.key("F1")
    expect(console.page.get_by_text("Età carte")).to_contain_text("0 min")
    expect(console.page.get_by_text("cambio domani")).to_be_visible()
    console.says("Apri le puntate")
    with a_day_later(casino):
        console.says("Aspetta il sabot")
    expect(console.page.locator("[data-instruction] p")).to_have_text(
        re.compile(r"Le carte hanno 24 \w+: arriva un sabot nuovo\.")
    )
    changes = page.get_by_role("region", name="Carte da cambiare")
    expect(changes).to_contain_text("24 ", timeout=SLOW_MS)
    changes.get_by_role("button", name="Scegli le carte").press("Enter")
    go(page, "Carica a Aurora")
    console.says("Apri le puntate")
    sets.get_by_role("button", name="A1").press("Enter")
    page.get_by_role("button", name="Storia").press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("uscito dal tavolo")


@contextmanager
def a_day_later(casino: Staged) -> Iterator[None]:
    """The clock of the table is a day ahead."""
    time = casino.casino.house.hosts["live-1"]._time
    clock = time._clock
    time._clock = Behind(clock, -24 * 3_600_000 - 1)
    yield
    time._clock = clock


def test_F96_cards_fall_and_are_changed_with_a_reason(stage: Stage, enter: Enter) -> None:
    casino = stage(live("speed-1"))
    page = desk(casino, enter, "supervisor")
    send(casino, "supervisor", c.LoadShoe(shoe_id="live-1.1", decks=8))
    page.get_by_role("button", name="Segna caduta").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="2", exact=True).press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Segna").press("Enter")
    changes = page.get_by_role("region", name="Carte da cambiare")
    expect(changes).to_contain_text("2 carte cadute", timeout=SLOW_MS)
    changes.get_by_role("button", name="Cambia dopo la partita").press("Enter")
    page.get_by_label("carte rovinate").check()
    page.get_by_role("dialog").get_by_role("button", name="Cambia dopo la partita").press("Enter")
    expect(changes).to_contain_text("carte rovinate", timeout=SLOW_MS)
    shoe = casino.casino.house.hosts["live-1"].state.shoe
    assert shoe is not None
    assert shoe.retired == "worn"


def test_a_manager_reads_the_token_of_a_device_once(stage: Stage, enter: Enter) -> None:
    casino = stage(live("speed-1"))
    page = desk(casino, enter, "manager")
    page.get_by_role("button", name="Dispositivi").press("Enter")
    dialog = page.get_by_role("dialog", name="Dispositivi")
    dialog.get_by_role("button", name="Aggiungi").press("Enter")
    token = dialog.locator("code")
    expect(token).not_to_be_empty(timeout=SLOW_MS)
    secret = token.inner_text()
    assert axe(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Dispositivi").press("Enter")
    expect(dialog.get_by_text("scanner", exact=True).first).to_be_visible(timeout=SLOW_MS)
    assert secret not in page.content()
