"""The English words of the studio's screens, and what the runbooks quote of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from sabot.wire.studio import Duty, StudioView

ROOT = Path(__file__).resolve().parents[2]
TEXTS = ROOT / "web" / "apps" / "studio" / "src" / "language" / "en"
RUNBOOKS = ROOT / "docs" / "runbooks"

QUOTE = re.compile("“([^”]+)”")
STEP = re.compile(r"^(?:\d+\. )?(?:(Manager|Second manager|Supervisor|Dealer|Second dealer): )?")

PAGES = {
    "Manager": ("desk.json", "desk_table.json"),
    "Second manager": ("desk.json", "desk_table.json"),
    "Supervisor": ("shoes.json",),
}
"""Whose steps quote which page; the dealer's and all others quote the console."""

BIG = {
    Duty.SIGN_ON: "sign_on",
    Duty.LOAD: "load",
    Duty.BURN: "burn",
    Duty.OPEN: "open",
    Duty.LAY: "lay",
    Duty.REVEAL: "reveal_all",
    Duty.COLLECT: "collect",
    Duty.OFF: "off",
}


def pages() -> list[Path]:
    """Every runbook."""
    return sorted(path for path in RUNBOOKS.glob("*.md") if path.stem != "README")


def _blocks(page: Path) -> Iterator[tuple[str, str]]:
    """Who is addressed, and the words, in the order of a runbook."""
    text = page.read_text(encoding="utf-8")
    for block in re.split(r"\n(?=\d+\. |\n|#)", text):
        lines = " ".join(line.strip() for line in block.splitlines()).strip()
        found = STEP.match(lines)
        yield (found.group(1) if found else None) or "Dealer", lines


def quotes(page: Path) -> Iterator[tuple[str, str]]:
    """Who reads which words of a screen, in the order of a runbook."""
    for who, lines in _blocks(page):
        for quote in QUOTE.findall(lines):
            yield who, quote


def steps(page: Path) -> Iterator[tuple[str, str]]:
    """Who does which numbered step, in the order of a runbook."""
    return (block for block in _blocks(page) if re.match(r"\d+\. ", block[1]))


def keys_of(text: str) -> list[str]:
    """The keys that a step names, in their order.

    >>> keys_of("Press F9, then F10; a scanner sends F24.")
    ['F9', 'F10']
    """
    return re.findall(r"\bF(?:[1-9]|1[0-2])\b", text)


def _leaves(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for one in value.values():
            yield from _leaves(one)
    else:
        yield str(value)


_FILLED = re.compile(r"\{\{\w+\}\}")


@cache
def words_of(name: str) -> tuple[re.Pattern[str], ...]:
    """The texts of one file; what is filled in may be anything, but some words must be its own."""
    texts = _leaves(json.loads((TEXTS / name).read_text(encoding="utf-8")))
    own = (text for text in texts if re.search("[A-Za-z]{3}", _FILLED.sub("", text)))
    return tuple(re.compile(_pattern(text)) for text in own)


def _pattern(text: str) -> str:
    plain = text.replace("*", "").replace("\n", " ")
    return re.sub(r"\\\{\\\{\w+\\\}\\\}", ".+", re.escape(plain))


def is_there(name: str) -> bool:
    """Whether a screen is in this tree."""
    return (TEXTS / name).is_file()


def big(studio: StudioView) -> str:
    """The largest text of the console for this instruction, where it is a plain one."""
    texts = json.loads((TEXTS / "dealer.json").read_text(encoding="utf-8"))["do"]
    act = studio.instruction.act
    if act is Duty.MANAGER:
        awaited = studio.instruction.facts.get("awaited")
        return str(texts["stopped"]["cancel" if awaited == "cancel" else "manager"])
    return str(texts[BIG[act]]["big"])
