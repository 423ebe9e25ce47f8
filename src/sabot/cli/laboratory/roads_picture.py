"""The roads as a person knows them: grids of coloured marks in the terminal.

A road that is wider than the terminal shows its last columns, as a scoreboard does. Where there
are no colours, letters tell the sides and the colours apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from sabot.cli.look import failure, heading, words
from sabot.lab.scripts import Answered

ROWS = 6
CELL = 2
"""Characters of a cell: a mark, and a space or the ties."""

FRAME = 4
"""Characters around the cells of a road."""

GAP = 1
"""Characters between two roads."""

_COLOURS = {"P": "bold blue", "B": "bold red", "T": "bold green"}
_DERIVED_COLOURS = {"R": "bold red", "B": "bold blue"}  # here B is blue: no pattern (F194)
_DERIVED = {
    "big_eye": ("Big Eye Boy", "○"),
    "small": ("Small Road", "●"),
    "cockroach": ("Cockroach Road", "╱"),
}

Answer = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands in one cell: `letter` where there are no colours."""

    row: int
    column: int
    text: str
    letter: str
    style: str


def show(console: Console, answered: Answered) -> None:
    """Print the five roads of one shoe, or why they could not be drawn."""
    answer = answered.answer
    failed = failure(answer)
    if failed is not None:
        console.print(failed)
        return
    console.print(heading(answer))
    console.print(roads_columns(answer))
    console.print(asked_line(answer, coloured=_coloured(console)))
    console.print(good_roads_line(answer))
    console.print()


def roads_columns(answer: Answer) -> Roads:
    """All five roads, side by side as far as they fit."""
    return Roads(
        {"Big Road": _big_road(answer), "Bead Plate": _bead_plate(answer), **_derived(answer)}
    )


@dataclass(frozen=True, slots=True)
class Roads:
    """Roads by title; how wide they may be is known when they are printed."""

    roads: Mapping[str, Sequence[Mark]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = options.max_width
        panels = [
            _panel(title, marks, room=room, coloured=_coloured(console))
            for title, marks in self.roads.items()
        ]
        # All in one line, or else the two of the results above the three derived from them.
        groups = [panels] if _width(panels) <= room else [panels[:2], panels[2:]]
        for group in groups:
            for line in _lines(group, room):
                grid = Table.grid(padding=(0, GAP, 0, 0))
                grid.add_row(*line)
                yield grid


def _lines(panels: Sequence[Panel], room: int) -> Iterator[list[Panel]]:
    """As many panels beside each other as there is room for."""
    line: list[Panel] = []
    for panel in panels:
        if line and _width([*line, panel]) > room:
            yield line
            line = []
        line.append(panel)
    yield line


def _width(panels: Sequence[Panel]) -> int:
    return sum((panel.width or 0) + GAP for panel in panels) - GAP


def _coloured(console: Console) -> bool:
    return console.color_system is not None and not console.no_color


def _columns(marks: Sequence[Mark]) -> int:
    return 1 + max((mark.column for mark in marks), default=0)


def _panel(title: str, marks: Sequence[Mark], *, room: int, coloured: bool) -> Panel:
    columns = max(1, min(_columns(marks), (room - FRAME) // CELL))
    first = _columns(marks) - columns
    grid = {(mark.row, mark.column - first): mark for mark in marks}
    picture = Text()
    for row in range(ROWS):
        for column in range(columns):
            mark = grid.get((row, column))
            text = "·" if mark is None else mark.text if coloured else mark.letter
            picture.append(f"{text:<{CELL}}", style="dim" if mark is None else mark.style)
        if row < ROWS - 1:
            picture.append("\n")
    # At least as wide as its title, which a panel would cut short.
    width = max(columns * CELL, len(title) + 2) + FRAME
    return Panel(picture, title=title, title_align="left", border_style="dim", width=width)


def _big_road(answer: Answer) -> list[Mark]:
    big_road = answer["big_road"]
    assert isinstance(big_road, Sequence)
    return [
        Mark(
            row=row,
            column=column,
            text=("○" if side else "") + _ties(ties),
            letter=(side or "") + _ties(ties),
            style=_COLOURS[side or "T"],
        )
        for row, column, side, ties in big_road
    ]


def _ties(ties: int) -> str:
    """Ties on a cell: a stroke for one, their number for more, as far as one digit goes.

    >>> [_ties(0), _ties(1), _ties(2), _ties(12)]
    ['', '/', '2', '+']
    """
    if ties < 2:
        return "/" * ties
    return str(ties) if ties < 10 else "+"


def _bead_plate(answer: Answer) -> list[Mark]:
    beads = answer["bead_plate"]
    assert isinstance(beads, Sequence)
    return [Mark(row, column, result, result, _COLOURS[result]) for row, column, result in beads]


def _derived(answer: Answer) -> dict[str, list[Mark]]:
    derived = answer["derived"]
    assert isinstance(derived, Mapping)
    return {
        title: [
            Mark(row, column, mark, colour, _DERIVED_COLOURS[colour])
            for row, column, colour in derived[name]["cells"]
        ]
        for name, (title, mark) in _DERIVED.items()
    }


def asked_line(answer: Answer, *, coloured: bool) -> Text:
    """What the derived roads would show after a Player and after a Banker win."""
    asked = answer["ask"]
    assert isinstance(asked, Mapping)
    player, banker = (_asked(letter, asked[letter], coloured=coloured) for letter in "PB")
    line = Text.assemble(*player, "  ", *banker)
    line.rstrip()
    return line


def _asked(
    letter: str, colours: Sequence[str | None], *, coloured: bool
) -> Iterator[tuple[str, str]]:
    yield f"next {letter}: ", "dim"
    for colour, (_, mark) in zip(colours, _DERIVED.values(), strict=True):
        if colour is None:
            yield "· ", "dim"
        else:
            yield f"{mark if coloured else colour} ", _DERIVED_COLOURS[colour]


def good_roads_line(answer: Answer) -> Text:
    """The patterns that hold now, deepest first."""
    found = answer["good_roads"]
    assert isinstance(found, Sequence)
    told = [
        f"{words(road['pattern'])} {road['side']} ×{road['depth']}"
        for road in sorted(found, key=lambda road: -road["depth"])
    ]
    return Text("good roads: " + (", ".join(told) or "none"), style="dim")
