"""Scenes of the player's own screens: settings, control, chat, sound, cashier, statistics."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, expect
from tools.staged import PATIENCE_S, calm, table
from tools.troubles import beside, both
from tools.visits import PLAYER, ROADS, WAIT_MS, Scene, Visit

from sabot.client import Client, sign_in
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.table import commands as c
from sabot.table.phases import Phase
from sabot.wire import requests as r

VOICES = ("it", "en", "zh", "ja", "vi", "ko", "th", "id")
SETTINGS = "^(Settings|Impostazioni)$"
CONTROL = "^(Staying in control|Gioco sotto controllo)$"
STATISTICS = "^(My statistics|Le mie statistiche)$"
CASHIER = "^(Cashier|Cassa)$"
CHANGE = "^(Change password|Cambia password)$"
SUPPORT = "^(Support|Assistenza)$"
ROUNDS = 60
STAKES = (500, 2_500, 1_000, 500, 5_000)


# --- what a visitor does on both devices ----------------------------------------------------------


def from_the_menu(visit: Visit, name: str) -> None:
    """One of the own screens, from the account's menu in the lobby."""
    for page in both(visit):
        page.get_by_role("button", name=re.compile("Your account|Il tuo conto")).click()
        page.get_by_role("button", name=re.compile(name)).click(timeout=WAIT_MS)
        expect(page.get_by_role("dialog").last).to_be_visible(timeout=WAIT_MS)


def tabs(visit: Visit) -> Iterator[int]:
    """Each tab of the open dialog in turn, on both devices."""
    count = visit.desk.get_by_role("dialog").get_by_role("tab").count()
    for number in range(count):
        for page in both(visit):
            page.get_by_role("dialog").get_by_role("tab").nth(number).click()
        yield number


def lobby(visit: Visit) -> None:
    """Both devices into the lobby."""
    visit.go("/")
    for page in both(visit):
        expect(page.locator("article").first).to_be_visible(timeout=WAIT_MS)


def ask(visit: Visit, method: str, path: str, body: dict[str, Any]) -> None:
    """Something the player's other devices would ask of the casino."""
    answer = visit.desk.context.request.fetch(
        f"{visit.casino.address}/api/{path}",
        method=method,
        data=body,
        headers={"Origin": visit.casino.address},
    )
    assert answer.ok, answer.text()


def rounds(visit: Visit, table_id: str, kinds: tuple[str, ...], count: int) -> None:
    """The player's own rounds, one after the other, with stakes of every size."""

    async def play() -> None:
        token = await sign_in(visit.casino.address, login=PLAYER, password=DEMO_PASSWORD)
        async with Client(visit.casino.address, token=token) as client:
            seen = await client.watch(table_id)
            for number in range(count):
                while seen.view.phase not in (Phase.IDLE, Phase.BETTING):
                    await seen.changed()
                await seen.place(kinds[number % len(kinds)], STAKES[number % len(STAKES)])
                await seen.round_over()

    visit.casino.do(play(), seconds=PATIENCE_S + count)


def say(visit: Visit, login: str, room: str, *lines: str) -> None:
    """Let an account write in a chat room."""

    async def talk() -> None:
        token = await sign_in(visit.casino.address, login=login, password=DEMO_PASSWORD)
        async with Client(visit.casino.address, token=token) as client:
            for line in lines:
                await client.chat.say(room, line)

    visit.casino.do(talk())


def moderate(visit: Visit, action: r.Action, target: str, reason: str) -> None:
    """A moderator acts."""

    async def act() -> None:
        token = await sign_in(visit.casino.address, login="moderator", password=DEMO_PASSWORD)
        async with Client(visit.casino.address, token=token) as client:
            asked = r.Moderate(
                cmd_id=f"moderate-{action}",
                action=action,
                target=target,
                reason=reason,
                code="other",
                minutes=30,
            )
            await client._commands.ask(asked)  # noqa: SLF001  the client has no such command

    visit.casino.do(act())


# --- scripts --------------------------------------------------------------------------------------


def settings(visit: Visit) -> Iterator[str]:
    ask(visit, "PATCH", "preferences", {"chat": {"muted": ["Bruno", "Chiara"]}, "auto_stand": 17})
    lobby(visit)
    for page in both(visit):
        page.get_by_role("button", name=re.compile("Your account|Il tuo conto")).click()
        expect(page.get_by_role("button", name=re.compile(SETTINGS))).to_be_visible(timeout=WAIT_MS)
    yield "menu"
    lobby(visit)
    from_the_menu(visit, SETTINGS)
    names = ("general", "game", "auto-stand", "bet-behind", "privacy", "notifications")
    for number in tabs(visit):
        yield names[number]


def control(visit: Visit) -> Iterator[str]:
    rounds(visit, "speed-1", ("player", "banker", "tie"), 8)
    for limit, value in (
        ("stake_per_day", 50_000),
        ("loss_per_week", 20_000),
        ("session_time", 120),
        ("stake_per_round", 10_000),
    ):
        ask(visit, "PUT", f"limits/{limit}", {"value": value})
    ask(visit, "PUT", "limits/loss_per_week", {"value": 40_000})
    lobby(visit)
    from_the_menu(visit, CONTROL)
    names = ("now", "limits", "check", "pause")
    for number in tabs(visit):
        yield names[number]
    for page in both(visit):
        page.get_by_role("button", name=re.compile("^24 ")).click()
    yield "sure"
    lobby(visit)
    from_the_menu(visit, CONTROL)
    for page in both(visit):
        page.get_by_role("dialog").get_by_role("tab").nth(1).click()
        page.get_by_role("button", name=re.compile("^(Change|Cambia): ")).first.click()
    yield "new-limit"


def reminded(visit: Visit) -> Iterator[str]:
    rounds(visit, "speed-1", ("player", "banker", "tie"), 8)
    with visit.casino.earlier(minutes=31):
        ask(visit, "PUT", "limits/reality_check", {"value": 30})
        visit.sit()
    for page in both(visit):
        expect(page.get_by_role("dialog")).to_be_visible(timeout=WAIT_MS)
    yield "reality-check"


def chat(visit: Visit) -> Iterator[str]:
    room = f"table:{visit.table_id}"
    visit.sit()
    for page in both(visit):
        page.get_by_role("button", name=re.compile("^Chat")).click(timeout=WAIT_MS)
        expect(page.get_by_role("textbox")).to_be_visible(timeout=WAIT_MS)
    yield "empty"
    say(visit, "bruno", room, "Buonasera a tutti", "Sei volte Banco di fila!", "#!@%")
    say(visit, PLAYER, room, "Quando finisce il sabot?")
    say(visit, "dealer", room, "Fra una ventina di partite, poi si mescola. Buona fortuna!")
    moderate(visit, "delete", f"{room}/3", "rude")
    for page in both(visit):
        expect(page.get_by_role("log").get_by_text("Buona fortuna!")).to_be_visible()
    yield "table"
    moderate(visit, "mute", _player(visit), "spam")
    for page in both(visit):
        expect(page.get_by_text(re.compile("You may not write|Non puoi scrivere"))).to_be_visible()
    yield "silenced"
    for page in both(visit):
        page.get_by_role("radio", name=re.compile(SUPPORT)).click()
    visit.desk.get_by_role("textbox").fill("Dov'è finita la mia vincita delle 14:30?")
    visit.desk.get_by_role("button", name=re.compile("^(Send|Invia)$")).click()
    say(visit, "moderator", f"support:{_player(visit)}", "Guardo subito. Qual è il numero?")
    for page in both(visit):
        expect(page.get_by_role("log").get_by_text("Guardo subito")).to_be_visible()
    yield "support"


def _player(visit: Visit) -> str:
    me = visit.desk.context.request.get(f"{visit.casino.address}/api/me").json()
    return str(me["player"])


def sound(visit: Visit) -> Iterator[str]:
    visit.sit()
    visit.desk.get_by_role("button", name=re.compile("Sound on|Accendi")).click(timeout=WAIT_MS)
    visit.phone.get_by_role("button", name="Menu").click()
    visit.phone.get_by_role("switch", name=re.compile("^(Sound|Audio)$")).click(timeout=WAIT_MS)
    for page in both(visit):
        expect(page.get_by_role("slider").first).to_be_visible(timeout=WAIT_MS)
    yield "panel"


def cashier(visit: Visit) -> Iterator[str]:
    lobby(visit)
    from_the_menu(visit, CASHIER)
    yield "cashier"
    visit.desk.get_by_role("button", name=re.compile("Top up|Ricarica")).click(timeout=WAIT_MS)
    expect(visit.desk.get_by_text(re.compile("added|Aggiunti"))).to_be_visible(timeout=WAIT_MS)
    yield "topped-up"


def password(visit: Visit) -> Iterator[str]:
    lobby(visit)
    from_the_menu(visit, CHANGE)
    yield "empty"
    for page in both(visit):
        _fill(page, "a wrong password", "another horse")
        expect(page.get_by_text(re.compile("not your current|non è la tua"))).to_be_visible(
            timeout=WAIT_MS
        )
    yield "wrong"
    for page in both(visit):
        _fill(page, DEMO_PASSWORD, "password123")
        expect(page.get_by_text(re.compile("too common|troppo comune"))).to_be_visible(
            timeout=WAIT_MS
        )
    yield "common"
    _fill(visit.desk, DEMO_PASSWORD, "another horse")
    expect(visit.desk.get_by_text(re.compile("is changed|è cambiata"))).to_be_visible(
        timeout=WAIT_MS
    )
    ask(visit, "POST", "account/password", {"current": "another horse", "new": DEMO_PASSWORD})
    yield "done"


def _fill(page: Page, current: str, new: str) -> None:
    dialog = page.get_by_role("dialog")
    dialog.locator("input[name=current-password]").fill(current)
    dialog.locator("input[name=new-password]").fill(new)
    dialog.get_by_role("button", name=re.compile(CHANGE)).click()


def statistics(visit: Visit) -> Iterator[str]:
    lobby(visit)
    from_the_menu(visit, STATISTICS)
    yield "empty"
    rounds(visit, "speed-1", ("player", "banker", "banker", "player_pair"), ROUNDS)
    rounds(visit, "brag-1", ("pair_plus",), 4)
    lobby(visit)
    from_the_menu(visit, STATISTICS)
    for page in both(visit):
        _drawn(page)
    yield "course"
    for page in both(visit):
        page.get_by_role("dialog").get_by_role("table").last.scroll_into_view_if_needed()
    yield "days"


def _drawn(page: Page) -> None:
    expect(page.get_by_role("dialog").get_by_role("img").first).to_be_visible(timeout=WAIT_MS)


def notices(visit: Visit) -> Iterator[str]:
    wanted = {"betting_opens": True, "good_road": True, "my_turn": True, "cancelled": True}
    ask(visit, "PATCH", "preferences", {"notifications": wanted})
    visit.sit()
    visit.desk.get_by_role("button", name="Chat").wait_for()
    for page in both(visit):
        page.locator("header button").first.click()
        expect(page.locator("article").first).to_be_visible(timeout=WAIT_MS)
    place = c.PlaceChip(kind="player", amount=500)
    beside(visit.casino, "bruno", visit.table_id, place)
    for page in both(visit):
        expect(page.locator("[data-notice]").first).to_be_visible(timeout=WAIT_MS)
    yield "betting-opens"


OWN = (
    Scene("settings", settings, (calm("speed-1", voices=VOICES), calm("blackjack-1"))),
    Scene("control", control, (table("speed-1", ROADS),)),
    Scene("control", reminded, (table("speed-1", ROADS),)),
    Scene("chat", chat, (calm("speed-1"),)),
    Scene("sound", sound, (calm("speed-1", voices=VOICES),)),
    Scene("password", password, (calm("speed-1"),)),
    Scene("cashier", cashier, (calm("speed-1"), calm("brag-1"))),
    Scene(
        "statistics",
        statistics,
        (table("speed-1", ROADS), table("brag-1", ROADS)),
        cards="2S 5H 9D QC 7H 3S",
    ),
    Scene("notices", notices, (calm("speed-1"), calm("brag-1"), calm("blackjack-1"))),
)
