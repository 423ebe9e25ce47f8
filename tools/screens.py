"""Pictures of every screen, size and phase, from a casino with chosen cards: `make screens`.

Owns: `docs/screens`. Pictures are WebP, compressed by Chromium itself; the whole folder stays small
enough to be read on a telephone.
"""

from __future__ import annotations

import base64
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from tools.browser import FLAGS, MISSING, install
from tools.scenes import SCENES, opened, stops
from tools.studio_screens import photographs

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screens"
QUALITY = 72
STILL = """async () => {
    const left = one => {
        const { endTime, localTime } = one.effect.getComputedTiming();
        return one.playState === "running" ? endTime - (localTime ?? 0) : 0;
    };
    const short = document.getAnimations().filter(one => left(one) > 0 && left(one) < 2000);
    await Promise.all(short.map(one => one.finished.catch(() => undefined)));
}"""
"""Waits for short animations to end: a page in the background starts them only when shown."""


def main() -> None:
    """Take every picture again; arguments choose scenes, by name or script."""
    wanted = set(sys.argv[1:])
    path = install()
    if path is None:
        sys.exit(MISSING)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        for scene in SCENES:
            if wanted and wanted.isdisjoint({scene.name, scene.script.__name__}):
                continue
            with opened(scene, browser) as visit:
                for stop in stops(scene, visit):
                    for size, page, _ in stop.views():
                        photograph(page, FOLDER / f"{stop.name}-{size}.webp")
                    print(stop.name, flush=True)
        for name in photographs(browser, wanted, _taken):
            print(name, flush=True)
        browser.close()
    total = sum(file.stat().st_size for file in FOLDER.glob("*.webp"))
    print(f"{len(list(FOLDER.glob('*.webp')))} pictures, {total / 1e6:.1f} MB")


def _taken(name: str, page: Page) -> None:
    photograph(page, FOLDER / f"{name}.webp")


def photograph(page: Page, file: Path) -> None:
    """One picture of what is on the screen."""
    page.evaluate(STILL)
    line = page.context.new_cdp_session(page)
    asked = {"format": "webp", "quality": QUALITY, "optimizeForSpeed": False}
    file.write_bytes(base64.b64decode(line.send("Page.captureScreenshot", asked)["data"]))
    line.detach()


if __name__ == "__main__":
    main()
