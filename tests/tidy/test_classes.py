"""No class does so much that a reader loses it: fewer than 25 methods each, in code and tests."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("src", "tests", "tools", "bench", "examples")
METHODS_MAX = 24

# A larger class stands here while its split is under way: the path and the class.
LARGER: frozenset[str] = frozenset()


def classes(text: str) -> Iterator[tuple[str, int]]:
    """Count every `def` in the body of each class, properties and dunders included."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            methods = [one for one in node.body if isinstance(one, Function)]
            yield node.name, len(methods)


Function = ast.FunctionDef | ast.AsyncFunctionDef


def larger() -> list[str]:
    """Name the classes with too many methods."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    return sorted(
        f"{path.relative_to(ROOT).as_posix()} {name}"
        for path in paths
        if not {"node_modules", "build", "dist"} & {*path.parts}
        for name, count in classes(path.read_text(encoding="utf-8"))
        if count > METHODS_MAX
    )


def test_no_class_is_large() -> None:
    assert larger() == sorted(LARGER)


def test_every_kind_of_method_counts() -> None:
    text = '''
class Outer:
    """Has four."""
    size = 1

    def __init__(self): ...
    @property
    def name(self): ...
    async def run(self): ...
    @staticmethod
    def of():
        def inside(): ...

    class Inner:
        def only(self): ...
'''
    assert sorted(classes(text)) == [("Inner", 1), ("Outer", 4)]
