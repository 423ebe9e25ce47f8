"""States of the shift manager's desk worth a picture, and what the manager did to come there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace
from playwright.sync_api import Page
from tests.browser.studio.desk_scenes import DeskGateway, desk, stopped
from tests.browser.studio.scenes import SCENES
from tests.browser.studio.wall_scenes import WALL

from sabot.wire import studio as s

Make = Callable[[], DeskGateway]
Act = Callable[[Page], None]

MANAGERS = (
    s.ManagerShown(name="Marta Ricci", actor="staff:marta"),
    s.ManagerShown(name="Paolo Neri", actor="staff:paolo"),
)
QUIET = tuple(replace(one, alarms=()) for one in WALL)
MET = tuple(replace(one, managers=MANAGERS) if one.table == "live-1" else one for one in WALL)
CANCEL = s.CancelShown(
    by="Paolo Neri", actor="staff:paolo", reason="camera was dark", public="studio/cards_mixed"
)


def _key(key: str) -> Act:
    def press(page: Page) -> None:
        page.locator("li[data-alarm], [data-refund]").first.wait_for()
        page.keyboard.press(key)
        page.get_by_role("dialog").wait_for()

    return press


def _button(name: str) -> Act:
    def press(page: Page) -> None:
        # On a tablet the drawer of the alarms may lie over the button.
        page.get_by_role("button", name=name).first.dispatch_event("click")
        page.get_by_role("dialog").wait_for()

    return press


def _plan(page: Page) -> None:
    _key("t")(page)
    page.get_by_role("button", name="Programma un cambio a Aurora").click()


def _way(name: str) -> Act:
    def press(page: Page) -> None:
        page.locator(f"[data-way='{name}']").click()
        page.get_by_role("dialog").wait_for()

    return press


def _tab(number: int) -> Act:
    return lambda page: page.locator("nav button").nth(number).click()


def _at(name: str) -> Make:
    def make() -> DeskGateway:
        return desk(view=SCENES[name]())

    return make


WALLS: Mapping[str, Make] = {
    "wall": desk,
    "quiet": lambda: desk(wall=QUIET, waiting=()),
}
TABLES: Mapping[str, Make] = {
    "proposal": desk,
    "stopped": lambda: desk(view=stopped(proposal=None)),
    "cancel": lambda: desk(view=stopped(proposal=None, cancel=CANCEL)),
    "betting": _at("betting"),
    "result": _at("result"),
    "colleague": lambda: desk(wall=MET),
}
DIALOGS: Mapping[str, Make] = dict.fromkeys(
    ("search", "keys", "log", "put_off", "approve", "queue", "rota"), desk
)
TABLE_DIALOGS: Mapping[str, Make] = dict.fromkeys(
    ("another", "move", "switches", "talk", "annul"), lambda: desk(view=stopped(proposal=None))
)
PHONE: Mapping[str, Make] = dict.fromkeys(("tables", "eyes", "people"), desk)
ACTS: Mapping[str, Act] = {
    "search": _key("/"),
    "keys": _key("?"),
    "log": _button("Apri il registro"),
    "put_off": _button("Rimanda"),
    "approve": _button("Leggi e decidi"),
    "queue": _key("f"),
    "rota": _plan,
    "another": _way("another"),
    "annul": _way("annul"),
    "move": _way("move"),
    "switches": _way("switches"),
    "talk": _button("Parla con"),
    "tables": _tab(1),
    "eyes": _tab(2),
    "people": _tab(3),
}
