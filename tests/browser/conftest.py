"""A browser a module, a casino a test, and nothing on the console at the end of it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright
from tests.browser.pages import Screen
from tools.browser import FLAGS, MISSING, install
from tools.staged import Staged, stacked

from sabot.service.virtual_dealer import Shuffle
from sabot.table.config import AnyConfig

Stage = Callable[..., Staged]
Enter = Callable[..., Screen]

CUT = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "WebSocket connection")
"""What Chromium itself writes when a line is cut; a test that cuts one says so."""

UNKNOWN_VISITOR = "status of 401"
"""What Chromium itself writes when a page asks who is there, and nobody is signed in."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for a module: a loop that stays would be in the way of other tests."""
    path = install()
    if path is None:
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield running
        running.close()


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    """Opens casinos: `stage(table("speed-1"), cards="9S 2H")`; all of them close with the test."""
    opened: list[Staged] = []
    numbers = itertools.count()

    def build(
        *tables: AnyConfig,
        cards: str = "",
        shuffle: Shuffle | None = None,
        folder: Path | None = None,
        **more: Any,
    ) -> Staged:
        where = folder or tmp_path / str(next(numbers))
        where.mkdir(exist_ok=True)
        casino = Staged(where, tables or None, shuffle=shuffle or stacked(cards), **more)
        opened.append(casino)
        return casino.__enter__()

    yield build
    for casino in opened:
        casino.close()


class Console:
    """What pages complained about."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.allowed: tuple[str, ...] = ()

    def listen(self, page: Page) -> None:
        """Write down every warning, error and broken script of a page."""
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.heard.append(f"page error: {error}"))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.heard.append(f"{message.type}: {message.text}")

    @property
    def complaints(self) -> list[str]:
        """All but what a test said it would cause."""
        return [text for text in self.heard if not any(part in text for part in self.allowed)]


@pytest.fixture
def console() -> Iterator[Console]:
    """Fails a test whose pages complained."""
    heard = Console()
    yield heard
    assert heard.complaints == []


@pytest.fixture
def enter(browser: Browser, console: Console) -> Iterator[Enter]:
    """Lets a player in: a guest with play money unless a demo account is named."""
    contexts = []

    def let_in(
        casino: Staged,
        *,
        login: str | None = None,
        locale: str = "en-GB",
        size: tuple[int, int] = (1440, 900),
        touch: bool = False,
        signed_in: bool = True,
        **more: Any,
    ) -> Screen:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale=locale, has_touch=touch, **more
        )
        contexts.append(context)
        player = ""
        if not signed_in:
            console.allowed += (UNKNOWN_VISITOR,)
        else:
            player = sign_in(context.request, casino.address, login)
        page = context.new_page()
        console.listen(page)
        return Screen(page, casino.address, player)

    yield let_in
    for context in contexts:
        context.close()


def sign_in(request: Any, address: str, login: str | None) -> str:
    """A session for a context; the id of the player."""
    way, body = (
        ("/api/sign-in/guest", {})
        if login is None
        else ("/api/sign-in", {"login": login, "password": "sabot-demo"})
    )
    answer = request.post(f"{address}{way}", data=body, headers={"Origin": address})
    assert answer.ok, answer.text()
    return str(answer.json()["me"]["player"])
