"""History: today and earlier days, a round in two parts, its replay and the proof of its shoe."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import httpx
import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import Enter, Stage
from tests.browser.pages import SLOW_MS, Screen, Table
from tests.browser.visitors import Console
from tools.staged import CALM_MS, QUICK, Staged, table, until

from sabot.client import sign_in
from sabot.service.identity.demo import DEMO_PASSWORD

FIVE = re.compile(r"^\D*5\D*$")
PLAYER_6_4 = "8S 9H 8D 2C 3S"  # a pair of eights stands, Banker draws
KINGS_PASSED = "KS KH 4D QC 7H 2S"
SOON = replace(QUICK, betting=3_500, result=1_000)
SHORT_DECISION = replace(QUICK, betting=2_500, decision=900, result=1_000)


def played(screen: Screen, casino: Staged, table_id: str, rounds: int = 1) -> str:
    """Wait for the books; the first round that this player played at a table."""

    def found() -> list[str]:
        answer = screen.page.request.get(f"{casino.address}/api/history/today").json()
        lines = [line for day in answer["days"] for line in day["rounds"]]
        return [line["round"] for line in lines if line["table"] == table_id]

    until(lambda: len(found()) >= rounds)
    return found()[-1]


def baccarat(stage: Stage, enter: Enter, **more: object) -> tuple[Table, Staged, str]:
    casino = stage(table("speed-1", SOON), cards=PLAYER_6_4)
    felt = enter(casino, **more).table("speed-1")
    felt.page.locator("[role=radiogroup] [role=radio]").filter(has_text=FIVE).first.click()
    felt.place("player", "tie", "player_pair")
    return felt, casino, played(felt, casino, "speed-1")


def brag(stage: Stage, enter: Enter) -> tuple[Table, Staged, str]:
    """A round nobody answered in; its deck is disclosed after it."""
    casino = stage(table("brag-1", SHORT_DECISION), cards=KINGS_PASSED)
    felt = enter(casino).table("brag-1")
    felt.hold("5")
    felt.place("ante", "pair_plus")
    name = played(felt, casino, "brag-1")
    ask = felt.page.request.get
    shoe = ask(f"{casino.address}/api/rounds/{name}").json()["shoe"]
    until(lambda: ask(f"{casino.address}/api/shoes/{shoe}/proof").json()["disclosed"])
    return felt, casino, name


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def test_F226_F237_history_opens_from_the_table_on_today_and_leads_back(
    stage: Stage, enter: Enter
) -> None:
    felt, _, name = baccarat(stage, enter)
    felt.button("History").click()
    page = felt.page
    expect(page.get_by_role("tab", name="Today")).to_have_attribute("aria-selected", "true")
    row = page.locator(f'[data-round="{name}"]')
    expect(row).to_contain_text("Speed Baccarat Aurora")
    expect(row).to_contain_text("+€55.00")
    running = page.get_by_role("complementary", name=re.compile("table", re.IGNORECASE))
    expect(running).to_contain_text("Speed Baccarat Aurora")  # F2: it stays open behind
    tab(page, "Previous days")
    expect(page.get_by_text("No earlier rounds")).to_be_visible(timeout=SLOW_MS)
    felt.button("Back: Speed Baccarat Aurora").click()
    expect(felt.plate).to_be_visible(timeout=SLOW_MS)


@pytest.mark.look
def test_F237_a_round_has_two_parts_and_says_why_in_words_and_cents(
    stage: Stage, enter: Enter
) -> None:
    felt, _, name = baccarat(stage, enter)
    page = felt.page
    page.goto(f"{felt.address}/history/{name}")
    game = page.get_by_role("region", name="Game information")
    expect(game).to_contain_text("Player stood, and Banker has 1, five or less: Banker draws.")
    expect(game).to_contain_text(name)
    expect(game).to_contain_text("Virtual dealer")
    expect(game.get_by_role("img", name="eight of diamonds")).to_be_visible()
    own = page.get_by_role("region", name="Your bets")
    won = own.locator('[data-bet="player_pair"]')
    expect(won).to_contain_text("The first two cards of Player are a pair: 8♠ 8♦. Pays 11:1.")
    expect(won).to_contain_text("€60.00")
    lost = own.locator('[data-bet="tie"]')
    expect(lost).to_contain_text("Player has 6, Banker 4: Player wins. Pays nothing.")
    expect(own.locator("[data-net]")).to_have_text("+€55.00")
    expect(own).to_contain_text(f"give the round number {name}")  # F245


def test_F237_the_same_in_italian(stage: Stage, enter: Enter) -> None:
    felt, _, name = baccarat(stage, enter, locale="it-IT")
    felt.page.goto(f"{felt.address}/history/{name}")
    own = felt.page.get_by_role("region", name="Le tue puntate")
    expect(own).to_contain_text("Le prime due carte di Giocatore sono una coppia", timeout=SLOW_MS)
    expect(own).to_contain_text("Paga 11:1.")


def test_F140_F237_F249_a_decision_of_the_system_is_called_that(stage: Stage, enter: Enter) -> None:
    felt, _, name = brag(stage, enter)
    felt.page.goto(f"{felt.address}/history/{name}")
    own = felt.page.get_by_role("region", name="Your bets")
    expect(own.locator('[data-by="default"]')).to_contain_text("Pass", timeout=SLOW_MS)
    expect(own).to_contain_text("the system: no answer in time")
    expect(own.locator('[data-bet="ante"]')).to_contain_text("You passed")
    expect(own.locator('[data-bet="pair_plus"]')).to_contain_text("K♠ K♥ 4♦: pair. Pays 1:1.")


def test_F246_after_a_lost_line_the_win_is_in_the_history(
    stage: Stage, enter: Enter, console: Console
) -> None:
    casino = stage(table("speed-1", replace(SOON, card=400)), cards=PLAYER_6_4)
    felt = enter(casino).table("speed-1")
    felt.hold("5")
    felt.place("player")
    felt.says("BETS ACCEPTED")
    felt.page.context.set_offline(offline=True)
    console.allowed += ("ERR_INTERNET_DISCONNECTED", "WebSocket connection")
    casino.drop(felt.player)
    until(lambda: casino.casino.house.hosts["speed-1"].state.phase.value == "idle")
    felt.page.context.set_offline(offline=False)
    felt.page.goto(f"{felt.address}/history")
    row = felt.page.locator("[data-round]").first
    expect(row).to_contain_text("+€5.00", timeout=SLOW_MS)


def test_F245_a_replay_hides_cards_until_they_were_turned(stage: Stage, enter: Enter) -> None:
    felt, _, name = brag(stage, enter)
    page = felt.page
    page.goto(f"{felt.address}/history/{name}")
    tab(page, "Replay")
    shown = page.locator("[data-step]")
    expect(shown).to_be_visible(timeout=SLOW_MS)
    caption, queen = page.locator("[data-caption]"), shown.locator('[aria-label="queen of clubs"]')
    turned = False
    while page.get_by_role("button", name="One step on").is_enabled():
        page.get_by_role("button", name="One step on").click()
        turned = turned or "queen of clubs" in caption.inner_text()
        expect(queen).to_have_count(1 if turned else 0)
    assert turned
    expect(caption).to_contain_text("The round is settled")
    expect(shown.locator("[data-plate]")).to_contain_text("Net €0.00")
    page.get_by_role("button", name="To the beginning").click()
    expect(queen).to_have_count(0)
    expect(shown.locator("[data-plate]")).to_contain_text("Bets open")


def test_F245_a_replay_runs_in_real_time_and_can_be_quicker(stage: Stage, enter: Enter) -> None:
    felt, _, name = baccarat(stage, enter)
    page = felt.page
    page.goto(f"{felt.address}/history/{name}")
    tab(page, "Replay")
    page.get_by_role("radio", name="4×").click(timeout=SLOW_MS)
    page.get_by_role("button", name="Play in real time").click()
    expect(page.locator("[data-caption]")).to_contain_text("The round is settled", timeout=SLOW_MS)
    expect(page.get_by_role("button", name="Play in real time")).to_be_visible()


def test_F237_the_proof_is_checked_in_the_browser(stage: Stage, enter: Enter) -> None:
    felt, _, name = brag(stage, enter)
    page = felt.page
    page.goto(f"{felt.address}/history/{name}")
    tab(page, "Proof")
    expect(page.locator('[data-check="holds"]')).to_have_count(3, timeout=SLOW_MS)
    assert page.locator("[data-commitment]").inner_text() in page.locator("main").inner_text()
    expect(page.get_by_text("| sha256sum")).to_be_visible()


def test_F237_a_forged_order_is_found_out(stage: Stage, enter: Enter) -> None:
    felt, _, name = brag(stage, enter)
    page = felt.page

    def forged(route: Route) -> None:
        answer = route.fetch()
        proof = answer.json()
        first, second, *rest = proof["cards"].split()
        proof["cards"] = " ".join((second, first, *rest))
        route.fulfill(response=answer, body=json.dumps(proof))

    page.route("**/proof", forged)
    page.goto(f"{felt.address}/history/{name}")
    tab(page, "Proof")
    expect(page.get_by_text("The hash is not the commitment")).to_be_visible(timeout=SLOW_MS)
    expect(page.locator('[data-check="broken"]')).to_have_count(2)


def test_F237_a_shoe_in_play_keeps_its_order(stage: Stage, enter: Enter) -> None:
    felt, _, name = baccarat(stage, enter)
    felt.page.goto(f"{felt.address}/history/{name}")
    tab(felt.page, "Proof")
    expect(felt.page.get_by_text("The shoe is still in play")).to_be_visible(timeout=SLOW_MS)
    expect(felt.page.locator("[data-check]")).to_have_count(0)


def test_F185_F237_a_golden_chip_has_its_sign(stage: Stage, enter: Enter) -> None:
    casino = stage(table("brag-1", SHORT_DECISION), cards=KINGS_PASSED)
    felt = enter(casino)
    casino.grant(felt.player, value=500)
    seat = felt.table("brag-1")
    seat.page.get_by_role("radio", name=re.compile("golden", re.IGNORECASE)).first.click()
    seat.place("ante")
    name = played(seat, casino, "brag-1")
    seat.page.goto(f"{seat.address}/history")
    row = seat.page.locator(f'[data-round="{name}"]')
    expect(row.get_by_role("img", name=re.compile("golden chip"))).to_be_visible(timeout=SLOW_MS)
    row.click()
    ante = seat.page.locator('[data-bet="ante"]')
    expect(ante.get_by_role("img", name="Golden chip")).to_be_visible(timeout=SLOW_MS)


def test_F245_a_round_is_copied_and_printed(stage: Stage, enter: Enter) -> None:
    felt, _, name = baccarat(stage, enter)
    page = felt.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{felt.address}/history/{name}")
    felt.button("Copy", exact=True).click(timeout=SLOW_MS)
    felt.toast("The round is copied as text.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert name in text
    assert "8♠ 8♦" in text
    assert "+€55.00" in text
    page.emulate_media(media="print")
    expect(page.get_by_role("tab", name="Replay")).to_be_hidden()
    expect(page.get_by_role("region", name="Your bets")).to_be_visible()
    height, seen = page.evaluate(
        "[document.querySelector('#part').scrollHeight, document.body.scrollHeight]"
    )
    assert seen >= height  # nothing of it is cut off on paper


def test_F237_a_round_in_play_is_listed_and_keeps_its_cards(stage: Stage, enter: Enter) -> None:
    casino = stage(table("brag-1", replace(QUICK, decision=CALM_MS)), cards=KINGS_PASSED)
    felt = enter(casino).table("brag-1")
    felt.hold("5")
    felt.place("ante")
    felt.says("YOUR TURN")
    felt.page.goto(f"{felt.address}/history")
    row = felt.page.locator("[data-round]").first
    expect(row).to_contain_text("In play", timeout=SLOW_MS)
    row.click()
    game = felt.page.get_by_role("region", name="Game information")
    expect(game.get_by_role("img", name="face-down card")).to_have_count(3, timeout=SLOW_MS)


def test_F237_an_unknown_round_says_so(stage: Stage, enter: Enter, console: Console) -> None:
    screen = enter(stage(table("speed-1", SOON)))
    console.allowed += ("status of 404",)
    screen.page.goto(f"{screen.address}/history/speed-1-999")
    expect(screen.page.get_by_text("This round is not known here")).to_be_visible(timeout=SLOW_MS)
    screen.button("History").click()
    expect(screen.page.get_by_text("No round yet today")).to_be_visible(timeout=SLOW_MS)


CREDITED = {
    "en-GB": (
        *("Credits, annulled rounds and golden chips", "Credit", "Golden chips received"),
        *("+€10.00", "+€15.00"),
    ),
    "it-IT": (
        *("Accrediti, partite invalidate e fiche dorate", "Accredito", "Fiche dorate ricevute"),
        *("+10,00", "+15,00"),
    ),
}


@pytest.mark.parametrize("locale", CREDITED)
def test_issue20_8_credits_and_golden_chips_are_entries_of_their_own(
    stage: Stage, enter: Enter, locale: str
) -> None:
    size = (1440, 900) if locale == "en-GB" else (390, 844)
    felt, casino, name = baccarat(stage, enter, locale=locale, size=size)
    desk = casino.casino.house.adjustments
    wish = {"player": felt.player, "amount": 1_000, "round_id": name, "reason": "she shouted"}
    casino.do(desk.propose("case-7", actor="staff:one", **wish))  # type: ignore[arg-type]
    casino.do(desk.approve("case-7", actor="staff:two", reason="agreed"))
    casino.grant(felt.player, value=500, count=3)
    title, credit, chips, cash, golden = CREDITED[locale]
    page = felt.page
    page.goto(f"{casino.address}/history")
    section = page.get_by_role("region", name=title)
    row = section.locator('[data-entry="credit"]')
    for text in (credit, name, cash):
        expect(row).to_contain_text(text, timeout=SLOW_MS)
    for text in (chips, golden):
        expect(section.locator('[data-entry="chips_granted"]')).to_contain_text(text)
    expect(section).not_to_contain_text("shouted")
    expect(page.locator("dl").first).to_contain_text("70")  # staked 15.00, returned 70.00: of play
    row.click()
    expect(page).to_have_url(re.compile(f"/history/{name}$"))


ANNULLED = {
    "en-GB": (
        "Credits, annulled rounds and golden chips",
        *("Round annulled after a malfunction", "Annulled after a malfunction", "Annulled"),
        *("Taken back", "was annulled after a malfunction", "-€55.00"),
    ),
    "it-IT": (
        "Accrediti, partite invalidate e fiche dorate",
        *("Partita invalidata per un malfunzionamento", "Invalidata per un malfunzionamento"),
        *("Invalidata", "Ripreso", "è stata invalidata per un malfunzionamento", "-55,00"),
    ),
}
"""Staked 15.00, returned 70.00: what the round brought is taken back."""
WHY = "the shoe was mixed up"


def annul(casino: Staged, name: str) -> None:
    """One shift manager proposes, another one agrees, over the network."""
    path = "/api/staff/annulments"
    orders = (
        ("manager", path, {"id": "shoe-7", "round": name, "reason": WHY}),
        ("manager2", f"{path}/shoe-7", {"verdict": "approve", "reason": WHY}),
    )
    for login, where, body in orders:
        token = casino.do(sign_in(casino.address, login=login, password=DEMO_PASSWORD))
        bearer = {"Authorization": f"Bearer {token}"}
        answer = httpx.post(f"{casino.address}{where}", json=body, headers=bearer, trust_env=False)
        assert answer.is_success, answer.text


@pytest.mark.parametrize("locale", ["en-GB", pytest.param("it-IT", marks=pytest.mark.wide)])
def test_F274_the_history_shows_a_settlement_and_its_annulment(
    stage: Stage, enter: Enter, locale: str
) -> None:
    size = (1440, 900) if locale == "en-GB" else (390, 844)
    felt, casino, name = baccarat(stage, enter, locale=locale, size=size)
    title, entry, note, status, taken, toast, amount = ANNULLED[locale]
    page = felt.page
    annul(casino, name)
    expect(page.get_by_text(toast)).to_be_visible(timeout=SLOW_MS)
    page.goto(f"{casino.address}/history")
    row = page.get_by_role("region", name=title).locator('[data-entry="annulment"]')
    for text in (entry, name, amount):
        expect(row).to_contain_text(text, timeout=SLOW_MS)
    expect(page.locator(f'[data-round="{name}"]')).to_contain_text(status)
    row.click()
    expect(page).to_have_url(re.compile(f"/history/{name}$"))
    told = page.locator("[data-annulled]")
    for text in (note, taken, amount):
        expect(told).to_contain_text(text, timeout=SLOW_MS)
    own = page.locator('[data-bet="player"]')
    expect(own).to_have_attribute("data-result", "win")  # the settlement stands beside it
    expect(page.locator("body")).not_to_contain_text(WHY)
