"""The drawn part of docs/table.md is what the code does today."""

from __future__ import annotations

from tests.table.detours import observed
from tests.table.walker import Edge
from tools.phases_diagram import BEGIN, END, PAGE, section, with_section

from sabot.table.phases import Phase


def test_the_page_is_up_to_date() -> None:
    page = PAGE.read_text(encoding="utf-8")
    fresh = with_section(page, section(observed()))
    assert fresh == page, "run: python -m tools.phases_diagram"


def test_an_arrow_is_a_change_of_phase() -> None:
    drawn = section(
        [
            Edge(Phase.IDLE, "RoundOpened", Phase.BETTING),
            Edge(Phase.BETTING, "SeatTaken", Phase.BETTING),
            Edge(Phase.BETTING, "TablePaused", Phase.PAUSED),
            Edge(Phase.DEALING, "TablePaused", Phase.PAUSED),
        ]
    )
    assert "    idle --> betting: RoundOpened\n" in drawn
    assert "SeatTaken" not in drawn
    assert "| `TablePaused` | → paused | betting, dealing |" in drawn


def test_every_phase_has_its_row() -> None:
    drawn = section(observed())
    assert [phase for phase in Phase if f"| {phase} | " not in drawn] == []


def test_only_the_part_between_the_marks_is_written() -> None:
    page = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    assert with_section(page, "new") == f"before\n{BEGIN}\n\nnew\n{END}\nafter\n"
