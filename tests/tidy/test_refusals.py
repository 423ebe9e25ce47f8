"""Refusal codes are closed: each stands once, in the lists of the layer that owns it (ADR 0067)."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tools import refusals

from sabot.errors import Code

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = (
    ROOT / "src" / "sabot",
    ROOT / "examples" / "games",
)

CODES = refusals.codes()


@cache
def sources() -> tuple[tuple[str, ast.Module], ...]:
    paths = (path for folder in PACKAGES for path in sorted(folder.rglob("*.py")))
    return tuple(
        (path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
        for path in paths
    )


def raised(tree: ast.Module) -> Iterator[ast.expr]:
    """What every `Refused(…)` is given as its code."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="Refused"), args=[code, *_]):
                yield code
            case _:
                pass


def test_no_refusal_is_a_plain_string() -> None:
    """Mypy says so too, but not of the games' templates and of what it is told to ignore."""
    plain = [
        f"{name}:{code.lineno}"
        for name, tree in sources()
        for code in raised(tree)
        if isinstance(code, ast.Constant | ast.JoinedStr)
    ]
    templates = sorted((ROOT / "src" / "sabot" / "lab" / "template").rglob("*.py.tmpl"))
    assert templates
    plain += [path.name for path in templates if 'Refused("' in path.read_text(encoding="utf-8")]
    assert plain == []


def test_only_a_client_hears_codes_as_text() -> None:
    """`heard` takes any text: for what another process said, and for nothing of our own."""
    heard = {
        name.removeprefix("src/sabot/")
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "heard" and _is_class(node.value)
    }
    assert {name.split("/")[0] for name in heard} <= {"client", "errors.py", "lab"}


def _is_class(value: ast.expr) -> bool:
    """`Refused.heard`, `kind.heard`, `type(error).heard`: no table that was heard of."""
    return isinstance(value, ast.Call) or (
        isinstance(value, ast.Name) and value.id in {"Refused", "Unavailable", "kind", "cls"}
    )


def test_every_list_stands_where_the_tool_looks_for_it() -> None:
    listed = {f"{kind.__module__}.{kind.__name__}" for kind in refusals.families()}
    found = {
        f"{name.removeprefix('src/').removesuffix('.py').replace('/', '.')}.{node.name}"
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        and any(isinstance(base, ast.Name) and base.id == Code.__name__ for base in node.bases)
        and name.startswith("src/sabot/")
    }
    assert found == listed


def test_a_code_stands_in_one_list_only() -> None:
    counted = Counter(code.value for code in CODES)
    assert [code for code, times in counted.items() if times > 1] == []


def test_a_code_is_a_slug_and_says_for_whom_it_is() -> None:
    slug = re.compile(r"[a-z_]+/[a-z_]+")
    assert [code for code in CODES if not slug.fullmatch(code) or not code.told] == []


def test_every_code_is_used() -> None:
    """A code that no line of the product names is answered to nobody."""
    by_value = {"ControlRefusal", "WalletRefusal", "SessionEnd", "Reason", "SimulationRefusal"}
    named = {
        (node.value.id, node.attr)
        for name, tree in sources()
        if not name.endswith("/refusals.py")
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    unused = [
        f"{kind.__name__}.{code.name}"
        for kind in refusals.families()
        if kind.__name__ not in by_value
        for code in kind
        if (kind.__name__, code.name) not in named
    ]
    assert unused == []
