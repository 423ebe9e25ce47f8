"""The people of a runbook at their screens, and the runbook itself, ticked off as it is followed.

A step is done when its person has seen every text that it quotes and pressed every key that it
names; a runbook is done when all its steps are, in their order.
"""

from __future__ import annotations

import os
import queue
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect
from tests.adapters.scanner.test_source import line
from tests.browser.company import guest_bets
from tests.browser.conftest import Enter, Stage
from tests.browser.studio.dealing import SLOW_MS, Console, live, seal, send
from tests.rehearsal import screens
from tools.staged import PATIENCE_S, Staged

from sabot.table import commands as c

CONSOLE, DESK, SHOES = (1280, 800), (1920, 1080), (1440, 900)


@dataclass
class Step:
    """What is left to do of one step."""

    who: str
    text: str
    quotes: list[str]
    keys: list[str]

    def sees(self, page: Page, quote: str, *, first: bool = True) -> Locator:
        """The person reads this on the screen; where it stands."""
        self.quotes.remove(quote)
        found = page.get_by_text(quote)
        shown = (found.first if first else found.last).or_(page.get_by_label(quote).first).first
        expect(shown).to_be_visible(timeout=SLOW_MS)
        return shown

    def presses(self, page: Page, quote: str) -> None:
        """The person presses what is called so."""
        self.quotes.remove(quote)
        exact = page.get_by_role("button", name=re.compile(f"^{re.escape(quote)}( [A-Z0-9]+)?$"))
        named = page.get_by_role("button", name=quote)
        named.last.wait_for(timeout=SLOW_MS)
        (exact if exact.count() > 0 else named).last.press("Enter")

    def key(self, page: Page, key: str) -> None:
        """The person presses a key that the runbook names."""
        self.keys.remove(key)
        page.keyboard.press(key)

    def means(self, quote: str, because: str) -> None:
        """This text is for another moment, which another test shows."""
        assert because
        self.quotes.remove(quote)


class Runbook:
    """One runbook of `docs/runbooks`, step by step."""

    def __init__(self, name: str) -> None:
        self._left = [
            Step(who or "Dealer", text, screens.QUOTE.findall(text), screens.keys_of(text))
            for who, text in screens.steps(screens.RUNBOOKS / f"{name}.md")
        ]

    @contextmanager
    def step(self, who: str = "Dealer") -> Iterator[Step]:
        """The next step, which is this person's."""
        one = self._left.pop(0)
        assert one.who == who, one.text
        yield one
        assert (one.quotes, one.keys) == ([], []), one.text

    def followed(self) -> None:
        """Every step was done."""
        assert [one.text for one in self._left] == []


class Shift:
    """Screens of one table, each opened when its person comes."""

    def __init__(self, casino: Staged, enter: Enter, table: str = "live-1") -> None:
        self.casino = casino
        self.table = table
        self._enter = enter

    def dealer(self, login: str = "dealer") -> Console:
        """A dealer at the console of the table."""
        desk = Console(self._enter(self.casino, login=login, size=CONSOLE).page, self.casino)
        desk.open()
        return desk

    def manager(self, login: str = "manager") -> Page:
        """A shift manager who opened the table from the wall."""
        page = self._enter(self.casino, login=login, size=DESK).page
        page.goto(f"{self.casino.address}/studio/desk")
        page.get_by_role("link", name=re.compile("^Aurora")).click(timeout=SLOW_MS)
        expect(page.locator("[data-refund]")).to_be_visible(timeout=SLOW_MS)
        return page

    def shoe_desk(self, login: str = "supervisor") -> Page:
        """The shoe desk of a supervisor."""
        page = self._enter(self.casino, login=login, size=SHOES).page
        page.goto(f"{self.casino.address}/studio/shoes")
        expect(page.get_by_role("heading", name="Shoe desk")).to_be_visible(timeout=SLOW_MS)
        return page


class Bridge:
    """`sabot scanner` on the dealer's machine, with a scanner on a pseudo terminal."""

    def __init__(self, casino: Staged, token: str, *, table: str = "live-1") -> None:
        self._scanner, path = line()
        command = [
            *(str(Path(sys.executable).with_name("sabot")), "scanner", table),
            *("--url", casino.address, "--serial", f"{path}=shoe"),
        ]
        environment = {**os.environ, "SABOT_DEVICE_TOKEN": token, "PYTHONUNBUFFERED": "1"}
        self._running = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._running.stdout is not None
        for text in self._running.stdout:
            self._lines.put(text)

    def prints(self, words: str) -> str:
        """Wait for a line with these words."""
        while words not in (text := self._lines.get(timeout=PATIENCE_S)):
            pass
        return text

    def reads(self, code: str) -> None:
        """The scanner reads a card."""
        os.write(self._scanner, f"{code}\r\n".encode())

    def close(self) -> None:
        """The bridge ends, and its scanner is unplugged."""
        self._running.terminate()
        self._running.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        assert self._running.stdout is not None
        self._running.stdout.close()
        os.close(self._scanner)


# --- what every runbook begins with ---------------------------------------------------------------


def house(stage: Stage, *, burn: bool = False, **changes: Any) -> Staged:
    """A house with the live table Aurora, where only registered sets are dealt."""
    return stage(replace(live("speed-1", **changes), burn=burn, passports=True))


def loaded(casino: Staged, name: str = "A1") -> None:
    """The shoe desk's part: a set is sealed, and comes to the table."""
    seal(casino, name, 8)
    send(casino, "supervisor", c.LoadShoe(shoe_id="", decks=8, sets=(name,)))


def cards_due(shift: Shift) -> Console:
    """A dealer has signed on, a player has bet, and the first card is due."""
    desk = shift.dealer()
    desk.key("F1")
    loaded(shift.casino)
    desk.says("Open the bets")
    desk.key("F1")
    bets_placed(desk)
    return desk


def bets_placed(desk: Console) -> None:
    """Bets are open, a guest bets, and their time is over."""
    desk.phase("betting")
    guest_bets(desk.casino, "live-1", "player", 500)
    desk.casino.time_up("live-1")
    desk.says("Player 1")


def menu(page: Page, name: str) -> None:
    """Open the dealer's menu."""
    page.get_by_role("button", name=name).click()


def sets_on_the_left(page: Page, name: str) -> None:
    """Choose a set, or a table, on the shoe desk."""
    page.get_by_role("navigation").get_by_role("button", name=name).click()


def words(page: Page, quick: str) -> None:
    """Choose ready words in the dialog that asks why, and send them."""
    page.get_by_role("dialog").get_by_role("button", name=quick).click()
    page.get_by_role("dialog").get_by_label("Words for colleagues").press("Enter")
