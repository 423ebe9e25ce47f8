"""Nothing lives only for tests: an entry point of the product reaches every public name.

Entry points are the commands of `sabot`, the games with the parts that are loaded by name, the
processes that are started by module name, and the migrations. From there the test follows imports
to modules, and names inside bodies to functions and classes. A method counts as called when code
that is reached names an attribute like it; types are not followed.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from sabot.cli.app import COMMANDS

SOURCE = Path(__file__).resolve().parents[2] / "src"

LOADED_BY_NAME = ("advice", "odds", "reasons", "simulation", "script")
"""The parts of a game that `part_of` loads."""

STARTED = ("sabot.adapters.sql.scribe_process",)
"""Modules that are a process of their own."""

NOT_RUN = {
    "sabot.adapters.memory": "the second store that every storage test compares with",
    "sabot.adapters.wallet.openapi": "its own command writes schemas/operator-wallet.openapi.json",
    "sabot.runtime.precedence": "says in which order reasons are told; nothing has to ask it",
    "sabot.table.precedence": "says in which order reasons are told; nothing has to ask it",
}
"""Modules and packages that no entry point reaches, and why they are there."""

LIBRARIES = ("sabot.cards", "sabot.client", "sabot.gamekit", "sabot.roads", "sabot.wire")
"""Packages that other packages program against: their public methods need no caller here."""

ONLY_TESTS_CALL = {
    **dict.fromkeys(
        [f"sabot.games.baccarat.reserve.{name}" for name in ("Ending", "carry_over", "lay")]
        + [f"sabot.games.baccarat.reserve.{name}" for name in ("from_shoe", "unused")],
        "a dealer lays reserve cards by hand (R25); no virtual table uses them",
    ),
    "sabot.games.baccarat.refusals.ReserveRefusal": "what those reserve cards are refused with",
    "sabot.gateway.sockets.upgrade._Quiet.isEnabledFor": "the logging of a library calls it",
    "sabot.service.identity.accounts.Accounts.enable": "for the back office: undoes `disable`",
    "sabot.service.money.stakes.escrow_for": "the memory store posts stakes with it",
    "sabot.service.money.stakes.transfer_of_stake": "the memory store posts stakes with it",
    "sabot.service.wallets.desk.WalletDesk.is_silent": "tests ask it instead of waiting",
    "sabot.service.wallets.desk.WalletDesk.quiesce": "tests await it instead of sleeping",
}
"""Public functions, classes and methods that the product does not call, and why they stay."""

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Symbol = tuple[str, str]
"""A module and a name at its top."""


def _name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


MODULES = {_name(path): path for path in SOURCE.rglob("*.py")}


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


@cache
def _imports(module: str) -> frozenset[str]:
    """The modules that a module imports, anywhere in it, and the packages they lie in."""
    named: set[str] = set()
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.Import):
            named |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            named |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    parts = [name.split(".") for name in named]
    found = {".".join(each[:length]) for each in parts for length in range(1, len(each) + 1)}
    return frozenset(found & MODULES.keys())


def _entry_points() -> Iterator[str]:
    yield from ("sabot.cli.app", *STARTED)
    yield from (f"sabot.cli.{module}" for module, _ in COMMANDS.values())
    for module in MODULES:
        _, *folders = module.split(".")
        if folders[:1] == ["games"] and len(folders) == 2:
            yield module
        if folders[:1] == ["games"] and len(folders) == 3 and folders[2] in LOADED_BY_NAME:
            yield module
        if "migrations" in folders:
            yield module


@cache
def _reached() -> frozenset[str]:
    seen: set[str] = set()
    ahead = [*_entry_points()]
    while ahead:
        module = ahead.pop()
        if module not in seen:
            seen.add(module)
            ahead += _imports(module)
            ahead += {module.rpartition(".")[0]} & MODULES.keys()  # the package is loaded as well
    return frozenset(seen)


@dataclass(slots=True)
class Names:
    """What one module defines at its top, and what its names stand for."""

    defined: dict[str, Definition] = field(default_factory=dict)
    imported: defaultdict[str, list[Symbol]] = field(default_factory=lambda: defaultdict(list))
    modules: dict[str, str] = field(default_factory=dict)
    at_import: list[ast.AST] = field(default_factory=list)
    """What runs when the module is imported."""


@cache
def _names(module: str) -> Names:
    names = Names()
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                if f"{node.module}.{alias.name}" in MODULES:
                    names.modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                if node.module in MODULES:
                    names.imported[alias.asname or alias.name].append((node.module, alias.name))
        elif isinstance(node, ast.Import):
            names.modules |= {each.asname: each.name for each in node.names if each.asname}
    for statement in _tree(module).body:
        if isinstance(statement, Definition):
            names.defined[statement.name] = statement
            names.at_import += statement.decorator_list
            if statement.decorator_list and not isinstance(statement, ast.ClassDef):
                names.at_import.append(statement)  # the decorator may hand it to a caller
        else:
            names.at_import.append(statement)
    return names


def _resolved(module: str, name: str) -> set[Symbol]:
    """The definitions that a name stands for, through packages that pass it on."""
    names = _names(module)
    if name in names.defined:
        return {(module, name)}
    passed_on = names.imported.get(name, [])
    return {found for other in passed_on if other[0] != module for found in _resolved(*other)}


def _used_in(module: str, bodies: Iterable[ast.AST]) -> Iterator[Symbol]:
    """The definitions that some code of a module names."""
    names = _names(module)
    for node in (node for body in bodies for node in ast.walk(body)):
        match node:
            case ast.Name(id=name):
                yield from _resolved(module, name)
            case ast.Attribute(value=ast.Name(id=of), attr=name):
                if names.modules.get(of) in MODULES:
                    yield from _resolved(names.modules[of], name)
            case ast.Constant(value=str(text)) if text.isidentifier():
                yield from _resolved(module, text)
            case _:
                pass


def _handed_out(module: str) -> Iterator[Definition]:
    """What is used of a module by name: the function of a command, the parts of a game."""
    names = _names(module)
    for file, function in COMMANDS.values():
        if module == f"sabot.cli.{file}":
            yield names.defined[function]
    folders = module.split(".")
    if folders[:2] == ["sabot", "games"] and folders[-1] in LOADED_BY_NAME and len(folders) == 4:
        yield from names.defined.values()
    if "migrations" in folders or module in STARTED:
        yield from names.defined.values()


@cache
def _live() -> frozenset[Symbol]:
    """Every definition that code reached from an entry point names."""
    seen: set[Symbol] = set()
    ahead: list[Symbol] = []
    for module in _reached():
        ahead += _used_in(module, [*_names(module).at_import, *_handed_out(module)])
        ahead += [(module, definition.name) for definition in _handed_out(module)]
    while ahead:
        symbol = ahead.pop()
        if symbol not in seen:
            seen.add(symbol)
            module, name = symbol
            ahead += _used_in(module, [_names(module).defined[name]])
    return frozenset(seen)


def _public(module: str) -> Iterator[Definition]:
    for name, definition in _names(module).defined.items():
        decorated = definition.decorator_list and not isinstance(definition, ast.ClassDef)
        if not name.startswith("_") and not decorated:
            yield definition


def _attributes(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in (node for each in nodes for node in ast.walk(each)):
        match node:
            case ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.Constant(value=str(text)) if text.isidentifier():
                yield text
            case _:
                pass


@cache
def _called() -> frozenset[str]:
    """The attributes that code reached from an entry point names."""
    by_module = defaultdict[str, list[ast.AST]](list)
    for module in _reached():
        by_module[module] += [*_names(module).at_import, *_handed_out(module)]
    for module, name in _live():
        by_module[module].append(_names(module).defined[name])
    return frozenset(name for nodes in by_module.values() for name in _attributes(nodes))


def _of_our_own(module: str, definition: ast.ClassDef) -> bool:
    """Whether a class has no base of a library, which may call a method by its name."""
    plain = {"Protocol", "Generic", "NamedTuple", "StrEnum", "IntEnum", "Enum", "Struct"}
    for base in definition.bases:
        match base.value if isinstance(base, ast.Subscript) else base:
            case ast.Name(id=name):
                if name not in plain and not _resolved(module, name):
                    return False
            case ast.Attribute(attr=name):
                if name not in plain:
                    return False
            case _:
                return False
    return True


def _methods(module: str) -> Iterator[str]:
    """The methods of a module's classes that their caller has to name."""
    for definition in _names(module).defined.values():
        if not isinstance(definition, ast.ClassDef) or not _of_our_own(module, definition):
            continue
        for node in definition.body:
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            if not node.name.startswith("_"):
                yield f"{definition.name}.{node.name}"


def _not_called() -> set[str]:
    unnamed = {
        f"{module}.{definition.name}"
        for module in _reached()
        for definition in _public(module)
        if (module, definition.name) not in _live()
    }
    uncalled = {
        f"{module}.{method}"
        for module in _reached()
        if not module.startswith(LIBRARIES)
        for method in _methods(module)
        if method.split(".")[1] not in _called()
    }
    return unnamed | uncalled


def test_an_entry_point_reaches_every_module() -> None:
    alone = MODULES.keys() - _reached() - {"sabot"}
    with_reason = {
        module for module in alone for name in NOT_RUN if f"{module}.".startswith(f"{name}.")
    }
    assert sorted(alone - with_reason) == []


def test_the_product_calls_every_public_function_class_and_method() -> None:
    assert sorted(_not_called() - ONLY_TESTS_CALL.keys()) == []


def test_every_exception_is_still_needed() -> None:
    assert sorted(NOT_RUN.keys() & _reached()) == []
    assert sorted(ONLY_TESTS_CALL.keys() - _not_called()) == []


def test_names_are_followed_through_packages_that_pass_them_on() -> None:
    assert _resolved("sabot.gamekit", "Parts") == {("sabot.gamekit.parts", "Parts")}
    assert ("sabot.table.decide", "decide") in _live()
    assert ("sabot.bootstrap.casino", "Casino") in _live()
