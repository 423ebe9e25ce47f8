"""`python -m bench [section …]`: everything that is measured, in one table."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

from rich.console import Console

from bench import twins
from bench.clock import Neighbours, machine, wait_for_quiet
from bench.results import Line, table, unmeasured

SECTIONS = {
    "simulation": "Simulation",
    "exact": "Exact mathematics, warm",
    "commands": "Commands, in a fresh process",
    "roads": "Roads",
    "audit": "Offline proof",
    "rounds": "Rounds with very many bettors, end to end",
    "world": "The simulated world",
    "storage": "Storage, beside pgbench",
    "recovery": "Ready after a crash",
    "fanout": "Fan-out on the network",
    "bets_online": "Durable bets end to end, beside pgbench",
    "sockets": "Two thousand sockets on twenty tables",
    "studio": "A card from the scanner to the console and to the players",
    "peers": "Other engines",
}


def main(arguments: Sequence[str]) -> int:
    """Measure the named sections, or all of them; the exit status says only that it could."""
    unknown = sorted(set(arguments) - set(SECTIONS))
    if unknown:
        print(f"no such section: {' '.join(unknown)}; there are {' '.join(SECTIONS)}")
        return 2
    console = Console(width=None if sys.stdout.isatty() else 180)
    wait_for_quiet()
    neighbours = Neighbours()
    measured = []
    for name in arguments or SECTIONS:
        with Console(stderr=True).status(f"measuring {SECTIONS[name].lower()} …"):
            measured.append((SECTIONS[name], _lines(name)))
    drawn = table("[bold]Sabot, measured side by side[/]", measured)
    drawn.caption = f"{machine()}\n{_compiler()}\n{_shared(neighbours.share())}"
    console.print(drawn)
    return 0


def _lines(name: str) -> list[Line]:
    try:
        return list(importlib.import_module(f"bench.{name}").lines())
    except ImportError as error:
        # A section is written before what it measures: it says so and the others go on.
        return [unmeasured(name, f"not built yet: {error}")]


def _compiler() -> str:
    try:
        return twins.compiler()
    except twins.NoCompiler as reason:
        return str(reason)


def _shared(share: float | None) -> str:
    if share is None:
        return "how busy other programs were is not known here"
    return f"other programs used {share:.0%} of all cores meanwhile; ratios are of CPU time"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
