"""One browser, a casino a test, and nothing on the console at the end of it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import pytest
from playwright.sync_api import Browser
from tests.browser.choice import Test, chosen
from tests.browser.pages import SIZES, Screen
from tests.browser.visitors import VISITORS, Console
from tests.browser.words import ENGLISH, ITALIAN, Speech
from tools.staged import Staged, stacked, until
from typing_extensions import override

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


class View(NamedTuple):
    """What a player has before them, unless a test says otherwise."""

    size: tuple[int, int] = (1440, 900)
    locale: str = ENGLISH

    @property
    def is_phone(self) -> bool:
        """A finger, and no mouse."""
        return min(self.size) < 500

    @override
    def __str__(self) -> str:
        return f"{self.size[0]}x{self.size[1]}-{self.locale[:2]}"


VIEWS = tuple(View(size, locale) for locale in (ENGLISH, ITALIAN) for size in SIZES)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests marked `spread` are played in every view by `make browser`, in one by `make test`."""
    if metafunc.definition.get_closest_marker("spread") and "view" in metafunc.fixturenames:
        metafunc.parametrize("view", _views(metafunc.definition), ids=str, indirect=True)


def _views(item: pytest.Function) -> list[View]:
    """All of them, but for what the test chooses itself, or does with a mouse."""
    own = set(item.fixturenames)
    mouse, english = item.get_closest_marker("mouse"), item.get_closest_marker("english")
    return [
        view
        for view in VIEWS
        if not ("size" in own and view.size != VIEWS[0].size)
        and not ("locale" in own and view.locale != ENGLISH)
        and not (mouse and view.is_phone)
        and not (english and view.locale != ENGLISH)
    ]


def _elsewhere(item: pytest.Item) -> bool:
    """Whether `make test` plays this test in another view: which one follows from its name."""
    call = getattr(item, "callspec", None)
    if call is None or "view" not in call.params:
        return False
    assert isinstance(item, pytest.Function)
    view, mine = call.params["view"], _views(item)
    case = item.name.replace(str(view), "")
    return bool(view != mine[crc32(case.encode()) % len(mine)])


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
        elif _elsewhere(item):
            item.add_marker(pytest.mark.wide)
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
def view(request: pytest.FixtureRequest) -> View:
    """Size and language of this test: see `spread`."""
    return getattr(request, "param", View())


@pytest.fixture
def enter(stage: Stage, console: Console, view: View) -> Iterator[Enter]:
    """Lets a player in: a guest with play money unless a demo account is named.

    Motion is reduced unless a test wants it: what is not looked at need not be drawn.
    """
    inside = []

    def let_in(
        casino: Staged,
        *,
        login: str | None = None,
        locale: str = view.locale,
        size: tuple[int, int] = view.size,
        touch: bool | None = None,
        signed_in: bool = True,
        motion: str = "reduce",
        fresh: bool = False,
        **more: Any,
    ) -> Screen:
        Speech.locale = locale
        if touch is None:
            touch = view.is_phone and size == view.size
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
    Speech.locale = ENGLISH
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
