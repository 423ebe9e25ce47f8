"""Whole rounds dealt by a person at the console, with the keyboard and typed scans only."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.company import guest_bets
from tests.browser.conftest import CUT, Enter, Stage
from tests.browser.studio.dealing import SLOW_MS, Console, live, send
from tests.browser.test_walk import axe
from tests.browser.visitors import Console as PageConsole
from tools.staged import until

from sabot.gamekit.presets import Confirmation
from sabot.table import commands as c

SHOE = c.LoadShoe(shoe_id="live-1.1", decks=8)


def test_F89_F90_F86_a_round_of_baccarat_with_a_third_card(stage: Stage, enter: Enter) -> None:
    """Sign in and on, open, lay, read what is named, announce, and open again."""
    casino = stage(live("speed-1"))
    screen = enter(casino, signed_in=False, locale="it-IT", size=(1280, 800))
    page = screen.page
    page.goto(f"{casino.address}/studio")
    page.get_by_label("Nome utente").fill("dealer")
    page.get_by_label("Password").fill("sabot-demo")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Aurora").focus()
    page.keyboard.press("Enter")
    desk = Console(page, casino)

    send(casino, "supervisor", SHOE)
    desk.says("Prendi servizio")
    desk.key("F1")
    desk.says("Apri le puntate")
    desk.key("F1")
    desk.says("Disponi le carte coperte")
    guest_bets(casino, "live-1", "banker", 500)
    casino.time_up("live-1")

    desk.says("Giocatore 1")
    desk.scan("5D")
    expect(page.locator("[data-position='P1']").get_by_label("cinque di quadri")).to_be_visible()
    until(lambda: desk.dealt() == 1)
    desk.deal("QS 8C 5H")
    desk.says("Riserva X")
    expect(page.locator("[data-instruction] p")).to_have_text(
        "Terza carta del Giocatore: con 3 tira."
    )
    assert axe(page) == []
    desk.deal("4S")
    desk.says("Riserva Y")
    desk.deal("2H")
    desk.says("Annuncia: Pareggio 7 a 7")
    casino.time_up("live-1")
    desk.says("Apri le puntate")
    desk.key("F1")
    desk.says("Disponi le carte coperte")


def test_F242_F77_F243_a_repeated_card_stops_the_table_and_is_put_right(
    stage: Stage, enter: Enter
) -> None:
    """A stopped table takes no scan; the dealer proposes, a manager confirms."""
    casino = stage(live("speed-1"))
    screen = enter(casino, login="dealer", locale="it-IT", size=(1280, 800))
    desk = Console(screen.page, casino)
    desk.open()
    desk.key("F1")
    send(casino, "supervisor", SHOE)
    desk.says("Apri le puntate")
    desk.key("F1")
    desk.phase("betting")
    guest_bets(casino, "live-1", "player", 500)
    casino.time_up("live-1")
    desk.says("Giocatore 1")
    desk.deal("4D 9C")
    screen.page.wait_for_timeout(600)
    code = f"live-1.1:{desk.cards:03}:9C"
    desk.scan("9C", code=code)
    desk.says("Aspetta il manager")
    assert axe(screen.page) == []

    desk.scan("KS")  # no second incident: it is not sent
    assert desk.dealt() == 2
    desk.key("F9")
    screen.page.get_by_role("button", name="BANCO 1", exact=True).press("Enter")
    desk.scan("KS")
    expect(screen.page.get_by_text("La tua proposta")).to_be_visible(timeout=SLOW_MS)
    state = casino.casino.house.hosts["live-1"].state
    assert state.proposal is not None
    proposed = state.proposal
    casino.manage(
        "live-1",
        c.CorrectCard(position=proposed.position, code=proposed.code, card=str(proposed.card)),
        c.Resume(reason="put right"),
    )
    desk.says("Giocatore 2")
    expect(screen.page.locator("[data-instruction]")).to_contain_text("Rileggi")


def test_a_lost_line_neither_loses_nor_doubles_a_card(
    stage: Stage, enter: Enter, console: PageConsole
) -> None:
    """While it is lost nothing is read; a card sent before is stored once."""
    console.allowed = CUT
    casino = stage(live("speed-1"))
    screen = enter(casino, login="dealer", locale="it-IT", size=(1280, 800))
    page = screen.page
    desk = Console(page, casino)
    desk.open()
    desk.key("F1")
    send(casino, "supervisor", SHOE)
    desk.says("Apri le puntate")
    desk.key("F1")
    desk.phase("betting")
    guest_bets(casino, "live-1", "player", 500)
    casino.time_up("live-1")
    desk.says("Giocatore 1")
    desk.scan("5D")
    page.context.set_offline(True)
    expect(page.get_by_role("alertdialog")).to_be_visible(timeout=SLOW_MS)
    desk.scan("QS")
    expect(page.get_by_role("alert").get_by_text("Console scollegata")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("alertdialog")).to_be_hidden(timeout=SLOW_MS)
    desk.says("Banco 1")
    assert desk.dealt() == 1
    desk.deal("QS 8C 5H")
    desk.says("Riserva X")


def test_F100_F101_F132_a_round_of_blackjack_with_decisions(stage: Stage, enter: Enter) -> None:
    """Two cards each, the seats decide, the hole card, the dealer draws to 16 and stands on 17."""
    casino = stage(live("blackjack-1"))
    screen = enter(casino, login="dealer", locale="it-IT", size=(1280, 800))
    desk = Console(screen.page, casino)
    desk.open()
    desk.key("F1")
    send(casino, "supervisor", SHOE)
    desk.says("Apri le puntate")
    desk.key("F1")
    desk.phase("betting")
    guest_bets(casino, "live-1", "main", 500, seat=2)
    guest_bets(casino, "live-1", "main", 500, seat=4)
    casino.time_up("live-1")
    desk.says("Carta a posto 2")
    desk.deal("9D")
    desk.says("Carta a posto 4")
    desk.deal("5S KD 7C 6D 4S")
    for seat in (2, 4):
        desk.says(f"Aspetta posto {seat}")
        assert axe(screen.page) == []
        casino.time_up("live-1")  # no answer: stands
    desk.says("Gira la coperta")
    desk.key("F3")
    desk.says("Carta al banco")
    desk.deal("3H")
    desk.says("Annuncia: banco 17")


def test_F102_F103_a_round_of_brag(stage: Stage, enter: Enter) -> None:
    """A shared hand, a hidden one, the players' answers, three cards turned."""
    casino = stage(live("brag-1", confirmation=Confirmation.AT_CLOSE))
    screen = enter(casino, login="dealer", locale="it-IT", size=(1280, 800))
    page = screen.page
    desk = Console(page, casino)
    desk.open()
    desk.key("F1")
    send(casino, "supervisor", c.LoadShoe(shoe_id="live-1.1", decks=1))
    desk.says("Apri le puntate")
    desk.key("F1")
    desk.phase("betting")
    guest_bets(casino, "live-1", "ante", 500)
    casino.time_up("live-1")
    desk.says("Giocatore 1")
    desk.deal("KS KD 4H 9H 8S 2C")
    expect(page.get_by_label("carta coperta")).to_have_count(3)
    desk.says("Aspetta le risposte")
    assert axe(page) == []
    casino.time_up("live-1")
    desk.says("Gira le tue carte")
    desk.key("F3")
    desk.says("Annuncia: il banco non si qualifica")
    casino.time_up("live-1")
    desk.says("Mescola e ricarica")
    desk.key("F1")
    desk.says("Apri le puntate")


def test_F92_F93_F78_the_last_hand_of_a_shoe(stage: Stage, enter: Enter) -> None:
    """After the cut card one hand is dealt and all is shuffled; a cancelled round is collected."""
    casino = stage(live("speed-1"))
    screen = enter(casino, login="dealer", locale="it-IT", size=(1280, 800))
    desk = Console(screen.page, casino)
    desk.open()
    desk.key("F1")
    send(casino, "supervisor", SHOE)
    desk.says("Apri le puntate")
    desk.key("F1")
    desk.phase("betting")
    guest_bets(casino, "live-1", "player", 500)
    desk.key("F5")
    desk.says("Annuncia: ultima partita del sabot")
    desk.key("F1")
    desk.says("Disponi le carte coperte")
    casino.time_up("live-1")
    desk.says("Giocatore 1")
    desk.deal("4S 2H 5D 7C")
    desk.says("Annuncia: Pareggio 9 a 9")
    casino.time_up("live-1")
    desk.says("Mescola e ricarica")
    desk.key("F1")
    desk.says("Apri le puntate")
    desk.key("F1")
    desk.phase("betting")
    guest_bets(casino, "live-1", "player", 500)
    casino.time_up("live-1")
    desk.says("Giocatore 1")
    casino.manage("live-1", c.CancelRound(reason="cards fell", public="studio/card_on_floor"))
    desk.says("Ritira le carte, annuncia")
