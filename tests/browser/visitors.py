"""Chromium and its visitors: one browser for all tests of this folder, one warm context a visitor.

Owns: the browser's life, contexts that are wiped and used again (their cache of scripts is what
makes a page quick), and what pages complain about on the console.
"""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    sync_playwright,
)
from tools.browser import FLAGS, MISSING, install

WIPE = "() => { localStorage.clear(); sessionStorage.clear(); }"


class Console:
    """What pages complained about."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.allowed: tuple[str, ...] = ()
        self._pages: list[Page] = []

    def listen(self, page: Page) -> None:
        """Write down every warning, error and broken script of a page."""
        self._pages.append(page)
        page.on("console", self._said)
        page.on("pageerror", self._broke)

    def stop(self) -> None:
        """Listen no more: the pages go to other tests."""
        for page in self._pages:
            page.remove_listener("console", self._said)
            page.remove_listener("pageerror", self._broke)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.heard.append(f"{message.type}: {message.text}")

    def _broke(self, error: Error) -> None:
        self.heard.append(f"page error: {error}")

    @property
    def complaints(self) -> list[str]:
        """All but what a test said it would cause."""
        return [text for text in self.heard if not any(part in text for part in self.allowed)]


class Visitors:
    """The browser of this process, started when the first test asks for it."""

    def __init__(self) -> None:
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._free: dict[str, list[BrowserContext]] = {}

    @property
    def browser(self) -> Browser:
        """Chromium; a machine that cannot have one skips the test."""
        if self._browser is None:
            path = install()
            if path is None:
                pytest.skip(MISSING)
            self._playwright = sync_playwright().start()
            self._browser = self._playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        return self._browser

    def take(self, *, fresh: bool = False, **wanted: Any) -> tuple[str, BrowserContext]:
        """A context as wanted, with one page; and the name under which it is given back.

        A fresh one has nothing in its cache, and nobody has it afterwards.
        """
        name = "" if fresh else repr(sorted(wanted.items()))
        free = self._free.setdefault(name, [])
        if free:
            context = free.pop()
            context.pages[0].set_viewport_size(wanted["viewport"])  # a test may have changed it
            return name, context
        context = self.browser.new_context(**wanted)
        context.new_page()
        return name, context

    def give_back(self, name: str, context: BrowserContext) -> None:
        """Wipe a context for the next visitor; one that cannot be wiped is closed."""
        if not name:
            context.close()
            return
        try:
            context.set_offline(False)
            for page in context.pages[1:]:
                page.close()
            context.pages[0].unroute_all(behavior="ignoreErrors")
            context.unroute_all(behavior="ignoreErrors")
            with contextlib.suppress(Error):  # a page that was nowhere has nothing stored
                context.pages[0].evaluate(WIPE)
            context.pages[0].goto("about:blank")
            context.clear_cookies()
        except (Error, IndexError):
            context.close()
        else:
            self._free[name].append(context)

    def close(self) -> None:
        """End the browser; its event loop would be in the way of tests of other folders."""
        self._free.clear()
        if self._browser is not None:
            self._browser.close()
        if self._playwright is not None:
            self._playwright.stop()
        self._browser = self._playwright = None


VISITORS = Visitors()
