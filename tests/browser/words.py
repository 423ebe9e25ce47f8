"""What a page says, in the language of the test: tests name texts in English, `said` finds them.

Owns the pairs of texts of both languages, by their keys in the language files. A text that is in no
language file has no translation, and the test that asks for it fails: nobody asserts English words
on an Italian page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple, overload

WEB = Path(__file__).parents[2] / "web"
ENGLISH, ITALIAN = "en-GB", "it-IT"
HOLE = re.compile(r"\{\{\s*\w+\s*\}\}")
AMOUNT = re.compile(r"€(\d[\d,]*)(\.\d\d)?")
MARKS = str.maketrans(".,", ",.")
POINT = re.compile(r"(\d)\.(\d)")
LETTER = re.compile(r"[^\W\d_]")
PATTERN = re.compile(r"(\.\*|\\d\+?|\[[^]]*\]\+?|(?<!\\)[()]|\$|\^|\|)")
"""What tests write into patterns beside words."""


class Pair(NamedTuple):
    """One text in both languages, with its places for values."""

    english: str
    italian: str

    @property
    def pieces(self) -> list[str]:
        """The English words between the places for values."""
        return HOLE.split(self.english)

    @property
    def weight(self) -> int:
        """How many letters are its own."""
        return len(LETTER.findall("".join(self.pieces)))


class Speech:
    """The language that pages of this test speak."""

    locale = ENGLISH


def leaves(texts: object, key: str = "") -> Iterator[tuple[str, str]]:
    """The texts of a file by key, however deep.

    >>> list(leaves({"a": "one", "b": {"c": "two"}}))
    [('.a', 'one'), ('.b.c', 'two')]
    """
    if isinstance(texts, Mapping):
        for name, value in texts.items():
            yield from leaves(value, f"{key}.{name}")
    elif isinstance(texts, str):
        yield key, texts


@cache
def pairs() -> tuple[Pair, ...]:
    """All texts of the players' site."""
    found: dict[Pair, None] = {}
    for file in sorted((WEB / "apps" / "player").glob("src/**/en/*.json")):
        found.update(_of(file, file.parents[1] / "it" / file.name))
    for file in sorted((WEB / "games").glob("*/*/**/en/*.json")):
        if "node_modules" not in file.parts:
            found.update(_of(file, file.parents[1] / "it" / file.name))
    for file in sorted((WEB / "games").glob("*/*/**/en.json")):
        if "node_modules" not in file.parts:
            found.update(_of(file, file.with_name("it.json")))
    return tuple(found)


def _of(english: Path, italian: Path) -> dict[Pair, None]:
    theirs = dict(leaves(json.loads(italian.read_text())))
    ours = leaves(json.loads(english.read_text()))
    return {Pair(text, theirs[key]): None for key, text in ours if key in theirs}


@overload
def said(text: str, *, exact: bool = False) -> str | re.Pattern[str]: ...
@overload
def said(text: re.Pattern[str], *, exact: bool = False) -> re.Pattern[str]: ...
def said(text: str | re.Pattern[str], *, exact: bool = False) -> str | re.Pattern[str]:
    """A text of a page in the language that it speaks; a pattern where several would do."""
    if Speech.locale == ENGLISH:
        return text
    if isinstance(text, re.Pattern):
        parts = (
            part if PATTERN.fullmatch(part) else either(part.replace("\\", ""))
            for part in PATTERN.split(text.pattern)
            if part
        )
        return re.compile("".join(parts), text.flags | re.IGNORECASE)
    source = either(text)
    return re.compile(rf"^\s*{source}\s*$" if exact else source, re.IGNORECASE)


@cache
def either(text: str) -> str:
    """A pattern of what an Italian page says instead of an English text, or of a part of one."""
    core = text.strip()
    if not core:
        return text
    found = "|".join(sorted(_found(core)))
    assert found, f"no Italian for {text!r}"
    before, after = text[: text.index(core)], text[text.index(core) + len(core) :]
    return f"{before}(?:{found}){after}"


def _found(text: str) -> frozenset[str]:
    if not LETTER.search(text):
        return frozenset({_number(text)})
    return (
        _whole(text)
        or _filled(text)
        or _parts(text)
        or _italian(text)
        or _split(text)
        or _name(text)
    )


def chip(value: str) -> re.Pattern[str]:
    """The name of a chip, and of no golden one: `5`, `0.50`."""
    if Speech.locale == ENGLISH:
        return re.compile(rf"^Chip of €{re.escape(value)}(?![\d.,]*\d)")
    return re.compile(rf"^Fiche da {re.escape(written(value))}\s€")


def written(number: str) -> str:
    """A number in the language of the page.

    >>> written("1,005.00")
    '1,005.00'
    """
    return number if Speech.locale == ENGLISH else number.translate(MARKS)


def _whole(text: str) -> frozenset[str]:
    same = (pair for pair in pairs() if pair.english.casefold() == text.casefold())
    return frozenset(re.escape(pair.italian) for pair in same)


def _filled(text: str) -> frozenset[str]:
    """From texts with places for values, whole or up to here: those with most words in common."""
    found: dict[str, int] = {}
    for pair in pairs():
        if len(pair.pieces) < 2 or pair.weight < 2:
            continue
        match = re.fullmatch("(.+?)".join(map(re.escape, pair.pieces)), text, re.IGNORECASE)
        if match and all(map(_is_value, match.groups())):
            values = dict(zip(HOLE.findall(pair.english), match.groups(), strict=True))
            found[_with(pair.italian, values)] = pair.weight
        elif (begun := _begun(pair.pieces, text)) is not None:
            values = dict(zip(HOLE.findall(pair.english), begun, strict=False))
            letters = len(LETTER.findall(text)) - len(LETTER.findall("".join(begun)))
            found[_with(pair.italian, values)] = letters
    return frozenset(one for one, weight in found.items() if weight == max(found.values()))


def _with(italian: str, values: Mapping[str, str]) -> str:
    holes = HOLE.findall(italian)
    words = [re.escape(piece) for piece in HOLE.split(italian)]
    filled = [_value(values[hole]) if hole in values else ".+?" for hole in holes]
    return "".join(one for both in zip_longest(words, filled, fillvalue="") for one in both)


def _is_value(value: str) -> bool:
    """A number, a name, or a text of its own."""
    letters = LETTER.search(value)
    return letters is None or value.istitle() or bool(_whole(value))


def _value(value: str) -> str:
    if not LETTER.search(value):
        return _number(value)
    return f"(?:{'|'.join(sorted(_whole(value) or {re.escape(value)}))})"


def _parts(text: str) -> frozenset[str]:
    """Of all texts that this one is a part of."""
    words = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)", re.IGNORECASE)
    return frozenset(
        _with(pair.italian, {}) for pair in pairs() if any(map(words.search, pair.pieces))
    )


def _begun(pieces: Sequence[str], text: str) -> list[str] | None:
    """The values in a text that another one begins with; they have one word each.

    >>> _begun(["Seat ", ", ", ". Sit"], "Seat 3, free")
    ['3', 'free']
    >>> _begun(["Seat ", ", free. Sit"], "Seat 3, fr")
    ['3']
    """
    rest, letters, values = text, 0, list[str]()
    for place, piece in enumerate(pieces):
        if place:
            value = re.match(r"[\w€.]*\w", rest)
            if value is None:
                return None
            values.append(value[0])
            rest = rest[value.end() :]
        if len(rest) <= len(piece):
            letters += len(LETTER.findall(rest))
            fits = letters > 2 and piece.casefold().startswith(rest.casefold())
            return values if fits and all(map(_is_value, values)) else None
        if not rest.casefold().startswith(piece.casefold()):
            return None
        rest, letters = rest[len(piece) :], letters + len(LETTER.findall(piece))
    return None


def _split(text: str) -> frozenset[str]:
    """Of texts that stand beside each other."""
    for mark in (", ", ": ", " "):
        left, found, right = text.partition(mark)
        if found and left and right:
            return frozenset({f"{either(left)}.*{either(right)}"})
    return frozenset()


def _italian(text: str) -> frozenset[str]:
    """Of a test that knows both languages and names the Italian words itself."""
    known = any(text.casefold() in pair.italian.casefold() for pair in pairs())
    return frozenset({re.escape(text)}) if known else frozenset()


def _name(text: str) -> frozenset[str]:
    """Of a player or a table: no word of the language files, and the same in every language."""
    return frozenset({re.escape(text)}) if text[0].isupper() else frozenset()


def _number(text: str) -> str:
    r"""Amounts and numbers as Italian writes them.

    >>> _number("+€1,005.00")
    '\\+1\\.005,00\\s€'
    """
    text = AMOUNT.sub(
        lambda found: f"{found[1].replace(',', '.')}{(found[2] or '').replace('.', ',')} €", text
    )
    text = text if "€" in text else POINT.sub(r"\1,\2", text)
    return re.escape(text).replace(r"\ €", r"\s€").replace("%", r"\s?%")
