"""Write `docs/tests.md`: where each module is tested whose test does not carry its name.

Owns: the names that tests should have, the imports of the tests, and drawing the tables. A module
that no test names or imports stands in `docs/tests.toml` with the tests that run it.

    make features
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "sabot"
TESTS = ROOT / "tests"
LISTED = ROOT / "docs" / "tests.toml"
PAGE = ROOT / "docs" / "tests.md"

TESTS_SHOWN_MAX = 3

INTRODUCTION = """\
# Where each module is tested

<!-- Written by `make features` from the names and imports of the tests, and from tests.toml. -->

The tests mirror `src/sabot`: `table/record/codec.py` is tested in
`tests/table/record/test_codec.py`, and `games/brag/round.py` in `tests/games/brag/test_round.py`
and `test_round_golden.py`. {named} of {modules} modules have such a test. The tables name the tests
of the others.

Some folders of `tests` mirror no package, because their tests cross several:

| folder | shows |
|---|---|
| `conformance` | every game and every store under the same tests |
| `house`, `crash` | a whole house: money, time, storage, and what a killed process leaves |
| `simulation` | seeded worlds with faults |
| `siege` | attacks over the network |
| `browser` | the pages in Chromium |
| `examples`, `bench`, `tidy` | the examples, the comparisons, and the form of the project |
"""


def modules() -> list[str]:
    """Name every module that has code of its own: `table.snapshot`."""
    return [
        ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        for path in sorted(SOURCE.rglob("*.py"))
        if path.stem not in {"__init__", "__main__"}
    ]


def named_tests(module: str) -> list[str]:
    """Find the tests that carry the name of a module, in the folder that mirrors its own.

    A test with a longer name belongs to the module with the longest name that fits:
    `test_stores_rows.py` would be a test of `stores_rows.py` before one of `stores.py`.
    """
    *folder, name = module.split(".")
    longer = [path.stem for path in SOURCE.joinpath(*folder).glob(f"{name}_*.py")]
    return sorted(
        path.relative_to(TESTS).as_posix()
        for path in TESTS.joinpath(*folder).glob(f"test_{name}*.py")
        if _fits(path.stem, name) and not any(_fits(path.stem, other) for other in longer)
    )


def _fits(test: str, name: str) -> bool:
    return test == f"test_{name}" or test.startswith(f"test_{name}_")


@cache
def importing() -> Mapping[str, frozenset[str]]:
    """Collect the tests that import each module themselves."""
    known = set(modules())
    found: dict[str, set[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for module in _imported(path) & known:
            found.setdefault(module, set()).add(path.relative_to(TESTS).as_posix())
    return {module: frozenset(tests) for module, tests in found.items()}


def _imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.ImportFrom(module=str(module), names=aliases):
                names |= {module, *(f"{module}.{alias.name}" for alias in aliases)}
            case ast.Import(names=aliases):
                names |= {alias.name for alias in aliases}
            case _:
                pass
    return {name.removeprefix("sabot.") for name in names if name.startswith("sabot.")}


def listed() -> dict[str, list[str]]:
    """Read the tests that are written down by hand."""
    found: dict[str, list[str]] = tomllib.loads(LISTED.read_text(encoding="utf-8"))["modules"]
    return found


def tests_of(module: str) -> list[str]:
    """Say where a module without a test of its name is tested, the nearest folders first."""
    by_hand = listed().get(module)
    if by_hand is not None:
        return by_hand
    folder = module.split(".")[:-1]

    def distance(test: str) -> tuple[int, str]:
        shared = 0
        for ours, theirs in zip(folder, Path(test).parts, strict=False):
            if ours != theirs:
                break
            shared += 1
        return (-shared, test)

    return sorted(importing().get(module, ()), key=distance)


def page() -> str:
    """Draw the whole page."""
    every = modules()
    others = [module for module in every if module in listed() or not named_tests(module)]
    text = INTRODUCTION.format(named=len(every) - len(others), modules=len(every))
    for package, group in groupby(others, key=lambda module: module.split(".")[0]):
        rows = "".join(_row(module) for module in group)
        text += f"\n## {package}\n\n| module | tested in |\n|---|---|\n{rows}"
    return text


def _row(module: str) -> str:
    return f"| `{module}` | {_shown(tests_of(module))} |\n"


def _shown(tests: Iterable[str]) -> str:
    every = [f"`{test}`" for test in tests]
    more = len(every) - TESTS_SHOWN_MAX
    return ", ".join(every[:TESTS_SHOWN_MAX]) + (f", +{more} more" if more > 0 else "")


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
