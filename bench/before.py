"""`python -m bench.before TREE`: this tree beside an older one, a checkout that is set up.

Durable bets and fan-out in turns that alternate, so that both trees have the same share of the
machine's mood. A ratio is this tree's figure over the other's in the same turn; the median counts.
"""

from __future__ import annotations

import os
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Console

from bench.clock import Neighbours, machine
from bench.load import Figures, Process
from bench.results import Line, rate, seconds, table

HERE = Path(__file__).resolve().parent
TURNS = 7
SPAN = 2.0
BETS = tuple((kind, count) for kind in ("SQLite", "PostgreSQL") for count in (1, 64, 512))
ALLOWED = 0.95


class Tree:
    """One of the two trees, with its casinos open."""

    def __init__(self, root: Path) -> None:
        python = root / ".venv" / "bin" / "python"
        command = ["env", "-C", str(root), str(python), str(HERE / "turns.py")]
        paths = os.pathsep.join(str(root / part) for part in ("", "src"))
        self._process = Process(command, environment={"PYTHONPATH": paths, "PYTHONSAFEPATH": "1"})
        self._process.line()

    def turn(self, order: str) -> Figures:
        """Measure once."""
        self._process.tell(order)
        return msgspec.json.decode(self._process.line(), type=Figures)

    def close(self) -> None:
        """Let it end."""
        self._process.stop()


def main(arguments: Sequence[str]) -> int:
    """Measure both trees; the exit status says only that it could."""
    if len(arguments) != 1 or not Path(arguments[0], ".venv").is_dir():
        print("usage: python -m bench.before TREE, a checkout where `make setup` was run")
        return 2
    neighbours = Neighbours()
    ours, theirs = Tree(HERE.parent), Tree(Path(arguments[0]).resolve())
    lines = [_bets(ours, theirs, kind, count) for kind, count in BETS]
    lines += [_fanout(ours, theirs, "cpu"), _fanout(ours, theirs, "together")]
    ours.close()
    theirs.close()
    drawn = table("[bold]This tree beside the other[/]", [("In turns", lines)])
    share = neighbours.share()
    drawn.caption = f"{machine()}\nother programs used {share or 0:.0%} of all cores meanwhile"
    Console(width=None if sys.stdout.isatty() else 160).print(drawn)
    return 0


def _bets(ours: Tree, theirs: Tree, kind: str, count: int) -> Line:
    made = _turns(ours, theirs, f"{kind} {count} {SPAN}")
    ratios = [mine["per_second"] / other["per_second"] for mine, other in made]
    cpu = statistics.median(mine["cpu"] / other["cpu"] for mine, other in made)
    return Line(
        what=f"{kind}: {count} connections, durable bets a second",
        ours=rate(statistics.median(mine["per_second"] for mine, _ in made)),
        beside=rate(statistics.median(other["per_second"] for _, other in made)),
        ratio=f"{statistics.median(ratios):.2f}×",
        goal=f"≥ {ALLOWED}×",
        note=f"CPU a bet {cpu:.2f}×; turns {' '.join(f'{ratio:.2f}' for ratio in ratios)}",
    )


def _fanout(ours: Tree, theirs: Tree, what: str) -> Line:
    made = _turns(ours, theirs, "fanout")
    ratios = [mine[what] / other[what] for mine, other in made]
    together = "one" if what == "cpu" else "eight at once"
    return Line(
        what=f"1,000 sockets, CPU a delivered message, {together}",
        ours=seconds(statistics.median(mine[what] for mine, _ in made)),
        beside=seconds(statistics.median(other[what] for _, other in made)),
        ratio=f"{statistics.median(ratios):.2f}×",
        goal=f"≤ {1 / ALLOWED:.2f}×",
        note=f"turns {' '.join(f'{ratio:.2f}' for ratio in ratios)}",
    )


def _turns(ours: Tree, theirs: Tree, order: str) -> list[tuple[Figures, Figures]]:
    """In turns, each tree first every other time."""
    made = []
    for number in range(TURNS):
        if number % 2:
            other = theirs.turn(order)
            made.append((ours.turn(order), other))
        else:
            mine = ours.turn(order)
            made.append((mine, theirs.turn(order)))
    return made


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
