"""The roads as a person knows them: a grid of coloured marks in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from sabot.lab.scripts import Answered

ROWS = 6
_COLOURS = {"P": "bold blue", "B": "bold red", "T": "bold green", "R": "bold red"}
_DERIVED = {
    "big_eye": ("Big Eye Boy", "○"),
    "small": ("Small Road", "●"),
    "cockroach": ("Cockroach Road", "╱"),
}

Cell = tuple[int, int, str, str]  # row, column, text, style


def show(console: Console, answered: Answered) -> None:
    """Print the five roads of one shoe, or why they could not be drawn."""
    answer = answered.answer
    error = answer.get("error")
    if isinstance(error, Mapping):
        console.print(f"[bold red]✗[/] [bold]{answer['id']}[/]  {error['message']}")
        return
    console.print(f"[bold]{answer['id']}[/]")
    console.print(roads_columns(answer))
    console.print(good_roads_line(answer))


def roads_columns(answer: Mapping[str, object]) -> Columns:
    """All five roads side by side."""
    panels = [_panel("Big Road", _big_road(answer)), _panel("Bead Plate", _bead_plate(answer))]
    derived = answer["derived"]
    assert isinstance(derived, Mapping)
    for name, (title, mark) in _DERIVED.items():
        colours = {"R": "bold red", "B": "bold blue"}  # here B is blue: no pattern (F194)
        cells = [
            (row, column, mark, colours[colour]) for row, column, colour in derived[name]["cells"]
        ]
        panels.append(_panel(title, cells))
    return Columns(panels)


def good_roads_line(answer: Mapping[str, object]) -> Text:
    """The patterns that hold now, deepest first."""
    found = answer["good_roads"]
    assert isinstance(found, Sequence)
    words = [
        f"{road['pattern'].replace('_', ' ')} {road['side']} ×{road['depth']}"
        for road in sorted(found, key=lambda road: -road["depth"])
    ]
    return Text("good roads: " + (", ".join(words) or "none"), style="dim")


def _big_road(answer: Mapping[str, object]) -> list[Cell]:
    cells: list[Cell] = []
    big_road = answer["big_road"]
    assert isinstance(big_road, Sequence)
    for row, column, side, ties in big_road:
        text = "○" if side else "/"
        mark = f"{text}{ties if ties > 1 else '/'}" if ties and side else text
        cells.append((row, column, mark, _COLOURS[side or "T"]))
    return cells


def _bead_plate(answer: Mapping[str, object]) -> list[Cell]:
    beads = answer["bead_plate"]
    assert isinstance(beads, Sequence)
    return [(row, column, result, _COLOURS[result]) for row, column, result in beads]


def _panel(title: str, cells: Sequence[Cell]) -> Panel:
    width = max((column for _, column, _, _ in cells), default=0) + 1
    grid = {(row, column): (text, style) for row, column, text, style in cells}
    picture = Text()
    for row in range(ROWS):
        for column in range(width):
            text, style = grid.get((row, column), ("·", "dim"))
            picture.append(f"{text:<2}", style=style)
        if row < ROWS - 1:
            picture.append("\n")
    return Panel(picture, title=title, title_align="left", border_style="dim")
