"""A walk over every screen, size and phase: nothing hangs over, hides, shrinks or speaks in keys.

`make test` walks the first scene, `make browser` every scene in one language, and both run axe
twice at each stop. SABOT_WALK=1 walks in both languages and runs axe at every size.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.conftest import CUT
from tests.browser.visitors import Console
from tools.scenes import SCENES, Scene, dealing, opened, stops
from tools.troubles import lost

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMINE = (Path(__file__).parent / "examine.js").read_text()
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
LONG = os.environ.get("SABOT_WALK") == "1"
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
    "preload": False,  # a scene without a line has nothing to fetch
    # Experimental: it compares letters, and a spot says in words what is drawn as a number.
    "rules": {"label-content-name-mismatch": {"enabled": False}},
}


def axe(page: Page) -> list[str]:
    """What axe finds, one line each."""
    if not page.evaluate("typeof axe !== 'undefined'"):
        page.evaluate(AXE.read_text())
    found: Any = page.evaluate("rules => axe.run(document, rules)", RULES)
    return [
        f"axe {one['id']}: {one['nodes'][0]['target']} ({len(one['nodes'])})"
        for one in found["violations"]
    ]


def walked(scene: Scene, browser: Browser, console: Console, locale: str) -> tuple[int, list[str]]:
    """How many views were looked at, and what was found."""
    found: list[str] = []
    views = 0
    listen: Callable[[Page], None] = console.listen
    with opened(
        scene, browser, locale=locale, listen=listen, reduced_motion="reduce", bypass_csp=True
    ) as visit:
        for stop in stops(scene, visit):
            for size, page, touch in stop.views():
                views += 1
                seen = list(page.evaluate(EXAMINE, touch))
                if LONG or size in ("1440x900", "390x844"):
                    seen += axe(page)
                found += [f"{stop.name} {size}: {one}" for one in seen]
    return views, found


@pytest.mark.parametrize(
    "scene", SCENES, ids=[f"{scene.name}-{scene.script.__name__}" for scene in SCENES]
)
@pytest.mark.parametrize("locale", ["it-IT", "en-GB"] if LONG else ["it-IT"])
def test_every_screen_size_and_phase(
    browser: Browser,
    console: Console,
    scene: Scene,
    locale: str,
    record_property: Callable[[str, object], None],
) -> None:
    if scene.script in (dealing, lost):
        console.allowed += CUT
    views, found = walked(scene, browser, console, locale)
    record_property("counted", f"walk {scene.name}, {locale}: {views} views")
    assert not found, "\n".join(found)
