"""Form, checked like everything else: what a reviewer would otherwise say every week.

Owns: lengths, names, hygiene of files, mirrors of games and packages, what lock files may say,
what the feature table claims. Knows nothing of what the code does.
"""

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.features import titles_of_tests

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "sabot"
TESTS = ROOT / "tests"
GAMES = SOURCE / "games"
FEATURES = ROOT / "docs" / "features.md"

MADE_BY_TOOLS = re.compile(
    r"\.venv|\.git|__pycache__|node_modules|static|\..*cache|\.hypothesis|build|dist|.*egg-info"
)
BINARY = {".png", ".webp", ".woff2", ".ico", ".npy", ".npz"}
LINES_MAX = 500
# A longer file needs its path here, and beside it the reason why it has no seam.
LONGER_ON_PURPOSE: dict[str, str] = {}
MODULES_IN_A_FOLDER_MAX = 26
COLUMNS = 100

# Written so that this file does not find itself.
UNFINISHED = re.compile(r"\b(TO[D]O|FIX[M]E|XX[X]|NotImplemente[d]Error)\b")
REGISTRY = re.compile(r"\b(pypi|pythonhosted|npmjs|deb\.debian)\.(org|com|io)\b", re.IGNORECASE)
MACHINE_PATH = re.compile(r"(?<![\w.$~}-])/(work|root|home|Users|tmp/[\w.-]+)/\w")
ADDRESS = re.compile(r"https?://|file://|--(extra-)?index-url|--find-links")
EVASIVE_NAMES = {"common", "helper", "helpers", "misc", "util", "utils"}

FILES_OF_A_GAME = (
    "__init__.py",
    "regulation.md",
    "rules.py",
    "bets.py",
    "variants.py",
    "round.py",
    "odds.py",
    "declared.py",
)
# The other modules of a game are data, and the tests of these four show them at work.
TESTED_BY_NAME = ("rules", "bets", "round", "odds")


def files_under(folder: Path) -> Iterator[Path]:
    """Walk what people wrote, and step over what tools made."""
    for path in sorted(folder.iterdir()):
        if MADE_BY_TOOLS.fullmatch(path.name):
            continue
        if path.is_dir():
            yield from files_under(path)
        else:
            yield path


FILES = tuple(files_under(ROOT))
TEXTS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in FILES
    if path.suffix not in BINARY
}
LOCKS = {name: text for name, text in TEXTS.items() if name.endswith((".lock", "lock.json"))}
MODULES = tuple(path for path in FILES if path.suffix == ".py" and path.is_relative_to(SOURCE))
GAME_FOLDERS = tuple(
    path
    for path in sorted(GAMES.glob("*/"))
    if path.is_dir() and not MADE_BY_TOOLS.fullmatch(path.name)
)


def places(pattern: re.Pattern[str], texts: dict[str, str]) -> list[str]:
    """Say where a pattern occurs, as `file:line: text`."""
    return [
        f"{name}:{number}: {line.strip()}"
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]


def test_the_walk_finds_this_very_file() -> None:
    assert Path(__file__).resolve() in FILES


def test_files_are_short() -> None:
    lengths = {name: len(text.splitlines()) for name, text in TEXTS.items() if name.endswith(".py")}
    long = {name: length for name, length in lengths.items() if length > LINES_MAX}
    assert sorted(long) == sorted(LONGER_ON_PURPOSE)


def test_documents_wrap_at_100_columns() -> None:
    """Tables, code and words that cannot be broken are as long as they are."""
    pages = {name: text for name, text in TEXTS.items() if name.endswith(".md")}
    too_long = re.compile(rf"^(?!\|)(?=.{{{COLUMNS + 1}}}).{{0,{COLUMNS}}}\S \S")
    fenced = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
    blank = {
        name: fenced.sub(lambda block: "\n" * block[0].count("\n"), text)
        for name, text in pages.items()
    }
    assert places(too_long, blank) == []


def test_no_folder_is_crowded() -> None:
    modules = Counter(path.parent.relative_to(SOURCE).as_posix() for path in MODULES)
    assert [folder for folder, count in modules.items() if count > MODULES_IN_A_FOLDER_MAX] == []


def test_every_function_has_a_name() -> None:
    nameless = re.compile(r"^\s*(async )?def _\(")
    assert places(nameless, {name: t for name, t in TEXTS.items() if name.endswith(".py")}) == []


def test_nothing_is_left_unfinished() -> None:
    assert places(UNFINISHED, TEXTS) == []


def test_no_registry_is_named() -> None:
    assert places(REGISTRY, TEXTS) == []


def test_no_path_of_one_machine_is_named() -> None:
    assert places(MACHINE_PATH, TEXTS) == []


def test_lines_end_clean() -> None:
    assert places(re.compile(r"[ \t]$"), TEXTS) == []
    assert [name for name, text in TEXTS.items() if "\r" in text] == []
    assert [name for name, text in TEXTS.items() if text and not text.endswith("\n")] == []


def test_no_merge_was_left_halfway() -> None:
    assert places(re.compile(r"^(<{7}|>{7}) "), TEXTS) == []


def test_lock_files_give_no_address() -> None:
    assert set(LOCKS) >= {"requirements.lock", "dev.lock", "web/package-lock.json"}
    npm = json.loads(LOCKS["web/package-lock.json"])
    for package in npm["packages"].values():
        package.pop("funding", None)  # it may say whom to thank, not where it comes from
    assert places(ADDRESS, {**LOCKS, "web/package-lock.json": json.dumps(npm, indent=1)}) == []


def requirements(lock: str) -> set[str]:
    """Read the `name==version ; marker` heads of a lock file."""
    return {line.rstrip(" \\") for line in lock.splitlines() if re.match(r"[a-z0-9]", line)}


def test_every_locked_requirement_has_a_hash() -> None:
    heads = re.compile(r"^[a-z0-9].*$(?!\n    --hash=sha256:)", re.MULTILINE)
    assert [heads.findall(lock) for lock in LOCKS.values()] == [[] for _ in LOCKS]


def test_developers_run_the_versions_that_are_shipped() -> None:
    assert requirements(LOCKS["requirements.lock"]) <= requirements(LOCKS["dev.lock"])


def test_lock_files_hold_what_the_project_asks_for() -> None:
    project = tomllib.loads(TEXTS["pyproject.toml"])["project"]
    for lock, asked in (
        ("requirements.lock", project["dependencies"]),
        ("dev.lock", project["optional-dependencies"]["dev"]),
    ):
        wanted = {re.split(r"[^\w.-]", requirement)[0] for requirement in asked}
        assert wanted <= {head.split("==")[0] for head in requirements(LOCKS[lock])}


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_a_module_opens_with_what_it_owns(module: Path) -> None:
    # Read as text: a parser of early 3.11 releases trips over deep recursion in other tests.
    assert re.match(r'(#.*\n|\n)*r?"""\S', module.read_text(encoding="utf-8"))


def test_no_module_has_an_evasive_name() -> None:
    assert [path for path in FILES if path.suffix == ".py" and path.stem in EVASIVE_NAMES] == []
    assert [path for path in MODULES if path.parent.name in EVASIVE_NAMES] == []


def test_every_package_has_its_mirror_in_the_tests() -> None:
    packages = {path.parent.relative_to(SOURCE) for path in MODULES}
    assert [
        package.as_posix()
        for package in sorted(packages)
        if package.parts and not any((TESTS / package).rglob("test_*.py"))
    ] == []


@pytest.mark.parametrize("game", GAME_FOLDERS, ids=lambda path: path.name)
def test_a_game_has_all_its_files(game: Path) -> None:
    assert [name for name in FILES_OF_A_GAME if not (game / name).is_file()] == []


@pytest.mark.parametrize("game", GAME_FOLDERS, ids=lambda path: path.name)
def test_a_game_is_tested_part_by_part(game: Path) -> None:
    mirror = TESTS / "games" / game.name
    assert [stem for stem in TESTED_BY_NAME if not any(mirror.glob(f"test_{stem}*.py"))] == []


@pytest.mark.parametrize("game", GAME_FOLDERS, ids=lambda path: path.name)
def test_playing_a_game_loads_no_kernel(game: Path) -> None:
    # A contract sees import statements; this sees what really gets loaded.
    program = f"import sys, sabot.games.{game.name}; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert f"sabot.games.{game.name}" in loaded
    assert {"numba", "numpy"} & set(loaded) == set()


def test_no_package_of_the_core_escapes_its_contract() -> None:
    contracts = tomllib.loads(TEXTS["pyproject.toml"])["tool"]["importlinter"]["contracts"]
    core = {*["errors", "cards", "money", "maths", "gamekit", "roads", "games", "table", "ledger"]}
    born = {f"sabot.{path.stem}" for path in SOURCE.iterdir() if path.stem in core}
    pure = next(contract for contract in contracts if contract["name"].startswith("The pure core"))
    assert set(pure["source_modules"]) == born


def names_of_tests() -> set[str]:
    """Collect the name of every test function there is, from the source."""
    return {
        node.name
        for name, text in TEXTS.items()
        if name.startswith("tests/") and name.endswith(".py")
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@pytest.mark.skipif(not FEATURES.exists(), reason="docs/features.md is not written yet")
def test_the_feature_table_names_only_tests_that_exist() -> None:
    told = FEATURES.read_text(encoding="utf-8")
    claimed = re.findall(r"`(?:[^`\n]*::)?(test_\w+)`", told)
    assert claimed
    assert sorted(set(claimed) - names_of_tests()) == []
    titles = re.findall(r"`([FR][0-9]+[,:]? [^`\n]+)`", told)
    assert sorted(set(titles) - set(titles_of_tests())) == []


def test_links_between_documents_lead_somewhere() -> None:
    link = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")
    broken = [
        f"{name} -> {target}"
        for name, text in TEXTS.items()
        if name.endswith(".md")
        for target in link.findall(text)
        if not (ROOT / name).parent.joinpath(target).exists()
    ]
    assert broken == []


def anchors(text: str) -> set[str]:
    """What headings are called in addresses."""
    headings = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_links_into_documents_lead_to_a_heading() -> None:
    link = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)#([^)\s]+)\)")
    broken = [
        f"{name} -> {target}#{anchor}"
        for name, text in TEXTS.items()
        if name.endswith(".md")
        for target, anchor in link.findall(text)
        if anchor
        not in anchors(
            (ROOT / name).parent.joinpath(target).read_text(encoding="utf-8") if target else text
        )
    ]
    assert broken == []


def test_changelog_fragments_have_a_known_kind() -> None:
    kinds = "rules|wire|studio|backoffice|fix|internal"
    fragment = re.compile(rf"[a-z0-9-]+\.({kinds})\.md|README\.md")
    names = [path.name for path in FILES if path.parent == ROOT / "changelog.d"]
    assert [name for name in names if not fragment.fullmatch(name)] == []
