"""Plain English: how often a text uses a turn of phrase that makes its reader guess.

Owns: the patterns, where prose is found in the project, and the rate that each pattern may have.
Knows nothing of grammar. A pattern may occur at most 0.3 times in 1,000 words, which is about the
rate in well-kept libraries: zero in a small package, once in a long one.
"""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import tokenize
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "sabot"
WEB = ROOT / "web"

RATE_MAX = 0.3
"""Occurrences of one pattern in 1,000 words."""

PATTERNS = {
    "nobody": r"\b(?:no|some|every|any)body\b|\bwho(?:so|m)?ever\b",
    "who as a subject": r"(?:^|[.;:(]\s+)who |\b(?:for|to|by|from|with|than) who\b",
    "anew": r"\banew\b",
    "of before": r"\bof before\b",
    "in vain": r"\bin vain\b",
    "as ever": r"\bas ever\b",
    "is none": r"(?<!\bthere )\b(?:is|are|was|were) (?-i:none)\b",
    "meanwhile": r"(?<!^)(?<![.;:] )\bmeanwhile\b",
    "so long": r"\bso long\b(?! as)",
    "one's own": r"\bone's\b|\boneself\b",
}
"""What `CONTRIBUTING.md` asks writers to avoid, and how to find it."""

GROUPED_BY_FOLDER = {"service", "gateway", "games", "adapters", "lab"}
"""Large packages: each folder inside is measured by itself."""

CEILINGS: dict[str, int] = {}
"""Packages that are not rewritten yet, with all occurrences they still have. Numbers only fall."""

MADE_BY_TOOLS = {"features.md"}
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`[^`\n]*`|\]\([^)]*\)|https?://\S+")
WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
ITALIAN = re.compile(r"«[^»]*»")
SCRIPTS = {".ts", ".svelte", ".js", ".mjs"}
SCRIPT_COMMENT = re.compile(
    r"/\*+(?P<block>.*?)\*/"
    r"|(?:^|(?<=\s))//(?P<lines>[^\n]*(?:\n\s*//[^\n]*)*)"
    r"|<!--(?P<markup>.*?)-->",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """One comment, docstring or paragraph, and where it stands."""

    place: str
    text: str


def plain(text: str) -> str:
    """Leave out code, addresses and quoted Italian, and join the lines."""
    return " ".join(ITALIAN.sub(" ", SPAN.sub(" x ", FENCE.sub("", text))).split())


def paragraphs(path: Path) -> Iterator[Prose]:
    """Read a Markdown file: a paragraph, list item or table cell is one text."""
    text = FENCE.sub(lambda block: "\n" * block[0].count("\n"), path.read_text(encoding="utf-8"))
    number, block = 1, list[str]()
    for line_number, written in enumerate([*text.splitlines(), ""], start=1):
        line = "" if written.startswith("#") else written  # a heading may ask who may do what
        starts = not line.strip() or re.match(r"\s*(?:[-*|#]|\d+\.)\s?", line)
        if starts and block:
            yield Prose(place=f"{path.relative_to(ROOT)}:{number}", text=plain(" ".join(block)))
            block = []
        if line.startswith("|"):
            for cell in line.strip("|").split("|"):
                yield Prose(place=f"{path.relative_to(ROOT)}:{line_number}", text=plain(cell))
        elif line.strip():
            number = number if block else line_number
            block.append(re.sub(r"^\s*(?:[-*#]+|\d+\.)\s+", "", line))


def comments(path: Path) -> Iterator[Prose]:
    """Read the comments of a module; lines that follow each other are one comment."""
    source = path.read_text(encoding="utf-8")
    last, first, block = -2, 0, list[str]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        line = token.start[0]
        if line != last + 1 and block:
            yield Prose(place=f"{path.relative_to(ROOT)}:{first}", text=plain(" ".join(block)))
            block = []
        first = first if block else line
        block.append(token.string.lstrip("# "))
        last = line
    if block:
        yield Prose(place=f"{path.relative_to(ROOT)}:{first}", text=plain(" ".join(block)))


def docstrings(path: Path, *, only_the_module: bool = False) -> Iterator[Prose]:
    """Read every string that stands by itself: of modules, classes, functions and constants."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body[:1] if only_the_module else ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                for part in text.split("\n\n"):
                    if ">>>" not in part:
                        yield Prose(
                            place=f"{path.relative_to(ROOT)}:{node.lineno}", text=plain(part)
                        )
            case _:
                pass


def help_texts(path: Path) -> Iterator[Prose]:
    """Read what a command says of its options."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.keyword(arg="help", value=ast.Constant(value=str(text))):
                yield Prose(place=f"{path.relative_to(ROOT)}:{node.value.lineno}", text=plain(text))
            case _:
                pass


def sentences(path: Path) -> Iterator[Prose]:
    """Read what a module may say to people: its strings of several words that are no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    own = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in own and text.count(" ") >= 3:
                yield Prose(place=f"{path.relative_to(ROOT)}:{node.lineno}", text=plain(text))
            case _:
                pass


def script_comments(path: Path) -> Iterator[Prose]:
    """Read the comments of a script or a Svelte component; lines in a row are one comment."""
    source = path.read_text(encoding="utf-8")
    for found in SCRIPT_COMMENT.finditer(source):
        line = source.count("\n", 0, found.start(found.lastgroup or 0)) + 1
        text = re.sub(r"\n\s*(?:\*|//)", " ", found[found.lastgroup or 0])
        yield Prose(place=f"{path.relative_to(ROOT)}:{line}", text=plain(text))


def client_texts(path: Path) -> Iterator[Prose]:
    """Read one language file of the client: nested keys, each with its text."""

    def leaves(value: object, key: str) -> Iterator[Prose]:
        if isinstance(value, dict):
            for name, inner in value.items():
                yield from leaves(inner, f"{key}.{name}")
        elif isinstance(value, str):
            yield Prose(place=f"{path.relative_to(ROOT)}{key}", text=plain(value))

    yield from leaves(json.loads(path.read_text(encoding="utf-8")), "")


def package_of(path: Path) -> str:
    """Name the group a module is counted in: `table`, `service/chat`, `adapters/sql`."""
    parts = path.relative_to(SOURCE).parts
    if parts[0] in GROUPED_BY_FOLDER and len(parts) > 2:
        return f"{parts[0]}/{parts[1]}"
    return parts[0].removesuffix(".py")


@cache
def tracked() -> tuple[Path, ...]:
    """Every file of the project; software that builds download into its folders is not ours."""
    # New files count before they are added, and deleted ones do not before that is committed.
    asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.check_output(asked, cwd=ROOT, text=True).splitlines()
    return tuple(path for name in sorted(names) if (path := ROOT / name).is_file())


def files_in(folder: Path, suffix: str = ".py") -> Iterator[Path]:
    return (path for path in tracked() if path.suffix == suffix and path.is_relative_to(folder))


Source = Callable[[], Iterator[Prose]]
"""A file that is read when its group is measured."""


def pages() -> Iterator[tuple[str, Source]]:
    """Find the documents."""
    for page in (path for path in tracked() if path.suffix == ".md"):
        place = page.relative_to(ROOT).parts
        if page.name in MADE_BY_TOOLS or place[0] == "src":
            continue
        group = "/".join(place[:2]) if place[:2] == ("docs", "adr") else place[0]
        if group in {"changelog.d", "CHANGELOG.md"}:
            group = "changelog"
        elif len(place) == 1 or group == "web":
            group = "docs"
        yield group, partial(paragraphs, page)


def modules() -> Iterator[tuple[str, Source]]:
    """Find what Python modules say: in comments and docstrings, in options, and to people."""
    for module in files_in(SOURCE):
        yield package_of(module), partial(comments, module)
        yield package_of(module), partial(docstrings, module)
        yield "sentences", partial(sentences, module)
    for module in files_in(SOURCE / "cli"):
        yield "cli help", partial(help_texts, module)
    for folder in ("tools", "bench", "examples"):
        for module in files_in(ROOT / folder):
            yield folder, partial(comments, module)
            yield folder, partial(docstrings, module)
    for module in files_in(ROOT / "tests"):
        yield "tests", partial(docstrings, module, only_the_module=True)


def clients() -> Iterator[tuple[str, Source]]:
    """Find the comments of scripts, and the texts of the client."""
    for folder in ("examples", "web/apps", "web/games", "web/packages"):
        for script in tracked():
            if script.suffix in SCRIPTS and script.is_relative_to(ROOT / folder):
                yield folder, partial(script_comments, script)
    for texts in files_in(WEB, ".json"):
        if texts.name == "en.json" or texts.parent.name == "en":
            yield "client texts", partial(client_texts, texts)


@cache
def groups() -> dict[str, list[Source]]:
    """Find where prose stands, by the group in which it is measured."""
    found = defaultdict[str, list[Source]](list)
    for group, source in (*pages(), *modules(), *clients()):
        found[group].append(source)
    return dict(found)


def corpus_of(group: str) -> list[Prose]:
    """Read all prose of a group."""
    return [prose for source in groups()[group] for prose in source()]


def occurrences(corpus: list[Prose]) -> dict[str, list[str]]:
    """Say where each pattern occurs."""
    return {
        name: [
            f"{prose.place}: {prose.text[max(0, hit.start() - 30) : hit.end() + 40]}"
            for prose in corpus
            for hit in re.finditer(pattern, prose.text, re.IGNORECASE)
        ]
        for name, pattern in PATTERNS.items()
    }


def words(corpus: list[Prose]) -> int:
    return sum(len(WORD.findall(prose.text)) for prose in corpus)


def too_many(corpus: list[Prose]) -> dict[str, list[str]]:
    """Give the patterns that occur more often than the rate allows, with their places."""
    allowed = RATE_MAX * words(corpus) / 1000
    return {name: places for name, places in occurrences(corpus).items() if len(places) > allowed}


@pytest.mark.parametrize("group", sorted(set(groups()) - set(CEILINGS)))
def test_a_text_names_who_acts_and_uses_the_ordinary_word(group: str) -> None:
    assert too_many(corpus_of(group)) == {}


@pytest.mark.parametrize("group", sorted(CEILINGS))
def test_what_is_not_rewritten_yet_gets_no_worse(group: str) -> None:
    corpus = corpus_of(group)
    places = [place for found in occurrences(corpus).values() for place in found]
    assert len(places) <= CEILINGS[group], places
    assert too_many(corpus), f"{group} passes: take it off the list"


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("nobody", "What nobody claimed for 90 days."),
        ("nobody", "Whoever looks away does not look at it."),
        ("who as a subject", "Who did not answer gets the default."),
        ("who as a subject", "All are told; who left is not."),
        ("who as a subject", "The seat is taken by who came first."),
        ("anew", "Pictures are taken anew."),
        ("of before", "Bets of before have a transfer."),
        ("in vain", "The wallet was asked in vain."),
        ("as ever", "As ever, the round is closed."),
        ("is none", "A line break after the end is none."),
        ("meanwhile", "The bets that came meanwhile wait."),
        ("so long", "A write may take so long."),
        ("one's own", "A table of one's own."),
    ],
)
def test_a_pattern_finds_its_example(pattern: str, text: str) -> None:
    assert occurrences([Prose(place="here", text=text)])[pattern]


@pytest.mark.parametrize(
    "text",
    [
        "Players who did not answer get the default.",
        "The log says which player acted, and when.",
        "Meanwhile, the other tables go on.",
        "There are none.",
        "A bet stands so long as its round does.",
    ],
)
def test_ordinary_sentences_pass(text: str) -> None:
    assert not any(occurrences([Prose(place="here", text=text)]).values())


def test_comments_of_scripts_are_found() -> None:
    script = ROOT / "web" / "packages" / "wire" / "src" / "casino.ts"
    texts = [prose.text for prose in script_comments(script)]
    assert len(texts) > 10
    assert not any("//" in text.replace("x", "") or "*/" in text for text in texts)


def test_prose_is_found_where_people_write_it() -> None:
    assert any("errors" in prose.place for prose in corpus_of("errors"))
    assert len(CEILINGS) < len(groups())
    assert set(groups()) >= {
        *("docs", "docs/adr", "changelog", "examples", "cli help", "sentences", "client texts"),
        *("web/apps", "web/games", "web/packages"),
    }
