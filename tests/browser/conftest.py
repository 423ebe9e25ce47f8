"""One browser, a casino a test, and nothing on the console at the end of it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.browser.choice import Test, chosen
from tests.browser.pages import Screen
from tests.browser.visitors import VISITORS, Console
from tools.staged import Staged, stacked, until

from sabot.runtime.virtual_dealer import Shuffle
from sabot.table.config import AnyConfig

Stage = Callable[..., Staged]
Enter = Callable[..., Screen]

FOLDER = Path(__file__).parent
CUT = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "WebSocket connection")
"""What Chromium itself writes when a line is cut; a test that cuts one says so."""

PORTS: list[int] = []
"""The port of this process: a browser caches scripts by address."""


TIMED = ("test_memory.py", "test_speed.py", "test_multiplay_speed.py")
"""What is measured with a clock needs the machine for itself."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what only `make browser` has time for, and what it plays alone."""
    ours = [item for item in items if FOLDER in item.path.parents]
    untimed = [item for item in ours if item.path.name not in TIMED]
    always = {_function(item) for item in untimed if item.get_closest_marker("look")}
    quick = chosen([_function(item) for item in untimed], always)
    played: set[Test] = set()
    for item in ours:
        if item.path.name in TIMED:
            item.add_marker(pytest.mark.timed)
        elif item.get_closest_marker("look"):
            continue
        elif (test := _function(item)) not in quick or test in played:
            item.add_marker(pytest.mark.wide)
        else:
            played.add(test)


def _function(item: pytest.Item) -> Test:
    return item.path.name, item.name.partition("[")[0]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """The browser ends after the last test of this folder."""
    yield
    if nextitem is None or FOLDER not in nextitem.path.parents:
        VISITORS.close()


@pytest.fixture
def browser() -> Browser:
    """Chromium itself, for what needs contexts of its own."""
    return VISITORS.browser


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
        more.setdefault("port", PORTS[0] if PORTS and not opened else 0)
        casino = Staged(where, tables or None, shuffle=shuffle or stacked(cards), **more)
        opened.append(casino)
        casino.__enter__()
        PORTS[:] = PORTS or [casino.port]
        return casino

    yield build
    for casino in opened:
        casino.close()


@pytest.fixture
def console() -> Iterator[Console]:
    """Fails a test whose pages complained."""
    heard = Console()
    yield heard
    heard.stop()
    assert heard.complaints == []


@pytest.fixture
def enter(stage: Stage, console: Console) -> Iterator[Enter]:
    """Lets a player in: a guest with play money unless a demo account is named.

    Motion is reduced unless a test wants it: what is not looked at need not be drawn.
    """
    inside = []

    def let_in(
        casino: Staged,
        *,
        login: str | None = None,
        locale: str = "en-GB",
        size: tuple[int, int] = (1440, 900),
        touch: bool = False,
        signed_in: bool = True,
        motion: str = "reduce",
        fresh: bool = False,
        **more: Any,
    ) -> Screen:
        name, context = VISITORS.take(
            fresh=fresh,
            viewport={"width": size[0], "height": size[1]},
            locale=locale,
            has_touch=touch,
            reduced_motion=motion,
            **more,
        )
        inside.append((name, context))
        player = sign_in(context.request, casino.address, login) if signed_in else ""
        page = context.pages[0]
        console.listen(page)
        return Screen(page, casino.address, player)

    yield let_in
    console.stop()
    for name, context in inside:
        VISITORS.give_back(name, context)


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


def prefer(screen: Screen, patch: dict[str, Any]) -> None:
    """Set a player's preferences, as the settings do."""
    answer = screen.page.context.request.patch(
        f"{screen.address}/api/preferences", data=patch, headers={"Origin": screen.address}
    )
    assert answer.ok, answer.text()


def no_more_bets(casino: Staged, table_id: str, *players: Screen, chips: int | None = None) -> None:
    """End betting once the casino has every chip that the pages show.

    `chips` is said where some of them do not count.
    """
    for player in players:
        until(
            lambda player=player: (
                casino.lying(table_id, player.player) == (player.staked if chips is None else chips)
            )
        )
    casino.time_up(table_id)
