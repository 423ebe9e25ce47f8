"""The closed list of refusal codes: every `Code` of the product, and for whom it is.

Owns where codes may stand: modules called `refusals`, and the lists that are reasons as well. It is
written to `schemas/refusals.json` by `make schemas`; pages read it to know which sentences they
need.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from sabot.errors import Code
from sabot.table.staff.phrases import Phrase
from sabot.table.staff.reasons import OfTheHouse, Public

SOURCE = Path(__file__).resolve().parent.parent / "src"
NAME = "refusals"
REASONS_TOO = ("sabot.gamekit.eligibility", "sabot.table.staff.reasons")
"""Modules whose lists are verdicts on chips, or reasons of a pause, before they are refusals."""

ABOUT = (
    "Every code that may be answered and for whom it has a sentence: first refusals, then the"
    " reasons that players read of a pause or a cancel, then what a dealer announces."
)


def modules() -> tuple[str, ...]:
    """Every module with codes, by name."""
    found = (path.relative_to(SOURCE) for path in SOURCE.rglob(f"{NAME}.py"))
    return tuple(sorted((*REASONS_TOO, *(".".join(path.with_suffix("").parts) for path in found))))


def families() -> tuple[type[Code], ...]:
    """Every list of codes, module by module."""
    return tuple(
        kind
        for module in map(import_module, modules())
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Code) and kind.__module__ == module.__name__
    )


def codes() -> tuple[Code, ...]:
    """Every code there is."""
    return tuple(code for kind in families() for code in kind)


def published() -> dict[str, Any]:
    """The list as it is committed."""
    return {
        "description": ABOUT,
        "refusals": {code.value: sorted(code.told) for code in sorted(codes())},
        "reasons": sorted({*Public, *OfTheHouse}),
        "phrases": sorted(Phrase),
    }
