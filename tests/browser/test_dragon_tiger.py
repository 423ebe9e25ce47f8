"""Whole rounds of Dragon Tiger: a game of another package, loaded by the pages at run time.

`pip install` puts it into a fresh environment, with Sabot. A house that runs there plays a round of
chance. For rounds with chosen cards the casino is in this process, and finds the package of that
environment by its entry point; no file of Sabot knows its name (tests/examples asserts that).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import Enter, Stage, no_more_bets
from tests.browser.pages import SLOW_MS, Table
from tests.browser.test_history import played
from tests.browser.test_order import after, begin, enter_table, money, record
from tests.examples.environment import Environment
from tools.staged import CALM, Staged, calm, table

from sabot import games
from sabot.gateway.broadcast import returns
from sabot.service.private import names
from sabot.table.config import Opening

PACKAGE = Path(__file__).parents[2] / "examples" / "games" / "dragon_tiger"
GAME = "dragon_tiger"
TABLE = "dragon-tiger-1"
FIVE = re.compile(r"^\D*5\D*$")
FOUND_ONCE = (games._found, returns._published, names.private_variants)
"""What a casino reads once of the installed games."""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    fresh = Environment(tmp_path_factory.mktemp("environment"))
    fresh.install(PACKAGE)
    return fresh


@pytest.fixture(scope="module", autouse=True)
def installed(environment: Environment) -> Iterator[None]:
    """The package on the path of this process, for the tests of this file only."""
    with pytest.MonkeyPatch.context() as path:
        path.setattr(sys, "path", [*sys.path, str(environment.packages)])
        forget()
        assert GAME in games.registry(), games.broken()
        yield
    forget()
    for module in [name for name in sys.modules if name.partition(".")[0] == "sabot_dragon_tiger"]:
        del sys.modules[module]


def forget() -> None:
    for found in FOUND_ONCE:
        found.cache_clear()


def a_bet(felt: Table, kind: str) -> None:
    """Five euros on a bet, in any language."""
    felt.page.locator("[role=radiogroup] [role=radio]").filter(has_text=FIVE).first.click()
    felt.place(kind)


SAID = {
    "en-GB": ("DRAGON WINS", "K against 9", "The Dragon's card (K♠) beats the Tiger's (9♥)."),
    "it-IT": (
        "VINCE DRAGO",
        "K contro 9",
        "La carta del Drago (K♠) batte quella della Tigre (9♥).",
    ),
}


@pytest.mark.parametrize("locale", ["it-IT", "en-GB"])
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_from_the_lobby_to_a_paid_round_its_history_and_its_proof(
    stage: Stage, enter: Enter, size: tuple[int, int], locale: str
) -> None:
    casino = stage(calm(TABLE), calm("brag-1"), cards="KS 9H")
    lobby = enter(casino, size=size, locale=locale).lobby()
    page = lobby.page
    tile = lobby.tile(TABLE)
    expect(tile).to_contain_text("Dragon Tiger Orchidea")
    expect(tile.locator("svg[data-game=dragon_tiger] .area")).to_have_count(2, timeout=SLOW_MS)
    tile.get_by_role("link").click()
    felt = Table(page, casino.address, lobby.player)
    a_bet(felt, "dragon")
    no_more_bets(casino, TABLE, felt)
    title, cards, because = SAID[locale]
    for text in (title, cards):  # a game of others: its words are in its own package
        expect(felt.plate).to_contain_text(text, timeout=SLOW_MS)
    expect(page.locator(".dt .zone.dragon.won .card")).to_be_visible()
    expect(page.locator(".dt .spot.win")).to_have_attribute("data-kind", "dragon")
    balance = "1,005.00" if locale == "en-GB" else "1.005,00"
    expect(page.locator("[data-balance]")).to_contain_text(balance, timeout=SLOW_MS)
    name = played(felt, casino, TABLE)
    page.goto(f"{casino.address}/history/{name}")  # a new page, which has no module yet
    for region in page.locator("section[aria-labelledby]").all():
        expect(region).to_contain_text(because, timeout=SLOW_MS)
    proof = "Proof" if locale == "en-GB" else "Prova"
    page.get_by_role("tab", name=proof).click()
    published = re.compile("Commitment, published|Impegno, pubblicato")
    expect(page.get_by_text(published)).to_be_visible(timeout=SLOW_MS)


@pytest.mark.parametrize(
    ("cards", "bet", "ends"),
    [
        pytest.param("KS 9H", "tiger", ("DRAGON WINS", 99_500), id="lost"),
        pytest.param("AS 2H", "tiger", ("TIGER WINS", 100_500), id="an-ace-is-low"),
        pytest.param("9S 9H", "dragon", ("TIE", 99_750), id="half-back"),
        pytest.param("9S 9H", "tie", ("TIE", 105_500), id="tie"),
        pytest.param("9H 9H", "suited_tie", ("SUITED TIE", 125_000), id="suited"),
    ],
)
def test_a_round_is_played_and_paid(
    stage: Stage, enter: Enter, cards: str, bet: str, ends: tuple[str, int]
) -> None:
    casino = stage(calm(TABLE), cards=cards)
    felt = enter(casino).table(TABLE)
    a_bet(felt, bet)
    felt.bet(500)
    no_more_bets(casino, TABLE, felt)
    felt.says(ends[0])
    felt.has(ends[1])


def test_F50_the_result_is_not_told_before_the_second_card(stage: Stage, enter: Enter) -> None:
    casino = stage(calm(TABLE), cards="KS 9H")
    felt = enter_table(enter, casino, TABLE)
    felt.hold("5")
    felt.place("dragon")
    felt.bet(500)
    before = felt.balance
    wins = f"{(before + 1_000) // 100:,}"
    begin(
        felt,
        money("DRAGON WINS", wins) | {"spot": (".dt .spot.win", ""), "hand": (".dt .zone.won", "")},
        ".dt .card[role=img]",
    )
    no_more_bets(casino, TABLE, felt)
    told = record(felt, "plate", "balance", "spot", "hand")
    after(2, told.seen, "plate", "return", "balance", "spot", "hand")
    assert {cards for _, cards in told.said} == {2}


def roads(page: Page) -> None:
    """Expect three rounds on the roads: Dragon, Tiger, Tie."""
    counted = "1 Dragon, 1 Tiger, 1 ties"
    expect(page.get_by_role("img", name=counted)).to_have_count(2, timeout=SLOW_MS)
    bead = page.get_by_role("img", name=counted).first
    assert [one for one in str(bead.text_content()) if one in "DT="] == ["D", "T", "="]


def three_rounds(stage: Stage) -> Staged:
    """A table that has played Dragon, Tiger and Tie."""
    casino = stage(table(TABLE, CALM, opening=Opening.CLOCK), cards="KS 9H 2D 7C 5S 5D")
    casino.play(TABLE, 3)
    return casino


def test_the_roads_are_on_the_table_and_in_the_lobby(stage: Stage, enter: Enter) -> None:
    casino = three_rounds(stage)
    lobby = enter(casino).lobby()
    expect(lobby.tile(TABLE).get_by_role("img", name="1 Dragon, 1 Tiger, 1 ties")).to_be_visible(
        timeout=SLOW_MS
    )
    roads(lobby.table(TABLE).page)


def test_the_big_road_is_on_the_felt_of_a_phone(stage: Stage, enter: Enter) -> None:
    page = enter(three_rounds(stage), size=(390, 844)).table(TABLE).page
    road = page.locator(".dt .road").get_by_role("img", name="1 Dragon, 1 Tiger, 1 ties")
    expect(road).to_be_in_viewport(ratio=1, timeout=SLOW_MS)


@pytest.mark.parametrize("locale", ["it-IT", "en-GB"])
def test_the_help_explains_it_and_shows_what_the_server_pays(
    stage: Stage, enter: Enter, locale: str
) -> None:
    screen = enter(stage(calm(TABLE)), locale=locale)
    page = screen.page
    page.goto(f"{screen.address}/help")
    page.get_by_role("link", name=re.compile("^Dragon Tiger")).click(timeout=SLOW_MS)
    topic = page.locator(f'article[data-topic="{GAME}"]')
    expect(topic).to_contain_text("half of the stake" if locale == "en-GB" else "metà della posta")
    row = topic.locator('tr[data-bet="tie"]')
    expect(row).to_contain_text("89.6386%" if locale == "en-GB" else "89,6386%", timeout=SLOW_MS)
    page.reload()  # the topic of a module that this page does not have yet
    expect(topic.locator("tr[data-bet]")).to_have_count(4, timeout=SLOW_MS)


@pytest.mark.parametrize("locale", ["it-IT", "en-GB"])
@pytest.mark.parametrize("size", [(1440, 900), (820, 1180), (390, 664), (844, 390)])
def test_the_felt_has_its_four_bets_on_every_screen(
    stage: Stage, enter: Enter, size: tuple[int, int], locale: str
) -> None:
    casino = stage(calm(TABLE), cards="KS 9H")
    page = enter(casino, size=size, locale=locale).table(TABLE).page
    spots = page.locator(".dt [data-spot]")
    expect(spots).to_have_count(4, timeout=SLOW_MS)
    for spot in spots.all():
        expect(spot).to_be_in_viewport(ratio=1)
    expect(spots.first).to_contain_text("Drago" if locale == "it-IT" else "Dragon")


def test_a_module_that_does_not_come_is_told_and_tried_again(stage: Stage, enter: Enter) -> None:
    casino = stage(calm(TABLE), calm("brag-1"), cards="KS 9H")
    page = enter(casino).page

    def broken(route: Route) -> None:
        route.fulfill(status=200, content_type="text/javascript", body="export default {};")

    page.route("**/games/**/index.js", broken)
    page.goto(f"{casino.address}/table/{TABLE}")
    expect(page.get_by_text("The game's own files did not load")).to_be_visible(timeout=SLOW_MS)
    page.unroute("**/games/**/index.js", broken)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".dt [data-spot]")).to_have_count(4, timeout=SLOW_MS)


class House(NamedTuple):
    """A casino of which only the address is known."""

    address: str


ENDS = {"DRAGON WINS": 100_500, "TIGER WINS": 99_500, "TIE": 99_750}
"""What 5.00 on the Dragon leaves of 1,000.00; the plate says `SUITED TIE` of some ties."""


@pytest.mark.look
def test_a_round_of_chance_is_played_in_a_fresh_environment(
    environment: Environment, enter: Enter, tmp_path: Path
) -> None:
    with environment.house(tmp_path, "--pace", "0.4") as address:
        lobby = enter(House(address)).lobby()
        lobby.tile(TABLE).get_by_role("link").click(timeout=SLOW_MS)
        felt = Table(lobby.page, address, lobby.player)
        felt.says(re.compile("DRAGON WINS|TIGER WINS|TIE"))  # from here a whole window is open
        expect(felt.plate).not_to_contain_text(re.compile("WINS|TIE"), timeout=SLOW_MS)
        a_bet(felt, "dragon")
        felt.bet(500)
        felt.says(re.compile("DRAGON WINS|TIGER WINS|TIE"))
        said = felt.plate.inner_text()
        felt.has(next(left for words, left in ENDS.items() if words in said))
        felt.page.goto("about:blank")
