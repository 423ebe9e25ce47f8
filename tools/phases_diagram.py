"""Draw the life of a round into `docs/table.md`: what is allowed where, and what leads where.

Owns the part of that page between the two marks. What is allowed comes from the table of phases
itself; which phase follows which is not written down anywhere, so it is what random walks through
real tables have seen (`tests/table/walker.py`).

    python -m tools.phases_diagram            write the page
    python -m tools.phases_diagram --check    fail when the page is out of date
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path

from tests.table.detours import observed
from tests.table.walker import Edge

from sabot.table.phases import ALLOWED, ANYWHERE, Phase

PAGE = Path(__file__).resolve().parent.parent / "docs" / "table.md"
BEGIN = "<!-- drawn by `python -m tools.phases_diagram`: do not edit up to the end mark -->"
END = "<!-- the end mark -->"

COLUMNS = 100
"""Every page is wrapped there."""

TROUBLE = (Phase.PAUSED, Phase.CANCELLED)


def main() -> None:
    """Write the page, or say that it should be written."""
    page = PAGE.read_text(encoding="utf-8")
    drawn = with_section(page, section(observed()))
    if "--check" in sys.argv[1:]:
        sys.exit(0 if drawn == page else "docs/table.md is out of date: run this without --check")
    PAGE.write_text(drawn, encoding="utf-8")


def with_section(page: str, text: str) -> str:
    """The page with another text between the marks."""
    before, _, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        sys.exit(f"docs/table.md has lost its marks:\n{BEGIN}\n{END}")
    return f"{before}{BEGIN}\n\n{text}\n{end}{after}"


def section(edges: Iterable[Edge]) -> str:
    """Everything that is drawn."""
    moves = sorted({edge for edge in edges if edge.phase is not edge.after}, key=_order)
    parts = (_diagram(moves), _troubles(moves), _commands())
    return "\n".join(parts)


def _order(edge: Edge) -> tuple[int, int, str]:
    phases = list(Phase)
    return phases.index(edge.phase), phases.index(edge.after), edge.event


def _diagram(moves: Iterable[Edge]) -> str:
    """The good days: every change of phase but those into trouble and out of it."""
    arrows: dict[tuple[Phase, Phase], list[str]] = {}
    for edge in moves:
        if edge.phase not in TROUBLE and edge.after not in TROUBLE:
            arrows.setdefault((edge.phase, edge.after), []).append(edge.event)
    lines = [f"    {a} --> {b}: {', '.join(told)}" for (a, b), told in arrows.items()]
    return "\n".join(["```mermaid", "stateDiagram-v2", "    [*] --> off", *lines, "```", ""])


def _troubles(moves: Iterable[Edge]) -> str:
    """The bad ones, as a table: almost every phase leads there."""
    found = [edge for edge in moves if edge.phase in TROUBLE or edge.after in TROUBLE]
    rows: dict[tuple[str, str], list[str]] = {}
    for edge in found:
        into = edge.after in TROUBLE and edge.phase not in TROUBLE
        key = (edge.event, f"→ {edge.after}" if into else f"{edge.phase} →")
        rows.setdefault(key, []).append(str(edge.phase if into else edge.after))
    lines = [f"| `{told}` | {way} | {', '.join(ends)} |" for (told, way), ends in rows.items()]
    return "\n".join(["| event | way | phases at the other end |", "|---|---|---|", *lines, ""])


def _commands() -> str:
    """What is understood where; what is not there is refused."""
    anywhere = ", ".join(f"`{kind.__name__}`" for kind in ANYWHERE)
    first = textwrap.fill(f"Understood anywhere: {anywhere}.", COLUMNS)
    head = (first, "", "| phase | understood there |", "|---|---|")
    rows = (
        f"| {phase} | {', '.join(f'`{kind.__name__}`' for kind in kinds)} |"
        for phase, kinds in ALLOWED.items()
    )
    return "\n".join([*head, *rows, ""])


if __name__ == "__main__":
    main()
