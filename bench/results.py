"""A line of the benchmark, and how all lines become one table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from rich.table import Table

from bench.clock import Times


class Verdict(StrEnum):
    """Whether a goal was reached."""

    MET = "met"
    MISSED = "missed"
    NO_GOAL = ""


STYLES = {Verdict.MET: "green", Verdict.MISSED: "bold red", Verdict.NO_GOAL: ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What was measured, beside what, and what was hoped for."""

    what: str
    ours: str = ""
    beside: str = ""
    ratio: str = ""
    goal: str = ""
    verdict: Verdict = Verdict.NO_GOAL
    times: Times | None = None
    note: str = ""


def unmeasured(what: str, why: str) -> Line:
    """A line that could not be measured here."""
    return Line(what=what, ours="–", note=why)


def within(line: Line, measured: float, goal: float) -> Line:
    """A line for something that has a time limit, in seconds."""
    return replace(
        line,
        ours=seconds(measured),
        goal=f"≤ {seconds(goal)}",
        verdict=Verdict.MET if measured <= goal else Verdict.MISSED,
    )


def at_least(line: Line, per_second: float, goal: float) -> Line:
    """A line for something that has to do so many a second."""
    return replace(
        line,
        ours=rate(per_second),
        goal=f"≥ {rate(goal)}",
        verdict=Verdict.MET if per_second >= goal else Verdict.MISSED,
    )


def as_fast(line: Line, ratio: float, goal: float | None = None) -> Line:
    """A line for something that runs beside something else, with or without a goal."""
    compared = replace(line, ratio=times_over(ratio))
    if goal is None:
        return compared
    verdict = Verdict.MET if ratio >= goal else Verdict.MISSED
    return replace(compared, goal=f"≥ {goal}×", verdict=verdict)


def times_over(ratio: float) -> str:
    """A ratio as a person reads it.

    >>> times_over(1.034), times_over(5210.0)
    ('1.03×', '5,210×')
    """
    return f"{ratio:.2f}×" if ratio < 100 else f"{ratio:,.0f}×"


def seconds(value: float) -> str:
    """A time as a person reads it.

    >>> seconds(0.0042), seconds(3.2e-6), seconds(2)
    ('4.2 ms', '3.2 µs', '2 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-9:.3g} ns"


def rate(per_second: float) -> str:
    """A speed as a person reads it.

    >>> rate(98_700_000), rate(4_800)
    ('98.7 M/s', '4.8 k/s')
    """
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if per_second >= size:
            return f"{per_second / size:.3g} {unit}/s"
    return f"{per_second:.3g}/s"


def table(title: str, sections: Iterable[tuple[str, list[Line]]]) -> Table:
    """Everything in one table."""
    drawn = Table(title=title, title_justify="left", caption_justify="left")
    for heading in ("measured", "Sabot", "beside it", "ratio", "goal", "", "CPU", "wall"):
        drawn.add_column(heading, justify="left" if heading == "measured" else "right")
    drawn.add_column("note", overflow="fold")
    for name, lines in sections:
        drawn.add_section()
        drawn.add_row(f"[bold]{name}[/]")
        for line in lines:
            drawn.add_row(*_cells(line), style=STYLES[line.verdict] if line.goal else "")
    return drawn


def _cells(line: Line) -> tuple[str, ...]:
    times = (seconds(line.times.cpu), seconds(line.times.wall)) if line.times else ("", "")
    judged = line.verdict.value
    return line.what, line.ours, line.beside, line.ratio, line.goal, judged, *times, line.note
