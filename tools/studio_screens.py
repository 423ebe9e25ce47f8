"""Pictures of the studio's screens, each at the sizes of its device and in both languages.

Owns: which states of which screen are photographed, and the devices they are read on. States are
told by the gateways of `tests/browser/studio`, which show any state at once; a state added there
has its picture the next time. What the real server says is tested with the real server.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from playwright.sync_api import Browser, Page
from tests.browser.studio import desk_states, desks, scenes, shoe_scenes
from tests.browser.studio.fake import ADDRESS, FakeGateway
from tools.visits import SETTLED

Size = tuple[int, int]
Take = Callable[[str, Page], None]

LANGUAGES = {"it": "it-IT", "en": "en-GB"}
CONSOLE: tuple[Size, ...] = ((1280, 800),)
PANEL: tuple[Size, ...] = ((1080, 1920),)
DESK: tuple[Size, ...] = ((1920, 1080), (1440, 900), (1024, 768), (390, 844))
PHONE: tuple[Size, ...] = ((390, 844),)
LAPTOP: tuple[Size, ...] = ((1440, 900), (1024, 768))
SHOWN = "[data-instruction] h2, .say, main, .desk"
PROMPTED = ("betting", "dealing", "stopped", "last_hand", "bj_decision", "brag_answers", "result")

AT_A_TABLE = ("dealer", "prompter")
SPEAK = """async (language) => {
    const menu = document.querySelector("button.pill[aria-expanded]");
    const drawn = () => new Promise((done) => setTimeout(done, 200));
    menu.click();
    await drawn();
    document.querySelector(`.languages [lang=${language}]`).click();
    await drawn();
    if (menu.getAttribute("aria-expanded") === "true") menu.click();
    await drawn();
}"""
"""Choose a language in the person's menu without touching what lies over it."""


@dataclass(frozen=True)
class Screen:
    """One screen of the studio and its states; each maker gives a gateway that tells a state."""

    name: str
    states: Mapping[str, Callable[[], FakeGateway]]
    path: str
    sizes: tuple[Size, ...]
    acts: Mapping[str, Callable[[Page], None]] | None = None
    """What a person does before a state is looked at, in Italian."""

    def does(self, state: str, gateway: FakeGateway) -> Callable[[Page], None] | None:
        """The act of a state; desks bring their own."""
        return getattr(gateway, "does", None) or (self.acts or {}).get(state)


def _at_table(name: str) -> FakeGateway:
    return FakeGateway(view=scenes.SCENES[name](), info=scenes.info_of(name))


SCREENS = (
    Screen("dealer", {n: partial(_at_table, n) for n in scenes.SCENES}, "dealer", CONSOLE),
    Screen("prompter", {n: partial(_at_table, n) for n in PROMPTED}, "prompter", PANEL),
    Screen("desk", desk_states.WALLS, "desk", DESK),
    Screen("desk-table", desk_states.TABLES, "desk/live-1", DESK),
    Screen("desk-dialog", desk_states.DIALOGS, "desk", LAPTOP, desk_states.ACTS),
    Screen("desk-way", desk_states.TABLE_DIALOGS, "desk/live-1", LAPTOP, desk_states.ACTS),
    Screen("desk-phone", desk_states.PHONE, "desk", PHONE, desk_states.ACTS),
    Screen("chat", desks.CHAT, "chat", LAPTOP),
    Screen("shoes", shoe_scenes.SHOES, "shoes", LAPTOP),
)


def photographs(browser: Browser, wanted: set[str], take: Take) -> Iterator[str]:
    """Take every picture of the wanted screens or states; the name of each state when it is done.

    `wanted` holds names such as `studio-desk` or `studio-desk-wall`; empty means every one.
    """
    for screen in SCREENS:
        for state in screen.states:
            name = f"studio-{screen.name}-{state}"
            if wanted and wanted.isdisjoint({"studio", f"studio-{screen.name}", name}):
                continue
            for language in LANGUAGES:
                for size in screen.sizes:
                    file = f"{name}-{size[0]}x{size[1]}-{language}"
                    with opened(browser, screen, state, size=size, language=language) as page:
                        take(file, page)
            yield name


@contextmanager
def opened(
    browser: Browser, screen: Screen, state: str, *, size: Size, language: str
) -> Iterator[Page]:
    """A state on a device, after a person has done what leads to it."""
    gateway = screen.states[state]()
    act = screen.does(state, gateway)
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale=LANGUAGES["it" if act else language],
        reduced_motion="reduce",
    )
    context.add_init_script(f"sessionStorage.setItem('sabot/console', '{scenes.CONSOLE}')")
    gateway.serve(context)
    page = context.new_page()
    table = f"/{gateway.view.table}" if screen.name in AT_A_TABLE else ""
    page.goto(f"{ADDRESS}/studio/{screen.path}{table}")
    page.locator(SHOWN).first.wait_for()
    page.wait_for_load_state("networkidle")
    if act is not None:
        act(page)
        if language != "it":
            page.evaluate(SPEAK, language)
    page.evaluate(SETTLED)
    yield page
    context.close()
