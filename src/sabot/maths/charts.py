"""A strategy as a printable chart: rows of letters, and what the letters mean."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """One table of best decisions.

    >>> chart = Chart(title="hard", legend="H hit", columns=("2",), rows=(("5", ("H",)),))
    >>> chart.as_json()["rows"]
    {'5': {'2': 'H'}}
    """

    title: str
    legend: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]

    def as_json(self) -> dict[str, object]:
        """The chart for a machine."""
        rows = {name: dict(zip(self.columns, cells, strict=True)) for name, cells in self.rows}
        return {"title": self.title, "legend": self.legend, "rows": rows}
